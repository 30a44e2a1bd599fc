"""A Personality that goes out of reach, away from the Plots just played on him (I36.19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.core.arrangement import Arrangement
from engine.core.geometry import SIDES
from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.last_puppets import check_bereft
from engine.inwo.attacks.results import remove_branch
from engine.inwo.deeds.aimed import Aimed, AimedEffect
from engine.inwo.deeds.cancels import is_plot
from engine.inwo.inwotable import InwoTable, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, Change, InwoState
from engine.inwo.structure import fit, places_under


class _Trip(NamedTuple):
    """Who goes, to whom, and how his branch would lie there."""

    copy: str
    seat: str
    laid: Arrangement


def hostile_plays(aimed: Aimed) -> list[AttackPlay]:
    """The Plots that rivals have just played on the Personality."""
    state = aimed.known.state
    copy = on_table(state, next(iter(aimed.order.on), ""), aimed.seat)
    late = state.round - 1
    return [
        play
        for play in state.plays
        if play.seat != aimed.seat and is_plot(play) and not play.cancelled and not play.done
        if play.round >= late and copy in _victims(state, play)
    ]


def _victims(state: InwoState, play: AttackPlay) -> list[str | None]:
    """The cards on which a Plot was played."""
    laid, attack = state.table.get(play.card), state.attack
    struck = attack.target if attack is not None and attack.by_card == play.card else None
    named = play.order.on if play.order is not None else ()
    rows = [copy for copy, _ in (*play.tokens, *play.taken)]
    host = laid.host if laid is not None else None
    return [struck, host, *rows, *(on_table(state, name) for name in named)]


def _trip(aimed: Aimed) -> _Trip | None:
    """His Personality, then the new master, in any structure."""
    state, known, names = aimed.known.state, aimed.known, aimed.order.on
    if len(names) != 2:
        return None
    copy, under = on_table(state, names[0], aimed.seat), on_table(state, names[1], aimed.seat)
    if copy is None or under is None or not known.is_group(copy):
        return None
    seat = state.table[under].seat
    is_fit = known.fits(aimed.deed.of, copy) and state.table[copy].seat == aimed.seat
    is_elsewhere = under not in known.branch(copy) and under != state.table[copy].master
    if not is_fit or not is_elsewhere or under not in known.groups.get(seat, ()):
        return None
    at = next((side for side in SIDES if side == aimed.order.value), None)
    laid = fit(state, seat, copy, places_under(state, seat, (under,), at, card=copy))
    return _Trip(copy, seat, laid) if laid is not None else None


def _refuse_trip(aimed: Aimed) -> Refusal | None:
    """A Personality of his; not out of an attack by Groups to another player."""
    trip, state = _trip(aimed), aimed.known.state
    if trip is None:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    if state.shelters(trip.seat, aimed.seat):
        return refuse(rl.FIRST_TURN, seat=trip.seat)
    attack, branch = state.attack, aimed.known.branch(trip.copy)
    if attack is not None:
        is_struck = attack.by_card is not None and attack.target == trip.copy
        is_in_it = attack.attacker in branch or attack.target in branch
        if is_in_it and not is_struck:
            return refuse(rl.IN_ATTACK, card=trip.copy)
        barred = lg.refuse_taking_part(aimed.known, attack, aimed.seat)
        if barred:
            return barred
    return lg.refuse_master(aimed.known, trip.copy, trip.laid.laid[0].master)


def _travel(table: InwoTable, aimed: Aimed) -> None:
    """He goes with his branch, and rivals play no Plots on him until the turn ends."""
    trip = _trip(aimed._replace(known=table.known))
    if trip is None:
        return
    for root in trip.laid.lost:
        remove_branch(table, root, "groups", "no-room")
    is_home = trip.seat == aimed.seat
    table.emit(ev.BranchLaid(trip.seat, trip.laid.laid, "moved" if is_home else "given"))
    table.emit(ev.ChangeBegan(Change(trip.copy, "sheltered", "gain", aimed.seat)))
    if not is_home:
        check_bereft(table, aimed.seat, aimed.seat)


ON_TRIPS: Mapping[ab.DeedName, AimedEffect] = {
    "take-trip": AimedEffect(_refuse_trip, _travel),
}
"""A row a deed."""
