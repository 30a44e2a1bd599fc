"""What needs a moderator, over all his games: what is set aside, asked of him, or waits for him."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import ColumnElement
from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout import clock
from pbem.documents.layout.mail_context import Mail
from pbem.documents.layout.plain import counted
from pbem.mails.moderation import GameDuties, daily_duties
from pbem.models import (
    DEAD,
    FINISHED,
    HELD,
    PAUSED,
    RUNNING,
    Absence,
    Game,
    Letter,
    Moderator,
    Outbox,
    Person,
    Seat,
    key_of,
)
from pbem.service.absence import ASKED
from pbem.service.console.login import console_url
from pbem.service.context import Transaction
from pbem.service.due.health import is_dead_mail
from pbem.service.game_settings import is_anonymous, waits_for_release
from pbem.service.moderating.letter_list import WAITS
from pbem.service.preferences import zone_for
from pbem.service.seats.moderators import is_rival

HOUR = timedelta(hours=1)
WEEK = timedelta(days=7)
"""After so long nobody is reminded of a letter that is held, or of a mail that was given up."""
MOST = 30
"""Games in one mail."""


@dataclass(frozen=True, slots=True)
class _Counts:
    """How many of each there are, by the number of the game."""

    failed: dict[int, int]
    held: dict[int, int]
    unsent: dict[int, int]


def duties_mail_for(tx: Transaction, person: Person) -> Mail | None:
    """What needs a person in the games that he moderates; None where nothing does.

    Whoever moderates no more gets none from now on.
    """
    any_row = select(Moderator.id).where(Moderator.person_id == person.id).limit(1)
    if tx.session.exec(any_row).first() is None:
        person.duties_on = None
        return None
    found = []
    for game, counts in _games(tx.session, person, tx.now):
        texts = tuple(_duties(tx, person, game, counts))
        if texts:
            found.append(GameDuties(game.name, game.turn, game.to_move, texts))
    if not found:
        return None
    url = console_url(tx.service) if tx.service.settings.web.url else ""
    return daily_duties(found[:MOST], len(found[MOST:]), url)


def _games(session: Session, person: Person, now: datetime) -> Iterator[tuple[Game, _Counts]]:
    """His games in which something may need him, by name."""
    recent = now - WEEK
    is_held = sa.and_(col(Letter.outcome) == HELD, col(Letter.seat_id).is_not(None), ~WAITS)
    counts = _Counts(
        _by_game(session, Letter, col(Letter.state) == DEAD),
        _by_game(session, Letter, sa.and_(is_held, col(Letter.received_at) > recent)),
        _by_game(session, Outbox, sa.and_(is_dead_mail(), col(Outbox.created_at) > recent)),
    )
    asked = session.exec(select(Absence.game_id).where(Absence.state == ASKED)).all()
    known = {*counts.failed, *counts.held, *counts.unsent, *asked}
    stuck = sa.or_(
        col(Game.id).in_(sorted(known)),
        col(Game.phase) == PAUSED,
        col(Game.closed_at).is_not(None),
        col(Game.due_at) < now - HOUR,
    )
    wanted = select(Game).where(
        stuck, col(Game.phase) != FINISHED, col(Game.archived_at).is_(None), _is_his(person)
    )
    for game in session.exec(wanted.order_by(col(Game.name))).all():
        yield game, counts


def _is_his(person: Person) -> ColumnElement[bool]:
    moderated = select(Moderator.game_id).where(Moderator.person_id == person.id)
    of_all = sa.exists().where(
        col(Moderator.person_id) == person.id, col(Moderator.game_id).is_(None)
    )
    return sa.or_(col(Game.id).in_(moderated), of_all)


def _by_game(
    session: Session, table: type[Letter] | type[Outbox], which: ColumnElement[bool]
) -> dict[int, int]:
    game_id = col(table.game_id)
    wanted = sa.select(game_id, sa.func.count()).where(which, game_id.is_not(None))
    return {number: count for number, count in session.execute(wanted.group_by(game_id))}


def _duties(tx: Transaction, person: Person, game: Game, counts: _Counts) -> Iterator[str]:
    """What needs him in one game, a sentence each, with the command that sees to it."""
    number, zone = key_of(game), zone_for(person)
    yield from _of_clock(game, tx.now, zone)
    is_kept = is_rival(tx.session, game, person, tx.now)
    if not (is_kept and is_anonymous(game)):
        yield from _of_absences(tx.session, game, zone)
    if failed := counts.failed.get(number):
        yield f"{counted(failed, 'letter')} could not be read: LETTERS, then RETRY n."
    if (held := counts.held.get(number)) and not is_kept:
        many = "letter is" if held == 1 else "letters are"
        yield f"{held} {many} held because of the sender: LETTERS, then LET n."
    if unsent := counts.unsent.get(number):
        whose = "its reader" if unsent == 1 else "their readers"
        yield f"{counted(unsent, 'mail')} did not reach {whose}."


def _of_clock(game: Game, now: datetime, zone: str) -> Iterator[str]:
    if game.phase == PAUSED and game.paused_at is None:
        yield "It is paused because its turn could not be run: RESUME once that is mended."
    elif game.phase == PAUSED and game.resumes_at is None and game.paused_at is not None:
        yield f"It has been paused since {clock.full(game.paused_at, zone)}: RESUME."
    elif game.closed_at is not None and waits_for_release(game):
        yield f"Orders are closed and the results wait for you: RELEASE TURN {game.turn}."
    elif game.phase == RUNNING and game.due_at is not None and game.due_at < now - HOUR:
        yield f"Its turn should have been run at {clock.full(game.due_at, zone)}."


def _of_absences(session: Session, game: Game, zone: str) -> Iterator[str]:
    wanted = select(Seat.name, Absence).where(
        Absence.seat_id == Seat.id, Absence.game_id == game.id, Absence.state == ASKED
    )
    rows: Sequence[tuple[str, Absence]] = session.exec(wanted.order_by(col(Absence.id))).all()
    for name, row in rows:
        days = f"{clock.full(row.from_at, zone)} to {clock.full(row.until_at, zone)}"
        yield f"{name} asks to be away from {days}: APPROVE {name} or REFUSE {name}."
