"""What each deed of a card does, and why it cannot: one row a deed (I35.15 to I35.29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.inwo import abilities as ab
from engine.inwo.deeds import on_cards as cards
from engine.inwo.deeds import on_players as players
from engine.inwo.deeds.aimed import Aimed, AimedEffect, TokenRows, refuse_aim
from engine.inwo.deeds.doomed import ON_ACTIONS, tired_by_diet
from engine.inwo.deeds.halves import DIVIDING
from engine.inwo.deeds.on_all import ON_ALL
from engine.inwo.deeds.on_answers import ON_ANSWERS
from engine.inwo.deeds.on_drawn import ON_DRAWN
from engine.inwo.deeds.on_draws import ON_DRAWS
from engine.inwo.deeds.on_hands import ON_HANDS
from engine.inwo.deeds.on_leave import ON_LEAVE
from engine.inwo.deeds.on_piles import ON_PILES
from engine.inwo.deeds.on_plays import ON_PLAYS
from engine.inwo.deeds.on_reactions import ON_REACTIONS
from engine.inwo.deeds.on_starts import ON_STARTS
from engine.inwo.deeds.on_structures import ON_STRUCTURES
from engine.inwo.deeds.on_tokens import ON_TOKENS, plays_silenced, silenced, sold_rows
from engine.inwo.deeds.on_trips import ON_TRIPS, hostile_plays
from engine.inwo.deeds.reshaping import RESHAPING
from engine.inwo.deeds.rewording import REWORDING
from engine.inwo.state import AttackPlay

EFFECTS: Mapping[ab.DeedName, AimedEffect] = {
    **ON_PLAYS,
    **ON_PILES,
    **ON_TOKENS,
    **ON_STARTS,
    **ON_ACTIONS,
    **cards.ON_CARDS,
    **ON_HANDS,
    **ON_DRAWS,
    **ON_ANSWERS,
    **ON_STRUCTURES,
    **RESHAPING,
    **REWORDING,
    **DIVIDING,
    **ON_ALL,
    **ON_DRAWN,
    **ON_LEAVE,
    **ON_REACTIONS,
    **ON_TRIPS,
    "take-tokens": AimedEffect(cards.refuse_taking, cards.take_tokens, waits=False),
    "place-tokens": AimedEffect(refuse_aim, cards.place_tokens, waits=False),
    "ruin-resource": AimedEffect(refuse_aim, cards.set_off, waits=False),
    "self-ruin": AimedEffect(refuse_aim, cards.set_off, waits=False),
    "discard-orders": AimedEffect(refuse_aim, cards.set_off, waits=False),
    "undo": AimedEffect(cards.refuse_undoing, cards.undo, waits=False),
    "freeze": AimedEffect(cards.refuse_freezing, cards.freeze, waits=False),
    "lose-word": AimedEffect(refuse_aim, cards.lose_word, waits=False),
    "pass-token": AimedEffect(cards.refuse_passing, cards.place_tokens, waits=False),
    "remove-zaps": AimedEffect(cards.refuse_unzapping, cards.unzap),
    "bring-resource": AimedEffect(cards.refuse_bringing, cards.bring),
    "discard-exposed": AimedEffect(players.refuse_exposed, players.discard_exposed),
    "steal-exposed": AimedEffect(players.refuse_exposed, players.steal_exposed),
    "bury-exposed": AimedEffect(players.refuse_burying, players.bury_exposed),
    "expose": AimedEffect(players.refuse_hidden, players.expose),
    "hide-own": AimedEffect(players.refuse_hiding, players.hide),
    "look": AimedEffect(players.refuse_hidden, players.look),
    "look-top": AimedEffect(players.refuse_player, players.look_top),
    "discard-random": AimedEffect(players.refuse_hidden, players.discard_random),
    "discard-top": AimedEffect(players.refuse_player, players.discard_top),
    "draw-to": AimedEffect(players.refuse_drawing_to, players.draw_to),
    "redraw": AimedEffect(players.refuse_drawing_to, players.draw_to),
    "gain-token": AimedEffect(cards.refuse_gaining, cards.gain_token, waits=False),
    "remove-all-zaps": AimedEffect(cards.refuse_cease_fire, cards.cease_fire),
    "recall": AimedEffect(refuse_aim, cards.recall),
    "gain-openly": AimedEffect(cards.refuse_nothing, players.gain_openly),
    "borrow-token": AimedEffect(cards.refuse_borrowing, cards.borrow, waits=False),
    "lay-bare": AimedEffect(refuse_aim, cards.lay_bare, waits=False),
    "weaken": AimedEffect(cards.refuse_weakening, cards.weaken, waits=False),
    "pick-take": AimedEffect(players.refuse_hidden, players.pick_discard),
    "expose-both": AimedEffect(players.refuse_exposing_both, players.expose_both),
    "expose-but-one": AimedEffect(players.refuse_exposing_rest, players.expose_rest),
    "redeal": AimedEffect(players.refuse_redealing, players.redeal),
    "ask-discard": AimedEffect(players.refuse_player, players.ask_discard),
    "ask-groups": AimedEffect(players.refuse_upheaval, players.ask_groups),
    "pick-discard": AimedEffect(players.refuse_hidden, players.pick_discard),
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
