"""The box at the top of a report: what has happened, what it brought, and who comes next."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.core.arrangement import Laid
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.state import Pace
from engine.illuminati.view import View, view
from pbem.documents.layout.plain import WIDTH
from pbem.games.illuminati.report.parts.names import card_name
from pbem.games.illuminati.report.parts.story import shuffled_place
from pbem.games.illuminati.report.parts.summary import turn_events
from pbem.games.illuminati.report.parts.verdict import MOST_TOLD, changes, last_turns, who_comes
from tests.support.report_games import CAST, cards, issue_of, random_game, report


def box_of(text: str) -> str:
    """The words in the box, on one line."""
    rows = [line.strip("| ") for line in text.splitlines() if line.startswith("| ")]
    return " ".join(" ".join(rows).split())


def seen_by(reader: str, pace: Pace = "policies") -> View:
    state = random_game("a")[3].state
    return view(changed(state, options=changed(state.options, pace=pace)), reader)


# --- what has happened ------------------------------------------------------------------


def test_the_box_tells_the_last_turn_before_anything_else_of_it() -> None:
    steps = random_game("golden")[:18]
    mover = steps[-1].state.turn.seat
    told = report(steps, mover, last=1, issue=issue_of(steps, mover, 1)).text
    box, summary = box_of(told), "Turn 17, "
    assert summary in box and box.index("YOU ACT") < box.index(summary) < box.index("You have")
    assert told.index(summary) < told.index("== THE STORY")


def test_the_box_of_a_brief_report_leaves_that_to_the_story() -> None:
    steps = random_game("golden")[:18]
    mover = steps[-1].state.turn.seat
    issue = issue_of(steps, mover, 1, length="brief")
    assert "Turn 17, " not in box_of(report(steps, mover, last=1, issue=issue).text)


def test_the_box_tells_the_last_turns_only_and_none_without_a_deed() -> None:
    class Long:
        summary = None

    ended: list[ev.Event] = []
    for turn in range(1, 9):
        ended.append(ev.TurnBegan("bob", turn))
        if turn != 8:
            ended.append(ev.Passed("bob", False))
        ended.append(ev.TurnEnded("bob", turn))
    lines = last_turns([Long()], turn_events(ended, 9), "bob")
    assert lines == [f"Turn {turn}, you: passed." for turn in range(8 - MOST_TOLD, 8)]


# --- what it brought --------------------------------------------------------------------


def test_what_is_given_and_traded_is_told_to_both_and_to_nobody_else() -> None:
    one, two = cards(2)
    laid = (Laid(one, two, "N"),)
    gift = ev.GaveGroup("bob", "ann", one, laid)
    assert changes([gift], "ann").sentences == [f"Gained: {card_name(one)}."]
    assert changes([gift], "bob").sentences == [f"Lost: {card_name(one)}."]
    assert changes([gift], "cat").sentences == []
    trade = ev.Traded("bob", "ann", (one,), (two,), (), 0, 0, (), ())
    assert changes([trade], "ann").gained == changes([trade], "bob").lost == [card_name(one)]
    assert changes([trade], "ann").lost == changes([trade], "bob").gained == [card_name(two)]
    money = ev.GaveMoney("bob", "ann", 3)
    assert changes([money], "ann").sentences == ["Given to you: 3 MB from bob."]
    assert changes([money], "bob").sentences == []


# --- who comes next ---------------------------------------------------------------------


def test_the_box_says_when_the_reader_comes() -> None:
    mover = seen_by("ann").to_move
    names = [seat.name for seat in seen_by("ann").seats]
    at = names.index(mover)
    after = [*names[at + 1 :], *names[:at]]
    assert who_comes(seen_by(after[0]), is_round=False) == "You may watch; you are next."
    last = who_comes(seen_by(after[2]), is_round=False)
    assert last == f"You may watch; then come {after[0]}, {after[1]} and you."
    assert who_comes(seen_by(after[2]), is_round=True) == "You may watch."


@pytest.mark.parametrize("pace", ["announce", "table"])
def test_whoever_will_be_asked_is_told_so(pace: Pace) -> None:
    reader = next(name for name in CAST if name != seen_by("ann").to_move)
    assert "answer what is announced" in who_comes(seen_by(reader, pace), is_round=False)


# --- the words --------------------------------------------------------------------------


@pytest.mark.parametrize("many", [1, 2, 3, 8])
def test_a_phrase_comes_back_only_when_all_its_kind_have_been_told(many: int) -> None:
    """Each round has its own order, and none begins as the one before ended."""
    places = [shuffled_place("x:Passed", told, many) for told in range(60 * many)]
    for at in range(0, len(places), many):
        assert sorted(places[at : at + many]) == list(range(many))
    if many > 2:
        assert all(one != two for one, two in pairwise(places))


def test_no_amount_is_torn_apart() -> None:
    for seed in ("a", "b", "golden"):
        steps = random_game(seed)
        for at in range(4, len(steps), 7):
            text = report(steps[:at], "ann").text
            lines = [line.strip("| ") for line in text.splitlines()]
            assert not any(line.startswith(("MB ", "% ", "%)", "MB,")) for line in lines)
            assert all(len(line) <= WIDTH for line in text.splitlines())
