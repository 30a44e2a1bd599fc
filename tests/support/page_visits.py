"""A player at his seat's page without a browser: he presses the button of a mail and fills in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from flask.testing import FlaskClient
from sqlmodel import col, select

from pbem.database import Database
from pbem.models import Outbox
from pbem.service.context import ServiceContext
from pbem.service.sending.messages import message_of
from pbem.settings import FinaleSettings, Settings
from pbem.web import create_app
from tests.support.service_rows import Table, new_table

HOME = "https://play.example.org"
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')
_HIDDEN = re.compile(r'name="(mark|key)" value="([^"]*)"')
_WAY = re.compile(re.escape(HOME) + r"(/seat/enter/\w+)")


def with_pages() -> Settings:
    """A service that the world reaches."""
    return Settings.model_validate(
        {
            "mail": {"address": "game@example.org", "answer_gap_seconds": 0},
            "web": {"url": HOME},
        }
    )


def way_in(service: ServiceContext, mail: Outbox) -> str:
    """Where a mail's button leads, without the host; "" where it has none."""
    found = _WAY.search(message_of(service, mail, None).text)
    return found[1] if found else ""


def newest_way(service: ServiceContext, email: str) -> str:
    """The button of the newest mail to an address that has one."""
    with service.database.read() as session:
        wanted = select(Outbox).where(Outbox.rcpt == email).order_by(col(Outbox.id).desc())
        rows = session.exec(wanted).all()
    return next(filter(None, (way_in(service, row) for row in rows)), "")


@dataclass(slots=True)
class Device:
    """A browser; `page` is the last answer's text."""

    service: ServiceContext
    client: FlaskClient = field(init=False)
    page: str = ""
    code: int = 0
    at: str = ""

    def __post_init__(self) -> None:
        self.client = create_app(self.service, lambda *_: 1, lambda _: False).test_client()

    def get(self, path: str) -> str:
        """Load a page."""
        answer = self.client.get(path, base_url=HOME, follow_redirects=True)
        return self._keep(answer)

    def post(self, path: str, **fields: str) -> str:
        """Send a form of the page last seen, with all that is hidden in it."""
        hidden = dict(_HIDDEN.findall(self.page))
        found = _CSRF.search(self.page)
        data = {"csrf": found[1] if found else ""} | hidden | fields
        answer = self.client.post(
            path, base_url=HOME, data=data, headers={"Origin": HOME}, follow_redirects=True
        )
        return self._keep(answer)

    def enter(self, way: str) -> str:
        """Press the button of a mail."""
        self.get(way)
        return self.post(way)

    def save(self, text: str, **fields: str) -> str:
        """Load the page anew, and file these orders from it."""
        self.get(self.at)
        return self.post(f"{self.at}/orders", orders=text, **fields)

    def check(self, text: str) -> str:
        """What the lines would come to."""
        self.get(self.at)
        return self.post(f"{self.at}/check?part=lines", orders=text)

    def _keep(self, answer) -> str:  # type: ignore[no-untyped-def]
        self.page, self.code = answer.text, answer.status_code
        path = answer.request.path
        if re.fullmatch(r"/seat/\d+", path):
            self.at = path
        answer.close()
        return self.page


def opened_by(table: Table, seat: str, email: str = "") -> Device:
    """The page of a seat, opened by its player's newest mail."""
    device = Device(table.service)
    device.enter(newest_way(table.service, email or f"{seat}@example.org"))
    assert device.code == 200, device.page
    return device


def finished_table(database: Database, name: str = "Fnord-7") -> Table:
    """A game that has ended in a draw of ann and bob, with its finale told."""
    settings = with_pages().model_copy(update={"finale": FinaleSettings(cpu_seconds=1)})
    table = new_table(database, settings, name=name, seed=9, position=None)
    for _ in range(4):
        table.run_turn()
    for seat in ("ann", "bob", "cat", "dee"):
        table.read(table.send(seat, "VOTE DRAW ann, bob"))
    table.clock.on(seconds=5)
    while table.sweep():
        pass
    return table
