"""Power for one action alone, and what becomes of a Group after it (I35.24, I38.15)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks.results import ruin_group
from engine.inwo.attacks.strength import strength
from engine.inwo.deeds.aimed import Aimed, AimedEffect, named_card, refuse_aim
from engine.inwo.inwotable import InwoTable
from engine.inwo.rulings import refuse


def _multiply(table: InwoTable, aimed: Aimed, copy: str) -> None:
    for change in strength(copy, aimed.deed, table.state.plays[-1].full):
        table.emit(ev.ChangeBegan(change))


def multiply(table: InwoTable, aimed: Aimed) -> None:
    _multiply(table, aimed, named_card(aimed.known.state, aimed.order.on[0]))


def tired_by_diet(aimed: Aimed) -> tuple[tuple[str, int], ...]:
    """The tokens of the rival's Group, the second that is named."""
    rival = named_card(aimed.known.state, aimed.order.on[1])
    number = aimed.known.state.tokens.get(rival, 0)
    return ((rival, number),) if number else ()


def refuse_diet(aimed: Aimed) -> Refusal | None:
    """A Group of his first, then one of a rival, no Illuminati."""
    known, state, on = aimed.known, aimed.known.state, aimed.order.on
    if state.attack is not None:
        return refuse(rl.IN_ATTACK, card=aimed.card)
    if len(on) != 2:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    mine, rival = (named_card(state, name) for name in on)
    is_fit = state.controller(mine) == aimed.seat and known.fits(aimed.deed.of, mine)
    seat = state.controller(rival)
    if not is_fit or seat in (None, aimed.seat) or not known.is_group(rival):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    is_first = state.shelters(seat or "", aimed.seat)
    return refuse(rl.FIRST_TURN, seat=seat or "") if is_first else None


def diet(table: InwoTable, aimed: Aimed) -> None:
    multiply(table, aimed)
    for copy, number in tired_by_diet(aimed):
        seat = table.state.table[copy].seat
        table.emit(ev.TokensTaken(seat, ((copy, number),), "effect"))


# --- the end of the action ------------------------------------------------------------------


def settle_doom(table: InwoTable) -> None:
    """A Group that was to have one action more is destroyed, for nobody's Goal."""
    for copy in [one.on for one in table.state.changes if one.until == "doomed"]:
        table.emit(ev.ChangesEnded("doomed"))
        if copy in table.state.table:
            ruin_group(table, table.state.table[copy].seat, copy, credit=False)


ON_ACTIONS: Mapping[ab.DeedName, AimedEffect] = {
    "multiply": AimedEffect(refuse_aim, multiply, waits=False),
    "diet": AimedEffect(refuse_diet, diet, waits=False),
}
"""A row a deed."""
