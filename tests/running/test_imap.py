"""Letters fetched from a real Dovecot: stored once each, moved afterwards, whatever breaks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlmodel import col, select

from pbem.cli import main
from pbem.cli.serving import AllInOneServer
from pbem.database import Database, StorageError, open_database
from pbem.models import Letter
from pbem.settings import ImapSettings, Settings
from pbem.transports import imap as imap_module
from pbem.transports.imap import Poller
from tests.support.mail_servers import HOST, PASSWORD, Dovecot, running_dovecot
from tests.support.post_office import found_game, outside, settings_for
from tests.support.servers import PATIENCE, free_port, wait_for
from tests.support.service_rows import letter_text

pytestmark = pytest.mark.slow
MIB = 1024 * 1024


@pytest.fixture(scope="module")
def dovecot(real_server: None) -> Iterator[Dovecot]:
    with running_dovecot() as server:
        yield server


class Shelf:
    """Keeps letters; refuses those that name nobody, and fails as often as it is told."""

    def __init__(self) -> None:
        self.kept: list[bytes] = []
        self.failures: list[Exception] = []

    def __call__(self, raw: bytes) -> bool:
        if self.failures:
            raise self.failures.pop(0)
        if b"not for us" in raw:
            return False
        self.kept.append(raw)
        return True


def letter(number: int, words: str = "PASS") -> bytes:
    head = f"From: ann@example.org\r\nTo: game@example.org\r\nMessage-ID: <{number}@example.org>"
    return f"{head}\r\nSubject: {number}\r\n\r\n{words}\r\n".encode()


def settings_of(dovecot: Dovecot, user: str, **more: object) -> ImapSettings:
    values = {"host": HOST, "port": dovecot.imap, "security": "none", "username": user}
    return ImapSettings.model_validate(values | {"password": PASSWORD, "timeout": 10} | more)


def poller_of(dovecot: Dovecot, user: str, take: Shelf, **more: object) -> Poller:
    return Poller(settings_of(dovecot, user, **more), take, most_bytes=MIB)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def test_what_was_stored_is_moved_as_it_was(dovecot: Dovecot, shelf: Shelf) -> None:
    for number in (1, 2):
        dovecot.deliver("moved", letter(number, "Z\u00fcge"))
    before = dovecot.mails("moved")
    assert poller_of(dovecot, "moved", shelf).fetch_once() == 2
    assert shelf.kept == before
    assert (dovecot.mails("moved"), dovecot.mails("moved", "Stored")) == ([], before)


def test_without_a_folder_what_was_stored_is_deleted(dovecot: Dovecot, shelf: Shelf) -> None:
    dovecot.deliver("deleted", letter(1))
    assert poller_of(dovecot, "deleted", shelf, stored="").fetch_once() == 1
    assert dovecot.mails("deleted") == []


def test_mail_for_others_stays_unread_and_the_rest_is_taken(dovecot: Dovecot, shelf: Shelf) -> None:
    for number, words in ((1, "not for us"), (2, "PASS")):
        dovecot.deliver("shared", letter(number, words))
    poller = poller_of(dovecot, "shared", shelf)
    assert (poller.fetch_once(), poller.fetch_once()) == (1, 0)
    assert len(dovecot.mails("shared")) == 1
    with dovecot.mailbox("shared") as client:
        assert client.search(None, "UNSEEN")[1] == [b"1"]


def test_what_is_too_big_is_set_aside(dovecot: Dovecot, shelf: Shelf) -> None:
    dovecot.deliver("big", letter(1, "x" * 70 + "\r\n" + "y" * MIB))
    assert poller_of(dovecot, "big", shelf).fetch_once() == 0
    assert len(dovecot.mails("big", "Refused")) == 1
    assert shelf.kept == []


def test_a_letter_that_cannot_be_stored_stays_and_comes_again(
    dovecot: Dovecot, shelf: Shelf
) -> None:
    dovecot.deliver("full", letter(1))
    shelf.failures = [StorageError("disk full")]
    poller = poller_of(dovecot, "full", shelf)
    with pytest.raises(StorageError):
        poller.fetch_once()
    assert len(dovecot.mails("full")) == 1
    assert poller.fetch_once() == 1
    assert len(shelf.kept) == 1


def test_letters_come_while_it_waits_and_after_a_lost_connection(
    dovecot: Dovecot, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap_module, "FIRST_PAUSE", 0.05)
    dovecot.deliver("waiting", letter(1))
    shelf.failures = [TimeoutError()]
    poller = poller_of(dovecot, "waiting", shelf)
    poller.start()
    try:
        for number in (2, 3, 4):
            wait_for(lambda: len(shelf.kept) == number - 1, "the letter")  # noqa: B023
            if number == 3:
                dovecot.hang_up()
            dovecot.deliver("waiting", letter(number))
        wait_for(lambda: len(shelf.kept) == 4, "the letter")
    finally:
        poller.stop()
    assert dovecot.mails("waiting") == []
    assert len(dovecot.mails("waiting", "Stored")) == 4


def test_a_server_that_cannot_wait_is_asked_again(
    dovecot: Dovecot, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap_module, "_learn_capabilities", forget_all)
    poller = poller_of(dovecot, "asked", shelf, look_again=0.05)
    poller.start()
    try:
        dovecot.deliver("asked", letter(1))
        wait_for(lambda: len(shelf.kept) == 1, "the letter")
    finally:
        poller.stop()
    assert len(dovecot.mails("asked", "Stored")) == 1


def forget_all(mailbox: imap_module.BaseMailBox) -> None:
    mailbox.client.capabilities = ("IMAP4REV1",)


def test_a_refused_login_says_no_secret_and_ends_nothing(
    dovecot: Dovecot, shelf: Shelf, capfd: pytest.CaptureFixture[str]
) -> None:
    poller = Poller(settings_of(dovecot, "nobody", password="hunter2"), shelf, most_bytes=MIB)
    thread = threading.Thread(target=poller.run)
    thread.start()
    log = dovecot.folder / "log"
    wait_for(lambda: "auth failed" in log.read_text(), "the refusal")
    poller.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    out = "".join(capfd.readouterr())
    assert "hunter2" not in out


def service_settings(dovecot: Dovecot, url: str, user: str, box: int = 1) -> Settings:
    imap = settings_of(dovecot, user).model_dump() | {"password": PASSWORD}
    return settings_for(url, box, mail={"address": "game@example.org", "imap": imap} | out(box))


def out(box: int) -> dict[str, object]:
    return {"listener": {"port": 0}, "smtp_out": {"port": box}}


def letters_of(database: Database) -> list[Letter]:
    with database.read() as session:
        return list(session.exec(select(Letter).order_by(col(Letter.id))).all())


def test_the_service_answers_letters_of_a_mailbox(dovecot: Dovecot, sqlite_url: str) -> None:
    with outside() as world:
        settings = service_settings(dovecot, sqlite_url, "house", world.box.port)
        with AllInOneServer(settings) as house:
            found_game(house, seats=2)
            to = str(world.wait_for_mails("ann@example.org", 1)[0]["Reply-To"])
            address = to.rpartition("<")[2].strip(">")
            raw = letter_text("ann@example.org", address, "STATUS", message_id="<1@x.org>")
            for _time in range(2):
                dovecot.deliver("house", raw)
            answer = world.wait_for_mails("ann@example.org", 2)[1]
            assert str(answer["Subject"]).endswith("how things stand")
            stored = dovecot.mails
            wait_for(lambda: len(stored("house", "Stored")) == 2, "both to be moved")
        assert [one.rcpt for one in letters_of(house.database)] == [address]
        assert letters_of(house.database)[0].mail_from == "ann@example.org"


def test_poll_once(dovecot: Dovecot, sqlite_url: str, tmp_path: Path) -> None:
    config = tmp_path / "my.toml"
    config.write_text(
        f'[database]\nurl = "{sqlite_url}"\n[mail]\naddress = "game@example.org"\n[mail.imap]\n'
        f'host = "{HOST}"\nport = {dovecot.imap}\nsecurity = "none"\nusername = "once"\n'
        f'password = "{PASSWORD}"\n'
    )
    dovecot.deliver("once", letter(1))
    result = CliRunner().invoke(main, ["poll", "--once", "--config", str(config)])
    assert (result.exit_code, result.output) == (0, "1 letters were stored.\n")
    database = open_database(settings_for(sqlite_url, 1))
    assert [one.rcpt for one in letters_of(database)] == ["game@example.org"]
    database.close()


def test_poll_says_what_is_wrong(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["poll"])
    assert result.exit_code == 2
    assert "[mail.imap]" in result.output
    config = tmp_path / "my.toml"
    config.write_text(
        f'[database]\nurl = "sqlite:///{tmp_path}/x.db"\n'
        f'[mail.imap]\nhost = "{HOST}"\nport = {free_port()}\nsecurity = "none"\n'
    )
    result = CliRunner().invoke(main, ["poll", "--once", "--config", str(config)])
    assert result.exit_code == 2
    assert "there is no database" in result.output
    assert CliRunner().invoke(main, ["migrate", "--config", str(config)]).exit_code == 0
    result = CliRunner().invoke(main, ["poll", "--once", "--config", str(config)])
    assert result.exit_code == 1
    assert "cannot be read" in result.output
