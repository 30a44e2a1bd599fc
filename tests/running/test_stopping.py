"""`pbem serve` is told to stop while it sends a mail: it ends in seconds and loses nothing."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from pbem.database import open_database
from tests.support.killing import PATIENCE, Service, found_game
from tests.support.post_office import outbox_of, settings_for

pytestmark = pytest.mark.slow


@pytest.mark.long
def test_it_stops_in_seconds_while_its_mail_server_hangs(sqlite_url: str, tmp_path: Path) -> None:
    """Behind the end of a mail the server says nothing any more; nothing is lost by it."""
    heard = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=hang, args=(server, heard), daemon=True).start()
        settings = settings_for(sqlite_url, server.getsockname()[1])
        database = open_database(settings)
        found_game(database, settings)
        service = Service(settings, tmp_path / "serve.log")
        try:
            service.start()
            assert heard.wait(PATIENCE)
            service.wait_until_it_listens()
            asked = time.monotonic()
            assert service.stop() == 0, (tmp_path / "serve.log").read_text()
            assert time.monotonic() - asked < 10
        finally:
            service.remove()
        assert "Traceback" not in (tmp_path / "serve.log").read_text()
        assert {mail.state for mail in outbox_of(database)} == {"new"}
        database.close()


def hang(server: socket.socket, heard: threading.Event) -> None:
    """A mail server that takes a mail to its end and then says nothing."""
    while True:
        with suppress(OSError):
            connection, _peer = server.accept()
            threading.Thread(target=hang_on, args=(connection, heard), daemon=True).start()
            continue
        return


def hang_on(connection: socket.socket, heard: threading.Event) -> None:
    with connection, connection.makefile("rb") as lines, suppress(OSError):
        connection.sendall(b"220 x\r\n")
        is_mail = False
        for line in lines:
            if line == b".\r\n":
                heard.set()
                lines.read()
            if not is_mail:
                is_mail = line[:4].upper() == b"DATA"
                connection.sendall(b"354 go on\r\n" if is_mail else b"250 x\r\n")
