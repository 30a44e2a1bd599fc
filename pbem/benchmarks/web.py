"""How fast a player's page is made and his orders are answered while he types, on SQLite."""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Callable
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlmodel import col, select

from pbem.benchmarks.harness import ManualClock, found_game, machine, new_sqlite
from pbem.database import Database
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.tools import Bars, SampleGame
from pbem.models import Game, Outbox, Seat
from pbem.service.context import ServiceContext
from pbem.service.mailing.page_links import page_link
from pbem.settings import Settings
from pbem.startup import freeze_loaded_objects
from pbem.web.app import create_app

HOME = "http://localhost"
PAGES_A_RUN = 20
LINES = 10
BARS: Bars = {"page_ms": ("at most", 30), "live_answer_ms": ("at most", 40)}
"""What each figure must keep to."""
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')
_CHOICE = re.compile(r'name="add" value="([^"]+)"')
Click = Callable[[], str]


def bench_web(played: Ruleset[Any, Any], runs: int, seed: str) -> dict[str, Any]:
    """The median of several loads of a page, best of the runs, in CPU milliseconds of one core.

    `page_ms` is the mover's page of a running game of six with most of its cards in play,
    `live_answer_ms` the judgement on a sheet of ten lines; `empty_page_ms` an empty page of Flask
    in the same run.
    """
    assert played.tools.sample_full is not None, "a full table to look at"
    sample = played.tools.sample_full(seed, 0)
    with new_sqlite() as database:
        client, page = _opened(database, played, sample)
        text = client.get(page).text
        lines = (_CHOICE.findall(text) * LINES)[:LINES]
        form = {"csrf": _csrf(text), "orders": "\n".join(lines)}
        empty = _empty_client()
        freeze_loaded_objects()
        pages, answers, empties = [], [], []
        for _ in range(runs):
            pages.append(_median_ms(lambda: client.get(page).text))
            answers.append(
                _median_ms(lambda: client.post(f"{page}/check?part=lines", data=form).text)
            )
            empties.append(_median_ms(lambda: empty.get("/").text))
    return {
        "page_ms": round(min(pages), 2),
        "live_answer_ms": round(min(answers), 2),
        "empty_page_ms": round(min(empties), 2),
        "page_bytes": len(text.encode()),
        "lines": len(lines),
        **machine(runs),
    }


def _opened(
    database: Database, played: Ruleset[Any, Any], sample: SampleGame
) -> tuple[FlaskClient, str]:
    """A browser in which the mover's page is open, and where that is."""
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    settings = settings.model_copy(update={"web": settings.web.model_copy(update={"url": HOME})})
    service = ServiceContext(database, settings, ManualClock())
    game_id = found_game(service, played, "Fnord-7", sample.seats)
    with database.write() as session:
        game = session.exec(select(Game).where(Game.id == game_id)).one()
        game.state, game.turn, game.to_move = sample.state, sample.turn, sample.mover
        game.version += 1
        seat = session.exec(select(Seat).where(Seat.name == sample.mover)).one()
        mine = select(Outbox).where(Outbox.seat_id == seat.id).order_by(col(Outbox.id).desc())
        mail, page = session.exec(mine).first(), f"/seat/{seat.id}"
    assert mail is not None, "the first report"
    way = page_link(service, mail).removeprefix(HOME)
    client = create_app(service, lambda *_: 1, lambda _: False).test_client()
    client.post(way, data={"csrf": _csrf(client.get(way).text)})
    return client, page


def _csrf(page: str) -> str:
    found = _CSRF.search(page)
    assert found is not None, "a page with a form"
    return found[1]


def _empty_client() -> FlaskClient:
    app = Flask("empty")
    app.add_url_rule("/", view_func=lambda: "")
    return app.test_client()


def _median_ms(click: Click) -> float:
    spent = []
    for _ in range(PAGES_A_RUN):
        began = time.process_time()
        click()
        spent.append(1000 * (time.process_time() - began))
    return statistics.median(spent)
