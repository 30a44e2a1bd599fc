"""What every registered game promises to the service, tried while its robots play it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from pbem.documents.layout.mail_context import MailContext
from pbem.games import registry
from pbem.games.contract.orders import STANDING, GameInput, LetterInput, SeatFile
from pbem.games.contract.reports import Issue, SeatNotes
from pbem.games.contract.ruleset import RobotSeat, Rules, Ruleset
from pbem.games.contract.values import Ask, Filed, Status
from pbem.games.registry import ruleset, ruleset_names
from pbem.grammar.commands.player_readers import TAUGHT

CAST = ("ann", "bob", "cat")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SMALL = "toy"
MOST_STEPS = 40
"""Steps of a long game that are looked at; the small one is played to its end."""
HELD_TO = 72
_WORD = re.compile(r"\b[A-Z]{3,}\b")


@pytest.fixture(params=[SMALL, *ruleset_names()])
def played(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Each game there is, those of other packages too, and the toy."""
    monkeypatch.setitem(registry.RULESETS, SMALL, "tests.toy_game:TOY")
    ruleset.cache_clear()
    yield ruleset(request.param)
    ruleset.cache_clear()


@dataclass
class Play:
    """A game of robots on the contract alone: no service, no table, no clock."""

    played: Ruleset[Any, Any]
    seed: int = 1
    odd: str = ""
    """The seat whose robot has other dice than those of the game."""

    def __post_init__(self) -> None:
        self.dice = self.played.dice(bytes([self.seed]) * 32)
        self.other = self.played.dice(bytes([self.seed + 100]) * 32)
        self.first = self.played.rules.new(CAST, None, self.dice, {})
        self.state = self.first.state

    def given(self, state: Any) -> GameInput[Any]:
        language = self.played.language
        return GameInput(
            state,
            lambda seat: language.vocabulary(state, seat),
            {seat: () for seat in CAST},
            self.dice,
            at=NOON,
        )

    def letter(self, seat: str, asks: tuple[Ask, ...]) -> tuple[str, ...]:
        robots = self.played.robots
        assert robots is not None
        robot = RobotSeat(seat, robots.kinds[CAST.index(seat) % len(robots.kinds)])
        dice = self.other if seat == self.odd else self.dice
        return robots.letter(robot, self.state, asks, dice)

    def judged(self, seat: str, text: str) -> Any:
        status = self.played.rules.status(self.state)
        filed = SeatFile(answers={ask.key: "" for ask in status.windows_of(seat)})
        letter = LetterInput(seat, text, filed)
        return self.played.language.judge(self.given(self.state), letter)

    def sheets(self, ask: Ask) -> Mapping[str, tuple[str, ...]]:
        """What the robots file for an ask, as canonical lines."""
        found = {}
        for seat in ask.seats:
            judged = self.judged(seat, "\n".join(self.letter(seat, (ask,))))
            sheet = judged.answers[ask.key] if ask.sheet else judged.script
            found[seat] = tuple((sheet.text or "").split("\n")) if sheet.text else ()
        return found

    def steps(self) -> Iterator[tuple[Any, tuple[Any, ...]]]:
        """Every state, and the events that led to it."""
        yield self.state, self.first.events
        while asks := self.played.rules.status(self.state).asks:
            filed = Filed(self.sheets(asks[0]))
            done = self.played.rules.advance(self.state, asks[0].key, filed, self.dice, NOON)
            self.state = done[-1].state
            yield self.state, tuple(event for step in done for event in step.events)

    def some(self) -> Iterator[tuple[Any, tuple[Any, ...]]]:
        """As many steps as are looked at; of the toy all."""
        for number, step in enumerate(self.steps()):
            if self.played.name != SMALL and number == MOST_STEPS:
                return
            yield step


def test_every_state_is_saved_and_loaded_and_evolves_from_its_events(played: Any) -> None:
    codec, rules, state = played.codec, played.rules, None
    for after, events in Play(played).some():
        for event in events:
            state = rules.evolve(state, event)
        assert state == after and list(rules.audit(after)) == []
        text = codec.encode_state(after)
        assert codec.decode_state(text) == after and codec.encode_state(state) == text
        stored = codec.encode_events(events)
        assert codec.decode_events(stored) == events
        assert codec.encode_events(codec.decode_events(stored)) == stored


@pytest.mark.long
def test_every_ask_is_named_once_and_asks_those_who_play(played: Any) -> None:
    known: set[str] = set()
    before: set[str] = set()
    for state, _ in Play(played).some():
        status = played.rules.status(state)
        keys = [ask.key for ask in status.asks]
        assert len(keys) == len({*keys}) and bool(keys) != status.is_over
        assert not ({*keys} - before) & known, "a key never comes back"
        known |= {*keys}
        before = {*keys}
        for ask in status.asks:
            assert {*ask.seats} <= {*status.playing} and ask.kind in ("script", "answers", "round")
        assert {*status.playing} <= {*status.sheets} == {*CAST}


@pytest.mark.long
def test_what_robots_write_is_read_and_formatted_as_it_is_on_file(played: Any) -> None:
    play, language, read = Play(played), played.language, 0
    for state, _ in play.some():
        given = play.given(state)
        for ask in played.rules.status(state).asks:
            for seat in ask.seats:
                judged = play.judged(seat, "\n".join(play.letter(seat, (ask,))))
                wrong = [line for line in judged.lines if line.status not in STANDING]
                assert [line.text for line in wrong if line.status != "REFUSED"] == []
                sheets = [judged.script, *judged.answers.values()]
                for text in (sheet.text for sheet in sheets if sheet.text):
                    assert "\n".join(language.format_sheet(given, seat, text)) == text
                    again = play.judged(seat, text)
                    assert text in [again.script.text, *(s.text for s in again.answers.values())]
                    read += 1
    assert read > 5


@pytest.mark.long
def test_the_examples_are_read_at_every_step(played: Any) -> None:
    play = Play(played)
    for state, _ in play.some():
        for seat in played.rules.status(state).playing:
            for example in played.language.examples(play.given(state), seat):
                (line, *_) = play.judged(seat, example).lines
                assert line.status not in ("UNREAD", "IGNORED", "ASK"), (example, line)


def test_help_is_there_for_every_word_and_fits_a_mail(played: Any) -> None:
    whole = played.language.help_text()
    for word in (None, *sorted({*_WORD.findall(whole)}), "nonsense", ""):
        text = played.language.help_text(word)
        assert text.strip() and max(map(len, text.split("\n"))) <= HELD_TO, word


def told_to(play: Play, state: Any, seat: str, events: tuple[Any, ...]) -> list[str]:
    """All that a seat can be told where the game stands, and of what has just happened."""
    reporter, given, status = (
        play.played.reporter,
        play.given(state),
        play.played.rules.status(state),
    )
    context = MailContext(
        *("Fnord-7", seat, seat.title(), "UTC", status.turn, status.mover, None, NOON, "", "1"),
        part=status.part,
    )
    notes = SeatNotes("", (), (), (), events)
    mails = [
        reporter.report(given, context, Issue(events, events, is_asked=True)),
        reporter.status(given, context, notes),
        reporter.history(state, context, events),
        reporter.news(state, context, events),
        reporter.asked(given, context, is_answered=False) if status.windows_of(seat) else None,
    ]
    return [reporter.view(state, seat), *(f"{mail.subject} {mail.body}" for mail in mails if mail)]


def open_facts(status: Status, seat: str) -> str:
    """What everybody may know of a status, and what its seat is asked itself."""
    asks = [(ask.key, ask.seats) for ask in status.asks if ask.shows_seats or seat in ask.seats]
    return f"{status.turn}.{status.part} {status.mover} {status.playing} {status.winners} {asks}"


@pytest.mark.long
def test_what_another_does_in_secret_changes_no_byte(played: Any) -> None:
    """Two games in which one robot decides otherwise tell the others the same till it shows."""
    tried = 0
    for seed in range(1, 6 if played.name == SMALL else 3):
        plays = [Play(played, seed), Play(played, seed, odd="bob")]
        known = {seat: ["", ""] for seat in CAST if seat != "bob"}
        for steps in zip(*(play.some() for play in plays), strict=False):
            for seat, seen in list(known.items()):
                for at, (state, events) in enumerate(steps):
                    shown = (played.secrecy.seen(event, seat, state) for event in events)
                    seen[at] += played.codec.encode_events([one for one in shown if one])
                    seen[at] += open_facts(played.rules.status(state), seat)
                if seen[0] != seen[1]:
                    del known[seat]
                    continue
                pairs = zip(plays, steps, strict=True)
                one, other = (told_to(play, *step[:1], seat, step[1]) for play, step in pairs)
                assert one == other, seat
                tried += steps[0][0] != steps[1][0]
            if not known:
                break
    assert tried >= (10 if played.name == SMALL else 0), "secrets differed"


@pytest.mark.long
def test_what_lies_hidden_by_chance_changes_no_byte(played: Any) -> None:
    play, tried, rules = Play(played), 0, played.rules
    mixing = [played.dice(bytes([seed]) * 32) for seed in (98, 99)]
    for state, events in play.some():
        one, other = (rules.reshuffle(state, dice).state for dice in mixing)
        tried += one != other
        for seat in CAST if one != other else ():
            assert told_to(play, one, seat, events) == told_to(play, other, seat, events)
    assert tried or type(rules).reshuffle is Rules.reshuffle, "there is a deck, or none"


def test_what_a_seat_has_seen_is_all_that_its_view_tells(played: Any) -> None:
    """Games that began alike for a seat, however else they differ, look alike to it."""
    view, tried = played.reporter.view, 0
    begun: dict[tuple[str, str], tuple[str, str]] = {}
    for seed in range(60):
        first = Play(played, seed).first
        stored = played.codec.encode_state(first.state)
        other = played.rules.reshuffle(first.state, played.dice(bytes([seed + 1]) * 32)).state
        tried += other != first.state
        for seat in CAST:
            assert view(first.state, seat) == view(other, seat)
            seen = (played.secrecy.seen(event, seat, first.state) for event in first.events)
            known = played.codec.encode_events([event for event in seen if event is not None])
            before = begun.setdefault((seat, known), (stored, view(first.state, seat)))
            assert before[1] == view(first.state, seat)
            tried += before[0] != stored
    assert tried > 20, "secrets were changed"


@pytest.mark.long
def test_the_same_letters_and_dice_make_the_same_game(played: Any) -> None:
    def told() -> list[str]:
        return [played.codec.encode_events(events) for _, events in Play(played).some()]

    assert told() == told()


def test_a_word_behind_tutorial_names_each_game_that_is_taught() -> None:
    assert sorted(TAUGHT) == sorted(name for name in ruleset_names() if ruleset(name).tutorial)
