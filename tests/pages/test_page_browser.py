"""A seat's page in a real browser the size of a phone: half of a game there, half by mail."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from pbem.database import Database
from tests.moderators.test_console_browser import _LEAST_CONTRAST as LEAST_CONTRAST
from tests.support.console_browser import SCHEMES, WIDTHS, looking, press, serving
from tests.support.page_visits import finished_table, newest_way, with_pages
from tests.support.service_rows import Table, new_table

GUARD = "GUARD 1 MAX 2"


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    return new_table(sqlite_database, with_pages(), pace="announce")


@pytest.fixture
def home(table: Table) -> Iterator[str]:
    with serving(table) as home:
        yield home


def come_in(page: Page, table: Table, home: str, seat: str) -> str:
    """Press the button of his newest mail; where the page is."""
    page.goto(home + newest_way(table.service, f"{seat}@example.org"))
    press(page, page.get_by_role("button", name="Open my page"))
    return page.url


@pytest.mark.slow
def test_half_by_mail_half_on_a_phone(browser: Browser, table: Table, home: str) -> None:
    table.run_turn()
    page = looking(browser, "phone", with_scripts=True).new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    seat = come_in(page, table, home, "bob")

    page.locator("#orders").fill("ATTACK Yuppies WITH C.I.A.")
    page.wait_for_selector("#statuses .OK")
    page.get_by_role("button", name="Add").first.click()
    assert page.locator("#orders").input_value().count("\n") == 1
    page.locator("#orders").fill("ATTACK Yuppies WITH C.I.A. SPEND 2")
    press(page, page.get_by_role("button", name="Save"))
    assert "COVERED" in page.inner_text("#answer")
    assert table.filed("bob") == ["1: ATTACK Yuppies WITH C.I.A. SPEND 2"]
    assert "PASS" in table.write("bob", "PASS"), "the next letter comes by mail"
    page.goto(seat)
    assert page.locator("#orders").input_value() == "PASS"
    page.locator("#orders").fill("UNDO")
    press(page, page.get_by_role("button", name="Save"))
    assert "Yuppies" in table.filed("bob")[0], "the page undoes a letter"

    while table.mover() != "ann":
        table.run_turn()
    table.write("ann", "ATTACK C.I.A. WITH Mafia SPEND 1\nREADY")
    table.run_turn()
    page.goto(seat)
    assert "You are asked for answers" in page.inner_text("main")
    row = page.locator(".choices li", has_text="GUARD 1").first
    row.locator("input[type=range]").fill("1")
    row.get_by_role("button", name="Add").click()
    assert page.locator("#orders").input_value() == GUARD
    press(page, page.get_by_role("button", name="Save"))
    assert GUARD in page.inner_text("#answer")
    table.run_turn()
    page.goto(seat)
    assert "C.I.A." in page.inner_text("#story") and "ann" in page.inner_text("#story")

    page.locator("a.to-card[href$='/card/yuppies']").dispatch_event("click")
    page.wait_for_selector("#card section")
    assert "Who could attack it" in page.inner_text("#card")
    assert problems == []


@pytest.mark.slow
@pytest.mark.parametrize("device", WIDTHS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_pages_fit_and_can_be_read(
    browser: Browser, table: Table, home: str, device: str, scheme: str
) -> None:
    table.run_turn()
    how = "dark" if scheme == "dark" else "light"
    page = looking(browser, device, how, with_scripts=True).new_page()
    seat = come_in(page, table, home, "bob")
    for path in ("", "/history", "/board", "/log?q=the", "/talk", "/card/yuppies"):
        page.goto(seat + path)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= WIDTHS[device], path
        least = page.evaluate(LEAST_CONTRAST)
        assert least["ratio"] >= 4.5, (path, least)


FOCUSED = """() => {
    const at = document.activeElement, box = at.getBoundingClientRect();
    return {
        what: at.id || at.innerText || at.tagName,
        framed: getComputedStyle(at).outlineStyle !== "none",
        seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    };
}"""


def tab_to(page: Page, what: str) -> list[str]:
    """Press Tab until something has the focus; all that had it on the way, each framed and seen."""
    met: list[str] = []
    while not met or met[-1] != what:
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        met.append(focused["what"])
        assert focused["framed"] and focused["seen"], focused
        assert len(met) < 60, met
    return met


@pytest.mark.slow
@pytest.mark.parametrize("device", WIDTHS)
def test_orders_are_filed_by_keyboard_alone(
    browser: Browser, table: Table, home: str, device: str
) -> None:
    table.run_turn()
    page = looking(browser, device, with_scripts=True).new_page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(home + newest_way(table.service, "bob@example.org"))
    tab_to(page, "Open my page")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert tab_to(page, "To the page") == ["To the page"], "first, past the head"
    page.keyboard.press("Enter")
    met = tab_to(page, "orders")
    assert "History" not in met, "the links of the head are passed over"
    page.keyboard.type("ATTACK Yuppies WITH C.I.A.\n")
    page.wait_for_selector("#statuses .OK")
    tab_to(page, "Add")
    page.keyboard.press("Enter")
    assert page.locator("#orders").input_value().count("ATTACK") == 2
    page.locator("#orders").fill("ATTACK Yuppies WITH C.I.A.")
    page.locator("#orders").focus()
    tab_to(page, "Save")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert table.filed("bob") == ["1: ATTACK Yuppies WITH C.I.A."]
    assert "COVERED" in page.inner_text("#answer")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_finale_fits_a_phone_and_can_be_read(
    browser: Browser, sqlite_database: Database, scheme: str
) -> None:
    how = "dark" if scheme == "dark" else "light"
    page = looking(browser, "phone", how).new_page()
    with serving(finished_table(sqlite_database)) as home:
        for path in ("/finale", "/turn", ""):
            page.goto(f"{home}/game/Fnord-7{path}")
            assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS["phone"], path
            hidden = page.evaluate(
                "[...document.querySelectorAll('.wide')]"
                ".filter(e => e.scrollWidth > e.clientWidth).length"
            )
            assert hidden == 0, path
            least = page.evaluate(LEAST_CONTRAST)
            assert least["ratio"] >= 4.5, (path, least)


@pytest.mark.slow
def test_the_page_works_without_scripts(browser: Browser, table: Table, home: str) -> None:
    table.run_turn()
    page = looking(browser, "phone").new_page()
    come_in(page, table, home, "bob")
    page.locator("#orders").fill("ATTACK Yuppies WITH C.I.A.")
    press(page, page.get_by_role("button", name="Check"))
    assert "ATTACK Yuppies" in page.inner_text("#statuses")
    row = page.locator(".choices li", has=page.locator("select")).first
    row.locator("select").select_option(index=1)
    press(page, row.get_by_role("button", name="Add"))
    assert "SPEND 1" in page.locator("#orders").input_value()
    press(page, page.get_by_role("button", name="Save"))
    assert "The answer" in page.inner_text("main")
