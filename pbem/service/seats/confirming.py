"""Letters held until their player says that they are his: asking, and what CONFIRM does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mail.letter import read_letter as read_mail
from pbem.mails.kinds import as_question
from pbem.mails.senders import Asking, DoubtfulLetter, HeldOutcome, SenderDoubt, confirm, confirmed
from pbem.models import HELD, NEW, ORDERS, Game, Letter, Person, Seat, Turn
from pbem.service.arriving.intake import whole
from pbem.service.codes import is_one_of
from pbem.service.context import ServiceContext, Transaction, begin, log
from pbem.service.mailing.asking import MOST_ASKED, questions_left
from pbem.service.mailing.proving import claim
from pbem.service.mailing.unread import close_unread, hint_next
from pbem.service.players.addresses import first_is_proved
from pbem.service.players.senders import Finding
from pbem.service.players.tokens import service_code
from pbem.service.transaction import GameTx, on

LIFE = timedelta(days=7)
"""How long a held letter may be released by its player."""
MOST_CODES = 5
"""CONFIRM lines of one letter that are looked at."""
UNUSED = "unused"
"""The outcome of a letter that was released too late to be read as its seat's."""
_CONFIRM = re.compile(
    r"[\s>*#]*CONFIRM(?P<always>\s+ALWAYS)?[\s:]+(?!ALWAYS\b)(?P<code>[A-Z2-7][A-Z2-7-]{3,15})\W*",
    re.I,
)
_WITHOUT_CODE = re.compile(r"\s*CONFIRM(\s+ALWAYS)?\W*", re.I)
NO_CODE = (
    "CONFIRM needs the code of the mail that asked whether a letter is yours: CONFIRM code lets "
    "that letter count, CONFIRM ALWAYS code also lets you write from where it came once you have "
    "sent back the code that is mailed there."
)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A CONFIRM line; `always` also asks the address of that letter whether it is the player's.

    `code` is "" where a letter says CONFIRM and nothing else.
    """

    code: str
    always: bool


def confirmations(text: str) -> tuple[list[Confirmation], int]:
    """The CONFIRM lines of a letter's new text, and how many other lines it has."""
    found, others = [], 0
    for line in text.splitlines():
        match = _CONFIRM.fullmatch(line)
        if match:
            found.append(Confirmation(match["code"], bool(match["always"])))
        elif line.strip():
            others += 1
    if others == len(without := _without_code(text)) and not found:
        return [Confirmation("", False) for _ in without[:1]], 0
    return found, others


def lacks_code(text: str) -> bool:
    """Whether a letter's new text has CONFIRM without a code."""
    return bool(_without_code(text))


def _without_code(text: str) -> list[str]:
    return [line for line in text.splitlines() if _WITHOUT_CODE.fullmatch(line)]


def hold(
    service: ServiceContext, letter: Letter, mailed: Mailed, finding: Finding, now: datetime
) -> bool:
    """Keep a letter unread and ask its player, at his registered address; True if this call did."""
    assert finding.seat is not None and finding.player is not None
    with begin(service, now) as tx:
        session = tx.session
        row = close_unread(session, letter, HELD, now)
        if row is None:
            return False
        row.seat_id, row.game_id = finding.seat.id, finding.seat.game_id
        why: SenderDoubt = "no-token" if finding.evidence.token != "seat" else "other-address"
        if why == "other-address" and finding.evidence.sender == "own":
            why = "forged"
        row.note, row.asks_player = f"held: {_WHY[why]}", True
        hint_next(session, row)
        left = questions_left(session, row, now)
        if not left:
            row.note += "; its player has been asked often enough today"
        else:
            code = code_for(service, session, row)
            game_tx = _on_game_of(tx, finding.seat)
            deadline_at = game_tx.game.deadline_at
            context = game_tx.context_for(finding.seat.name, deadline_at=deadline_at)
            shown = DoubtfulLetter(mailed.from_addr, mailed.subject, row.received_at)
            mail = confirm(context, why, shown, Asking(code, MOST_ASKED, left == 1))
            # Who wrote to the plain address has shown nothing at all.
            is_to_seat = finding.evidence.token == "seat"
            mail = mail if is_to_seat else as_question(mail)
            game_tx.post_to(finding.seat.name, mail, f"confirm:{row.id}")
    log.warning("letter held", letter=letter.id, why=why)
    return True


_WHY = {
    "other-address": "it came from an address that is not registered",
    "forged": "our own mail server says that it is not from the address it bears",
    "no-token": "it was not sent to a seat's address, and nothing vouches for its sender",
}


def code_for(service: ServiceContext, session: Session, letter: Letter) -> str:
    """The code that releases a held letter."""
    return service_code(session, service.settings.mail, "letter", letter.digest)


def take_confirmations(
    service: ServiceContext,
    letter: Letter,
    finding: Finding,
    found: tuple[Sequence[Confirmation], int],
    now: datetime,
) -> bool:
    """Do what the CONFIRM lines of a seat's letter say, and tell its player.

    `found` are those lines and how many others it has.
    """
    assert finding.seat is not None and finding.player is not None
    asked, others = found
    with begin(service, now) as tx:
        session = tx.session
        row = close_unread(session, letter, "confirmation", now)
        if row is None:
            return False
        row.note = None
        row.seat_id, row.game_id = finding.seat.id, finding.seat.game_id
        hint_next(session, row)
        game_tx = _on_game_of(tx, finding.seat)
        seat = game_tx.seat(finding.seat.name)
        context = game_tx.context_for(seat.name, deadline_at=game_tx.game.deadline_at)
        player = session.get_one(Person, finding.player.id)
        for at, one in enumerate(asked[:MOST_CODES]):
            held, outcome = _redeem(service, session, seat, one.code, row.received_at)
            asked_there = ""
            if held is not None:
                first_is_proved(session, player, now)
            if one.always and held is not None and outcome in ("read", "superseded", "missed"):
                asked_there = claim_sender(service, session, held, player, now)
            at_ = held.received_at if held else None
            if outcome == "no-code":
                at_ = next((h.received_at for h in _waiting(session, seat, row.received_at)), None)
            mail = confirmed(context, outcome, at_, asked_there, others)
            game_tx.post_to(seat.name, mail, f"ack:{row.id}:{at}")
    log.info("letter confirms", letter=letter.id)
    return True


def _redeem(
    service: ServiceContext, session: Session, seat: Seat, code: str, at: datetime
) -> tuple[Letter | None, HeldOutcome]:
    """The held letter that a code names, released where it can be."""
    held = _named(service, session, seat, code)
    if held is None:
        return None, "unknown" if code else "no-code"
    if at > held.received_at + LIFE:
        return held, "expired"
    return held, release(session, held, "code", at)


def names_held(
    service: ServiceContext, session: Session, seat: Seat, asked: Sequence[Confirmation]
) -> bool:
    """Whether one of the codes is that of a letter held for the seat."""
    return any(_named(service, session, seat, one.code) is not None for one in asked[:MOST_CODES])


def _named(service: ServiceContext, session: Session, seat: Seat, code: str) -> Letter | None:
    rows = _waiting(session, seat)
    found = [row for row in rows if is_one_of(code, [code_for(service, session, row)])]
    return found[0] if found else None


def _waiting(session: Session, seat: Seat, at: datetime | None = None) -> Sequence[Letter]:
    """The letters held for a seat, those whose code is still good at `at`."""
    waiting = select(Letter).where(
        Letter.seat_id == seat.id, Letter.outcome == HELD, col(Letter.asks_player)
    )
    if at is not None:
        waiting = waiting.where(col(Letter.received_at) >= at - LIFE)
    return session.exec(waiting.order_by(col(Letter.id))).all()


def release(session: Session, held: Letter, by: str, now: datetime) -> HeldOutcome:
    """Let a letter be read, with its own time of arrival, unless that would undo a later one."""
    held.accepted_by = by
    session.add(held)
    if run_since(session, held):
        held.outcome, held.note = UNUSED, "not used: a turn has been run since it came"
        return "missed"
    if _read_since(session, held):
        held.outcome, held.note = UNUSED, "not used: a later letter of the seat has been read"
        return "superseded"
    requeue(session, held, now)
    return "read"


def requeue(session: Session, held: Letter, now: datetime) -> None:
    """A letter that was held is unread again, and a worker is told of it."""
    held.state, held.outcome, held.attempts, held.error = NEW, "-", 0, None
    held.note, held.next_try_at, held.unended = None, now, 0
    session.flush()
    session.hint("read_letter", held.id)


def run_since(session: Session, held: Letter) -> bool:
    """Whether a turn that counts has been run since a letter came."""
    run = select(Turn.number).where(
        Turn.game_id == held.game_id, Turn.resolved_at >= held.received_at, Turn.undone == 0
    )
    return session.exec(run.limit(1)).first() is not None


def _read_since(session: Session, held: Letter) -> bool:
    later = select(Letter.id).where(
        Letter.seat_id == held.seat_id,
        Letter.outcome == ORDERS,
        Letter.received_at > held.received_at,
        Letter.id != held.id,
    )
    return session.exec(later.limit(1)).first() is not None


def claim_sender(
    service: ServiceContext, session: Session, held: Letter, player: Person, now: datetime
) -> str:
    """Ask the address of a held letter whether it is the player's; "" where it is not asked."""
    raw = whole(session, held).raw
    sender = read_mail(raw, mail_from=held.mail_from).from_addr
    return claim(service, session, player, sender, now)


def _on_game_of(tx: Transaction, seat: Seat) -> GameTx:
    return on(tx, tx.session.get_one(Game, seat.game_id))
