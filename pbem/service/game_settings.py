"""What a game's moderator has chosen beside the rules of the game and its clock."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields

from pbem.models import Game


@dataclass(frozen=True, slots=True)
class GameSettings:
    """A game's settings; the defaults are what nobody had to ask for.

    `hide_waited` keeps from players who is waited for; `release` holds results until the moderator
    lets them go; in a `blind` game he sees nothing hidden before its end. `away_days` is how long
    a player may be away in one go without asking, `away_total` in the last 365 days. `standby`
    lets seats that were missed be offered to others (R12.7); `reminders` are sent.
    """

    hide_waited: bool = False
    release: bool = False
    blind: bool = False
    away_days: int = 14
    away_total: int = 42
    standby: bool = True
    reminders: bool = True


def game_settings_of(game: Game) -> GameSettings:
    """What is chosen in a game; a name nobody knows any more is left out."""
    known = {field.name for field in fields(GameSettings)}
    return GameSettings(**{k: v for k, v in game.settings.items() if k in known})


def waits_for_release(game: Game) -> bool:
    """Whether the results of the open turn wait until the moderator lets them go."""
    return game_settings_of(game).release and game.released != game.turn


def save_game_settings(game: Game, choices: GameSettings) -> None:
    """Store the choices in the game's row, those left out that are as they were at first."""
    defaults = asdict(GameSettings())
    kept = {name: now for name, now in asdict(choices).items() if now != defaults[name]}
    game.settings = kept
