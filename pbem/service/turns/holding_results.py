"""Orders that are closed while the results wait for the moderator, and letters that come then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mails.clock import kept_mail
from pbem.models import FINISHED, NEW, Game, Letter
from pbem.service.clocks import close_orders
from pbem.service.context import ServiceContext, Transaction
from pbem.service.game_settings import waits_for_release
from pbem.service.mailing.outbox import addressee, is_posted, lock_seat, post
from pbem.service.orders.submission import Submission
from pbem.service.snapshots import GameSnapshot, context_for
from pbem.service.transaction import GameTx
from pbem.service.turns.previews import notify_previews


@dataclass(frozen=True, slots=True)
class HoldResults:
    """A turn that is due in a game whose moderator lets results go himself."""

    snapshot: GameSnapshot


def results_to_hold(snapshot: GameSnapshot) -> HoldResults | None:
    """Whether the turn that is due is to wait for the moderator."""
    return HoldResults(snapshot) if waits_for_release(snapshot.game) else None


def hold_results(tx: GameTx) -> None:
    """No more orders for this turn; it is run when the moderator lets it go.

    What would come of it goes to every moderator who may see it.
    """
    game = tx.game
    close_orders(game)
    tx.session.add(game)
    notify_previews(tx)
    text = f"turn {game.turn} of {game.name} is closed; RELEASE TURN {game.turn} lets it run"
    tx.add_notice("closed", text, closed_key(game))


def closed_key(game: Game) -> str:
    """The key of the notice that the open turn is closed."""
    assert game.closed_at is not None, "a turn that is closed was due"
    return f"closed:{game.id}:{game.timeline}:{game.turn}:{game.closed_at:%Y%m%d%H%M%S%f}"


def is_closed(game: Game) -> bool:
    """Whether results wait for the moderator."""
    return game.phase != FINISHED and game.closed_at is not None


def notify_held_letter(
    service: ServiceContext, session: Session, submission: Submission, now: datetime
) -> None:
    """Answer a letter that waits for the results, once."""
    game, key = submission.snapshot.game, f"kept:{submission.letter.id}"
    if game.closed_at is None:
        return
    if is_posted(session, key):
        return
    name = submission.seat.name
    context = context_for(submission.snapshot, name, now, deadline_at=game.deadline_at)
    received_at = submission.letter.received_at
    mail = kept_mail(context, received_at, game.closed_at, submission.mailed.subject)
    to = addressee(game, lock_seat(session, submission.seat), submission.player)
    post(Transaction(service, session, now), to, mail, key)


def release_held_letters(session: Session, game: Game, now: datetime) -> None:
    """The results are out: letters that waited for them are read now."""
    waiting = select(Letter.id).where(Letter.game_id == game.id, Letter.state == NEW)
    ids = list(session.exec(waiting.order_by(col(Letter.received_at), col(Letter.id))).all())
    if not ids:
        return
    # A reader locks its letter before anything else, and must not be waited for here.
    free = session.exec(waiting.with_for_update(skip_locked=True)).all()
    session.execute(sa.update(Letter).where(col(Letter.id).in_(free)).values(next_try_at=now))
    for letter_id in ids:
        session.hint("read_letter", letter_id)
