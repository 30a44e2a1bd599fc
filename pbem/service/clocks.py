"""The clock of a game: when a wait opens, who may move its end, and when something is due.

`deadline_at` is what the players were told; it is moved by a new wait and by a moderator alone.
`due_at` is when the clock acts, and all that the sweeper looks at.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from pbem.clock import (
    ANSWERS,
    SCRIPT,
    SETUP,
    WINDOWS,
    Clock,
    WaitRule,
    bank_end,
    clock_from,
    deadline_after,
    early_end,
    encode_clock,
    grace_end,
)
from pbem.clock.formatting import format_clock
from pbem.games.contract.values import Ask, LocalTime
from pbem.grammar.times.spans import Span
from pbem.models import RUNNING, Game
from pbem.service.open_waits import OpenWait, next_reminder
from pbem.service.time_banks import banks_end, format_banks, next_bank_end, open_banks, shift_banks

LEAST_ANSWER_TIME = timedelta(hours=1)
ANSWER_SHARE = 4
"""Answers may take this part of a turn's time where a game does not say otherwise."""


def answer_time(turn_length: timedelta) -> timedelta:
    """A quarter of a turn, at least an hour, and never longer than the turn itself."""
    return min(turn_length, max(LEAST_ANSWER_TIME, turn_length / ANSWER_SHARE))


def simple_clock(turn_length: timedelta) -> Clock:
    """A clock of turns that long, counted in seconds, by the clock of UTC."""
    lengths = {SCRIPT: turn_length, ANSWERS: answer_time(turn_length)}
    waits: Mapping[str, WaitRule] = {
        name: WaitRule(Span(0, max(1, int(length.total_seconds()))))
        for name, length in lengths.items()
    }
    return Clock(waits, "UTC")


def clock_of(game: Game) -> Clock:
    """The rules of a game's clock."""
    return _clock_stored_as(json.dumps(game.clock))


@lru_cache(maxsize=64)
def _clock_stored_as(text: str) -> Clock:
    return clock_from(json.loads(text))


def local_time(game: Game, at: datetime) -> LocalTime:
    """A moment as the game's clock shows it."""
    clock = clock_of(game)
    here = at.astimezone(ZoneInfo(clock.zone))
    day = here.date()
    return LocalTime(here, any(first <= day <= last for first, last in clock.holidays))


def clock_sentence(game: Game) -> str:
    """How long the game gives its players."""
    return f"The clock: {format_game_clock(game)}."


def format_game_clock(game: Game) -> str:
    """The same without its name."""
    return format_clock(clock_of(game), is_of_rounds=game.is_round)


def format_clock_now(game: Game, seats: Sequence[str], now: datetime) -> str:
    """The same, with what each seat has left where there are time banks."""
    return "; ".join(filter(None, (format_game_clock(game), format_banks(game, seats, now))))


def set_clock(game: Game, clock: Clock) -> None:
    """Other rules from the next wait on; the deadline now running stays."""
    game.clock = encode_clock(clock)


def kind_of_wait(game: Game, kind: str | None = None) -> str:
    """The rule that holds for such an ask of a game, or for the one that ends first."""
    kind = game.wait if kind is None else kind
    return SETUP if game.turn == 1 and kind not in WINDOWS else kind


def wait_end(game: Game, key: str, kind: str, now: datetime) -> datetime:
    """When what is asked from now on ends: by its rule, or when what its seats saved is used up."""
    clock, wait, used_up_at = clock_of(game), kind_of_wait(game, kind), banks_end(game, key)
    if used_up_at is None:
        return deadline_after(clock, wait, now)
    return bank_end(clock, wait, now, used_up_at)


def next_deadline(game: Game, now: datetime) -> datetime:
    """When a turn that opens now is over."""
    return deadline_after(clock_of(game), SCRIPT, now)


# --- several asks at once ---------------------------------------------------------------


def open_asks(game: Game) -> list[OpenWait]:
    """All that is asked, what ends first in front: that stands in the game's own columns."""
    if game.opened_at is None or game.deadline_at is None:
        return []
    due_at = game.due_at or game.closed_at or game.deadline_at
    others = (
        OpenWait(key, kind, *map(datetime.fromisoformat, times))
        for key, kind, *times in game.other_asks
    )
    return [OpenWait(game.ask, game.wait, game.opened_at, game.deadline_at, due_at), *others]


def _put_asks(game: Game, asks: Sequence[OpenWait]) -> None:
    first, *others = sorted(asks, key=lambda ask: ask.due_at)
    game.ask, game.wait, game.opened_at = first.key, first.kind, first.opened_at
    game.deadline_at, game.due_at = first.deadline_at, first.due_at
    rows = []
    for ask in others:
        times = (ask.opened_at, ask.deadline_at, ask.due_at)
        rows.append([ask.key, ask.kind, *(at.isoformat() for at in times)])
    game.other_asks = rows


def open_waits(game: Game, asks: Sequence[Ask], now: datetime, *, anew: bool = False) -> None:
    """What the game asks for from now on.

    What was asked before keeps its deadline, or gets another where all begins `anew`; what is new
    has one of its own.
    """
    known = {} if anew else {ask.key: ask for ask in open_asks(game)}
    game.closed_at, game.released = None, 0
    forced = game.run_now_turn
    game.other_asks = []
    open_banks(game, asks, now, anew=anew)
    if not asks:
        game.opened_at = now
        game.wait = SCRIPT if game.wait in WINDOWS else game.wait
        return
    rows = []
    for ask in asks:
        end = wait_end(game, ask.key, ask.kind, now)
        rows.append(known.get(ask.key) or OpenWait(ask.key, ask.kind, now, end, end))
    _put_asks(game, rows)
    _fresh(game, now)
    ring_at(game, next_bank_end(game, now))
    if game.ask in known and is_due(game, now):
        # What a moderator has run now is run without grace, whatever of it comes first.
        game.run_now_turn = forced


def sync_waits(game: Game, asks: Sequence[Ask], now: datetime) -> None:
    """Open what is asked since the state has changed, and close what is not asked any more."""
    if {ask.key for ask in asks} != {ask.key for ask in open_asks(game)} and asks:
        open_waits(game, asks, now)


def _fresh(game: Game, now: datetime) -> None:
    """Nobody has looked at this deadline yet."""
    game.claimed_until = game.next_try_at = game.paused_at = None
    game.run_now_turn = 0
    ring_for_reminder(game, now)


def is_ending(game: Game, key: str) -> bool:
    """Whether an ask ends at another time than its deadline."""
    return any(ask.due_at != ask.deadline_at for ask in open_asks(game) if ask.key == key)


def end_ask(game: Game, key: str, now: datetime) -> None:
    """Nobody is waited for any more in this ask: it ends as soon as its rule lets it (R12.3)."""

    def ended(ask: OpenWait) -> OpenWait:
        # Opened later than now: the clock was set back since.
        opened_at = min(ask.opened_at, now)
        end = early_end(clock_of(game), kind_of_wait(game, ask.kind), opened_at, now)
        return replace(ask, due_at=min(end, ask.latest_end))

    _change_ask(game, key, ended)


def _change_ask(game: Game, key: str, change: Callable[[OpenWait], OpenWait]) -> None:
    """Other times of that ask alone, if it is open."""
    asks = open_asks(game)
    if asks:
        _put_asks(game, [change(ask) if ask.key == key else ask for ask in asks])


def open_ask(game: Game, key: str) -> OpenWait | None:
    """The ask of that key; None where it is not open, or no deadline runs."""
    return next((ask for ask in open_asks(game) if ask.key == key), None)


def move_deadline(game: Game, at: datetime, now: datetime) -> None:
    """Another deadline of all that is asked, earlier or later; what was due before is not."""
    game.deadline_at = game.due_at = at
    move_deadlines(game, lambda ask: at, now)


def move_deadlines(game: Game, moved: Callable[[OpenWait], datetime], now: datetime) -> None:
    """Another deadline of each ask; what was due before is not any more."""
    ends = [(ask, moved(ask)) for ask in open_asks(game)]
    if ends:
        _put_asks(game, [replace(ask, deadline_at=at, due_at=at) for ask, at in ends])
    _fresh(game, now)


def move_ask(game: Game, key: str, at: datetime, now: datetime) -> None:
    """Another deadline of that ask alone."""
    _change_ask(game, key, lambda ask: replace(ask, deadline_at=at, due_at=at))
    _fresh(game, now)


def shift_opening(game: Game, by: timedelta, now: datetime) -> None:
    """All that is asked was opened so much later: in between nobody's time ran."""
    asks = [replace(ask, opened_at=min(now, ask.opened_at + by)) for ask in open_asks(game)]
    _put_asks(game, asks)
    shift_banks(game, by)


def leaves_time(game: Game) -> bool:
    """Whether a wait may go on although nobody is waited for any more (MIN, DELAY)."""
    rule = clock_of(game).rule(kind_of_wait(game))
    return bool(rule.min or rule.delay)


def wait_on(game: Game, key: str) -> None:
    """Somebody is waited for again: the ask ends at its deadline, and no earlier."""
    _change_ask(game, key, lambda ask: replace(ask, due_at=ask.latest_end))


def grace_until(game: Game, wait: OpenWait) -> datetime | None:
    """Until when a missing script is waited for after its deadline; None where it is not."""
    if game.run_now_turn == game.turn:
        return None
    until_at = grace_end(clock_of(game), kind_of_wait(game, wait.kind), wait.deadline_at)
    return until_at if until_at > wait.deadline_at else None


def begin_grace(game: Game, key: str, now: datetime) -> None:
    """Wait on for what is missing there; the deadline stays what it was."""
    _change_ask(
        game, key, lambda ask: replace(ask, due_at=grace_until(game, ask) or ask.deadline_at)
    )
    game.claimed_until = game.next_try_at = None
    game.attempts, game.version = 0, game.version + 1
    ring_for_reminder(game, now)


def run_now(game: Game, now: datetime) -> None:
    """The moderator has the open turn run now: its deadline is this moment, without grace."""
    if game.other_asks:
        move_deadline(game, now, now)
    game.deadline_at = game.due_at = now
    game.run_now_turn = game.turn
    game.claimed_until = game.next_try_at = None
    game.attempts, game.version = 0, game.version + 1


def end_now(game: Game, key: str, now: datetime) -> None:
    """What was missing has come, or nobody is left to wait for: the ask is over at once."""
    _change_ask(game, key, lambda ask: replace(ask, due_at=now))


def shown_deadline(game: Game) -> datetime | None:
    """The deadline a mail may name: none while the game is paused, over, or closed to orders."""
    is_open = game.phase == RUNNING and game.closed_at is None
    return game.deadline_at if is_open else None


def is_due(game: Game, now: datetime) -> bool:
    """Whether what a running game waits for is over, so that its turn is run or announced now."""
    return game.phase == RUNNING and game.due_at is not None and game.due_at <= now


def ring_at(game: Game, at: datetime | None) -> None:
    """Look at what is timed at that moment, or before if something else is due then."""
    if at is not None:
        game.alarm_at = min(at, game.alarm_at or at)


def ring_for_reminder(game: Game, now: datetime) -> None:
    """Look at the game when the next reminder or late notice is due."""
    ring_at(game, next_reminder(open_asks(game), now))


def close_orders(game: Game) -> None:
    """The time is over and the results wait for the moderator; letters from now on wait too."""
    game.closed_at, game.due_at = game.due_at, None
    game.claimed_until = game.next_try_at = None
    game.attempts, game.version = 0, game.version + 1


def release_results(game: Game) -> None:
    """The moderator lets the results of the open turn go: it is run as it was when it closed."""
    game.released, game.due_at = game.turn, game.closed_at
    game.claimed_until = game.next_try_at = None
    game.version += 1


def stop_clock(game: Game) -> None:
    """No deadline runs: the game is over."""
    game.deadline_at = game.due_at = game.alarm_at = None
    game.other_asks = []
