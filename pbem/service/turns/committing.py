"""Turns worked out and kept: their records, the next deadline, and every seat's report (R12.1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbem.models import FINISHED, Turn
from pbem.service.clocks import open_waits, ring_at, stop_clock
from pbem.service.endings.queueing import queue_ending
from pbem.service.mailing.outbox import recall_reminders
from pbem.service.mailing.robot_seats import queue_robot_letters
from pbem.service.seats.leaving import leave_times
from pbem.service.transaction import GameTx
from pbem.service.turns.missed_turns import count_turns
from pbem.service.turns.plans import ResolvedTurn, ResolveTurns
from pbem.service.turns.reports import send_reports
from pbem.service.turns.tutorial import is_over as is_tutorial_over
from pbem.service.waits import wait_for_the_away


def commit_turns(tx: GameTx, plan: ResolveTurns) -> None:
    """Write turns and records, the next deadline and every seat's report."""
    session, game, now = tx.session, tx.game, tx.now
    due_at = game.due_at
    for turn in plan.turns:
        row = _keep(tx, turn, due_at)
    reported_seq = game.seq
    for step in plan.late:
        row.last_seq = tx.put_record(
            "act", step.state, step.events, seat=step.seat, orders=list(step.orders)
        )
    last, after = plan.turns[-1].step, replace(plan.snapshot, game=game, state=plan.after)
    status = after.status
    asked = plan.snapshot.ask
    is_ready = due_at is not None and (game.deadline_at is None or due_at < game.deadline_at)
    is_silent = asked is not None and asked.on_silence == "miss" and not last.orders
    is_silent = is_silent and not is_ready
    is_over = status.is_over or is_tutorial_over(after, last.seat, is_silent=is_silent)
    open_waits(game, status.asks, now)
    wait_for_the_away(session, after, now)
    for leaves_at in leave_times(session, game):
        ring_at(game, leaves_at)
    game.error, game.attempts = None, 0
    if is_over:
        stop_clock(game)
        game.phase, game.finished_at = FINISHED, now
        recall_reminders(session, game, now)
    began = [turn.seat for turn in plan.turns if not turn.part]
    remarks = count_turns(tx, plan.snapshot, began, due_at or now)
    send_reports(tx, plan, reported_seq, remarks)
    queue_robot_letters(session, tx.mail, after, game, now)
    if is_over:
        queue_ending(tx)


def _keep(tx: GameTx, turn: ResolvedTurn, due_at: datetime | None) -> Turn:
    """One turn's record, and the row that keeps it from being played again."""
    step = turn.step
    seq = tx.put_record(
        *("turn", step.state, step.events),
        turn=turn.number,
        seat=step.seat,
        orders=list(step.orders),
    )
    row = Turn(
        game_id=tx.id,
        number=turn.number,
        part=turn.part,
        timeline=tx.game.timeline,
        seat=step.seat,
        sheet=list(step.orders),
        record_seq=seq,
        last_seq=seq,
        state=tx.game.state,
        resolved_at=tx.now,
        deadline_at=due_at,
    )
    tx.session.add(row)
    return row
