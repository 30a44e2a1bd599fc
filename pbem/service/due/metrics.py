"""What a monitor is told of the service: numbers from the database, the same from every process.

Every question is answered by an index or from a bounded number of rows: the cost grows with what
waits and with the number of games, never with their age. No label has a name or an address.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, SQLColumnExpression
from sqlmodel import col

from pbem.database import Database, Session
from pbem.models import (
    DEAD,
    FINISHED,
    NEW,
    PAUSED,
    RUNNING,
    Bounce,
    Game,
    Letter,
    OperatorNotice,
    Outbox,
    Turn,
)
from pbem.recent import recently
from pbem.service.due.health import Backlog, backlog
from pbem.service.due.heartbeats import ALIVE_FOR, PARTS, last_heartbeats

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MOST_ROWS = 2000
"""Of which the latest are looked at, where a number would else be of all there are."""
AGES = (("10s", 10), ("1m", 60), ("15m", 900), ("older", None))
"""Up to how many seconds something of that age has waited."""
QUANTILES = (0.5, 0.99, 1.0)

Samples = Sequence[tuple[Mapping[str, str], float]]


@dataclass(frozen=True, slots=True)
class Metric:
    """One number, or one for each value of its label; `is_total` where it only grows."""

    name: str
    about: str
    samples: Samples
    label: str = ""
    is_total: bool = False


def metrics(database: Database, now: datetime) -> list[Metric]:
    """Everything there is to tell at `now`. Raises StorageError when the database is away."""
    waits = backlog(database, now)
    with database.read() as session:
        return [
            *_letters(session, now, waits),
            *_mails(session, now, waits),
            *_games(session, now, waits),
            *_parts(session, now),
            *_errors(session, now, waits),
            _one("pbem_disk_used_ratio", "Used part of the database's disk", database.used_disk()),
        ]


def _letters(session: Session, now: datetime, waits: Backlog) -> Iterator[Metric]:
    since = recently(col(Letter.received_at), now - HOUR, now)
    unread = col(Letter.state) == NEW
    yield _total("pbem_letters_stored_total", "Letters stored since the start", session, Letter)
    states = _grouped(session, col(Letter.state), since)
    yield _each("pbem_letters_last_hour", "Letters that came in the last hour", "state", states)
    ages = _by_age(session, now, col(Letter.received_at), unread)
    yield _each("pbem_letters_unread", "Unread letters, by how long they wait", "age", ages)
    yield _one(
        "pbem_letter_oldest_unread_seconds",
        "Age of the oldest unread letter",
        waits.unread_letter_s,
    )
    read = sa.and_(since, col(Letter.read_at).is_not(None))
    times = _spans(session, col(Letter.received_at), col(Letter.read_at), read)
    yield _spread("pbem_answer_seconds", "From a letter's arrival to its stored answer", times)


def _mails(session: Session, now: datetime, waits: Backlog) -> Iterator[Metric]:
    since = recently(col(Outbox.sent_at), now - HOUR, now)
    due_at = sa.func.coalesce(col(Outbox.due_at), col(Outbox.created_at))
    unsent = sa.and_(col(Outbox.state) == NEW, due_at <= now)
    yield _total("pbem_mails_written_total", "Mails written since the start", session, Outbox)
    ages = _by_age(session, now, due_at, unsent)
    yield _each("pbem_mails_unsent", "Mails that should be out, by how long they wait", "age", ages)
    yield _one(
        "pbem_mail_oldest_unsent_seconds", "Age of the oldest unsent mail", waits.unsent_mail_s
    )
    yield _one(
        "pbem_mail_oldest_blocked_seconds",
        "Age of the oldest mail that is kept back on our side",
        waits.blocked_mail_s,
    )
    sent = _grouped(session, col(Outbox.state), since)
    new = col(Outbox.state).in_((NEW, DEAD)) & (col(Outbox.created_at) > now - DAY)
    lost = _grouped(session, col(Outbox.problem), sa.and_(new, col(Outbox.problem) != ""))
    yield _one("pbem_mails_sent_last_hour", "Mails sent in the last hour", sum(sent.values()))
    yield _each("pbem_mail_problems", "Mails of the last day kept from going", "problem", lost)
    times = _spans(session, due_at, col(Outbox.sent_at), since)
    yield _spread("pbem_mail_seconds", "From when a mail was due until it was sent", times)


def _games(session: Session, now: datetime, waits: Backlog) -> Iterator[Metric]:
    phases = dict.fromkeys((RUNNING, PAUSED, FINISHED), 0) | _grouped(
        session, col(Game.phase), sa.true()
    )
    yield _each("pbem_games", "Games", "phase", phases)
    yield _one("pbem_game_oldest_due_seconds", "Lateness of the game longest due", waits.due_game_s)
    late = _lateness(session, now)
    yield _one("pbem_turns_last_hour", "Turns resolved in the last hour", len(late))
    yield _spread("pbem_turn_late_seconds", "From a turn's deadline until it was resolved", late)


def _parts(session: Session, now: datetime) -> Iterator[Metric]:
    beats = last_heartbeats(session)
    alive = {
        name: sum(one.part == name and one.at > now - ALIVE_FOR for one in beats) for name in PARTS
    }
    swept = max((one.at for one in beats if one.part == "sweeper"), default=None)
    yield _each("pbem_parts", "Sweepers and workers heard of in the last minute", "part", alive)
    since = None if swept is None else max(0.0, (now - swept).total_seconds())
    yield _one("pbem_sweeper_last_round_seconds", "Since a sweeper last said it swept", since)


def _errors(session: Session, now: datetime, waits: Backlog) -> Iterator[Metric]:
    again = sa.and_(col(Letter.state) == NEW, col(Letter.attempts) > 0)
    failing = sa.and_(col(Game.phase) == RUNNING, col(Game.error).is_not(None))
    kinds = {
        "letter_dead": waits.dead_letters,
        "letter_tried_again": _count(session, Letter, again),
        "mail_dead": waits.dead_mails,
        "mail_login_refused": waits.login_refused,
        "game_failing": _count(session, Game, failing),
    }
    yield _each("pbem_errors", "What has failed and is not mended yet", "kind", kinds)
    notices = _latest(session, OperatorNotice, "kind", "created_at", now)
    yield _each("pbem_notices_last_day", "Notices for the operator", "kind", notices)
    bounces = _latest(session, Bounce, "status", "at", now)
    yield _one("pbem_bounces_last_day", "Mails that came back", sum(bounces.values()))


def _one(name: str, about: str, value: float | None) -> Metric:
    """Nothing that waits is 0 seconds late; a number that is not known has no sample."""
    if value is None and name.endswith("_seconds") and "sweeper" not in name:
        value = 0.0
    return Metric(name, about, () if value is None else (({}, value),))


def _each(name: str, about: str, label: str, values: Mapping[str, float]) -> Metric:
    return Metric(name, about, [({label: key}, values[key]) for key in sorted(values)], label)


def _spread(name: str, about: str, seconds: Sequence[float]) -> Metric:
    """The median, the 99th of a hundred, and the worst; no sample where there was nothing."""
    ordered = sorted(seconds)
    samples: Samples = [
        ({"quantile": f"{q:g}"}, ordered[min(len(ordered) - 1, int(q * len(ordered)))])
        for q in QUANTILES
        if ordered
    ]
    return Metric(name, f"{about}, in the last hour", samples, "quantile")


def _total(name: str, about: str, session: Session, model: type[Letter] | type[Outbox]) -> Metric:
    """The highest number given so far, which no deleted row makes smaller."""
    highest = session.scalar(sa.select(sa.func.max(sa.inspect(model).columns["id"]))) or 0
    return Metric(name, about, (({}, highest),), is_total=True)


def _count(session: Session, model: type[Letter] | type[Game], wanted: ColumnElement[bool]) -> int:
    return session.scalar(sa.select(sa.func.count()).select_from(model).where(wanted)) or 0


def _grouped(
    session: Session, by: SQLColumnExpression[str], wanted: ColumnElement[bool]
) -> dict[str, float]:
    rows = session.execute(sa.select(by, sa.func.count()).where(wanted).group_by(by)).all()
    return {key: count for key, count in rows}


def _by_age(
    session: Session, now: datetime, since: SQLColumnExpression[Any], wanted: ColumnElement[bool]
) -> dict[str, float]:
    counts = {name: 0.0 for name, _ in AGES}
    places = [(since > now - timedelta(seconds=most), name) for name, most in AGES if most]
    age = sa.case(*places, else_=AGES[-1][0])
    return counts | _grouped(session, age, wanted)


def _spans(
    session: Session,
    begin: SQLColumnExpression[Any],
    end: SQLColumnExpression[Any],
    wanted: ColumnElement[bool],
) -> list[float]:
    latest = sa.select(begin, end).where(wanted).order_by(end.desc()).limit(MOST_ROWS)
    return [max(0.0, (ended - began).total_seconds()) for began, ended in session.execute(latest)]


def _lateness(session: Session, now: datetime) -> list[float]:
    """Seconds after its deadline of each turn of the last hour, 0 for one that ran early.

    Only the last turns of games that have gone on since are looked at.
    """
    wanted = sa.and_(
        recently(col(Game.opened_at), now - HOUR, now),
        col(Turn.number) >= col(Game.turn) - 3,
        recently(col(Turn.resolved_at), now - HOUR, now),
    )
    query = sa.select(col(Turn.deadline_at), col(Turn.resolved_at)).join(
        Game, col(Game.id) == col(Turn.game_id)
    )
    rows = session.execute(query.where(wanted).limit(MOST_ROWS)).all()
    return [
        0.0 if due is None else max(0.0, (resolved - due).total_seconds()) for due, resolved in rows
    ]


def _latest(
    session: Session,
    model: type[OperatorNotice] | type[Bounce],
    label: str,
    at: str,
    now: datetime,
) -> dict[str, float]:
    """How many of each there were in the last day, of the latest MOST_ROWS."""
    columns = sa.inspect(model).columns
    query = sa.select(columns[label], columns[at]).order_by(columns["id"].desc()).limit(MOST_ROWS)
    counts: dict[str, float] = {}
    for key, happened in session.execute(query):
        if now - DAY < happened <= now:
            counts[key] = counts.get(key, 0) + 1
    return counts
