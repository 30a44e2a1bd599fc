"""What every mail of a game shows: names made safe, times in the player's zone."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.documents.layout import clock
from pbem.documents.layout.cast import NamedPlayer, person
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.plain import one_line, proper_name

BOT = "bot"
"""A seat's default by which a robot plays the turn that its player misses (R12.7)."""


@dataclass(frozen=True, slots=True)
class Letterhead:
    """Everything a template may say of an `MailContext`; nothing in it can break the layout.

    `is_answered` says that a script is announced, `is_paused` that a turn goes on; `place` is
    where the reader's script comes in a round, from 1, and 0 where none is asked of him. `is_bot`
    says that a robot plays the turns for which he sends nothing.
    """

    game: str
    player: str
    seat: str
    turn: int
    last_turn: int
    to_move: NamedPlayer
    is_my_turn: bool
    is_round: bool
    is_answered: bool
    is_paused: bool
    place: int
    is_first: bool
    deadline: str
    deadline_short: str
    left: str
    now: str
    secret_hash: str
    opened_secret: str
    rules_version: str
    is_bot: bool
    is_page: bool

    @property
    def has_deadline(self) -> bool:
        return bool(self.deadline)

    @property
    def is_all_act(self) -> bool:
        """Whether a round is open: the scripts of all are asked for, whoever comes first."""
        return self.is_round and not self.is_paused

    @property
    def is_namesake(self) -> bool:
        """Whether the seat is called as its player is, so that once is enough."""
        return self.player.casefold() == self.seat.casefold()


def letterhead(about: MailContext) -> Letterhead:
    at = about.deadline_at
    return Letterhead(
        proper_name(about.game, 40),
        proper_name(about.player, 30),
        proper_name(about.seat),
        about.turn,
        about.last_turn,
        person(about.to_move, about.seat),
        about.seat == about.to_move or about.seat in about.wanted,
        about.is_round,
        about.is_window,
        about.part > 0,
        about.wanted.index(about.seat) + 1 if about.seat in about.wanted else 0,
        about.is_first,
        clock.full(at, about.zone) if at else "",
        clock.short(at, about.zone, about.now) if at else "",
        clock.span(at - about.now) if at else "",
        clock.full(about.now, about.zone),
        one_line(about.secret_hash, 64),
        one_line(about.opened_secret or "", 64),
        one_line(about.rules_version, 20),
        about.silence == BOT,
        about.is_page,
    )
