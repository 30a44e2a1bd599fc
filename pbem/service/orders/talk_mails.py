"""What is said goes out at once, in threads of its own, or once a day to who wants it so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.documents.layout.clock import zone_of
from pbem.documents.layout.player_texts import PlayerText
from pbem.grammar.orders.parsed import ALL, TalkText
from pbem.grammar.preferences import TALK
from pbem.mails.notices import day_of_words, word_mail
from pbem.models import FINISHED, NEW, Game, Outbox, Person, Seat
from pbem.service.game_settings import game_settings_of
from pbem.service.mailing.outbox import THREAD_IDS, SendWindow, addressee, post
from pbem.service.orders.talk import TalkOrigin, byline, heard_since, is_muted
from pbem.service.preferences import zone_for
from pbem.service.transaction import GameTx

MOST_A_DAY = 50
"""Mails with talk that one seat gets within a day; the rest stands in its next report."""
DAY = timedelta(days=1)
EVENING = time(18)
"""When the talk of a day goes to who wants it once a day, by his own clock."""
_KIND, _DAILY = "word", "words"


def notify_texts(tx: GameTx, by: TalkOrigin, texts: Sequence[TalkText]) -> None:
    """Pass on at once what was said or promised to named players, one mail to each of them for
    each name that is on the texts: what is in one mail has one writer."""
    is_over = tx.game.phase == FINISHED
    for name, seat in tx.snapshot.seats.items():
        heard = [talk for talk in texts if name in _called(talk, tx.snapshot.seats, tx.game)]
        if name == by.seat or not heard:
            continue
        wanted = "once" if is_over else TALK.of(tx.snapshot.players[name].preferences)
        if wanted == "daily":
            _post_daily(tx, tx.seat(name), tx.snapshot.players[name])
        elif wanted == "once" and (is_over or _has_room(tx, seat)):
            _post_at_once(tx, by, name, heard)


def _post_at_once(tx: GameTx, by: TalkOrigin, name: str, heard: Sequence[TalkText]) -> None:
    """A mail for each name on the texts, in the thread of what that name has said before."""
    is_faked = game_settings_of(tx.game).sender == "faked"
    for at, signed in enumerate(dict.fromkeys(talk.signed for talk in heard), by.first):
        seat, who = tx.seat(name), byline(by.seat, signed)
        if is_muted(seat, who):
            continue
        context = tx.context_for(name, deadline_at=tx.shown_deadline)
        texts = [
            PlayerText(t.kind, by.seat, _to(t), t.text, by.turn, signed, t.shown_to)
            for t in heard
            if t.signed == signed
        ]
        to = addressee(tx.game, seat, tx.snapshot.players[name])
        mark = f":from:{who}"
        to = replace(to, thread=_thread(tx, seat, mark))
        key = f"{_KIND}:{by.letter_id}:{at}:{name}{mark}"
        tx.post(to, word_mail(context, texts, is_faked=is_faked), key)


def _thread(tx: GameTx, seat: Seat, mark: str) -> tuple[str, ...]:
    """The Message-IDs of what a seat was sent before under a name: the first and the last ones."""
    ids = select(Outbox.message_id).where(Outbox.seat_id == seat.id, Outbox.kind == _KIND)
    ids = ids.where(col(Outbox.key).endswith(mark, autoescape=True))
    first = tx.session.exec(ids.order_by(col(Outbox.id)).limit(1)).all()
    last = tx.session.exec(ids.order_by(col(Outbox.id).desc()).limit(THREAD_IDS)).all()
    return tuple(dict.fromkeys((*first, *last[::-1])))


def _has_room(tx: GameTx, seat: Seat) -> bool:
    """Whether a seat has not had its fill of talk within a day."""
    wanted = sa.select(sa.func.count()).where(col(Outbox.seat_id) == seat.id)
    wanted = wanted.where(col(Outbox.kind) == _KIND, col(Outbox.created_at) > tx.now - DAY)
    return (tx.session.scalar(wanted) or 0) < MOST_A_DAY


def _post_daily(tx: GameTx, seat: Seat, player: Person) -> None:
    """One mail in the evening with all that was said to a seat since the last."""
    due_at = _evening(player, tx.now)
    texts = heard_since(tx.session, seat, due_at - DAY)
    if not texts:
        return
    is_faked = game_settings_of(tx.game).sender == "faked"
    mail = day_of_words(tx.context_for(seat.name), texts, is_faked=is_faked)
    key = f"{_DAILY}:{seat.id}:{due_at:%Y%m%d%H}"
    waiting = select(Outbox).where(Outbox.key == key).with_for_update()
    row = tx.session.exec(waiting).first()
    if row is None:
        post(tx, addressee(tx.game, seat, player), mail, key, SendWindow(not_before=due_at))
    elif row.state == NEW:
        row.subject, row.body = mail.subject, mail.body
        tx.session.add(row)


def _evening(player: Person, now: datetime) -> datetime:
    """The next evening by a player's clock."""
    here = now.astimezone(zone_of(zone_for(player)))
    at = datetime.combine(here.date(), EVENING, here.tzinfo)
    if at <= here:
        at = datetime.combine(here.date() + DAY, EVENING, here.tzinfo)
    return at.astimezone(now.tzinfo)


def _to(talk: TalkText) -> tuple[str, ...] | None:
    return None if talk.to == ALL else talk.to


def _called(talk: TalkText, seats: Iterable[str], game: Game) -> Sequence[str]:
    """Whom a text is sent to at once: who is named, or everybody when no report will come."""
    if talk.kind not in ("say", "promise"):
        return ()
    if talk.to != ALL:
        return talk.to
    return tuple(seats) if game.phase == FINISHED else ()
