"""What comes of an ask that is over: something else is asked, or turns are worked out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pbem.database import Session
from pbem.games.contract.values import Step
from pbem.service.clocks import leaves_time, local_time
from pbem.service.history.reporting import PendingEvents, on_file_for, pending_events
from pbem.service.snapshots import GameSnapshot, dice_of
from pbem.service.waits import filed_for, sheets_for


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is asked before the turn that is due is run: `step` leads to it.

    `is_known_to_mover` says that the turn's player has just read so in the answer to his READY.
    """

    snapshot: GameSnapshot
    step: Step[Any, Any]
    is_known_to_mover: bool = False

    @property
    def after(self) -> GameSnapshot:
        """The game once it is announced."""
        return replace(self.snapshot, state=self.step.state)


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
    at = snapshot.game.due_at or snapshot.game.closed_at or now
    filed = replace(filed_for(snapshot, sheets), here=local_time(snapshot.game, at))
    dice = dice_of(snapshot.game, snapshot.seats)
    steps = snapshot.ruleset.rules.advance(snapshot.state, ask.key, filed, dice, at)
    if not any(step.is_turn for step in steps):
        (step,) = steps
        sheet = sheets.get(step.seat)
        is_known_to_mover = sheet is not None and sheet.is_ready and not leaves_time(snapshot.game)
        return Announcement(snapshot, step, is_known_to_mover)
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
