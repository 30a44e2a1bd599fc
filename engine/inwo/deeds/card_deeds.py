"""What a card can do when it is played or used, and which card is meant (I34)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.cards import card_of
from engine.inwo.deeds.aimed import AimedOrder
from engine.inwo.inwotable import find, on_table
from engine.inwo.state import AttackPlay, InwoState

CANCELS = (
    *("cancel-plot", "cancel-action", "take-plot", "cancel-agents", "send-back"),
    "cancel-exposing",
)
NAMES_CARDS: tuple[ab.DeedName, ...] = (
    *("sell-out", "fish", "search-deck", "divide", "find-resource"),
    *("unmask", "swap-exposed", "discard-exposed", "steal-exposed", "bury-exposed"),
    "expose-both",
)
"""Deeds for which cards are named as what they are told."""
PICKS: tuple[ab.DeedName, ...] = ("pick-take", "pick-discard")
"""Deeds for which the card that is wished may be named: TAKE Hoax!."""
REACTIONS = (*CANCELS, "take-back", "turn-zap", "bar-plot", "double-cost")
"""What is aimed at a play, not at what is on the table."""


def deeds_of(copy: str) -> list[ab.Deed]:
    """What a card can do when it is played or used."""
    return [one for one in card_of(copy).abilities if isinstance(one, ab.Deed)]


def playable_deeds(copy: str) -> list[ab.Deed]:
    """What a Plot does when it is played: not what it does once it lies on the table."""
    return [one for one in deeds_of(copy) if not one.lies]


def is_deed(copy: str, order: od.PlayPlot) -> bool:
    """Whether a Plot is played for what it does; on a card one that can be linked is linked."""
    is_linked = bool(order.on) and card_of(copy).ability(ab.LinkedChange) is not None
    return bool(playable_deeds(copy)) and not is_linked


def is_reaction(state: InwoState, seat: str, order: od.PlayPlot) -> bool:
    """Whether a Plot is one that cancels or counters other plays."""
    copy = source_of(state, seat, order)
    return copy is not None and any(deed.does in REACTIONS for deed in deeds_of(copy))


def source_of(state: InwoState, seat: str, order: AimedOrder) -> str | None:
    """The Plot of the hand, or the card of his in play, that is to do it."""
    if isinstance(order, od.PlayPlot):
        return find(state.seat(seat).plots, order.card)
    copy = on_table(state, order.card, seat)
    is_open = copy is not None and any(deed.anyone for deed in deeds_of(copy))
    return copy if copy is not None and (is_open or state.table[copy].seat == seat) else None


def ends_turn(play: AttackPlay) -> bool:
    """Whether the turn is over once it stands (I5.7)."""
    deeds = deeds_of(play.card) if play.what == "effect" and play.order is not None else []
    return bool(deeds) and deeds[play.deed].ends_turn
