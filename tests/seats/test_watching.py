"""WATCH and a game's page: who does not play is told what everybody may know, and no more."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from shutil import copyfile

import pytest
from sqlmodel import col, select

from pbem.database import Database, open_database
from pbem.models import FINISHED, TUTORIAL, Game, Letter, Observer, Outbox
from pbem.service.arriving.intake import accept
from pbem.service.letters.reading import read_letter
from pbem.service.lobby import watching
from pbem.service.sending.messages import message_of
from pbem.settings import Settings
from pbem.web import create_app
from tests.support.newcomers import SERVICE, mails_to, write_from
from tests.support.service_rows import FNORD, Table, change, letter_text, new_table, one_line

ZED = "zed@example.net"


def settings_at(database_url: str, **web: str) -> Settings:
    mail = {"address": SERVICE, "answer_gap_seconds": 0}
    values = {"database": {"url": database_url}, "mail": mail, "web": web}
    return Settings.model_validate(values)


@pytest.fixture
def table(sqlite_database: Database, sqlite_url: str) -> Table:
    return new_table(sqlite_database, settings_at(sqlite_url))


def asks(table: Table, body: str, sender: str = ZED) -> str:
    """What the writer of a letter is told, once he has sent back the code that he is asked for."""
    question = write_from(table, sender, body)
    assert question is not None and question.kind == "lobby_confirm", question
    (code,) = re.findall(r"\(([A-Z2-7]{8})\)", question.subject)
    answer = write_from(table, sender, code)
    assert answer is not None and answer.kind == "lobby"
    return one_line(answer.text)


def watched(table: Table, email: str = ZED) -> list[Outbox]:
    return [mail for mail in mails_to(table, email) if mail.kind == "watched"]


def test_who_watches_gets_how_it_stands_and_each_turn(table: Table) -> None:
    table.write("ann", "RUMOUR: The Yuppies are for sale.\nDIARY: never trust bob")
    assert "You watch Fnord-7." in asks(table, "WATCH fnord-7")
    (first,) = watched(table)
    assert "You watch this game" in first.subject and "STANDINGS" in first.text
    table.write("ann", "TAKE Yuppies WITH Mafia SPEND 3")
    table.run_turn()
    (_, told) = watched(table)
    text = one_line(told.text)
    assert told.subject == "[Fnord-7] As anybody may see it: turn 6 is open"
    assert "Yuppies" in text and "bob is to move" in text and "# UNWATCH Fnord-7" in text
    assert all(len(line) <= 72 for line in told.text.split("\n")), told.text
    for secret in ("Bribery", "Slush Fund", "Swiss Bank", "never trust", "for sale"):
        assert secret not in text
    mine = write_from(table, ZED, "MINE")
    assert mine is not None and "Fnord-7: you watch it." in one_line(mine.text)
    assert "You get no more mail" in asks(table, "UNWATCH Fnord-7")
    table.run_turn()
    assert len(watched(table)) == 2
    assert "You do not watch" in asks(table, "UNWATCH Fnord-7")
    assert "You watch Fnord-7." in asks(table, "WATCH Fnord-7"), "he may come back"


def test_who_may_not_watch_is_told_why(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "You play Fnord-7" in asks(table, "WATCH Fnord-7", "ann@example.org")
    assert "No game called Fnord-9 is being played" in asks(table, "WATCH Fnord-9")
    change(table, lambda game: setattr(game, "settings", {"watch": False}))
    assert "private: nobody watches it" in asks(table, "WATCH Fnord-7")
    change(table, lambda game: setattr(game, "settings", {}))
    monkeypatch.setattr(watching, "MOST_OBSERVERS", 0)
    assert "0 people watch Fnord-7" in asks(table, "WATCH Fnord-7", "yan@example.net")
    monkeypatch.setattr(watching, "MOST_WATCHED", 0)
    assert "UNWATCH one first" in asks(table, "WATCH Fnord-7", "yan@example.net")
    change(table, lambda game: setattr(game, "phase", FINISHED))
    assert "is being played" in asks(table, "WATCH Fnord-7", "xia@example.net")
    assert watched(table) == []


def test_nobody_else_makes_an_address_watch(table: Table) -> None:
    question = write_from(table, ZED, "WATCH Fnord-7")
    assert question is not None and "Fnord" not in question.subject + question.text
    with table.database.read() as session:
        assert session.exec(select(Observer)).all() == []


def other_secrets(position: str) -> str:
    """The same as far as anybody may know: other hands, other money, another deck."""
    other = position.replace('"bribery", "slush-fund"', '"deep-agent", "swiss-bank-account"')
    other = other.replace('["swiss-bank-account"]\n', '["bribery"]\n')
    assert other != position
    return other.replace("money = 12", "money = 17").replace("money = 7\n", "money = 8\n")


@pytest.mark.long
def test_what_an_observer_may_not_know_changes_no_byte(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path
) -> None:
    copyfile(sqlite_url.removeprefix("sqlite:///"), tmp_path / "twin.db")
    twin = settings_at(f"sqlite:///{tmp_path}/twin.db")
    told = []
    for database, position in (
        (sqlite_database, FNORD),
        (open_database(twin), other_secrets(FNORD)),
    ):
        table = new_table(database, twin, position=position)
        asks(table, "WATCH Fnord-7")
        table.write("ann", "TAKE Yuppies WITH Mafia SPEND 3")
        table.write("bob", "GUARD ALL UNTIL 5 MAX 4 EACH\nDIARY: cat is weak")
        table.run_turn()
        told.append([(m.subject, m.body, m.to_name, m.created_at) for m in watched(table)])
        database.close()
    assert told[0] == told[1] and len(told[0]) == 2


@pytest.mark.long
def test_a_link_in_the_mail_ends_it(sqlite_database: Database, sqlite_url: str) -> None:
    table = new_table(sqlite_database, settings_at(sqlite_url, url="https://play.example.org"))
    asks(table, "WATCH Fnord-7")
    (mail,) = watched(table)
    link = message_of(table.service, mail, table.game()).unsubscribe
    path = link.removeprefix("https://play.example.org")
    assert path.startswith("/stop/watch/1/")
    client = create_app(table.service, lambda *_: 0, lambda _: False).test_client()
    assert "You watch Fnord-7" in client.get(path).text
    table.run_turn()
    assert len(watched(table)) == 2, "to look stops nothing"
    assert "do not watch Fnord-7 any more" in client.post(path).text
    table.run_turn()
    assert len(watched(table)) == 2
    assert client.post(f"{path}x").status_code == 404
    assert "You watch Fnord-7" in client.post(path, data={"again": "yes"}).text
    assert "<option>Fnord-7</option>" in client.get("/play").text


def test_a_complaint_ends_it(table: Table) -> None:
    asks(table, "WATCH Fnord-7")
    (mail,) = watched(table)
    parts = (
        "Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1\n",
        f"Content-Type: message/rfc822\n\nMessage-ID: {mail.message_id}\nSubject: x\n\nx\n",
    )
    body = "".join(f"--B\n{part}\n" for part in ("Content-Type: text/plain\n\nspam\n", *parts))
    kind = "multipart/report; report-type=feedback-report; boundary=B"
    raw = letter_text(
        "fbl@provider.example", SERVICE, f"{body}--B--", headers=(f"Content-Type: {kind}",)
    )
    read_letter(table.service, accept(table.service, raw, SERVICE, "fbl@provider.example"))
    with table.database.read() as session:
        letter = session.exec(select(Letter).order_by(col(Letter.id).desc())).first()
        (observer,) = session.exec(select(Observer)).all()
    assert letter is not None and letter.note == "complaint: watched"
    assert observer.stopped_at is not None


def page(table: Table, path: str = "/game/Fnord-7", status: int = 200) -> str:
    client = create_app(table.service, lambda *_: 0, lambda _: False).test_client()
    answer = client.get(path)
    assert answer.status_code == status, answer.text
    return answer.text


def test_a_page_tells_what_everybody_may_know(table: Table) -> None:
    listed = page(table, "/")
    assert '<a href="/game/Fnord-7">Fnord-7</a>' in listed
    first = page(table)
    assert "It is turn 5" in first and "The last turn" not in first
    table.write("ann", "TAKE Yuppies WITH Mafia SPEND 3\nDIARY: never trust bob")
    table.run_turn()
    told = one_line(page(table))
    assert "It is turn 6; bob is to move; the deadline is" in told
    assert "The last turn" in told and "Standings" in told.title() and 'id="card-yuppies"' in told
    assert not re.search(r"<style| style=|<script", told), "the pages' own rules would refuse them"
    for secret in ("Bribery", "Slush Fund", "Swiss Bank", "never trust", "@example"):
        assert secret not in told


def test_a_game_that_nobody_watches_has_no_page(table: Table) -> None:
    change(table, lambda game: setattr(game, "settings", {"watch": False}))
    refused = page(table, status=404)
    assert "No game that anybody may watch has this name." in refused
    assert refused.replace("Fnord-7", "Fnord-9") == page(table, "/game/Fnord-9", 404)
    assert "/game/" not in page(table, "/") and "Fnord-7" in page(table, "/")

    def put_away(game: Game) -> None:
        game.settings, game.archived_at = {}, game.created_at

    change(table, put_away)
    page(table, status=404)

    def taught(game: Game) -> None:
        game.archived_at, game.kind = None, TUTORIAL

    change(table, taught)
    page(table, status=404)


def test_a_game_that_is_over_says_so(table: Table) -> None:

    def end(game: Game) -> None:
        game.phase, game.finished_at = FINISHED, game.created_at + timedelta(days=3)

    change(table, end)
    told = page(table)
    assert "The game is over since" in told and "is to move" not in told


@pytest.mark.long
def test_what_nobody_may_know_changes_no_byte_of_the_page(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path
) -> None:
    copyfile(sqlite_url.removeprefix("sqlite:///"), tmp_path / "twin.db")
    twin = settings_at(f"sqlite:///{tmp_path}/twin.db")
    told = []
    for database, position in (
        (sqlite_database, FNORD),
        (open_database(twin), other_secrets(FNORD)),
    ):
        table = new_table(database, twin, position=position)
        pages = [page(table)]
        table.write("ann", "TAKE Yuppies WITH Mafia SPEND 3")
        table.write("bob", "GUARD ALL UNTIL 5 MAX 4 EACH\nDIARY: cat is weak")
        pages.append(page(table))
        table.run_turn()
        told.append([*pages, page(table)])
        database.close()
    assert told[0] == told[1]
    assert told[0][0] == told[0][1], "nobody sees that orders are in"
