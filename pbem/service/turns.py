"""Turns worked out and kept: their records, the next deadline, and every seat's report (R12.1)."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.illuminati.events import Event
from engine.illuminati.game import Outcome, resolve, scripts_wanted
from engine.illuminati.orders import Script
from engine.illuminati.state import State
from pbem.codec import encode_state
from pbem.database import Session
from pbem.language import ReadLine, script_of
from pbem.models import FINISHED, Game, Turn, key_of
from pbem.reports.lengths import Issue
from pbem.service.desk import Desk
from pbem.service.holding import Deed, do_held, keep_deeds, tell_deeds
from pbem.service.interference import as_script
from pbem.service.mailing import addressee, fresh_seat, post
from pbem.service.policies import drop_ended
from pbem.service.records import put_record
from pbem.service.reporting import report_for, told_script
from pbem.service.robot_seats import summon
from pbem.service.shelf import (
    Shelf,
    all_policies,
    dice_of,
    lines_on_file,
    part_of,
    sheet_on_file,
)
from pbem.service.talk import talk_for
from pbem.service.tutorial import is_over as is_tutorial_over
from pbem.service.tutorial import taught
from pbem.service.untold import Untold, last_counts, untold
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
    turns[0] = replace(turns[0], outcome=replace(opening, events=(*ended, *opening.events)))
    deeds = do_held(replace(shelf, state=state))
    after = deeds[-1].after if deeds else state
    before_them = untold(session, shelf)
    return Plan(shelf, tuple(turns), deeds, before_them, _on_file(session, shelf, after), after)


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


def _on_file(session: Session, shelf: Shelf, state: State) -> dict[str, list[str]]:
    """Every seat's script for its next turn, as its report shows it."""
    found = {}
    for name, seat in shelf.seats.items():
        names = shelf.names(name)
        found[name] = told_script(lines_on_file(sheet_on_file(session, seat, state), names), names)
    return found


def keep_turns(desk: Desk, session: Session, game: Game, plan: Plan, now: datetime) -> None:
    """Write turns and records, the next deadline and every seat's report."""
    due_at = game.deadline_at
    for turn in plan.turns:
        _keep(session, game, turn, due_at, now)
    told_seq = game.seq
    keep_deeds(session, game, plan.deeds, now)
    state = plan.after
    is_over = bool(state.winners) or not any(state.seats_in())
    last = plan.turns[-1]
    is_over |= is_tutorial_over(plan.shelf, state, last.seat, is_silent=last.sheet == "[]")
    game.deadline_at = None if is_over else now + timedelta(seconds=game.turn_seconds)
    game.wait, game.announced, game.held = next_wait(state), None, "[]"
    game.claimed_until, game.next_try_at, game.error, game.attempts = None, None, None, 0
    if is_over:
        game.phase, game.finished_at = FINISHED, now
    _report(desk, session, game, plan, now, told_seq)
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
            seat=turn.seat,
            sheet=turn.sheet,
            record_seq=seq,
            state=encode_state(state),
            resolved_at=now,
            deadline_at=due_at,
        )
    )


def _report(
    desk: Desk, session: Session, game: Game, plan: Plan, now: datetime, told_seq: int
) -> None:
    """A report to every seat that is due one, and how far it has then been told everything."""
    session.flush()
    counts = last_counts(session, key_of(game))
    stage = "over" if game.phase == FINISHED else "open"
    part = part_of(plan.after, plan.after.turn.seat)
    turn = f"{game.turn}.{part}" if part else f"{game.turn}"
    for name, row in plan.shelf.seats.items():
        seat = fresh_seat(session, row)
        if drop_ended(seat, plan.happened, plan.shelf.names(name)):
            session.add(seat)
        before = plan.before[name]
        said, told_talk = talk_for(session, game, seat)
        has_moved = any(turn.seat == name for turn in plan.turns)
        since = () if has_moved else before.since
        mail = report_for(
            plan.shelf,
            name,
            plan.after,
            (*before.new, *plan.happened),
            now,
            game.deadline_at,
            plan.on_file[name],
            wait=game.wait,
            issue=Issue(since=since, talk=said, counts=counts),
        )
        if mail is None:
            continue
        mail = taught(replace(plan.shelf, game=game), name, plan.after, mail)
        seat.told_seq, seat.told_talk = told_seq, told_talk
        session.add(seat)
        post(
            session,
            desk.settings.mail,
            addressee(game, seat, plan.shelf.players[name]),
            mail,
            key=f"report:{game.id}:{turn}:{stage}:{name}",
            now=now,
            turn=game.turn,
        )
    tell_deeds(desk, session, replace(plan.shelf, state=plan.after), game, plan.deeds, now)
