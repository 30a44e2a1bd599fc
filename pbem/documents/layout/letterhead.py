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
    """Everything a template may say of a `MailContext`; nothing in it can break the layout."""

    game: str
    player: str
    seat: str
    turn: int
    last_turn: int
    to_move: NamedPlayer
    is_my_turn: bool
    is_round: bool
    is_window: bool
    """Whether a script is announced, which others may answer."""
    is_resumed: bool
    """Whether the turn goes on after a part of it was run."""
    place: int
    """Where the reader's script comes in a round, from 1; 0 where none is asked of him."""
    is_first: bool
    deadline: str
    deadline_short: str
    left: str
    now: str
    secret_hash: str
    opened_secret: str
    rules_version: str
    is_bot: bool
    """Whether a robot plays the turns for which the reader sends nothing."""
    bank: str
    is_page: bool

    @property
    def has_deadline(self) -> bool:
        return bool(self.deadline)

    @property
    def is_all_act(self) -> bool:
        """Whether a round is open: the scripts of all are asked for, whoever comes first."""
        return self.is_round and not self.is_resumed

    @property
    def is_namesake(self) -> bool:
        """Whether the seat is called as its player is, so that once is enough."""
        return self.player.casefold() == self.seat.casefold()


def letterhead(context: MailContext) -> Letterhead:
    at = context.deadline_at
    return Letterhead(
        game=proper_name(context.game, 40),
        player=proper_name(context.player, 30),
        seat=proper_name(context.seat),
        turn=context.turn,
        last_turn=context.last_turn,
        to_move=person(context.to_move, context.seat),
        is_my_turn=context.seat == context.to_move or context.seat in context.wanted,
        is_round=context.is_round,
        is_window=context.is_window,
        is_resumed=context.part > 0,
        place=context.wanted.index(context.seat) + 1 if context.seat in context.wanted else 0,
        is_first=context.is_first,
        deadline=clock.full(at, context.zone) if at else "",
        deadline_short=clock.short(at, context.zone, context.now) if at else "",
        left=clock.span(at - context.now) if at else "",
        now=clock.full(context.now, context.zone),
        secret_hash=one_line(context.secret_hash, 64),
        opened_secret=one_line(context.opened_secret or "", 64),
        rules_version=one_line(context.rules_version, 20),
        is_bot=context.silence == BOT,
        bank=context.bank,
        is_page=context.is_page,
    )
