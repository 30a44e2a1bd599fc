"""AWAY: a player says when he will not be there; within limits nobody need agree."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import col, select

from engine.illuminati.state import State
from pbem.clock.moments import NoMoment
from pbem.database import Session
from pbem.documents.layout import clock
from pbem.documents.layout.instants import instant
from pbem.grammar.player_words import PlayerCommand
from pbem.mails.absence import AwayNews, away_mail
from pbem.models import Absence, Game, Seat, key_of
from pbem.service.absence import ASKED, OK, OVER, REFUSED, absences_of, wait_for_the_away
from pbem.service.clocks import ring_at
from pbem.service.context import ServiceContext
from pbem.service.game_settings import GameSettings, game_settings_of
from pbem.service.mailing.broadcasting import notify_seat, notify_seats
from pbem.service.notices import add_notice
from pbem.service.preferences import zone_for
from pbem.service.seats.absence_rows import (
    absences_said_since,
    close,
    excess,
    forget_asked,
    merged,
    touch,
)
from pbem.service.seats.days_away import days_of
from pbem.service.snapshots import GameSnapshot
from pbem.service.word_results import WordResult, refused

MOST_A_DAY = 10
"""Times a seat may say that it is away: each is a mail to all the others."""
_EXAMPLE = "For example: AWAY FROM 24 Dec TO 2 Jan, AWAY UNTIL Friday, AWAY OFF"


def say_away(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    seat: Seat,
    word: PlayerCommand,
    now: datetime,
) -> WordResult:
    """Do what AWAY says; the sentence that tells of it. Game and seat are locked rows."""
    player = snapshot.players[seat.name]
    if word.argument == "OFF":
        return WordResult(_back(service, session, snapshot, game, seat, now))
    try:
        days = days_of(word.argument, word.value, now, zone_for(player))
    except NoMoment as why:
        return refused(f"AWAY: {why} {_EXAMPLE}")
    if absences_said_since(session, seat, now - timedelta(days=1), now) >= MOST_A_DAY:
        return refused(
            f"AWAY: you have said that {MOST_A_DAY} times within a day, and everybody was told "
            "each time; say it again tomorrow, or ask the moderator."
        )
    row, joined = merged(session, game, seat, days, now)
    choices = game_settings_of(game)
    too_much = excess(session, seat, row, choices)
    if too_much and not snapshot.is_moderated:
        return refused(_nobody_agrees(too_much, choices))
    forget_asked(session, seat, row, now)
    zone = zone_for(player)
    told = f"from {clock.short(row.from_at, zone)} to {clock.short(row.until_at, zone)}"
    row.state = ASKED if too_much else OK
    session.add(row)
    session.flush()
    if too_much:
        _ask(session, game, seat, row, too_much, now)
        return WordResult(
            f"AWAY: {too_much}, so the moderator is asked whether you may be away {told}. Until he "
            "agrees the clock does not wait for you; you will hear from us.",
            "HELD",
        )
    close(session, joined)
    is_moved = _begin(service, session, snapshot, game, seat, row, "away", now)
    waits = "your deadline waits for you" if is_moved else "no deadline is moved by it now"
    return WordResult(
        f"AWAY: you are away {told}; everybody is told, and {waits}. Your standing instructions "
        "answer for you meanwhile (R12.5). When you are back early: AWAY OFF"
    )


def approve(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    seat: Seat,
    now: datetime,
) -> Absence | None:
    """The moderator agrees to what a seat's player has asked; None if he has asked nothing."""
    row = asked(session, seat, now)
    if row is None:
        return None
    row.state = OK
    session.add(row)
    others = [one for one in absences_of(session, key_of(seat), now) if one.id != row.id]
    close(session, [one for one in others if touch(one, row.from_at, row.until_at)])
    _begin(service, session, snapshot, game, seat, row, "approved", now)
    return row


def refuse(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    seat: Seat,
    now: datetime,
    why: str,
) -> Absence | None:
    """The moderator does not agree; None if nothing was asked."""
    row = asked(session, seat, now)
    if row is None:
        return None
    row.state = REFUSED
    session.add(row)
    start, end = row.from_at, row.until_at
    notify_seat(
        service,
        session,
        snapshot,
        game,
        seat.name,
        lambda about: away_mail(about, "refused", seat.name, start, end, why=why),
        key=f"away:{row.id}:refused",
        now=now,
    )
    return row


def asked(session: Session, seat: Seat, now: datetime) -> Absence | None:
    """What a seat's player has asked for last and nobody has answered."""
    rows = absences_of(session, key_of(seat), now)
    return next((row for row in reversed(rows) if row.state == ASKED), None)


def begin_due(
    session: Session, game: Game, state: State, snapshot: GameSnapshot, now: datetime
) -> None:
    """What the clock has to look at when an absence begins or ends."""
    ended = select(Absence).where(
        Absence.game_id == game.id,
        col(Absence.state).in_((OK, ASKED)),
        Absence.until_at <= now,
    )
    for row in session.exec(ended).all():
        row.state = OVER
        session.add(row)
    session.flush()
    wait_for_the_away(session, game, state, snapshot.seats, now)


def next_change(session: Session, game: Game, now: datetime) -> datetime | None:
    """When the next absence of a game begins or ends."""
    wanted = select(Absence).where(
        Absence.game_id == game.id, Absence.state == OK, Absence.until_at > now
    )
    times = [at for row in session.exec(wanted) for at in (row.from_at, row.until_at) if at > now]
    return min(times, default=None)


def _begin(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    seat: Seat,
    row: Absence,
    what: AwayNews,
    now: datetime,
) -> bool:
    """Move the deadline if it is to wait for him, and tell everybody; True if it was moved."""
    session.flush()
    moved = seat.name in wait_for_the_away(session, game, snapshot.state, snapshot.seats, now)
    ring_at(game, row.from_at if row.from_at > now else row.until_at)
    session.add(game)
    start, end = row.from_at, row.until_at
    notify_seats(
        service,
        session,
        snapshot,
        game,
        lambda about: away_mail(about, what, seat.name, start, end, is_moved=moved),
        key=f"away:{row.id}:{what}",
        now=now,
        but=(seat.name,) if what == "away" else (),
    )
    return moved


def _nobody_agrees(too_much: str, choices: GameSettings) -> str:
    return (
        f"AWAY: {too_much}. This game has no moderator who could agree to it, so nothing has "
        f"changed. Name at most {choices.away_days} days in one go and {choices.away_total} in a "
        "year, or let somebody write your orders meanwhile: DELEGATE TO player UNTIL day"
    )


def _back(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    seat: Seat,
    now: datetime,
) -> str:
    rows = absences_of(session, key_of(seat), now)
    if not rows:
        return "AWAY OFF: you were not away."
    was_known = [row for row in rows if row.state == OK]
    start, end = rows[0].from_at, rows[-1].until_at
    for row in rows:
        row.state, row.until_at = OVER, max(row.from_at, now)
        session.add(row)
    if was_known:
        notify_seats(
            service,
            session,
            snapshot,
            game,
            lambda about: away_mail(about, "back", seat.name, start, end),
            key=f"away:{rows[0].id}:back",
            now=now,
            but=(seat.name,),
        )
    return "AWAY OFF: you are back. No deadline is moved to an earlier moment by it."


def _ask(
    session: Session, game: Game, seat: Seat, row: Absence, too_much: str, now: datetime
) -> None:
    text = (
        f"{seat.name} asks to be away from {instant(row.from_at)} to {instant(row.until_at)}: "
        f"{too_much}. Send one line: APPROVE {seat.name} or REFUSE {seat.name} BECAUSE reason"
    )
    add_notice(session, "away", text, key=f"away:{row.id}", now=now, game_id=game.id)
