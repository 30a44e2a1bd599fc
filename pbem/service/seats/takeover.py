"""A seat gets another player: its address, its orders, its clock, and who is told (R12.7)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.clock import deadline_after
from pbem.database import Session
from pbem.games.contract.reports import Issue
from pbem.games.contract.values import SheetKey
from pbem.mails.seats import NewPlayer, departure_mail, taken_mail, welcome_mail
from pbem.models import (
    DONE,
    HELD,
    NEW,
    NOBODY,
    RUNNING,
    Absence,
    Game,
    Letter,
    Person,
    Seat,
    Sheet,
    Standby,
    Talk,
    key_of,
)
from pbem.service.absence import OVER
from pbem.service.clocks import (
    clock_of,
    clock_sentence,
    kind_of_wait,
    move_ask,
    open_asks,
)
from pbem.service.context import log
from pbem.service.game_settings import is_anonymous
from pbem.service.history.reporting import report_for
from pbem.service.mailing.robot_seats import queue_robot_letter, writes_now
from pbem.service.orders.lookups import since_own_turn
from pbem.service.players.tokens import renew
from pbem.service.seats.confirming import UNUSED
from pbem.service.seats.moderators import moderators_of
from pbem.service.seats.sitting import end_sitter
from pbem.service.seats.standby import close_offer
from pbem.service.snapshots import REPEATED, GameSnapshot, about_for
from pbem.service.transaction import GameTx
from pbem.service.waits import OWN, awaited

AT_ONCE = timedelta(0)


def hand_over(tx: GameTx, seat: Seat, player: Person, why: str = "", robot: str = NOBODY) -> bool:
    """Let a player have a seat, a locked row; True if the game's deadline was moved.

    With a kind of `robot` that is the player, who needs no time to think and no word of the game.

    Nothing the former player sends reaches the seat any more: its address is new at once, and what
    he sent that is unread stays so. Standing orders stay, orders for the open turn go. Where
    the game waits for the seat it waits a full phase from now, and never less than before; where
    its results are held for the moderator they stay as they are.
    """
    session, game, now = tx.session, tx.game, tx.now
    tx.reload()
    if seat.robot == NOBODY:
        tx.notify_seat(
            seat.name,
            lambda about: departure_mail(about, "replaced", why=why),
            f"replaced:{seat.id}:{seat.token_number}",
        )
    close_offer(tx, seat, "too-late", but=player)
    end_sitter(tx, seat)
    _close_letters(session, seat, now)
    is_closed = game.closed_at is not None
    if not is_closed:
        _clear_sheets(session, tx.snapshot, seat)
    _end_absences(session, seat, now)
    session.execute(
        sa.update(Standby)
        .where(col(Standby.person_id) == player.id, col(Standby.game_id) == game.id)
        .values(left_at=now)
    )
    _renew_row(tx, seat, player, robot)
    snapshot = tx.reload()
    asks = [ask for ask in snapshot.status.asks if seat.name in ask.seats]
    mine = (
        []
        if is_closed
        else [ask.key for ask in asks if seat.name in awaited(session, snapshot, ask, now)]
    )
    is_moved = robot == NOBODY and _full_phase(game, mine, now)
    tx.touch()
    if robot == NOBODY:
        _notify_newcomer(tx, seat, is_mine=bool(mine))
    elif writes_now(snapshot, seat):
        queue_robot_letter(session, tx.mail, seat, game, now)
    chairs = [one.id for _, one in moderators_of(session, tx.id)]
    name = "Somebody else" if is_anonymous(game) else player.name
    newcomer = NewPlayer(seat.name, name, has_moderated=player.id in chairs)
    tx.notify_seats(
        lambda about: taken_mail(about, newcomer, is_moved=is_moved, why=why),
        f"taken:{seat.id}:{seat.token_number}",
        but=(seat.name,),
    )
    log.info("seat taken", game=game.id, seat=seat.id)
    return is_moved


def _renew_row(tx: GameTx, seat: Seat, player: Person, robot: str) -> None:
    """The seat as a newcomer finds it: what was said aloud is his to read, diaries are not."""
    renew(tx.session, tx.mail, seat, tx.now, AT_ONCE)
    heard = select(sa.func.max(col(Talk.id))).where(Talk.game_id == tx.id)
    newest = tx.session.exec(heard).one()
    seat.person_id, seat.robot = key_of(player), robot
    seat.thread_ids = []
    seat.told_seq, seat.told_talk = tx.game.seq, newest or 0
    seat.muted, seat.silence, seat.misses, seat.late_turns = [], "pass", [], []
    seat.asks, seat.ready_unless_attacked, seat.length = OWN, 0, "-"
    seat.offered_at = seat.resigns_at = None
    tx.session.add(seat)
    tx.session.flush()


def _close_letters(session: Session, seat: Seat, now: datetime) -> None:
    """What the former player sent and nobody has read, and what is held for him, is not used.

    A letter that is being read is left alone, for whoever reads it waits for the game's lock; he
    finds the game changed, and the letter is then no longer the seat's.
    """
    waiting = sa.or_(col(Letter.state) == NEW, col(Letter.outcome) == HELD)
    wanted = select(Letter).where(col(Letter.seat_id) == seat.id, waiting)
    for letter in session.exec(wanted.with_for_update(skip_locked=True)).all():
        letter.state, letter.outcome, letter.read_at = DONE, UNUSED, now
        letter.note = "not read: somebody else plays the seat now"
        session.add(letter)


def _clear_sheets(session: Session, snapshot: GameSnapshot, seat: Seat) -> None:
    """Orders on file for this turn and those to come; an announced script stands (R12.2)."""
    own = snapshot.status.sheets[seat.name]
    gone = sa.delete(Sheet).where(col(Sheet.seat_id) == seat.id)
    if not snapshot.is_frozen(seat.name):
        session.execute(gone.where(*_is_under(own)))
    to_come = sa.and_(col(Sheet.kind) == own.kind, col(Sheet.turn) > own.turn)
    session.execute(gone.where(sa.or_(to_come, col(Sheet.kind) == REPEATED.kind)))
    for ask in snapshot.status.asks:
        if ask.sheet is not None:
            session.execute(gone.where(*_is_under(ask.sheet)))


def _is_under(key: SheetKey) -> tuple[sa.ColumnElement[bool], ...]:
    return col(Sheet.kind) == key.kind, col(Sheet.turn) == key.turn, col(Sheet.part) == key.part


def _end_absences(session: Session, seat: Seat, now: datetime) -> None:
    session.execute(
        sa.update(Absence)
        .where(col(Absence.seat_id) == seat.id, col(Absence.until_at) > now)
        .values(state=OVER, until_at=now)
    )


def _full_phase(game: Game, keys: Collection[str], now: datetime) -> bool:
    """Give what the seat is asked its whole length from now; no deadline is moved to an earlier
    moment."""
    moved = False
    for opened in open_asks(game) if game.phase == RUNNING else ():
        end = deadline_after(clock_of(game), kind_of_wait(game, opened.kind), now)
        if opened.key in keys and end > opened.deadline_at:
            move_ask(game, opened.key, end, now)
            moved = True
    return moved


def _notify_newcomer(tx: GameTx, seat: Seat, *, is_mine: bool) -> None:
    """What the seat is and how it stands; `is_mine` is whether the game waits for it."""
    name, key = seat.name, f"taken:{seat.id}:{seat.token_number}"
    texts, about_clock = list(seat.policies), clock_sentence(tx.game)
    tx.notify_seat(
        name, lambda about: welcome_mail(about, texts, about_clock, is_mine=is_mine), key
    )
    snapshot = tx.snapshot
    about = about_for(snapshot, name, tx.now, deadline_at=tx.shown_deadline)
    events = since_own_turn(tx.session, snapshot, name)
    report = report_for(snapshot, about, Issue(events=events, is_asked=True, is_anew=True))
    if report is not None:
        tx.post_to(name, report, f"report:{key}")
