"""Letters without an envelope: whom they reached, the pipe's exit codes, and Maildirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlmodel import col, select

from pbem.cli import main
from pbem.database import Database
from pbem.models import Letter
from pbem.service.arriving.collecting import collect, recipients_of, sender_of
from pbem.service.context import ServiceContext
from pbem.service.players.tokens import with_tokens
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from tests.support.post_office import outbox_of
from tests.support.service_rows import NOON, Hands, random_bytes

OURS = "game@example.org"
NOBODYS = "game+aaaaaaaaaaaaaaaaaaaaaaaaaa@example.org"


@pytest.fixture
def service(sqlite_database: Database) -> ServiceContext:
    settings = Settings.model_validate({"mail": {"address": OURS}})
    return ServiceContext(sqlite_database, settings, Hands(NOON))


@pytest.fixture
def seats(service: ServiceContext) -> dict[str, str]:
    """The addresses of ann's and bob's seats, and their Message-IDs under "ann-id"."""
    newcomers = [Newcomer(seat, f"{seat}@example.org") for seat in ("ann", "bob")]
    create_game(service, NewGame("Fnord-7", newcomers, random_bytes(7, 2)))
    found = {}
    for row in (with_tokens(service, row) for row in outbox_of(service.database)):
        seat = row.rcpt.partition("@")[0]
        found[seat], found[f"{seat}-id"] = row.reply_to or "", row.message_id
    return found


def letter(*headers: str, body: str = "PASS") -> bytes:
    return ("\r\n".join(headers) + f"\r\n\r\n{body}\r\n").encode()


def letters_of(database: Database) -> list[tuple[str, str]]:
    with database.read() as session:
        rows = session.exec(select(Letter).order_by(col(Letter.id))).all()
        return [(row.rcpt, row.mail_from) for row in rows]


def test_what_the_last_server_wrote_beats_what_the_sender_wrote(
    service: ServiceContext, seats: dict[str, str]
) -> None:
    ann, bob = seats["ann"], seats["bob"]
    for name in ("Delivered-To", "X-Original-To", "Envelope-To"):
        raw = letter(f"{name}: <{ann}>", f"To: {bob}")
        assert recipients_of(service, raw) == (ann,)
    assert recipients_of(service, letter(f"To: Game <{ann}>", f"Cc: {bob}")) == (ann, bob)
    assert recipients_of(service, letter("Delivered-To: box@host.example", f"To: {ann}")) == (ann,)


def test_a_letter_to_the_bare_address_is_its_threads(
    service: ServiceContext, seats: dict[str, str]
) -> None:
    for name in ("In-Reply-To", "References"):
        raw = letter(f"To: {OURS}", f"{name}: {seats['ann-id']}")
        assert recipients_of(service, raw) == (seats["ann"],)
    assert recipients_of(service, letter(f"To: {OURS}")) == (OURS,)
    assert recipients_of(service, letter(f"To: {OURS}", "References: <x@y.org>")) == (OURS,)


def test_mail_for_others_is_not_ours(service: ServiceContext, seats: dict[str, str]) -> None:
    thread = f"In-Reply-To: {seats['ann-id']}"
    for headers in (["To: x@example.net", thread], [f"To: {NOBODYS}"], ["Subject: x"], [""]):
        assert recipients_of(service, letter(*headers)) == ()
    assert recipients_of(service, b"") == ()
    assert collect(service, b"\x00\xff" * 100) == []


def test_the_sender_is_the_envelopes_where_it_is_told() -> None:
    assert sender_of(letter("Return-Path: <>", "From: a@b.org")) == ""
    assert sender_of(letter("Return-Path: <x@y.org>", "From: a@b.org")) == "x@y.org"
    assert sender_of(letter("From: Ann <a@b.org>")) == "a@b.org"
    assert sender_of(letter("Subject: x")) == ""


def test_the_same_letter_is_stored_once_by_every_way(
    service: ServiceContext, seats: dict[str, str]
) -> None:
    raw = letter(f"To: {seats['ann']}", "From: ann@example.org", "Message-ID: <1@x.org>")
    relayed = b"Received: from x\r\n" + raw
    ids = collect(service, raw)
    assert (
        collect(service, relayed) == ids == collect(service, raw, seats["ann"], "ann@example.org")
    )
    assert letters_of(service.database) == [(seats["ann"], "ann@example.org")]


def config_of(service: ServiceContext, folder: Path) -> Path:
    path = folder / "my.toml"
    url = f"sqlite:///{service.database.file}"
    path.write_text(f'[database]\nurl = "{url}"\n[mail]\naddress = "{OURS}"\n')
    return path


def piped(config: Path, raw: bytes, *more: str, **environment: str) -> Result:
    run = ["pipe", "--config", str(config), *more]
    return CliRunner().invoke(main, run, input=raw, env=environment)


def test_the_pipe(service: ServiceContext, seats: dict[str, str], tmp_path: Path) -> None:
    config, raw = config_of(service, tmp_path), letter("From: ann@example.org", "Subject: x")
    ann, bob = seats["ann"], seats["bob"]
    assert piped(config, raw, "--to", ann, "--sender", "x@y.org").exit_code == 0
    assert piped(config, raw, ORIGINAL_RECIPIENT=bob, SENDER="MAILER-DAEMON").exit_code == 0
    assert piped(config, raw + b"2\r\n", "--to", ann).exit_code == 0
    refused = piped(config, raw, "--to", NOBODYS)
    assert (refused.exit_code, "5.1.1" in refused.output) == (67, True)
    assert piped(config, raw).exit_code == 67
    assert piped(config, raw + b"x" * 1024 * 1024, "--to", ann).exit_code == 65
    assert piped(config, b"", "--to", ann).exit_code == 65
    wanted = [(ann, "x@y.org"), (bob, ""), (ann, "ann@example.org")]
    assert letters_of(service.database) == wanted


def test_the_pipe_keeps_the_letter_back_when_something_is_wrong(tmp_path: Path) -> None:
    config = tmp_path / "my.toml"
    config.write_text("[mail]\nadress = 1\n")
    assert piped(config, letter("To: x@y.org"), "--to", OURS).exit_code == 75
    config.write_text('[database]\nurl = "sqlite:////dev/null/x.db"\n')
    assert piped(config, letter("To: x@y.org"), "--to", NOBODYS).exit_code == 75
    config.write_text(f'[database]\nurl = "sqlite:///{tmp_path}/no-tables.db"\n')
    told = piped(config, letter("To: x@y.org"), "--to", "game@localhost")
    assert told.exit_code == 75
    (tmp_path / "broken.db").write_text("this is no database\n" * 300)
    config.write_text(f'[database]\nurl = "sqlite:///{tmp_path}/broken.db"\n')
    told = piped(config, letter("To: x@y.org"), "--to", "game@localhost")
    assert told.exit_code == 75


def test_a_maildir(service: ServiceContext, seats: dict[str, str], tmp_path: Path) -> None:
    config, box = config_of(service, tmp_path), tmp_path / "Maildir"
    assert imported(config, tmp_path).exit_code == 2
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    mails = {
        "1795262402.b": letter(f"To: {seats['bob']}", "From: b@x.org"),
        "1795262401.a": letter(f"To: {seats['ann']}", "From: a@x.org"),
        "1795262403.c": letter("To: x@example.net"),
        "1795262404.d": letter(f"To: {seats['ann']}", body="x" * 1024 * 1024),
        ".hidden": letter(f"To: {seats['ann']}"),
    }
    for name, raw in mails.items():
        (box / "new" / name).write_bytes(raw)
    result = imported(config, box)
    assert result.output.splitlines() == [
        "2 letters were stored.",
        "1 are for nobody here and 1 are too big; they stay where they are.",
    ]
    assert letters_of(service.database) == [(seats["ann"], "a@x.org"), (seats["bob"], "b@x.org")]
    moved = sorted(path.name for path in (box / "cur").iterdir())
    assert moved == ["1795262401.a:2,S", "1795262402.b:2,S"]
    assert (box / "cur" / moved[0]).read_bytes() == mails["1795262401.a"]
    assert len(list((box / "new").iterdir())) == 3
    assert imported(config, box).output.startswith("0 letters")


def imported(config: Path, box: Path) -> Result:
    return CliRunner().invoke(main, ["import", str(box), "--config", str(config)])
