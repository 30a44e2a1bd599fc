"""What is mailed for a letter to the lobby: its results, a question, or help."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlmodel import col

from pbem.grammar.commands.lobby import LobbyRead
from pbem.grammar.commands.spec import Command, UnreadCommand
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mails.kinds import as_answer, as_question
from pbem.mails.lobby import LobbyResult, is_it_yours, lobby_answer
from pbem.models import Letter, Visit
from pbem.service.codes import hide_passwords
from pbem.service.context import Transaction
from pbem.service.lobby.explaining import help_mail
from pbem.service.lobby.running import run_line, show
from pbem.service.lobby.visitors import Visitor, visitor_of
from pbem.service.lobby.visits import (
    LIFE,
    MOST_HELPS,
    MOST_QUESTIONS,
    addressee_at,
    asking_about,
    is_proved,
    is_too_much,
    new_visit,
    visits_today,
)
from pbem.service.mailing.outbox import Addressee, addressee_of, post
from pbem.service.mailing.silence import has_had_enough
from pbem.service.players.deleting import NOWHERE

ASKED = "asked whether it is its writer's"
"""The note of a letter that waits for its writer's answer."""


def obeyed(tx: Transaction, letter: Letter, visitor: Visitor, reads: Sequence[LobbyRead]) -> str:
    """Do the lines of a letter that is its writer's own, and tell him what became of each."""
    results = [_result(tx, visitor, read) for read in reads if not _is_help(read)]
    mail = lobby_answer(results) if results else as_answer(help_mail(is_known=True))
    is_gone = visitor.person.email.endswith(f"@{NOWHERE}")
    to = Addressee(visitor.address) if is_gone else addressee_of(visitor.person)
    post(tx, to, mail, f"ack:{letter.id}")
    return _note(results)


def shown(tx: Transaction, letter: Letter, mailed: Mailed, reads: Sequence[LobbyRead]) -> str:
    """Tell a person what he may know, though nobody vouches that he has asked for it."""
    visitor = visitor_of(tx, letter, mailed)
    if has_had_enough(tx, visitor.person.email):
        return asked_whether(tx, letter, mailed.from_addr.casefold())
    results = [_result(tx, visitor, read) for read in reads if not _is_help(read)]
    mail = lobby_answer(results) if results else help_mail(is_known=True)
    post(tx, addressee_of(visitor.person), as_question(mail), f"ack:{letter.id}")
    return _note(results)


def asked_whether(tx: Transaction, letter: Letter, sender: str) -> str:
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


def helped(tx: Transaction, letter: Letter, sender: str, reads: Sequence[LobbyRead]) -> str:
    """What nobody need confirm: help, or the list of games, with nothing of the letter in it."""
    if not is_proved(tx.session, sender):
        no_letter = sa.and_(col(Visit.letter_id).is_(None), col(Visit.line) == "")
        if visits_today(tx, sender, no_letter) >= MOST_HELPS or is_too_much(tx, sender):
            # Whoever has had his help may still want what it told him of.
            if reads:
                return asked_whether(tx, letter, sender)
            return "not answered: that address was helped today"
        new_visit(tx, sender)
    shows = [read for read in reads if isinstance(read, Command) and not _is_help(read)]
    is_known = is_proved(tx.session, sender)
    mail = lobby_answer([show(tx, shows[0])]) if shows else help_mail(is_known=is_known)
    post(tx, addressee_at(tx, sender), mail, f"ack:{letter.id}")
    return f"answered: {shows[0].verb if shows else 'HELP'}"


def _note(results: Sequence[LobbyResult]) -> str:
    return "answered: " + (", ".join(result.line.split()[0] for result in results) or "HELP")


def _result(tx: Transaction, visitor: Visitor, read: LobbyRead) -> LobbyResult:
    if isinstance(read, UnreadCommand):
        line, problem, meant = map(hide_passwords, (read.line, read.problem, read.meant))
        return LobbyResult(line, False, problem, (meant,) if meant and meant == read.meant else ())
    return run_line(tx, visitor, read)


def _is_help(read: LobbyRead) -> bool:
    return isinstance(read, Command) and read.verb == "HELP" and not read.key
