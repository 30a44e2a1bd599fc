"""What has happened in a game, told again: turns, acts, reports, the game as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.documents.layout.mail_context import Mail
from pbem.grammar.commands.spec import Command
from pbem.mails.finale import proof_mail
from pbem.mails.moderation_log import log_mail
from pbem.models import FINISHED
from pbem.service.endings.proofs import proof_of, verified
from pbem.service.letters.reissues import resent
from pbem.service.letters.reply_input import ReplyInput
from pbem.service.letters.report_snapshots import ReportSeat
from pbem.service.moderating.logbook import entries_for_players
from pbem.service.orders.lookups import past_events, past_turn


def history_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    snapshot, reporter, session = asked.sheet_context.snapshot, asked.reporter, asked.session
    mails = []
    for word in words:
        if word.turn is None:
            events = past_events(session, snapshot.game)
            mails.append(reporter.history(asked.state, asked.context, events))
        elif turn := past_turn(session, snapshot, word.turn):
            mails.append(reporter.past_turn(asked.state, asked.context, turn))
    return mails


def log_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    game = asked.sheet_context.snapshot.game
    entries, is_over = entries_for_players(asked.session, game), game.phase == FINISHED
    return [log_mail(game.name, asked.context.zone, entries, is_whole=False, is_over=is_over)]


def resend_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    snapshot = replace(asked.sheet_context.snapshot, state=asked.state)
    script = asked.sheet_lines(asked.script)
    place = ReportSeat(asked.session, snapshot, asked.sheet_context.seat, asked.context, script)
    mails = [mail for word in words for mail in resent(place, word)]
    return list({(mail.subject, mail.body): mail for mail in mails}.values())


def proof_mails(asked: ReplyInput, words: Sequence[Command]) -> list[Mail]:
    """The game as a file; VERIFY computes it again before."""
    game = asked.sheet_context.snapshot.game
    is_checked = any(word.verb == "VERIFY" for word in words)
    problems = verified(asked.session, game) if is_checked else None
    return [proof_mail(game.name, proof_of(asked.session, game), problems)]
