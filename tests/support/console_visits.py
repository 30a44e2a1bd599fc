"""A moderator at the console without a browser: he follows his link and fills in forms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from flask.testing import FlaskClient
from sqlmodel import select
from werkzeug.test import TestResponse

from pbem.database import Database
from pbem.models import Game, Moderator, Person, key_of
from pbem.service.console.login import make_link
from pbem.service.context import ServiceContext
from pbem.service.players.addresses import new_player
from pbem.service.players.tokens import first_digest
from pbem.settings import Settings
from pbem.web import create_app
from tests.support.service_rows import Table, new_table

HOME = "http://localhost"
MO = "mo@example.org"
"""The moderator, who does not play."""
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')
_VERSION = re.compile(r'name="version" value="([^"]*)"')
_KEY = re.compile(r'name="key" value="([^"]*)"')


def app_client(service: ServiceContext) -> FlaskClient:
    """A browser without a screen before the desk's pages; no letters come in there."""
    return create_app(service, lambda *_: 1, lambda _: False).test_client()


def add_moderator(
    database: Database, settings: Settings, email: str, game_id: int | None, seed: str = ""
) -> int:
    """Let who has the address, or a new player, moderate a game, or all; his player's number."""
    with database.write() as session:
        player = session.exec(select(Person).where(Person.email == email)).first()
        if player is None:
            name = email.partition("@")[0].title()
            game = session.exec(select(Game)).first()
            assert game is not None
            player = new_player(session, name, email, game.created_at)
        seed = seed or f"{email}:{game_id}"
        session.add(
            Moderator(
                game_id=game_id,
                person_id=key_of(player),
                token_hash=first_digest(session, settings.mail, seed),
                token_seed=seed,
                added_at=player.created_at,
            )
        )
        return key_of(player)


@dataclass(slots=True)
class Visitor:
    """Who sits at the console; `page` is the last answer's text."""

    service: ServiceContext
    client: FlaskClient
    page: str = ""
    code: int = 0

    def get(self, path: str) -> str:
        """Load a page, following redirections."""
        return self._keep(self.client.get(path, follow_redirects=True))

    def post(self, path: str, **fields: str) -> str:
        """Send a form of the page last seen, with its token and its version."""
        return self._keep(self.send(path, fields))

    def send(self, path: str, fields: dict[str, str], **headers: str) -> TestResponse:
        """The same with other headers, and nothing followed."""
        hidden = {"csrf": self.csrf, "version": self.version, "key": self.key}
        return self.client.post(
            path, data=hidden | fields, headers={"Origin": HOME} | headers, buffered=True
        )

    def enter(self, email: str) -> str:
        """Come in by a link."""
        path = make_link(self.service, email).partition("/console")[2]
        self.get(f"/console{path}")
        self.post(f"/console{path}")
        return self.get("/console/")

    def do(self, game_id: int, **fields: str) -> str:
        """Send one of the game's forms, from its page as it is now."""
        self.get(f"/console/game/{game_id}")
        return self.post(f"/console/game/{game_id}/do", **fields)

    def sure(self, game_id: int) -> str:
        """Say yes on the second page, with all that stands in its form."""
        kept = re.findall(r'<textarea name="([^"]+)" hidden>(.*?)</textarea>', self.page, re.S)
        assert kept, "not asked"
        fields = {name: unescape(value) for name, value in kept}
        return self.post(f"/console/game/{game_id}/do", sure="yes", **fields)

    def get_bare(self, path: str) -> str:
        """A page without what is new in it each time it is loaded: the keys of its forms."""
        return _KEY.sub("", _CSRF.sub("", self.get(path)))

    @property
    def csrf(self) -> str:
        """The token in the forms of the page."""
        found = _CSRF.search(self.page)
        return found[1] if found else ""

    @property
    def version(self) -> str:
        """The state of the game that the page shows."""
        found = _VERSION.search(self.page)
        return found[1] if found else ""

    @property
    def key(self) -> str:
        """The page's own key, which lets its forms do their work once."""
        found = _KEY.search(self.page)
        return found[1] if found else ""

    def _keep(self, answer: TestResponse) -> str:
        self.page, self.code = answer.text, answer.status_code
        answer.close()
        return self.page


def moderated_table(database: Database, settings: Settings) -> Table:
    """A table with a moderator who does not play."""
    table = new_table(database, settings)
    add_moderator(database, settings, MO, table.game_id)
    return table


def visitor(table: Table) -> Visitor:
    """Somebody who has not come in yet."""
    return Visitor(table.service, app_client(table.service))
