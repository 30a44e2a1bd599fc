"""The Conspiracy Times, the thread since one's own turn, and reports of every length."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.event_counts import counts_before
from engine.illuminati.state import GameOptions
from engine.illuminati.view import seen
from pbem.documents.layout.plain import WIDTH
from pbem.documents.layout.player_texts import PlayerText
from pbem.games.contract.reports import Issue, as_length
from pbem.games.illuminati.report.parts.lengths import due_length
from pbem.games.illuminati.report.parts.newspaper import STORIES, news_of, newspaper
from pbem.games.illuminati.report.parts.summary import summaries, turn_events
from pbem.mails.notices import word_mail
from tests.support.golden import whole
from tests.support.places import TESTS
from tests.support.report_games import (
    CAST,
    about,
    every_event,
    issue_of,
    random_game,
    report,
    shown,
)

HERE = TESTS / "reports"
Golden = Callable[[Path, str], None]


def headings(text: str) -> list[str]:
    return [line.strip("= ") for line in text.splitlines() if line.startswith("== ")]


# --- the news ---------------------------------------------------------------------------


def test_there_is_enough_news_for_a_long_game() -> None:
    every = [story for stories in STORIES.values() for story in stories]
    assert len(every) == len(set(every)) >= 40
    assert all(len(story) + 20 < 2 * WIDTH for story in every)


def test_every_story_can_be_told_of_its_events() -> None:
    """Every event alone, as the first, second, … of its kind."""
    told = set()
    for event in every_event():
        for count in range(max(map(len, STORIES.values()))):
            before = {f"news-{kind}": count for kind in STORIES}
            for (line,) in filter(None, news_of("x", turn_events([event], 3), before)):
                assert "{" not in line and "None" not in line and "someone" not in line
                told.add(line)
    assert len(told) > sum(map(len, STORIES.values())) - 6


def test_the_news_is_the_same_in_every_copy() -> None:
    steps = random_game("a", 30)
    for at in range(2, len(steps) + 1):
        state = steps[at - 1].state
        copies = {
            newspaper(
                about(state, seat),
                turn_events(shown(steps[at - 1 : at], seat, state), state.turn.number),
                Issue(),
                {},
                is_over=False,
            ).news
            for seat in CAST
        }
        assert len(copies) == 1 and copies != {()}


@pytest.mark.parametrize("seed", ["a", "golden"])
def test_no_story_comes_twice_in_a_game_before_all_of_its_kind(seed: str) -> None:
    """A game of robots, in as many papers as it has turns."""
    used: dict[str, list[str]] = {}
    for step in random_game(seed, 120, LONG):
        events = shown([step], "dee", step.state)
        before = counts_before(step.state.happened, step.events)
        for lines in news_of("Fnord-7", turn_events(events, 9), before):
            for line in lines:
                kind, story = story_of(line)
                used.setdefault(kind, []).append(story)
    assert sum(map(len, used.values())) > 60
    for kind, stories in used.items():
        many = len(STORIES[kind])
        for at in range(0, len(stories), many):
            piece = stories[at : at + many]
            assert len(set(piece)) == len(piece), (kind, stories)


LONG = GameOptions(length="very-long")


def story_of(line: str) -> tuple[str, str]:
    """The kind and the story that a line of the news was made from."""
    ((kind, story),) = [
        (kind, story)
        for kind, stories in STORIES.items()
        for story in stories
        if re.fullmatch(re.sub(r"\\{\w+\\}", ".+", re.escape(story)), line)
    ]
    return kind, story


def test_a_paper_tells_of_a_turn_that_goes_on() -> None:
    """At the pace of a table the deeds are in the parts of a turn, not in its end."""
    steps = random_game("golden")[:18]
    state = steps[-1].state
    mover = state.turn.seat
    events = [ev.Passed(mover, False), ev.TurnPaused(mover, state.turn.number, 1)]
    whose = about(state, mover, last_turn=state.turn.number - 1)
    issue = Issue()
    printed = newspaper(whose, turn_events(events, state.turn.number), issue, {}, is_over=False)
    assert printed.number == state.turn.number
    assert any(mover in line for line in printed.news)


def test_no_story_is_printed_twice_in_a_paper() -> None:
    steps = random_game("a", 30)
    state = steps[-1].state
    events = shown(steps[-8:], "ann", state)
    issue = Issue()
    news = newspaper(
        about(state, "ann"), turn_events(events, state.turn.number), issue, {}, is_over=False
    ).news
    assert len(news) == len(set(news)) >= 7


# --- the thread -------------------------------------------------------------------------


def test_turns_told_before_are_told_again_in_one_line_and_the_last_at_length() -> None:
    steps = random_game("golden")[:18]
    state = steps[-1].state
    mover = state.turn.seat
    text = report(steps, mover, last=1, issue=issue_of(steps, mover, 1)).text
    thread = text.partition("== SINCE YOU LAST ACTED")[2].partition("\n== ")[0]
    lines = [line for line in thread.splitlines() if line.startswith("- Turn ")]
    assert [line.split(",")[0] for line in lines] == ["- Turn 15", "- Turn 16"]
    assert "* TURN 15" not in text and "* TURN 17" in text
    assert "SINCE YOU LAST ACTED" not in report(steps, mover, last=4).text


@pytest.mark.parametrize("reader", ["ann", "bob", "dee"])
def test_every_deed_is_whole_and_nothing_secret_is_in_it(reader: str) -> None:
    told: list[str] = []
    for event in every_event(reader):
        known = seen(event, reader, random_game("a")[0].state)
        if known is None:
            continue
        for summary in summaries([known], 3, reader):
            assert not {"{", "}"} & set(summary.line) and "None" not in summary.line
            told += summary.deeds
    assert len(set(told)) > 30


def test_an_attack_says_who_paid_on_either_side() -> None:
    attack = next(event for event in every_event() if isinstance(event, ev.Attacked))
    events = [
        ev.Announced(attack.seat, 1, "control", attack.attacker, attack.target, "bob", ()),
        ev.Spent(attack.seat, ((attack.attacker, 5),), True),
        ev.Spent("bob", ((attack.target, 2),), False, is_raise=True),
        changed(attack, owner="bob", success=False, total=11),
    ]
    (summary,) = summaries(events, 3, "bob")
    (deed,) = summary.deeds
    assert "failed to take" in deed and "from you" in deed
    assert deed.endswith(f"(need {attack.need}, rolled 11, 5 MB for it, 2 MB against)")


# --- lengths ----------------------------------------------------------------------------


def test_a_full_report_has_its_parts_in_their_order() -> None:
    steps = random_game("golden")[:18]
    mover = steps[-1].state.turn.seat
    text = report(steps, mover, last=1, issue=issue_of(steps, mover, 1)).text
    assert headings(text) == [
        "SINCE YOU LAST ACTED",
        "THE STORY, to the end of turn 17",
        "YOUR SECRETS (for you alone)",
        "YOUR OPTIONS",
        "THE WORLD",
        "WHAT THE NEW CARDS SAY",
        "STANDINGS",
        "THE CONSPIRACY TIMES",
        "SMALL PRINT",
    ]


def test_a_brief_report_has_no_trees_and_no_sums() -> None:
    steps = random_game("golden")[:18]
    mover = steps[-1].state.turn.seat
    issue = replace(issue_of(steps, mover, 4), length="brief")
    brief, full = report(steps, mover, issue=issue).text, report(steps, mover).text
    assert {"THE WORLD", "WHAT THE NEW CARDS SAY"} == set(headings(full)) - set(headings(brief))
    assert "need 10, rolled 6" in " ".join(brief.split()) and "-----\n" not in brief
    assert len(brief) < 0.6 * len(full)


def test_a_first_report_is_whole_for_everybody() -> None:
    steps = random_game("golden")[:1]
    for length in ("brief", "digest"):
        issue = Issue(length=as_length(length))
        text = report(steps, "ann", issue=issue, is_first=True).text
        assert "THE WORLD" in headings(text) and "WELCOME" in headings(text)


def test_a_digest_tells_at_length_what_concerns_its_reader() -> None:
    steps = random_game("golden")[:18]
    mover = steps[-1].state.turn.seat
    issue = replace(issue_of(steps, mover, 4), length="digest")
    text = report(steps, mover, issue=issue).text
    chapters = dict(
        (part.partition(":")[0], part) for part in text.partition("== YOUR")[0].split("* TURN ")[1:]
    )
    assert "dice 4 + 2" in chapters["14"] and "- Orbital" in chapters["16"]
    assert "dice" not in chapters["16"] and "THE WORLD" in headings(text)


def test_a_digest_is_due_when_something_is_asked_or_has_happened() -> None:
    state = random_game("golden")[17].state
    mover, other = state.turn.seat, next(state.seats_after(state.turn.seat)).name
    nothing: list[ev.Event] = [ev.Passed("nobody", False)]
    at_him: list[ev.Event] = [ev.GaveMoney(mover, other, 3)]
    digest, whose = Issue(length="digest"), about(state, other)
    over = about(state, other, opened_secret="5e")
    asked = replace(digest, is_asked=True)
    out = Issue(length_out="brief")
    assert due_length(about(state, mover), digest, nothing, is_out=False) == "digest"
    assert due_length(whose, digest, nothing, is_out=False) is None
    assert due_length(whose, digest, at_him, is_out=False) == "digest"
    assert due_length(over, digest, nothing, is_out=False) == "digest"
    assert due_length(whose, asked, nothing, is_out=False) == "digest"
    assert due_length(whose, Issue(), nothing, is_out=False) == "full"
    assert due_length(whose, out, nothing, is_out=True) == "brief"
    assert due_length(whose, out, [ev.Resigned(other, "x")], is_out=True) == "full"
    assert as_length("none such") == "full"


# --- a word between reports -------------------------------------------------------------


def test_a_word_from_another_player(golden: Golden) -> None:
    state = random_game("golden")[17].state
    said = (
        PlayerText(
            "say", "dee", ("ann",), "Leave my Sports alone.\nAsk cat what became of KGB.", 18
        ),
        PlayerText("promise", "dee", ("ann", "cat"), "not to touch Mafia before turn 21", 18),
    )
    mail = word_mail(about(state, "ann"), said)
    golden(HERE / "word.txt", whole(mail))


def test_the_legend_comes_once_and_the_cards_when_they_are_new() -> None:
    steps = random_game("golden")[:18]
    mover = steps[-1].state.turn.seat
    first = report(steps[:1], mover, is_first=True).text
    later = report(steps, mover, last=1).text
    asked = report(steps, mover, last=1, issue=Issue(legend=True)).text
    new = report(steps, mover, last=1, issue=Issue(is_anew=True)).text
    for text in (first, asked, new):
        assert "pow/tr Power/transferable" in text and "== WHAT THE CARDS SAY" in text
    assert "pow/tr Power/transferable" not in later and "== WHAT THE CARDS SAY" not in later
    told = later.partition("== WHAT THE NEW CARDS SAY")[2].partition("\n== ")[0]
    assert told.count("\n- ") == 1 and "- Mafia: Gets +3" in told
    assert "The Mafia" in later.partition("* TURN 18")[2]
