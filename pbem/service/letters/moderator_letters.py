"""A moderator's letter: read once, its commands done in one transaction with their answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session, lock_game, lock_unread
from pbem.documents.layout.plain import plain_text
from pbem.grammar.commands import MODERATORS, Command, UnreadCommand, read_commands
from pbem.mail.letter import OurNames, read_envelope
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mail.letter import read_letter as read_mail
from pbem.mails.kinds import as_answer
from pbem.mails.moderation import CommandOutcome, CommandResult, ConfirmReason, answer_mail
from pbem.models import DONE, Game, Letter, Moderator, Outbox, Person, key_of
from pbem.service.context import RETRY, ServiceContext, log
from pbem.service.letters.other_letters import put_by
from pbem.service.letters.sorting import sort_letter
from pbem.service.mailing.bounces import cleared
from pbem.service.mailing.unread import hint_next
from pbem.service.moderating.actors import actor_for
from pbem.service.moderating.held_commands import UnsureCommands, elder, hold, take_confirmations
from pbem.service.moderating.quarantine import identity_of
from pbem.service.moderating.running import CommandAnswer, for_turn, run_commands_in
from pbem.service.players.addresses import player_at
from pbem.service.players.senders import Evidence, Sender, SenderDecision, decide, verdict_for
from pbem.service.players.tokens import hidden_ids, moderator_at
from pbem.service.seats.confirming import confirmations
from pbem.service.seats.moderators import header_for, notify_moderator
from pbem.service.transaction import GameTx

COMMANDS = "commands"
"""The outcome of a letter whose commands were done or refused."""
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


def moderator_meant(session: Session, letter: Letter) -> Moderator | None:
    """Whose letter it is: to a moderator's address, or a reply to a mail from there."""
    if letter.seat_id is not None:
        return None
    if letter.moderator_id is not None:
        return session.get(Moderator, letter.moderator_id)
    tokens = read_envelope(letter.raw, mail_from=letter.mail_from).tokens
    found = (moderator_at(session, token) for token in tokens)
    return next((one for one in found if one is not None), None)


def read_commands_of(
    service: ServiceContext, letter: Letter, moderator: Moderator, now: datetime
) -> bool:
    """Do what a moderator's letter says, or ask him whether it is his; True if this call did."""
    with service.database.read() as session:
        sorted_as = (
            sort_letter(service, session, letter, now) if letter.accepted_by == "-" else None
        )
        brief = _open(service, session, letter, moderator)
        twin = _twin(session, brief)
    if sorted_as is not None and (sorted_as.mailed.is_machine or sorted_as.address is not None):
        return bool(put_by(service, letter, sorted_as, now))
    if twin is not None:
        return _close(service, brief, f"not answered: its Message-ID is that of letter {twin}", now)
    if letter.accepted_by == "-":
        asked, others = confirmations(brief.mailed.text)
        if asked and not others and brief.sender == "own":
            return take_confirmations(service, letter, moderator, asked, now)
        if brief.choice != "accept":
            why: ConfirmReason = "no-verdict" if brief.sender == "own" else "other-address"
            sender = brief.mailed.from_addr
            return hold(service, UnsureCommands(letter, moderator, brief.game_id, why, sender), now)
    return _run(service, brief, now)


def _open(
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


def _twin(session: Session, brief: ModeratorSubmission) -> int | None:
    """A letter with the same Message-ID whose commands were done; they are not done twice."""
    identity = identity_of(brief.mailed)
    if identity is None:
        return None
    twins = select(Letter.id).where(
        Letter.moderator_id == brief.moderator.id,
        Letter.message_id == identity,
        Letter.outcome == COMMANDS,
        Letter.id != brief.letter.id,
    )
    return session.exec(twins.limit(1)).first()


def _close(service: ServiceContext, brief: ModeratorSubmission, note: str, now: datetime) -> bool:
    with service.database.write() as session:
        row = lock_unread(session, key_of(brief.letter))
        if row is None:
            return False
        row.outcome, row.note = "duplicate", note
        _done(session, row, brief, now)
    return True


def _done(session: Session, row: Letter, brief: ModeratorSubmission, now: datetime) -> None:
    row.state, row.read_at, row.error = DONE, now, None
    row.moderator_id, row.game_id = brief.moderator.id, brief.game_id
    session.add(row)
    hint_next(session, row)


def _run(service: ServiceContext, brief: ModeratorSubmission, now: datetime) -> bool:
    """All its commands, the letter's row and its answer are one transaction: a crash between two
    lines undoes both, and the letter is read again."""
    with service.database.write() as session:
        row = lock_unread(session, key_of(brief.letter))
        if row is None or _comes_later(session, row, brief.moderator, now):
            return False
        game = lock_game(session, brief.game_id) if brief.game_id is not None else None
        moderator = session.get(Moderator, brief.moderator.id)
        if game is None or moderator is None:
            row.outcome, row.note = "stranger", "it names no game of this moderator"
            _done(session, row, brief, now)
            return True
        row.message_id = identity_of(brief.mailed)
        row.outcome, row.note = COMMANDS, None
        _done(session, row, brief, now)
        if row.accepted_by == "-":
            cleared(session, brief.mailed.from_addr)
        player = session.get_one(Person, moderator.person_id)
        actor = actor_for(session, game, moderator, now)
        tx = GameTx(service, session, now, game)
        answers = run_commands_in(tx, brief.reads, actor, row.id)
        session.flush()
        if session.get(Moderator, moderator.id) is None:
            return True
        results = [command_result(one) for one in answers]
        mail = answer_mail(header_for(game, player, now), results, is_cut=brief.mailed.is_cut)
        mails = [mail, *(extra for one in answers for extra in one.mails)]
        for at, each in enumerate(mails):
            key = f"ack:{row.id}:{at}" if at else f"ack:{row.id}"
            notify_moderator(tx, moderator, player, as_answer(each), key)
    log.info("commands read", letter=brief.letter.id, game=brief.game_id)
    return True


def _comes_later(session: Session, row: Letter, moderator: Moderator, now: datetime) -> bool:
    """Put a letter off while one that its moderator sent before is unread; True if it was."""
    before = elder(session, row, moderator)
    if before is None:
        return False
    row.moderator_id = moderator.id
    row.unended, row.next_try_at = max(0, row.unended - 1), now + RETRY[0]
    session.add(row)
    session.hint("read_letter", before)
    return True


def command_result(answer: CommandAnswer) -> CommandResult:
    """A line as the answer tells it."""
    outcome: CommandOutcome = "REFUSED"
    if answer.is_ignored:
        outcome = "IGNORED"
    elif answer.command is None:
        outcome = "ASK"
    elif answer.is_done:
        outcome = "TOLD" if answer.number is None else "DONE"
    return CommandResult(outcome, answer.line, answer.answer, answer.number)
