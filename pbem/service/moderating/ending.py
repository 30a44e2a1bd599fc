"""Ending a game without a winner, and its last reports with everything opened (R12.10)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.contract.reports import Issue
from pbem.models import FINISHED, game_key
from pbem.service.clocks import stop_clock
from pbem.service.endings.queueing import queue_ending
from pbem.service.history.reporting import last_counts, on_file_for, pending_events, report_for
from pbem.service.mailing.outbox import recall_reminders
from pbem.service.moderating.command_context import CommandContext
from pbem.service.orders.talk import talk_for
from pbem.service.snapshots import context_for
from pbem.service.turns.holding_results import release_held_letters
from pbem.service.turns.printed import notices_for

BY_VOTE = "vote"
"""Who has ended a game that its players have voted to end."""


def end_game(context: CommandContext, shared: Sequence[str] = ()) -> None:
    """The game is over: no clock runs, nothing is announced any more, everybody gets a report.

    The seats of `shared` win it together, where the rules allow that.
    """
    game = context.game
    was_closed = game.closed_at is not None
    game.phase, game.finished_at = FINISHED, context.now
    stop_clock(game)
    recall_reminders(context.session, game, context.now)
    game.error = None
    _withdraw_asks(context)
    _share(context, shared)
    game.claimed_until = game.next_try_at = None
    game.paused_at = game.resumes_at = game.closed_at = None
    context.session.add(game)
    context.session.flush()
    if was_closed:
        release_held_letters(context.session, game, context.now)
    _report(context)
    queue_ending(context)


def _withdraw_asks(context: CommandContext) -> None:
    """Nothing that was asked in the open turn is answered any more."""
    step = context.snapshot.ruleset.rules.reopen(context.snapshot.state)
    if step.events:
        context.put_record("act", step.state, step.events)


def _share(context: CommandContext, seats: Sequence[str]) -> None:
    step = context.snapshot.ruleset.rules.share(context.snapshot.state, seats) if seats else None
    if step is not None:
        context.put_record("act", step.state, step.events)


_MODERATOR = "The moderator has ended"


def _report(context: CommandContext) -> None:
    """The last report to every seat: what it was not told yet, how all stood, and the secret."""
    session, game, snapshot = context.session, context.game, context.snapshot
    counts, before = last_counts(session, game), pending_events(session, snapshot)
    on_file = on_file_for(session, snapshot, snapshot.status)
    why = context.command.why.strip()
    by = "The players have voted to end" if context.actor.name == BY_VOTE else _MODERATOR
    ended = (f"{by} the game: {why}",) if why else ()
    printed = notices_for(session, game, snapshot.seats.values())
    for name in snapshot.seats:
        seat = context.seat(name)
        talk, reported_talk = talk_for(session, game, seat)
        notices = (*printed.get(name, ()), *ended)
        mail_context = context_for(snapshot, name, context.now, opened_secret=game.secret)
        issue = Issue(
            events=before[name].new,
            since=before[name].since,
            on_file=on_file[name],
            talk=talk,
            notices=notices,
            counts=counts,
        )
        mail = report_for(snapshot, mail_context, issue)
        assert mail is not None, "a last report is always due"
        seat.reported_seq, seat.reported_talk = game.seq, reported_talk
        session.add(seat)
        key = f"report:{game_key(game)}:{game.turn}:ended{context.number}:{name}"
        context.post_to(name, mail, key)
