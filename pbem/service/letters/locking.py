"""A letter's rows, locked, with what is so beside them, in one statement.

What the letter comes to is written where nothing else can change, so that only what is unusual is
seen to by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.grammar.commands.players import PLAYERS
from pbem.models import NEW, Game, Letter, Outbox, Seat, Vote
from pbem.prepared import Prepared, TableRows, converted, parts_of
from pbem.service.mailing.bounces import IS_MARKED
from pbem.service.mailing.merging import LastAnswer
from pbem.service.mailing.outbox import ACKNOWLEDGEMENT
from pbem.service.mailing.recipients import RECIPIENT, Recipient, recipient_meant
from pbem.service.mailing.unread import FOLLOWING_OF_SEAT
from pbem.service.orders.judging import Judged
from pbem.service.orders.submission import Submission
from pbem.service.players.addresses import IS_UNPROVED, USED_ADDRESS
from pbem.service.players.tokens import STORED_KEY, keep_key
from pbem.service.seats.votes import OPEN

_LETTERS, _GAMES, _SEATS = TableRows(Letter), TableRows(Game), TableRows(Seat)
_OF_LETTER, _OF_GAME, _OF_SEAT = parts_of(_LETTERS, _GAMES, _SEATS)


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """What is so when a letter is kept, and asks for nothing where all is as usual.

    `following` is the next letter of its seat that is still to be read; `is_marked` says that mail
    to its writer has come back, `is_unproved` that nothing has shown yet that the player's first
    address is his. The `reader` is who reads mail to the seat before the letter has done anything.
    """

    reader: Recipient
    following: int | None
    is_marked: bool
    is_unproved: bool
    has_votes: bool
    last_answer: LastAnswer | None

    def reader_after(self, judgement: Judged) -> Recipient | None:
        """Who reads the answer, unless the letter may have changed that: then he is looked up."""
        only_looks = all(line.word.verb in _LOOKS for line in judgement.commands)
        is_as_was = only_looks and not judgement.resigns and not self.is_marked
        return self.reader if is_as_was else None

    def may_decide(self, judgement: Judged) -> bool:
        """Whether the letter may be what a vote has waited for."""
        return self.has_votes or any(line.word.verb == "VOTE" for line in judgement.commands)


_LOOKS = frozenset(row.name for row in PLAYERS if row.looks)

_NEWEST_ANSWER = (
    sa.select(sa.func.max(col(Outbox.id)))
    .where(
        col(Outbox.seat_id) == sa.bindparam("seat"),
        col(Outbox.kind) == ACKNOWLEDGEMENT,
    )
    .scalar_subquery()
)
_LOCK = Prepared(
    sa.select(sa.literal(1))
    .where(
        col(Letter.id) == sa.bindparam("letter"),
        col(Letter.state) == NEW,
        col(Game.id) == col(Letter.game_id),
        col(Seat.id) == col(Letter.seat_id),
    )
    .with_for_update(key_share=True, of=(Letter, Game, Seat))
)
_LOCKED = Prepared(
    sa.select(
        *_LETTERS.columns,
        *_GAMES.columns,
        *_SEATS.columns,
        *RECIPIENT,
        FOLLOWING_OF_SEAT,
        IS_MARKED,
        sa.exists().where(IS_UNPROVED),
        sa.exists().where(col(Vote.game_id) == sa.bindparam("game"), col(Vote.state) == OPEN),
        col(Outbox.state),
        col(Outbox.attempts),
        col(Outbox.next_try_at),
        col(Outbox.sent_at),
        STORED_KEY,
    )
    .select_from(USED_ADDRESS.outerjoin(Outbox, col(Outbox.id) == _NEWEST_ANSWER))
    .join(Letter, col(Letter.id) == sa.bindparam("letter"))
    .join(Game, col(Game.id) == col(Letter.game_id))
    .join(Seat, col(Seat.id) == col(Letter.seat_id))
    .where(col(Letter.state) == NEW)
)


class LockedLetter(NamedTuple):
    """A letter that is still unread, with its game and its seat as they are now, and what is so
    beside them."""

    letter: Letter
    game: Game
    seat: Seat
    facts: LetterFacts


def lock_letter_of_seat(
    session: Session, submission: Submission, most: int, now: datetime
) -> LockedLetter | None:
    """The rows, locked until the transaction ends; None once somebody else has read the letter.

    Answers that the reader has had within an hour are counted up to `most`.
    """
    player, seat = submission.player, submission.seat
    meant = recipient_meant(player, player.email, seat.id, most, now) | {
        "whose": seat.id,
        "letter": submission.letter.id,
        "sender": submission.mailed.from_addr.casefold(),
        "game": submission.snapshot.game.id,
    }
    if session.get_bind().dialect.name != "sqlite":
        # Whoever had to wait for the rows must not see what was so before.
        _LOCK.rows(session.connection(), meant)
    found, convert = _LOCKED.unread(session.connection(), meant)
    if not found:
        return None
    row, to = found[0], _OF_SEAT.stop
    # Nothing was read before it here, so all is as it is now.
    letter = _LETTERS.add(session, row[_OF_LETTER], convert[_OF_LETTER])
    game = _GAMES.add(session, row[_OF_GAME], convert[_OF_GAME])
    seat = _SEATS.add(session, row[_OF_SEAT], convert[_OF_SEAT])
    session.locked_seats.add(seat.id)
    facts = converted(row[to:], convert[to:])
    reader, last = Recipient(*facts[:4]), None
    following, is_marked, is_unproved, has_votes = facts[4:8]
    if facts[8] is not None:
        last = LastAnswer(*facts[8:12])
    keep_key(session, facts[12])
    known = LetterFacts(reader, following, is_marked, is_unproved, has_votes, last)
    return LockedLetter(letter, game, seat, known)
