"""Which of a letter's parts are read, and which of two that say the same."""

from __future__ import annotations

import pytest

from pbem.mail.letter import read_letter

ORDERS = "<div>ATTACK Hackers WITH CIA<br>READY</div>"
READ = "ATTACK Hackers WITH CIA\nREADY"
PICTURE = ("image/jpeg", "/9j/4AA=")


def multipart(kind: str, *parts: tuple[str, str]) -> str:
    rows = [f"Content-Type: multipart/{kind}; boundary=b{kind}\n"]
    rows += [f"--b{kind}\nContent-Type: {name}\n\n{body}" for name, body in parts]
    return "\n".join([*rows, f"--b{kind}--\n"])


def text_of(mail: str) -> str:
    return read_letter(f"From: ann@example.net\nMIME-Version: 1.0\n{mail}".encode()).text


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([("text/html", ORDERS), ("text/plain", "_____\nFnord mailing list\na@b.cd")], READ),
        ([("text/html", ORDERS), PICTURE, ("text/plain", "\nSent from my iPhone")], READ),
        ([("text/plain", READ), PICTURE, ("text/html", "<p>PASS</p>")], f"{READ}\nPASS"),
        ([("text/plain", READ), ("text/html", ORDERS)], READ),
        ([("text/plain", "PASS"), ("text/plain", "READY")], "PASS\nREADY"),
    ],
)
def test_parts_that_are_mixed_follow_each_other(parts: list[tuple[str, str]], text: str) -> None:
    assert text_of(multipart("mixed", *parts)) == text


@pytest.mark.parametrize(
    "plain",
    [
        "This message is in HTML format. Your mail reader does not support it.",
        "This is a multi-part message in MIME format.\nYour reader does not understand it.",
        "ATTACK Hackers\nWITH CIA READY Ann",
    ],
)
def test_plain_text_that_says_nothing_or_has_lost_lines_is_not_read(plain: str) -> None:
    html = f"{ORDERS}<div>Ann</div>"
    parts = (("text/plain", plain), ("text/html", html))
    assert text_of(multipart("alternative", *parts)) == f"{READ}\nAnn"


def test_plain_text_with_quote_marks_that_the_html_lacks_is_read() -> None:
    parts = (
        ("text/plain", f"{READ}\n\n> COVERED\n> PASS DROP"),
        ("text/html", f"{ORDERS}<div>COVERED<br>PASS<br>DROP</div>"),
    )
    assert text_of(multipart("alternative", *parts)) == READ
