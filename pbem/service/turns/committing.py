"""Turns worked out and kept: their records, the next deadline, and every seat's report (R12.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.core.values import changed
from engine.illuminati.events import Event
from engine.illuminati.game import Outcome, resolve, scripts_wanted
from engine.illuminati.orders import Script
from engine.illuminati.state import State
from pbem.database import Session
from pbem.documents.layout.mail_context import Mail
from pbem.games.illuminati.codec import encode_state
from pbem.games.illuminati.judging.answers import as_script
from pbem.games.illuminati.language import ParsedLine, script_of
from pbem.games.illuminati.report.parts.lengths import Issue
from pbem.mails.notices import reopened
from pbem.models import FINISHED, Game, Seat, Turn, key_of
from pbem.service.absence import wait_for_the_away
from pbem.service.clocks import open_wait, ring_at, shown_deadline, stop_clock
from pbem.service.context import ServiceContext
from pbem.service.history.pending_events import PendingEvents, last_counts, pending_events
from pbem.service.history.records import put_record
from pbem.service.history.reporting import format_script, on_file_for, report_for
from pbem.service.history.timelines import game_key
from pbem.service.mailing.outbox import addressee, fresh_seat, post, recall_reminders
from pbem.service.mailing.robot_seats import queue_robot_letters
from pbem.service.orders.talk import talk_for
from pbem.service.seats.leaving import leave_times
from pbem.service.snapshots import (
    GameSnapshot,
    all_policies,
    dice_of,
    lines_on_file,
    part_of,
    sheet_on_file,
)
from pbem.service.transaction import GameTx
from pbem.service.turns.held_lines import (
    HeldAction,
    commit_held_lines,
    notify_held_lines,
    run_held_lines,
)
from pbem.service.turns.missed_turns import count_turns
from pbem.service.turns.printed import notices_for
from pbem.service.turns.tutorial import is_over as is_tutorial_over
from pbem.service.turns.tutorial import taught
from pbem.service.waits import answer_sheets, next_wait


@dataclass(frozen=True, slots=True)
class ResolvedTurn:
    """One turn, or one part of it, worked out; `sheet` is its script in lines."""

    seat: str
    number: int
    part: int
    sheet: list[str]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ResolveTurns:
    """Turns worked out but not yet kept; `before` is what the seats had not been told until then.

    `deeds` are the gifts that waited for an announced script, `after` the state they leave.
    """

    snapshot: GameSnapshot
    turns: tuple[ResolvedTurn, ...]
    deeds: tuple[HeldAction, ...]
    before: dict[str, PendingEvents]
    on_file: dict[str, list[str]]
    after: State

    @property
    def happened(self) -> tuple[Event, ...]:
        """The events of the turns themselves."""
        return tuple(event for turn in self.turns for event in turn.outcome.events)


def resolve_turns(
    session: Session, snapshot: GameSnapshot, ended: tuple[Event, ...] = ()
) -> ResolveTurns:
    """The turn that is due, with everybody's answers; in a game of rounds all that are left.

    `ended` tells of what was over by the clock; it opens the first of them.
    """
    state, left = snapshot.state, set(scripts_wanted(snapshot.state))
    turns: list[ResolvedTurn] = []
    while True:
        turns.append(_play(session, replace(snapshot, state=state)))
        before, state = state, turns[-1].outcome.state
        left.discard(before.turn.seat)
        is_paused = state.turn.number == before.turn.number
        if is_paused or state.winners or state.turn.seat not in left:
            break
    opening = turns[0].outcome
    turns[0] = replace(turns[0], outcome=changed(opening, events=(*ended, *opening.events)))
    deeds = run_held_lines(replace(snapshot, state=state))
    after = deeds[-1].after if deeds else state
    before_them = pending_events(session, snapshot)
    return ResolveTurns(
        snapshot, tuple(turns), deeds, before_them, on_file_for(session, snapshot, after), after
    )


def _play(session: Session, snapshot: GameSnapshot) -> ResolvedTurn:
    """One turn; what the seats have said is named as the shelf's state knows things."""
    turn = snapshot.state.turn
    names = snapshot.names(turn.seat)
    announced = snapshot.announced
    if announced is not None:
        script: tuple[ParsedLine, ...] = snapshot.announced_script()
    else:
        sheet = sheet_on_file(session, snapshot.seats[turn.seat], snapshot.state)
        script = lines_on_file(sheet, names)
    outcome = resolve(
        snapshot.state,
        script_of(script),
        _answers(session, snapshot),
        all_policies(snapshot),
        dice_of(snapshot.game, snapshot.seats),
        announced.lines if announced else None,
    )
    text = format_script(script, names)
    return ResolvedTurn(turn.seat, turn.number, turn.parts, text, outcome)


def _answers(session: Session, snapshot: GameSnapshot) -> dict[str, Script]:
    """What each seat has answered to the announced script."""
    if snapshot.announced is None:
        return {}
    sheets = answer_sheets(session, snapshot.announced, snapshot.game)
    return {
        name: as_script(lines_on_file(sheets[seat.id], snapshot.names(name)))
        for name, seat in snapshot.seats.items()
        if seat.id in sheets
    }


def commit_turns(
    service: ServiceContext, session: Session, game: Game, plan: ResolveTurns, now: datetime
) -> None:
    """Write turns and records, the next deadline and every seat's report."""
    due_at = game.due_at
    for turn in plan.turns:
        _keep(session, game, turn, due_at, now)
    told_seq = game.seq
    commit_held_lines(session, game, plan.deeds, now)
    state = plan.after
    is_over = bool(state.winners) or not any(state.seats_in())
    last = plan.turns[-1]
    is_over |= is_tutorial_over(plan.snapshot, state, last.seat, is_silent=not last.sheet)
    game.wait, game.announced, game.held = next_wait(state), None, "[]"
    open_wait(game, now)
    wait_for_the_away(session, game, state, plan.snapshot.seats, now)
    for leaves_at in leave_times(session, game):
        ring_at(game, leaves_at)
    game.error, game.attempts = None, 0
    if is_over:
        stop_clock(game)
        game.phase, game.finished_at = FINISHED, now
        recall_reminders(session, game, now)
    began = [turn.seat for turn in plan.turns if not turn.part]
    tx = GameTx(service, session, now, game)
    said = count_turns(tx, plan.snapshot, began, due_at or now)
    send_reports(tx, plan, told_seq, said)
    queue_robot_letters(
        session, service.settings.mail, replace(plan.snapshot, game=game, state=state), game, now
    )


def _keep(
    session: Session, game: Game, turn: ResolvedTurn, due_at: datetime | None, now: datetime
) -> None:
    """One turn's record, and the row that keeps it from being played again."""
    state = turn.outcome.state
    seq = put_record(
        session,
        game,
        "turn",
        state,
        turn.outcome.events,
        now,
        turn=turn.number,
        seat=turn.seat,
        orders=turn.sheet,
    )
    session.add(
        Turn(
            game_id=key_of(game),
            number=turn.number,
            part=turn.part,
            era=game.era,
            seat=turn.seat,
            sheet=turn.sheet,
            record_seq=seq,
            state=encode_state(state),
            resolved_at=now,
            deadline_at=due_at,
        )
    )


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
    service, session, game, now = tx.service, tx.session, tx.game, tx.now
    reached, is_anew = [], bool(why_again)
    session.flush()
    counts = last_counts(session, key_of(game))
    printed = notices_for(session, game, plan.snapshot.seats.values())
    stage = "over" if game.phase == FINISHED else "open"
    part = part_of(plan.after, plan.after.turn.seat)
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
            issue = Issue(since=since, talk=said, counts=counts, notices=told, is_anew=is_anew)
            mail = _report(game, plan, name, issue, now)
            is_out = plan.after.seat(name).is_out
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
            to = addressee(game, seat, plan.snapshot.players[name])
            key = f"report:{game_key(game)}:{turn}:{stage}:{name}"
            post(session, service.settings.mail, to, mail, key=key, now=now, turn=game.turn)
    session.flush()
    notify_held_lines(
        service, session, replace(plan.snapshot, state=plan.after), game, plan.deeds, now
    )
    return tuple(reached)


def _drop_ended(session: Session, plan: ResolveTurns, seat: Seat) -> None:
    """Take the standing orders that the turns say are at an end off the seat's file."""
    language, names = plan.snapshot.ruleset.language, plan.snapshot.names(seat.name)
    left = language.without_ended(seat.policies, seat.name, plan.happened, names)
    if left is not None:
        seat.policies = list(left)
        session.add(seat)


def _report(game: Game, plan: ResolveTurns, seat: str, issue: Issue, now: datetime) -> Mail | None:
    """One seat's report of the turns, None where its player wants none now."""
    events, at = (*plan.before[seat].new, *plan.happened), shown_deadline(game)
    on_file, after = plan.on_file[seat], plan.after
    mail = report_for(
        plan.snapshot, seat, after, events, now, at, on_file, wait=game.wait, issue=issue
    )
    return mail and taught(replace(plan.snapshot, game=game), seat, after, mail)
