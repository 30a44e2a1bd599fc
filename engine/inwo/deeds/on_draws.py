"""Deeds about draws: one lost, a deck searched; what binds a player is cleared (I36.10)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.devastation import ruin_resource
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.aimed import Aimed, AimedEffect
from engine.inwo.deeds.cancels import record, settle_cancels
from engine.inwo.deeds.freeing import zaps_on
from engine.inwo.inwotable import InwoTable, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import BARRED, AttackPlay, InwoState

LOST_DRAW, ABOUT_TO_DRAW, HAS_DRAWN = "lost-draw", "about-to-draw", "has-drawn"
DRAW_OF = "draw of "
"""What a WHEN order aims at, with the player who is about to draw."""


def _refuse_losing(aimed: Aimed) -> Refusal | None:
    """As a rival is about to draw; buying is drawing (M5, I38.26)."""
    drawer = _drawer(aimed)
    if drawer in ("", aimed.seat):
        return refuse(rl.NO_DRAW, card=aimed.card)
    is_first = aimed.known.state.shelters(drawer, aimed.seat)
    return refuse(rl.FIRST_TURN, seat=drawer) if is_first else None


def _drawer(aimed: Aimed) -> str:
    """Who is about to draw: whom the WHEN order means, whose turn begins, or a rival who buys."""
    meant, turn = (aimed.order.on or ("",))[0], aimed.known.state.turn
    if meant.startswith(DRAW_OF):
        return meant.removeprefix(DRAW_OF)
    is_his = turn.step in ("b1", "b2") or is_about_to_draw(aimed.known.state)
    if is_his:
        return turn.seat
    buyers = [one.seat for one in turn.paid if not one.lost and one.seat != aimed.seat]
    return meant if meant in buyers else next(iter(buyers), "")


def is_about_to_draw(state: InwoState) -> bool:
    """Whether the mover has announced a draw that he pays for, and has not made it yet (M5)."""
    used = state.seat(state.turn.seat).used
    return used.count(ABOUT_TO_DRAW) > used.count(HAS_DRAWN)


def _lost_mark(state: InwoState, seat: str) -> str:
    """What is kept of a draw that is lost: at which step, and which of those announced."""
    return f"{LOST_DRAW}-{state.turn.step}-{state.seat(seat).used.count(ABOUT_TO_DRAW)}"


def lost_draws(state: InwoState, seat: str) -> int:
    """How many of the draws announced now he has lost."""
    return state.seat(seat).used.count(_lost_mark(state, seat))


def _lose_draw(table: InwoTable, aimed: Aimed) -> None:
    """That one draw is lost."""
    drawer, paid = _drawer(aimed), table.state.turn.paid
    rows = [at for at, one in enumerate(paid) if one.seat == drawer and not one.lost]
    if rows:
        lost = changed(paid[rows[0]], lost=True)
        table.emit(ev.DrawsPaid((*paid[: rows[0]], lost, *paid[rows[0] + 1 :])))
    else:
        table.emit(ev.OnceUsed(drawer, _lost_mark(table.state, drawer)))


def search_instead(table: InwoTable, seat: str) -> bool:
    """A Plot of his wishes comes from his deck for the action of a Group, if he has one there."""
    for card, _ in tuple(table.known.of_seat(seat, ab.SearchDraw)):
        if lg.refuse_acting(table.known, card.copy, rl.NO_TOKEN_TO_USE):
            continue
        found = table.wished(seat, table.state.seat(seat).plot_deck)
        if found is not None:
            table.spend(seat, card.copy, "ability")
            table.emit(ev.CardsMoved(seat, (found,), "plot_deck", "plots", "searched"))
            table.shuffle(seat, "plot_deck")
            return True
    return False


# --- all that binds him (I36.11) ------------------------------------------------------------


def _refuse_clearing(aimed: Aimed) -> Refusal | None:
    """As his own turn begins, before he draws."""
    turn = aimed.known.state.turn
    is_his = turn.step in ("b0", "b1") and turn.seat == aimed.seat
    return None if is_his else refuse(rl.NOT_TURN_START, card=aimed.card)


def _clear(table: InwoTable, aimed: Aimed) -> None:
    """Zaps and Plots that paralyze leave him; he draws no Plots in this turn."""
    known = table.known
    bound = zaps_on(table.state, aimed.seat)
    for group in known.groups[aimed.seat]:
        linked = known.linked.get(group, ())
        bound += [copy for copy in linked if card_of(copy).ability(ab.Paralyze) is not None]
    for copy in bound:
        owner = table.state.owner_of(copy).name
        table.emit(ev.LeftPlay(((copy, owner),), "discards", "removed"))
    table.emit(ev.OnceUsed(aimed.seat, BARRED["plots"]))


# --- a Satellite shot down (I36.21, I38.51) -------------------------------------------------


def _refuse_shot(aimed: Aimed) -> Refusal | None:
    copy = on_table(aimed.known.state, next(iter(aimed.order.on), ""))
    if copy is None or copy == aimed.card or not aimed.known.fits(aimed.deed.of, copy):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    seat = aimed.known.state.table[copy].seat
    is_first = aimed.known.state.shelters(seat, aimed.seat)
    return refuse(rl.FIRST_TURN, seat=seat) if is_first else None


def _shoot(table: InwoTable, aimed: Aimed) -> None:
    """A sure kill if it is given up; else a die decides which of the two is left."""
    copy = on_table(table.state, aimed.order.on[0])
    if copy is None or aimed.card not in table.state.table:
        return
    is_given = aimed.order.value == "DISCARD"
    number = 1 if is_given else table.die(aimed.card)
    is_lasers = card_of(copy).power == 0 and "satellite" not in card_id(copy)
    hits = number <= 3 or number == 5 or (number == 4 and not is_lasers)
    falls = number in (5, 6) or (number == 4 and is_lasers)
    if hits:
        _ruin(table, aimed.seat, copy)
    if is_given:
        owner = table.state.owner_of(aimed.card).name
        table.emit(ev.LeftPlay(((aimed.card, owner),), "discards", "used"))
    elif falls:
        _ruin(table, aimed.seat, aimed.card)


def _ruin(table: InwoTable, seat: str, copy: str) -> None:
    """It is destroyed, without credit; what it was just doing is cancelled."""
    ruin_resource(table, seat, copy)
    for play in table.state.plays:
        if play.card == copy and not play.done and not play.cancelled and play.number > 0:
            record(table, AttackPlay(0, seat, "cancel", copy, cancels=play.full))
            settle_cancels(table)


ON_DRAWS: Mapping[ab.DeedName, AimedEffect] = {
    "lose-draw": AimedEffect(_refuse_losing, _lose_draw, waits=False),
    "clear-self": AimedEffect(_refuse_clearing, _clear),
    "shoot-down": AimedEffect(_refuse_shot, _shoot, waits=False),
}
"""A row a deed."""
