"""The console in a real browser, at phone width, without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from sqlmodel import select

from pbem.database import Database
from pbem.models import Act
from pbem.service.sending.delivery import deliver
from tests.support.console_browser import (
    MO,
    SCHEMES,
    WIDTHS,
    busy_table,
    link_path,
    looking,
    press,
    serving,
)
from tests.support.servers import wait_for
from tests.support.service_rows import Table


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    return busy_table(sqlite_database)


@pytest.fixture
def home(table: Table) -> Iterator[str]:
    with serving(table) as home:
        yield home


def mailed_path(table: Table) -> str:
    """Where the link leads that the last mail brings; it is posted after the page has gone."""
    wait_for(lambda: table.mails(kind="login"), "the mail with the link")
    row = table.mails(kind="login")[-1]
    assert deliver(table.service, row.id or 0, table.post)
    found = re.search(rb"/console/enter/[a-z2-7]{26}", table.post.sent[-1][2])
    assert found is not None
    return found[0].decode()


def come_in(page: Page, table: Table, home: str) -> str:
    """Where the game is, once he is in."""
    page.goto(home + link_path(table))
    press(page, page.get_by_role("button", name="Enter the console"))
    return f"{home}/console/game/{table.game_id}"


def verbs(table: Table) -> list[str]:
    with table.database.read() as session:
        return [act.verb for act in session.exec(select(Act).order_by(Act.id)).all()]


@pytest.mark.slow
def test_a_moderators_evening(browser: Browser, table: Table, home: str) -> None:
    """Login, preview, extend, rollback, log."""
    page = looking(browser, "phone").new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.goto(f"{home}/console/")
    page.get_by_label("Your address").fill(MO)
    press(page, page.get_by_role("button", name="Mail me a link"))
    assert "Check your mail" in page.inner_text("main")
    page.goto(home + mailed_path(table))
    press(page, page.get_by_role("button", name="Enter the console"))
    press(page, page.get_by_role("link", name="Fnord-7"))

    before = table.game()
    page.locator("#commands > summary").click()
    press(page, page.locator("#form-preview button"))
    assert f"TURN {before.turn}" in page.inner_text("pre.mail").upper()
    assert table.game() == before, "a preview changes nothing"

    press(page, page.get_by_role("link", name="Back to the game"))
    page.locator("#commands > summary").click()
    page.locator("#form-extend input[name=when]").fill("24h")
    page.locator("#form-extend input[name=why]").fill("bob is ill")
    press(page, page.locator("#form-extend button"))
    assert "EXTEND" in page.inner_text("main")
    assert table.game().deadline_at is not None and before.deadline_at is not None
    assert table.game().deadline_at > before.deadline_at

    press(page, page.get_by_role("link", name="Back to the game"))
    page.locator("#commands > summary").click()
    page.locator("#form-rollback select").select_option("6")
    page.locator("#form-rollback input[name=why]").fill("of a wrong total")
    press(page, page.locator("#form-rollback button"))
    assert "cannot easily be taken back" in page.inner_text("main")
    assert table.game().turn == before.turn
    press(page, page.get_by_role("button", name="Yes, do it"))
    assert (table.game().turn, table.game().timeline) == (6, 1), page.inner_text("main")

    press(page, page.get_by_role("link", name="Log", exact=True))
    log = page.inner_text("main")
    assert "ROLLBACK TO TURN 6 BECAUSE of a wrong total" in log
    assert "EXTEND" in log and "BECAUSE bob is ill" in log
    assert verbs(table) == ["EXTEND", "ROLLBACK"]
    press(page, page.get_by_role("button", name="Leave", exact=True))
    page.goto(f"{home}/console/")
    assert "Mail me a link" in page.inner_text("main")
    assert problems == []


@pytest.mark.slow
@pytest.mark.parametrize("device", WIDTHS)
def test_no_page_is_wider_than_its_screen(
    browser: Browser, table: Table, home: str, device: str
) -> None:
    page = looking(browser, device).new_page()
    game = come_in(page, table, home)
    for path in ("", "/letters", "/letters/1", "/outbox", "/outbox/1", "/filed", "/log"):
        page.goto(game + path)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= WIDTHS[device], path


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_letters_can_be_told_from_paper(
    browser: Browser, table: Table, home: str, scheme: str
) -> None:
    """Contrast of at least 4.5 to 1 (WCAG 1.4.3) in both colour schemes."""
    page = looking(browser, "desktop", "dark" if scheme == "dark" else "light").new_page()
    game = come_in(page, table, home)
    for path in ("", "/letters/1", "/letters", "/log"):
        page.goto(game + path)
        least = page.evaluate(_LEAST_CONTRAST)
        assert least["ratio"] >= 4.5, (path, least)


_LEAST_CONTRAST = """() => {
  const light = (c) => {
    const [r, g, b] = c.match(/[\\d.]+/g).slice(0, 3).map(Number).map((v) => v / 255)
      .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = (e) => {
    for (; e; e = e.parentElement) {
      const c = getComputedStyle(e).backgroundColor;
      if (!c.endsWith(', 0)') && c !== 'transparent') return c;
    }
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    return isDark ? 'rgb(18,18,18)' : 'rgb(255,255,255)';
  };
  let least = {ratio: 99};
  for (const e of document.querySelectorAll('a, p, td, th, code, span, label, button, h2, pre')) {
    if (!e.innerText || !e.innerText.trim()) continue;
    const [a, b] = [light(getComputedStyle(e).color), light(paper(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < least.ratio) least = {ratio, text: e.innerText.slice(0, 40), tag: e.tagName};
  }
  return least;
}"""
