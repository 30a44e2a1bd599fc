"""What every seat is told: the first report of a game, and one after each turn (R12.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
from pbem.service.snapshots import GameSnapshot, context_for
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


@dataclass(frozen=True, slots=True)
class _Shared:
    """What the reports of one run of turns have in common."""

    plan: ResolveTurns
    after: GameSnapshot
    counts: tuple[Any, ...]
    notices: Sequence[str]
    """Said to everybody."""
    printed: Mapping[str, Sequence[str]]
    """Moderators' notices and rulings, by seat."""
    why_again: str
    """Stands before each report where the turn was open before."""
    key: str


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
    tx.session.flush()
    shared = _shared_by(tx, plan, notices, why_again)
    # A seat's row is changed more than once; what is asked for meanwhile does not depend on it.
    with tx.session.no_autoflush:
        rows = plan.snapshot.seats.items()
        reached = [name for name, row in rows if _send_report(tx, shared, row, reported_seq)]
    tx.session.flush()
    tx.with_state(plan.after)
    _notify_late(tx, plan, _turn_key(shared.after))
    notify_observers(tx, shared.key, why_again)
    return tuple(reached)


def _shared_by(tx: GameTx, plan: ResolveTurns, notices: Sequence[str], why_again: str) -> _Shared:
    game = tx.game
    after = replace(plan.snapshot, game=game, state=plan.after)
    stage = "over" if game.phase == FINISHED else "open"
    return _Shared(
        plan,
        after,
        last_counts(tx.session, game),
        notices,
        notices_for(tx.session, game, plan.snapshot.seats.values()),
        why_again,
        f"{_turn_key(after)}:{stage}",
    )


def _turn_key(after: GameSnapshot) -> str:
    """The game and its open turn, with the part of it where the game has parts."""
    game, part = after.game, after.status.part
    return f"{game_key(game)}:{game.turn}.{part}" if part else f"{game_key(game)}:{game.turn}"


def _send_report(tx: GameTx, shared: _Shared, row: Seat, reported_seq: int) -> bool:
    """Whether the seat gets a report. One that is out has been told everything all the same: what
    is saved up for it would be read anew every turn."""
    seat = lock_seat(tx.session, row)
    name, plan = seat.name, shared.plan
    _drop_ended(tx, plan, seat)
    talk, reported_talk = talk_for(tx.session, tx.game, seat)
    context = context_for(shared.after, name, tx.now, deadline_at=shown_deadline(tx.game))
    mail = report_for(shared.after, context, _issue_for(shared, name, talk))
    is_out = name not in shared.after.status.playing
    if mail is None and not is_out:
        return False
    seat.reported_seq = reported_seq
    seat.reported_talk = reported_talk
    tx.session.add(seat)
    if mail is None:
        return False
    mail = reopened(mail, shared.why_again) if shared.why_again else mail
    tx.post(
        addressee(tx.game, seat, plan.snapshot.players[name]), mail, f"report:{shared.key}:{name}"
    )
    return True


def _issue_for(shared: _Shared, name: str, talk: Sequence[Any]) -> Issue:
    plan = shared.plan
    before = plan.before[name]
    return Issue(
        events=(*before.new, *plan.happened),
        since=() if any(turn.seat == name for turn in plan.turns) else before.since,
        on_file=plan.on_file[name],
        talk=talk,
        notices=(*shared.printed.get(name, ()), *shared.notices),
        counts=shared.counts,
        is_anew=bool(shared.why_again),
        teaching=teaching_for(shared.after, name),
    )


def _notify_late(tx: GameTx, plan: ResolveTurns, key: str) -> None:
    """Whose lines had waited hears what became of them, and whoever they touch."""
    before = plan.snapshot.given
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
