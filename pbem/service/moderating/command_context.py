"""What a command is done with, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.documents.layout.mail_context import Mail
from pbem.grammar.commands import Command
from pbem.models import FINISHED, Game, Moderator, Person
from pbem.service.game_settings import game_settings_of
from pbem.service.transaction import GameTx


@dataclass(frozen=True, slots=True)
class Actor:
    """Who commands: a moderator of the game, or the operator at his machine.

    `is_blind` keeps from him what is hidden in the game (its own moderator plays, or the game is
    a blind one and not over). `is_rival` is whether he plays in it or sits in, over or not.
    """

    name: str
    moderator: Moderator | None = None
    player: Person | None = None
    is_blind: bool = False
    is_rival: bool = False

    @property
    def is_operator(self) -> bool:
        return self.moderator is None

    def sees_letters(self, game: Game) -> bool:
        """Whether he may know which letters came and when; one who plays would learn of rivals
        what no player knows. What was held or failed is for every moderator."""
        return not self.is_rival or game.phase == FINISHED

    def sees_waited(self, game: Game) -> bool:
        """Whether he may know who is waited for; one who plays knows what players know."""
        is_hidden = game_settings_of(game).hide_waited or game.is_window
        return not (self.is_rival and is_hidden and game.phase != FINISHED)


@dataclass(slots=True)
class CommandContext(GameTx):
    """The transaction in which one command is done; `number` is what the act will have in the
    game's log."""

    command: Command = field(kw_only=True)
    actor: Actor = field(kw_only=True)
    number: int = field(kw_only=True)
    letter_id: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Applied:
    """What a command has done.

    `answer` is told to who gave it. `said` is told to every player at once, in general terms; ""
    for nothing. `before` and `after` are what it changed, as JSON, for the log. `mails` go to who
    gave it. A command that only looks (`is_act` false) is not in the log. `notified` are seats that
    have a mail of their own about it, `greeted` a moderator who has; they get no second one. `own`
    is what a seat reads in place of `said`; "" for nothing.
    """

    answer: str
    said: str = ""
    before: Any = None
    after: Any = None
    mails: tuple[Mail, ...] = field(default=())
    is_act: bool = True
    notified: tuple[str, ...] = ()
    own: Mapping[str, str] = field(default_factory=dict)
    greeted: int | None = None


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """Why a command was not done, and what would have worked; nothing has changed."""

    answer: str


Handler = Callable[[CommandContext], Applied | CommandRefused]
"""Does one command. It changes rows of its transaction only, and neither commits nor writes the
log; that the game has changed is counted for it."""

HANDLERS: dict[str, Handler] = {}
"""What does each of the commands, by its name."""


def handles(*names: str) -> Callable[[Handler], Handler]:
    """Let a function do the commands of these names."""

    def keep(handler: Handler) -> Handler:
        HANDLERS.update(dict.fromkeys(names, handler))
        return handler

    return keep
