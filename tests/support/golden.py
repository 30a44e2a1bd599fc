"""Golden files: what is made now against what a person has read and accepted."""

import difflib
from pathlib import Path
from typing import Protocol

from pbem.documents.marks import CELL, LINE, RAIL, SOFT

_SHOWN = {mark: chr(0x2400 + ord(mark)) for mark in (LINE, CELL, SOFT, RAIL)}
"""How marks stand in files, so that they can be read."""


class _Mail(Protocol):
    @property
    def subject(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def body(self) -> str: ...


class GoldenMail(str):
    """A mail as its golden has it; the marked text it is made of has a golden beside it."""

    body: str


def whole(mail: _Mail) -> GoldenMail:
    """A mail with its subject."""
    made = GoldenMail(f"Subject: {mail.subject}\n\n{mail.text}")
    made.body = mail.body
    return made


def body_of(path: Path) -> str:
    """The marked text of a golden mail."""
    text = path.with_suffix(".marked").read_text(encoding="utf-8")
    return text.translate({ord(shown): mark for mark, shown in _SHOWN.items()})


def assert_golden(path: Path, text: str, accept: bool = False) -> None:
    """Fail unless the file holds exactly this text; with `accept` write it instead."""
    if isinstance(text, GoldenMail):
        shown = str.translate(text.body, str.maketrans(_SHOWN))
        assert_golden(path.with_suffix(".marked"), shown, accept)
    if accept:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    assert path.exists(), f"{path} is missing; read what `pytest --accept` writes, then keep it"
    expected = path.read_text(encoding="utf-8")
    if text != expected:
        diff = difflib.unified_diff(
            expected.splitlines(), text.splitlines(), f"{path.name} (accepted)", "now", lineterm=""
        )
        raise AssertionError("\n".join(diff) or f"{path.name}: line ends differ")
