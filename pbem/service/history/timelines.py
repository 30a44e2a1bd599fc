"""The log of a game as a tree: every rollback begins a timeline; one line of records counts.

A record follows the one numbered before it, except a "rollback": that follows the record to which
the game went back, which its orders name. What the newest record follows from is the game's past;
everything else is undone. Nothing is ever deleted, so any timeline can be taken up again. An edit
that drops an announced script begins a timeline as well, on the same line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.games.registry import ruleset
from pbem.models import Game, Record, Turn
from pbem.service.snapshots import hash_of

Opening = tuple[int, int]
"""A turn and how often it had paused: the moment at which its script was asked for."""


def timeline_in(key: str) -> int:
    """The timeline in such a text; 0 in one that names none."""
    return int(key.partition("e")[2] or 0)


@dataclass(frozen=True, slots=True)
class Rewind:
    """A "rollback" record: it goes on from record `to`, in a timeline of its own.

    With fresh dice `draws` is the number of the next draw; `opens` is the turn that is open anew
    where that is as it opened. `is_forward` where an older rollback was undone; where that was
    done in part only, `rest` is the last record of what is still undone, else 0.
    """

    to: int
    timeline: int
    draws: int | None = None
    opens: Opening | None = None
    is_forward: bool = False
    rest: int = 0
    act: int = 0
    reported: Mapping[str, int] = field(default_factory=dict)
    misses: Mapping[str, Sequence[bool]] = field(default_factory=dict)
    late: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def encode(self) -> dict[str, Any]:
        """As a record's orders; what is not set is left out."""
        row = {"to": self.to, "era": self.timeline, "act": self.act, "told": dict(self.reported)}
        more = {
            "draws": self.draws,
            "opens": self.opens,
            "forward": self.is_forward,
            "rest": self.rest,
            "misses": dict(self.misses),
            "late": dict(self.late),
        }
        return row | {name: value for name, value in more.items() if value}


def rewind_of(row: Mapping[str, Any]) -> Rewind:
    """The rewind that a "rollback" record's orders tell of."""
    opens = row.get("opens")
    return Rewind(
        to=row["to"],
        timeline=row["era"],
        draws=row.get("draws"),
        opens=(opens[0], opens[1]) if opens else None,
        is_forward=row.get("forward", False),
        rest=row.get("rest", 0),
        act=row.get("act", 0),
        reported=row.get("told", {}),
        misses=row.get("misses", {}),
        late=row.get("late", {}),
    )


def rewinds_of(session: Session, game: Game) -> dict[int, Rewind]:
    """Every rollback of a game by its record."""
    wanted = select(Record.seq, Record.orders).where(
        Record.game_id == game.id, Record.kind == "rollback"
    )
    return {seq: rewind_of(orders) for seq, orders in session.exec(wanted).all()}


def timeline_end(session: Session, game: Game, timeline: int) -> datetime | None:
    """When a timeline was ended by the act that began the next; None for the one that runs."""
    if timeline >= game.timeline:
        return None
    acts = select(Record.at, Record.orders).where(
        Record.game_id == game.id, col(Record.kind).in_(("rollback", "edit"))
    )
    rows = session.exec(acts.order_by(col(Record.seq))).all()
    return next((at for at, orders in rows if orders.get("era") == timeline + 1), None)


def path_to(rewinds: Mapping[int, Rewind], head: int) -> list[int]:
    """The records that led to one, itself among them, oldest first."""
    found = []
    while head > 0:
        found.append(head)
        head = rewinds[head].to if head in rewinds else head - 1
    return found[::-1]


def openings(session: Session, game: Game, line: Sequence[int]) -> dict[Opening, int]:
    """For every turn, or part of one, of a line the record after which its script was asked for.

    Lines that had waited for the end of the turn before belong to that.
    """
    rewinds, on_line = rewinds_of(session, game), set(line)
    wanted = (
        select(Turn.record_seq, Turn.last_seq, Turn.number, Turn.part)
        .where(Turn.game_id == game.id, col(Turn.record_seq).in_(line))
        .order_by(col(Turn.record_seq))
    )
    rows = session.exec(wanted).all()
    ends = [line[0], *(last_seq for _, last_seq, _, _ in rows)]
    opened = [(number, part) for _, _, number, part in rows]
    if rows:
        last = select(Turn.state).where(Turn.game_id == game.id, Turn.record_seq == rows[-1][0])
        found_in = ruleset(game.ruleset)
        status = found_in.rules.status(found_in.codec.decode_state(session.exec(last).one()))
        opened += [] if status.winners else [(status.turn, status.part)]
    else:
        opened = [(1, 0)]
    found = dict(zip(opened, ends, strict=False))
    for seq, rewind in rewinds.items():
        if seq in on_line and rewind.opens is not None and found.get(rewind.opens, 0) < seq:
            found[rewind.opens] = seq
    return found


def state_after(session: Session, game: Game, line: Sequence[int]) -> Any:
    """The state at the end of a line; None where what is stored does not lead to it.

    It is the last one stored on the line and the events since.
    """
    played = ruleset(game.ruleset)
    stored = _stored(session, game, line)
    start = max(stored, default=0)
    state = stored.get(start)
    wanted = (
        select(Record)
        .where(Record.game_id == game.id, col(Record.seq).in_([s for s in line if s > start]))
        .order_by(col(Record.seq))
    )
    for record in session.exec(wanted).all():
        if record.kind == "rollback" and state is not None:
            draws = rewind_of(record.orders).draws
            state = state if draws is None else played.rules.from_draw(state, draws)
        for event in played.codec.decode_events(record.events):
            state = played.rules.evolve(state, event)
    last = select(Record.state_hash).where(Record.game_id == game.id, Record.seq == line[-1])
    if state is None or hash_of(played.codec.encode_state(state)) != session.exec(last).one():
        return None
    return state


def is_roll_known(session: Session, game: Game, state: Any) -> bool:
    """Whether a roll that would come again from that state has been told to anybody."""
    played = ruleset(game.ruleset)
    records = session.exec(select(Record.events).where(Record.game_id == game.id)).all()
    return any(
        played.rules.would_repeat(state, played.codec.decode_events(events)) for events in records
    )


def _stored(session: Session, game: Game, line: Sequence[int]) -> dict[int, Any]:
    """The newest stored state of a line, by its record."""
    codec = ruleset(game.ruleset).codec
    turn = session.exec(
        select(Turn.record_seq, Turn.state)
        .where(Turn.game_id == game.id, col(Turn.record_seq).in_(line))
        .order_by(col(Turn.record_seq).desc())
        .limit(1)
    ).first()
    edit = session.exec(
        select(Record.seq, Record.orders)
        .where(Record.game_id == game.id, Record.kind == "edit", col(Record.seq).in_(line))
        .order_by(col(Record.seq).desc())
        .limit(1)
    ).first()
    if edit is not None and (turn is None or edit[0] > turn[0]):
        return {edit[0]: codec.decode_state(json.dumps(edit[1]["state"]))}
    return {} if turn is None else {turn[0]: codec.decode_state(turn[1])}


def switch_timeline(session: Session, game: Game, line: Sequence[int], act: int) -> None:
    """From now on the records of this line count, and no others; `act` has undone those."""
    for table, number in ((Record, "seq"), (Turn, "record_seq")):
        columns, update = sa.inspect(table).columns, sa.update(table)
        own, undone = columns["game_id"] == game.id, columns["undone"]
        is_on_line = columns[number].in_(line)
        session.execute(update.where(own, is_on_line, undone != 0).values(undone=0))
        session.execute(update.where(own, ~is_on_line, undone == 0).values(undone=act))
