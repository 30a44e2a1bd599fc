"""Letters to the plain address: a stranger is helped, what he asks for is done once he is known.

Nothing that a letter asks for is done by its From line alone. A mail server of ours vouches for it,
it replies to a mail that nobody but its writer has, or he sends back the code that was mailed to
him. What goes to an address that is not proved
is little, and not a word of the letter stands in it: whoever forges it writes to nobody through us.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.games.registry import passage_verbs, rulesets
from pbem.grammar.commands.lobby import LOBBY, LobbyRead, read_lobby
from pbem.grammar.commands.passages import Passage
from pbem.grammar.commands.spec import Command, UnreadCommand
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mail.letter import read_envelope, with_new_text
from pbem.mails.kinds import as_answer, as_question
from pbem.mails.lobby import LobbyGame, LobbyResult, help_to_stranger, is_it_yours, lobby_answer
from pbem.models import Letter, Visit
from pbem.service.context import ServiceContext, Transaction, begin, log
from pbem.service.lobby.running import run_line, show_games
from pbem.service.lobby.visitors import Visitor, visitor_of
from pbem.service.lobby.visits import (
    LIFE,
    MOST_HELPS,
    MOST_QUESTIONS,
    addressee_at,
    asking_about,
    forget_passwords,
    is_proved,
    is_too_much,
    new_visit,
    refuse_invitations,
    replies_to_ours,
    visit_confirmed,
    visits_today,
)
from pbem.service.mailing.outbox import Addressee, addressee_of, post
from pbem.service.mailing.unread import close_unread
from pbem.service.players.senders import Finding

ASKED = "asked whether it is its writer's"
"""The note of a letter that waits for its writer's answer."""
NOWHERE = "@deleted.invalid"
"""Where the address of a person ends whose data is deleted."""
_TOLD = ("TUTORIAL", "GAMES", "JOIN", "CREATE")
"""Commands that a stranger is told of."""
_ANYWHERE = frozenset(row.name for row in LOBBY.rows) - {"HELP", "TUTORIAL"}
"""Commands that no seat has: they are the lobby's though their writer plays somewhere."""


_SHOW = frozenset(("MINE", "PROFILE"))
"""Commands that only show something, to the person whose it is, unless they name what to change."""
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
        return _asked(tx, letter, sender)
    if replies_to_ours(tx.session, mailed, tx.now):
        visitor = visitor_of(tx, letter, mailed, is_proved=True)
        return _obeyed(tx, letter, visitor, asked.reads)
    if finding.evidence.verdict == "pass":
        return _obeyed(tx, letter, visitor_of(tx, letter, mailed), asked.reads)
    if asked.reads and all(map(_only_shows, asked.reads)) and is_proved(tx.session, sender):
        return _shown(tx, letter, mailed, asked.reads)
    if acts and all(read.verb == "STOP" for read in acts):
        return "not answered: wants no invitations"
    if any(not LOBBY[read.verb].looks for read in acts) or _bring(asked.reads):
        return _asked(tx, letter, sender)
    return _helped(tx, letter, sender, asked.reads)


def _only_shows(read: LobbyRead) -> bool:
    """Whether a line changes nothing: its answer goes to whose address it is, whoever wrote."""
    if isinstance(read, Command):
        return LOBBY[read.verb].looks or (read.verb in _SHOW and not read.key)
    return isinstance(read, UnreadCommand)


def _shown(tx: Transaction, letter: Letter, mailed: Mailed, reads: Sequence[LobbyRead]) -> str:
    """Tell a person what he may know, though nobody vouches that he has asked for it."""
    visitor = visitor_of(tx, letter, mailed)
    results = [_result(tx, visitor, read) for read in reads if not _is_help(read)]
    mail = lobby_answer(results) if results else help_to_stranger(*_offered_games())
    post(tx, addressee_of(visitor.person), as_question(mail), f"ack:{letter.id}")
    return _note(results)


def _note(results: Sequence[LobbyResult]) -> str:
    return "answered: " + (", ".join(result.line.split()[0] for result in results) or "HELP")


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
        return _obeyed(tx, letter, visitor, (*ours, *(() if is_leaving else reads)))
    return _obeyed(tx, letter, visitor, (*reads, *ours))


def _obeyed(tx: Transaction, letter: Letter, visitor: Visitor, reads: Sequence[LobbyRead]) -> str:
    """Do the lines of a letter that is its writer's own, and tell him what became of each."""
    results = [_result(tx, visitor, read) for read in reads if not _is_help(read)]
    mail = lobby_answer(results) if results else as_answer(help_to_stranger(*_offered_games()))
    is_gone = visitor.person.email.endswith(NOWHERE)
    to = Addressee(visitor.address) if is_gone else addressee_of(visitor.person)
    post(tx, to, mail, f"ack:{letter.id}")
    return _note(results)


def _result(tx: Transaction, visitor: Visitor, read: LobbyRead) -> LobbyResult:
    if isinstance(read, UnreadCommand):
        return LobbyResult(read.line, False, read.problem)
    return run_line(tx, visitor, read)


def _bring(reads: Sequence[LobbyRead]) -> bool:
    """Whether something in a letter is for a game that has not started."""
    return any(isinstance(read, Passage) for read in reads)


def _is_help(read: LobbyRead) -> bool:
    return isinstance(read, Command) and read.verb == "HELP"


def _asked(tx: Transaction, letter: Letter, sender: str) -> str:
    """Ask an address whether a letter is its owner's."""
    unanswered = sa.and_(col(Visit.letter_id).is_not(None), col(Visit.done_at).is_(None))
    asked = visits_today(tx, sender, unanswered)
    if asked >= MOST_QUESTIONS or not is_proved(tx.session, sender) and is_too_much(tx, sender):
        return "not answered: that address was asked often enough"
    visit = new_visit(tx, sender, letter_id=letter.id)
    mail = is_it_yours(asking_about(tx, visit, asked), tx.now + LIFE)
    # To the address itself, not where its owner has his mail: he answers from there.
    post(tx, Addressee(sender), mail, f"visit:{visit.id}")
    return ASKED


def _helped(tx: Transaction, letter: Letter, sender: str, reads: Sequence[LobbyRead]) -> str:
    """What nobody need confirm: help, or the list of games, with nothing of the letter in it."""
    if not is_proved(tx.session, sender):
        no_letter = sa.and_(col(Visit.letter_id).is_(None), col(Visit.line) == "")
        if visits_today(tx, sender, no_letter) >= MOST_HELPS or is_too_much(tx, sender):
            return "not answered: that address was helped today"
        new_visit(tx, sender)
    lists = [read for read in reads if isinstance(read, Command) and read.verb == "GAMES"]
    mail = (
        lobby_answer([show_games(tx, lists[0])]) if lists else help_to_stranger(*_offered_games())
    )
    post(tx, addressee_at(tx, sender), mail, f"ack:{letter.id}")
    return f"answered: {'GAMES' if lists else 'HELP'}"


def _offered_games() -> tuple[list[LobbyGame], list[tuple[str, str]]]:
    """What a stranger is told of: the first game, the others in short, and what he can write."""
    first, *others = rulesets()
    games = [LobbyGame(first.title, first.about, tutorial="TUTORIAL" if first.tutorial else "")]
    games += [
        LobbyGame(
            one.title,
            one.about[:1],
            f"CREATE Fnord-9 GAME {one.name}",
            f"TUTORIAL {one.name}" if one.tutorial else "",
        )
        for one in others
    ]
    commands = [(row.examples[0], row.gloss) for row in LOBBY.rows if row.name in _TOLD]
    return games, commands
