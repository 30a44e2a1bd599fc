"""How many files one must touch for something new: counted by what is there already.

A new thing stands where its likes stand. For each kind of thing a few that do nothing beside what
all of the kind do are looked for in the whole of the program.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import get_args

import pytest

from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.orders import ScriptOrder
from pbem.grammar.preferences import ALL_PREFERENCES
from pbem.mails.kinds import KINDS as MAIL_KINDS
from tests.support.places import ROOT

ABILITIES = "ConditionalResistance Shield CountsAs Tax Immunity SpreadMoney CopyIlluminati SplitAid"
ORDERS = (
    "Show UseRealign Arrange Spread ChooseGoal Resign PayTaxFrom ForegoTax PayUpkeepFrom "
    "Decline AcceptGroups Understate Cheat"
)
COMMANDS = "PROCESS ALLOW BECOME HOLD RETRY LET PROMOTE DEMOTE EJECT REPLACE APPROVE"
MAILS = "too_late too_often letter_waits display departure seat_taken address_bad lobby_news"
PREFERENCES = "FORMAT PICTURES DATES QUIET CALENDAR LEGEND JSON"
SETTINGS = "reminders window_press late_talk"
WORD, TEXT, CARD = r"\b{}\b", r'"{}"', r'"{}"|\[{}\]'
KINDS = (
    ("a card", 1, CARD, "yuppies trekkies slush-fund bribery gnomes-of-zurich"),
    ("an ability", 3, WORD, ABILITIES),
    ("a verb of orders", 7, WORD, ORDERS),
    ("a moderator's command", 2, TEXT, COMMANDS),
    ("a mail", 2, TEXT, MAILS),
    ("a preference", 1, TEXT, PREFERENCES),
    ("a game's setting", 2, r"(?:\)|choices)\.{}\b|^    {}: ", SETTINGS),
    ("a game", 1, r"pbem\.games\.{}\.game:", "illuminati inwo"),
)


@cache
def texts() -> dict[str, str]:
    """The text of every file of the program by its name; INWO's is another game."""
    found = {}
    for folder in ("engine", "pbem", "worker", "templates"):
        for path in sorted((ROOT / folder).rglob("*")):
            is_text = path.suffix in (".py", ".toml", ".txt", ".html")
            if is_text and "inwo" not in path.parts and "migrations" not in path.parts:
                found[str(path.relative_to(ROOT))] = path.read_text(encoding="utf-8")
    return found


LISTED = {WORD: r"\w+", TEXT: r'"(?=([\w-]+)")', CARD: r'(?=(?:"([\w-]+)")|(?:\[([\w-]+)\]))'}
"""What finds all names of a kind, each where it begins."""


@cache
def names_by_file(pattern: str) -> dict[str, frozenset[str]]:
    """The names of a kind that stand in each file: all at once, as there are many."""
    wanted = re.compile(LISTED[pattern])
    return {
        path: frozenset(found[found.lastindex or 0] for found in wanted.finditer(text))
        for path, text in texts().items()
    }


def touched(pattern: str, name: str) -> list[str]:
    if pattern in LISTED:
        return [path for path, names in names_by_file(pattern).items() if name in names]
    wanted = re.compile(pattern.replace("{}", re.escape(name)), re.MULTILINE)
    return [path for path, text in texts().items() if wanted.search(text)]


@pytest.mark.parametrize(("kind", "most", "pattern", "names"), KINDS, ids=[row[0] for row in KINDS])
def test_so_many_files_are_touched_for(kind: str, most: int, pattern: str, names: str) -> None:
    found = {name: touched(pattern, name) for name in names.split()}
    assert all(found.values()), "each is there"
    assert {name: files for name, files in found.items() if len(files) > most} == {}, kind


WHOLE = (
    ("a card", 1, CARD, [name for name in (*CARDS, *SPECIALS) if "hidden-" not in name], 0.97),
    ("a verb of orders", 7, WORD, [one.__name__ for one in get_args(ScriptOrder)], 0.5),
    ("a mail", 2, TEXT, MAIL_KINDS, 0.6),
    ("a preference", 1, TEXT, ALL_PREFERENCES, 0.6),
)
"""All that there is of a kind, and the share that stands in no more files: the names of others are
words that mean something else too, as "turn" does, or more hangs on them, as on an attack."""


@pytest.mark.parametrize(("kind", "most", "pattern", "names", "share"), WHOLE)
def test_most_that_there_is_touches_no_more(
    kind: str, most: int, pattern: str, names: Collection[str], share: float
) -> None:
    within = [name for name in names if 0 < len(touched(pattern, name)) <= most]
    assert len(within) >= share * len(names), kind
