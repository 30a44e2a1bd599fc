"""Writing to players: every mail is a row of the outbox, written with the change it tells of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.dml import ReturningUpdate
from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.mail_context import Mail
from pbem.mail.address import reply_address
from pbem.mail.compose import message_id_for
from pbem.mails.kinds import ANSWER, BY_ITSELF, COPY, KINDS, QUESTION, copy_of, purpose_of
from pbem.models import (
    BOTH,
    NEW,
    NOBODY,
    RUNNING,
    TEXT,
    Attachment,
    Game,
    Moderator,
    Outbox,
    Person,
    Seat,
)
from pbem.prepared import Prepared
from pbem.service.arriving.intake import HINT_GRACE
from pbem.service.context import Transaction
from pbem.service.mailing.page_links import end_links, keep_link, pages_url
from pbem.service.mailing.recipients import Recipient, recipient_meant, recipient_of
from pbem.service.mailing.silence import is_silenced, quiet_mail
from pbem.service.mailing.stopping import is_stopped
from pbem.service.players.tokens import Holder, hidden, keep_token, service_key, token_at
from pbem.service.preferences import after_quiet

THREAD_IDS = 8
"""Message-IDs of a thread that are kept beside its root."""
ACKNOWLEDGEMENT = "acknowledgement"
"""The kind of mail that answers a letter, and may wait for others to be answered with it."""


@dataclass(frozen=True, slots=True)
class Addressee:
    """Whom a mail goes to; a stranger has no game and no seat, and gets text alone.

    A moderator is written to as such, whether or not he has a seat too. With a `thread`, perhaps an
    empty one, the mail is in that thread and not in the one of game and seat. `reader` is what has
    just been found of who reads it; otherwise that is looked up.
    """

    rcpt: str
    name: str = ""
    game: Game | None = None
    seat: Seat | None = None
    format: str = TEXT
    player: Person | None = None
    moderator: Moderator | None = None
    thread: tuple[str, ...] | None = None
    reader: Recipient | None = None

    @property
    def holder(self) -> Holder | None:
        """Whose address and thread the mail has."""
        return self.moderator or self.seat


def addressee(game: Game, seat: Seat, player: Person, reader: Recipient | None = None) -> Addressee:
    """A player at his registered address, whatever address he wrote from."""
    return Addressee(player.email, player.name, game, seat, player.format, player, reader=reader)


_FRESH_SEAT = (
    select(Seat)
    .where(col(Seat.id) == sa.bindparam("id"))
    .with_for_update(key_share=True)
    .execution_options(populate_existing=True)
)


def lock_seat(session: Session, seat: Seat) -> Seat:
    """A seat's row as it is now, locked until the transaction ends.

    Never merge a row that was read before: it would undo what others have changed since.
    """
    if seat.id in session.locked_seats:
        # It is read anew; what has been counted in it must be in the tables by then.
        session.flush()
    session.locked_seats.add(seat.id)
    return session.exec(_FRESH_SEAT, params={"id": seat.id}).one()


@dataclass(frozen=True, slots=True)
class SendWindow:
    """When a mail may go out at the earliest, and until when it is of use."""

    not_before: datetime | None = None
    until_at: datetime | None = None


def addressee_of(person: Person) -> Addressee:
    """A person, about no seat of his."""
    return Addressee(person.email, person.name, format=person.format, player=person)


AT_ONCE = SendWindow()


def post(
    tx: Transaction, to: Addressee, mail: Mail, key: str, window: SendWindow = AT_ONCE
) -> None:
    """Put a mail into the outbox with its files, in the thread of its game and seat.

    Nothing goes to a robot; what may wait waits for the end of quiet hours. `key` exists once.
    What HTML would show is not kept for who gets text alone.
    """
    seat, game, session, now = to.seat, to.game, tx.session, tx.now
    if seat is not None and (seat.robot != NOBODY or _is_unwanted(seat, mail)):
        return
    reader = to.reader or _reader(tx, to)
    is_silent = is_silenced(tx, reader, purpose_of(mail), game.id if game else None)
    if is_silent is None:
        key, mail = f"quiet:{key}", quiet_mail(tx, to.player)
    elif is_silent:
        return
    may_go_at = max(window.not_before or now, send_at(mail, to.player, game, now))
    if seat is not None and KINDS[mail.kind].comes_last:
        _send_answers(session, seat, now)
    _put(
        tx,
        to,
        mail,
        is_due=may_go_at <= now,
        key=key,
        turn=game.turn if game else None,
        rcpt=reader.rcpt,
        next_try_at=max(may_go_at, now + HINT_GRACE),
        due_at=may_go_at if may_go_at > now else None,
        useless_after_at=window.until_at,
    )
    if reader.sitter_id is not None and not KINDS[mail.kind].for_its_player:
        sitter = session.get_one(Person, reader.sitter_id)
        copy = replace(to, rcpt=sitter.email, name=sitter.name, format=sitter.format, player=sitter)
        post(tx, replace(copy, reader=None), copy_of(mail), f"{COPY}:{key}", window)


def _reader(tx: Transaction, to: Addressee) -> Recipient:
    seat_id = to.seat.id if to.seat else None
    most = tx.mail.answers_an_hour
    return recipient_of(tx.session, recipient_meant(to.player, to.rcpt, seat_id, most, tx.now))


def recall_reminders(session: Session, game: Game, now: datetime) -> None:
    """The game is over: what still waits to ask for something is of no use any more."""
    session.execute(
        sa.update(Outbox)
        .where(
            col(Outbox.game_id) == game.id,
            col(Outbox.state) == NEW,
            col(Outbox.kind).in_([kind.name for kind in KINDS.values() if kind.asks]),
        )
        .values(useless_after_at=now)
    )


# Past the ORM, which takes longer than the database.
_POSTED = Prepared(sa.insert(Outbox).returning(sa.type_coerce(col(Outbox.id), sa.Integer)))


def _put(tx: Transaction, to: Addressee, mail: Mail, *, is_due: bool, **row: Any) -> None:
    """Insert a mail's row and its files, and lengthen the thread it stands in."""
    session, settings, key, holder = tx.session, tx.mail, row["key"], to.holder
    if holder is not None:
        keep_token(session, settings, holder, tx.now)
    secret = service_key(session, settings)
    # By the mails to its reader alone: an id must not tell him how many went to others.
    what = f"{_whose(holder)}:{_count(session, holder)}" if holder else f"key:{key}"
    token = hidden(holder) if holder else token_at(secret, what, 0)
    own_thread = list(holder.thread_ids) if holder else []
    thread = own_thread if to.thread is None else list(to.thread)
    row |= {
        "purpose": purpose_of(mail),
        "game_id": to.game.id if to.game else None,
        "seat_id": to.seat.id if to.seat else None,
        "moderator_id": to.moderator.id if to.moderator else None,
        "kind": mail.kind,
        "to_name": to.name,
        "subject": mail.subject,
        "body": mail.body,
        "format": to.format,
        "message_id": message_id_for(secret, what, settings.domain, token),
        "in_reply_to": thread[-1] if thread else None,
        "references": thread,
        "reply_to": reply_address(settings.address, token) if holder else settings.address,
        "created_at": tx.now,
        "state": NEW,
        "attempts": 0,
    }
    outbox_id: int = _POSTED.scalar(session.connection(), row)
    _keep_way_in(tx, to, mail, row)
    _attach(session, outbox_id, to.format, mail)
    if is_due:
        session.hint("deliver", outbox_id)
    if holder is not None and mail.kind != COPY and to.thread is None:
        _lengthen(session, holder, [*own_thread, row["message_id"]])


def _keep_way_in(tx: Transaction, to: Addressee, mail: Mail, row: dict[str, Any]) -> None:
    """A mail about a seat brings the way into its page; a new report ends those before."""
    if to.seat is None or to.moderator is not None or KINDS[mail.kind].is_secret:
        return
    if to.player is not None and pages_url(tx.service.settings, row["rcpt"]):
        if mail.kind == "turn" and row["purpose"] == BY_ITSELF:
            end_links(tx.session, to.seat, tx.now)
        keep_link(tx, to.seat, to.player, row)


def _whose(holder: Holder) -> str:
    return f"{'seat' if isinstance(holder, Seat) else 'moderator'}:{holder.id}"


def _counting(table: type[Holder]) -> ReturningUpdate[int]:
    own = sa.update(table).where(col(table.id) == sa.bindparam("holder"))
    return own.values(mails=table.mails + 1).returning(col(table.mails))


_COUNTED = {table: _counting(table) for table in (Seat, Moderator)}


def _count(session: Session, holder: Holder) -> int:
    """The number of the next mail to a seat or moderator, counted in its row."""
    if isinstance(holder, Seat) and holder.id in session.locked_seats and holder in session:
        holder.mails += 1
        return holder.mails
    # Not by the row that was read: another may have counted since.
    counted = _COUNTED[type(holder)]
    found: int = session.connection().execute(counted, {"holder": holder.id}).scalar_one()
    return found


def _is_unwanted(seat: Seat, mail: Mail) -> bool:
    """Whether its player has stopped mails of that kind; what he asks for still comes."""
    return is_stopped(seat, mail.kind) and purpose_of(mail) != ANSWER


def _lengthen(session: Session, holder: Holder, ids: list[str]) -> None:
    """Keep the thread with its newest mail: the root and those sent last."""
    holder.thread_ids = [ids[0], *ids[1:][-THREAD_IDS:]]
    session.add(holder)


def _send_answers(session: Session, seat: Seat, now: datetime) -> None:
    """Let the answer that waits for more letters go out at once: something else has happened."""
    # One waits at most: while it does, all that is answered goes into it.
    row = newest_mail(session, seat, ACKNOWLEDGEMENT)
    if row is None or row.state != NEW or row.attempts or row.next_try_at <= now + HINT_GRACE:
        return
    row.next_try_at = now + HINT_GRACE
    session.add(row)
    session.hint("deliver", row.id)


def _attach(session: Session, outbox_id: int, form: str, mail: Mail) -> None:
    wanted = [file for file in mail.attachments if form == BOTH or file.cid is None]
    for place, file in enumerate(wanted):
        session.add(
            Attachment(
                outbox_id=outbox_id,
                place=place,
                name=file.name,
                type=file.type,
                cid=file.cid,
                content=file.content,
                view=file.view,
            )
        )


def is_posted(session: Session, key: str) -> bool:
    """Whether the mail of that key has been written, sent or not."""
    return session.exec(select(Outbox.id).where(Outbox.key == key)).first() is not None


# Built once, as every letter asks: to build it takes longer than to run it.
_NEWEST = (
    select(Outbox)
    .where(Outbox.seat_id == sa.bindparam("seat"), Outbox.kind == sa.bindparam("kind"))
    .order_by(col(Outbox.id).desc())
    .limit(1)
    .with_for_update()
    .execution_options(populate_existing=True)
)


def newest_mail(session: Session, seat: Seat, kind: str) -> Outbox | None:
    """The row as it is now, locked until the transaction ends; None before the first."""
    return session.exec(_NEWEST, params={"seat": seat.id, "kind": kind}).first()


def send_at(mail: Mail, player: Person | None, game: Game | None, now: datetime) -> datetime:
    """The moment a mail may go out; `now` where nothing holds it back.

    Quiet hours never cost a player more than half of the time that is left to him, except for
    reminders, which are for people who are awake.
    """
    waits = KINDS[mail.kind].waits
    if player is None or waits == "never" or purpose_of(mail) in (ANSWER, QUESTION):
        return now
    at = after_quiet(player, now)
    if waits == "always":
        return at
    due_at = game.due_at if game is not None and game.phase == RUNNING else None
    if due_at is not None and at > now + (due_at - now) / 2:
        return now
    return at


def reaches_before(deadline_at: datetime, player: Person, now: datetime) -> bool:
    """Whether what is written now reaches its reader before a deadline, his quiet hours kept."""
    return after_quiet(player, now) < deadline_at
