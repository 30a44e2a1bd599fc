"""Every event is told, in every one of its phrases, to everyone who may read of it."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from reports.table import every_event

from engine.illuminati import events as ev
from pbem.reports.paper.render import text_templates
from pbem.reports.parts.story import EVENT_KINDS, chapters, macro_name

MOST_PHRASES = 14
BROKEN = re.compile(
    r"[{}]|\bNone\b|Undefined|Person\(|\byou [a-z]+s\b|\byour(?=[.,:;)]| (?:from|are|is|go|and)\b)"
)


def test_every_event_has_exactly_one_public_macro() -> None:
    module = text_templates().get_template("events.txt").module
    macros = {name for name in dir(module) if not name.startswith("_")}
    assert {macro_name(kind) for kind in EVENT_KINDS} == macros


def test_every_private_telling_has_a_macro() -> None:
    module = text_templates().get_template("secrets.txt").module
    macros = {name for name in dir(module) if not name.startswith("_")}
    told = {
        telling.kind
        for reader in ("ann", "bob")
        for chapter in chapters("x", 3, list(every_event()), reader, {})
        for telling in chapter.private
    }
    assert told == macros


def test_the_samples_cover_every_event() -> None:
    assert {type(event) for event in every_event()} == set(EVENT_KINDS)


@pytest.mark.parametrize("reader", ["ann", "bob", "dee"])
def test_every_phrase_is_whole(reader: str) -> None:
    public = text_templates().get_template("events.txt").module
    private = text_templates().get_template("secrets.txt").module
    for event in every_event():
        for game in range(MOST_PHRASES):
            for chapter in chapters(str(game), 3 + game % 2, [event], reader, {}):
                texts = [getattr(public, t.kind)(t) for t in chapter.tellings]
                texts += [getattr(private, t.kind)(t) for t in chapter.private]
                for text in texts:
                    assert text.strip()
                    assert not BROKEN.search(text)


def test_an_attack_is_told_as_a_sum_that_adds_up() -> None:
    public = text_templates().get_template("events.txt").module
    sums = 0
    for event in every_event():
        if not isinstance(event, ev.Attacked) or not event.parts:
            continue
        (chapter,) = chapters("x", 3, [event], "ann", {})
        text = public.attacked(chapter.tellings[0])
        terms = [int(n) for n in re.findall(r" ([+-]\d+)$", text, re.M)]
        (need,) = re.findall(r"^ +need +(-?\d+) ", text, re.M)
        assert len(terms) == len(event.parts)
        assert sum(terms) == int(need) == event.need
        sums += 1
    assert sums


def test_an_attack_that_others_paid_against_is_not_said_to_have_been_impossible() -> None:
    public = text_templates().get_template("events.txt").module
    known = next(e for e in every_event() if isinstance(e, ev.Attacked) and e.parts)
    for money, is_bought in ((-9, True), (1, False)):
        parts = (ev.Part("power", known.attacker, 1), ev.Part("money", known.attacker, money))
        event = replace(known, parts=parts, need=1 + money, success=False)
        event = replace(event, need=min(event.need, 1))
        (chapter,) = chapters("x", 3, [event], "ann", {})
        text = public.attacked(chapter.tellings[0])
        assert ("never could" in text or "absent" in text) != is_bought


def test_the_same_turn_is_told_in_the_same_words_wherever_a_mail_begins() -> None:
    first = [ev.TurnBegan("ann", 3), ev.Passed("ann", False), ev.TurnEnded("ann", 3)]
    second = [ev.TurnBegan("bob", 4), ev.Passed("bob", False), ev.TurnEnded("bob", 4)]
    long = chapters("x", 5, [*first, *second], "dee", {})[-1]
    (short,) = chapters("x", 5, second, "dee", {})
    assert [t.variant for t in long.tellings] == [t.variant for t in short.tellings]


def test_two_attacks_of_a_turn_are_told_in_different_words() -> None:
    passes = [ev.Passed("bob", False), ev.Passed("bob", False)]
    (chapter,) = chapters("x", 5, passes, "dee", {})
    first, second = (t.variant for t in chapter.tellings)
    assert second == first + 1


FREQUENT = (
    ev.IncomePaid("bob", (("mafia", 3),)),
    ev.Drew("bob", None, True),
    ev.Passed("bob", False),
    ev.Passed("bob", True),
    ev.TurnEnded("bob", 4),
)


@pytest.mark.parametrize("event", FREQUENT, ids=lambda event: type(event).__name__)
def test_what_happens_often_is_told_in_eight_ways_and_never_twice_running(event: ev.Event) -> None:
    public = text_templates().get_template("events.txt").module
    told = []
    for turn in range(4, 28):
        (chapter,) = chapters("x", turn, [replace_turn(event, turn)] * 2, "dee", {})
        told += [getattr(public, t.kind)(t) for t in chapter.tellings]
    assert len(set(told)) >= 8
    assert all(first != second for first, second in pairwise(told))


def replace_turn(event: ev.Event, turn: int) -> ev.Event:
    return replace(event, number=turn) if isinstance(event, ev.TurnEnded) else event


def test_events_before_any_beginning_belong_to_the_turn_that_ended() -> None:
    events = [ev.Passed("bob", False), ev.TurnEnded("bob", 6), ev.TurnBegan("cat", 7)]
    opening, _ = chapters("x", 7, events, "dee", {})
    assert (opening.number, str(opening.seat)) == (6, "bob")
