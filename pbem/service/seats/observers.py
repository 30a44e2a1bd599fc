"""Observers: who does not play gets what everybody may know of a game, after each turn."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cache

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.mails.lobby import watched_mail
from pbem.mails.notices import reopened
from pbem.models import FINISHED, NOBODY, TUTORIAL, Game, Observer, Person, Record, Turn, key_of
from pbem.service.clocks import shown_deadline
from pbem.service.context import ServiceContext
from pbem.service.game_settings import game_settings_of
from pbem.service.history.records import recorded
from pbem.service.mailing.outbox import addressee_of
from pbem.service.preferences import zone_for
from pbem.service.seats.webhooks import hooks_of, queue_hook_calls
from pbem.service.snapshots import GameSnapshot, context_for
from pbem.service.transaction import GameTx

MOST_OFFERED = 50
"""Games that a form lists to be watched."""


def watched_by(session: Session, person: Person) -> list[Game]:
    """The games that a person watches and that are not over, by name."""
    watched = select(Game).join(Observer).where(*_is_of(person), Game.phase != FINISHED)
    return list(session.exec(watched.order_by(col(Game.name))).all())


def watchable(session: Session) -> list[str]:
    """The names of the games that anybody may watch, the newest first."""
    running = select(Game).where(Game.phase != FINISHED, Game.kind != TUTORIAL)
    rows = session.exec(running.order_by(col(Game.id).desc()).limit(MOST_OFFERED)).all()
    return [game.name for game in rows if game_settings_of(game).watch]


def games_to_watch(service: ServiceContext) -> list[str]:
    """`watchable` in a transaction of its own."""
    with service.database.read() as session:
        return watchable(session)


def notify_new_observer(tx: GameTx, row: Observer, person: Person) -> None:
    """Tell somebody who watches from now on how the game stands."""
    mail = _mail(
        tx.snapshot, context_for_anybody(tx.snapshot, tx.now, zone_for(person)), "", is_new=True
    )
    key = f"watched:{key_of(row)}:{tx.now:%Y%m%d%H%M%S%f}"
    tx.post(replace(addressee_of(person), game=tx.game), mail, key)


def notify_observers(tx: GameTx, stage: str, why_again: str = "") -> None:
    """Tell those who watch what everybody may know of what has happened since they were told.

    `stage` names what has just happened; `why_again` stands before it where the turn was open
    before.
    """
    if not game_settings_of(tx.game).watch:
        return
    if hooks_of(tx.session, tx.game):
        anybody = context_for_anybody(tx.snapshot, tx.now, "UTC")
        last = select(Turn.record_seq).where(Turn.game_id == tx.game.id, Turn.undone == 0)
        began = tx.session.exec(last.order_by(col(Turn.record_seq).desc()).limit(1)).first()
        queue_hook_calls(tx, stage, anybody, _story(tx, anybody, (began or 1) - 1))
    rows = tx.session.exec(
        select(Observer, Person)
        .where(Observer.person_id == Person.id, Observer.game_id == tx.game.id)
        .where(col(Observer.stopped_at).is_(None))
        .order_by(col(Observer.id))
    ).all()
    playing = {
        tx.snapshot.players[name].id
        for name, seat in tx.snapshot.seats.items()
        if seat.robot == NOBODY
    }

    @cache
    def mail_for(reported_seq: int, zone: str) -> Mail:
        context = context_for_anybody(tx.snapshot, tx.now, zone)
        mail = _mail(tx.snapshot, context, _story(tx, context, reported_seq))
        return reopened(mail, why_again) if why_again else mail

    for row, person in rows:
        if person.id not in playing:
            mail = mail_for(row.reported_seq, zone_for(person))
            to = replace(addressee_of(person), game=tx.game)
            tx.post(to, mail, f"watched:{stage}:{row.id}")
        row.reported_seq = tx.game.seq
        tx.session.add(row)


def _story(tx: GameTx, context: MailContext, reported_seq: int) -> str:
    events = recorded(tx.session, tx.id, col(Record.seq) > reported_seq)
    return tx.snapshot.ruleset.reporter.public_story(tx.snapshot.state, context, events)


def _mail(
    snapshot: GameSnapshot, context: MailContext, story: str, *, is_new: bool = False
) -> Mail:
    world = snapshot.ruleset.reporter.public_world(snapshot.state, context)
    is_over = snapshot.game.phase == FINISHED
    return watched_mail(context, story, world, is_new=is_new, is_over=is_over)


def context_for_anybody(snapshot: GameSnapshot, now: datetime, zone: str) -> MailContext:
    """Where the game stands, for somebody without a seat: nothing in it is one seat's."""
    first = next(iter(snapshot.seats))
    return replace(
        context_for(snapshot, first, now, deadline_at=shown_deadline(snapshot.game)),
        zone=zone,
        seat="",
        player="",
        silence="pass",
        same_person=(),
        wanted=(),
    )


def _is_of(person: Person) -> tuple[sa.ColumnElement[bool], ...]:
    return (col(Observer.person_id) == person.id, col(Observer.stopped_at).is_(None))
