"""What a letter is before it is read: orders, a machine's, one to be confirmed, a stranger's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pbem.database import Session, lock_unread
from pbem.language.reading.sighting import carries_order
from pbem.mail.bounce import Bounce, bounce_of
from pbem.mail.complaint import Complaint, complaint_of
from pbem.mail.letter import Letter as Mailed
from pbem.mail.letter import read_envelope
from pbem.mail.letter import read_letter as read_mail
from pbem.models import Letter, key_of
from pbem.service.desk import Desk, log
from pbem.service.mailing.bounces import cleared, take_bounce, take_complaint
from pbem.service.mailing.confirming import (
    ORDERS,
    Confirmation,
    confirmations,
    hold,
    names_held,
    take_confirmations,
)
from pbem.service.mailing.strangers import answer_stranger, is_for_operator
from pbem.service.mailing.unread import close_unread, hint_next
from pbem.service.moderating.quarantine import identity_of, twin_of
from pbem.service.players.senders import Finding, find_sender
from pbem.service.seats.standby_letters import Request, answer_request, listing, taking

Fate = Literal[
    "orders",
    "bounce",
    "complaint",
    "machine",
    "duplicate",
    "held",
    "confirmation",
    "stranger",
    "standby",
]


@dataclass(frozen=True, slots=True)
class Sorted:
    """What a letter is, and what follows from it."""

    fate: Fate
    mailed: Mailed
    note: str = ""
    finding: Finding | None = None
    report: Bounce | Complaint | None = None
    asked: Sequence[Confirmation] = ()
    others: int = 0
    request: Request | None = None


def sort_letter(desk: Desk, session: Session, letter: Letter, now: datetime) -> Sorted:
    """Say what a letter is. What was let through by its player or an operator is orders."""
    own = (desk.settings.mail.address,)
    mailed = read_envelope(
        letter.raw,
        mail_from=letter.mail_from,
        own_addresses=own,
        carries_order=carries_order,
    )
    if letter.passed != "-" and letter.seat_id is not None:
        return Sorted("orders", mailed)
    if mailed.is_machine:
        return _machine(letter, mailed)
    request = taking(session, letter, mailed)
    if request is not None:
        return Sorted("standby", mailed, request=request)
    finding = find_sender(desk, session, letter, mailed, now)
    if finding.choice == "help" or finding.seat is None or is_for_operator(letter):
        request = listing(letter, mailed, finding.player)
        if request is not None and not is_for_operator(letter):
            return Sorted("standby", mailed, request=request)
        return Sorted("stranger", mailed, finding=finding)
    if finding.choice == "confirm":
        return Sorted("held", mailed, finding=finding)
    twin = twin_of(session, letter, finding.seat, mailed)
    if twin is not None:
        return Sorted("duplicate", mailed, f"not answered: its Message-ID is that of letter {twin}")
    asked, others = _confirmations(letter, mailed)
    if asked and (not others or names_held(desk, session, finding.seat, asked)):
        return Sorted("confirmation", mailed, finding=finding, asked=asked, others=others)
    return Sorted("orders", mailed, finding=finding)


def _confirmations(letter: Letter, mailed: Mailed) -> tuple[Sequence[Confirmation], int]:
    """What a letter confirms; only where the word stands is it worth to look for what is new."""
    if "confirm" not in mailed.body.casefold():
        return (), 0
    return confirmations(read_mail(letter.raw, mail_from=letter.mail_from).text)


def _machine(letter: Letter, mailed: Mailed) -> Sorted:
    complaint = complaint_of(letter.raw)
    if complaint is not None:
        return Sorted("complaint", mailed, report=complaint)
    bounce = bounce_of(letter.raw, rcpt=letter.rcpt)
    if bounce is not None:
        return Sorted("bounce", mailed, report=bounce)
    return Sorted("machine", mailed, f"not answered: {mailed.is_machine}")


def put_by(desk: Desk, letter: Letter, found: Sorted, now: datetime) -> bool | None:
    """Do what is due for a letter that is not read as orders now; True if this call did it.

    Orders that came to no seat's address are given their seat, and None says: try again.
    """
    match found:
        case Sorted(report=Bounce() as bounce):
            return take_bounce(desk, letter, bounce, now)
        case Sorted(report=Complaint() as complaint):
            return take_complaint(desk, letter, complaint, now)
        case Sorted(fate="standby", request=Request() as request):
            return answer_request(desk, letter, request, now)
        case Sorted(fate="stranger", finding=Finding() as finding):
            return answer_stranger(desk, letter, found.mailed, finding, now)
        case Sorted(fate="held", finding=Finding() as finding):
            return hold(desk, letter, found.mailed, finding, now)
        case Sorted(fate="confirmation", finding=Finding() as finding):
            return take_confirmations(desk, letter, finding, found.asked, found.others, now)
        case Sorted(fate="orders", finding=Finding() as finding):
            _place(desk, letter, finding)
            return None
        case _:
            return _close(desk, letter, found, now)


def taken(session: Session, letter: Letter, mailed: Mailed) -> None:
    """Keep of a letter that is read as orders what later ones are compared with."""
    letter.fate, letter.message_id = ORDERS, identity_of(mailed)
    session.add(letter)
    if letter.passed == "-":
        cleared(session, mailed.from_addr)


def _place(desk: Desk, letter: Letter, finding: Finding) -> None:
    assert finding.seat is not None
    with desk.database.write() as session:
        row = lock_unread(session, key_of(letter))
        if row is not None:
            row.seat_id, row.game_id = finding.seat.id, finding.seat.game_id
            session.add(row)


def _close(desk: Desk, letter: Letter, found: Sorted, now: datetime) -> bool:
    with desk.database.write() as session:
        row = close_unread(session, letter, found.fate, now)
        if row is None:
            return False
        row.note = found.note
        hint_next(session, row)
    log.info("letter", letter=letter.id, note=found.note)
    return True
