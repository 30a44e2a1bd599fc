"""Kinds of mail that a player has stopped by a mail's own link (RFC 8058); he plays on."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from sqlmodel import select

from pbem.database import Session
from pbem.mails.kinds import STOPPABLE
from pbem.models import Game, Outbox, Seat
from pbem.service.context import ServiceContext, log
from pbem.service.players.tokens import service_key

MOST_ID = 2**31 - 1


@dataclass(frozen=True, slots=True)
class StopLink:
    """What a link is about: a kind of mail of one game, and whether it is stopped."""

    game: str
    kind: str
    called: str
    is_stopped: bool


def stop_link(service: ServiceContext, row: Outbox) -> str:
    """The address that stops mails of this kind for this seat; "" where there is none."""
    url = service.settings.web.url
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


def _choice(seat: Seat, game: Game, kind: str) -> StopLink:
    return StopLink(game.name, kind, STOPPABLE[kind], is_stopped(seat, kind))


def _is_ours(session: Session, service: ServiceContext, seat: Seat, kind: str, code: str) -> bool:
    if kind not in STOPPABLE:
        return False
    return hmac.compare_digest(_code(session, service, seat, kind).encode(), code.encode())


def _code(session: Session, service: ServiceContext, seat: Seat, kind: str) -> str:
    """Good for as long as the seat has the player it was mailed to."""
    key = service_key(session, service.settings.mail)
    what = f"stop:{seat.id}:{seat.person_id}:{kind}"
    return hmac.new(key, what.encode(), hashlib.sha256).hexdigest()[:32]
