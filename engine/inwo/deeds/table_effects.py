"""What deeds do to cards on the table: one row a deed (I35.15 to I35.29)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.inwo import abilities as ab
from engine.inwo.deeds import on_cards as cards
from engine.inwo.deeds.aimed import AimedEffect, refuse_aim, refuse_named
from engine.inwo.deeds.halves import DIVIDING
from engine.inwo.deeds.on_all import ON_ALL
from engine.inwo.deeds.on_leave import ON_LEAVE
from engine.inwo.deeds.on_structures import ON_STRUCTURES
from engine.inwo.deeds.on_tokens import ON_TOKENS
from engine.inwo.deeds.on_trips import ON_TRIPS
from engine.inwo.deeds.reshaping import RESHAPING
from engine.inwo.deeds.rewording import REWORDING

ON_TABLE: Mapping[ab.DeedName, AimedEffect] = {
    **ON_TOKENS,
    **cards.ON_CARDS,
    **ON_STRUCTURES,
    **RESHAPING,
    **REWORDING,
    **DIVIDING,
    **ON_ALL,
    **ON_LEAVE,
    **ON_TRIPS,
    "take-tokens": AimedEffect(cards.refuse_taking, cards.take_tokens, waits=False),
    "place-tokens": AimedEffect(refuse_aim, cards.place_tokens, waits=False),
    "ruin-resource": AimedEffect(refuse_aim, cards.set_off, waits=False),
    "self-ruin": AimedEffect(refuse_aim, cards.set_off, waits=False),
    "discard-orders": AimedEffect(refuse_aim, cards.set_off, waits=False),
    "undo": AimedEffect(cards.refuse_undoing, cards.undo, waits=False),
    # A number of a play would be for cancelling an action (I35.7).
    "freeze": AimedEffect(refuse_named, cards.freeze, waits=False),
    "lose-word": AimedEffect(refuse_aim, cards.lose_word, waits=False),
    "pass-token": AimedEffect(cards.refuse_passing, cards.place_tokens, waits=False),
    "remove-zaps": AimedEffect(cards.refuse_unzapping, cards.unzap),
    "bring-resource": AimedEffect(cards.refuse_bringing, cards.bring),
    "gain-token": AimedEffect(cards.refuse_gaining, cards.gain_token, waits=False),
    "remove-all-zaps": AimedEffect(cards.refuse_cease_fire, cards.cease_fire),
    "recall": AimedEffect(refuse_aim, cards.recall),
    "borrow-token": AimedEffect(cards.refuse_borrowing, cards.borrow, waits=False),
    "lay-bare": AimedEffect(refuse_aim, cards.lay_bare, waits=False),
    "weaken": AimedEffect(cards.refuse_weakening, cards.weaken, waits=False),
}
