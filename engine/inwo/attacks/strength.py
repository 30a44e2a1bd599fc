"""Plots that multiply the Power of an action, played as it is declared (I35.24, I38.15)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import rulings as rl
from engine.inwo.attacks.acting import refuse_any_play
from engine.inwo.cards import card_of
from engine.inwo.facts import Facts
from engine.inwo.inwotable import find
from engine.inwo.rulings import refuse
from engine.inwo.state import Change, InwoState


def until_action(copy: str) -> str:
    """When a change ends that is for the next action of a card."""
    return f"action:{copy}"


def multiplier_of(state: InwoState, seat: str, plot: str) -> ab.Deed | None:
    """What a Plot of the hand does that is for one action of a Group."""
    held = find(state.seat(seat).plots, plot)
    deeds = (one for one in card_of(held).abilities if isinstance(one, ab.Deed)) if held else ()
    return next((deed for deed in deeds if deed.does == "multiply"), None)


def refuse_strength(known: Facts, deed: ab.Deed, seat: str, plot: str, on: str) -> Refusal | None:
    """Why the action of a card is not multiplied so."""
    is_fit = known.table[on].seat == seat and known.fits(deed.of, on)
    if not is_fit:
        return refuse(rl.TARGET_UNFIT, card=plot)
    return refuse_any_play(known.state, seat, plot)


def strength(copy: str, deed: ab.Deed, source: str) -> Iterator[Change]:
    """The Power of its next action; of what is attacked, too, and its end, if the card says so."""
    until, factor = until_action(copy), deed.amount
    yield Change(copy, "action", "times", factor, "", until, source=source)
    if deed.defends:
        yield Change(copy, "power", "times", factor, "defense", until, source=source)
        yield Change(copy, "resistance", "times", factor, "defense", until, source=source)
    if deed.dooms:
        yield Change(copy, "doom", "gain", "", until=until, source=source)
