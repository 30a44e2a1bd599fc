"""Time banks: what each seat has saved, and how thinking takes from it (R12.3).

A game keeps a row for each seat: what it had when it was last asked for a turn of its own, the turn
for which NEXT was added, what it is thinking about and since when, and when it said READY to that.
Answers to others, and whatever is asked in secret, take nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from pbem.clock import SCRIPT, SETUP, WINDOWS, Clock, clock_from
from pbem.clock.formatting import format_bank_rule, span
from pbem.clock.rules import BANK
from pbem.games.contract.values import Ask
from pbem.models import FINISHED, PAUSED, Game
from pbem.service.game_settings import game_settings_of

_NO_TIME = timedelta(0)


@dataclass(frozen=True, slots=True)
class _Saved:
    """What a seat had when it was asked for `ask`, `since` then; "" where it is asked nothing."""

    seconds: int
    turn: int = 0
    ask: str = ""
    since: datetime | None = None
    ready_at: datetime | None = None

    def left(self, now: datetime) -> timedelta:
        """What is left then; time stands still from READY on."""
        spent = (self.ready_at or now) - self.since if self.since else _NO_TIME
        return max(_NO_TIME, timedelta(seconds=self.seconds) - max(_NO_TIME, spent))

    @property
    def end(self) -> datetime | None:
        """When it is used up."""
        return self.since + timedelta(seconds=self.seconds) if self.since else None

    def counted(self, now: datetime) -> _Saved:
        """What is saved once the seat is asked no more."""
        return _Saved(int(self.left(now).total_seconds()), self.turn)

    def asked(self, key: str, turn: int, now: datetime, clock: Clock) -> _Saved:
        """Its time runs; a turn adds NEXT once."""
        seconds = self.seconds
        if self.turn != turn and clock.bank is not None:
            most = int((clock.bank.most.length or timedelta.max).total_seconds())
            seconds = max(seconds, min(seconds + _added(clock), most))
        return _Saved(seconds, turn, key, now)


def _added(clock: Clock) -> int:
    """The seconds that a turn adds."""
    return int(clock.rule(SCRIPT).next.length.total_seconds())


def has_banks(game: Game) -> bool:
    """Whether the seats of a game have time banks."""
    return BANK in game.clock


def open_banks(game: Game, asks: Sequence[Ask], now: datetime, *, anew: bool = False) -> None:
    """Count what has been thought about, and let the time of all run who are asked for a turn now.

    Where all begins `anew` nothing is taken for what was asked, and NEXT is left at least.
    """
    clock = clock_from(game.clock)
    if clock.bank is None:
        game.banks = None
        return
    keys, saved = {ask.key for ask in asks}, _read(game)
    for name, row in saved.items():
        if anew:
            saved[name] = _Saved(row.seconds, row.turn)
        elif row.ask and row.ask not in keys:
            saved[name] = row.counted(_stopped(game, now))
    first = int(clock.bank.start.length.total_seconds())
    for ask in asks if game.turn > 1 or SETUP not in clock.waits else ():
        takes_time = ask.kind not in WINDOWS and ask.shows_seats
        for name in ask.seats if takes_time else ():
            row = saved.get(name, _Saved(first))
            if row.ask != ask.key:
                row = row.asked(ask.key, game.turn, now, clock)
            saved[name] = replace(row, seconds=max(row.seconds, _added(clock))) if anew else row
    _write(game, saved)


def banks_end(game: Game, ask: str) -> datetime | None:
    """When the last of those who are asked that has used up his time; None where nobody's runs."""
    return max(
        (end for row in _read(game).values() if row.ask == ask and (end := row.end)), default=None
    )


def stop_bank(game: Game, seat: str, ask: str, at: datetime | None) -> None:
    """The seat has said READY to what it is asked at that moment; None where it has not, or has
    taken it back."""
    saved = _read(game)
    row = saved.get(seat)
    if row is None or row.ask != ask or (row.ready_at is not None and at is not None):
        return
    _write(game, saved | {seat: replace(row, ready_at=at)})


def give_bank(game: Game, seat: str, now: datetime) -> None:
    """A newcomer has what everybody began with from now on, or more where more is left."""
    bank, saved = clock_from(game.clock).bank, _read(game)
    row = saved.get(seat)
    if bank is None or row is None:
        return
    has = max(bank.start.length, row.left(now))
    given = replace(row, seconds=int(has.total_seconds()), ready_at=None)
    _write(game, saved | {seat: replace(given, since=now) if row.since else given})


def shift_banks(game: Game, by: timedelta) -> None:
    """So long nobody's time ran."""
    rows = _read(game)
    for name, row in rows.items():
        ready_at = row.ready_at + by if row.ready_at else None
        rows[name] = replace(row, since=row.since + by if row.since else None, ready_at=ready_at)
    _write(game, rows)


def banks_left(game: Game, now: datetime) -> dict[str, timedelta]:
    """What each seat has left, by name; a seat that was never asked has what all begin with."""
    at = _stopped(game, now)
    return {name: row.left(at) for name, row in _read(game).items()}


def is_spent(game: Game, seat: str, ask: str, now: datetime) -> bool:
    """Whether a seat has used up its time for that."""
    row = _read(game).get(seat)
    return row is not None and row.ask == ask and not row.left(_stopped(game, now))


def next_bank_end(game: Game, now: datetime) -> datetime | None:
    """When the next bank is used up."""
    ends = [row.end for row in _read(game).values() if not row.ready_at]
    return min((at for at in ends if at and at > now), default=None)


def bank_rule(game: Game) -> tuple[str, ...]:
    """What players are told of time banks when a game begins; nothing where there are none."""
    return format_bank_rule(clock_from(game.clock)) if has_banks(game) else ()


def format_own_bank(game: Game, seat: str, now: datetime) -> str:
    """How a seat's bank stands, in a sentence; "" where there is none, or the game is over."""
    bank = clock_from(game.clock).bank if has_banks(game) else None
    if bank is None or game.phase == FINISHED:
        return ""
    row = _read(game).get(seat)
    if row is None:
        return f"Your time bank holds {span(bank.start.length)}."
    left = span(row.left(_stopped(game, now)))
    if row.ready_at is not None:
        return f"Your time bank stands still, with {left} in it."
    if not row.ask:
        return f"Your time bank holds {left}."
    if game.phase == PAUSED:
        return f"Your time bank stands still in the pause, with {left} in it."
    return f"Your time bank is running, with {left} in it; READY stops it."


def format_banks(game: Game, seats: Sequence[str], now: datetime) -> str:
    """How all banks stand, behind the sentence of the clock; "" where there are none.

    Where nobody may know who is waited for, nobody is told whose time stands still.
    """
    bank = clock_from(game.clock).bank if has_banks(game) else None
    if bank is None or game.phase == FINISHED or game_settings_of(game).hide_waited:
        return ""
    left = banks_left(game, now)
    banks = [f"{name} {span(left.get(name, bank.start.length))}" for name in seats]
    return f"in the banks now: {', '.join(banks)}"


def _stopped(game: Game, now: datetime) -> datetime:
    """In a pause nobody's time runs."""
    return min(now, game.paused_at) if game.paused_at is not None else now


def _read(game: Game) -> dict[str, _Saved]:
    rows = {}
    for name, (seconds, turn, ask, *ats) in (game.banks or {}).items():
        times = (datetime.fromisoformat(at) if at else None for at in ats)
        rows[name] = _Saved(seconds, turn, ask, *times)
    return rows


def _write(game: Game, saved: Mapping[str, _Saved]) -> None:
    rows: dict[str, list[Any]] = {}
    for name, row in saved.items():
        times = (at.isoformat() if at else "" for at in (row.since, row.ready_at))
        rows[name] = [row.seconds, row.turn, row.ask, *times]
    game.banks = rows
