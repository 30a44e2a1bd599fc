"""Screenshots of the web console: `make console` puts them into screens/."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page

from pbem.database import open_database
from pbem.migrations import migrate
from pbem.settings import Settings
from tests.support.console_browser import (
    SCHEMES,
    WIDTHS,
    browser_path,
    busy_table,
    link_path,
    looking,
    opened,
    press,
    serving,
)
from tests.support.service_rows import Table

OUT = Path(__file__).parents[2] / "screens"


def main() -> None:
    """Shoot every page at each width in each colour scheme."""
    path = browser_path()
    if path is None:
        sys.exit("No Chromium found.")
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/pbem.db"
        database = open_database(Settings.model_validate({"database": {"url": url}}))
        migrate(database)
        table = busy_table(database)
        with serving(table) as home, opened(path) as browser:
            for device in WIDTHS:
                for scheme in SCHEMES:
                    page = looking(browser, device, scheme).new_page()
                    walk(page, table, home, f"{device}-{scheme}")
        database.close()
    print(f"{len(list(OUT.glob('console-*.png')))} pictures of the console in {OUT}")


def walk(page: Page, table: Table, home: str, called: str) -> None:
    """Come in, look at every page, and leave all as it was."""

    def shoot(name: str) -> None:
        page.screenshot(path=OUT / f"console-{name}-{called}.png", full_page=True)

    page.goto(f"{home}/console/login")
    shoot("login")
    page.goto(home + link_path(table))
    shoot("enter")
    press(page, page.get_by_role("button", name="Enter the console"))
    shoot("games")
    game = f"{home}/console/game/{table.game_id}"
    page.goto(game)
    shoot("game")
    for name in ("letters", "letters/1", "outbox", "outbox/1", "filed", "log"):
        page.goto(f"{game}/{name}")
        shoot(name.replace("/", "-"))
    page.goto(game)
    page.locator("#commands > summary").click()
    shoot("commands")
    press(page, page.locator("#form-preview button"))
    shoot("preview")
    page.goto(game)
    page.locator("#commands > summary").click()
    press(page, page.locator("#form-rollback button"))
    shoot("sure")
    page.goto(game)
    page.locator("#commands > summary").click()
    page.get_by_role("link", name="The state").click()
    shoot("state")
    page.locator("#edit-what").fill("HAND OF bob ADD Slush Fund")
    page.locator("#edit-why").fill("it was forgotten")
    press(page, page.locator("#form-edit button"))
    shoot("edit")
    page.goto(game)
    page.locator("textarea[name=line]").fill("EXTEND yesterweek BECAUSE nobody is ill")
    press(page, page.get_by_role("button", name="Do it"))
    shoot("refused")
    page.goto(f"{home}/console/help")
    shoot("help")


if __name__ == "__main__":
    main()
