"""What a game's moderator has chosen beside the rules of the game and its clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from pbem.grammar.game_settings import GameSettings
from pbem.models import FINISHED, Game


def game_settings_of(game: Game) -> GameSettings:
    """What is chosen in a game."""
    return game_settings_in(game.settings)


def game_settings_in(kept: Mapping[str, Any]) -> GameSettings:
    """What is chosen, as a game's row keeps it; a name nobody knows any more is left out."""
    known = {field.name for field in fields(GameSettings)}
    return GameSettings(**{k: v for k, v in kept.items() if k in known})


def is_anonymous(game: Game) -> bool:
    """Whether nobody may be told as yet who plays which seat."""
    return game.phase != FINISHED and game_settings_of(game).anonymous


def waits_for_release(game: Game) -> bool:
    """Whether the results of the open turn wait until the moderator lets them go."""
    return game_settings_of(game).release and game.released != game.turn


def save_game_settings(game: Game, choices: GameSettings) -> None:
    """Store the choices in the game's row, those left out that are as they were at first."""
    defaults = asdict(GameSettings())
    kept = {name: now for name, now in asdict(choices).items() if now != defaults[name]}
    game.settings = kept
