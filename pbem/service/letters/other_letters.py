"""Letters that are not read as orders: each is answered, held or closed, and so is the next."""

from __future__ import annotations

from datetime import datetime

from pbem.database import lock_unread
from pbem.mail.bounce import BounceReport
from pbem.mail.complaint import Complaint
from pbem.models import Address, Letter, key_of
from pbem.service.context import ServiceContext, begin, log
from pbem.service.letters.sorting import SortedLetter
from pbem.service.letters.strangers import answer_stranger
from pbem.service.lobby.letters import LobbyLetter, answer_lobby
from pbem.service.mailing.bounces import take_bounce, take_complaint
from pbem.service.mailing.proving import take_proof
from pbem.service.mailing.unread import close_unread, hint_next
from pbem.service.players.senders import Finding
from pbem.service.seats.confirming import hold, take_confirmations
from pbem.service.seats.standby_letters import Request, answer_request


def close_other(
    service: ServiceContext, letter: Letter, found: SortedLetter, now: datetime
) -> bool | None:
    """Do what is due for a letter that is not read as orders now; True if this call did it.

    Orders that came to no seat's address are given their seat, and None says: try again.
    """
    match found:
        case SortedLetter(report=BounceReport() as bounce):
            return take_bounce(service, letter, bounce, now)
        case SortedLetter(report=Complaint() as complaint):
            return take_complaint(service, letter, complaint, now)
        case SortedLetter(address=Address() as address):
            return take_proof(service, letter, address, now)
        case SortedLetter(outcome="standby", request=Request() as request):
            return answer_request(service, letter, request, now)
        case SortedLetter(lobby=LobbyLetter() as asked):
            return answer_lobby(service, letter, asked, now)
        case SortedLetter(outcome="stranger", finding=Finding() as finding):
            return answer_stranger(service, letter, found.mailed, finding, now)
        case SortedLetter(outcome="held", finding=Finding() as finding):
            return hold(service, letter, found.mailed, finding, now)
        case SortedLetter(outcome="confirmation", finding=Finding() as finding):
            return take_confirmations(service, letter, finding, (found.asked, found.others), now)
        case SortedLetter(outcome="orders", finding=Finding() as finding):
            _place(service, letter, finding)
            return None
        case _:
            return _close(service, letter, found, now)


def _place(service: ServiceContext, letter: Letter, finding: Finding) -> None:
    assert finding.seat is not None
    with service.database.write() as session:
        row = lock_unread(session, key_of(letter))
        if row is not None:
            row.seat_id, row.game_id = finding.seat.id, finding.seat.game_id
            session.add(row)


def _close(service: ServiceContext, letter: Letter, found: SortedLetter, now: datetime) -> bool:
    with service.database.write() as session:
        row = close_unread(session, letter, found.outcome, now)
        if row is None:
            return False
        row.note = found.note
        hint_next(session, row)
    log.info("letter", letter=letter.id, note=found.note)
    return True


def close_outdated(service: ServiceContext, letter: Letter, outcome: str, now: datetime) -> bool:
    """Close a letter unread whose writer is told at once why it changes nothing."""
    with begin(service, now) as tx:
        row = close_unread(tx.session, letter, outcome, now)
        if row is not None:
            row.note = "not used: something else was put on file meanwhile"
            hint_next(tx.session, row)
    return row is not None
