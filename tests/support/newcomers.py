"""Letters of somebody who has no seat yet, and the mails he gets."""

from __future__ import annotations

import re

import pytest
from sqlmodel import col, select

from pbem.models import Outbox
from pbem.service.arriving.intake import accept
from pbem.service.letters.reading import read_letter
from pbem.service.mailing.proving import register
from tests.support.service_rows import Table, letter_text

SERVICE = "game@example.org"


def mails_to(table: Table, email: str) -> list[Outbox]:
    with table.database.read() as session:
        wanted = select(Outbox).where(Outbox.rcpt == email).order_by(col(Outbox.id))
        return list(session.exec(wanted).all())


def write_from(table: Table, sender: str, body: str, to: str = SERVICE) -> Outbox | None:
    """A letter to the service itself; the last mail its writer has got by then."""
    read_letter(table.service, accept(table.service, letter_text(sender, to, body), to, sender))
    mails = mails_to(table, sender)
    return mails[-1] if mails else None


def code_in(mail: Outbox) -> str:
    """The code that stands alone in a line of a mail."""
    [code] = re.findall(r"^    ([A-Z2-7]{8})$", mail.text, re.MULTILINE)
    return str(code)


def let_commands_use(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands work on this table; they leave closing the database to the end of a process."""
    for module in (
        "addresses",
        "console",
        "deleting",
        "founding",
        "letters",
        "moderating",
        "moderators",
        "standby",
    ):
        for name in ("open_context", "reading_context"):
            where = f"pbem.cli.{module}.{name}"
            monkeypatch.setattr(where, lambda _settings: table.service, raising=False)


def prove(table: Table, email: str, other: str, *, is_asked: bool = False) -> None:
    """Let a player have another address, whose code comes back from there."""
    assert is_asked or register(table.service, email, other)
    asked = [mail for mail in mails_to(table, other) if mail.kind == "address_asked"]
    write_from(table, other, f"CONFIRM {code_in(asked[-1])}")


def take_line(table: Table, email: str) -> str:
    """The line that takes the seat, as it stands in the mail that offers it."""
    mail = [mail for mail in mails_to(table, email) if mail.kind == "standby_offer"][-1]
    (line,) = [row for row in mail.text.split("\n") if row.startswith("# TAKE")]
    return line.removeprefix("# ")
