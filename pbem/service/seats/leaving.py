"""Resigning with a day to take it back, and leaving a game for good (R10.3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from sqlmodel import col, select

from engine.illuminati.game import act, must_wait
from engine.illuminati.orders import Line, Resign
from pbem.database import Session
from pbem.documents.layout.instants import instant
from pbem.mails.seats import Departure, departure_mail, left_mail, offered_mail
from pbem.models import RUNNING, Game, Seat, key_of
from pbem.service.absence import awaited
from pbem.service.clocks import end_early, end_grace, is_due, ring_at
from pbem.service.context import ServiceContext, log
from pbem.service.game_settings import waits_for_release
from pbem.service.history.records import put_record
from pbem.service.mailing.broadcasting import notify_seat, notify_seats
from pbem.service.notices import add_notice
from pbem.service.seats.standby import close_offer, offer, withdraw
from pbem.service.snapshots import GameSnapshot, all_policies, dice_of, load_game
from pbem.service.waits import is_left

THINK = timedelta(days=1)
"""How long a player may take his resignation back."""


def give_notice(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    seat: Seat,
    now: datetime,
) -> str:
    """A player resigns: he leaves a day from now, and until then his seat is offered.

    The sentence that tells him so. Game and seat are locked rows.
    """
    if seat.resigns_at is not None:
        return "RESIGN: you have said so already. STAY takes it back."
    seat.resigns_at = now + THINK
    ring_at(game, seat.resigns_at)
    game.version += 1
    session.add(seat)
    session.add(game)
    leaves_at = seat.resigns_at
    text = f"{seat.name} resigns and leaves at {instant(leaves_at)} unless he takes it back."
    add_notice(
        session, "seat", text, key=f"resigns:{seat.id}:{leaves_at}", now=now, game_id=game.id
    )
    notify_seat(
        service,
        session,
        snapshot,
        game,
        seat.name,
        lambda about: offered_mail(about, "resigns", leaves_at),
        key=f"resigns:{seat.id}:{leaves_at:%Y%m%d%H%M%S%f}",
        now=now,
    )
    offer(service, session, snapshot, game, seat, now, "resigns")
    return (
        "RESIGN: you leave in a day. Until then your turns go on, and another mail says when it "
        "ends. STAY takes it back."
    )


def stay(service: ServiceContext, session: Session, game: Game, seat: Seat, now: datetime) -> str:
    """Take a resignation back; the sentence that says so."""
    if seat.resigns_at is None:
        if seat.offered_at is None:
            return "STAY: you had not resigned, and nobody has offered your seat. All is well."
        withdraw(service, session, game, seat, now)
        return "STAY: your seat is no longer offered to others. Welcome back."
    seat.resigns_at = None
    game.version += 1
    session.add(seat)
    session.add(game)
    text = f"{seat.name} has taken his resignation back."
    add_notice(session, "seat", text, key=f"stays:{seat.id}:{now}", now=now, game_id=game.id)
    withdraw(service, session, game, seat, now)
    return "STAY: you stay. Your seat is yours, and nothing else has changed."


def leave_if_due(
    service: ServiceContext, session: Session, game: Game, seat: Seat, now: datetime
) -> None:
    """Carry a resignation out whose day is over, unless announced attacks count on him."""
    if seat.resigns_at is None or seat.resigns_at > now or game.phase != RUNNING:
        return
    if not _is_counted_on(load_game(session, key_of(game)), seat):
        leave(service, session, game, seat, now, "resigned")


def leave_times(session: Session, game: Game) -> list[datetime]:
    """When those who have resigned leave, as far as nothing keeps them (R12.2)."""
    wanted = select(Seat).where(Seat.game_id == game.id, col(Seat.resigns_at).is_not(None))
    seats = session.exec(wanted).all()
    snapshot = load_game(session, key_of(game)) if seats else None
    return [
        seat.resigns_at
        for seat in seats
        if snapshot and seat.resigns_at and not _is_counted_on(snapshot, seat)
    ]


def _is_counted_on(snapshot: GameSnapshot, seat: Seat) -> bool:
    """Whether attacks are announced that could not be made as announced once he has left."""
    waiting = snapshot.open_script()
    if waiting is None:
        return False
    leaving = Line(1, Resign(), text="RESIGN")
    return (
        must_wait(snapshot.state, seat.name, leaving, all_policies(snapshot), waiting) is not None
    )


def leave(
    service: ServiceContext,
    session: Session,
    game: Game,
    seat: Seat,
    now: datetime,
    what: Departure,
    why: str = "",
    contact: str = "",
) -> bool:
    """Take a seat out of the game for good; False if it is out already. Both are locked rows.

    `contact` is the address at which its player may complain.
    If it was to move its turn ends at once; a script it had announced is not run without it.
    """
    snapshot = load_game(session, key_of(game))
    state, name = snapshot.state, seat.name
    dice = dice_of(game, snapshot.seats)
    outcome = act(state, name, (Line(1, Resign(), text="RESIGN"),), dice, all_policies(snapshot))
    seat.resigns_at = None
    close_offer(service, session, game, seat, now, "gone")
    session.add(seat)
    if outcome.rulings[0].status != "ok":
        return False
    put_record(
        session,
        game,
        "act",
        outcome.state,
        outcome.events,
        now,
        turn=game.turn,
        seat=name,
        orders=["RESIGN"],
    )
    after = replace(snapshot, game=game, state=outcome.state)
    notify_seat(
        service,
        session,
        after,
        game,
        name,
        lambda about: departure_mail(about, what, why, contact),
        key=f"left:{seat.id}:{game.seq}",
        now=now,
    )
    if game.phase == RUNNING and game.closed_at is None:
        _go_on(session, after, game, now)
    if what == "resigned":
        _notify_others(service, session, after, game, seat, now)
    session.add(game)
    log.info("seat left", game=game.id, seat=seat.id, what=what)
    return True


def _notify_others(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    seat: Seat,
    now: datetime,
) -> None:
    """Those who play on, whose orders may no longer fit, and the moderators."""
    name, key = seat.name, f"gone:{seat.id}:{game.seq}"
    add_notice(session, "seat", f"{name} has left the game.", key=key, now=now, game_id=game.id)
    notify_seats(
        *(service, session, snapshot, game),
        lambda about: left_mail(
            about, name, ends_turn=is_due(game, now), is_released=waits_for_release(game)
        ),
        key=key,
        now=now,
        but=(name,),
    )


def _go_on(session: Session, snapshot: GameSnapshot, game: Game, now: datetime) -> None:
    """The turn of who has left is over at once, and a game that one is left in; what waited for
    him alone ends early (R12.3)."""
    if is_left(game, snapshot.state):
        end_grace(game, now)
    elif not awaited(session, snapshot, now):
        end_early(game, now)
    if is_due(game, now):
        session.hint("adjudicate", game.id)
