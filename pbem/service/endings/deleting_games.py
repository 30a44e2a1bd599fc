"""The personal data of a game that is over is deleted: its record stays whole."""

from __future__ import annotations

import json
import re
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import (
    DEAD,
    DONE,
    FINISHED,
    NEW,
    Absence,
    Act,
    FormerToken,
    HeldTalk,
    HookCall,
    Invitation,
    Letter,
    Moderator,
    Observer,
    OpenGame,
    OpenSeat,
    OperatorNotice,
    Outbox,
    Person,
    Seat,
    SeatLink,
    SeatVisit,
    Sitter,
    Standby,
    Webhook,
    key_of,
)
from pbem.models.endings import Ending
from pbem.service.context import ServiceContext, ServiceRefusal, log
from pbem.service.players.deleting import (
    GONE,
    NOWHERE,
    Deleted,
    delete_rows,
    forget_asked,
    forget_letters,
    forget_mails,
)
from pbem.service.players.mentions import REMOVED
from pbem.service.transaction import GameTx, begin_named

_ADDRESS = re.compile(r"[^\s@<>()\"',;:]+@[^\s@<>()\"',;:]+")


def delete_game(
    service: ServiceContext, name: str, *, is_dry: bool = False
) -> Deleted | ServiceRefusal:
    """Delete what names people in a game that is over. Raises NoSuchGame.

    Its turns, orders, talk and dice stay under the names of its seats, whose addresses are closed.
    A dry run does all of it and takes it back.
    """
    with begin_named(service, name) as tx:
        why = _still_needed(tx)
        if why:
            return ServiceRefusal("still-needed", why)
        deleted = _delete(tx)
        if is_dry:
            tx.session.rollback()
        else:
            log.info("game's personal data deleted", game=name)
        return deleted


def _still_needed(tx: GameTx) -> str:
    """Why a game's personal data cannot go yet; "" where it can."""
    game, session = tx.game, tx.session
    if game.phase != FINISHED:
        return f"{game.name} is not over: end it first with pbem mod {game.name} 'END'"
    unread = select(Letter.id).where(Letter.game_id == tx.id, Letter.state == NEW)
    if session.exec(unread.limit(1)).first() is not None:
        return f"letters to {game.name} wait to be read: try again when `pbem letters` shows none"
    untold = select(Ending.id).where(Ending.game_id == tx.id, col(Ending.next_try_at).is_not(None))
    if session.exec(untold.limit(1)).first() is not None:
        return f"the end of {game.name} has not been told to its players: try again in a while"
    return ""


def _delete(tx: GameTx) -> Deleted:
    session, nobody = tx.session, f"deleted-game-{tx.id}@{NOWHERE}"
    _pass_on_bytes(session, tx.id)
    deleted = forget_letters(session, col(Letter.game_id) == tx.id, nobody)
    set_aside = sa.update(Letter).where(col(Letter.game_id) == tx.id, col(Letter.state) == DEAD)
    session.execute(set_aside.values(state=DONE, error=None))
    deleted |= forget_mails(session, col(Outbox.game_id) == tx.id, nobody)
    deleted |= _delete_rows(session, tx.id)
    deleted |= _close_lobby(session, tx.id)
    _scrub_acts(session, tx.id)
    vacated = _vacate(tx, nobody)
    return deleted | ({"seats, now nobody's": vacated} if vacated else {})


def _pass_on_bytes(session: Session, game_id: int) -> None:
    """A letter that also came to another game has its bytes here: the other one keeps them."""
    other, own = sa.orm.aliased(Letter), sa.orm.aliased(Letter)
    shared = sa.select(other, own).where(
        col(other.copy_of) == col(own.id),
        col(own.game_id) == game_id,
        col(other.game_id).is_distinct_from(game_id),
    )
    for copy, letter in session.execute(shared.order_by(col(other.id))).all():
        copy.raw, copy.copy_of = letter.raw, None
        session.add(copy)
    session.flush()


def _delete_rows(session: Session, game_id: int) -> Deleted:
    """What only serves those who play, watch or moderate."""
    seats = sa.select(col(Seat.id)).where(col(Seat.game_id) == game_id)
    hooks = sa.select(col(Webhook.id)).where(col(Webhook.game_id) == game_id)
    return delete_rows(
        session,
        [
            ("texts held back", HeldTalk, col(HeldTalk.seat_id).in_(seats)),
            ("links to seats' pages", SeatLink, col(SeatLink.seat_id).in_(seats)),
            ("open pages of seats", SeatVisit, col(SeatVisit.seat_id).in_(seats)),
            ("seats played for others", Sitter, col(Sitter.seat_id).in_(seats)),
            ("former addresses of seats", FormerToken, col(FormerToken.seat_id).in_(seats)),
            ("absences", Absence, col(Absence.game_id) == game_id),
            ("people who watched", Observer, col(Observer.game_id) == game_id),
            ("places on standby lists", Standby, col(Standby.game_id) == game_id),
            ("moderators", Moderator, col(Moderator.game_id) == game_id),
            ("calls outside", HookCall, col(HookCall.webhook_id).in_(hooks)),
            ("addresses called", Webhook, col(Webhook.game_id) == game_id),
            ("notices to the operator", OperatorNotice, col(OperatorNotice.game_id) == game_id),
        ],
    )


def _close_lobby(session: Session, game_id: int) -> Deleted:
    """Who joined and who was invited, where it was offered to all."""
    opened = sa.select(col(OpenGame.id)).where(col(OpenGame.game_id) == game_id)
    joined = [("players who had joined", OpenSeat, col(OpenSeat.open_game_id).in_(opened))]
    invited = forget_asked(session, Invitation, col(Invitation.open_game_id).in_(opened))
    return delete_rows(session, joined) | invited


def _scrub_acts(session: Session, game_id: int) -> None:
    """Mail addresses go out of the moderators' log; what was done stays in it."""
    for act in session.exec(select(Act).where(Act.game_id == game_id).order_by(col(Act.id))).all():
        act.command, act.said, act.why = map(_scrubbed, (act.command, act.said, act.why))
        act.by = _scrubbed(act.by)
        act.before, act.after = _scrubbed_value(act.before), _scrubbed_value(act.after)
        session.add(act)


def _scrubbed(text: str) -> str:
    return _ADDRESS.sub(REMOVED, text)


def _scrubbed_value(value: Any) -> Any:
    return value if value is None else json.loads(_scrubbed(json.dumps(value, ensure_ascii=False)))


def _vacate(tx: GameTx, email: str) -> int:
    """Nobody sits at the table any more, and no mail reaches its seats."""
    session = tx.session
    seats = session.exec(select(Seat).where(Seat.game_id == tx.id).order_by(col(Seat.place))).all()
    nobody = session.exec(select(Person).where(Person.email == email)).first()
    if nobody is None:
        nobody = Person(name=GONE, email=email, created_at=tx.now)
        session.add(nobody)
        session.flush()
    theirs = [seat for seat in seats if seat.person_id != nobody.id]
    for seat in theirs:
        seat.person_id, seat.token_hash = key_of(nobody), f"deleted-{key_of(seat)}"
        seat.token_seed, seat.thread_ids, seat.muted, seat.feed_number = "-", [], [], None
        session.add(seat)
    opened = sa.update(OpenGame).where(col(OpenGame.game_id) == tx.id)
    session.execute(opened.values(creator_id=key_of(nobody), password=""))
    tx.game.holds = []
    session.add(tx.game)
    session.flush()
    return len(theirs)
