"""A real browser before a real server: the machine's own Chromium, driven by Playwright."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

from pbem.database import Database
from pbem.service.console.login import make_link
from pbem.settings import Settings
from pbem.web import create_app
from pbem.web.server import WebServer
from tests.support.console_visits import add_moderator
from tests.support.service_rows import Table, new_table

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = {"phone": 390, "desktop": 1100}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MO = "mo@example.org"
LETTER = """Dear referee,

2: PASS
Ready

--
ann
Sent from my phone

On Sat, 21 Nov 2026, the referee wrote:
> 1: ATTACK everything"""


def browser_path() -> str | None:
    """Where a browser is on this machine."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def busy_table(database: Database) -> Table:
    """A game in which something has happened: turns run, letters of all sorts, a moderator."""
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    table = new_table(database, settings)
    add_moderator(database, settings, MO, table.game_id)
    other = new_table(database, settings, name="Discord-3", seed=9)
    add_moderator(database, settings, MO, other.game_id)
    for _ in range(3):
        table.run_turn()
    table.read(table.send(table.mover(), LETTER))
    table.read(table.send("bob", "PASS", sender="bob@work.example"))
    table.send("cat", "PASS")
    table.clock.on(hours=20)
    return table


@contextmanager
def serving(table: Table) -> Iterator[str]:
    """The console of a table on a port of this machine; its address."""
    app = create_app(table.service, lambda *_: 1, lambda _: False)
    server = WebServer(app, "127.0.0.1", 0)
    server.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.stop()


@contextmanager
def opened(path: str) -> Iterator[Browser]:
    """A browser without a screen."""
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def looking(
    browser: Browser,
    device: str = "desktop",
    scheme: Literal["light", "dark"] = "light",
    *,
    with_scripts: bool = False,
) -> BrowserContext:
    """A window of its own, without JavaScript unless it is asked for."""
    return browser.new_context(
        viewport={"width": WIDTHS[device], "height": 800},
        color_scheme=scheme,
        java_script_enabled=with_scripts,
        is_mobile=device == "phone",
    )


def link_path(table: Table) -> str:
    """A link into the console, without the host."""
    found = re.search(r"/console/enter/\w+$", make_link(table.service, MO))
    assert found is not None
    return found[0]


def press(page: Page, what: Locator) -> None:
    """Click on what leads to another page, and be there."""
    with page.expect_navigation():
        what.click()
