"""Going back in a game, or forward again: what counts, what waits, and who is told (R12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.games.contract.fairness import DRAWS_OF_A_TIMELINE
from pbem.games.contract.values import Status
from pbem.mails.kinds import BY_ITSELF, KINDS
from pbem.models import (
    DEAD,
    DONE,
    FINISHED,
    NEW,
    PAUSED,
    RUNNING,
    Act,
    Game,
    Letter,
    Outbox,
    Record,
    Seat,
)
from pbem.service.clocks import open_waits, stop_clock
from pbem.service.history.reporting import on_file_for, pending_events
from pbem.service.history.timelines import Opening, Rewind, switch_timeline
from pbem.service.mailing.robot_seats import PASSED as BY_ROBOT
from pbem.service.mailing.robot_seats import queue_robot_letters
from pbem.service.repairs.restoring import restore_seats, restore_sheets
from pbem.service.snapshots import dice_of
from pbem.service.transaction import GameTx
from pbem.service.turns.plans import ResolveTurns
from pbem.service.turns.reports import send_reports
from pbem.service.waits import wait_for_the_away

WITHDRAWN = "withdrawn: the turn it tells of was undone"

_OF_A_TURN = [kind.name for kind in KINDS.values() if kind.of_turn]


@dataclass(frozen=True, slots=True)
class RewindTarget:
    """Where a game is to stand: as `state`, at the end of the records of `line`.

    `opens` is the turn that is open then where that is as it opened, `undoes` the rollback that
    is taken back, and `left` the state from which that went back. `rest` is the last record of
    what stays undone where that is taken back in part.
    """

    line: tuple[int, ...]
    state: Any
    opens: Opening | None = None
    undoes: Rewind | None = None
    left: Any | None = None
    rest: int = 0


def rewind(
    tx: GameTx, goal: RewindTarget, act: int, *, is_fresh: bool = False, why: str = ""
) -> tuple[str, ...]:
    """Let the game stand where it is to stand, in a new timeline with a full new wait.

    Nothing is deleted. `act` is the number of the moderator's act;
    `why` stands before everybody's new report. Returns the seats that get one.
    """
    session, game, now, before = tx.session, tx.game, tx.now, tx.reload()
    game.timeline += 1
    draws = game.timeline * DRAWS_OF_A_TIMELINE if is_fresh else None
    rules = before.ruleset.rules
    step = rules.reopen(goal.state)
    state, events = step.state, step.events
    if draws is not None:
        step = rules.reshuffle(rules.from_draw(state, draws), dice_of(game, before.seats))
        state, events = step.state, (*events, *step.events)
    status = rules.status(state)
    orders = _way(tx, before.seats, goal, act, draws).encode()
    _withdraw(session, game, status)
    _forget_robots(session, game, now)
    seq = tx.put_record("rollback", state, events, turn=status.turn, orders=orders)
    session.flush()
    switch_timeline(session, game, [*goal.line, seq], act)
    _let_edits_count(session, game, act)
    restore_sheets(session, game, status, seq)
    left = before.status if goal.left is None else rules.status(goal.left)
    restore_seats(session, game, goal.undoes, left, status)
    _open(game, status, now)
    wait_for_the_away(session, replace(before, game=game, state=state), now)
    session.add(game)
    session.flush()
    return _notify(tx, state, why)


def _way(
    tx: GameTx, seats: Mapping[str, Seat], goal: RewindTarget, act: int, draws: int | None
) -> Rewind:
    """How the game goes there, with what is counted of its seats, so that it can be taken back."""
    way = Rewind(
        to=goal.line[-1],
        timeline=tx.game.timeline,
        draws=draws,
        opens=goal.opens,
        is_forward=goal.undoes is not None,
        rest=goal.rest,
        act=act,
        reported={name: seat.reported_seq for name, seat in seats.items()},
        misses={name: seat.misses for name, seat in seats.items()},
        late={name: seat.late_turns for name, seat in seats.items()},
    )
    kept = goal.undoes
    if not goal.rest or kept is None:
        return way
    # What was counted of the rest is kept for it.
    return replace(way, reported=kept.reported, misses=kept.misses, late=kept.late)


def _open(game: Game, status: Status, now: datetime) -> None:
    """What is waited for now, unless the game is over there."""
    reopen_turn(game, status, now)
    game.error, game.attempts, game.finished_at = None, 0, None
    game.alarm_at = now  # Whatever else is timed was not looked at while the game was over.
    if status.is_over:
        stop_clock(game)
        game.phase, game.finished_at = FINISHED, now


def reopen_turn(game: Game, status: Status, now: datetime) -> None:
    """A full new wait, which in a game that a moderator has paused begins when he resumes it."""
    # One that stopped by itself has an error; a deadline set in a pause unsets `paused_at`.
    is_stopped = game.phase == PAUSED and (game.paused_at is not None or game.error is None)
    open_waits(game, status.asks, now, anew=True)
    game.phase = PAUSED if is_stopped else RUNNING
    game.paused_at = now if is_stopped else None


def _withdraw(session: Session, game: Game, status: Status) -> None:
    """Mails of the turns that are undone, as far as they are not sent or being sent."""
    number, part = status.turn, status.part
    wanted = select(Outbox).where(
        Outbox.game_id == game.id,
        Outbox.state == NEW,
        col(Outbox.kind).in_(_OF_A_TURN),
        col(Outbox.turn) >= number,
        col(Outbox.claimed_until).is_(None),
    )
    for row in session.exec(wanted.with_for_update(skip_locked=True)).all():
        if not _is_opening(row, number, part):
            row.state, row.error, row.problem = DEAD, WITHDRAWN, "withdrawn"
            session.add(row)


def _forget_robots(session: Session, game: Game, now: datetime) -> None:
    """What robots were asked, and have not written yet, was about turns that are undone.

    A letter that somebody is just reading is left to him: he finds the game changed.
    """
    wanted = select(Letter).where(
        Letter.game_id == game.id, Letter.state == NEW, Letter.accepted_by == BY_ROBOT
    )
    for row in session.exec(wanted.with_for_update(skip_locked=True)).all():
        row.state, row.read_at, row.note = DONE, now, "asked in a turn that was undone"
        session.add(row)


def _is_opening(row: Outbox, number: int, part: int) -> bool:
    """Whether a mail is the report with which the turn opened: what it tells is still true."""
    if (row.kind, row.purpose) != ("turn", BY_ITSELF):
        return False
    return row.key.split(":")[2] == (f"{number}.{part}" if part else str(number))


def _let_edits_count(session: Session, game: Game, act: int) -> None:
    """A moderator's edits are undone, and count again, with their records."""
    wanted = select(Record.orders, Record.undone).where(
        Record.game_id == game.id, Record.kind == "edit"
    )
    for orders, undone in session.exec(wanted).all():
        edit = sa.update(Act).where(col(Act.game_id) == game.id, col(Act.number) == orders["act"])
        session.execute(edit.values(undone=undone))


def _notify(tx: GameTx, state: Any, why_again: str) -> tuple[str, ...]:
    """A report of the turn that is open anew to everybody, and robots are asked again."""
    session, snapshot = tx.session, tx.reload()
    on_file = on_file_for(session, snapshot, snapshot.status_of(state))
    plan = ResolveTurns(snapshot, (), (), pending_events(session, snapshot), on_file, state)
    notified = send_reports(tx, plan, tx.game.seq, why_again=why_again)
    queue_robot_letters(session, tx.mail, snapshot, tx.game, tx.now)
    return notified


def is_secret_out(session: Session, game: Game, now: datetime) -> bool:
    """Whether anybody may have been told the dice's secret: a last report has gone out."""
    if game.finished_at is None:
        return False
    since = game.finished_at - timedelta(microseconds=1)
    is_known = sa.or_(
        col(Outbox.state) != NEW, col(Outbox.attempts) > 0, col(Outbox.claimed_until) > now
    )
    wanted = select(Outbox.id).where(
        Outbox.game_id == game.id,
        col(Outbox.created_at) > since,
        col(Outbox.kind) == "turn",
        is_known,
    )
    return session.exec(wanted.limit(1)).first() is not None
