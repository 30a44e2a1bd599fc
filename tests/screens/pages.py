"""Screenshots of a seat's own pages: `make pages` puts them into screens/."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page

from pbem.database import Database, open_database
from pbem.migrations import migrate
from pbem.service.context import ServiceContext
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from tests.support.console_browser import (
    SCHEMES,
    WIDTHS,
    browser_path,
    looking,
    opened,
    press,
    serving,
)
from tests.support.page_visits import finished_table, newest_way, with_pages
from tests.support.service_rows import Hands, Table, new_table, random_bytes

OUT = Path(__file__).parents[2] / "screens"
PUBLIC = {
    "games": "/",
    "play": "/play",
    "game": "/game/Fnord-7",
    "turn": "/game/Fnord-7/turn?number=5",
    "finished": "/game/Discord-3",
    "finale": "/game/Discord-3/finale",
    "ratings": "/ratings",
    "terms": "/terms",
    "nowhere": "/game/Nobody-1",
}
ORDERS = "ATTACK Yuppies WITH C.I.A. SPEND 2\nTRANSFER 4 FROM C.I.A. TO Gnomes\nATTACK Zebra"


def main() -> None:
    """Shoot every page at each width in each colour scheme."""
    path = browser_path()
    if path is None:
        sys.exit("No Chromium found.")
    OUT.mkdir(exist_ok=True)
    with opened(path) as browser:
        for device in WIDTHS:
            for scheme in SCHEMES:
                with tempfile.TemporaryDirectory() as folder:
                    url = f"sqlite:///{folder}/pbem.db"
                    database = open_database(Settings.model_validate({"database": {"url": url}}))
                    migrate(database)
                    finished_table(database, "Discord-3")
                    table = told_table(new_table(database, with_pages(), pace="announce"))
                    inwo = inwo_table(database)
                    with serving(table) as home:
                        page = looking(browser, device, scheme, with_scripts=True).new_page()
                        walk(page, table, home, f"{device}-{scheme}")
                        walk_inwo(page, inwo, home, f"{device}-{scheme}")
                    database.close()
    print(f"{len(list(OUT.glob('page-*.png')))} pictures of pages in {OUT}")


def inwo_table(database: Database) -> Table:
    """A duel of New World Order in its first turns."""
    clock = Hands()
    service = ServiceContext(database, with_pages(), clock)
    cast = [Newcomer("amy", "amy@example.org"), Newcomer("ben", "ben@example.org")]
    new = NewGame("Conclave-3", cast, random_bytes(5, seats=2), ruleset="inwo")
    table = Table(service, clock, create_game(service, new))
    for _ in range(3):
        table.run_turn()
    return table


def told_table(table: Table) -> Table:
    """A table at which something has been said and done."""
    table.read(table.send("ann", "SAY TO ALL:\nI come in peace, and with nine Power.\n"))
    table.read(
        table.send("dee", "SAY TO bob:\nLet us share the Yuppies. You take them, I tax them.\n")
    )
    while table.mover() != "bob" or table.game().turn < 10:
        if table.mover() == "ann":
            table.read(table.send("ann", "ATTACK Yuppies WITH Mafia"))
        table.run_turn()
    return table


def walk_inwo(page: Page, table: Table, home: str, called: str) -> None:
    """The same of New World Order: the sheet, the boards, and what anybody may see."""
    page.goto(home + newest_way(table.service, "amy@example.org"))
    press(page, page.get_by_role("button", name="Open my page"))
    seat = page.url.partition("?")[0]
    for name, path in (
        ("inwo-seat", seat),
        ("inwo-board", f"{seat}/board"),
        ("inwo-game", f"{home}/game/Conclave-3"),
        ("inwo-decks", f"{home}/decks/inwo"),
    ):
        page.goto(path)
        page.wait_for_timeout(250)
        page.screenshot(path=OUT / f"page-{name}-{called}.png", full_page=True)


def walk(page: Page, table: Table, home: str, called: str) -> None:
    """Come in, and look at every page."""

    def shoot(name: str) -> None:
        page.wait_for_timeout(250)
        page.screenshot(path=OUT / f"page-{name}-{called}.png", full_page=True)

    page.goto(home + newest_way(table.service, "bob@example.org"))
    shoot("enter")
    press(page, page.get_by_role("button", name="Open my page"))
    seat = page.url
    shoot("seat")
    page.locator("#orders").fill(ORDERS)
    page.wait_for_selector(".statuses")
    shoot("typed")
    press(page, page.get_by_role("button", name="Save"))
    shoot("answered")
    for name in ("history", "board", "talk", "log?q=yuppies", "card/yuppies"):
        page.goto(f"{seat.partition('?')[0]}/{name}")
        shoot(name.partition("?")[0].replace("/", "-"))
    for name, path in PUBLIC.items():
        page.goto(home + path)
        shoot(name)


if __name__ == "__main__":
    main()
