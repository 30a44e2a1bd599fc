"""Ending a game without a winner, and its last reports with everything opened (R12.10)."""

from __future__ import annotations

from pbem.models import FINISHED, key_of
from pbem.reports.parts.lengths import Issue
from pbem.service.clocks import stop_clock
from pbem.service.history.eras import game_key
from pbem.service.history.reporting import on_file_for, report_for
from pbem.service.history.untold import last_counts, untold
from pbem.service.mailing.outbox import addressee, fresh_seat, post, recall_reminders
from pbem.service.moderating.errand import Errand
from pbem.service.orders.talk import talk_for
from pbem.service.turns.closing import take_up_kept
from pbem.service.turns.printed import notices_for


def end_game(errand: Errand) -> None:
    """The game is over: no clock runs, nothing is announced any more, everybody gets a report."""
    game = errand.game
    was_closed = game.closed_at is not None
    game.phase, game.finished_at = FINISHED, errand.now
    stop_clock(game)
    recall_reminders(errand.session, game, errand.now)
    game.announced, game.held, game.error = None, "[]", None
    game.claimed_until = game.next_try_at = None
    game.paused_at = game.resumes_at = game.closed_at = None
    game.version += 1
    errand.session.add(game)
    errand.session.flush()
    if was_closed:
        take_up_kept(errand.session, game, errand.now)
    _report(errand)


def _report(errand: Errand) -> None:
    """The last report to every seat: what it was not told yet, how all stood, and the secret."""
    desk, session, game, shelf = errand.desk, errand.session, errand.game, errand.shelf
    counts = last_counts(session, key_of(game))
    before, on_file = untold(session, shelf), on_file_for(session, shelf, shelf.state)
    why = errand.command.why.strip()
    ended = (f"The moderator has ended the game: {why}",) if why else ()
    printed = notices_for(session, game, shelf.seats.values())
    for name, row in shelf.seats.items():
        seat = fresh_seat(session, row)
        said, told_talk = talk_for(session, game, seat)
        notices = (*printed.get(name, ()), *ended)
        mail = report_for(
            shelf,
            name,
            shelf.state,
            before[name].new,
            errand.now,
            None,
            on_file[name],
            issue=Issue(since=before[name].since, talk=said, counts=counts, notices=notices),
            is_ended=True,
        )
        assert mail is not None, "a last report is always due"
        seat.told_seq, seat.told_talk = game.seq, told_talk
        session.add(seat)
        key = f"report:{game_key(game)}:{game.turn}:ended{errand.number}:{name}"
        to = addressee(game, seat, shelf.players[name])
        settings = desk.settings.mail
        post(session, settings, to, mail, key=key, now=errand.now, turn=game.turn)
