"""Letters of a moderator, and what he is answered."""

from __future__ import annotations

from sqlmodel import select

from pbem.models import Game, Moderator
from pbem.service.arriving.intake import accept
from pbem.service.seats.moderators import add_moderator, moderators_address
from pbem.service.transaction import GameTx
from tests.support.service_rows import Table, letter_text

EVE = "eve@example.org"
PASS = {"dmarc": "pass"}


def make(table: Table, email: str, name: str = "") -> Moderator:
    with table.database.write() as session:
        game = session.exec(select(Game).where(Game.id == table.game_id)).one()
        return add_moderator(GameTx(table.service, session, table.clock(), game), email, name)


def address(table: Table, moderator: Moderator) -> str:
    with table.database.read() as session:
        return moderators_address(table.service, session, moderator)


def send(
    table: Table,
    moderator: Moderator,
    body: str,
    *,
    sender: str = EVE,
    to: str = "",
    verdicts: dict[str, str] | None = None,
    headers: tuple[str, ...] = (),
    message_id: str | None = None,
) -> int:
    """Store a letter of a moderator, unread; its sender is vouched for unless `verdicts` is {}."""
    rcpt = to or address(table, moderator)
    raw = letter_text(sender, rcpt, body, headers=headers, message_id=message_id)
    return accept(table.service, raw, rcpt, sender, PASS if verdicts is None else verdicts)


def write(table: Table, moderator: Moderator, body: str, **more: object) -> str:
    """Send and read it; the text of the mail he is answered with."""
    mails = table.read(send(table, moderator, body, **more))  # type: ignore[arg-type]
    (answer,) = [m for m in mails if m.moderator_id == moderator.id and m.key.startswith("ack:")]
    return answer.text
