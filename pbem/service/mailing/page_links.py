"""Ways into a seat's own page: every mail to a player brings one, until his next report.

A handle is computed from the service's key and the mail's Message-ID, so that a mail sent again
has the same; the tables keep its digest.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import quote

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.documents.layout.plain import plain_text
from pbem.grammar.preferences import WEB
from pbem.models import TUTORIAL, Game, Outbox, Person, Seat, SeatLink, key_of
from pbem.service.context import ServiceContext, Transaction
from pbem.service.game_settings import game_settings_of
from pbem.service.players.tokens import digest_of_token, service_key, token_at
from pbem.settings import MailSettings, Settings

KEPT = timedelta(days=30)
"""How long a link that is over is kept."""
OPEN_PAGE = "Open your page"
"""What stands on the button, and before the address in text."""


def pages_url(settings: Settings, rcpt: str) -> str:
    """Where a seat's pages are for whoever reads mail at that address; "" where he has none.

    Without an address that the world knows only mail that stays on this machine can name them.
    """
    web = settings.web
    if web.url:
        return web.url
    domain = rcpt.rpartition("@")[2].casefold()
    is_here = domain == "localhost" or domain.endswith((".localhost", ".localdomain"))
    if not is_here or not settings.broker.is_embedded:
        return ""
    host = f"[{web.host}]" if ":" in web.host else web.host
    return f"http://{host}:{web.port}"


def keep_link(tx: Transaction, seat: Seat, player: Person, row: dict[str, object]) -> None:
    """Make the way into a seat's page that a new mail brings, where its reader would have one."""
    if not WEB.is_on(player.preferences):
        return
    handle = handle_of(tx.session, tx.mail, str(row["message_id"]))
    made = SeatLink(
        digest=digest_of_token(handle),
        seat_id=key_of(seat),
        person_id=key_of(player),
        email=str(row["rcpt"]),
        created_at=tx.now,
    )
    tx.session.connection().execute(sa.insert(SeatLink), made.model_dump())


def end_links(session: Session, seat: Seat, now: datetime) -> None:
    """A new report goes out: what earlier mails of the seat brought opens nothing any more."""
    earlier = sa.and_(col(SeatLink.seat_id) == seat.id, col(SeatLink.ended_at).is_(None))
    session.connection().execute(sa.update(SeatLink).where(earlier).values(ended_at=now))
    # A mail that is sent again must find the one it brought.
    long_ago = sa.and_(col(SeatLink.seat_id) == seat.id, col(SeatLink.ended_at) < now - KEPT)
    session.connection().execute(sa.delete(SeatLink).where(long_ago))


def handle_of(session: Session, mail: MailSettings, message_id: str) -> str:
    """The handle of the mail with that Message-ID, whether or not it brought one."""
    own = message_id.strip("<>").partition(".")[0]
    return token_at(service_key(session, mail), f"page:{own}", 0)


def page_link(service: ServiceContext, row: Outbox) -> str:
    """The address that a mail's button opens; "" where it has none."""
    base = pages_url(service.settings, row.rcpt)
    if not base or row.seat_id is None:
        return ""
    with service.database.read() as session:
        handle = handle_of(session, service.settings.mail, row.message_id)
        is_there = session.get(SeatLink, digest_of_token(handle)) is not None
    return page_address(base, handle if is_there else "")


def page_address(base: str, handle: str) -> str:
    """The address that a handle opens; "" without one."""
    return f"{base}/seat/enter/{handle}" if base and handle else ""


def with_page_link(text: str, link: str) -> str:
    """A mail's text with the way into the page at its foot."""
    return f"{text}\n{OPEN_PAGE}:\n{link}\n" if link else text


class SentMail(NamedTuple):
    """A mail of ours: whom it went to, its Message-ID and its marked text."""

    rcpt: str
    message_id: str
    body: str


def as_sent(session: Session, settings: Settings, row: SentMail) -> str:
    """The text of a mail of ours with the way into the page that stood below it, if one did."""
    base = pages_url(settings, row.rcpt)
    handle = handle_of(session, settings.mail, row.message_id) if base else ""
    return with_page_link(plain_text(row.body), page_address(base, handle))


def address_of_page(settings: Settings, game: Game) -> str:
    """Where anybody finds the page of a game; "" where there is none."""
    url = settings.web.url
    has_page = url and game.kind != TUTORIAL and game_settings_of(game).watch
    return f"{url.rstrip('/')}/game/{quote(game.name)}" if has_page else ""
