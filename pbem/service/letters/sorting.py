"""What a letter is before it is read: orders, a machine's, one to be confirmed, a stranger's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pbem.database import Session, lock_unread
from pbem.games.registry import carries_order, has_order
from pbem.mail.address import token_of
from pbem.mail.bounce import BounceReport, bounce_of
from pbem.mail.complaint import Complaint, complaint_of
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mail.letter import read_envelope, with_new_text
from pbem.mails.notices import Unknown, not_recognised
from pbem.models import Address, Letter, Person, key_of
from pbem.service.context import ServiceContext, Transaction, begin, log
from pbem.service.lobby.letters import LobbyLetter, answer_lobby, lobby_letter
from pbem.service.mailing.bounces import cleared, take_bounce, take_complaint
from pbem.service.mailing.outbox import Addressee, is_posted, post
from pbem.service.mailing.proving import proved_by, take_proof
from pbem.service.mailing.unread import close_unread, hint_next
from pbem.service.moderating.quarantine import identity_of, twin_of
from pbem.service.players.addresses import first_is_proved, is_first_of, unproved_first
from pbem.service.players.senders import Finding, find_sender, verdict_for
from pbem.service.players.sitters import sitter_of
from pbem.service.seats.confirming import (
    MOST_CODES,
    ORDERS,
    Confirmation,
    confirmations,
    hold,
    names_held,
    take_confirmations,
)
from pbem.service.seats.standby_letters import Request, answer_request, listing, taking

LetterKind = Literal[
    "orders",
    "bounce",
    "complaint",
    "machine",
    "duplicate",
    "held",
    "confirmation",
    "stranger",
    "standby",
    "lobby",
]


@dataclass(frozen=True, slots=True)
class Sorted:
    """What a letter is, and what follows from it."""

    outcome: LetterKind
    mailed: Mailed
    note: str = ""
    finding: Finding | None = None
    report: BounceReport | Complaint | None = None
    asked: Sequence[Confirmation] = ()
    others: int = 0
    request: Request | None = None
    lobby: LobbyLetter | None = None
    address: Address | None = None


def sort_letter(service: ServiceContext, session: Session, letter: Letter, now: datetime) -> Sorted:
    """Say what a letter is. What was let through by its player or an operator is orders."""
    own = service.settings.mail.addresses
    mailed = read_envelope(
        letter.raw,
        mail_from=letter.mail_from,
        own_addresses=own,
        has_order=has_order,
        carries_order=carries_order,
    )
    if letter.accepted_by != "-" and letter.seat_id is not None:
        return Sorted("orders", mailed)
    if mailed.is_machine:
        return _machine(letter, mailed)
    return _by_sender(service, session, letter, mailed, now)


def _by_sender(
    service: ServiceContext, session: Session, letter: Letter, mailed: Mailed, now: datetime
) -> Sorted:
    """What a person's letter is, by who it is from and what it brings back."""
    request = taking(
        session, letter, mailed, is_vouched=verdict_for(service, letter, mailed) == "pass"
    )
    if request is not None:
        return Sorted("standby", mailed, request=request)
    asked, others = _confirmations(letter, mailed)
    codes = [one.code for one in asked[:MOST_CODES]]
    address = proved_by(service, session, letter, mailed, codes) if codes else None
    if address is not None:
        return Sorted("confirmation", mailed, address=address)
    finding = find_sender(service, session, letter, mailed, now)
    visit = _visit(Transaction(service, session, now), letter, mailed, finding)
    if visit is not None:
        return visit
    if finding.choice == "help" or finding.seat is None or is_for_operator(letter):
        return _of_nobodys_seat(letter, mailed, finding)
    found = Sorted("confirmation", mailed, finding=finding, asked=asked, others=others)
    is_confirming = bool(asked) and names_held(service, session, finding.seat, asked)
    # Its code was mailed to the player's own address, so whoever sends that back is he, whatever
    # a mail server says of the letter.
    if is_confirming and finding.evidence.token == "seat" and finding.evidence.sender == "own":
        return found
    if finding.choice == "confirm":
        return Sorted("held", mailed, finding=finding)
    twin = twin_of(session, letter, finding.seat, mailed)
    if twin is not None:
        return Sorted("duplicate", mailed, f"not answered: its Message-ID is that of letter {twin}")
    if is_confirming or (asked and not others):
        return found
    return Sorted("orders", mailed, finding=finding)


def _visit(tx: Transaction, letter: Letter, mailed: Mailed, finding: Finding) -> Sorted | None:
    """A letter to the plain address that is for the lobby."""
    if finding.evidence.token != "none" or is_for_operator(letter):
        return None
    is_vouched = finding.evidence.verdict == "pass"
    if listing(letter, mailed, finding.player, is_vouched=is_vouched) is not None:
        return None
    lobby = lobby_letter(tx, letter, mailed, finding)
    return Sorted("lobby", mailed, finding=finding, lobby=lobby) if lobby is not None else None


def _of_nobodys_seat(letter: Letter, mailed: Mailed, finding: Finding) -> Sorted:
    if not is_for_operator(letter):
        is_vouched = finding.evidence.verdict == "pass"
        request = listing(letter, mailed, finding.player, is_vouched=is_vouched)
        if request is not None:
            return Sorted("standby", mailed, request=request)
    return Sorted("stranger", mailed, finding=finding)


def _confirmations(letter: Letter, mailed: Mailed) -> tuple[Sequence[Confirmation], int]:
    """What a letter confirms; only where the word stands is it worth to look for what is new."""
    if "confirm" not in mailed.body.casefold():
        return (), 0
    return confirmations(with_new_text(mailed, letter.raw).text)


def _machine(letter: Letter, mailed: Mailed) -> Sorted:
    complaint = complaint_of(letter.raw)
    if complaint is not None:
        return Sorted("complaint", mailed, report=complaint)
    bounce = bounce_of(letter.raw, rcpt=letter.rcpt)
    if bounce is not None:
        return Sorted("bounce", mailed, report=bounce)
    return Sorted("machine", mailed, f"not answered: {mailed.is_machine}")


def put_by(service: ServiceContext, letter: Letter, found: Sorted, now: datetime) -> bool | None:
    """Do what is due for a letter that is not read as orders now; True if this call did it.

    Orders that came to no seat's address are given their seat, and None says: try again.
    """
    match found:
        case Sorted(report=BounceReport() as bounce):
            return take_bounce(service, letter, bounce, now)
        case Sorted(report=Complaint() as complaint):
            return take_complaint(service, letter, complaint, now)
        case Sorted(address=Address() as address):
            return take_proof(service, letter, address, now)
        case Sorted(outcome="standby", request=Request() as request):
            return answer_request(service, letter, request, now)
        case Sorted(lobby=LobbyLetter() as asked):
            return answer_lobby(service, letter, asked, now)
        case Sorted(outcome="stranger", finding=Finding() as finding):
            return answer_stranger(service, letter, found.mailed, finding, now)
        case Sorted(outcome="held", finding=Finding() as finding):
            return hold(service, letter, found.mailed, finding, now)
        case Sorted(outcome="confirmation", finding=Finding() as finding):
            return take_confirmations(service, letter, finding, (found.asked, found.others), now)
        case Sorted(outcome="orders", finding=Finding() as finding):
            _place(service, letter, finding)
            return None
        case _:
            return _close(service, letter, found, now)


def taken(session: Session, letter: Letter, mailed: Mailed, player: Person, now: datetime) -> None:
    """Keep of a letter that is read as orders what later ones are compared with.

    The secret address of a seat that comes back from its player's first address shows that this
    is his, where nobody else had it.
    """
    letter.outcome, letter.message_id = ORDERS, identity_of(mailed)
    session.add(letter)
    if letter.accepted_by != "-":
        return
    cleared(session, mailed.from_addr)
    if token_of(letter.rcpt) is None or not is_first_of(player, mailed.from_addr):
        return
    if unproved_first(session, player) and sitter_of(session, letter.seat_id, now) is None:
        first_is_proved(session, player, now)


def _place(service: ServiceContext, letter: Letter, finding: Finding) -> None:
    assert finding.seat is not None
    with service.database.write() as session:
        row = lock_unread(session, key_of(letter))
        if row is not None:
            row.seat_id, row.game_id = finding.seat.id, finding.seat.game_id
            session.add(row)


def _close(service: ServiceContext, letter: Letter, found: Sorted, now: datetime) -> bool:
    with service.database.write() as session:
        row = close_unread(session, letter, found.outcome, now)
        if row is None:
            return False
        row.note = found.note
        hint_next(session, row)
    log.info("letter", letter=letter.id, note=found.note)
    return True


def put_aside(service: ServiceContext, letter: Letter, outcome: str, now: datetime) -> bool:
    """Close a letter unread whose writer is told at once why it changes nothing."""
    with begin(service, now) as tx:
        row = close_unread(tx.session, letter, outcome, now)
        if row is not None:
            row.note = "not used: something else was put on file meanwhile"
            hint_next(tx.session, row)
    return row is not None


def is_for_operator(letter: Letter) -> bool:
    """Whether a letter is for whoever runs the mail server (RFC 5321, 4.5.1)."""
    return letter.rcpt.partition("@")[0].casefold() == "postmaster"


def answer_stranger(
    service: ServiceContext, letter: Letter, mailed: Mailed, finding: Finding, now: datetime
) -> bool:
    """Close a letter that nothing vouches for; its sender, a person, is told what to do."""
    with begin(service, now) as tx:
        row = close_unread(tx.session, letter, "stranger", now)
        if row is None:
            return False
        row.note = _note(tx, row, mailed.from_addr, finding)
    log.info("letter of nobody", letter=letter.id, note=row.note)
    return True


def _note(tx: Transaction, letter: Letter, sender: str, finding: Finding) -> str:
    if not sender or is_for_operator(letter):
        return "not answered: for the operator"
    key = f"stranger:{sender.casefold()[:200]}:{tx.now:%Y-%m-%d}"
    if is_posted(tx.session, key):
        return "not answered: told once today"
    mail = not_recognised(_why(finding))
    name = finding.player.name if finding.player else ""
    post(tx, Addressee(sender, name), mail, key)
    return "answered: no seat's address"


def _why(finding: Finding) -> Unknown:
    if finding.evidence.token == "wrong":
        return "wrong-token"
    if finding.evidence.games == "several":
        return "several"
    return "no-token" if finding.player else "nobody"
