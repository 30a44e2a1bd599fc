"""Australia by the clock of its game: its zone, its holidays, its evenings (I33.7)."""

from __future__ import annotations

from datetime import UTC, date, datetime

from engine.core.dice import SecretDice
from engine.inwo import events as ev
from engine.inwo.facts import facts
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from pbem.clock import Clock, WaitRule, encode_clock
from pbem.games.contract.values import Filed, LocalTime
from pbem.games.inwo import rules
from pbem.grammar.times.spans import Span
from pbem.models import Game
from pbem.service.clocks import local_time
from tests.support.each import each
from tests.support.inwo_cases import position_of

DICE = SecretDice(b"hours")
FRIDAY = datetime(2026, 11, 27, 6, tzinfo=UTC)
SEATS = {
    "ann": "ufos | the-mafia N +1 | group_hand: hackers | plots: bribery",
    "bob": "the-network +1 | australia N",
}


def state(seats: dict[str, str] = SEATS) -> InwoState:
    return place(position_of({"seats": seats, "options": {"pace": "announce"}}))


def here(hour: int, day: int = 27, *, is_holiday: bool = False) -> Filed:
    return Filed(here=LocalTime(FRIDAY.replace(hour=hour, day=day), is_holiday))


def resistance(table: InwoState) -> int:
    copy = next(copy for copy in table.table if copy.startswith("australia"))
    return facts(table).value(copy, "resistance")


@each(
    ("filed", "wanted"),
    [
        (here(16), 12),
        (here(17), 24),
        (here(23), 24),
        (here(9, 28), 24),
        (here(9, 29), 24),
        (here(0, 30), 12),
        (here(9, is_holiday=True), 24),
        (Filed(), 12),
    ],
)
def test_it_is_four_times_the_printed_one_while_nobody_works(filed: Filed, wanted: int) -> None:
    settled = rules.settle(state(), filed, DICE, FRIDAY)
    assert resistance(settled.state) == wanted
    again = rules.settle(settled.state, filed, DICE, FRIDAY)
    assert again.events == ()
    back = rules.settle(settled.state, here(9), DICE, FRIDAY)
    assert resistance(back.state) == 12


def test_nothing_is_recorded_where_no_card_asks_for_it() -> None:
    seats = SEATS | {"bob": "the-network +1 | canada N"}
    assert rules.settle(state(seats), here(18), DICE, FRIDAY).events == ()


def test_it_is_recorded_and_fixed_for_an_attack() -> None:
    table = state()
    key = rules.status(table).asks[0].key
    evening = Filed({"ann": ("ATTACK Hackers WITH The Mafia",)}, {}, here(18).here)
    (step,) = rules.advance(table, key, evening, DICE, FRIDAY)
    assert isinstance(step.events[0], ev.ChangeBegan) and resistance(step.state) == 24
    assert step.state.attack is not None
    key = rules.status(step.state).asks[0].key
    (closed,) = rules.advance(step.state, key, here(9), DICE, FRIDAY)
    assert resistance(closed.state) == 24
    assert resistance(rules.settle(closed.state, here(9), DICE, FRIDAY).state) == 12


def test_the_zone_and_the_holidays_are_those_of_the_games_clock() -> None:
    waits = {"script": WaitRule(Span(1, 0))}
    clock = Clock(waits, "Australia/Sydney", ((date(2026, 11, 28), date(2026, 11, 28)),))
    game = Game(clock=encode_clock(clock))
    told = local_time(game, FRIDAY)
    assert (told.at.hour, told.at.day, told.is_holiday) == (17, 27, False)
    assert local_time(game, FRIDAY.replace(hour=14)).is_holiday
