"""A person's data is deleted: what names him goes, and the record of his games stays whole."""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.models import (
    DEAD,
    DONE,
    FINISHED,
    NEW,
    NOBODY,
    Address,
    Attachment,
    Bounce,
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
from pbem.service.snapshots import load_game

GONE, REMOVED = "Deleted", "[deleted]"
"""What a person is called whose data is deleted, and what stands where his words were."""
_OF_PERSON = (
    *(Address, HeldTalk, Login, Observer, SeatLink, SeatVisit, Sitter, Standby, WebSession),
    OpenSeat,
)
"""Tables of which his rows go."""


def delete_person(service: ServiceContext, email: str) -> ServiceRefusal | None:
    """Delete the data of the person who has an address, who plays and moderates no more."""
    with begin(service, service.clock()) as tx:
        person = player_named(tx.session, email)
        if isinstance(person, ServiceRefusal):
            return person
        return delete_data(tx, person)


def delete_data(tx: Transaction, person: Person) -> ServiceRefusal | None:
    """Delete what is kept of a person in a transaction that is open; refused while he plays."""
    why = _still_there(tx, person)
    if why:
        return ServiceRefusal("still-there", why)
    key, rows = key_of(person), addresses_of(tx.session, person)
    own = sorted({person.email, *(row.email for row in rows if row.proved_at is not None)})
    nobody = f"deleted-{key}@deleted.invalid"
    for table in _OF_PERSON:
        tx.session.execute(sa.delete(table).where(col(table.person_id) == key))
    _forget_mail(tx, own, nobody)
    person.email, person.name, person.zone, person.preferences = nobody, GONE, "UTC", {}
    person.suspended_why, person.turns_in_time = None, None
    person.list_at, person.listed_on = None, None
    tx.session.add(person)
    tx.session.flush()
    log.info("person deleted", player=key)
    return None


def _forget_mail(tx: Transaction, own: list[str], nobody: str) -> None:
    """His letters and the mails to him lose their words and his address."""
    session = tx.session
    letters = sa.update(Letter).where(col(Letter.mail_from).in_(own), col(Letter.state) == DONE)
    session.execute(letters.values(raw=b"", raw_digest="-", mail_from=nobody))
    mails = sa.select(col(Outbox.id)).where(col(Outbox.rcpt).in_(own))
    session.execute(sa.delete(Attachment).where(col(Attachment.outbox_id).in_(mails)))
    unsent = sa.update(Outbox).where(col(Outbox.rcpt).in_(own), col(Outbox.state) == NEW)
    session.execute(unsent.values(state=DEAD))
    told = sa.update(Outbox).where(col(Outbox.rcpt).in_(own))
    session.execute(told.values(rcpt=nobody, to_name="", body=REMOVED))
    # These rows stay: mails are named by their numbers, which must not come again.
    for table in (Visit, Invitation):
        own_number = sa.cast(col(table.id), sa.String) + "@deleted.invalid"
        asked = sa.update(table).where(col(table.email).in_(own))
        session.execute(asked.values(email=own_number))
    domains = sa.update(Visit).where(col(Visit.email).endswith("@deleted.invalid"))
    session.execute(domains.values(domain="deleted.invalid", line=""))
    session.execute(sa.delete(Bounce).where(col(Bounce.email).in_(own)))


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
