"""Who wrote a seat's letter, and what of it only the seat's player may say."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbem.database import Session
from pbem.games.contract.orders import JudgedLine
from pbem.grammar.commands.spec import Command
from pbem.models import Person, Seat
from pbem.service.letters.last_words import LAST_WORDS
from pbem.service.letters.unwanted_talk import TALK_WORDS
from pbem.service.moderating.becoming import MODERATOR
from pbem.service.orders.judging import Judged
from pbem.service.orders.submission import Submission
from pbem.service.players.addresses import is_first_of, player_at
from pbem.service.players.sitters import sitter_of
from pbem.values import changed

OWNERS_WORDS = (
    *("AWAY", "DELEGATE", "STAY", "STANDBY", "SET", "TUTORIAL", "SEND", "VOTE"),
    *TALK_WORDS,
    *LAST_WORDS,
)
"""Words that nobody who sits in may say for a player."""


def as_written(
    session: Session, submission: Submission, judgement: Judged, seat: Seat
) -> tuple[Judged, tuple[str, ...]]:
    """A letter's work without what only the seat's player may do, and who wrote it if not he."""
    sender, at = submission.mailed.from_addr, submission.letter.received_at
    is_own = is_first_of(submission.player, sender)
    sitter = None if is_own else sitter_writing(session, seat, sender, at)
    if sitter is None and submission.letter.accepted_by != MODERATOR:
        return judgement, ()
    player = submission.player.name
    lines = tuple(_owners(line, player) for line in judgement.lines)
    notes = (f"{sitter.name} wrote this letter, and sits in for {player}.",) if sitter else ()
    return replace(judgement, lines=lines, resigns=False), notes


def _owners(line: JudgedLine, player: str) -> JudgedLine:
    """The line, refused if nobody but the seat's player may say it."""
    if line.verb == "RESIGN":
        return changed(line, status="REFUSED", note=f"Only {player} can resign.")
    if line.command and _is_owners(line.command):
        note = f"{line.command.verb}: only {player} can say that."
        return changed(line, status="REFUSED", note=note, command=None)
    return line


def _is_owners(word: Command) -> bool:
    return word.verb in OWNERS_WORDS and (word.verb != "SET" or bool(word.key))


def sitter_writing(session: Session, seat: Seat, sender: str, now: datetime) -> Person | None:
    """Who writes for a seat's player, where a letter is not his own."""
    sitter = sitter_of(session, seat.id, now)
    writer = player_at(session, sender) if sitter is not None else None
    if writer is None or sitter is None or writer.id == seat.person_id:
        return None
    return writer if writer.id == sitter.person_id else None
