"""Letters of one game in the web console: what came, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.plain import plain_text
from pbem.games.registry import has_order
from pbem.mail.letter import OurNames, ReceivedMail
from pbem.mail.letter import read_letter as read_mail
from pbem.models import WEB, Letter, Outbox, Seat, Sheet, key_of
from pbem.service.arriving.intake import whole
from pbem.service.codes import hide_secrets
from pbem.service.console.access import GameAccess, Page, access_of, mail_number, newest, page_of
from pbem.service.context import ServiceContext
from pbem.service.moderating.letter_list import for_rival
from pbem.service.players.tokens import hidden_ids, service_key

HIDDEN = "(hidden: you play, or the game is blind)"


@dataclass(frozen=True, slots=True)
class ConsoleLetter:
    """One letter of the list; `error` is hidden where its words are.

    Who plays sees no address, and not whose it is where players do not see who is waited for.
    """

    id: int
    received_at: datetime
    read_at: datetime | None
    mail_from: str
    seat: str
    state: str
    outcome: str
    accepted_by: str
    attempts: int
    note: str
    error: str


@dataclass(frozen=True, slots=True)
class LetterPage:
    """One letter with a label for each of its lines, and what became of it.

    `filed` are the sheets made of it, as (kind, turn, revision); `answers` the mails it was
    answered with, as (number, subject). Without `lines` they are hidden from who looks.
    """

    access: GameAccess
    line: ConsoleLetter
    subject: str
    is_cut: bool
    lines: tuple[tuple[str, str], ...]
    filed: tuple[tuple[str, int, int], ...]
    answers: tuple[tuple[int, str], ...]
    is_hidden: bool


def letters_page(
    service: ServiceContext, person_id: int, game_id: int, before: int | None = None
) -> tuple[GameAccess, Page[ConsoleLetter]] | None:
    """The letters of a game, the newest first; None where it is not his."""
    with service.database.read() as session:
        access = access_of(session, person_id, game_id, service.clock())
        if access is None:
            return None
        seats = seats_of(session, game_id)
        if not access.sees_letters:
            few = for_rival(session, service_key(session, service.settings.mail), game_id)
            lines = [_letter_line(row, seats, access, number) for number, row in few.items()]
            return access, Page(tuple(reversed(lines)))
        wanted = select(Letter).where(Letter.game_id == game_id)
        rows = newest(session, wanted, col(Letter.id), before)
    return access, page_of(rows, lambda row: _letter_line(row, seats, access), key_of)


def letter_page(
    service: ServiceContext, person_id: int, game_id: int, letter_id: int
) -> LetterPage | None:
    """One letter of a game; None where it is not of it, or not his."""
    with service.database.read() as session:
        access = access_of(session, person_id, game_id, service.clock())
        if access is None:
            return None
        row = session.get(Letter, letter_id)
        if not access.sees_letters:
            few = for_rival(session, service_key(session, service.settings.mail), game_id)
            row = few.get(letter_id)
        if row is None or row.game_id != game_id:
            return None
        line = _letter_line(row, seats_of(session, game_id), access, letter_id)
        if access.is_blind:
            return LetterPage(access, line, HIDDEN, False, (), (), (), True)
        mailed = read_mail(
            whole(session, row).raw,
            sent=lambda ids: _sent(session, row, ids),
            mail_from=row.mail_from,
            ours=OurNames((service.settings.mail.address,), (service.settings.mail.name,)),
            has_order=has_order,
        )
        sheets = select(Sheet.kind, Sheet.turn, Sheet.revision).where(Sheet.letter_id == row.id)
        return LetterPage(
            access=access,
            line=line,
            subject=hide_secrets(mailed.subject),
            is_cut=mailed.is_cut,
            lines=_labelled(row, mailed),
            filed=tuple((kind, turn, rev) for kind, turn, rev in session.exec(sheets).all()),
            answers=_answers(session, row, access),
            is_hidden=False,
        )


def _labelled(row: Letter, mailed: ReceivedMail) -> tuple[tuple[str, str], ...]:
    """Each line and what it was taken for; on a page all of it is new."""
    if row.transport == WEB:
        text = hide_secrets(mailed.body.strip("\n"))
        return tuple(("new", line) for line in text.split("\n"))
    return tuple((one.label.value, hide_secrets(one.text)) for one in mailed.lines)


def _letter_line(
    row: Letter, seats: dict[int, str], access: GameAccess, number: int | None = None
) -> ConsoleLetter:
    """A letter of the list; `number` is what it is called, where it is not by its own."""
    blind = access.is_blind
    error = (row.error or "").strip().rpartition("\n")[2]
    seat = seats.get(row.seat_id or 0, "a moderator" if row.moderator_id else "")
    return ConsoleLetter(
        id=number or row.id or 0,
        received_at=row.received_at,
        read_at=row.read_at,
        mail_from=HIDDEN if access.is_rival else hide_secrets(row.mail_from),
        seat=seat if access.sees_waited or row.seat_id is None else "a player",
        state=row.state,
        outcome="" if row.outcome == "-" else row.outcome,
        accepted_by="" if row.accepted_by == "-" else row.accepted_by,
        attempts=row.attempts,
        # It may name another letter by a number that counts all.
        note=hide_secrets(row.note or "") if access.sees_letters else "",
        error=HIDDEN if blind and error else hide_secrets(error),
    )


def seats_of(session: Session, game_id: int) -> dict[int, str]:
    """The names of a game's seats by their rows' numbers."""
    rows = session.exec(select(Seat.id, Seat.name).where(Seat.game_id == game_id)).all()
    return {seat_id: name for seat_id, name in rows if seat_id is not None}


def _sent(session: Session, letter: Letter, message_ids: Sequence[str]) -> str | None:
    """The text of the mail that a letter replies to, as it was when the letter was read."""
    seat = session.get(Seat, letter.seat_id) if letter.seat_id else None
    if seat is None:
        return None
    wanted = [form for one in message_ids[:20] if one for form in hidden_ids(seat, one)]
    rows = session.exec(
        select(Outbox).where(Outbox.seat_id == seat.id, col(Outbox.message_id).in_(wanted))
    ).all()
    answered = min(rows, key=lambda row: wanted.index(row.message_id), default=None)
    return plain_text(answered.body) if answered else None


def _answers(session: Session, letter: Letter, access: GameAccess) -> tuple[tuple[int, str], ...]:
    """The mails a letter was answered with; several letters may share one."""
    key = (letter.labels or {}).get("answer", "")
    keys = [f"ack:{letter.id}", *(f"ack:{letter.id}:{place}" for place in range(1, 10))]
    keys += [key, f"confirm:{letter.id}", f"asked:{letter.id}"]
    wanted = select(Outbox.id, Outbox.subject).where(col(Outbox.key).in_(keys), access.sees_mail)
    rows = session.exec(wanted.order_by(col(Outbox.id))).all()
    return tuple((mail_number(session, access, one or 0), hide_secrets(text)) for one, text in rows)
