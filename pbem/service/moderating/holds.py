"""Whose letters wait for a moderator before they are read, and what becomes of such a letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session, lock_game
from pbem.documents.layout.instants import instant
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mails.clock import waiting_mail
from pbem.models import FINISHED, HELD, Game, Letter, Outbox, key_of
from pbem.service.context import ServiceContext, log
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.mailing.unread import close_unread, hint_next
from pbem.service.moderating.letter_list import WAITS
from pbem.service.moderating.quarantine import identity_of
from pbem.service.notices import add_notice
from pbem.service.orders.submission import Submission
from pbem.service.snapshots import about_for

HELD_BACK = "held"
"""The kind of notice that tells moderators of such a letter."""
_UNSURE = ("-", "code")
"""Letters that came by mail and that no moderator has let through yet."""


@dataclass(frozen=True, slots=True)
class Hold:
    """All letters of a seat, or all from an address.

    `act` is the act that began it, `contact` the address of whoever did that.
    """

    act: int
    seat: str = ""
    sender: str = ""
    contact: str = ""

    @property
    def whose(self) -> str:
        """`of bob`, `from bob@example.org`."""
        return f"of {self.seat}" if self.seat else f"from {self.sender}"

    @property
    def end(self) -> str:
        """The command that ends it."""
        return f"RELEASE SEAT {self.seat}" if self.seat else f"RELEASE SENDER {self.sender}"


def holds_of(game: Game) -> tuple[Hold, ...]:
    """What is held in a game, the oldest first."""
    return tuple(Hold(**kept) for kept in game.holds)


def keep_holds(game: Game, holds: Sequence[Hold]) -> None:
    """Store them in the game's row."""
    game.holds = [asdict(hold) for hold in holds]


def format_holds(game: Game) -> list[str]:
    """A sentence for each, for moderators."""
    return [
        f"The letters {hold.whose} wait (number {hold.act} in the log); {hold.end} reads them."
        for hold in holds_of(game)
    ]


def hold_on(submission: Submission) -> Hold | None:
    """By which hold a letter waits; None where it is read."""
    if submission.letter.accepted_by not in _UNSURE or submission.snapshot.game.phase == FINISHED:
        return None
    sender = submission.mailed.from_addr.casefold()
    holds = holds_of(submission.snapshot.game)
    return next(
        (hold for hold in holds if submission.seat.name == hold.seat or sender == hold.sender), None
    )


def hold_back(
    service: ServiceContext, submission: Submission, hold: Hold, now: datetime
) -> bool | None:
    """Keep a letter unread and tell its player, once, and the moderators; True if this call did.

    None where the hold is over by now, so that the letter is to be read.
    """
    with service.database.write() as session:
        row = close_unread(session, submission.letter, HELD, now)
        if row is None:
            return False
        game = lock_game(session, key_of(submission.snapshot.game))
        if game is None or hold not in holds_of(game):
            session.rollback()
            return None
        twin = _twin(session, row, submission.mailed)
        hint_next(session, row)
        if twin is not None:
            row.fate, row.note = "duplicate", f"not kept: its Message-ID is that of letter {twin}"
            return True
        row.note = f"the letters {hold.whose} wait for a moderator"
        row.hold_act, row.message_id = hold.act, identity_of(submission.mailed)
        session.add(row)
        _notify_moderators(session, game, submission, hold, now)
        _notify_player(service, session, game, submission, hold, now)
    log.info("letter waits", letter=submission.letter.id, act=hold.act)
    return True


def _twin(session: Session, letter: Letter, mailed: Mailed) -> int | None:
    """The same letter, which came by another way and waits already."""
    identity = identity_of(mailed)
    same = select(Letter.id).where(Letter.seat_id == letter.seat_id, WAITS)
    same = same.where(Letter.message_id == identity, Letter.id != letter.id)
    return session.exec(same.limit(1)).first() if identity else None


def _notify_moderators(
    session: Session, game: Game, submission: Submission, hold: Hold, now: datetime
) -> None:
    letter = submission.letter.id
    text = (
        f"Letter {letter} of {submission.seat.name} waits for a moderator. LET {letter} lets "
        "it count, "
    )
    text += f"{hold.end} all that wait."
    if game.deadline_at is not None and game.closed_at is None:
        text += f" The turn does not wait: its deadline is {instant(game.deadline_at)}."
    add_notice(session, HELD_BACK, text, key=f"held:{letter}", now=now, game_id=game.id)


def _notify_player(
    service: ServiceContext,
    session: Session,
    game: Game,
    submission: Submission,
    hold: Hold,
    now: datetime,
) -> None:
    key = f"waits:{game.id}:{hold.act}:{submission.seat.id}"
    if session.exec(select(Outbox.id).where(col(Outbox.key) == key)).first() is not None:
        return
    about = about_for(submission.snapshot, submission.seat.name, now, deadline_at=game.deadline_at)
    mail = waiting_mail(
        about, submission.letter.received_at, hold.contact, submission.mailed.subject
    )
    to = addressee(game, fresh_seat(session, submission.seat), submission.player)
    post(session, service.settings.mail, to, mail, key=key, now=now, turn=game.turn)
