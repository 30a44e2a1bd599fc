"""What is on record of a game that is over, put together for its finale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.player_texts import PlayerText
from pbem.models import Record, Seat, Sheet, Talk, Turn, key_of
from pbem.service.orders.talk import as_text
from pbem.service.snapshots import GameSnapshot

SET_UP = 0
"""The turn under which the set-up is told."""


@dataclass(frozen=True, slots=True)
class TurnOrders:
    """The lines that a seat had on file for a turn: its script, or its answers to others."""

    seat: str
    lines: tuple[str, ...]
    is_answer: bool = False


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it is on record; everything by the number of its turn.

    `after` has the states that turns have left.
    """

    events: Mapping[int, Sequence[Any]]
    orders: Mapping[int, Sequence[TurnOrders]]
    movers: Mapping[int, str]
    talk: Sequence[PlayerText]
    after: Mapping[int, Any]

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns that were played."""
        return tuple(sorted(self.movers))

    def before(self, turn: int) -> Any:
        """The state that the turns before have left; None before the first."""
        earlier = [number for number in self.after if number < turn]
        return self.after[max(earlier)] if earlier else None


def game_record(session: Session, snapshot: GameSnapshot) -> GameRecord:
    """All that is on record of a game and was not undone."""
    wanted = select(Record).where(Record.game_id == snapshot.game.id, Record.undone == 0)
    records = session.exec(wanted.order_by(col(Record.seq))).all()
    events: dict[int, list[Any]] = {}
    orders: dict[int, list[TurnOrders]] = {}
    movers: dict[int, str] = {}
    for record in records:
        turn = SET_UP if record.kind == "setup" else record.turn
        events.setdefault(turn, []).extend(snapshot.ruleset.codec.decode_events(record.events))
        if record.kind == "turn":
            # Whoever comes first may be found out within the turn.
            movers[turn] = record.seat or movers.get(turn, "")
            if record.orders and record.seat:
                filed = TurnOrders(record.seat, tuple(record.orders))
                orders.setdefault(turn, []).append(filed)
    for turn, answers in _answers(session, snapshot).items():
        orders.setdefault(turn, []).extend(answers)
    states = states_after(session, snapshot)
    return GameRecord(events, orders, movers, texts_of(session, snapshot), states)


def _answers(session: Session, snapshot: GameSnapshot) -> dict[int, list[TurnOrders]]:
    """What seats had on file last in each window, by the turn it belonged to."""
    names = {key_of(seat): name for name, seat in snapshot.seats.items()}
    rows = session.exec(
        select(Sheet).where(Sheet.game_id == snapshot.game.id).order_by(col(Sheet.id))
    ).all()
    newest = {
        (row.seat_id, row.turn, row.part, row.kind): row
        for row in rows
        if row.kind.startswith("answers")
    }
    found: dict[int, list[TurnOrders]] = {}
    for row in newest.values():
        if row.text:
            filed = TurnOrders(names[row.seat_id], tuple(row.text.split("\n")), is_answer=True)
            found.setdefault(row.turn, []).append(filed)
    return found


def texts_of(session: Session, snapshot: GameSnapshot) -> list[PlayerText]:
    """Everything that players have written to one another or to themselves, oldest first."""
    rows = session.exec(
        select(Talk).where(Talk.game_id == snapshot.game.id).order_by(col(Talk.id))
    ).all()
    return [as_text(row) for row in rows]


def states_after(session: Session, snapshot: GameSnapshot) -> dict[int, Any]:
    """The state after the last part of each turn that counts."""
    rows = session.exec(
        select(Turn)
        .where(Turn.game_id == snapshot.game.id, Turn.undone == 0)
        .order_by(col(Turn.record_seq))
    ).all()
    return {row.number: snapshot.ruleset.codec.decode_state(row.state) for row in rows}


def open_talk(texts: Sequence[PlayerText], seats: Mapping[str, Seat]) -> list[PlayerText]:
    """The private texts that all who took part have opened."""
    opened = {name for name, seat in seats.items() if seat.talk_open}
    return [text for text in texts if text.to and {text.seat, *text.to} <= opened]
