"""A letter with all that is read beside it, each time in one statement.

What it comes to is written where nothing else can change: its rows are locked, and what is so
beside them is asked at once, so that only what is unusual is seen to by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import defer
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import col

from pbem.database import Session
from pbem.grammar.commands.players import PLAYERS
from pbem.models import NEW, Game, Letter, Outbox, Person, Seat, Vote
from pbem.service.arriving.intake import whole
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
from pbem.service.snapshots import IS_MODERATED, GameRows

# Built once, as every letter asks: to build it takes longer than to run it. What is long is asked
# for once, not beside each seat.
_IS_FIRST = sa.or_(col(Seat.id).is_(None), col(Seat.id) == col(Letter.seat_id))
_long: tuple[Any, Any] = Letter.raw, Game.state
_LETTER = (
    sa.select(
        Letter,
        Game,
        Seat,
        Person,
        IS_MODERATED,
        sa.case((_IS_FIRST, col(Letter.raw))),
        sa.case((_IS_FIRST, col(Game.state))),
    )
    .select_from(Letter)
    .join(Game, col(Game.id) == col(Letter.game_id), isouter=True)
    .join(Seat, (col(Letter.seat_id).is_not(None)) & (col(Seat.game_id) == Game.id), isouter=True)
    .join(Person, col(Person.id) == col(Seat.person_id), isouter=True)
    .where(col(Letter.id) == sa.bindparam("id"))
    .order_by(col(Seat.place))
    .options(*map(defer, _long))
)


def letter_with_game(session: Session, letter_id: int) -> tuple[Letter, GameRows | None]:
    """A letter with its bytes, and the rows of its game where it is for a seat."""
    found = session.execute(_LETTER, {"id": letter_id}).all()
    letter, game, _, _, is_moderated, *_ = found[0]
    raw, state = next((row[5], row[6]) for row in found if row[5] is not None)
    set_committed_value(letter, "raw", raw)
    letter = whole(session, letter)
    if letter.seat_id is None:
        return letter, None
    set_committed_value(game, "state", state)
    return letter, GameRows(game, is_moderated, [(row[2], row[3]) for row in found])


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
_LOCK = (
    sa.select(sa.literal(1))
    .where(
        col(Letter.id) == sa.bindparam("letter"),
        col(Letter.state) == NEW,
        col(Game.id) == col(Letter.game_id),
        col(Seat.id) == col(Letter.seat_id),
    )
    .with_for_update(key_share=True, of=(Letter, Game, Seat))
)
_LOCKED = (
    sa.select(
        Letter,
        Game,
        Seat,
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
    .execution_options(populate_existing=True)
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
        session.connection().execute(_LOCK, meant)
    row = session.execute(_LOCKED, meant).one_or_none()
    if row is None:
        return None
    letter, game, seat = row[:3]
    session.locked_seats.add(seat.id)
    following, is_marked, is_unproved, has_votes = row[7:11]
    last = LastAnswer(*row[11:15]) if row[11] is not None else None
    keep_key(session, row[15])
    reader = Recipient(*row[3:7])
    facts = LetterFacts(reader, following, is_marked, is_unproved, has_votes, last)
    return LockedLetter(letter, game, seat, facts)
