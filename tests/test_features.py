"""Every feature of docs/features.md has a test that is there; many are tried by a letter here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.database import Database
from pbem.settings import Settings
from tests.support.lobby_letters import ANN, Lobby
from tests.support.places import ROOT
from tests.support.service_rows import Table, new_table, one_line

ROWS = 84
ROW = re.compile(r"^\| (?P<name>.+?) \| (?P<how>.+) \| (?P<tests>`test_\w+`(?:, `test_\w+`)*) \|$")


class Feature(NamedTuple):
    """A row of the guide."""

    name: str
    how: str
    tests: tuple[str, ...]


def features() -> Iterator[Feature]:
    for line in (ROOT / "docs" / "features.md").read_text(encoding="utf-8").splitlines():
        if found := ROW.match(line):
            yield Feature(found["name"], found["how"], tuple(re.findall(r"test_\w+", found[3])))


def known_tests(folder: Path) -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in folder.rglob("test_*.py"))
    return {name for text in texts for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)}


def test_every_feature_has_a_row_and_tests_that_there_are() -> None:
    rows, known = [*features()], known_tests(ROOT / "tests")
    assert len(rows) == len({row.name for row in rows}) == ROWS
    assert [(row.name, test) for row in rows for test in row.tests if test not in known] == []


# --- a letter for each feature that shows in its answer -----------------------------------

TRIED = {
    "Orders as plain mail text": ("ATTACK Yuppies WITH Mafia", "1: ATTACK Yuppies WITH Mafia"),
    "Several aliases per verb": ("seize Yuppies with Mafia", "1: ATTACK Yuppies WITH Mafia"),
    "Unique-prefix abbreviation": ("attack yupp with maf", "1: ATTACK Yuppies WITH Mafia"),
    "Spelling correction, announced": ("atack Yuppies with Mafia", "atack read as ATTACK"),
    "Quoted text skipped automatically": ("PASS\n\n> ATTACK Mafia", "1: PASS"),
    "Signature stopped (`--`, END)": ("PASS\n-- \nann\nRESIGN", "1: PASS"),
    "Many commands in one mail": ("PASS\nSTAND ASIDE\nWAIT\nSTATUS", "WAIT"),
    "Phone-friendly (no newline needed)": ("attack yuppies with mafia; wait", "OK wait"),
    "Receipt for every mail": ("How are you?", "NOT COVERED"),
    "Lists orders as understood": ("PASS", "ON FILE NOW"),
    "Errors shown in place, with line": ("ATTACK CIA WITH KGB", "1 REFUSED ATTACK C"),
    "One bad line harms nothing else": ("PASS\nGIVE 5 TO nobody", "1: PASS"),
    "Sense check against the position": ("ATTACK Gnomes WITH Mafia", "cannot be attacked"),
    "Forecast or simulation by mail": ("PREVIEW\nATTACK Yuppies WITH Mafia", "need"),
    "Warns of self-harm": ("GIVE Mafia TO bob", "leaves you without a group"),
    "Shows time left and who is waited for": ("PASS", "3 days left"),
    "Repeating orders": ("REPEAT: PASS", "REPEAT: 1: PASS"),
    "Orders queued for later turns": ("TURN 17: PASS", "TURN 17: 1: PASS"),
    "IF / ELSE orders": (
        "IF Hackers IS FREE: PASS\nELSE: ATTACK Yuppies WITH Mafia",
        "IF NOT Hackers",
    ),
    "Pre-set answers to others' acts": ("GUARD ALL UNTIL 5 MAX 4 EACH", "GUARD ALL UNTIL 5"),
    "WAIT flag": ("WAIT", "before its deadline"),
    "Player vacations": ("AWAY FROM 24 Dec TO 2 Jan", "you are away from Thu 24 Dec"),
    "Time shown in the player's zone": ("SET ZONE Europe/Berlin\nWHO", "CET"),
    "Relay to one / some / all": ("SAY TO bob, cat: fnord", "Sent to bob and cat now"),
    "Anonymous mail": ("RUMOUR: fnord", "nobody will be told whose it is"),
    "Real-identity leak filter": ("SAY TO bob: write to me@example.org", "SEND ANYWAY 1"),
    "Newspaper, signed press, rumours": ("SAY TO EDITOR: fnord", "letters to the editor"),
    "Secret diary opened at the end": ("DIARY: fnord", "yours alone until the game is over"),
    "Automatic bidding to a ceiling": ("ATTACK Yuppies WITH Mafia SPEND 1 UP TO 3", "UP TO 3"),
    "Process early when all ready": ("PASS\nREADY", "READY"),
    "Delegate or sitter": ("DELEGATE TO bob UNTIL Friday", "get your mail, learn your secrets"),
    "Confirm destructive commands": ("RESIGN", "If you mean it, send: RESIGN"),
    "Post-game opening of secrets": ("TALK OPEN", "once the game is over"),
    "Dice that can be checked": ("VERIFY", "its secrets are opened when it is"),
    "Text and HTML reports": ("SET FORMAT text", "FORMAT text"),
    "Machine-readable report": ("SET JSON on", "JSON on"),
    "Skill rating or hall of fame": ("WHO", "THE TABLE, in order of play"),
    "Display test mail": ("DISPLAY TEST", "mail"),
}
LOBBY = {
    "Create a game by mail": ("CREATE Fnord-9 PLAYERS 4 CLOCK 24h", "Fnord-9 waits for 3 more"),
    "+ Join a game by mail": ("JOIN Fnord-8 AS bob", "You play Fnord-8 as bob."),
    "Rule flags per game": ("CREATE Fnord-9 PRESS public", "It is a game of Illuminati"),
    "Press rules per phase / when late": ("CREATE Fnord-9 WINDOW_PRESS none", "While attacks"),
    "Private, invitation, standby queue": ("CREATE Fnord-9 INVITED only", "Whom you INVITE joins"),
    "Robot fills a gap": ("CREATE Fnord-9 PLAYERS 3\nSTART WITH ROBOTS", "Fnord-9 has begun"),
    "Observers, results-only monitors": ("WATCH Fnord-1", "Fnord-1"),
    "Reliability rating": ("CREATE Fnord-9 RELIABLE 80", "Fnord-9 waits for 3 more"),
    "Tutorial game on sign-up": ("TUTORIAL", "has begun. Its first report is on its way"),
}
"""The same at the plain address, where Fnord-8 waits for players."""


@pytest.mark.parametrize("name", TRIED)
def test_a_letter_shows_it(name: str, sqlite_database: Database) -> None:
    assert name in {row.name for row in features()}
    body, told = TRIED[name]
    assert told in one_line(table_of(sqlite_database).write("ann", body))


@pytest.mark.parametrize("name", LOBBY)
def test_a_letter_to_the_plain_address_shows_it(name: str, sqlite_database: Database) -> None:
    assert name in {row.name for row in features()}
    lobby, (body, told) = Lobby(sqlite_database), LOBBY[name]
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3")
    answer = lobby.write("Bob <bob@example.net>", body)[-1].text
    assert told in one_line(answer)
    assert all(len(line) <= 72 for line in answer.split("\n"))


@pytest.mark.parametrize("line", ["# ATTACK Yuppies WITH Mafia", "// PASS", "#PASS"])
def test_comments_order_nothing(line: str, sqlite_database: Database) -> None:
    table = table_of(sqlite_database)
    answer = table.write("ann", f"{line}\nATTACK Hackers WITH Mafia   // my own note")
    assert table.filed("ann") == ["1: ATTACK Hackers WITH Mafia"], answer


def table_of(database: Database) -> Table:
    return new_table(database, Settings.model_validate({"mail": {"address": "game@example.org"}}))
