"""A person's data is deleted: what names him goes, and the record of his games stays whole."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlmodel import SQLModel, col, select

from pbem.database import Session
from pbem.models import (
    DEAD,
    DONE,
    FINISHED,
    NEW,
    NOBODY,
    Address,
    Attachment,
    Bounce,
    CpuDay,
    Game,
    HeldTalk,
    Invitation,
    Letter,
    Login,
    Moderator,
    Observer,
    OpenGame,
    OpenSeat,
    Outbox,
    Person,
    Seat,
    SeatLink,
    SeatVisit,
    Sitter,
    Standby,
    Visit,
    WebSession,
    key_of,
)
from pbem.models.lobby import FULL, OPEN
from pbem.service.context import ServiceContext, ServiceRefusal, Transaction, begin, log
from pbem.service.players.addresses import addresses_of, player_named
from pbem.service.players.mentions import REMOVED, forget_mentions
from pbem.service.snapshots import load_game

GONE = "Deleted"
"""What a person is called whose data is deleted."""
NOWHERE = "deleted.invalid"
_OF_PERSON = (
    (Address, "addresses"),
    (CpuDay, "counts of CPU used"),
    (HeldTalk, "texts held back"),
    (Login, "links into the console"),
    (Observer, "games watched"),
    (SeatLink, "links to seats' pages"),
    (SeatVisit, "open pages of seats"),
    (Sitter, "seats played for others"),
    (Standby, "places on standby lists"),
    (WebSession, "visits to the console"),
    (OpenSeat, "places in games not started"),
)
"""Tables of which his rows go, and what they are called."""

Deleted = dict[str, int]
"""How many of each kind went, or would go; kinds of which there were none are left out."""


def delete_person(
    service: ServiceContext, email: str, *, is_dry: bool = False
) -> Deleted | ServiceRefusal:
    """Delete the data of the person who has an address, who plays and moderates no more.

    A dry run does all of it and takes it back.
    """
    with begin(service, service.clock()) as tx:
        person = player_named(tx.session, email)
        if isinstance(person, ServiceRefusal):
            return person
        deleted = delete_data(tx, person)
        if is_dry:
            tx.session.rollback()
        elif not isinstance(deleted, ServiceRefusal):
            log.info("person deleted", player=key_of(person))
        return deleted


def delete_data(tx: Transaction, person: Person) -> Deleted | ServiceRefusal:
    """Delete what is kept of a person in a transaction that is open; refused while he plays."""
    why = _still_there(tx, person)
    if why:
        return ServiceRefusal("still-there", why)
    key, rows = key_of(person), addresses_of(tx.session, person)
    own = sorted({person.email, *(row.email for row in rows if row.proved_at is not None)})
    nobody = f"deleted-{key}@{NOWHERE}"
    deleted = delete_rows(
        tx.session, [(name, table, col(table.person_id) == key) for table, name in _OF_PERSON]
    )
    deleted |= _forget_mail(tx.session, own, nobody) | forget_mentions(tx.session, own)
    person.email, person.name, person.zone, person.preferences = nobody, GONE, "UTC", {}
    person.suspended_why, person.turns_in_time = None, None
    person.list_at = person.listed_on = person.duties_on = None
    tx.session.add(person)
    tx.session.flush()
    return deleted


def _forget_mail(session: Session, own: list[str], nobody: str) -> Deleted:
    """His letters and the mails to him lose their words and his address."""
    is_his = sa.and_(col(Letter.mail_from).in_(own), col(Letter.state) == DONE)
    deleted = forget_letters(session, is_his, nobody)
    deleted |= forget_mails(session, col(Outbox.rcpt).in_(own), nobody)
    deleted |= forget_asked(session, Invitation, col(Invitation.email).in_(own))
    deleted |= forget_asked(session, Visit, col(Visit.email).in_(own))
    domains = sa.update(Visit).where(col(Visit.email).endswith(f"@{NOWHERE}"))
    session.execute(domains.values(domain=NOWHERE, line=""))
    return deleted | delete_rows(session, [("bounces", Bounce, col(Bounce.email).in_(own))])


def delete_rows(
    session: Session, doomed: Sequence[tuple[str, type[SQLModel], sa.ColumnElement[bool]]]
) -> Deleted:
    """Delete rows of tables, and count them by the names that they are given."""
    gone = [(name, _count(session, sa.delete(table).where(which))) for name, table, which in doomed]
    return {name: count for name, count in gone if count}


def forget_letters(session: Session, which: sa.ColumnElement[bool], nobody: str) -> Deleted:
    """Letters lose their bytes and their writer; that they came stays."""
    emptied = sa.update(Letter).where(which, col(Letter.mail_from) != nobody)
    return _some(
        "letters",
        _count(session, emptied.values(raw=b"", raw_digest="-", mail_from=nobody)),
    )


def forget_mails(session: Session, which: sa.ColumnElement[bool], nobody: str) -> Deleted:
    """Mails lose their words, files and reader, and go out no more; that they were stays."""
    mails = sa.select(col(Outbox.id)).where(which)
    files = _count(session, sa.delete(Attachment).where(col(Attachment.outbox_id).in_(mails)))
    session.execute(sa.update(Outbox).where(which, col(Outbox.state) == NEW).values(state=DEAD))
    forget = sa.update(Outbox).where(which, col(Outbox.rcpt) != nobody)
    count = _count(session, forget.values(rcpt=nobody, to_name="", body=REMOVED))
    return _some("mails", count) | _some("files of mails", files)


def forget_asked(
    session: Session, table: type[Visit] | type[Invitation], which: sa.ColumnElement[bool]
) -> Deleted:
    """Rows lose their address, and stay: mails are named by their numbers, which must not come
    again."""
    own_number = sa.cast(col(table.id), sa.String) + f"@{NOWHERE}"
    asked = sa.update(table).where(which, ~col(table.email).endswith(f"@{NOWHERE}"))
    name = "invitations" if table is Invitation else "mails asked for by strangers"
    return _some(name, _count(session, asked.values(email=own_number)))


def _some(name: str, count: int) -> Deleted:
    return {name: count} if count else {}


def _count(session: Session, statement: sa.Update | sa.Delete) -> int:
    result = session.execute(statement)
    assert isinstance(result, sa.CursorResult)
    return result.rowcount


def _still_there(tx: Transaction, person: Person) -> str:
    """Why a person's data cannot go yet; "" where it can."""
    playing = select(Seat, Game).where(Seat.game_id == Game.id, Seat.person_id == person.id)
    playing = playing.where(Seat.robot == NOBODY, Game.phase != FINISHED)
    for seat, game in tx.session.exec(playing.order_by(col(Game.id))).all():
        if load_game(tx.session, key_of(game)).is_in(seat.name):
            return f"{game.name} is still played by {seat.name}: RESIGN there first"
    moderated = select(Game.name).join(Moderator).where(Moderator.person_id == person.id)
    name = tx.session.exec(moderated.where(Game.phase != FINISHED).order_by(col(Game.id))).first()
    if name is not None:
        return f"{name} still has that moderator: somebody else must moderate it first"
    waiting = select(OpenGame.name).join(OpenSeat).where(OpenSeat.person_id == person.id)
    name = tx.session.exec(waiting.where(col(OpenGame.phase).in_((OPEN, FULL)))).first()
    return f"{name} has not started yet: LEAVE {name} first" if name is not None else ""
