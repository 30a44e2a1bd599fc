"""What players type and what was understood: every file of tests/language, one runner."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.games.illuminati.language import ParsedLine, Vocabulary, format_line, read
from tests.support.places import TESTS
from tests.support.strategies import NAMES

FOLDER = TESTS / "language"
FILES = sorted(FOLDER.glob("*.txt"))
TYPED = "> "
Golden = Callable[[Path, str], None]


def test_there_are_letters() -> None:
    assert [path.stem for path in FILES] == [
        "attack",
        "free",
        "lines",
        "stance",
        "trades",
        "waiting",
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_letters_are_understood(path: Path, golden: Golden) -> None:
    golden(path, "\n".join(told_again(path.read_text(encoding="utf-8"))) + "\n")


def told_again(text: str) -> Iterator[str]:
    """The file with what is understood now below what was typed."""
    names = NAMES
    for number, block in enumerate(text.strip().split("\n\n")):
        rows = block.split("\n")
        if number:
            yield ""
        yield from (row for row in rows if row.startswith("#"))
        typed = [row[len(TYPED) :] for row in rows if row.startswith(TYPED.strip())]
        if typed:
            yield from (f"{TYPED}{row}".rstrip() for row in typed)
            yield from understood("\n".join(typed), names)


def understood(letter: str, names: Vocabulary) -> Iterator[str]:
    for line in read(letter, names):
        yield f"{told_fate(line)}: {format_line(line, names)}"
        yield from (f"    assumed: {note}" for note in line.assumed)
        if line.problem:
            yield f"    because: {line.problem}"
        yield from (f"    instead: {suggestion}" for suggestion in line.suggestions)


def told_fate(line: ParsedLine) -> str:
    if line.status == "order":
        return type(line.order).__name__
    return line.status
