"""A seat gets another player: its address, its orders, its clock, and who is told (R12.7)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.mails.seats import NewPlayer, departure_mail, taken_mail
from pbem.models import NOBODY, RUNNING, Game, Person, Seat, Talk, key_of
from pbem.service.clocks import move_ask, open_asks, wait_end
from pbem.service.context import log
from pbem.service.game_settings import is_anonymous
from pbem.service.mailing.robot_seats import queue_robot_letter, writes_now
from pbem.service.players.tokens import renew
from pbem.service.seats.moderators import moderators_of
from pbem.service.seats.newcomers import welcome_newcomer
from pbem.service.seats.predecessors import detach_player
from pbem.service.time_banks import give_bank
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
            lambda context: departure_mail(context, "replaced", why=why),
            f"replaced:{seat.id}:{seat.token_number}",
        )
    detach_player(tx, seat, player)
    _renew_row(tx, seat, player, robot)
    is_closed = game.closed_at is not None
    snapshot = tx.reload()
    asks = [ask for ask in snapshot.status.asks if seat.name in ask.seats]
    mine = (
        []
        if is_closed
        else [ask.key for ask in asks if seat.name in awaited(session, snapshot, ask, now)]
    )
    if robot == NOBODY:
        give_bank(game, seat.name, now)
    is_moved = robot == NOBODY and _full_phase(game, mine, now)
    tx.touch()
    if robot == NOBODY:
        welcome_newcomer(tx, seat, is_mine=bool(mine))
    elif writes_now(snapshot, seat):
        queue_robot_letter(session, tx.mail, seat, game, now)
    chairs = [one.id for _, one in moderators_of(session, tx.id)]
    name = "Somebody else" if is_anonymous(game) else player.name
    newcomer = NewPlayer(seat.name, name, has_moderated=player.id in chairs)
    tx.notify_seats(
        lambda context: taken_mail(context, newcomer, is_moved=is_moved, why=why),
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
    seat.reported_seq, seat.reported_talk = tx.game.seq, newest or 0
    seat.muted, seat.silence, seat.misses, seat.late_turns = [], "pass", [], []
    seat.asks, seat.ready_unless_attacked, seat.length = OWN, 0, "-"
    seat.offered_at = seat.resigns_at = None
    tx.session.add(seat)
    tx.session.flush()


def _full_phase(game: Game, keys: Collection[str], now: datetime) -> bool:
    """Give what the seat is asked its whole length from now; no deadline is moved to an earlier
    moment."""
    moved = False
    for opened in open_asks(game) if game.phase == RUNNING else ():
        end = wait_end(game, opened.key, opened.kind, now)
        if opened.key in keys and end > opened.deadline_at:
            move_ask(game, opened.key, end, now)
            moved = True
    return moved
