"""The lines that a mail gives as examples, and whether each is read as it stands."""

import re
from collections.abc import Iterator

from pbem.games.illuminati.language import ParsedLine, Vocabulary, read
from pbem.games.illuminati.language.definition import LANGUAGE
from tests.support.strategies import NAMES

ANYONE = Vocabulary(seats=NAMES.seats, me="ann", illuminati=NAMES.illuminati, turn=14)
"""Names of the cast at a table where any card may be meant."""
COMMENTED = re.compile(r"^(?:> ?)*# ([A-Z]{3,}\b.*)$", re.MULTILINE)


def read_one(text: str) -> ParsedLine:
    lines = read(text, ANYONE)
    assert lines, text
    return lines[0]


def check_read(text: str) -> None:
    line = read_one(text)
    told = f"{text!r}: {line.status}: {line.problem}"
    assert line.status in ("order", "control", "talk", "removed"), told
    assert line.assumed == (), told


def commented(mail: str) -> Iterator[str]:
    """The lines whose # may be taken away; a verb alone that wants more is to be filled in."""
    for row in COMMENTED.findall(mail):
        verb = LANGUAGE.by_word.get(row.strip().casefold())
        if verb is None or any(" " not in example for example in verb.examples):
            yield row.strip()
