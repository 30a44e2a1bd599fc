"""The commands of a moderator's letter done, and answered in the same transaction."""

from __future__ import annotations

from datetime import datetime

from pbem.database import Session, lock_game, lock_unread
from pbem.mails.kinds import as_answer
from pbem.mails.moderation import CommandOutcome, CommandResult, answer_mail
from pbem.models import DONE, Letter, Moderator, Person, key_of
from pbem.service.context import RETRY, ServiceContext, log
from pbem.service.letters.moderator_submission import ModeratorSubmission
from pbem.service.mailing.bounces import cleared
from pbem.service.mailing.unread import hint_next
from pbem.service.moderating.actors import actor_for
from pbem.service.moderating.held_commands import earlier_letter
from pbem.service.moderating.running import CommandAnswer, run_commands_in
from pbem.service.orders.looked_up import identity_of
from pbem.service.seats.moderators import header_for, notify_moderator
from pbem.service.transaction import GameTx

COMMANDS = "commands"
"""The outcome of a letter whose commands were done or refused."""


def mark_done(session: Session, row: Letter, brief: ModeratorSubmission, now: datetime) -> None:
    """Close a letter that has been read, and let the next one be read."""
    row.state, row.read_at, row.error = DONE, now, None
    row.moderator_id, row.game_id = brief.moderator.id, brief.game_id
    session.add(row)
    hint_next(session, row)


def run_submission(service: ServiceContext, brief: ModeratorSubmission, now: datetime) -> bool:
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
            mark_done(session, row, brief, now)
            return True
        row.message_id = identity_of(brief.mailed)
        row.outcome, row.note = COMMANDS, None
        mark_done(session, row, brief, now)
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
    before = earlier_letter(session, row, moderator)
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
