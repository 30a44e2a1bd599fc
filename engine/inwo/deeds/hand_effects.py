"""What deeds do to hands, decks and piles: one row a deed (I35.15 to I35.29)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.inwo import abilities as ab
from engine.inwo.deeds import on_cards as cards
from engine.inwo.deeds import on_exposed as exposed
from engine.inwo.deeds import on_players as players
from engine.inwo.deeds.aimed import AimedEffect
from engine.inwo.deeds.on_drawn import ON_DRAWN
from engine.inwo.deeds.on_draws import ON_DRAWS
from engine.inwo.deeds.on_hands import ON_HANDS
from engine.inwo.deeds.on_piles import ON_PILES

ON_HANDS_AND_PILES: Mapping[ab.DeedName, AimedEffect] = {
    **ON_PILES,
    **ON_HANDS,
    **ON_DRAWS,
    **ON_DRAWN,
    "discard-exposed": AimedEffect(exposed.refuse_exposed, exposed.discard_exposed),
    "steal-exposed": AimedEffect(exposed.refuse_exposed, exposed.steal_exposed),
    "bury-exposed": AimedEffect(exposed.refuse_burying, exposed.bury_exposed),
    "expose": AimedEffect(players.refuse_hidden, players.expose),
    "hide-own": AimedEffect(exposed.refuse_hiding, exposed.hide),
    "look": AimedEffect(players.refuse_hidden, players.look),
    "look-top": AimedEffect(players.refuse_player, players.look_top),
    "discard-random": AimedEffect(players.refuse_hidden, players.discard_random),
    "discard-top": AimedEffect(players.refuse_player, players.discard_top),
    "draw-to": AimedEffect(players.refuse_drawing_to, players.draw_to),
    "redraw": AimedEffect(players.refuse_drawing_to, players.draw_to),
    "gain-openly": AimedEffect(cards.refuse_nothing, players.gain_openly),
    "pick-take": AimedEffect(players.refuse_hidden, players.pick_discard),
    "expose-both": AimedEffect(players.refuse_exposing_both, players.expose_both),
    "expose-but-one": AimedEffect(players.refuse_exposing_rest, players.expose_rest),
    "redeal": AimedEffect(players.refuse_redealing, players.redeal),
    "ask-discard": AimedEffect(players.refuse_player, players.ask_discard),
    "pick-discard": AimedEffect(players.refuse_hidden, players.pick_discard),
}
