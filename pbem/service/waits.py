"""What a game waits for: who has answered an ask, and who is still waited for (R12.3).

Nobody is told whether a letter or a standing instruction has answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.clock import deadline_after, fitting
from pbem.database import Session
from pbem.games.contract.values import Ask, Filed
from pbem.grammar.times.spans import Span
from pbem.models import RUNNING, Absence, Game, Seat, Sheet, key_of
from pbem.service.absence import OK, absences_of, away_seats
from pbem.service.clocks import (
    clock_of,
    end_ask,
    is_ending,
    kind_of_wait,
    move_ask,
    open_ask,
)
from pbem.service.game_settings import game_settings_of
from pbem.service.open_waits import OpenWait
from pbem.service.snapshots import GameSnapshot, sheet_for_ask
from pbem.service.time_banks import has_banks, is_spent, stop_bank

ALWAYS, OWN, NEVER = "always", "own", "never"
"""When a seat is asked although its policies cover an attack: ASK ME."""
_DAY = Span(days=1)
_MOST_MOVES = 8
"""Absences one after the other that one deadline is moved for."""


def has_orders(sheet: Sheet | None) -> bool:
    """Whether something is on file: lines, or READY without any; WAIT alone is nothing."""
    return sheet is not None and bool(sheet.text or sheet.is_ready)


# --- what is on file --------------------------------------------------------------------


def standing_words(seat: Seat) -> tuple[str, ...]:
    """What a seat has said of when it is asked, as it would type it; nothing where all is usual."""
    asks = {ALWAYS: ("ASK ME",), NEVER: ("ASK ME NEVER",)}.get(seat.asks, ())
    return (*asks, "READY UNLESS ATTACKED") if seat.ready_unless_attacked else asks


def filed_for(
    snapshot: GameSnapshot,
    sheets: dict[str, Sheet] | None = None,
    rows: Iterable[Seat] | None = None,
) -> Filed:
    """What the seats have on file: these sheets, and what holds until it is taken back."""
    rows = snapshot.seats.values() if rows is None else rows
    return Filed(
        {name: _lines(sheet.text) for name, sheet in (sheets or {}).items()},
        {row.name: (*row.policies, *standing_words(row)) for row in rows},
    )


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()


def sheets_for(session: Session, snapshot: GameSnapshot, ask: Ask) -> dict[str, Sheet]:
    """What is on file for an ask, by seat."""
    found = ((name, sheet_for_ask(session, snapshot, ask, name)) for name in ask.seats)
    return {name: sheet for name, sheet in found if sheet is not None}


# --- who is waited for ------------------------------------------------------------------

_SEATS = select(Seat).where(Seat.game_id == sa.bindparam("game")).order_by(col(Seat.place))


def awaited(
    session: Session, snapshot: GameSnapshot, ask: Ask, at: datetime | None = None
) -> list[str]:
    """The seats that an ask still waits for, whatever they hold.

    With `at` a window does not wait for those who are away at that moment, for whom their standing
    instructions answer whatever they say (R12.5); nor does what several are asked at once wait for
    those who have sent nothing and are away beyond its deadline, or whose time bank is used up.
    """
    sheets, seats = sheets_for(session, snapshot, ask), snapshot.seats.values()
    left = [row for row in seats if row.name in ask.seats and not _is_ready(sheets.get(row.name))]
    if at and len(ask.seats) > 1:
        left = [row for row in left if not is_spent(snapshot.game, row.name, ask.key, at)]
    if ask.on_silence == "miss":
        gone = _away_at_the_end(session, snapshot, ask) if at else frozenset()
        return [row.name for row in left if has_orders(sheets.get(row.name)) or row.id not in gone]
    away = away_seats(session, key_of(snapshot.game), at) if at else frozenset()
    left = [row for row in left if row.id not in away]
    silent = [row for row in left if row.name not in sheets]
    excused: Sequence[str] = ()
    if silent:
        rows = session.exec(_SEATS, params={"game": snapshot.game.id}).all()
        filed = filed_for(snapshot, rows=[row for row in rows])
        excused = snapshot.ruleset.rules.excused(snapshot.state, ask.key, filed)
    quiet = {row.name for row in silent} & {*excused}
    return [row.name for row in left if row.name not in quiet]


def _is_ready(sheet: Sheet | None) -> bool:
    return sheet is not None and sheet.is_ready


def _away_at_the_end(session: Session, snapshot: GameSnapshot, ask: Ask) -> frozenset[int]:
    """Who is away beyond the deadline of what others are asked as well."""
    game, opened = snapshot.game, open_ask(snapshot.game, ask.key)
    if opened is None or len(ask.seats) < 2:
        return frozenset()
    return away_seats(session, key_of(game), opened.deadline_at)


def waited_for(
    session: Session,
    snapshot: GameSnapshot,
    at: datetime | None = None,
    *,
    with_hidden: bool = False,
) -> list[str]:
    """The seats whose letter the game still waits for, for whatever; `at` is as in `awaited`.

    They may be told to anybody, but `with_hidden` also those whom only they themselves may know of.
    """
    if snapshot.game.phase != RUNNING:
        return []
    asks = [ask for ask in snapshot.status.asks if ask.shows_seats or with_hidden]
    names = {name for ask in asks for name in awaited(session, snapshot, ask, at)}
    return [name for name in snapshot.seats if name in names]


def waited_openly(
    session: Session, snapshot: GameSnapshot, now: datetime | None = None
) -> tuple[str, ...] | None:
    """Who is waited for, as all may know it; None where the game hides that.

    In a window that is everybody who may answer, for nobody is told who has.
    """
    if game_settings_of(snapshot.game).hide_waited:
        return None
    names = {*waited_for(session, snapshot, now)}
    names |= {seat for ask in snapshot.status.windows if ask.shows_seats for seat in ask.seats}
    return tuple(name for name in snapshot.seats if name in names)


def is_excused(snapshot: GameSnapshot, seat: str) -> bool:
    """Whether a seat's standing orders answer all that it is asked."""
    rules, filed = snapshot.ruleset.rules, filed_for(snapshot)
    asks = [ask for ask in snapshot.status.asks if seat in ask.seats]
    return all(seat in rules.excused(snapshot.state, ask.key, filed) for ask in asks)


def is_left(snapshot: GameSnapshot) -> bool:
    """Whether nobody can answer any more, because of who has left."""
    return not any(ask.seats for ask in snapshot.status.asks)


def stop_banks(session: Session, snapshot: GameSnapshot, at: datetime) -> None:
    """The time of all who have said READY stands still from then on; the game is locked."""
    for ask in snapshot.status.asks if has_banks(snapshot.game) else ():
        sheets = sheets_for(session, snapshot, ask)
        for name in ask.seats:
            ready_at = at if _is_ready(sheets.get(name)) else None
            stop_bank(snapshot.game, name, ask.key, ready_at)


def close_answered(session: Session, snapshot: GameSnapshot, now: datetime) -> None:
    """Every ask that waits for nobody any more ends as early as it may; the game is locked."""
    stop_banks(session, snapshot, now)
    for ask in snapshot.status.asks:
        is_open = ask.waits_for_all and not is_ending(snapshot.game, ask.key)
        if is_open and not awaited(session, snapshot, ask, now):
            end_ask(snapshot.game, ask.key, now)


def missing_orders(session: Session, snapshot: GameSnapshot, ask: Ask | None) -> tuple[str, ...]:
    """The seats that are asked for a turn of their own there and have put nothing on file, not
    even READY."""
    if ask is None or ask.on_silence != "miss":
        return ()
    sheets = sheets_for(session, snapshot, ask)
    return tuple(name for name in ask.seats if not has_orders(sheets.get(name)))


# --- who is away ------------------------------------------------------------------------


def wait_for_the_away(session: Session, snapshot: GameSnapshot, now: datetime) -> tuple[str, ...]:
    """Move the deadline till those who are away are back and have had time to write.

    Only for turns of their own for which nothing is on file, and never to an earlier moment;
    windows for answers are not moved (R12.5). The seats it was moved for; the game is locked.
    """
    game, moved = snapshot.game, []
    if game.phase != RUNNING or game.closed_at is not None:
        return ()
    turns = [ask for ask in snapshot.status.asks if ask.on_silence == "miss"]
    for ask, name in [(turn, seat) for turn in turns for seat in turn.seats]:
        opened = open_ask(game, ask.key)
        if opened is None or has_orders(sheet_for_ask(session, snapshot, ask, name)):
            continue
        rows = absences_of(session, key_of(snapshot.seats[name]), now)
        away = [row for row in rows if row.state == OK]
        end = _end_for(game, opened, away, is_shared=len(ask.seats) > 1)
        if end > opened.deadline_at:
            move_ask(game, ask.key, end, now)
            game.version += 1
            session.add(game)
            moved.append(name)
    return tuple(moved)


def _end_for(game: Game, ask: OpenWait, rows: Sequence[Absence], *, is_shared: bool) -> datetime:
    """When the wait may end if who is away so is to have time to write.

    What all others wait for as well is moved by so many days at most.
    """
    clock, wait = clock_of(game), kind_of_wait(game, ask.kind)
    rule, end = clock.rule(wait), ask.deadline_at
    for _ in range(_MOST_MOVES):
        before = end
        for row in rows:
            most = min(
                _DAY.after(row.until_at, clock.zone), rule.next.after(row.until_at, clock.zone)
            )
            back = max(most, rule.min.after(row.until_at, clock.zone))
            if row.from_at < end < back:
                end = fitting(clock, wait, back)
        if end == before:
            break
    if not is_shared:
        return end
    first = deadline_after(clock, wait, ask.opened_at)
    is_too_late = end > first + timedelta(days=game_settings_of(game).away_days)
    return ask.deadline_at if is_too_late else end
