"""Turns worked out and kept: their records, the next deadline, and every seat's report (R12.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pbem.database import Session
from pbem.documents.layout.mail_context import Mail
from pbem.games.contract.reports import Issue
from pbem.games.contract.values import Step
from pbem.mails.notices import reopened
from pbem.models import FINISHED, Game, Seat, Turn
from pbem.service.clocks import leaves_time, open_waits, ring_at, shown_deadline, stop_clock
from pbem.service.history.reporting import (
    PendingEvents,
    last_counts,
    on_file_for,
    pending_events,
    report_for,
)
from pbem.service.history.timelines import game_key
from pbem.service.mailing.outbox import addressee, fresh_seat, recall_reminders
from pbem.service.mailing.robot_seats import queue_robot_letters
from pbem.service.orders.notifying import notify_touched
from pbem.service.orders.talk import talk_for
from pbem.service.seats.leaving import leave_times
from pbem.service.seats.observers import notify_observers
from pbem.service.snapshots import GameSnapshot, about_for, dice_of
from pbem.service.transaction import GameTx
from pbem.service.turns.announcing import Announcement
from pbem.service.turns.missed_turns import count_turns
from pbem.service.turns.printed import notices_for
from pbem.service.turns.tutorial import is_over as is_tutorial_over
from pbem.service.turns.tutorial import teaching_for
from pbem.service.waits import filed_for, sheets_for, wait_for_the_away


@dataclass(frozen=True, slots=True)
class ResolvedTurn:
    """One turn, or one part of it, worked out."""

    number: int
    part: int
    step: Step[Any, Any]

    @property
    def seat(self) -> str:
        return self.step.seat


@dataclass(frozen=True, slots=True)
class ResolveTurns:
    """Turns worked out but not yet kept; `before` is what the seats had not been told until then.

    `late` are the lines that had waited until then, `after` the state they leave.
    """

    snapshot: GameSnapshot
    turns: tuple[ResolvedTurn, ...]
    late: tuple[Step[Any, Any], ...]
    before: dict[str, PendingEvents]
    on_file: dict[str, list[str]]
    after: Any

    @property
    def happened(self) -> tuple[Any, ...]:
        """The events of the turns themselves."""
        return tuple(event for turn in self.turns for event in turn.step.events)


def plan_step(
    session: Session, snapshot: GameSnapshot, now: datetime
) -> ResolveTurns | Announcement:
    """What comes of the ask that is due: something else is asked (R12.2), or turns are played."""
    ask = snapshot.ask
    assert ask is not None, "a game that is over waits for nothing"
    sheets = sheets_for(session, snapshot, ask)
    steps = snapshot.ruleset.rules.advance(
        snapshot.state,
        ask.key,
        filed_for(snapshot, sheets),
        dice_of(snapshot.game, snapshot.seats),
        snapshot.game.due_at or snapshot.game.closed_at or now,
    )
    if not any(step.is_turn for step in steps):
        (step,) = steps
        sheet = sheets.get(step.seat)
        is_told = sheet is not None and sheet.is_ready and not leaves_time(snapshot.game)
        return Announcement(snapshot, step, is_told)
    return _planned(session, snapshot, steps)


def _planned(
    session: Session, snapshot: GameSnapshot, steps: Sequence[Step[Any, Any]]
) -> ResolveTurns:
    state, turns = snapshot.state, []
    for step in (step for step in steps if step.is_turn):
        status = snapshot.status_of(state)
        turns.append(ResolvedTurn(status.turn, status.part, step))
        state = step.state
    late, after = tuple(step for step in steps if not step.is_turn), steps[-1].state
    on_file = on_file_for(session, snapshot, snapshot.status_of(after))
    before = pending_events(session, snapshot)
    return ResolveTurns(snapshot, tuple(turns), late, before, on_file, after)


def commit_turns(tx: GameTx, plan: ResolveTurns) -> None:
    """Write turns and records, the next deadline and every seat's report."""
    session, game, now = tx.session, tx.game, tx.now
    due_at = game.due_at
    for turn in plan.turns:
        row = _keep(tx, turn, due_at)
    told_seq = game.seq
    for step in plan.late:
        row.last_seq = tx.put_record(
            "act", step.state, step.events, seat=step.seat, orders=list(step.orders)
        )
    last, after = plan.turns[-1].step, replace(plan.snapshot, game=game, state=plan.after)
    status = after.status
    is_silent = not last.orders
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
    said = count_turns(tx, plan.snapshot, began, due_at or now)
    send_reports(tx, plan, told_seq, said)
    queue_robot_letters(session, tx.mail, after, game, now)


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
        era=tx.game.era,
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


def send_reports(
    tx: GameTx,
    plan: ResolveTurns,
    told_seq: int,
    notices: Sequence[str] = (),
    why_again: str = "",
) -> tuple[str, ...]:
    """A report to every seat that is due one, and how far it has then been told everything.

    `why_again` stands before it where the turn was open before. Returns the seats that get one.
    """
    session, game, now = tx.session, tx.game, tx.now
    reached, is_anew = [], bool(why_again)
    session.flush()
    counts = last_counts(session, game)
    printed = notices_for(session, game, plan.snapshot.seats.values())
    stage = "over" if game.phase == FINISHED else "open"
    status = plan.snapshot.status_of(plan.after)
    part = status.part
    turn = f"{game.turn}.{part}" if part else f"{game.turn}"
    # A seat's row is changed more than once; what is asked for meanwhile does not depend on it.
    with session.no_autoflush:
        for name, row in plan.snapshot.seats.items():
            seat = fresh_seat(session, row)
            _drop_ended(session, plan, seat)
            before = plan.before[name]
            said, told_talk = talk_for(session, game, seat)
            since = () if any(turn.seat == name for turn in plan.turns) else before.since
            told = (*printed.get(name, ()), *notices)
            issue = Issue(
                events=(*before.new, *plan.happened),
                since=since,
                on_file=plan.on_file[name],
                talk=said,
                notices=told,
                counts=counts,
                is_anew=is_anew,
            )
            mail = _report(game, plan, name, issue, now)
            is_out = name not in status.playing
            if mail is not None or is_out:
                # What is saved up for who is out would be read anew every turn.
                seat.told_seq = told_seq
                seat.told_talk = told_talk if is_out else seat.told_talk
                session.add(seat)
            if mail is None:
                continue
            reached.append(name)
            mail = reopened(mail, why_again) if is_anew else mail
            seat.told_talk = told_talk
            key = f"report:{game_key(game)}:{turn}:{stage}:{name}"
            tx.post(addressee(game, seat, plan.snapshot.players[name]), mail, key)
    session.flush()
    tx.with_state(plan.after)
    _notify_late(tx, plan, turn)
    notify_observers(tx, f"{game_key(game)}:{turn}:{stage}", why_again)
    return tuple(reached)


def _notify_late(tx: GameTx, plan: ResolveTurns, turn: str) -> None:
    """Whose lines had waited hears what became of them, and whoever they touch."""
    key, before = f"{game_key(tx.game)}:{turn}", plan.snapshot.given
    for at, step in enumerate(plan.late):
        notify_touched(tx, step.seat, step.events, f"news:{key}:held{at}")
    for seat in dict.fromkeys(step.seat for step in plan.late):
        about = tx.context_for(seat, deadline_at=shown_deadline(tx.game))
        own = [step for step in plan.late if step.seat == seat]
        mail = tx.snapshot.ruleset.reporter.done_later(before, about, own)
        tx.post_to(seat, mail, f"held:{key}:{seat}")


def _drop_ended(session: Session, plan: ResolveTurns, seat: Seat) -> None:
    """Take the standing orders that the turns say are at an end off the seat's file."""
    language, names = plan.snapshot.ruleset.language, plan.snapshot.names(seat.name)
    left = language.without_ended(seat.policies, seat.name, plan.happened, names)
    if left is not None:
        seat.policies = list(left)
        session.add(seat)


def _report(game: Game, plan: ResolveTurns, seat: str, issue: Issue, now: datetime) -> Mail | None:
    """One seat's report of the turns, None where its player wants none now."""
    after = replace(plan.snapshot, game=game, state=plan.after)
    about = about_for(after, seat, now, deadline_at=shown_deadline(game))
    return report_for(after, about, replace(issue, teaching=teaching_for(after, seat)))
