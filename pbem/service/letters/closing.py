"""A letter is read as orders: it is closed, and what later ones are compared with is kept."""

from __future__ import annotations

from datetime import datetime

from pbem.database import Session
from pbem.mail.address import token_of
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.models import DONE, ORDERS, Letter, Person
from pbem.service.letters.locking import LetterFacts
from pbem.service.mailing.bounces import cleared
from pbem.service.orders.looked_up import identity_of
from pbem.service.players.addresses import first_is_proved, is_first_of


def close_read(
    session: Session, letter: Letter, facts: LetterFacts, note: str | None, now: datetime
) -> None:
    """A letter has been read, with a note where it was not used; the next of its seat is read."""
    letter.state, letter.note, letter.read_at, letter.error = DONE, note, now, None
    session.add(letter)
    if facts.following is not None:
        session.hint("read_letter", facts.following)


def keep_evidence(
    session: Session,
    letter: Letter,
    mailed: Mailed,
    player: Person,
    facts: LetterFacts,
) -> None:
    """Keep of a letter that is read as orders what later ones are compared with.

    The secret address of a seat that comes back from its player's first address shows that this
    is his, where nobody else had it.
    """
    letter.outcome, letter.message_id = ORDERS, identity_of(mailed)
    session.add(letter)
    if letter.accepted_by != "-":
        return
    if facts.is_marked:
        cleared(session, mailed.from_addr)
    if token_of(letter.rcpt) is None or not is_first_of(player, mailed.from_addr):
        return
    if facts.is_unproved and facts.reader.sitter_id is None:
        assert letter.read_at is not None, "it is closed"
        first_is_proved(session, player, letter.read_at, facts.reader.rcpt)
