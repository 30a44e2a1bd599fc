"""Letters to the plain address: a stranger is helped, what he asks for is done once he is known.

Nothing that a letter asks for is done by its From line alone. A mail server of ours vouches for it,
it replies to a mail that nobody but its writer has, or he sends back the code that was mailed to
him. What goes to an address that is not proved is little, and not a word of the letter stands in
it: whoever forges it writes to nobody through us.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import select

from pbem.games.registry import passage_verbs
from pbem.grammar.commands.lobby import LOBBY, LobbyRead, read_lobby
from pbem.grammar.commands.passages import Passage
from pbem.grammar.commands.spec import Command, UnreadCommand
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mail.letter import read_envelope, with_new_text
from pbem.models import Letter, Visit
from pbem.service.context import ServiceContext, Transaction, begin, log
from pbem.service.lobby.answers import ASKED, asked_whether, helped, obeyed, shown
from pbem.service.lobby.visitors import visitor_of
from pbem.service.lobby.visits import (
    forget_passwords,
    is_proved,
    refuse_invitations,
    replies_to_ours,
    visit_confirmed,
)
from pbem.service.mailing.unread import close_unread
from pbem.service.players.senders import Finding

_ANYWHERE = frozenset(row.name for row in LOBBY.rows) - {"HELP", "TUTORIAL"}
"""Commands that no seat has: they are the lobby's though their writer plays somewhere."""
_HARMLESS = frozenset(("MINE", "PROFILE", "STOP"))
"""Commands that show a person something of his own, unless they name what to change, or take
nothing from him."""
_BY_CODE = frozenset(("ADDRESS", "EXPORT", "DELETE"))
"""Commands that always take a mailed code, whoever vouches for the letter."""


@dataclass(frozen=True, slots=True)
class LobbyLetter:
    """What a letter to the plain address says, and the visit whose code it brings back.

    `text` is what is new in it.
    """

    mailed: Mailed
    finding: Finding
    reads: tuple[LobbyRead, ...]
    confirmed: int | None = None
    text: str = ""


def lobby_letter(
    tx: Transaction, letter: Letter, mailed: Mailed, finding: Finding
) -> LobbyLetter | None:
    """What a letter asks of the lobby; None where it is for something else.

    A reply with a code, a line that only the lobby knows, or anything by somebody without a game.
    """
    new = with_new_text(mailed, letter.raw)
    visit = visit_confirmed(tx, letter, new)
    reads = _reads(mailed, new)
    if visit is not None:
        return LobbyLetter(mailed, finding, reads, visit, new.text)
    is_ours = any(
        isinstance(read, Passage) or isinstance(read, Command) and read.verb in _ANYWHERE
        for read in reads
    )
    if is_ours or finding.evidence.games == "none":
        return LobbyLetter(mailed, finding, reads, text=new.text)
    return None


def _reads(mailed: Mailed, new: Mailed) -> tuple[LobbyRead, ...]:
    """The commands of a letter: those of its new text, or where that is empty its subject's."""
    subject = "" if new.text.strip() else mailed.subject
    return read_lobby(new.text, subject, passage_verbs())


def answer_lobby(
    service: ServiceContext, letter: Letter, asked: LobbyLetter, now: datetime
) -> bool:
    """Do what a letter asks of the lobby, or ask whether it is its writer's; True if done here."""
    with begin(service, now) as tx:
        row = close_unread(tx.session, letter, "lobby", now)
        if row is None:
            return False
        row.note = _answered(tx, row, asked)
        if row.note != ASKED:
            forget_passwords(tx, row, asked.mailed.subject, asked.text)
    log.info("letter to the lobby", letter=letter.id, note=row.note)
    return True


def _answered(tx: Transaction, letter: Letter, asked: LobbyLetter) -> str:
    mailed, finding = asked.mailed, asked.finding
    sender = mailed.from_addr.casefold()
    if not sender or finding.evidence.verdict == "fail":
        return "not answered: no mail server vouches for its sender"
    if asked.confirmed is not None:
        return _done_later(tx, letter, asked)
    acts = [read for read in asked.reads if isinstance(read, Command)]
    if any(read.verb == "STOP" for read in acts):
        # Whoever wrote it: it takes nothing from anybody.
        refuse_invitations(tx, sender)
    if any(read.verb in _BY_CODE for read in acts):
        return asked_whether(tx, letter, sender)
    if replies_to_ours(tx.session, mailed, tx.now):
        visitor = visitor_of(tx, letter, mailed, is_proved=True)
        return obeyed(tx, letter, visitor, asked.reads)
    if finding.evidence.verdict == "pass":
        return obeyed(tx, letter, visitor_of(tx, letter, mailed), asked.reads)
    if asked.reads and all(map(_only_shows, asked.reads)) and is_proved(tx.session, sender):
        return shown(tx, letter, mailed, asked.reads)
    if acts and all(read.verb == "STOP" for read in acts):
        return "not answered: wants no invitations"
    if any(not LOBBY[read.verb].looks for read in acts) or _bring(asked.reads):
        return asked_whether(tx, letter, sender)
    return helped(tx, letter, sender, asked.reads)


def _only_shows(read: LobbyRead) -> bool:
    """Whether a line may be anybody's: its answer goes to whose address it is, whoever wrote."""
    if isinstance(read, Command):
        return LOBBY[read.verb].looks or (read.verb in _HARMLESS and not read.key)
    return isinstance(read, UnreadCommand)


def _done_later(tx: Transaction, letter: Letter, asked: LobbyLetter) -> str:
    """The code has come back: do what waited for it, and what this letter asks for besides."""
    mailed = asked.mailed
    wanted = select(Visit).where(Visit.id == asked.confirmed).with_for_update()
    visit = tx.session.exec(wanted.execution_options(populate_existing=True)).one()
    if visit.done_at is not None:
        return "not answered: its code was used before"
    visit.done_at = tx.now
    tx.session.add(visit)
    first = tx.session.get(Letter, visit.letter_id) if visit.letter_id else None
    reads = read_lobby(visit.line) if visit.line else ()
    if first is not None:
        envelope = read_envelope(first.raw, mail_from=first.mail_from)
        new = with_new_text(envelope, first.raw)
        mailed = envelope if not mailed.from_name else mailed
        reads = _reads(envelope, new)
        forget_passwords(tx, first, envelope.subject, new.text)
    ours = [read for read in asked.reads if read not in reads]
    # What stands beside the code was mailed with nobody's: it takes a code of its own.
    ours = [read for read in ours if not (isinstance(read, Command) and read.verb in _BY_CODE)]
    visitor = visitor_of(tx, letter, mailed, visit, is_proved=True)
    if visit.line:
        # What we asked for may start his game: what he adds is done before.
        is_leaving = any(isinstance(read, Command) and read.verb == "LEAVE" for read in ours)
        return obeyed(tx, letter, visitor, (*ours, *(() if is_leaving else reads)))
    return obeyed(tx, letter, visitor, (*reads, *ours))


def _bring(reads: Sequence[LobbyRead]) -> bool:
    """Whether something in a letter is for a game that has not started."""
    return any(isinstance(read, Passage) for read in reads)
