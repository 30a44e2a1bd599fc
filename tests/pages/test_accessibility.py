"""Every page for everybody: contrast of colours, labels, headings, the keyboard (WCAG AA)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from pbem.database import Database
from pbem.service.arriving.intake import accept
from pbem.service.letters.reading import read_letter
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from tests.support.console_visits import add_moderator, app_client, visitor
from tests.support.lobby_letters import DESK
from tests.support.page_checks import problems_of
from tests.support.page_visits import finished_table, opened_by, with_pages
from tests.support.service_rows import Table, letter_text, new_table, random_bytes

ROOT = Path(__file__).parents[2]
SHEET = (ROOT / "templates" / "web" / "static" / "page.css").read_text(encoding="utf-8")
OP = "op@example.org"

# --- colours --------------------------------------------------------------------------------------

GROUNDS = ("desk", "paper", "shade")
ON_HEAD = ("on-head", "title")
"""Colours of letters on the head of a page alone."""
TEXT, SHAPE = 4.5, 3.0
"""The least contrast of letters (1.4.3), and of the shapes of controls and charts (1.4.11)."""


def colours(scheme: str) -> Mapping[str, str]:
    """The colours of the style sheet by name; the dark ones stand behind the light ones."""
    light, dark = re.findall(r":root \{(.*?)\}", SHEET, re.S)[:2]
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", light))
    return found | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", dark if scheme == "dark" else ""))


def contrast(one: str, other: str) -> float:
    """How two colours are told apart, as WCAG reckons it."""
    first, second = sorted((_light(one), _light(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def _light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_black_and_white_are_as_far_apart_as_can_be() -> None:
    assert round(contrast("#000000", "#ffffff"), 1) == 21.0
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_of_every_colour_can_be_read_on_every_ground(scheme: str) -> None:
    known = colours(scheme)
    letters = {*re.findall(r"[; {]color: var\(--([\w-]+)\)", SHEET)} - {*ON_HEAD, "on-button"}
    assert {"ink", "quiet", "link", "good", "bad"} <= letters
    pairs = [(letter, ground) for letter in sorted(letters) for ground in GROUNDS]
    pairs += [(letter, "head") for letter in ON_HEAD]
    pairs += [("on-button", "button"), ("ink", "new"), ("ink", "other")]
    faint = [
        (letter, ground, round(contrast(known[letter], known[ground]), 2))
        for letter, ground in pairs
        if contrast(known[letter], known[ground]) < TEXT
    ]
    assert faint == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_edges_focus_and_lines_of_charts_can_be_seen(scheme: str) -> None:
    known = colours(scheme)
    seen = [("edge", "paper"), ("edge", "desk"), ("link", "desk"), ("link", "paper")]
    seen += [("title", "head"), ("navy", "paper"), ("navy", "desk")]
    faint = [pair for pair in seen if contrast(known[pair[0]], known[pair[1]]) < SHAPE]
    assert faint == []
    light, dark = SHEET.split("@media (prefers-color-scheme: dark) {\n  .drawn", 1)
    lines = re.findall(r"\.(series-\d) \{ stroke: (#\w{6})", light if scheme == "light" else dark)
    assert len(lines) == 8
    assert [
        name
        for name, colour in lines
        for ground in ("paper", "desk")
        if contrast(colour, known[ground]) < SHAPE
    ] == []


def test_what_has_the_focus_is_always_framed() -> None:
    assert ":focus-visible { outline: 3px solid" in SHEET
    assert re.findall(r"outline: *(?:none|0)", SHEET) == []


# --- what stands on the pages --------------------------------------------------------------------

PUBLIC = (
    "/",
    "/play",
    "/game/Fnord-7",
    "/game/Fnord-7/turn",
    "/game/Conclave-3",
    "/ratings",
    "/terms",
    "/decks/inwo",
    "/game/Nobody-1",
)
OF_SEAT = ("", "/history", "/board", "/talk", "/log?q=mafia", "/card/yuppies")
OF_GAME = ("", "/letters", "/letters/1", "/outbox", "/outbox/1", "/filed", "/log", "/log/1")
OF_CONSOLE = ("/console/", "/console/help", "/console/system", "/console/people")


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """A game with a turn behind it, one of New World Order, and one that waits for players."""
    table = new_table(sqlite_database, with_pages(), pace="announce")
    cast = [Newcomer("amy", "amy@example.org"), Newcomer("ben", "ben@example.org")]
    create_game(
        table.service, NewGame("Conclave-3", cast, random_bytes(5, seats=2), ruleset="inwo")
    )
    raw = letter_text("bob@example.org", DESK, "CREATE Fnord-8 PLAYERS 3 AS bob PASSWORD fish")
    verdicts = {"dmarc": "pass"}
    read_letter(table.service, accept(table.service, raw, DESK, "bob@example.org", verdicts))
    table.read(table.send("ann", "SAY TO ALL:\nI come in peace.\n"))
    table.read(table.send("ann", "ATTACK Yuppies WITH Mafia\nREADY"))
    table.run_turn()
    table.run_turn()
    return table


def test_pages_for_anybody_can_be_used_by_everybody(table: Table) -> None:
    client = app_client(table.service)
    pages = [(path, client.get(path, headers={"Accept": "text/html"}).text) for path in PUBLIC]
    assert list(_problems(pages)) == []
    assert "Fnord-8" in dict(pages)["/play"]


@pytest.mark.long
def test_the_finale_can_be_used_by_everybody(sqlite_database: Database) -> None:
    """Ranking first, then the story, and last the proof of fairness."""
    client = app_client(finished_table(sqlite_database).service)
    page = client.get("/game/Fnord-7/finale", headers={"Accept": "text/html"}).text
    assert list(_problems([("finale", page)])) == []
    order = [
        page.index(part) for part in ("the finale</h2>", "HOW CLOSE EVERYBODY CAME", 'id="proof"')
    ]
    assert order == sorted(order)


def test_a_wide_table_names_its_columns_in_every_cell(table: Table) -> None:
    """On a phone its head is gone and each row is a card."""
    page = app_client(table.service).get("/game/Fnord-7").text
    assert page.count('class="numbers stack"') > 1
    row = page.partition('class="numbers stack"')[2].partition("<tbody>")[2].partition("</tr>")[0]
    assert re.findall(r'data-label="([^"]*)"', row)[:4] == ["code", "pow/tr", "res", "inc"]


def test_a_seats_pages_can_be_used_by_everybody(table: Table) -> None:
    device = opened_by(table, "bob")
    pages = [(path, device.get(f"{device.at}{path}")) for path in OF_SEAT]
    pages.append(("answered", device.save("GUARD ALL UNTIL 5 MAX 4 EACH\nATTACK Zebra")))
    assert list(_problems(pages)) == []


def test_the_console_can_be_used_by_everybody(table: Table) -> None:
    add_moderator(table.database, table.service.settings, OP, None)
    op = visitor(table)
    pages = [("login", op.get("/console/login"))]
    op.enter(OP)
    game = f"/console/game/{table.game_id}"
    op.do(table.game_id, line="EXTEND 24h")
    pages.append(("done", op.page))
    pages += [(path, op.get(f"{game}{path}")) for path in OF_GAME]
    pages += [(path, op.get(path)) for path in OF_CONSOLE]
    op.do(table.game_id, line="EXTEND yesterweek")
    assert list(_problems([*pages, ("refused", op.page)])) == []


def _problems(pages: Iterable[tuple[str, str]]) -> Iterator[str]:
    for path, page in pages:
        yield from (f"{path}: {problem}" for problem in problems_of(page))
