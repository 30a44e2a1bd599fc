"""Logs: JSON, ids, and no secret whichever way it comes."""

import io
import json
import logging
from typing import Any

import pytest
import structlog

from pbem.log import HIDDEN, bound, configure_logging, get_logger, scrub
from tests.support.each import each

TOKEN = "abcdefghijklmnopqrstuvw234"


@pytest.fixture
def stream() -> io.StringIO:
    stream = io.StringIO()
    configure_logging("info", stream)
    return stream


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_json_with_the_bound_ids(stream: io.StringIO) -> None:
    with bound(letter=4711, game=17):
        get_logger("pbem.test").info("read", orders=3)
    get_logger("pbem.test").info("idle")
    first, second = lines(stream)
    assert first["event"] == "read"
    assert (first["letter"], first["game"], first["orders"]) == (4711, 17, 3)
    assert (first["level"], first["logger"]) == ("info", "pbem.test")
    assert first["timestamp"].endswith("Z")
    assert "letter" not in second


def test_the_level_is_kept(stream: io.StringIO) -> None:
    get_logger("pbem.test").debug("nothing")
    logging.getLogger("celery.app.trace").info("task succeeded")
    assert lines(stream) == []


def test_configuring_again_does_not_double_lines(stream: io.StringIO) -> None:
    configure_logging("info", stream)
    get_logger("pbem.test").info("once")
    assert len(lines(stream)) == 1


@each(
    "text",
    [
        f"game+{TOKEN}@example.org",
        f"game-{TOKEN}@example.org",
        f"GAME+{TOKEN.upper()}@EXAMPLE.ORG",
        f"unknown token {TOKEN}.",
        f"<ack.12.{TOKEN}@example.org>",
        f"_{TOKEN}_",
    ],
)
def test_a_seat_token_is_hidden(text: str) -> None:
    assert TOKEN not in scrub(text).lower()
    assert HIDDEN in scrub(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("postgresql://pbem:hunter2@db/pbem", "@db/pbem"),
        ("redis://:hunter2@localhost:6379/0", "@localhost:6379/0"),
        ("password=hunter2, host=db", "host=db"),
        ("{'webhook_secret': 'hunter2', 'port': 25}", "'port': 25"),
    ],
)
def test_a_password_is_hidden_and_the_rest_kept(text: str, kept: str) -> None:
    assert "hunter2" not in scrub(text)
    assert kept in scrub(text)


@pytest.mark.parametrize(
    "text", ["550 5.1.1 no such user", "ann attacks the mafia", "a" * 25, "a" * 27]
)
def test_other_text_is_left_alone(text: str) -> None:
    assert scrub(text) == text


def test_no_value_leaks_however_deep(stream: io.StringIO) -> None:
    get_logger("pbem.test").info(
        f"from game+{TOKEN}@example.org",
        rcpt={"to": [f"game+{TOKEN}@example.org"]},
        raw=b"Subject: x\r\n\r\nattack mafia",
        text="attack mafia",
        webhook_secret="hunter2",
        nested={"password": "hunter2", "body": "attack mafia"},
    )
    (line,) = lines(stream)
    for secret in (TOKEN, "hunter2", "attack mafia"):
        assert secret not in json.dumps(line)
    assert line["text"] == "[12 characters]"
    assert line["raw"] == "[26 bytes]"


def test_other_handlers_see_no_secret_either(
    stream: io.StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    get_logger("pbem.test").warning("refused", rcpt=f"game+{TOKEN}@example.org")
    assert "refused" in caplog.text
    assert TOKEN not in caplog.text


def test_an_exception_is_logged_without_its_secrets(stream: io.StringIO) -> None:
    try:
        raise ValueError(f"bad letter for game+{TOKEN}@example.org")
    except ValueError:
        get_logger("pbem.test").exception("failed")
    (line,) = lines(stream)
    assert "ValueError: bad letter for game+" in line["exception"]
    assert TOKEN not in line["exception"]


def test_other_libraries_are_scrubbed_too(stream: io.StringIO) -> None:
    logging.getLogger("some.library").warning("to %s", f"game+{TOKEN}@example.org")
    (line,) = lines(stream)
    assert line["logger"] == "some.library"
    assert TOKEN not in line["event"]


def test_a_link_for_the_operator_is_shown_whole(stream: io.StringIO) -> None:
    link = "https://sns.example.org/?Action=Confirm&Token=2336412f37"
    get_logger("pbem.test").warning("open it", link_to_open=link, link=link)
    line = json.loads(stream.getvalue())
    assert line["link_to_open"] == link
    assert "2336412f37" not in line["link"]


@pytest.mark.parametrize("_again", (1, 2))
def test_no_test_sees_how_another_one_logs(_again: int) -> None:
    assert not structlog.is_configured()
    configure_logging("error", io.StringIO())
