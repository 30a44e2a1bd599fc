"""`/play`: a stranger sends a form, replies to the mail, and is in; nobody else's form counts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

import pytest
from flask.testing import FlaskClient
from sqlmodel import col, select

from pbem.database import Database
from pbem.models import Letter, OpenGame, OpenSeat, Outbox
from pbem.service.arriving.intake import accept
from pbem.service.context import ServiceContext
from pbem.service.letters.reading import read_letter
from pbem.settings import Settings
from pbem.web import create_app
from tests.support.service_rows import Hands, letter_text, one_line

DESK = "game@example.org"


class Site:
    """The pages, and the letters that come of their forms."""

    def __init__(self, database: Database, web: Mapping[str, str] = MappingProxyType({})) -> None:
        settings = Settings.model_validate({"mail": {"address": DESK}, "web": dict(web)})
        self.service = ServiceContext(database, settings, Hands())

        def take(raw: bytes, rcpt: str, mail_from: str, _verdicts: object) -> int:
            return accept(self.service, raw, rcpt, mail_from)

        self.client: FlaskClient = create_app(self.service, take, lambda _: False).test_client()

    def post(self, headers: Mapping[str, str] = MappingProxyType({}), **fields: str) -> int:
        here = {"base_url": "https://localhost"}
        page = self.client.get("/play", **here).text
        csrf = re.findall(r'name="csrf" value="([^"]+)"', page)[0]
        data = {"csrf": csrf, **fields}
        return self.client.post("/play", data=data, headers=dict(headers), **here).status_code

    def read(self) -> Outbox:
        """Read the newest letter; the mail that comes of it."""
        with self.service.database.read() as session:
            newest = session.exec(select(Letter).order_by(col(Letter.id).desc())).first()
        assert newest is not None and newest.id is not None
        read_letter(self.service, newest.id)
        with self.service.database.read() as session:
            mail = session.exec(select(Outbox).order_by(col(Outbox.id).desc())).first()
        assert mail is not None
        return mail

    def reply(self, sender: str, mail: Outbox) -> Outbox:
        if mail.kind != "lobby_confirm":
            return mail
        raw = letter_text(sender, DESK, "").replace(
            b"Subject: orders", f"Subject: Re: {mail.subject}".encode()
        )
        accept(self.service, raw, DESK, sender)
        return self.read()


@pytest.fixture
def site(sqlite_database: Database) -> Site:
    return Site(sqlite_database)


def test_a_stranger_offers_a_game_and_another_joins_it_on_the_page(site: Site) -> None:
    fields = {"verb": "CREATE", "game": "Fnord-8", "players": "3", "clock": "1d", "alias": "ann"}
    assert site.post(address="ann@example.com", **fields) == 200
    question = site.read()
    assert (question.kind, question.rcpt) == ("lobby_confirm", "ann@example.com")
    assert "Fnord-8" not in site.client.get("/play").text, "nothing is done before the reply"
    answer = one_line(site.reply("ann@example.com", question).text)
    assert "waits for 2 more players" in answer
    page = site.client.get("/play").text
    assert "Fnord-8" in page and "1 of 3 places are taken, by ann" in page
    join = {"verb": "JOIN", "game": "Fnord-8", "alias": "bob"}
    assert site.post(address="bob@example.net", **join) == 200
    site.reply("bob@example.net", site.read())
    with site.service.database.read() as session:
        seats = session.exec(select(OpenSeat).order_by(col(OpenSeat.joined_at))).all()
        assert [seat.name for seat in seats] == ["ann", "bob"]


def test_a_form_of_ours_counts_behind_a_proxy(sqlite_database: Database) -> None:
    site = Site(sqlite_database, web={"url": "https://play.example.org"})
    fields = {"verb": "TUTORIAL", "address": "ann@example.com"}
    ours = {"Origin": "https://play.example.org", "Sec-Fetch-Site": "same-origin"}
    assert site.post(headers=ours, **fields) == 200
    assert site.post(headers={"Origin": "https://evil.example"}, **fields) == 403


def test_forms_of_others_and_wrong_ones_are_refused(site: Site) -> None:
    join = {"verb": "JOIN", "game": "Fnord-8", "address": "ann@example.com"}
    assert site.client.post("/play", data=join).status_code == 400
    assert site.post(**join | {"address": "nobody"}) == 400
    assert site.post(**join | {"verb": "STATUS"}) == 400
    assert site.post(**join | {"address": "ann@example.com\nBcc: eve@example.org"}) == 400
    elsewhere = {"Origin": "https://evil.example"}
    assert site.client.post("/play", data=join, headers=elsewhere).status_code == 403
    with site.service.database.read() as session:
        assert session.exec(select(Letter)).all() == []
        assert session.exec(select(OpenGame)).all() == []


def test_the_page_is_kept_nowhere_and_may_load_nothing_from_outside(site: Site) -> None:
    page = site.client.get("/play")
    assert page.headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    labels = set(re.findall(r'label for="([^"]+)"', page.text))
    assert labels == set(re.findall(r'(?:input|select) id="([^"]+)"', page.text)) and labels
    assert "/play" in site.client.get("/").text


def test_a_game_is_chosen_with_its_rules_of_talk_and_words_are_added(site: Site) -> None:
    page = site.client.get("/play").text
    for field in ("kind", "press", "sender", "window_press", "late_talk", "anonymous"):
        assert f'<select id="create-{field}" name="{field}">' in page
    fields = {"verb": "CREATE", "game": "Fnord-8", "alias": "ann", "kind": "inwo", "press": ""}
    assert site.post(address="ann@example.com", sender="faked", late_talk="off", **fields) == 200
    site.reply("ann@example.com", site.read())
    with site.service.database.read() as session:
        game = session.exec(select(OpenGame)).one()
        assert game.ruleset == "inwo"
        assert game.settings == {"sender": "faked", "late_talk": False}
    words = {"verb": "WORDS", "game": "Fnord-8", "words": "five tons: of flax"}
    assert site.post(address="ann@example.com", **words) == 200
    site.reply("ann@example.com", site.read())
    with site.service.database.read() as session:
        assert session.exec(select(OpenSeat)).one().words == "five tons: of flax"


@pytest.mark.parametrize("verb", ["EXPORT", "DELETE"])
def test_ones_data_are_sent_or_deleted_only_by_a_mailed_code(site: Site, verb: str) -> None:
    assert f'value="{verb}"' in site.client.get("/play").text
    assert site.post(verb=verb, address="ann@example.com") == 200
    question = site.read()
    assert question.kind == "lobby_confirm"
    told = one_line(site.reply("ann@example.com", question).text)
    assert f"{verb} MY DATA: done" in told


@pytest.mark.long
def test_each_line_of_the_lobby_is_a_button(site: Site) -> None:
    create = {"verb": "CREATE", "game": "Fnord-8", "players": "3", "alias": "ann"}
    assert site.post(address="ann@example.com", **create) == 200
    site.reply("ann@example.com", site.read())
    page = site.client.get("/play").text
    for verb in ("MINE", "PROFILE", "GAMES", "INVITE", "HERE", "LEAVE", "START", "CANCEL"):
        assert f'value="{verb}"' in page
    for verb, told in (
        ("MINE", "Fnord-8, as ann: waits for "),
        ("PROFILE", "Name: "),
        ("HERE", "Fnord-8 still waits for players."),
        ("START", "Fnord-8 has begun"),
        ("LEAVE", "Fnord-8 has begun, and nobody changes it from here any more."),
    ):
        assert site.post(address="ann@example.com", verb=verb, game="Fnord-8") == 200
        assert told in one_line(site.reply("ann@example.com", site.read()).text), verb
