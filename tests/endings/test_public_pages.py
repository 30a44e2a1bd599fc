"""Pages for anybody: each turn, the feed, the opened secrets with their proof, the ratings."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from sqlmodel import select

from pbem.games.contract.proof import verify_states
from pbem.games.registry import ruleset
from pbem.models import Game, Person, Rating
from pbem.web import create_app
from tests.support.registered import (
    database_in,
    play_to_the_finale,
    registered_toy,
    table_of,
    toy_is_registered,
    write,
)
from tests.support.service_rows import Table, one_line

__all__ = ["toy_is_registered"]
PAGES = ("/game/Fnord-7", "/game/Fnord-7/turn", "/game/Fnord-7/feed.atom", "/ratings", "/")
ATOM = "{http://www.w3.org/2005/Atom}"


def browser(table: Table) -> FlaskClient:
    def take(_raw: bytes, _rcpt: str, _from: str, _verdicts: object) -> int:
        raise AssertionError("nothing is sent here")

    return create_app(table.service, take, lambda _: False).test_client()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The toy, over, with a diary and a private word."""
    with registered_toy(), database_in(tmp_path_factory.mktemp("pages")) as database:
        table = table_of(database, "toy", ("ann", "bob"))
        write(table, "ann", "BID 4\nDIARY: never trust cat")
        write(table, "ann", "SAY TO bob: the red one is yours")
        play_to_the_finale(table)
        yield table


@pytest.mark.long
def test_a_turn_is_looked_up_by_a_slider_without_a_script(table: Table) -> None:
    page = browser(table).get("/game/Fnord-7/turn?number=2").text
    assert "turn 2" in page and 'type="range"' in page and 'max="3"' in page
    assert "number=1" in page and "number=3" in page
    assert "bought" in page and "<script" not in page


@pytest.mark.long
def test_a_turn_that_there_is_not_is_not_found(table: Table) -> None:
    for address in ("turn?number=9", "turn?number=x9"):
        answer = browser(table).get(f"/game/Fnord-7/{address}")
        assert answer.status_code == (404 if address.endswith("=9") else 200)
    assert browser(table).get("/game/Nobody-1/turn").status_code == 404


def test_the_feed_is_atom_with_an_entry_a_turn(table: Table) -> None:
    answer = browser(table).get("/game/Fnord-7/feed.atom")
    assert answer.mimetype == "application/atom+xml"
    entries = ElementTree.fromstring(answer.text).findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") or "" for entry in entries]
    assert titles[0] == "The game is over" and titles[-1].startswith("Turn 1")
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == len(entries) == 4


def test_the_secrets_and_their_proof_stand_on_a_page(table: Table) -> None:
    page = one_line(browser(table).get("/game/Fnord-7/finale").text)
    assert "everything is as it was reported" in page and table.game().secret in page
    assert "never trust cat" in page and "ann bid 4" in page
    assert "the red one is yours" not in page, "nobody has opened it"
    assert "PLAY AGAIN" not in page, "a page is no mail"


def test_the_proof_can_be_had_as_a_file(table: Table) -> None:
    answer = browser(table).get("/game/Fnord-7/proof")
    assert 'filename="Fnord-7.json.gz"' in answer.headers["Content-Disposition"]
    assert verify_states(ruleset("toy"), gzip.decompress(answer.data).decode()) == []


def test_no_page_tells_what_players_are_called_elsewhere(table: Table) -> None:
    with table.database.write() as session:
        for person in session.exec(select(Person)).all():
            person.name = f"Secret {person.id}"
            session.add(person)
    for address in (*PAGES, "/game/Fnord-7/finale"):
        page = browser(table).get(address).text
        assert "Secret" not in page.replace("Secret of", "") and "@example.org" not in page, address


def test_ratings_are_listed_by_game(table: Table) -> None:
    with table.database.write() as session:
        for who, mu, called in (("robot:bidder", 24.0, "bidder robot"), ("person:1", 30.0, "ann")):
            row = Rating(
                who=who,
                ruleset="toy",
                mu=mu,
                sigma=5,
                games=2,
                rated_at=table.clock(),
                called=called,
            )
            session.add(row)
    page = browser(table).get("/ratings").text
    assert re.search(r"ann.*1600.*bidder robot.*1360", page, re.S)


def test_a_game_that_may_not_be_watched_has_no_page(table: Table) -> None:
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        kept, game.settings = game.settings, {"watch": False}
        session.add(game)
    for address in ("", "/turn", "/feed.atom", "/finale", "/proof"):
        assert browser(table).get(f"/game/Fnord-7{address}").status_code == 404
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        game.settings = kept
        session.add(game)


@pytest.mark.long
@pytest.mark.parametrize("secret", ("BID 5", "BID 1\nDIARY: x\nSAY TO bob: y"))
def test_what_a_reader_may_not_know_changes_no_byte_of_a_page(secret: str, tmp_path: Path) -> None:
    """A bid before it is opened, a diary and a private word: no page and no feed differs."""
    shown = []
    for at, letter in enumerate(("BID 4", secret)):
        folder = tmp_path / str(at)
        folder.mkdir()
        with database_in(folder) as database:
            table = table_of(database, "toy", ("ann", "bob"))
            write(table, "ann", letter)
            table.sweep()
            client = browser(table)
            shown.append([client.get(address).data for address in PAGES])
            assert client.get("/game/Fnord-7/finale").status_code == 404
            assert client.get("/game/Fnord-7/proof").status_code == 404
    assert shown[0] == shown[1]
