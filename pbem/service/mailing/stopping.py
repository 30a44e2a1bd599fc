"""Links that stop mails of their kind (RFC 8058): a player plays on, who watches does not."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from sqlmodel import select

from pbem.database import Session
from pbem.mails.kinds import STOPPABLE
from pbem.models import Game, Observer, Outbox, Seat
from pbem.service.context import ServiceContext, log
from pbem.service.players.addresses import player_at
from pbem.service.players.tokens import service_key

MOST_ID = 2**31 - 1


WATCHED = "watched"
"""The kind of mail that comes because its reader watches a game."""


@dataclass(frozen=True, slots=True)
class StopLink:
    """What a link is about: a kind of mail of one game, and whether it is stopped.

    The mails of who watches are of the kind WATCHED.
    """

    game: str
    kind: str
    called: str
    is_stopped: bool


def stop_link(service: ServiceContext, row: Outbox) -> str:
    """The address that stops mails of this kind for this seat; "" where there is none."""
    url = service.settings.web.url
    if url and row.kind == WATCHED:
        return _watch_link(service, row, url)
    if not url or row.seat_id is None or row.kind not in STOPPABLE:
        return ""
    with service.database.read() as session:
        code = _code(session, service, session.get_one(Seat, row.seat_id), row.kind)
    return f"{url}/stop/{row.seat_id}/{row.kind}/{code}"


def is_stopped(seat: Seat, kind: str) -> bool:
    """Whether mails of a kind are not written to a seat."""
    return kind in STOPPABLE and kind in seat.muted


def look_up(service: ServiceContext, seat_id: int, kind: str, code: str) -> StopLink | None:
    """What a link is about; None where it is not one of ours."""
    with service.database.read() as session:
        seat = session.get(Seat, seat_id) if seat_id <= MOST_ID else None
        if seat is None or not _is_ours(session, service, seat, kind, code):
            return None
        game = session.get(Game, seat.game_id)
        return _choice(seat, game, kind) if game else None


def choose(
    service: ServiceContext, seat_id: int, kind: str, code: str, stop: bool
) -> StopLink | None:
    """Stop mails of a kind or let them come again; None where the link is not one of ours."""
    if look_up(service, seat_id, kind, code) is None:
        # Whoever has no link need not keep writers waiting.
        return None
    with service.database.write() as session:
        wanted = select(Seat).where(Seat.id == seat_id).with_for_update(key_share=True)
        seat = session.exec(wanted).first()
        game = session.get(Game, seat.game_id) if seat else None
        if seat is None or game is None or not _is_ours(session, service, seat, kind, code):
            return None
        others = [one for one in seat.muted if one != kind]
        seat.muted = sorted([*others, kind] if stop else others)
        session.add(seat)
        chosen = _choice(seat, game, kind)
    log.info("kind of mail chosen", seat=seat_id, kind=kind, stopped=stop)
    return chosen


def observer_of(session: Session, row: Outbox) -> Observer | None:
    """Who watches, and got that mail because of it."""
    person = player_at(session, row.rcpt)
    if row.kind != WATCHED or person is None:
        return None
    own = select(Observer).where(Observer.game_id == row.game_id, Observer.person_id == person.id)
    return session.exec(own).first()


def _watch_link(service: ServiceContext, row: Outbox, url: str) -> str:
    with service.database.read() as session:
        observer = observer_of(session, row)
        if observer is None:
            return ""
        return f"{url}/stop/watch/{observer.id}/{_watch_code(session, service, observer)}"


def look_up_watch(service: ServiceContext, observer_id: int, code: str) -> StopLink | None:
    """What the link of a mail to somebody who watches is about; None where it is not ours."""
    with service.database.read() as session:
        observer = _watching(session, service, observer_id, code)
        return _watch_choice(session, observer) if observer is not None else None


def choose_watch(
    service: ServiceContext, observer_id: int, code: str, stop: bool
) -> StopLink | None:
    """Stop watching, or go on; None where the link is not one of ours."""
    if look_up_watch(service, observer_id, code) is None:
        return None
    now = service.clock()
    with service.database.write() as session:
        observer = _watching(session, service, observer_id, code)
        if observer is None:
            return None
        observer.stopped_at = now if stop else None
        session.add(observer)
        chosen = _watch_choice(session, observer)
    log.info("watching chosen", observer=observer_id, stopped=stop)
    return chosen


def _watching(
    session: Session, service: ServiceContext, observer_id: int, code: str
) -> Observer | None:
    observer = session.get(Observer, observer_id) if observer_id <= MOST_ID else None
    if observer is None:
        return None
    own = _watch_code(session, service, observer)
    return observer if hmac.compare_digest(own.encode(), code.encode()) else None


def _watch_choice(session: Session, observer: Observer) -> StopLink:
    game = session.get_one(Game, observer.game_id)
    return StopLink(game.name, WATCHED, "the mails", observer.stopped_at is not None)


def _watch_code(session: Session, service: ServiceContext, observer: Observer) -> str:
    return _signed(session, service, f"stop-watch:{observer.id}:{observer.person_id}")


def _choice(seat: Seat, game: Game, kind: str) -> StopLink:
    return StopLink(game.name, kind, STOPPABLE[kind], is_stopped(seat, kind))


def _is_ours(session: Session, service: ServiceContext, seat: Seat, kind: str, code: str) -> bool:
    if kind not in STOPPABLE:
        return False
    return hmac.compare_digest(_code(session, service, seat, kind).encode(), code.encode())


def _code(session: Session, service: ServiceContext, seat: Seat, kind: str) -> str:
    """Good for as long as the seat has the player it was mailed to."""
    return _signed(session, service, f"stop:{seat.id}:{seat.person_id}:{kind}")


def _signed(session: Session, service: ServiceContext, what: str) -> str:
    key = service_key(session, service.settings.mail)
    return hmac.new(key, what.encode(), hashlib.sha256).hexdigest()[:32]
