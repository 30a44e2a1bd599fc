"""Games that wait and games that are due, by the thousand, and what became of them."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.benchmarks.harness import context_on, found_game
from pbem.database import Database
from pbem.games.registry import DEFAULT, ruleset
from pbem.models import RUNNING, Game, Outbox, Seat, Turn, key_of
from pbem.service.sweep import claim_waiting

GRACE = timedelta(seconds=30)
LEAD = timedelta(seconds=4)
"""How long before the common deadline everybody stands ready."""
BEFORE = datetime(2026, 1, 1, tzinfo=UTC)
FAR = timedelta(days=3650)
CHUNK = 5_000


@dataclass(frozen=True, slots=True)
class DueGames:
    """The games that are due together, and when."""

    at: datetime
    ids: tuple[int, ...]

    @staticmethod
    def long_before() -> datetime:
        """A moment at which nothing is due."""
        return BEFORE


@dataclass(slots=True)
class FiredGames:
    """What was seen while they fired: when each was claimed, and which were moved away in time."""

    claimed: dict[int, datetime] = field(default_factory=dict)
    moved: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class GameTemplate:
    """A game of two and its seats, as columns, to be copied."""

    game: Mapping[str, Any]
    seats: tuple[Mapping[str, Any], ...]


def first_game(database: Database) -> GameTemplate:
    """Set up the game that all others are copies of; it is out of the way afterwards."""
    game_id = found_game(context_on(database), ruleset(DEFAULT), "Mould", ("ann", "bob"))
    # A sweeper that has worked before has its statements ready.
    assert claim_waiting(database, database.now() + GRACE, grace=GRACE).hints, "its first mails"
    with database.write() as session:
        game = session.exec(select(Game).where(Game.id == game_id)).one()
        seats = session.exec(select(Seat).where(Seat.game_id == game_id)).all()
        session.execute(sa.update(Outbox).values(state="sent", sent_at=database.now()))
        mould = GameTemplate(_columns(game), tuple(_columns(seat) for seat in seats))
        game.phase = "finished"
        session.add(game)
    return mould


def _columns(row: Game | Seat) -> dict[str, Any]:
    found = row.model_dump()
    del found["id"]
    return found


def add_waiting(
    database: Database, mould: GameTemplate, count: int, tell: Callable[[int], None]
) -> None:
    """So many games whose deadlines are years away, and differ."""
    first = _count(database)
    due_at = datetime.now(UTC) + FAR
    for begin in range(0, count, CHUNK):
        numbers = range(first + begin, first + min(begin + CHUNK, count))
        rows = [
            dict(mould.game)
            | {"name": f"Waiting-{n}", "state": "{}"}
            | {key: due_at + timedelta(minutes=n) for key in ("deadline_at", "due_at", "alarm_at")}
            for n in numbers
        ]
        with database.write() as session:
            session.execute(sa.insert(Game), rows)
        tell(begin + len(rows))
    with database.write() as session:
        session.execute(sa.text("ANALYZE"))


def add_due(database: Database, mould: GameTemplate, count: int) -> DueGames:
    """So many whole games that are all due at the same moment, a little ahead."""
    first = _count(database)
    games = [
        dict(mould.game) | {"name": f"Due-{n}", "alarm_at": None}
        for n in range(first, first + count)
    ]
    with database.write() as session:
        session.execute(sa.insert(Game), games)
        named = select(Game.id).where(col(Game.name).startswith("Due-")).order_by(col(Game.id))
        ids = tuple(key for key in session.exec(named).all() if key is not None)
        seats = [
            dict(seat)
            | {
                "game_id": game_id,
                "token_hash": f"{game_id}-{place}",
                "token_seed": f"{game_id:028x}{place:04x}",
            }
            for game_id in ids
            for place, seat in enumerate(mould.seats)
        ]
        session.execute(sa.insert(Seat), seats)
        at = (database.now() + LEAD).replace(microsecond=0)
        times = {"deadline_at": at, "due_at": at, "opened_at": at - timedelta(days=3)}
        session.execute(sa.update(Game).where(col(Game.id).in_(ids)).values(**times))
    return DueGames(at, ids)


def _count(database: Database) -> int:
    with database.read() as session:
        return session.scalar(sa.select(sa.func.max(col(Game.id)))) or 0


def is_left(database: Database, due: DueGames) -> bool:
    """Whether any of them has not fired and was not moved."""
    with database.read() as session:
        waiting = select(Game.id).where(Game.phase == RUNNING, col(Game.due_at) <= due.at)
        return session.exec(waiting.limit(1)).first() is not None


def fired_count(database: Database) -> int:
    """How many turns have been run."""
    with database.read() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(Turn)) or 0


def verdict(database: Database, due: DueGames, fired: FiredGames) -> dict[str, Any]:
    """Lateness in seconds, and the number of games with which something went wrong."""
    with database.read() as session:
        games = {
            key_of(game): game
            for game in session.exec(select(Game).where(col(Game.id).in_(due.ids)))
        }
        turns: dict[int, list[Turn]] = {}
        for turn in session.exec(select(Turn)).all():
            turns.setdefault(turn.game_id, []).append(turn)
    ours = set(due.ids) - fired.moved
    ran = {game_id: turns[game_id] for game_id in ours if game_id in turns}
    claims = [(at - due.at).total_seconds() for key, at in fired.claimed.items() if key in ours]
    ends = [(found[0].resolved_at - due.at).total_seconds() for found in ran.values()]
    return {
        **_percentiles("late", claims),
        **_percentiles("resolved", ends),
        "doubled": sum(len(found) > 1 or games[key].turn > 2 for key, found in ran.items()),
        "early": sum(late < 0 for late in (*claims, *ends)),
        "missed": len(ours) - len(ran),
        "moved": len(fired.moved),
        "moved_fired": len(fired.moved & set(turns)),
    }


def _percentiles(what: str, seconds: list[float]) -> dict[str, float]:
    if len(seconds) < 2:
        return {f"{what}_p50_s": 0.0, f"{what}_p99_s": 0.0}
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return {f"{what}_p50_s": round(cuts[49], 3), f"{what}_p99_s": round(cuts[98], 3)}
