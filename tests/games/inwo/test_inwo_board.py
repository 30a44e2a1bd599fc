"""The board of INWO as SVG: every Group in its place, with an id and words; no secret in it."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.core.values import changed
from engine.inwo.facts import facts
from engine.inwo.placing import place
from engine.inwo.state import InwoOptions, InwoState
from pbem.games.inwo.simulation import InwoPlay
from pbem.games.registry import ruleset

REPORTER = ruleset("inwo").reporter
SVG = "{http://www.w3.org/2000/svg}"
FORMS: tuple[dict[str, Any], ...] = ({}, {"cards": "portrait"}, {"cards": "free"})


def played(turns: int, **fields: Any) -> InwoState:
    """A game of robots after some turns."""
    options = changed(InwoOptions(pace="policies"), **fields)
    play = InwoPlay(b"board", ("greedy", "greedy", "greedy"), options)
    while play.state.asks and play.state.turn.number < turns:
        play.step()
    return play.state


def drawings_in(board: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(f"<div>{board}</div>"))


def cards_in(board: str) -> dict[str, str]:
    """The title of each card by its id."""
    found = {}
    for group in ElementTree.fromstring(f"<div>{board}</div>").iter(f"{SVG}g"):
        if name := group.get("id"):
            title = group.find(f"{SVG}title")
            assert title is not None and title.text
            found[name.removeprefix("card-")] = title.text
    return found


@pytest.mark.long
@pytest.mark.parametrize("fields", FORMS, ids=str)
def test_every_group_in_play_has_a_place_of_its_own(fields: dict[str, Any]) -> None:
    state = played(9, **fields)
    board = REPORTER.board(REPORTER.view(state, "ann"))
    known = facts(state)
    in_play = {copy.partition("@")[0] for groups in known.groups.values() for copy in groups}
    assert set(cards_in(board)) == in_play and len(in_play) > 9
    assert board == REPORTER.board(REPORTER.view(state, "ann")), "the same view, the same text"
    boxes = [
        (float(x), float(y), part)
        for part, text in enumerate(re.split(r'<text [^>]*font-size="28"', board))
        for x, y in re.findall(r'translate\((\d+) (\d+)\)" id="card-', text)
    ]
    for (x, y, part), (other_x, other_y, other_part) in combinations(boxes, 2):
        apart = max(abs(x - other_x), abs(y - other_y))
        assert part != other_part or apart > 90, "no card covers another"


def test_each_structure_is_a_drawing_of_its_own() -> None:
    """They stand beside one another where there is room, and below one another on a phone."""
    rows = [{"name": name, "illuminati": "ufos"} for name in ("ann", "bob", "cat")]
    state = place({"to_move": "ann", "seat": rows})
    drawings = drawings_in(REPORTER.board(REPORTER.view(state, "")))
    assert [one.findtext(f"{SVG}title") for one in drawings] == [
        "The structure of ann.",
        "The structure of bob.",
        "The structure of cat.",
    ]
    for one in drawings:
        assert one.get("class") == "part"
        assert int(one.get("width", "")) <= 360, "a phone shows it whole"


def test_a_broad_structure_is_swiped_on_a_phone() -> None:
    groups = [
        {"id": "texas", "master": "ufos", "arrow": "W"},
        {"id": "the-mafia", "master": "ufos", "arrow": "E"},
        {"id": "california", "master": "texas", "arrow": "N"},
        {"id": "feminists", "master": "the-mafia", "arrow": "N"},
    ]
    state = place(
        {"to_move": "ann", "seat": [{"name": "ann", "illuminati": "ufos", "groups": groups}]}
    )
    (board,) = drawings_in(REPORTER.board(REPORTER.view(state, "")))
    assert board.get("class") == "part wide"


def test_a_card_is_told_in_words() -> None:
    group = {"id": "texas", "master": "ufos", "arrow": "N", "tokens": 1, "devastated": True}
    rows = [
        {"name": "ann", "illuminati": "ufos", "groups": [group]},
        {"name": "bob", "illuminati": "ufos"},
    ]
    state = place({"to_move": "ann", "seat": rows})
    cards = cards_in(REPORTER.board(REPORTER.view(state, "")))
    assert re.fullmatch(r"Texas: Power \d, Resistance \d, 1 token, Devastated; .*", cards["texas"])
    assert list(cards) == ["ufos", "texas"], "both lead UFOs, and an id stands once"


def test_nobody_sees_another_hand_on_his_board() -> None:
    state = played(6)
    hidden = changed(state.seat("bob"), plots=(), groups=())
    seats = tuple(hidden if seat.name == "bob" else seat for seat in state.seats)
    board = REPORTER.board(REPORTER.view(state, "ann"))
    assert board == REPORTER.board(REPORTER.view(changed(state, seats=seats), "ann"))
