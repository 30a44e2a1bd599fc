"""Resigning with a day to take it back, and leaving a game for good (R10.3)."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.clock import instant
from pbem.mails.seats import Departure, departure_mail, left_mail, offered_mail
from pbem.models import RUNNING, Game, Seat, key_of
from pbem.service.clocks import end_now, is_due, ring_at
from pbem.service.context import log
from pbem.service.game_settings import waits_for_release
from pbem.service.seats.standby import close_offer, offer, withdraw
from pbem.service.snapshots import GameSnapshot, dice_of, load_game
from pbem.service.transaction import GameTx
from pbem.service.waits import close_answered, filed_for, is_left

THINK = timedelta(days=1)
"""How long a player may take his resignation back."""


def give_notice(tx: GameTx, seat: Seat) -> str:
    """A player resigns: he leaves a day from now, and until then his seat is offered.

    The sentence that tells him so. The seat is a locked row.
    """
    if seat.resigns_at is not None:
        return "RESIGN: you have resigned already. STAY takes it back."
    seat.resigns_at = leaves_at = tx.now + THINK
    ring_at(tx.game, leaves_at)
    tx.touch()
    tx.session.add(seat)
    text = f"{seat.name} resigns and leaves at {instant(leaves_at)} unless he takes it back."
    tx.add_notice("seat", text, f"resigns:{seat.id}:{leaves_at}")
    tx.notify_seat(
        seat.name,
        lambda context: offered_mail(context, "resigns", leaves_at),
        f"resigns:{seat.id}:{leaves_at:%Y%m%d%H%M%S%f}",
    )
    offer(tx, seat, "resigns")
    return (
        "RESIGN: you leave in a day. Until then your turns go on, and another mail says when it "
        "ends. STAY takes it back."
    )


def stay(tx: GameTx, seat: Seat) -> str:
    """Take a resignation back; the sentence that says so."""
    if seat.resigns_at is None:
        if seat.offered_at is None:
            return "STAY: you had not resigned, and nobody has been offered your seat."
        withdraw(tx, seat)
        return "STAY: your seat is no longer offered to others. Welcome back."
    seat.resigns_at = None
    tx.touch()
    tx.session.add(seat)
    text = f"{seat.name} has taken his resignation back."
    tx.add_notice("seat", text, f"stays:{seat.id}:{tx.now}")
    withdraw(tx, seat)
    return "STAY: you stay. Your seat is yours, and nothing else has changed."


def leave_if_due(tx: GameTx, seat: Seat) -> None:
    """Carry a resignation out whose day is over, unless announced attacks count on him."""
    if seat.resigns_at is None or seat.resigns_at > tx.now or tx.game.phase != RUNNING:
        return
    if not _is_counted_on(tx.reload(), seat):
        leave(tx, seat, "resigned")


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
    rules, filed = snapshot.ruleset.rules, filed_for(snapshot)
    return not rules.may_leave(snapshot.state, seat.name, filed)


def leave(tx: GameTx, seat: Seat, what: Departure, why: str = "", contact: str = "") -> bool:
    """Take a seat out of the game for good; False if it is out already. The seat is a locked row.

    `contact` is the address at which its player may complain.
    If it was to move its turn ends at once; a script it had announced is not run without it.
    """
    snapshot, name = tx.reload(), seat.name
    played, dice = snapshot.ruleset, dice_of(tx.game, snapshot.seats)
    step = played.rules.leave(snapshot.state, name, filed_for(snapshot), dice)
    seat.resigns_at = None
    close_offer(tx, seat, "gone")
    tx.session.add(seat)
    if step is None:
        return False
    tx.put_record("act", step.state, step.events, seat=name, orders=list(step.orders))
    tx.notify_seat(
        name,
        lambda context: departure_mail(context, what, played.lost, why, contact),
        f"left:{seat.id}:{tx.game.seq}",
    )
    if tx.game.phase == RUNNING and tx.game.closed_at is None:
        _go_on(tx)
    if what == "resigned":
        _notify_others(tx, seat)
    tx.session.add(tx.game)
    log.info("seat left", game=tx.id, seat=seat.id, what=what)
    return True


def _notify_others(tx: GameTx, seat: Seat) -> None:
    """Those who play on, whose orders may no longer fit, and the moderators."""
    name, key = seat.name, f"gone:{seat.id}:{tx.game.seq}"
    tx.add_notice("seat", f"{name} has left the game.", key)
    lost = tx.snapshot.ruleset.lost
    ends, released = is_due(tx.game, tx.now), waits_for_release(tx.game)
    tx.notify_seats(
        lambda context: left_mail(context, name, lost, ends_turn=ends, is_released=released),
        key,
        but=(name,),
    )


def _go_on(tx: GameTx) -> None:
    """The turn of who has left is over at once, and a game that one is left in; what waited for
    him alone ends early (R12.3)."""
    if is_left(tx.snapshot):
        end_now(tx.game, tx.game.ask, tx.now)
    else:
        close_answered(tx.session, tx.snapshot, tx.now)
    if is_due(tx.game, tx.now):
        tx.session.hint("adjudicate", tx.id)
