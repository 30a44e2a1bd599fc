"""What a game waits for: a script, everybody's answers to it, or the scripts of a round (R12.2)."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import timedelta

from sqlmodel import col, select

from engine.illuminati.state import State
from pbem.database import Session
from pbem.models import ANSWERS, ROUND, SCRIPT, Game, Sheet

LEAST_ANSWER_TIME = timedelta(hours=1)
ANSWER_SHARE = 4
"""Answers may take this part of a turn's time where a game does not say otherwise."""


@dataclass(frozen=True, slots=True)
class AnnouncedScript:
    """A script in its window: canonical lines that can no longer be changed.

    `turn` and `part` are those of the game, `lines` the numbers of the attacks announced.
    """

    turn: int
    part: int
    seat: str
    script: tuple[str, ...]
    lines: tuple[int, ...]

    def encode(self) -> str:
        return json.dumps(asdict(self))


def announced_in(game: Game) -> AnnouncedScript | None:
    """The script that is being answered, if one is."""
    if game.wait != ANSWERS or game.announced is None:
        return None
    found = json.loads(game.announced)
    return AnnouncedScript(
        found["turn"],
        found["part"],
        found["seat"],
        tuple(found["script"]),
        tuple(found["lines"]),
    )


def answer_time(turn_length: timedelta) -> timedelta:
    """A quarter of a turn, at least an hour, and never longer than the turn itself."""
    return min(turn_length, max(LEAST_ANSWER_TIME, turn_length / ANSWER_SHARE))


def is_left(game: Game, state: State) -> bool:
    """Whether nothing is waited for any more because of who has left: the one that was to move,
    or all but one."""
    mover = state.seat(state.turn.seat)
    return (mover.is_out and game.wait != ROUND) or len(list(state.seats_in())) < 2


def next_wait(state: State) -> str:
    """What a turn that is open waits for first."""
    return ROUND if state.options.pace == "conclave" else SCRIPT


def announces(state: State) -> bool:
    """Whether scripts are announced before they are run."""
    return state.options.pace in ("announce", "table")


def answer_sheets(session: Session, announced: AnnouncedScript, game: Game) -> dict[int, Sheet]:
    """The newest answers to an announced script, by the id of their seat."""
    rows = session.exec(
        select(Sheet)
        .where(
            Sheet.game_id == game.id,
            Sheet.kind == ANSWERS,
            Sheet.turn == announced.turn,
            Sheet.part == announced.part,
        )
        .order_by(col(Sheet.revision))
    ).all()
    return {row.seat_id: row for row in rows}
