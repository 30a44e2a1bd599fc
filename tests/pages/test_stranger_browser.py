"""A stranger's whole game in a real browser and by mail, and a second person who watches it."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page

from pbem.database import Database
from pbem.models import FINISHED, RUNNING
from pbem.service.context import ServiceContext
from pbem.settings import FinaleSettings
from tests.support.console_browser import looking, press, serving
from tests.support.lobby_letters import Lobby
from tests.support.page_visits import newest_way, with_pages
from tests.support.service_rows import Table, one_line

ANN, BOB, ZED = "ann@example.org", "bob@example.org", "zed@example.net"
GAME = "Fnord-8"
MOST_STEPS = 60
SEED = 3
"""Chance with which bob has a group soon, and somebody who can attack it."""


@pytest.fixture
def lobby(sqlite_database: Database) -> Lobby:
    lobby, seeds = Lobby(sqlite_database), itertools.count(SEED)

    def fixed(many: int) -> bytes:
        return next(seeds).to_bytes(many, "big")

    settings = with_pages().model_copy(update={"finale": FinaleSettings(cpu_seconds=0)})
    lobby.service = ServiceContext(sqlite_database, settings, lobby.clock, fixed)
    return lobby


def begun(lobby: Lobby) -> Table:
    """A stranger asks what this is, joins ann's game, confirms it; a robot has the third seat."""
    lobby.write(ANN, f"CREATE {GAME} PLAYERS 3 AS ann CLOCK 24h pace announce ROBOTS greedy")
    (welcome,) = lobby.send(BOB, "What is this?")
    assert "JOIN" in welcome.text
    (question,) = lobby.send(BOB, f"JOIN {GAME} AS bob")
    assert question.kind == "lobby_confirm"
    (answer,) = lobby.send(BOB, "Yes, it is mine.", subject=f"Re: {question.subject}")
    assert f"You play {GAME} as bob." in one_line(answer.text)
    assert lobby.write(ANN, f"START {GAME} WITH ROBOTS")
    (game,) = lobby.games()
    assert "You watch" in lobby.answer(ZED, f"WATCH {GAME}")
    return Table(lobby.service, lobby.clock, game.id or 0)


@dataclass(slots=True)
class Story:
    """How the game goes; bob writes his scripts by mail and on the page by turns."""

    table: Table
    page: Page
    seat: str
    ways: list[str] = field(default_factory=list)
    attacked: str = ""

    def play_on(self) -> None:
        """Until he has been attacked and has had two turns by mail and two on the page."""
        for _ in range(MOST_STEPS):
            if self.attacked and min(map(self.ways.count, ("mail", "page"))) > 1:
                return
            assert self.table.game().phase == RUNNING
            self.step()
        raise AssertionError((self.ways, self.attacked))

    def step(self) -> None:
        mover, is_announced = self.table.mover(), bool(self.table.state().announced)
        if mover == "bob" and not is_announced:
            self.script()
        elif mover == "ann" and not is_announced:
            self.table.write("ann", self.attack())
        elif mover == "ann" and self.asks_bob():
            self.answer()
        self.pass_time()

    def script(self) -> None:
        """The first attack that is offered, with all the money it can have, or a pass."""
        is_web = self.ways.count("page") <= self.ways.count("mail")
        self.page.goto(self.seat)
        line = "PASS"
        rows = self.page.locator(".choices li", has_text="ATTACK", has_not_text="DESTROY")
        for row in rows.all()[:1]:
            amounts = row.locator("option").all()
            line = (
                amounts[-1].get_attribute("value") if amounts else row.locator("code").inner_text()
            )
        if is_web:
            self.page.locator("#orders").fill(line)
            press(self.page, self.page.get_by_role("button", name="Save"))
            assert "COVERED" in self.page.inner_text("#answer"), line
        else:
            assert "COVERED" in self.table.write("bob", line), line
        self.ways.append("page" if is_web else "mail")

    def attack(self) -> str:
        """Ann takes a group that is offered to her; from then on she attacks bob's."""
        state = self.table.state()
        groups = [card for card, held in state.holdings.items() if held.master is not None]
        bobs = [card for card in groups if state.holdings[card].seat == "bob"]
        if bobs and any(state.holdings[card].seat == "ann" for card in groups):
            return f"ATTACK {bobs[0]} WITH {state.seat('ann').illuminati} SPEND 9"
        offered = re.findall(r"^# (ATTACK (?!TO).+? WITH \w+)", self.table.report("ann").text, re.M)
        return f"{offered[0]} SPEND 8" if offered else "PASS"

    def asks_bob(self) -> bool:
        self.page.goto(self.seat)
        return "You are asked for answers" in self.page.inner_text("main")

    def answer(self) -> None:
        """He guards the group that is attacked, by the slider of the page."""
        row = self.page.locator(".choices li", has_text="GUARD").first
        if not row.count():
            return
        row.locator("input[type=range]").fill("1")
        row.get_by_role("button", name="Add").click()
        line = self.page.locator("#orders").input_value()
        assert line.startswith("GUARD")
        press(self.page, self.page.get_by_role("button", name="Save"))
        assert line in self.page.inner_text("#answer")
        self.attacked = line

    def pass_time(self) -> None:
        """To the end of what is waited for; what robots and the sweeper do then."""
        self.table.clock.on(minutes=5)
        if self.table.game().deadline_at is not None:
            self.table.to_deadline()
        while self.table.sweep():
            pass


@pytest.mark.slow
def test_a_strangers_game_by_mail_and_web(browser: Browser, lobby: Lobby) -> None:
    table = begun(lobby)
    with serving(table) as home:
        page = looking(browser, "phone", with_scripts=True).new_page()
        page.goto(home + newest_way(table.service, BOB))
        press(page, page.get_by_role("button", name="Open my page"))
        story = Story(table, page, page.url)
        story.play_on()
        page.goto(story.seat)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        finish(story)
        watched(browser, lobby, table, home)


def finish(story: Story) -> None:
    """Both people agree to win together; the finale comes by mail, and the page still answers."""
    table, page = story.table, story.page
    table.write("ann", "VOTE DRAW ann, bob")
    page.goto(story.seat)
    page.locator("#orders").fill("VOTE YES")
    press(page, page.get_by_role("button", name="Save"))
    assert table.game().phase == FINISHED
    story.pass_time()
    (finale,) = [mail for mail in table.mails("bob") if mail.kind == "finale"]
    assert "ann" in finale.text and "bob" in finale.text
    page.goto(story.seat)
    assert "over" in page.inner_text("main").lower()


def watched(browser: Browser, lobby: Lobby, table: Table, home: str) -> None:
    """Zed had a mail after each turn, and sees the end on a page of his own machine."""
    mails = [mail for mail in lobby.mails() if mail.rcpt == ZED and mail.kind == "watched"]
    assert len(mails) > 3
    page = looking(browser, "desktop").new_page()
    page.goto(f"{home}/game/{GAME}")
    assert "bob" in page.inner_text("main")
    page.goto(f"{home}/game/{GAME}/finale")
    assert table.game().secret in page.content()
