"""Letters that are made to cost time, or to be taken for somebody else's."""

from __future__ import annotations

import importlib
import pkgutil
import re
from re import _parser as patterns  # type: ignore[attr-defined]

import pytest

import pbem.mail
import pbem.service
from pbem.mail.html import html_to_text
from pbem.mail.letter import read_letter
from pbem.service.seats.standby_letters import _STANDBY, _TAKE
from tests.support.each import each

HEAD = b"From: ann@example.org\r\nTo: game@example.org\r\nMessage-ID: <x@x>\r\nSubject: x\r\n"
LONGEST = 1000
"""How far a pattern may reach that is tried at every line of a letter."""
WITHIN_ITS_LINE = {"pbem.service.codes._CODE"}
"""What has no bound but the end of a line or a word, where it is tried once."""


def many_line_patterns() -> dict[str, re.Pattern[str]]:
    """Those that are tried at every line of a text, by where they are."""
    found = {}
    for package in (pbem.mail, pbem.service):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, value in vars(importlib.import_module(module.name)).items():
                if isinstance(value, re.Pattern) and value.flags & re.MULTILINE:
                    found[f"{module.name}.{name}"] = value
    return found


def test_what_is_tried_at_every_line_reaches_not_far() -> None:
    found = many_line_patterns()
    assert _TAKE in found.values() and _STANDBY in found.values()
    widths = {
        name: patterns.parse(pattern.pattern, pattern.flags).getwidth()[1]
        for name, pattern in found.items()
    }
    assert {name for name, width in widths.items() if width > LONGEST} == WITHIN_ITS_LINE


@pytest.mark.parametrize(
    "line",
    [
        "TAKE Fnord-7 ann ABCD-EFG2",
        "> * TAKE Fnord-7 ann ABCD-EFG2 .",
        "\t#take fnord-7 ann abcd-efg2\t",
        "hello\n\n\nTAKE Fnord-7\nann ABCD-EFG2\n\nbye",
    ],
)
def test_a_take_line_is_found_as_people_write_it(line: str) -> None:
    found = _TAKE.search(line)
    assert found is not None and found["code"].upper() == "ABCD-EFG2"


@pytest.mark.parametrize("line", ["STANDBY", "> standby off.", "hi\n\nSTANDBY\n\nbye"])
def test_a_standby_line_is_found_as_people_write_it(line: str) -> None:
    assert _STANDBY.search(line)
    assert not _STANDBY.search(f"{line.splitlines()[0]} please")


@each(
    ("entity", "text"),
    [
        ("&#80;ASS", "PASS"),
        ("&#080;ASS", "PASS"),
        ("&#" + "9" * 5000 + ";", "\ufffd"),
        ("&#" + "9" * 5000 + "PASS", "\ufffdPASS"),
        ("&#x" + "f" * 5000 + ";", "\ufffd"),
        ("&#1114112;", "\ufffd"),
    ],
)
def test_no_number_of_a_character_is_too_long(entity: str, text: str) -> None:
    assert html_to_text(f"<p>{entity}") == text
    raw = HEAD + b"Content-Type: text/html\r\n\r\n<pre>%s</pre>" % entity.encode()
    assert read_letter(raw).body.strip() == text


@pytest.mark.parametrize(
    ("more", "author"),
    [
        (b"", "ann@example.org"),
        (b"From: eve@example.net\r\n", ""),
        (b"From: Ann <ANN@example.org>\r\n", "ann@example.org"),
    ],
)
def test_a_letter_of_two_authors_is_nobodys(more: bytes, author: str) -> None:
    letter = read_letter(HEAD + more + b"\r\nPASS\r\n")
    assert letter.from_addr == author
    assert letter.text == "PASS"
