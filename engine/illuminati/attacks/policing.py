"""What was said beforehand tells its own player what it did, why not, and when it ends (R12.4).

Every event here is private to the seat that said it, and none changes the game. Nothing is looked
at in an attack or a window about which nobody said anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.core.rulings import Refusal
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.advanced.hidden import is_hidden
from engine.illuminati.attacks.stances import Bidder, may_spend, prepared_reserve, stance_on
from engine.illuminati.gametable import Fight, GameTable
from engine.illuminati.state import State

_ANY = od.Pattern()

# --- in an attack -----------------------------------------------------------------------


def report_raising(table: GameTable, fight: Fight, bidders: Sequence[Bidder]) -> None:
    """After the raising: what every stance that was meant did, and who was kept out (R6.3)."""
    if not table.has_prepared(od.Stance, od.Reserve):
        return
    if fight.is_privileged:
        for seat in table.state.seats_after(fight.seat):
            if seat.name != fight.defender and not may_spend(fight, seat.name):
                _report_kept_out(table, fight, seat.name)
    for bidder in bidders:
        why = _why(table.state, fight, bidder)
        if bidder.stance is not None:
            table.emit(_fired(fight, bidder.seat, bidder.stance, why, bidder.spent))
        if why == "reserve":
            _report_reserve(table, fight, bidder.seat)


def _report_kept_out(table: GameTable, fight: Fight, seat: str) -> None:
    stance = stance_on(table, fight, seat)
    if stance is not None:
        table.emit(_fired(fight, seat, stance, "privileged"))


def _report_reserve(table: GameTable, fight: Fight, seat: str) -> None:
    reserve = prepared_reserve(table, seat)
    held = table.state.money(table.state.seat(seat).illuminati)
    if reserve is not None:
        spent = min(held, reserve.amount)
        table.emit(_fired(fight, seat, reserve, "held-back", spent))


def _fired(
    fight: Fight, seat: str, order: od.Policy, why: ev.FiredWhy, spent: int = 0
) -> ev.PolicyFired:
    return ev.PolicyFired(seat, order, fight.line, spent, why, fight.need)


def _why(state: State, fight: Fight, bidder: Bidder) -> ev.FiredWhy:
    """Why a bidder stopped where he did."""
    missing = (bidder.aim - fight.need) * bidder.side
    if missing <= 0:
        return "reached" if bidder.spent else "not-needed"
    if bidder.allowed == 0:
        return "round-spent" if _is_round_spent(state, bidder) else "capped"
    beside = _points_beside(state, fight, bidder)
    held = state.money(state.seat(bidder.seat).illuminati)
    spare = max(0, held - bidder.keeps)
    would_do = bidder.style == "all-in" or missing <= beside + held
    if held > spare and would_do:
        return "reserve"
    return "out-of-reach" if spare or beside else "purse-empty"


def _points_beside(state: State, fight: Fight, bidder: Bidder) -> int:
    """What his own card in the attack could still add: the target's money counts double (R5.7)."""
    illuminati = state.seat(bidder.seat).illuminati
    if bidder.seat == fight.defender:
        return 2 * state.money(fight.order.target)
    if bidder.seat == fight.seat and fight.order.attacker != illuminati:
        return state.money(fight.order.attacker)
    return 0


def _is_round_spent(state: State, bidder: Bidder) -> bool:
    """Whether it is the cap a round that is used up, not the one an attack (R12.4)."""
    stance = bidder.stance
    if stance is None or stance.per_round is None:
        return False
    return state.seat(bidder.seat).interfered >= stance.per_round


# --- cards kept -------------------------------------------------------------------------


def report_card(
    table: GameTable,
    seat: str,
    order: od.Policy | od.Play,
    why: ev.FiredWhy,
    line: int | None = None,
) -> None:
    """A card kept for its moment was played, or could not be; that is told once a turn."""
    if why == "no-card" and _is_reported(table, seat, order):
        return
    table.emit(ev.PolicyFired(seat, order, line, 0, why))


def _is_reported(table: GameTable, seat: str, order: od.Policy | od.Play) -> bool:
    return any(
        isinstance(event, ev.PolicyFired) and (event.seat, event.order) == (seat, order)
        for event in table.events
    )


# --- the end of a policy ----------------------------------------------------------------


def end_policies(table: GameTable) -> None:
    """As a turn ends: every policy that can never act again is told of, and why."""
    for seat in table.state.seats:
        for order in table.policies(seat.name):
            why = why_ended(table.state, seat.name, order)
            if why is not None:
                table.emit(ev.PolicyEnded(seat.name, order, why))


def why_ended(state: State, seat: str, order: od.Policy) -> ev.EndedWhy | None:
    """Why the policy can never act again once the turn now open is over; None if it may."""
    if state.seat(seat).is_out:
        return "out"
    if type(order) is od.Understate:
        return None if is_hidden(state, state.seat(seat)) else "unmasked"
    last = order.until_turn if type(order) is od.Stance else None
    if last is not None and last <= state.turn.number:
        return "turn-passed"
    if not _has_cards(state, seat, order):
        return "no-card"
    pattern = pattern_of(order)
    if pattern.groups and all(card in state.dead for card in pattern.groups):
        return "group-dead"
    gone = [seat.name for seat in state.seats if seat.is_out]
    if gone and any(name in gone for name in _named(order, pattern)):
        return "seat-out"
    return None


def refuse_vain(state: State, order: od.Order) -> Refusal | None:
    """Whether what is said beforehand is about groups or players that are gone, or is over."""
    pattern = pattern_of(order)
    last = order.until_turn if isinstance(order, od.Stance) else None
    if last is not None and last < state.turn.number:
        return Refusal(rl.POLICY_OVER, {"turn": last})
    if pattern.groups and all(card in state.dead for card in pattern.groups):
        return Refusal(rl.GROUP_DEAD, {"card": pattern.groups[0]})
    gone = [name for name in _named(order, pattern) if name and _is_out(state, name)]
    return Refusal(rl.SEAT_OUT, {"seat": gone[0]}) if gone else None


def pattern_of(order: od.Order) -> od.Pattern:
    """The attacks that an order is for; every attack where it is for none in particular."""
    match order:
        case od.Stance() | od.FixRoll() | od.Abolish() | od.JoinIn():
            return order.pattern
        case _:
            return _ANY


WAITS_WITH: Mapping[type[od.Order], tuple[type[ab.Effect], ...]] = {
    od.FixRoll: (ab.SetRoll,),
    od.JoinIn: (ab.Interfere,),
    od.Cancel: (ab.CancelSpecial,),
    od.SkipTurn: (ab.SkipTurnEffect,),
    od.Abolish: (ab.AbolishPrivilege,),
}
"""The effect that a Special kept for each of these has."""


def cards_kept(order: od.Order) -> tuple[str, ...]:
    """The Specials that a waiting order keeps for itself."""
    if type(order) not in WAITS_WITH:
        return ()
    if isinstance(order, od.FixRoll | od.JoinIn | od.Cancel | od.SkipTurn):
        return (order.card,)
    return order.cards if isinstance(order, od.Abolish) else ()


def _has_cards(state: State, seat: str, order: od.Policy) -> bool:
    kept = cards_kept(order)
    return not kept or not Counter(kept) - Counter(state.seat(seat).hand)


def _named(order: od.Order, pattern: od.Pattern) -> tuple[str | None, ...]:
    """The seats without which a policy has no object."""
    match order:
        case od.SkipTurn() | od.AcceptGroups():
            return (order.seat,)
        case od.Cancel():
            return (order.by,)
        case _:
            return (pattern.by, pattern.owner)


def _is_out(state: State, name: str) -> bool:
    return any(seat.name == name and seat.is_out for seat in state.seats)
