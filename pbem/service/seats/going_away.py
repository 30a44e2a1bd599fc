"""AWAY: a player says when he will not be there; within limits nobody need agree."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout import clock
from pbem.documents.layout.clock import instant
from pbem.grammar.commands.spec import Command
from pbem.grammar.times.dates import NoMoment
from pbem.grammar.times.stretches import Days, days_of
from pbem.mails.absence import AwayNews, TimeAway, away_mail
from pbem.models import Absence, Game, Person, Seat, key_of
from pbem.recent import recently
from pbem.service.absence import ASKED, OK, OVER, REFUSED, absences_of
from pbem.service.clocks import clock_of, ring_at
from pbem.service.game_settings import game_settings_of, is_anonymous
from pbem.service.preferences import zone_for
from pbem.service.transaction import GameTx
from pbem.service.waits import wait_for_the_away
from pbem.service.word_results import WordResult, refused

MOST_A_DAY = 10
"""Times a seat may say that it is away: each is a mail to all the others."""
_EXAMPLE = "For example: AWAY FROM 24 Dec TO 2 Jan, AWAY UNTIL Friday, AWAY OFF"


def apply_away(tx: GameTx, seat: Seat, word: Command) -> WordResult:
    """Do what AWAY says; the sentence that tells of it. The seat is a locked row."""
    session, now, player = tx.session, tx.now, tx.snapshot.players[seat.name]
    if word.key == "OFF":
        return WordResult(_back(tx, seat))
    try:
        days = days_of(word.value, word.when, now, _zone_of_days(tx.game, player))
    except NoMoment as why:
        return refused(f"AWAY: {why} {_EXAMPLE}")
    if absences_since(session, seat, now - timedelta(days=1), now) >= MOST_A_DAY:
        return refused(
            f"AWAY: you have sent that {MOST_A_DAY} times within a day, and everybody was told "
            "each time. Send it again tomorrow, or ask the moderator."
        )
    row, joined = merged(session, tx.game, seat, days, now)
    too_much = _excess(tx, seat, row)
    if too_much and not tx.snapshot.is_moderated:
        return refused(_nobody_agrees(tx.game, too_much))
    forget_asked(session, seat, row, now)
    zone = zone_for(player)
    text = f"from {clock.short(row.from_at, zone)} to {clock.short(row.until_at, zone)}"
    row.state = ASKED if too_much else OK
    session.add(row)
    session.flush()
    if too_much:
        _ask(tx, seat, row, too_much)
        return WordResult(
            f"AWAY: {too_much}, so the moderator is asked whether you may be away {text}. Until "
            "he approves, the clock does not wait for you. You get a mail when he decides.",
            "HELD",
        )
    close(session, joined)
    is_moved = _begin(tx, seat, row, "away")
    waits = "your deadline waits for you" if is_moved else "it moves no deadline now"
    whom = "nobody" if is_anonymous(tx.game) else "everybody"
    return WordResult(
        f"AWAY: you are away {text}; {whom} is told, and {waits}. Your standing orders answer "
        "for you meanwhile (R12.5). When you are back early: AWAY OFF"
    )


def _zone_of_days(game: Game, player: Person) -> str:
    """Where his days begin; by his own the deadline that waits for him would tell his zone."""
    return clock_of(game).zone if is_anonymous(game) else zone_for(player)


def approve(tx: GameTx, seat: Seat) -> Absence | None:
    """The moderator agrees to what a seat's player has asked; None if he has asked nothing."""
    row = asked(tx.session, seat, tx.now)
    if row is None:
        return None
    row.state = OK
    tx.session.add(row)
    others = [one for one in absences_of(tx.session, key_of(seat), tx.now) if one.id != row.id]
    close(tx.session, [one for one in others if overlap(one, row.from_at, row.until_at)])
    _begin(tx, seat, row, "approved")
    return row


def refuse(tx: GameTx, seat: Seat, why: str) -> Absence | None:
    """The moderator does not agree; None if nothing was asked."""
    row = asked(tx.session, seat, tx.now)
    if row is None:
        return None
    row.state = REFUSED
    tx.session.add(row)
    time = TimeAway(seat.name, row.from_at, row.until_at)
    tx.notify_seat(
        seat.name,
        lambda context: away_mail(context, "refused", time, why=why),
        f"away:{row.id}:refused",
    )
    return row


def asked(session: Session, seat: Seat, now: datetime) -> Absence | None:
    """What a seat's player has asked for last and nobody has answered."""
    rows = absences_of(session, key_of(seat), now)
    return next((row for row in reversed(rows) if row.state == ASKED), None)


def run_due_absences(tx: GameTx) -> None:
    """What the clock has to look at when an absence begins or ends."""
    ended = select(Absence).where(
        Absence.game_id == tx.id,
        col(Absence.state).in_((OK, ASKED)),
        Absence.until_at <= tx.now,
    )
    for row in tx.session.exec(ended).all():
        row.state = OVER
        tx.session.add(row)
    tx.session.flush()
    wait_for_the_away(tx.session, tx.snapshot, tx.now)


def next_change(session: Session, game: Game, now: datetime) -> datetime | None:
    """When the next absence of a game begins or ends."""
    wanted = select(Absence).where(
        Absence.game_id == game.id, Absence.state == OK, Absence.until_at > now
    )
    times = [at for row in session.exec(wanted) for at in (row.from_at, row.until_at) if at > now]
    return min(times, default=None)


def _begin(tx: GameTx, seat: Seat, row: Absence, what: AwayNews) -> bool:
    """Move the deadline if it is to wait for him, and tell everybody; True if it was moved."""
    session, game, snapshot = tx.session, tx.game, tx.snapshot
    session.flush()
    moved = seat.name in wait_for_the_away(session, snapshot, tx.now)
    ring_at(game, row.from_at if row.from_at > tx.now else row.until_at)
    session.add(game)
    time = TimeAway(seat.name, row.from_at, row.until_at)
    key = f"away:{row.id}:{what}"
    if not is_anonymous(game):
        but = (seat.name,) if what == "away" else ()
        tx.notify_seats(
            lambda context: away_mail(context, what, time, is_moved=moved), key, but=but
        )
        return moved
    if what != "away":
        own = tx.context_for(seat.name)
        tx.post_to(seat.name, away_mail(own, what, time, is_moved=moved), f"{key}:{seat.name}")
    if moved:
        tx.notify_seats(lambda context: away_mail(context, "moved", time), key, but=(seat.name,))
    return moved


def _nobody_agrees(game: Game, too_much: str) -> str:
    choices = game_settings_of(game)
    return (
        f"AWAY: {too_much}. This game has no moderator who could approve it, so nothing has "
        f"changed. Name at most {choices.away_days} days in a row and {choices.away_total} in a "
        "year, or let somebody else write your orders: DELEGATE TO player UNTIL day"
    )


def _back(tx: GameTx, seat: Seat) -> str:
    rows = absences_of(tx.session, key_of(seat), tx.now)
    if not rows:
        return "AWAY OFF: you were not away."
    was_known = [row for row in rows if row.state == OK]
    time = TimeAway(seat.name, rows[0].from_at, rows[-1].until_at)
    for row in rows:
        row.state, row.until_at = OVER, max(row.from_at, tx.now)
        tx.session.add(row)
    if was_known and not is_anonymous(tx.game):
        tx.notify_seats(
            lambda context: away_mail(context, "back", time),
            f"away:{rows[0].id}:back",
            but=(seat.name,),
        )
    return "AWAY OFF: you are back. It moves no deadline earlier."


def _ask(tx: GameTx, seat: Seat, row: Absence, too_much: str) -> None:
    text = (
        f"{seat.name} asks to be away from {instant(row.from_at)} to {instant(row.until_at)}: "
        f"{too_much}. Send one line: APPROVE {seat.name} or REFUSE {seat.name} BECAUSE reason"
    )
    tx.add_notice("away", text, f"away:{row.id}")


YEAR = timedelta(days=365)


def merged(
    session: Session, game: Game, seat: Seat, days: Days, now: datetime
) -> tuple[Absence, Sequence[Absence]]:
    """The absence asked for with all taken ones that overlap it, and those."""
    start, end = days.from_at, days.until_at
    joined: list[Absence] = []
    rest = [row for row in absences_of(session, key_of(seat), now) if row.state == OK]
    while more := [row for row in rest if overlap(row, start, end)]:
        joined += more
        rest = [row for row in rest if row not in more]
        start = min(start, *(row.from_at for row in more))
        end = max(end, *(row.until_at for row in more))
    row = Absence(
        game_id=key_of(game),
        seat_id=key_of(seat),
        from_at=start,
        until_at=end,
        created_at=now,
    )
    return row, joined


def forget_asked(session: Session, seat: Seat, row: Absence, now: datetime) -> None:
    """What was asked of the moderator for the same days before is asked no more."""
    rows = [one for one in absences_of(session, key_of(seat), now) if one.state == ASKED]
    close(session, [one for one in rows if overlap(one, row.from_at, row.until_at)])


def absences_since(session: Session, seat: Seat, then: datetime, now: datetime) -> int:
    """How often a seat has said that it will be away since `then`."""
    is_since = recently(col(Absence.created_at), then, now)
    return len(session.exec(select(Absence.id).where(Absence.seat_id == seat.id, is_since)).all())


def overlap(row: Absence, start: datetime, end: datetime) -> bool:
    """Whether an absence overlaps a span, or joins it."""
    return row.from_at <= end and start <= row.until_at


def close(session: Session, rows: Sequence[Absence]) -> None:
    """One that is part of another counts no more, nor its days."""
    for row in rows:
        row.state, row.until_at = OVER, row.from_at
        session.add(row)


def _excess(tx: GameTx, seat: Seat, row: Absence) -> str:
    """Why a moderator must agree; "" if nobody need."""
    choices = game_settings_of(tx.game)
    length, hour = row.until_at - row.from_at, timedelta(hours=1)
    if length > timedelta(days=choices.away_days) + hour:
        return f"{format_days(length)} in a row need approval (up to {choices.away_days} do not)"
    wanted = select(Absence).where(
        Absence.seat_id == seat.id,
        col(Absence.state).in_((OK, OVER)),
        Absence.until_at > row.until_at - YEAR,
    )
    before = tx.session.exec(wanted).all()
    others = [
        one for one in before if not (one.state == OK and overlap(one, row.from_at, row.until_at))
    ]
    total = length + sum((one.until_at - one.from_at for one in others), timedelta())
    if total > timedelta(days=choices.away_total) + hour:
        return f"that makes {format_days(total)} within a year, more than {choices.away_total}"
    return ""


def format_days(length: timedelta) -> str:
    return f"{round(length / timedelta(days=1))} days"
