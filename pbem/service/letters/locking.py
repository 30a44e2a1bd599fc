"""A letter with all that is read beside it, each time in one statement.

What it comes to is written where nothing else can change: its rows are locked, and what is so
beside them is asked at once, so that only what is unusual is seen to by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.grammar.commands.players import PLAYERS
from pbem.models import NEW, Game, Letter, Outbox, Seat, Vote
from pbem.service.arriving.intake import whole
from pbem.service.letters.seat_commands import SeatTx
from pbem.service.mailing.bounces import IS_MARKED
from pbem.service.mailing.merging import LastAnswer
from pbem.service.mailing.outbox import ACKNOWLEDGEMENT
from pbem.service.mailing.recipients import RECIPIENT, Recipient, recipient_meant
from pbem.service.mailing.unread import FOLLOWING_OF_SEAT
from pbem.service.orders.judging import Judged
from pbem.service.players.addresses import IS_UNPROVED, USED_ADDRESS
from pbem.service.players.tokens import STORED_KEY, keep_key
from pbem.service.seats.votes import OPEN
from pbem.service.snapshots import IS_MODERATED, GameRows, seats_of

# Built once, as every letter asks: to build it takes longer than to run it.
_LETTER = (
    select(Letter, Game, IS_MODERATED)
    .join(Game, col(Game.id) == col(Letter.game_id), isouter=True)
    .where(Letter.id == sa.bindparam("id"))
)


def letter_with_game(session: Session, letter_id: int) -> tuple[Letter, GameRows | None]:
    """A letter with its bytes, and the rows of its game where it is for a seat."""
    letter, game, is_moderated = session.exec(_LETTER, params={"id": letter_id}).one()
    letter = whole(session, letter)
    if letter.seat_id is None:
        return letter, None
    return letter, GameRows(game, is_moderated, seats_of(session, game.id))


class LockedLetter(NamedTuple):
    """A letter that is still unread, with its game and its seat as they are now."""

    letter: Letter
    game: Game
    seat: Seat


_LOCKED = (
    select(Letter, Game, Seat)
    .where(
        col(Letter.id) == sa.bindparam("id"),
        col(Game.id) == col(Letter.game_id),
        col(Seat.id) == col(Letter.seat_id),
    )
    .with_for_update(key_share=True, of=(Letter, Game, Seat))
    .execution_options(populate_existing=True)
)


def lock_letter_of_seat(session: Session, letter_id: int) -> LockedLetter | None:
    """The rows, locked until the transaction ends; None once somebody else has read the letter."""
    found = session.exec(_LOCKED, params={"id": letter_id}).one_or_none()
    if found is None or found[0].state != NEW:
        return None
    session.locked_seats.add(found[2].id)
    return LockedLetter(*found)


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
_FACTS = sa.select(
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
).select_from(USED_ADDRESS.outerjoin(Outbox, col(Outbox.id) == _NEWEST_ANSWER))


def facts_of(tx: SeatTx, letter: Letter, sender: str) -> LetterFacts:
    """Look up what is so beside a letter from that address."""
    player, seat_id, most = tx.player, tx.row.id, tx.mail.answers_an_hour
    meant = recipient_meant(player, player.email, seat_id, most, tx.now) | {
        "whose": seat_id,
        "letter": letter.id,
        "sender": sender.casefold(),
        "game": tx.game.id,
    }
    row = tx.session.connection().execute(_FACTS, meant).one()
    following, is_marked, is_unproved, has_votes = row[4:8]
    last = LastAnswer(*row[8:12]) if row[8] is not None else None
    keep_key(tx.session, row[12])
    return LetterFacts(Recipient(*row[:4]), following, is_marked, is_unproved, has_votes, last)
