"""What every seat is told: the first report of a game, and one after each turn (R12.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.games.contract.reports import Issue
from pbem.mails.notices import reopened
from pbem.models import FINISHED, Seat, game_key
from pbem.service.clocks import shown_deadline
from pbem.service.history.reporting import last_counts, report_for
from pbem.service.mailing.outbox import addressee, lock_seat
from pbem.service.mailing.robot_seats import queue_robot_letters
from pbem.service.orders.notifying import notify_touched
from pbem.service.orders.talk import talk_for
from pbem.service.seats.observers import notify_observers
from pbem.service.snapshots import context_for
from pbem.service.transaction import GameTx
from pbem.service.turns.plans import ResolveTurns
from pbem.service.turns.printed import notices_for
from pbem.service.turns.tutorial import teaching_for


def send_first_reports(tx: GameTx, events: Sequence[Any]) -> None:
    """Tell everybody how a game begins; robots write their first letters."""
    game, snapshot = tx.game, tx.snapshot
    for name, seat in snapshot.seats.items():
        context = context_for(snapshot, name, tx.now, deadline_at=game.deadline_at, is_first=True)
        issue = Issue(events=events, teaching=teaching_for(snapshot, name))
        mail = report_for(snapshot, context, issue)
        assert mail is not None, "a first report is always due"
        seat.reported_seq = game.seq
        to = addressee(game, seat, snapshot.players[name])
        tx.post(to, mail, f"report:{game.id}:1:open:{name}")
    queue_robot_letters(tx.session, tx.mail, snapshot, game, tx.now)


def send_reports(
    tx: GameTx,
    plan: ResolveTurns,
    reported_seq: int,
    notices: Sequence[str] = (),
    why_again: str = "",
) -> tuple[str, ...]:
    """A report to every seat that is due one, and how far it has then been told everything.

    `why_again` stands before it where the turn was open before. Returns the seats that get one.
    """
    session, game, now = tx.session, tx.game, tx.now
    reached, is_anew = [], bool(why_again)
    session.flush()
    counts = last_counts(session, game)
    printed = notices_for(session, game, plan.snapshot.seats.values())
    stage = "over" if game.phase == FINISHED else "open"
    status = plan.snapshot.status_of(plan.after)
    part = status.part
    turn = f"{game.turn}.{part}" if part else f"{game.turn}"
    after = replace(plan.snapshot, game=game, state=plan.after)
    # A seat's row is changed more than once; what is asked for meanwhile does not depend on it.
    with session.no_autoflush:
        for name, row in plan.snapshot.seats.items():
            seat = lock_seat(session, row)
            _drop_ended(tx, plan, seat)
            before = plan.before[name]
            said, reported_talk = talk_for(session, game, seat)
            since = () if any(turn.seat == name for turn in plan.turns) else before.since
            texts = (*printed.get(name, ()), *notices)
            issue = Issue(
                events=(*before.new, *plan.happened),
                since=since,
                on_file=plan.on_file[name],
                talk=said,
                notices=texts,
                counts=counts,
                is_anew=is_anew,
            )
            context = context_for(after, name, now, deadline_at=shown_deadline(game))
            issue = replace(issue, teaching=teaching_for(after, name))
            mail = report_for(after, context, issue)
            is_out = name not in status.playing
            if mail is not None or is_out:
                # What is saved up for who is out would be read anew every turn.
                seat.reported_seq = reported_seq
                seat.reported_talk = reported_talk if is_out else seat.reported_talk
                session.add(seat)
            if mail is None:
                continue
            reached.append(name)
            mail = reopened(mail, why_again) if is_anew else mail
            seat.reported_talk = reported_talk
            key = f"report:{game_key(game)}:{turn}:{stage}:{name}"
            tx.post(addressee(game, seat, plan.snapshot.players[name]), mail, key)
    session.flush()
    tx.with_state(plan.after)
    _notify_late(tx, plan, turn)
    notify_observers(tx, f"{game_key(game)}:{turn}:{stage}", why_again)
    return tuple(reached)


def _notify_late(tx: GameTx, plan: ResolveTurns, turn: str) -> None:
    """Whose lines had waited hears what became of them, and whoever they touch."""
    key, before = f"{game_key(tx.game)}:{turn}", plan.snapshot.given
    for at, step in enumerate(plan.late):
        notify_touched(tx, step.seat, step.events, f"news:{key}:held{at}")
    for seat in dict.fromkeys(step.seat for step in plan.late):
        context = tx.context_for(seat, deadline_at=tx.shown_deadline)
        own = [step for step in plan.late if step.seat == seat]
        mail = tx.snapshot.ruleset.reporter.done_later(before, context, own)
        tx.post_to(seat, mail, f"held:{key}:{seat}")


def _drop_ended(tx: GameTx, plan: ResolveTurns, seat: Seat) -> None:
    """Take the standing orders that the turns say are at an end off the seat's file."""
    language, names = plan.snapshot.ruleset.language, plan.snapshot.names(seat.name)
    left = language.without_ended(seat.policies, seat.name, plan.happened, names)
    if left is not None:
        seat.policies = list(left)
        tx.session.add(seat)
