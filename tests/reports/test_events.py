"""Every event is told, in every one of its phrases, to everyone who may read of it."""

import re
from collections.abc import Sequence

import pytest

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.event_counts import EventCounts, counted, counts_before
from engine.illuminati.state import GameOptions
from pbem.documents.layout.plain import plain_text
from pbem.documents.layout.render import text_templates
from pbem.games.illuminati.report.parts.event_context import event_context
from pbem.games.illuminati.report.parts.story import (
    EventText,
    StoryReader,
    chapters,
    macro_name,
)
from tests.support.report_games import every_event, random_game, shown

MOST_PHRASES = 14
BROKEN = re.compile(
    r"[{}]|\bNone\b|Undefined|Person\(|\byou [a-z]+s\b|\byour(?=[.,:;)]| (?:from|are|is|go|and)\b)"
)


def test_every_event_has_exactly_one_public_macro() -> None:
    module = text_templates().get_template("illuminati/events.txt").module
    macros = {name for name in dir(module) if not name.startswith("_")}
    assert {macro_name(kind) for kind in ev.EVENTS} == macros


def test_every_private_telling_has_a_macro() -> None:
    module = text_templates().get_template("illuminati/secrets.txt").module
    macros = {name for name in dir(module) if not name.startswith("_")}
    told = {
        telling.kind
        for reader in ("ann", "bob")
        for chapter in chapters(3, list(every_event()), StoryReader("x", reader, {}))
        for telling in chapter.private
    }
    assert told == macros


def test_the_samples_cover_every_event() -> None:
    assert {type(event) for event in every_event()} == set(ev.EVENTS)


@pytest.mark.long
@pytest.mark.parametrize("reader", ["ann", "bob", "dee"])
def test_every_phrase_is_whole(reader: str) -> None:
    public = text_templates().get_template("illuminati/events.txt").module
    private = text_templates().get_template("illuminati/secrets.txt").module
    for event in every_event():
        for count in range(MOST_PHRASES):
            before = counts_after([event] * count)
            for chapter in chapters(3, [event], StoryReader("x", reader, {}), before=before):
                texts = [getattr(public, t.kind)(t) for t in chapter.texts]
                texts += [getattr(private, t.kind)(t) for t in chapter.private]
                for text in texts:
                    assert text.strip()
                    assert not BROKEN.search(text)


def test_readers_share_only_what_each_would_be_told_alone() -> None:
    for event in every_event():
        for reader in ("ann", "bob", "cat", "dee"):
            for chapter in chapters(3, [event], StoryReader("x", reader, {})):
                for text in chapter.texts:
                    alone = event_context(event, reader)
                    assert {name: text.facts[name] for name in alone} == alone
                    assert not text.is_private or reader in repr(event)


def test_an_attack_is_told_as_a_sum_that_adds_up() -> None:
    public = text_templates().get_template("illuminati/events.txt").module
    sums = 0
    for event in every_event():
        if not isinstance(event, ev.Attacked) or not event.parts:
            continue
        (chapter,) = chapters(3, [event], StoryReader("x", "ann", {}))
        text = plain_text(public.attacked(chapter.texts[0]))
        terms = [int(n) for n in re.findall(r" ([+-]\d+)$", text, re.M)]
        (need,) = re.findall(r"^ +need +(-?\d+) ", text, re.M)
        assert len(terms) == len(event.parts)
        assert sum(terms) == int(need) == event.need
        sums += 1
    assert sums


def test_an_attack_that_others_paid_against_is_not_said_to_have_been_impossible() -> None:
    public = text_templates().get_template("illuminati/events.txt").module
    known = next(e for e in every_event() if isinstance(e, ev.Attacked) and e.parts)
    for money, is_bought in ((-9, True), (1, False)):
        parts = (ev.Part("power", known.attacker, 1), ev.Part("money", known.attacker, money))
        event = changed(known, parts=parts, need=1 + money, success=False)
        event = changed(event, need=min(event.need, 1))
        (chapter,) = chapters(3, [event], StoryReader("x", "ann", {}))
        text = public.attacked(chapter.texts[0])
        assert ("never could" in text or "absent" in text) != is_bought


def test_the_same_turn_is_told_in_the_same_words_wherever_a_mail_begins() -> None:
    first = [ev.TurnBegan("ann", 3), ev.Passed("ann", False), ev.TurnEnded("ann", 3)]
    second = [ev.TurnBegan("bob", 4), ev.Passed("bob", False), ev.TurnEnded("bob", 4)]
    long = chapters(5, [*first, *second], StoryReader("x", "dee", {}))[-1]
    (short,) = chapters(5, second, StoryReader("x", "dee", {}), before=counts_after(first))
    assert long.texts == short.texts


def counts_after(events: Sequence[ev.Event]) -> EventCounts:
    return counted({}, events)


def test_what_happens_often_is_told_in_eight_ways() -> None:
    public = text_templates().get_template("illuminati/events.txt").module
    for event in FREQUENT:
        told = []
        for before in range(8):
            earlier = counts_after([event] * before)
            (chapter,) = chapters(4, [event], StoryReader("x", "dee", {}), before=earlier)
            told += [getattr(public, t.kind)(t) for t in chapter.texts]
        assert len(set(told)) == 8


FREQUENT = (
    ev.IncomePaid("bob", (("mafia", 3),)),
    ev.Drew("bob", None, True),
    ev.Passed("bob", False),
    ev.Passed("bob", True),
    ev.TurnEnded("bob", 4),
)


@pytest.mark.parametrize("seed", ["a", "golden"])
def test_no_line_comes_twice_in_a_game_before_all_of_its_kind(
    seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of robots, told in as many pieces as it has turns, to two readers."""
    said: dict[tuple[str, ...], list[int]] = {}
    place = EventText.place

    def spy(telling: EventText, many: int) -> int:
        at = place(telling, many)
        if many > 1:
            said.setdefault((telling.what, str(many)), []).append(at)
        return at

    monkeypatch.setattr(EventText, "place", spy)
    copies = [told_in_pieces(seed, reader, said) for reader in ("ann", "dee")]
    assert copies[0] == copies[1]
    assert sum(map(len, copies[0].values())) > 200


LONG = GameOptions(length="very-long")
"""The options of a game that nobody wins early."""


def told_in_pieces(
    seed: str, reader: str, said: dict[tuple[str, ...], list[int]]
) -> dict[tuple[str, ...], list[int]]:
    """Which phrases one reader was told, after a look whether any came back too early."""
    said.clear()
    public = text_templates().get_template("illuminati/events.txt").module
    for step in random_game(seed, 120, LONG):
        before = counts_before(step.state.happened, step.events)
        events = shown([step], reader, step.state)
        for chapter in chapters(9, events, StoryReader("Fnord-7", reader, {}), before=before):
            for telling in chapter.public:
                getattr(public, telling.kind)(telling)
    for (what, many), places in said.items():
        assert rounds(places, int(many)), (what, places)
    return {what: list(places) for what, places in said.items()}


def rounds(places: Sequence[object], many: int) -> bool:
    """Whether every round of so many has each of them at most once."""
    pieces = [places[at : at + many] for at in range(0, len(places), many)]
    return all(len(set(piece)) == len(piece) for piece in pieces)


def test_events_before_any_beginning_belong_to_the_turn_that_ended() -> None:
    events = [ev.Passed("bob", False), ev.TurnEnded("bob", 6), ev.TurnBegan("cat", 7)]
    opening, _ = chapters(7, events, StoryReader("x", "dee", {}))
    assert (opening.number, str(opening.seat)) == (6, "bob")
