"""ADDRESS: a person adds an address, removes one, or has his mail sent to another.

Each line is done once the code that was mailed to its writer has come back. Who adds or changes
one is not trusted by that alone: his other addresses hear of it and can take it back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from sqlmodel import col, select

from pbem.grammar.commands.spec import Command
from pbem.mail.address import is_address
from pbem.mails.lobby import LobbyResult
from pbem.mails.senders import address_main
from pbem.models import BAD, Address, Person, Visit
from pbem.recent import recently
from pbem.service.context import Transaction, log
from pbem.service.lobby.visitors import LobbyAnswer, LobbyRefusal, Visitor
from pbem.service.lobby.visits import new_visit, visit_code
from pbem.service.mailing.outbox import Addressee, post
from pbem.service.mailing.proving import MOST_CLAIMS, claim
from pbem.service.players.addresses import address_of, addresses_of, is_ours
from pbem.service.preferences import zone_for

TAKE_BACK = timedelta(days=3)
"""How long the other addresses can take back a new one, or that mail goes to another."""
MOST_ADDRESSES = 8


def address(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Add, remove or make main one of a person's addresses."""
    email = command.value.casefold()
    answer = _DOES[command.key](tx, visitor, email)
    if isinstance(answer, LobbyRefusal):
        return answer
    return LobbyResult(command.line, True, answer, ("PROFILE",))


def _add(tx: Transaction, visitor: Visitor, email: str) -> str | LobbyRefusal:
    person, own = visitor.person, _proved(tx, visitor.person)
    if not _is_from_main(visitor):
        return ONLY_MAIN
    if email in (row.email for row in own):
        return LobbyRefusal(f"{email} is yours already.", "PROFILE")
    if not is_address(email):
        return LobbyRefusal(f"{email[:60]!r} is not a mail address such as ann@example.org.")
    if is_ours(email, tx.mail.addresses):
        return LobbyRefusal(f"{email} is the referee's own address.")
    if len(own) >= MOST_ADDRESSES:
        text = f"You have {MOST_ADDRESSES} addresses, the most. Remove one first."
        return LobbyRefusal(text, "PROFILE")
    if not claim(tx.service, tx.session, person, email, tx.now):
        return LobbyRefusal(
            f"{MOST_CLAIMS} addresses a day are the most you can add. Try again tomorrow."
        )
    return f"A code is on its way to {email}. Send it back, and the address is yours."


def _remove(tx: Transaction, visitor: Visitor, email: str) -> str | LobbyRefusal:
    person, row = visitor.person, _own(tx, visitor, email)
    if isinstance(row, LobbyRefusal):
        return row
    if email == person.email:
        return LobbyRefusal(
            "That is your main address. Have mail sent to another one first.", "PROFILE"
        )
    refusal = None if _is_from_main(visitor) else _not_removable(tx, visitor, row)
    if refusal is not None:
        return refusal
    line = f"ADDRESS MAIN {email}"
    is_recent = recently(col(Visit.asked_at), tx.now - TAKE_BACK, tx.now)
    asked = select(Visit.id).where(Visit.line == line, col(Visit.done_at).is_(None), is_recent)
    if tx.session.exec(asked).first() is not None:
        return LobbyRefusal(
            f"{email} was your main address less than three days ago, and stays for now."
        )
    tx.session.delete(row)
    log.info("address removed", player=person.id)
    return f"{email} is no longer yours: letters from there count as a stranger's."


def _not_removable(tx: Transaction, visitor: Visitor, row: Address) -> LobbyRefusal | None:
    """Another address than the main one removes only what is new, and only if it is not."""
    if not _is_young(tx, row):
        return ONLY_MAIN
    own = _own(tx, visitor, visitor.address)
    if isinstance(own, Address) and _is_young(tx, own):
        return LobbyRefusal("An address that is new itself cannot remove another.")
    return own if isinstance(own, LobbyRefusal) else None


def _make_main(tx: Transaction, visitor: Visitor, email: str) -> str | LobbyRefusal:
    person, former = visitor.person, visitor.person.email
    row = _own(tx, visitor, email)
    if isinstance(row, LobbyRefusal):
        return row
    if email == former:
        return LobbyRefusal(f"Mail goes to {email} already.", "PROFILE")
    if visitor.asked_at is None and not _is_from_main(visitor):
        return ONLY_MAIN
    if visitor.asked_at is not None and visitor.asked_at + TAKE_BACK < tx.now:
        return LobbyRefusal("The three days in which that could be taken back are over.")
    if row.state == BAD:
        return LobbyRefusal(f"Mail to {email} comes back, so yours cannot go there.", "PROFILE")
    person.email = email
    tx.session.add(person)
    tx.session.flush()
    if visitor.asked_at is None:
        _warn(tx, person, former)
    log.info("main address", player=person.id)
    return f"All mail for you goes to {email} now."


def _warn(tx: Transaction, person: Person, former: str) -> None:
    """Tell a person's other addresses where his mail goes now; each can take it back."""
    for row in _proved(tx, person):
        if row.email == person.email:
            continue
        visit = new_visit(tx, row.email, line=f"ADDRESS MAIN {former}")
        moved = (former, person.email)
        until = tx.now + TAKE_BACK
        mail = address_main(person.name, moved, visit_code(tx, visit), until, zone_for(person))
        post(tx, Addressee(row.email), mail, f"main:{visit.id}")


def _is_from_main(visitor: Visitor) -> bool:
    """Addresses are changed from the main one: who reads another cannot take all over."""
    return visitor.address == visitor.person.email


ONLY_MAIN = LobbyRefusal(
    "Only a letter from your main address can do that. If you have lost its mailbox, ask whoever "
    "runs the games.",
    "PROFILE",
)


def _own(tx: Transaction, visitor: Visitor, email: str) -> Address | LobbyRefusal:
    row = address_of(tx.session, visitor.person, email)
    if row is None or (row.proved_at is None and email != visitor.person.email):
        return LobbyRefusal(f"{email} is no address of yours.", "PROFILE")
    return row


def _proved(tx: Transaction, person: Person) -> list[Address]:
    rows = addresses_of(tx.session, person)
    return [row for row in rows if row.proved_at is not None or row.email == person.email]


def _is_young(tx: Transaction, row: Address) -> bool:
    return row.proved_at is not None and row.proved_at > tx.now - TAKE_BACK


_DOES: Mapping[str, Callable[[Transaction, Visitor, str], str | LobbyRefusal]] = {
    "ADD": _add,
    "REMOVE": _remove,
    "MAIN": _make_main,
}
