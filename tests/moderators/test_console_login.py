"""Coming into the console: links by mail, sessions, and forms that others have made."""

from __future__ import annotations

import http.client
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from click.testing import CliRunner
from freezegun import freeze_time
from sqlmodel import select

from pbem.cli import main
from pbem.database import Database, open_database
from pbem.mails.senders import login_mail
from pbem.models import Login, Moderator, Outbox, WebSession
from pbem.service.console.login import (
    LIFE,
    LINK,
    LIVE,
    MOST_COPIES,
    end_sessions,
    is_open,
    make_link,
    send_link,
    session_owner,
    sign_in,
    sign_out,
)
from pbem.service.context import ServiceContext
from pbem.service.sending.delivery import deliver
from pbem.settings import Settings
from pbem.web.forms import origin_of
from pbem.web.rate import client_of
from pbem.web.server import WebServer
from tests.support.console_visits import MO, Visitor, app_client, moderated_table, visitor
from tests.support.each import each
from tests.support.golden import whole
from tests.support.places import TESTS
from tests.support.servers import RedisServer
from tests.support.service_rows import Hands, Table


def token_in(table: Table, number: int = -1) -> str:
    """The token of the link in one of the mails, the last one if not said otherwise."""
    row = table.mails(kind="login")[number]
    assert deliver(table.service, row.id or 0, table.post)
    sent = message_from_bytes(table.post.sent[-1][2], policy=default).get_content()
    found = re.search(r"/console/enter/([a-z2-7]{26})\s", sent)
    assert found is not None
    return found[1]


def test_a_link_lets_its_reader_in_once(table: Table) -> None:
    assert send_link(table.service, f" {MO.upper()} ")
    token = token_in(table)
    assert is_open(table.service, token)
    assert is_open(table.service, token), "looking does not use it up"
    found = sign_in(table.service, token)
    assert found is not None
    player = session_owner(table.service, found.secret)
    assert player is not None and player.email == MO
    assert not is_open(table.service, token)
    assert sign_in(table.service, token) is None


def test_a_long_address_of_ours_is_not_broken(sqlite_database: Database) -> None:
    url = f"https://{'a-very-long-name.' * 6}example.org"
    settings = Settings.model_validate(
        {"web": {"url": url}, "mail": {"address": "game@example.org"}}
    )
    table = moderated_table(sqlite_database, settings)
    send_link(table.service, MO)
    token = token_in(table)
    sent = message_from_bytes(table.post.sent[-1][2], policy=default).get_content()
    assert f"{url}/console/enter/{token}" in sent.splitlines()


def test_a_link_is_good_for_a_quarter_of_an_hour(table: Table) -> None:
    send_link(table.service, MO)
    token = token_in(table)
    table.clock.on(minutes=15)
    assert not is_open(table.service, token)
    assert sign_in(table.service, token) is None


def test_a_mail_that_waited_too_long_is_not_sent(table: Table) -> None:
    send_link(table.service, MO)
    table.clock.on(minutes=15)
    row = table.mails(kind="login")[-1]
    assert not deliver(table.service, row.id or 0, table.post)
    assert table.post.sent == []


def test_the_mail_whole(golden: Callable[[Path, str], None]) -> None:
    mail = login_mail("Mo", LINK, Hands().now + LIFE, "Europe/Berlin")
    golden(TESTS / "reports" / "login.txt", whole(mail))


def test_no_table_has_the_token(table: Table) -> None:
    send_link(table.service, MO)
    token = token_in(table)
    with table.database.read() as session:
        rows = [*session.exec(select(Outbox)).all(), *session.exec(select(Login)).all()]
    stored = " ".join(str(row.model_dump()) for row in rows)
    assert LINK in stored
    assert token not in stored


@pytest.mark.parametrize("email", ["ann@example.org", "eve@example.org", "", "x" * 999, "\0@x"])
def test_nobody_else_is_sent_a_link(table: Table, email: str) -> None:
    assert not send_link(table.service, email)
    assert table.mails(kind="login") == []


def test_nobody_is_flooded_with_links(table: Table) -> None:
    sent = [send_link(table.service, MO) for _ in range(MOST_COPIES + 1)]
    assert sent == [True] * MOST_COPIES + [False]
    table.clock.on(minutes=11)
    assert send_link(table.service, MO)


def test_who_asks_in_his_name_does_not_keep_him_out(table: Table) -> None:
    """However often a link is asked for, the moderator has one that is good, and then another."""
    for _ in range(20):
        send_link(table.service, MO)
    tokens = {token_in(table, number) for number in range(len(table.mails(kind="login")))}
    assert len(tokens) == 1, "each mail brings the same link"
    assert sign_in(table.service, tokens.pop()) is not None
    assert send_link(table.service, MO), "his link is used, so he gets another"
    assert sign_in(table.service, token_in(table)) is not None


def test_a_link_is_sent_again_while_there_is_time_to_use_it(table: Table) -> None:
    send_link(table.service, MO)
    first = token_in(table)
    table.clock.now += LIVE
    send_link(table.service, MO)
    assert token_in(table) != first


def test_no_session_is_in_the_tables(table: Table) -> None:
    found = sign_in(table.service, make_link(table.service, MO).rpartition("/")[2])
    assert found is not None
    with table.database.read() as session:
        stored = str([row.model_dump() for row in session.exec(select(WebSession)).all()])
    assert found.secret not in stored and "digest" in stored


def test_sessions_can_be_called_back(table: Table) -> None:
    found = sign_in(table.service, make_link(table.service, MO).rpartition("/")[2])
    unused = make_link(table.service, MO).rpartition("/")[2]
    assert found is not None and session_owner(table.service, found.secret) is not None
    end_sessions(table.service, found.person_id)
    assert session_owner(table.service, found.secret) is None
    assert sign_in(table.service, unused) is None
    again = sign_in(table.service, make_link(table.service, MO).rpartition("/")[2])
    assert again is not None and again.person_id == found.person_id
    assert session_owner(table.service, again.secret) is not None


def test_leaving_ends_one_session(table: Table) -> None:
    one, two = (
        sign_in(table.service, make_link(table.service, MO).rpartition("/")[2]) for _ in range(2)
    )
    assert one is not None and two is not None
    sign_out(table.service, one.secret)
    assert session_owner(table.service, one.secret) is None
    assert session_owner(table.service, two.secret) is not None


def test_who_moderates_no_more_is_out(table: Table) -> None:
    found = sign_in(table.service, make_link(table.service, MO).rpartition("/")[2])
    assert found is not None
    with table.database.write() as session:
        session.delete(session.exec(select(Moderator)).one())
    assert session_owner(table.service, found.secret) is None


# --- the pages ----------------------------------------------------------------------------


def test_the_way_in_and_out(table: Table) -> None:
    mo = visitor(table)
    assert "Mail me a link" in mo.get("/console/")
    assert "on its way" in mo.post("/console/login", address=MO)
    path = f"/console/enter/{token_in(table)}"
    mo.get(path)
    assert "Enter the console" in mo.get(path), "a scanner has looked"
    mo.post(path)
    assert mo.code == 303
    assert "Fnord-7" in mo.get("/console/")
    mo.post("/console/leave")
    assert "Mail me a link" in mo.get("/console/")
    assert "used, or is too old" in mo.get(path)
    assert mo.code == 410


def test_every_asker_is_told_the_same(quick: Table) -> None:
    pages = []
    for address in (MO, "ann@example.org", "nobody@example.org", "", "<b>"):
        mo = visitor(quick)
        mo.get("/console/login")
        pages.append((mo.post("/console/login", address=address), mo.code))
    assert len({(page.replace(csrf_of(page), ""), code) for page, code in pages}) == 1
    assert len(quick.mails(kind="login")) == 1


def csrf_of(page: str) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    return found[1] if found else "?"


def test_a_session_lasts_twelve_hours(quick: Table) -> None:
    mo = visitor(quick)
    mo.enter(MO)
    quick.clock.on(hours=11, minutes=59)
    assert "Fnord-7" in mo.get("/console/")
    quick.clock.on(minutes=1)
    assert "Mail me a link" in mo.get("/console/")


def test_a_copied_cookie_opens_nothing_after_leaving(quick: Table) -> None:
    mo, thief = visitor(quick), visitor(quick)
    mo.enter(MO)
    cookie = mo.client.get_cookie("pbem-console")
    assert cookie is not None
    thief.client.set_cookie("pbem-console", cookie.value)
    assert "Fnord-7" in thief.get("/console/")
    mo.post("/console/leave")
    assert "Mail me a link" in thief.get("/console/")


def test_leaving_everywhere_ends_every_session(quick: Table) -> None:
    here, there = visitor(quick), visitor(quick)
    here.enter(MO)
    assert "Fnord-7" in there.enter(MO)
    here.post("/console/leave", everywhere="yes")
    assert "Mail me a link" in there.get("/console/")


def test_the_cookie_is_kept_from_scripts_and_other_sites(quick: Table) -> None:
    answer = app_client(quick.service).get("/console/login")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("pbem-console=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert "Strict-Transport-Security" not in answer.headers


def test_with_https_the_cookie_is_for_https_alone(sqlite_database: Database) -> None:
    settings = Settings.model_validate({"web": {"url": "https://games.example.org"}})
    service = ServiceContext(sqlite_database, settings, Hands())
    answer = app_client(service).get("/console/login")
    assert answer.headers["Set-Cookie"].startswith("__Host-pbem-console=")
    assert "Secure" in answer.headers["Set-Cookie"].split("; ")
    assert answer.headers["Strict-Transport-Security"]


@pytest.mark.parametrize("path", ["/console/login", "/console/", "/console/game/1"])
def test_no_page_is_kept_in_a_cache(quick: Table, path: str) -> None:
    answer = app_client(quick.service).get(path)
    assert answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path",
    ["", "help", "game/1", *(f"game/1/{n}" for n in ("letters", "outbox", "filed", "log"))],
)
def test_nothing_is_shown_to_who_has_not_come_in(quick: Table, path: str) -> None:
    answer = app_client(quick.service).get(f"/console/{path}")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/console/login")


def test_a_forged_cookie_opens_nothing(quick: Table) -> None:
    mo = visitor(quick)
    mo.enter(MO)
    cookie = mo.client.get_cookie("pbem-console")
    assert cookie is not None
    body, _, seal = cookie.value.rpartition(".")
    for forged in (f"{body}x.{seal}", f"{body}.{seal[:-2]}AA", body, "", "x" * 4000, "é"):
        other = visitor(quick)
        other.client.set_cookie("pbem-console", forged)
        assert "Mail me a link" in other.get("/console/")


@pytest.mark.parametrize("csrf", ["", "x", "é", "0" * 32])
def test_a_form_without_its_token_is_refused(quick: Table, csrf: str) -> None:
    mo = visitor(quick)
    mo.enter(MO)
    version = quick.game().version
    do = f"/console/game/{quick.game_id}/do"
    answer = mo.send(do, {"csrf": csrf, "line": "EXTEND 24h", "version": str(version)})
    assert answer.status_code == 400
    assert quick.game().version == version


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "", "Referer": "https://evil.example/console"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_form_from_elsewhere_is_refused(quick: Table, headers: dict[str, str]) -> None:
    mo = visitor(quick)
    mo.enter(MO)
    mo.get(f"/console/game/{quick.game_id}")
    version = quick.game().version
    answer = mo.send(f"/console/game/{quick.game_id}/do", {"line": "EXTEND 24h"}, **headers)
    assert answer.status_code == 403
    assert quick.game().version == version


def test_a_token_of_another_session_is_refused(quick: Table) -> None:
    mo, other = visitor(quick), visitor(quick)
    mo.enter(MO)
    other.get("/console/login")
    answer = mo.send("/console/leave", {"csrf": other.csrf})
    assert answer.status_code == 400


def test_a_stranger_may_not_ask_for_ever(quick: Table) -> None:
    # Its own threads see the real time, so time stands still where it is.
    with freeze_time(datetime.now(UTC)) as frozen:
        mo = visitor(quick)
        mo.get("/console/login")
        codes = [asked(mo, n) for n in range(31)]
        assert codes == [200] * 30 + [429]
        frozen.tick(601)
        assert asked(mo, 0) == 200


@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(days=10)])
def test_a_clock_that_is_set_back_locks_nobody_out(quick: Table, ahead: timedelta) -> None:
    """The counts of the time before it must not hold until that time comes again."""
    now = datetime.now(UTC)
    mo = visitor(quick)
    with freeze_time(now + ahead):
        mo.get("/console/login")
        assert [asked(mo, n) for n in range(31)][-2:] == [200, 429]
    with freeze_time(now) as frozen:
        mo.get("/console/login")
        assert asked(mo, 0) == 200
        assert 429 in [asked(mo, n) for n in range(31)], "it counts again from then on"
        frozen.tick(1201)
        assert [asked(mo, n) for n in range(30)] == [200] * 30


def test_the_refusal_says_how_long_to_wait(quick: Table) -> None:
    mo = visitor(quick)
    mo.get("/console/login")
    for n in range(30):
        asked(mo, n)
    assert "Wait ten minutes" in mo.post("/console/login", address="x@x.org")


def asked(mo: Visitor, number: int, **headers: str) -> int:
    """What a request for a link is answered with."""
    return mo.send("/console/login", {"address": f"{number}@x.org"}, **headers).status_code


def test_rates_are_shared_by_all_processes(
    sqlite_database: Database, redis_server: RedisServer
) -> None:
    """Two applications on one broker count together, and each for itself while it is away."""
    one, two = (shared_visitor(sqlite_database, redis_server) for _ in range(2))
    assert [asked(mo, n) for n in range(15) for mo in (one, two)] == [200] * 30
    assert asked(one, 30) == asked(two, 30) == 429
    redis_server.stop()
    assert asked(two, 31) == 200


def shared_visitor(database: Database, redis: RedisServer) -> Visitor:
    given = {"web": {"url": "http://localhost"}, "broker": {"url": redis.url}}
    service = ServiceContext(database, Settings.model_validate(given), Hands())
    mo = Visitor(service, app_client(service))
    mo.get("/console/login")
    return mo


def test_behind_a_proxy_each_visitor_counts_for_himself(quick: Table) -> None:
    """A real server behind a proxy on this machine, which says who is behind it."""
    app = app_client(quick.service).application
    server = WebServer(app, "127.0.0.1", 0, "127.0.0.1")
    server.start()
    try:
        port = server.port
        codes = [posted(port, {"X-Forwarded-For": "6.6.6.6, 203.0.113.7"}) for _ in range(31)]
        assert codes == [400] * 30 + [429], "no token, so refused, and counted"
        assert posted(port, {"X-Forwarded-For": "198.51.100.1"}) == 400
    finally:
        server.stop()


def test_without_a_proxy_nobody_says_whom_he_counts_for(quick: Table) -> None:
    server = WebServer(app_client(quick.service).application, "127.0.0.1", 0)
    server.start()
    try:
        for n in range(30):
            posted(server.port, {"X-Forwarded-For": f"203.0.113.{n}"})
        assert posted(server.port, {"X-Forwarded-For": "198.51.100.1"}) == 429
    finally:
        server.stop()


def posted(port: int, headers: dict[str, str]) -> int:
    """A form for a link, as it is answered by a server on this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/console/login", body="address=x", headers=headers)
    code = connection.getresponse().status
    connection.close()
    return code


def test_a_body_may_not_be_endless(quick: Table) -> None:
    mo = visitor(quick)
    mo.get("/console/login")
    assert mo.send("/console/login", {"address": "x" * 300_000}).status_code == 413


@pytest.mark.long
def test_no_log_has_the_token(
    quick: Table, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    mo = visitor(quick)
    mo.get("/console/login")
    mo.post("/console/login", address=MO)
    token = token_in(quick)
    mo.get(f"/console/enter/{token}")
    mo.post(f"/console/enter/{token}")
    mo.send("/console/leave", {"csrf": "wrong"}, Origin="https://evil.example")
    said = "".join((*capsys.readouterr(), caplog.text))
    assert "console entered" in said and "form from elsewhere" in said
    assert token not in said and MO not in said


def test_without_a_database_the_page_says_so() -> None:
    url = "postgresql://pbem:hunter2@127.0.0.1:1/pbem"
    settings = Settings.model_validate({"database": {"url": url}})
    database = open_database(settings)
    answer = app_client(ServiceContext(database, settings, Hands())).get("/console/login")
    assert answer.status_code == 503
    assert "cannot be reached" in answer.text and "hunter2" not in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    database.close()


# --- parts --------------------------------------------------------------------------------


@each(
    ("url", "origin"),
    [
        ("https://games.example.org/console", "https://games.example.org"),
        ("https://games.example.org:443", "https://games.example.org"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("http://[::1]:8080/x", "http://[::1]:8080"),
        ("HTTPS://Games.Example.Org", "https://games.example.org"),
        ("null", ""),
        ("javascript:alert(1)", ""),
        ("http://x:99999", ""),
        ("http://[::1", ""),
    ],
)
def test_the_origin_of_an_address(url: str, origin: str) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    ("peer", "client"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:ffff::4", "2001:db8:1:2::/64"),
        ("nonsense", "nonsense"),
        ("", ""),
    ],
)
def test_whom_a_request_counts_for(peer: str, client: str) -> None:
    assert client_of(peer) == client


# --- the operator -------------------------------------------------------------------------


def test_the_operator_makes_himself_a_link(
    sqlite_url: str, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_DATABASE__URL", sqlite_url)
    monkeypatch.setenv("PBEM_WEB__URL", "https://games.example.org")
    run = CliRunner().invoke
    refused = run(main, ["console-link", "op@example.org"])
    assert refused.exit_code != 0
    assert "nobody at op@example.org moderates a game" in refused.output
    for _ in range(2):
        made = run(main, ["console-link", "op@example.org", "--operator"])
        assert made.exit_code == 0, made.output
        assert "https://games.example.org/console/enter/" in made.output
    with sqlite_database.read() as session:
        assert [row.game_id for row in session.exec(select(Moderator)).all()] == [None]
    bad = run(main, ["console-link", "no address", "--operator"])
    assert bad.exit_code != 0 and "not a mail address" in bad.output


def test_the_visitor_sees_no_token(quick: Table) -> None:
    mo = visitor(quick)
    assert isinstance(mo, Visitor)
    link = make_link(quick.service, MO)
    mo.get(link.partition("8080")[2])
    assert link.rpartition("/")[2] not in mo.page
