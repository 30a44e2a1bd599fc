"""Every kind of line that players of INWO may type is read, or stands on the list of the rest."""

from __future__ import annotations

from engine.inwo.placing import place
from pbem.games.inwo.adjudication.lines import read_line
from pbem.games.inwo.adjudication.names import NoSuchLine
from pbem.games.inwo.formats import TypedOrder, as_typed, format_order
from tests.support.inwo_cases import position_of
from tests.support.places import TESTS

SEATS = {
    "ann": "ufos +1 | the-mafia N +1 | pentagon E | plots: hoax, deep-agent | group_hand: texas",
    "bob": "the-network | c-i-a N +1 | boy-sprouts E",
    "cat": "the-network",
}
STATE = place(position_of({"seats": SEATS}))
LINES = [
    line
    for line in (TESTS / "games" / "inwo" / "typed_lines.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
MOST_UNREAD = 0
"""May only fall."""


def is_read(line: str) -> bool:
    try:
        read_line(line, STATE, "ann")
    except NoSuchLine:
        return False
    return True


def test_each_line_is_read_unless_it_is_marked() -> None:
    assert [
        line for line in LINES if is_read(line.removeprefix("! ")) is line.startswith("!")
    ] == []
    assert sum(line.startswith("!") for line in LINES) <= MOST_UNREAD


def test_each_line_is_told_in_words_that_read_back() -> None:
    for line in LINES:
        if line.startswith(("!", "IF ")):
            continue
        read = read_line(line, STATE, "ann")
        told = format_order(TypedOrder(read.order, read.window))
        again = read_line(told, STATE, "ann")
        same = (as_typed(read.order, STATE, "ann"), read.window)
        assert (as_typed(again.order, STATE, "ann"), again.window) == same, (line, told)


_FREE_TEXT = ("NAME Media Sensation", "OFFER bob Hoax! FOR Canada EXPIRES")
"""Lines in which a text is kept as it was typed."""


def test_each_line_means_the_same_in_small_letters_and_in_capitals() -> None:
    for line in LINES:
        if line.startswith(("!", *_FREE_TEXT)):
            continue
        read = read_line(line, STATE, "ann")
        for typed in (line.lower(), line.upper()):
            again = read_line(typed, STATE, "ann")
            assert (again.order, again.window) == (read.order, read.window), typed
