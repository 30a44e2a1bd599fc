"""A moderator's letter as it was read: its commands, its game, and how sure it is his."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.plain import plain_text
from pbem.grammar.commands import MODERATORS, Command, UnreadCommand, read_commands
from pbem.mail.letter import OurNames
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mail.letter import read_letter as read_mail
from pbem.models import Game, Letter, Moderator, Outbox, Person
from pbem.service.context import ServiceContext
from pbem.service.moderating.running import for_turn
from pbem.service.players.addresses import player_at
from pbem.service.players.senders import Evidence, Sender, SenderDecision, decide, verdict_for
from pbem.service.players.tokens import hidden_ids

_NAMED = re.compile(r"\[([A-Za-z][A-Za-z0-9_-]{0,23})\]")


@dataclass(frozen=True, slots=True)
class ModeratorSubmission:
    """A moderator's letter with all it is judged by."""

    letter: Letter
    mailed: Mailed
    moderator: Moderator
    player: Person
    game_id: int | None
    reads: tuple[Command | UnreadCommand, ...]
    choice: SenderDecision
    sender: Sender


def open_submission(
    service: ServiceContext, session: Session, letter: Letter, moderator: Moderator
) -> ModeratorSubmission:
    seen: list[Outbox] = []

    def sent(message_ids: Sequence[str]) -> str | None:
        found = _answered(session, moderator, message_ids)
        seen.extend([found] if found else [])
        return plain_text(found.body) if found else None

    own = service.settings.mail
    mailed = read_mail(
        letter.raw,
        sent=sent,
        mail_from=letter.mail_from,
        ours=OurNames((own.address,), (own.name,)),
        has_order=_has_command,
    )
    player = session.get_one(Person, moderator.person_id)
    writer = player_at(session, mailed.from_addr)
    is_own = writer is not None and writer.id == player.id
    sender: Sender = "own" if is_own else "known" if writer else "stranger"
    # Its writer had the turn before him that was open when the mail he replies to was written.
    turn = seen[0].turn if seen else None
    reads = tuple(for_turn(read, turn) for read in read_commands(mailed.text))
    choice = decide(Evidence("seat", sender, verdict_for(service, letter, mailed)), "moderator")
    if is_own and _only_looks(reads):
        choice = "accept"
    game_id = moderator.game_id or _game_named(session, mailed.subject)
    return ModeratorSubmission(letter, mailed, moderator, player, game_id, reads, choice, sender)


def _has_command(text: str) -> bool:
    return any(isinstance(read, Command) for read in read_commands(text))


def _only_looks(reads: Sequence[Command | UnreadCommand]) -> bool:
    """Whether a letter changes nothing; its answer goes to the registered address in any case."""
    return all(isinstance(read, UnreadCommand) or MODERATORS[read.verb].looks for read in reads)


def _answered(session: Session, moderator: Moderator, message_ids: Sequence[str]) -> Outbox | None:
    ids = [message_id for message_id in message_ids if message_id][:20]
    wanted = [form for message_id in ids for form in hidden_ids(moderator, message_id)]
    rows = session.exec(
        select(Outbox).where(
            Outbox.moderator_id == moderator.id, col(Outbox.message_id).in_(wanted)
        )
    ).all()
    return min(rows, key=lambda row: wanted.index(row.message_id), default=None)


def _game_named(session: Session, subject: str) -> int | None:
    """The game that a subject names, for who moderates all."""
    for name in _NAMED.findall(subject[:500]):
        found = session.exec(select(Game.id).where(Game.name == name)).first()
        if found is not None:
            return found
    return None
