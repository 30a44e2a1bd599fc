"""What each deed of a card does, and why it cannot: one row a deed (I35.15 to I35.29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.inwo import abilities as ab
from engine.inwo.deeds import on_cards as cards
from engine.inwo.deeds.aimed import Aimed, AimedEffect, TokenRows
from engine.inwo.deeds.doomed import ON_ACTIONS, tired_by_diet
from engine.inwo.deeds.hand_effects import ON_HANDS_AND_PILES
from engine.inwo.deeds.on_answers import ON_ANSWERS
from engine.inwo.deeds.on_plays import ON_PLAYS
from engine.inwo.deeds.on_reactions import ON_REACTIONS
from engine.inwo.deeds.on_starts import ON_STARTS
from engine.inwo.deeds.on_tokens import plays_silenced, silenced, sold_rows
from engine.inwo.deeds.on_trips import hostile_plays
from engine.inwo.deeds.table_effects import ON_TABLE
from engine.inwo.state import AttackPlay

EFFECTS: Mapping[ab.DeedName, AimedEffect] = {
    **ON_PLAYS,
    **ON_STARTS,
    **ON_ACTIONS,
    **ON_ANSWERS,
    **ON_REACTIONS,
    **ON_HANDS_AND_PILES,
    **ON_TABLE,
}


def token_rows(aimed: Aimed) -> tuple[TokenRows, TokenRows]:
    """The tokens placed and taken, which a cancel takes and places again."""
    if aimed.deed.does == "gain-token":
        return ((aimed.card, 1),), ()
    if aimed.deed.does in ("place-tokens", "pass-token"):
        return cards.placeable(aimed), ()
    if aimed.deed.does == "sell-out":
        return sold_rows(aimed), ()
    if aimed.deed.does == "diet":
        return (), tired_by_diet(aimed)
    if aimed.deed.does == "silence":
        return (), silenced(aimed)
    return (), cards.tokens_of(aimed) if aimed.deed.does == "take-tokens" else ()


def plays_stopped(aimed: Aimed) -> Sequence[AttackPlay]:
    """The open plays that a deed stops, which names none of them."""
    if aimed.deed.does == "silence":
        return plays_silenced(aimed)
    return hostile_plays(aimed) if aimed.deed.does == "take-trip" else ()
