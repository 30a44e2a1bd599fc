"""A board as a page shows it: every card is a link, and nothing else is changed."""

from __future__ import annotations

from xml.etree import ElementTree

from engine.illuminati.view import view
from pbem.games.illuminati.report.picture import board
from pbem.web.boards import cards_on, linked
from pbem.web.seat_history import chart_of
from tests.support.report_games import random_game

SVG = "{http://www.w3.org/2000/svg}"


def test_each_card_is_one_link_around_it() -> None:
    state = random_game("golden", 400)[:18][-1].state
    drawn = board(view(state, state.turn.seat))
    page = ElementTree.fromstring(linked(drawn, "/seat/1/card/"))
    links = page.findall(f".//{SVG}a")
    ids = [link.find(f"{SVG}g").get("id") for link in links]  # type: ignore[union-attr]
    assert ids == [f"card-{card.id}" for card in cards_on(drawn)] and len(set(ids)) > 4
    assert [link.get("href") for link in links] == [
        f"/seat/1/card/{card.id}" for card in cards_on(drawn)
    ]
    before = ElementTree.fromstring(drawn)
    assert [one.text for one in before.iter(f"{SVG}text")] == [
        one.text for one in page.iter(f"{SVG}text")
    ]


def test_a_game_without_a_board_has_no_cards() -> None:
    assert linked("", "/x/") == "" and cards_on("") == []


def test_a_chart_has_a_gap_where_nothing_is_known() -> None:
    chart = chart_of("Money", (1, 2, 3, 4), {"ann": (1, None, 8, 8), "bob": (None,) * 4})
    ann, bob = chart.lines
    assert len(ann.pieces) == 2 and bob.pieces == () and bob.last is None
    assert chart.steps[0][0] == 0 and chart.steps[-1][0] >= 8
    assert chart.steps[0][1] > chart.steps[-1][1], "more stands higher"
