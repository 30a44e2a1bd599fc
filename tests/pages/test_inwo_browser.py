"""INWO in a real browser: a duel half on the web and half by mail, and a deck that is built."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from engine.core.dice import SecretDice
from pbem.database import Database
from pbem.games.contract.ruleset import RobotSeat
from pbem.games.registry import ruleset
from pbem.models import FINISHED
from pbem.service.context import ServiceContext
from pbem.service.snapshots import load_game
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from tests.moderators.test_console_browser import _LEAST_CONTRAST as LEAST_CONTRAST
from tests.support.console_browser import SCHEMES, WIDTHS, looking, press, serving
from tests.support.page_visits import newest_way, with_pages
from tests.support.service_rows import Hands, Table, random_bytes

MOST_STEPS = 400
DECK = "/decks/inwo"


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    clock = Hands()
    service = ServiceContext(sqlite_database, with_pages(), clock)
    cast = [Newcomer(seat, f"{seat}@example.org") for seat in ("ann", "bob")]
    new = NewGame("Fnord-7", cast, random_bytes(seats=2), ruleset="inwo")
    return Table(service, clock, create_game(service, new))


@pytest.fixture
def home(table: Table) -> Iterator[str]:
    with serving(table) as home:
        yield home


class Duel:
    """ann answers by mail as a robot would; bob clicks on what his page offers him."""

    def __init__(self, table: Table, page: Page, seat: str) -> None:
        self.table, self.page, self.seat = table, page, seat
        self.dice = SecretDice(b"ann's own")
        self.clicks = self.letters = 0

    def step(self) -> None:
        """Whoever is asked answers; else time goes on."""
        with self.table.database.read() as session:
            known = load_game(session, self.table.game_id)
        asked = {seat: ask.kind for ask in known.status.asks for seat in ask.seats}
        if "ann" in asked:
            self.write(known.state, known.status.asks)
        if "bob" in asked:
            self.click()
        for _ in range(20):
            if not self.table.sweep():
                self.table.clock.on(hours=1)
                return

    def write(self, state: Any, asks: Any) -> None:
        robots = ruleset("inwo").robots
        assert robots is not None
        lines = robots.letter(RobotSeat("ann", "greedy"), state, asks, self.dice)
        self.letters += "COVERED" in self.table.write("ann", "\n".join(lines or ("READY",)))

    def click(self) -> None:
        """Choose what the page offers: a takeover, then what succeeds most likely."""
        self.page.goto(self.seat)
        offered = self.page.locator(".choices button[name=add]")
        lines = [offered.nth(at).get_attribute("value") or "" for at in range(offered.count())]
        takeovers = [at for at, line in enumerate(lines) if line.startswith("TAKEOVER")][:1]
        attacks = [at for at, line in enumerate(lines) if line.startswith("ATTACK")][:2]
        for at in (*takeovers, *attacks) or range(min(1, len(lines))):
            offered.nth(at).click()
        sheet = self.page.locator("#orders")
        sheet.fill(f"{sheet.input_value()}\nREADY".lstrip())
        press(self.page, self.page.get_by_role("button", name="Save"))
        assert "COVERED" in self.page.inner_text("#answer")
        self.clicks += 1


@pytest.mark.long
def test_a_duel_half_on_the_web_and_half_by_mail(browser: Browser, table: Table, home: str) -> None:
    page = looking(browser, "phone", with_scripts=True).new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(home + newest_way(table.service, "bob@example.org"))
    press(page, page.get_by_role("button", name="Open my page"))
    duel = Duel(table, page, page.url)
    for _ in range(MOST_STEPS):
        if table.game().phase == FINISHED:
            break
        duel.step()
    assert table.game().phase == FINISHED and duel.clicks > 3 and duel.letters > 3
    told = table.report("bob").text
    assert any(f"{who} with " in told for who in ("You win", "ann wins"))
    page.goto(duel.seat)
    assert "The game is over" in page.inner_text("main")
    page.goto(f"{duel.seat}/board")
    assert page.locator("#old-board svg [id^=card-]").count() > 4
    assert problems == []


@pytest.mark.slow
def test_a_deck_is_built_while_the_page_checks_it(
    browser: Browser, table: Table, home: str
) -> None:
    page = looking(browser, "phone", with_scripts=True).new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.goto(home + DECK)
    page.locator("#deck").fill("Discordian Society\nJihad; Goldfish Fancierz")
    page.wait_for_selector("text=did you mean Goldfish Fanciers?")
    page.locator("#card-q").fill("trekkies")
    press(page, page.get_by_role("button", name="Find cards"))
    page.get_by_role("button", name="Add Trekkies").click()
    assert page.locator("#deck").input_value().endswith("\nTrekkies")
    page.wait_for_selector("text=Groups, 1")
    press(page, page.get_by_role("button", name="One Jihad more"))
    assert "2 Jihad" in page.locator("#deck").input_value()
    page.locator("summary").click()
    press(page, page.get_by_role("button", name="Green Tide"))
    assert "This deck is legal." in page.inner_text("#statuses")
    press(page, page.get_by_role("link", name="A link to this deck"))
    assert "Never Surrender" in page.locator("#deck").input_value()
    assert problems == []


@pytest.mark.slow
@pytest.mark.parametrize("device", WIDTHS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_deck_page_fits_and_can_be_read(
    browser: Browser, table: Table, home: str, device: str, scheme: str
) -> None:
    how = "dark" if scheme == "dark" else "light"
    page = looking(browser, device, how).new_page()
    page.goto(home + DECK)
    press(page, page.get_by_role("button", name="Green Tide"))
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[device]
    least = page.evaluate(LEAST_CONTRAST)
    assert least["ratio"] >= 4.5, least
