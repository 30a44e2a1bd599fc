"""Whose letters wait for a moderator before they are read, and what becomes of such a letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session, lock_game
from pbem.documents.layout.clock import instant
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mails.clock import waiting_mail
from pbem.models import FINISHED, HELD, WEB, Game, Letter, Outbox, key_of
from pbem.service.context import ServiceContext, begin, log
from pbem.service.mailing.unread import close_unread, hint_next
from pbem.service.moderating.letter_list import WAITS
from pbem.service.orders.looked_up import identity_of
from pbem.service.orders.submission import Submission
from pbem.service.transaction import GameTx, on

HELD_BACK = "held"
"""The kind of notice that tells moderators of such a letter."""
_UNSURE = ("-", "code", WEB)
"""Letters that their players have sent and that no moderator has let through yet."""


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
    with begin(service, now) as tx:
        row = close_unread(tx.session, submission.letter, HELD, now)
        if row is None:
            return False
        game = lock_game(tx.session, key_of(submission.snapshot.game))
        if game is None or hold not in holds_of(game):
            tx.session.rollback()
            return None
        twin = _twin(tx.session, row, submission.mailed)
        hint_next(tx.session, row)
        if twin is not None:
            row.outcome, row.note = (
                "duplicate",
                f"not kept: its Message-ID is that of letter {twin}",
            )
            return True
        row.note = f"the letters {hold.whose} wait for a moderator"
        row.hold_act, row.message_id = hold.act, identity_of(submission.mailed)
        tx.session.add(row)
        locked = on(tx, game)
        _notify_moderators(locked, submission, hold)
        _notify_player(locked, submission, hold)
    log.info("letter waits", letter=submission.letter.id, act=hold.act)
    return True


def _twin(session: Session, letter: Letter, mailed: Mailed) -> int | None:
    """The same letter, which came by another way and waits already."""
    identity = identity_of(mailed)
    same = select(Letter.id).where(Letter.seat_id == letter.seat_id, WAITS)
    same = same.where(Letter.message_id == identity, Letter.id != letter.id)
    return session.exec(same.limit(1)).first() if identity else None


def _notify_moderators(tx: GameTx, submission: Submission, hold: Hold) -> None:
    letter, game = submission.letter.id, tx.game
    text = (
        f"Letter {letter} of {submission.seat.name} waits for a moderator. LET {letter} lets "
        f"it count, {hold.end} all that wait."
    )
    if game.deadline_at is not None and game.closed_at is None:
        text += f" The turn does not wait: its deadline is {instant(game.deadline_at)}."
    tx.add_notice(HELD_BACK, text, f"held:{letter}")


def _notify_player(tx: GameTx, submission: Submission, hold: Hold) -> None:
    key, name = f"waits:{tx.id}:{hold.act}:{submission.seat.id}", submission.seat.name
    if tx.session.exec(select(Outbox.id).where(col(Outbox.key) == key)).first() is not None:
        return
    context = tx.context_for(name, deadline_at=tx.game.deadline_at)
    received_at, subject = submission.letter.received_at, submission.mailed.subject
    tx.post_to(name, waiting_mail(context, received_at, hold.contact, subject), key)
