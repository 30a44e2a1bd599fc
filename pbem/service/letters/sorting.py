"""What a letter is before it is read: orders, a machine's, one to be confirmed, a stranger's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pbem.database import Session
from pbem.games.registry import carries_order, has_order
from pbem.mail.bounce import BounceReport, bounce_of
from pbem.mail.complaint import Complaint, complaint_of
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mail.letter import read_envelope, with_new_text
from pbem.models import Address, Letter
from pbem.service.context import ServiceContext, Transaction
from pbem.service.lobby.letters import LobbyLetter, lobby_letter
from pbem.service.mailing.proving import proved_by
from pbem.service.orders.looked_up import twin_of
from pbem.service.players.refusals import is_shut_out
from pbem.service.players.senders import Finding, find_sender, verdict_for
from pbem.service.seats.confirming import (
    MOST_CODES,
    Confirmation,
    confirmations,
    names_held,
)
from pbem.service.seats.standby_letters import Request, listing, taking

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
class SortedLetter:
    """What a letter is, and what follows from it.

    One that `may_have_twin` is orders unless the same letter has been read before.
    """

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
    may_have_twin: bool = False

    @property
    def is_read(self) -> bool:
        """Whether it is read as orders."""
        return self.outcome == "orders"


def sort_letter(
    service: ServiceContext, session: Session, letter: Letter, now: datetime
) -> SortedLetter:
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
        return SortedLetter("orders", mailed)
    if mailed.is_machine:
        return _machine(letter, mailed)
    return _by_sender(service, session, letter, mailed, now)


def _by_sender(
    service: ServiceContext, session: Session, letter: Letter, mailed: Mailed, now: datetime
) -> SortedLetter:
    """What a person's letter is, by who it is from and what it brings back."""
    request = taking(
        session, letter, mailed, is_vouched=verdict_for(service, letter, mailed) == "pass"
    )
    if request is not None:
        return SortedLetter("standby", mailed, request=request)
    asked, others = _confirmations(letter, mailed)
    codes = [one.code for one in asked[:MOST_CODES]]
    address = proved_by(service, session, letter, mailed, codes) if codes else None
    if address is not None:
        return SortedLetter("confirmation", mailed, address=address)
    finding = find_sender(service, session, letter, mailed, now)
    is_own = finding.evidence.sender == "own"
    if is_shut_out(session, mailed.from_addr, finding.player, is_own=is_own):
        return SortedLetter("machine", mailed, "not answered: its writer is shut out")
    visit = _visit(Transaction(service, session, now), letter, mailed, finding)
    if visit is not None:
        return visit
    if finding.choice == "help" or finding.seat is None or is_for_operator(letter):
        return _of_nobodys_seat(letter, mailed, finding)
    found = SortedLetter("confirmation", mailed, finding=finding, asked=asked, others=others)
    is_confirming = bool(asked) and names_held(service, session, finding.seat, asked)
    # Its code was mailed to the player's own address, so whoever sends that back is he, whatever
    # a mail server says of the letter.
    if is_confirming and finding.evidence.token == "seat" and finding.evidence.sender == "own":
        return found
    if finding.choice == "confirm":
        return SortedLetter("held", mailed, finding=finding)
    if not asked:
        return _orders_of(session, letter, mailed, finding)
    twin = twin_of(session, letter, finding.seat, mailed)
    orders = SortedLetter("orders", mailed, finding=finding)
    what = found if is_confirming or not others else orders
    return what if twin is None else duplicate_of(twin, mailed)


def _orders_of(session: Session, letter: Letter, mailed: Mailed, finding: Finding) -> SortedLetter:
    """Orders, whose twin is sought with all else of its seat where that is known already."""
    if letter.seat_id is not None:
        return SortedLetter("orders", mailed, finding=finding, may_have_twin=True)
    assert finding.seat is not None, "a seat was found"
    twin = twin_of(session, letter, finding.seat, mailed)
    found = SortedLetter("orders", mailed, finding=finding)
    return found if twin is None else duplicate_of(twin, mailed)


def duplicate_of(twin: int, mailed: Mailed) -> SortedLetter:
    """What a letter is whose twin has been read."""
    note = f"not answered: its Message-ID is that of letter {twin}"
    return SortedLetter("duplicate", mailed, note)


def _visit(
    tx: Transaction, letter: Letter, mailed: Mailed, finding: Finding
) -> SortedLetter | None:
    """A letter to the plain address that is for the lobby."""
    if finding.evidence.token != "none" or is_for_operator(letter):
        return None
    is_vouched = finding.evidence.verdict == "pass"
    if listing(letter, mailed, finding.player, is_vouched=is_vouched) is not None:
        return None
    lobby = lobby_letter(tx, letter, mailed, finding)
    return (
        SortedLetter("lobby", mailed, finding=finding, lobby=lobby) if lobby is not None else None
    )


def _of_nobodys_seat(letter: Letter, mailed: Mailed, finding: Finding) -> SortedLetter:
    if not is_for_operator(letter):
        is_vouched = finding.evidence.verdict == "pass"
        request = listing(letter, mailed, finding.player, is_vouched=is_vouched)
        if request is not None:
            return SortedLetter("standby", mailed, request=request)
    return SortedLetter("stranger", mailed, finding=finding)


def _confirmations(letter: Letter, mailed: Mailed) -> tuple[Sequence[Confirmation], int]:
    """What a letter confirms; only where the word stands is it worth to look for what is new."""
    if "confirm" not in mailed.body.casefold():
        return (), 0
    return confirmations(with_new_text(mailed, letter.raw).text)


def _machine(letter: Letter, mailed: Mailed) -> SortedLetter:
    complaint = complaint_of(letter.raw)
    if complaint is not None:
        return SortedLetter("complaint", mailed, report=complaint)
    bounce = bounce_of(letter.raw, rcpt=letter.rcpt)
    if bounce is not None:
        return SortedLetter("bounce", mailed, report=bounce)
    return SortedLetter("machine", mailed, f"not answered: {mailed.is_machine}")


def is_for_operator(letter: Letter) -> bool:
    """Whether a letter is for whoever runs the mail server (RFC 5321, 4.5.1)."""
    return letter.rcpt.partition("@")[0].casefold() == "postmaster"
