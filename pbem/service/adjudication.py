"""Hop 3: a due game's turn is played once, and every seat is told (R12.1, R12.7)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, select

from engine.illuminati.events import Event
from engine.illuminati.game import Outcome, resolve
from pbem.codec import encode_state
from pbem.database import Session, lock_game
from pbem.language import script_of
from pbem.models import FINISHED, PAUSED, RUNNING, Game, Turn, key_of
from pbem.service.desk import MOST_RACES, MOST_TRIES, RETRY, Desk, Raced, log
from pbem.service.fence import alone_with, hold_for_turn
from pbem.service.mailing import addressee, fresh_seat, post
from pbem.service.records import events_after, put_record
from pbem.service.reporting import report_for, told_script
from pbem.service.shelf import (
    Shelf,
    all_policies,
    dice_of,
    lines_on_file,
    load_shelf,
    sheet_on_file,
)
from pbem.service.sweep import is_awaiting_letters


@dataclass(frozen=True, slots=True)
class Plan:
    """A turn worked out but not yet kept; `told` are the events since the last turn's end."""

    shelf: Shelf
    outcome: Outcome
    sheet: str
    told: tuple[Event, ...]
    on_file: dict[str, list[str]]


def adjudicate(desk: Desk, game_id: int) -> bool:
    """Play the turn of a game if its deadline has passed; True if this call did it.

    A failure is counted and tried again; after three the game is paused and others go on.
    """
    with alone_with(desk.database, "game", game_id) as is_alone:
        if not is_alone or not _count_attempt(desk, game_id):
            return False
        for _ in range(MOST_RACES):
            done = _try(desk, game_id)
            if done is not None:
                return done
    raise Raced(f"game {game_id} kept changing")


def _try(desk: Desk, game_id: int) -> bool | None:
    """Work the turn out without a lock, keep it if the game has not changed; None if it has."""
    now = desk.clock()
    with desk.database.read() as session:
        plan = _plan(session, game_id)
    with desk.database.write() as session:
        hold_for_turn(desk.database, session, game_id)
        game = lock_game(session, game_id)
        if game is None or not _is_due(game, now):
            return False
        if game.version != plan.shelf.version:
            return None
        if is_awaiting_letters(session, game, now, grace_of(desk)):
            game.claimed_until, game.attempts = None, max(0, game.attempts - 1)
            session.add(game)
            return False
        # Taken behind the fence: whatever is stored from here on came after the turn was run.
        _keep(desk, session, game, plan, desk.clock())
    log.info("turn", game=game_id, turn=plan.shelf.state.turn.number)
    return True


def grace_of(desk: Desk) -> timedelta:
    """How long a turn waits for letters that came in time but are unread."""
    return timedelta(seconds=desk.settings.clock.grace_seconds)


def _is_due(game: Game, now: datetime) -> bool:
    return game.phase == RUNNING and game.deadline_at is not None and game.deadline_at <= now


def _count_attempt(desk: Desk, game_id: int) -> bool:
    """Count the attempt before it is made, so that one that kills the process counts too."""
    now = desk.clock()
    with desk.database.write() as session:
        game = lock_game(session, game_id)
        if game is None or not _is_due(game, now):
            return False
        if game.attempts >= MOST_TRIES:
            _pause(session, game)
            return False
        if is_awaiting_letters(session, game, now, grace_of(desk)):
            game.claimed_until = None
            session.add(game)
            return False
        game.attempts += 1
        session.add(game)
    return True


def _pause(session: Session, game: Game) -> None:
    game.phase, game.version = PAUSED, game.version + 1
    game.error = game.error or "the turn was tried three times and never came to an end"
    session.add(game)
    log.error("game paused", game=game.id)


def adjudication_failed(desk: Desk, game_id: int, trace: str) -> None:
    """Keep the traceback of a turn that raised; the third time the game is paused."""
    now = desk.clock()
    with desk.database.write() as session:
        game = lock_game(session, game_id)
        if game is None or not _is_due(game, now):
            return
        game.error, game.claimed_until = trace, None
        game.next_try_at = now + RETRY[min(max(game.attempts, 1), MOST_TRIES) - 1]
        session.add(game)
        if game.attempts >= MOST_TRIES:
            _pause(session, game)


def _plan(session: Session, game_id: int) -> Plan:
    shelf = load_shelf(session, game_id)
    seat = shelf.seats[shelf.state.turn.seat]
    sheet = sheet_on_file(session, seat, shelf.own_turn(seat.name))
    names = shelf.names(seat.name)
    script = lines_on_file(sheet, names)
    outcome = resolve(
        shelf.state, script_of(script), {}, all_policies(shelf), dice_of(shelf.game, shelf.seats)
    )
    told = (*events_after(session, game_id, _last_seq(session, game_id)), *outcome.events)
    on_file = {}
    for name, other in shelf.seats.items():
        mine = shelf.names(name)
        turn = outcome.state.seat(name).turns_taken + 1
        on_file[name] = told_script(lines_on_file(sheet_on_file(session, other, turn), mine), mine)
    text = json.dumps(told_script(script, names))
    return Plan(shelf, outcome, text, told, on_file)


def _last_seq(session: Session, game_id: int) -> int:
    """The number of the record up to which the last reports have told everything."""
    last = session.exec(
        select(Turn.record_seq)
        .where(Turn.game_id == game_id)
        .order_by(col(Turn.number).desc())
        .limit(1)
    ).first()
    return last if last is not None else 1


def _keep(desk: Desk, session: Session, game: Game, plan: Plan, now: datetime) -> None:
    """Write the turn, its record, the next deadline and every seat's report."""
    number, seat, due_at = game.turn, game.to_move, game.deadline_at
    state = plan.outcome.state
    seq = put_record(
        session,
        game,
        "turn",
        state,
        plan.outcome.events,
        now,
        turn=number,
        seat=seat,
        orders=plan.sheet,
    )
    session.add(
        Turn(
            game_id=key_of(game),
            number=number,
            seat=seat,
            sheet=plan.sheet,
            record_seq=seq,
            state=encode_state(state),
            resolved_at=now,
            deadline_at=due_at,
        )
    )
    is_over = bool(state.winners) or not any(state.seats_in())
    game.deadline_at = None if is_over else now + timedelta(seconds=game.turn_seconds)
    game.claimed_until, game.next_try_at, game.error, game.attempts = None, None, None, 0
    if is_over:
        game.phase, game.finished_at = FINISHED, now
    _report(desk, session, game, plan, now)


def _report(desk: Desk, session: Session, game: Game, plan: Plan, now: datetime) -> None:
    stage = "over" if game.phase == FINISHED else "open"
    for name, row in plan.shelf.seats.items():
        seat = fresh_seat(session, row)
        mail = report_for(
            plan.shelf,
            name,
            plan.outcome.state,
            plan.told,
            now,
            game.deadline_at,
            plan.on_file[name],
        )
        post(
            session,
            desk.settings.mail,
            addressee(game, seat, plan.shelf.players[name]),
            mail,
            key=f"report:{game.id}:{game.turn}:{stage}:{name}",
            now=now,
            turn=game.turn,
        )
