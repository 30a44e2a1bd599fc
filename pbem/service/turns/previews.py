"""The open turn worked out and not kept: what everybody would get, and nothing is changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pbem.database import Session
from pbem.documents.layout.clock import full
from pbem.documents.layout.mail_context import Mail
from pbem.documents.layout.plain import proper_name
from pbem.games.contract.reports import Issue, Preview
from pbem.mails.moderation import seat_preview_mail
from pbem.models import game_key
from pbem.service.clocks import next_deadline
from pbem.service.history.reporting import last_counts, report_for
from pbem.service.orders.talk import talk_for
from pbem.service.seats.moderators import is_blind, moderators_of, notify_moderator, zone_in
from pbem.service.snapshots import GameSnapshot, context_for
from pbem.service.transaction import GameTx
from pbem.service.turns.announcing import asking_mail
from pbem.service.turns.plans import Announcement, ResolveTurns, plan_step


@dataclass(frozen=True, slots=True)
class TurnPreview:
    """What would come of the open turn; `notice` is the announcement that would come before."""

    plan: ResolveTurns
    notice: Announcement | None = None


def foresee(session: Session, snapshot: GameSnapshot, now: datetime) -> TurnPreview:
    """Work the open turn out as when its time is over, whatever the clock says; nothing is written.

    A script that would be announced first is taken as announced and not answered.
    """
    plan, notice = plan_step(session, snapshot, now), None
    if isinstance(plan, Announcement):
        notice, plan = plan, plan_step(session, plan.after, now)
    assert isinstance(plan, ResolveTurns), "what was announced is run"
    return TurnPreview(plan, notice)


def preview_for(session: Session, snapshot: GameSnapshot, now: datetime, zone: str) -> Mail:
    """Everything that would come of the open turn; for a moderator who may see it."""
    preview = _preview(snapshot, foresee(session, snapshot, now), now, zone)
    return snapshot.ruleset.reporter.preview(snapshot.given, preview)


def preview_of_seat(
    session: Session, snapshot: GameSnapshot, seat: str, now: datetime, zone: str
) -> Mail:
    """The mail that a seat would get next: its report, or the announcement of a script."""
    foreseen = foresee(session, snapshot, now)
    preview = _preview(snapshot, foreseen, now, zone)
    if foreseen.notice is None:
        return seat_preview_mail(preview, seat, _report(session, foreseen.plan, seat, now))
    if not snapshot.is_in(seat):
        return seat_preview_mail(preview, seat, None)
    asking = asking_mail(foreseen.plan.snapshot, seat, now)
    return seat_preview_mail(preview, seat, asking)


def _preview(
    snapshot: GameSnapshot, foreseen: TurnPreview, now: datetime, zone: str
) -> Preview[Any, Any]:
    game, plan = snapshot.game, foreseen.plan
    return Preview(
        game=proper_name(game.name, 40),
        turn=game.turn,
        now=full(now, zone),
        zone=zone,
        is_closed=game.closed_at is not None,
        asks_first=foreseen.notice is not None,
        has_answers=bool(snapshot.status.windows),
        turns=[(turn.number, turn.step) for turn in plan.turns],
        held=plan.late,
        after=plan.after,
    )


def _report(session: Session, plan: ResolveTurns, seat: str, now: datetime) -> Mail | None:
    """The report as `send_reports` would post it, with the deadline it would have from now on."""
    after, before = replace(plan.snapshot, state=plan.after), plan.before[seat]
    game, status = after.game, after.status
    talk, _ = talk_for(session, game, after.seats[seat])
    has_moved = any(turn.seat == seat for turn in plan.turns)
    deadline_at = None if status.winners else next_deadline(game, now)
    context = context_for(after, seat, now, deadline_at=deadline_at, wait=status.wait)
    issue = Issue(
        events=(*before.new, *plan.happened),
        since=() if has_moved else before.since,
        on_file=plan.on_file[seat],
        talk=talk,
        counts=last_counts(session, game),
    )
    return report_for(after, context, issue)


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
