"""The open turn worked out and not kept: what everybody would get, and nothing is changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.clock import SCRIPT, deadline_after
from pbem.database import Session
from pbem.documents.layout.mail_context import Mail
from pbem.games.contract.reports import Issue
from pbem.games.illuminati.report.mails.preview import (
    Lead,
    PreviewedTurn,
    preview_mail,
    seat_preview_mail,
)
from pbem.models import key_of
from pbem.service.clocks import clock_of
from pbem.service.history.pending_events import last_counts
from pbem.service.history.reporting import explainer, format_script, order_formatter, report_for
from pbem.service.history.timelines import game_key
from pbem.service.orders.talk import talk_for
from pbem.service.seats.moderators import is_blind, moderators_of, notify_moderator, zone_in
from pbem.service.snapshots import GameSnapshot, lines_on_file, sheet_on_file
from pbem.service.transaction import GameTx
from pbem.service.turns.announcing import Announcement, asking_mail
from pbem.service.turns.committing import ResolveTurns, plan_step
from pbem.service.waits import wait_at


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What would come of the open turn; `notice` is the announcement that would come before."""

    plan: ResolveTurns
    notice: Announcement | None = None


def foresee(session: Session, snapshot: GameSnapshot, now: datetime) -> Foreseen:
    """Work the open turn out as when its time is over, whatever the clock says; nothing is written.

    A script that would be announced first is taken as announced and not answered.
    """
    plan, notice = plan_step(session, snapshot, now), None
    if isinstance(plan, Announcement):
        notice, plan = plan, plan_step(session, plan.after, now)
    assert isinstance(plan, ResolveTurns), "what was announced is run"
    return Foreseen(plan, notice)


def preview_for(session: Session, snapshot: GameSnapshot, now: datetime, zone: str) -> Mail:
    """Everything that would come of the open turn; for a moderator who may see it."""
    foreseen = foresee(session, snapshot, now)
    plan = foreseen.plan
    names = {name: snapshot.names(name) for name in snapshot.seats}
    turns = [
        PreviewedTurn(turn.number, turn.seat, _script(session, snapshot, turn.seat))
        for turn in plan.turns
    ]
    return preview_mail(
        _lead(snapshot, foreseen, now, zone),
        turns,
        plan.happened,
        plan.after,
        {name: explainer(known) for name, known in names.items()},
        {name: order_formatter(known) for name, known in names.items()},
        [(deed.seat, deed.told) for deed in plan.deeds],
    )


def preview_of_seat(
    session: Session, snapshot: GameSnapshot, seat: str, now: datetime, zone: str
) -> Mail:
    """The mail that a seat would get next: its report, or the announcement of a script."""
    foreseen = foresee(session, snapshot, now)
    lead = _lead(snapshot, foreseen, now, zone)
    if foreseen.notice is None:
        return seat_preview_mail(lead, seat, _report(session, snapshot, foreseen.plan, seat, now))
    if not snapshot.is_in(seat):
        return seat_preview_mail(lead, seat, None)
    told = asking_mail(foreseen.plan.snapshot, seat, now)
    return seat_preview_mail(lead, seat, told)


def _lead(snapshot: GameSnapshot, foreseen: Foreseen, now: datetime, zone: str) -> Lead:
    game = snapshot.game
    return Lead(
        game=game.name,
        turn=game.turn,
        now=now,
        zone=zone,
        is_closed=game.closed_at is not None,
        announces=foreseen.notice.step.orders if foreseen.notice else (),
        has_answers=snapshot.window is not None,
    )


def _script(session: Session, snapshot: GameSnapshot, seat: str) -> tuple[str, ...]:
    names = snapshot.names(seat)
    if snapshot.announced is not None and snapshot.announced.seat == seat:
        return tuple(format_script(snapshot.announced_script(), names))
    lines = lines_on_file(sheet_on_file(session, snapshot.seats[seat], snapshot.status), names)
    return tuple(format_script(lines, names))


def _report(
    session: Session, snapshot: GameSnapshot, plan: ResolveTurns, seat: str, now: datetime
) -> Mail | None:
    """The report as `keep_turns` would post it, with the deadline it would have from now on."""
    before = plan.before[seat]
    said, _ = talk_for(session, snapshot.game, snapshot.seats[seat])
    has_moved = any(turn.seat == seat for turn in plan.turns)
    after = snapshot.status_of(plan.after)
    is_over = bool(after.winners)
    deadline_at = None if is_over else deadline_after(clock_of(snapshot.game), SCRIPT, now)
    return report_for(
        plan.snapshot,
        seat,
        plan.after,
        (*before.new, *plan.happened),
        now,
        deadline_at,
        plan.on_file[seat],
        wait=wait_at(after),
        issue=Issue(
            since=() if has_moved else before.since,
            talk=said,
            counts=last_counts(session, key_of(snapshot.game)),
        ),
    )


def notify_previews(tx: GameTx) -> None:
    """The results that are held, to every moderator from whom nothing is hidden."""
    game, snapshot = tx.game, tx.reload()
    for moderator, player in moderators_of(tx.session, tx.id):
        if is_blind(tx.session, game, player, tx.now):
            continue
        mail = preview_for(tx.session, snapshot, tx.now, zone_in(game, player))
        assert game.closed_at is not None, "orders are closed before results are held"
        key = f"preview:{game_key(game)}:{game.turn}:{game.closed_at:%Y%m%d%H%M%S%f}"
        key = f"{key}:m{moderator.id}"
        notify_moderator(tx, moderator, player, mail, key)
