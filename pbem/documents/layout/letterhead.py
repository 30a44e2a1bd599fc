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
    bank: str
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


def letterhead(context: MailContext) -> Letterhead:
    at = context.deadline_at
    return Letterhead(
        proper_name(context.game, 40),
        proper_name(context.player, 30),
        proper_name(context.seat),
        context.turn,
        context.last_turn,
        person(context.to_move, context.seat),
        context.seat == context.to_move or context.seat in context.wanted,
        context.is_round,
        context.is_window,
        context.part > 0,
        context.wanted.index(context.seat) + 1 if context.seat in context.wanted else 0,
        context.is_first,
        clock.full(at, context.zone) if at else "",
        clock.short(at, context.zone, context.now) if at else "",
        clock.span(at - context.now) if at else "",
        clock.full(context.now, context.zone),
        one_line(context.secret_hash, 64),
        one_line(context.opened_secret or "", 64),
        one_line(context.rules_version, 20),
        context.silence == BOT,
        context.bank,
        context.is_page,
    )
