"""A calendar of a seat to subscribe to: when its game is due, and nothing that is not public."""

from __future__ import annotations

import hashlib
import hmac

from pbem.database import Session
from pbem.documents.layout.attachments import public_calendar
from pbem.models import FINISHED, Game, Seat, key_of
from pbem.service.clocks import shown_deadline
from pbem.service.context import ServiceContext
from pbem.service.players.tokens import service_key
from pbem.service.transaction import GameTx
from pbem.service.word_results import WordResult, refused


def calendar_address(tx: GameTx, seat: Seat, *, is_new: bool) -> WordResult:
    """Tell a player where his calendar is, at a new address if he likes."""
    url = tx.service.settings.web.url
    if not url:
        return refused(
            "FEED: this service has no web pages that your calendar program could reach."
        )
    if is_new:
        seat.feed_number = (seat.feed_number or 0) + 1
        tx.session.add(seat)
    address = f"{url.rstrip('/')}/calendar/{key_of(seat)}-{_code(tx.service, tx.session, seat)}.ics"
    what = "FEED NEW: the old address no longer works." if is_new else "FEED:"
    return WordResult(
        f"{what} Your calendar program can subscribe to {address} - it has the deadlines of this "
        "game and nothing secret. FEED NEW changes the address."
    )


def calendar_of(service: ServiceContext, seat_id: int, code: str) -> bytes | None:
    """The calendar at an address; None where that is not one of ours."""
    with service.database.read() as session:
        seat = session.get(Seat, seat_id)
        if seat is None or not hmac.compare_digest(
            code.encode(), _code(service, session, seat).encode()
        ):
            return None
        game = session.get_one(Game, seat.game_id)
    at = None if game.phase == FINISHED else shown_deadline(game)
    return public_calendar(game.name, game.secret_hash, game.turn, at, game.opened_at)


def _code(service: ServiceContext, session: Session, seat: Seat) -> str:
    """Good until it is renewed, or another plays the seat."""
    what = f"calendar:{key_of(seat)}:{seat.person_id}:{seat.feed_number or 0}"
    key = service_key(session, service.settings.mail)
    return hmac.new(key, what.encode(), hashlib.sha256).hexdigest()[:32]
