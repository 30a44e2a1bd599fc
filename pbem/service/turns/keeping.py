"""Turns worked out and kept: their records, the next deadline, and every seat's report (R12.1)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.core.values import changed
from engine.illuminati.events import Event
from engine.illuminati.game import Outcome, resolve, scripts_wanted
from engine.illuminati.orders import Script
from engine.illuminati.state import State
from pbem.codec import encode_state
from pbem.database import Session
from pbem.language import ReadLine, script_of
from pbem.models import FINISHED, Game, Turn, key_of
from pbem.reports import Mail
from pbem.reports.mails.reopened import reopened
from pbem.reports.parts.lengths import Issue
from pbem.service.absence import wait_for_the_away
from pbem.service.clocks import open_wait, ring_at, shown_deadline, stop_clock
from pbem.service.desk import Desk
from pbem.service.history.eras import game_key
from pbem.service.history.records import put_record
from pbem.service.history.reporting import on_file_for, report_for, told_script
from pbem.service.history.untold import Untold, last_counts, untold
from pbem.service.mailing.outbox import addressee, fresh_seat, post, recall_reminders
from pbem.service.mailing.robot_seats import summon
from pbem.service.orders.interference import as_script
from pbem.service.orders.policies import drop_ended
from pbem.service.orders.talk import talk_for
from pbem.service.seats.leaving import leave_times
from pbem.service.shelf import Shelf, all_policies, dice_of, lines_on_file, part_of, sheet_on_file
from pbem.service.turns.holding import Deed, do_held, keep_deeds, tell_deeds
from pbem.service.turns.missed_turns import count_turns
from pbem.service.turns.printed import notices_for
from pbem.service.turns.tutorial import is_over as is_tutorial_over
from pbem.service.turns.tutorial import taught
from pbem.service.waits import answer_sheets, next_wait


@dataclass(frozen=True, slots=True)
class Played:
    """One turn, or one part of it, worked out; `sheet` is its script as a JSON list."""

    seat: str
    number: int
    part: int
    sheet: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Plan:
    """Turns worked out but not yet kept; `before` is what the seats had not been told until then.

    `deeds` are the gifts that waited for an announced script, `after` the state they leave.
    """

    shelf: Shelf
    turns: tuple[Played, ...]
    deeds: tuple[Deed, ...]
    before: dict[str, Untold]
    on_file: dict[str, list[str]]
    after: State

    @property
    def happened(self) -> tuple[Event, ...]:
        """The events of the turns themselves."""
        return tuple(event for turn in self.turns for event in turn.outcome.events)


def plan_turns(session: Session, shelf: Shelf, ended: tuple[Event, ...] = ()) -> Plan:
    """The turn that is due, with everybody's answers; in a game of rounds all that are left.

    `ended` tells of what was over by the clock; it opens the first of them.
    """
    state, left = shelf.state, set(scripts_wanted(shelf.state))
    turns: list[Played] = []
    while True:
        turns.append(_play(session, replace(shelf, state=state)))
        before, state = state, turns[-1].outcome.state
        left.discard(before.turn.seat)
        is_paused = state.turn.number == before.turn.number
        if is_paused or state.winners or state.turn.seat not in left:
            break
    opening = turns[0].outcome
    turns[0] = replace(turns[0], outcome=changed(opening, events=(*ended, *opening.events)))
    deeds = do_held(replace(shelf, state=state))
    after = deeds[-1].after if deeds else state
    before_them = untold(session, shelf)
    return Plan(shelf, tuple(turns), deeds, before_them, on_file_for(session, shelf, after), after)


def _play(session: Session, shelf: Shelf) -> Played:
    """One turn; what the seats have said is named as the shelf's state knows things."""
    turn = shelf.state.turn
    names = shelf.names(turn.seat)
    announced = shelf.announced
    if announced is not None:
        script: tuple[ReadLine, ...] = shelf.announced_script()
    else:
        sheet = sheet_on_file(session, shelf.seats[turn.seat], shelf.state)
        script = lines_on_file(sheet, names)
    outcome = resolve(
        shelf.state,
        script_of(script),
        _answers(session, shelf),
        all_policies(shelf),
        dice_of(shelf.game, shelf.seats),
        announced.lines if announced else None,
    )
    text = json.dumps(told_script(script, names))
    return Played(turn.seat, turn.number, turn.parts, text, outcome)


def _answers(session: Session, shelf: Shelf) -> dict[str, Script]:
    """What each seat has answered to the announced script."""
    if shelf.announced is None:
        return {}
    sheets = answer_sheets(session, shelf.announced, shelf.game)
    return {
        name: as_script(lines_on_file(sheets[seat.id], shelf.names(name)))
        for name, seat in shelf.seats.items()
        if seat.id in sheets
    }


def keep_turns(desk: Desk, session: Session, game: Game, plan: Plan, now: datetime) -> None:
    """Write turns and records, the next deadline and every seat's report."""
    due_at = game.due_at
    for turn in plan.turns:
        _keep(session, game, turn, due_at, now)
    told_seq = game.seq
    keep_deeds(session, game, plan.deeds, now)
    state = plan.after
    is_over = bool(state.winners) or not any(state.seats_in())
    last = plan.turns[-1]
    is_over |= is_tutorial_over(plan.shelf, state, last.seat, is_silent=last.sheet == "[]")
    game.wait, game.announced, game.held = next_wait(state), None, "[]"
    open_wait(game, now)
    wait_for_the_away(session, game, state, plan.shelf.seats, now)
    for leaves_at in leave_times(session, game):
        ring_at(game, leaves_at)
    game.error, game.attempts = None, 0
    if is_over:
        stop_clock(game)
        game.phase, game.finished_at = FINISHED, now
        recall_reminders(session, game, now)
    began = [turn.seat for turn in plan.turns if not turn.part]
    said = count_turns(desk, session, game, plan.shelf, began, due_at or now, now)
    send_reports(desk, session, game, plan, now, told_seq, said)
    summon(session, desk.settings.mail, replace(plan.shelf, game=game, state=state), game, now)


def _keep(
    session: Session, game: Game, turn: Played, due_at: datetime | None, now: datetime
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
    desk: Desk,
    session: Session,
    game: Game,
    plan: Plan,
    now: datetime,
    told_seq: int,
    notices: Sequence[str] = (),
    why_again: str = "",
) -> tuple[str, ...]:
    """A report to every seat that is due one, and how far it has then been told everything.

    `why_again` stands before it where the turn was open before. Returns the seats that get one.
    """
    reached, is_anew = [], bool(why_again)
    session.flush()
    counts = last_counts(session, key_of(game))
    printed = notices_for(session, game, plan.shelf.seats.values())
    stage = "over" if game.phase == FINISHED else "open"
    part = part_of(plan.after, plan.after.turn.seat)
    turn = f"{game.turn}.{part}" if part else f"{game.turn}"
    # A seat's row is changed more than once; what is asked for meanwhile does not depend on it.
    with session.no_autoflush:
        for name, row in plan.shelf.seats.items():
            seat = fresh_seat(session, row)
            if drop_ended(seat, plan.happened, plan.shelf.names(name)):
                session.add(seat)
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
            to = addressee(game, seat, plan.shelf.players[name])
            key = f"report:{game_key(game)}:{turn}:{stage}:{name}"
            post(session, desk.settings.mail, to, mail, key=key, now=now, turn=game.turn)
    session.flush()
    tell_deeds(desk, session, replace(plan.shelf, state=plan.after), game, plan.deeds, now)
    return tuple(reached)


def _report(game: Game, plan: Plan, seat: str, issue: Issue, now: datetime) -> Mail | None:
    """One seat's report of the turns, None where its player wants none now."""
    events, at = (*plan.before[seat].new, *plan.happened), shown_deadline(game)
    on_file, after = plan.on_file[seat], plan.after
    mail = report_for(
        plan.shelf, seat, after, events, now, at, on_file, wait=game.wait, issue=issue
    )
    return mail and taught(replace(plan.shelf, game=game), seat, after, mail)
