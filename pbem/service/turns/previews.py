"""The open turn worked out and not kept: what everybody would get, and nothing is changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from pbem.clock import SCRIPT, deadline_after
from pbem.database import Session
from pbem.models import ANSWERS, Game, key_of
from pbem.reports import Mail
from pbem.reports.mails.preview import Lead, Played, preview_mail, seat_preview_mail
from pbem.reports.parts.lengths import Issue
from pbem.service.clocks import clock_of
from pbem.service.desk import Desk
from pbem.service.history.eras import game_key
from pbem.service.history.reporting import explainer, report_for, teller, told_script
from pbem.service.history.untold import last_counts
from pbem.service.orders.expiry import settled
from pbem.service.orders.talk import talk_for
from pbem.service.seats.moderators import is_blind, moderators_of, tell_moderator, zone_in
from pbem.service.shelf import Shelf, lines_on_file, load_shelf, sheet_on_file
from pbem.service.turns.announcing import Notice, bulletin_for, notice_of
from pbem.service.turns.keeping import Plan, plan_turns
from pbem.service.waits import next_wait


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What would come of the open turn; `notice` is the announcement that would come before."""

    plan: Plan
    notice: Notice | None = None


def foresee(session: Session, shelf: Shelf, now: datetime) -> Foreseen:
    """Work the open turn out as when its time is over, whatever the clock says; nothing is written.

    A script that would be announced first is taken as announced and not answered.
    """
    notice = notice_of(session, shelf)
    if notice is not None:
        game = Game(**shelf.game.model_dump())
        game.wait, game.announced = ANSWERS, notice.announced.encode()
        shelf = replace(shelf, game=game)
    game = shelf.game
    at = game.due_at or game.closed_at or now
    shelf, ended = settled(shelf, at, with_policies=True)
    return Foreseen(plan_turns(session, shelf, ended), notice)


def preview_for(session: Session, shelf: Shelf, now: datetime, zone: str) -> Mail:
    """Everything that would come of the open turn; for a moderator who may see it."""
    foreseen = foresee(session, shelf, now)
    plan = foreseen.plan
    names = {name: shelf.names(name) for name in shelf.seats}
    turns = [
        Played(turn.number, turn.seat, _script(session, shelf, turn.seat)) for turn in plan.turns
    ]
    return preview_mail(
        _lead(shelf, foreseen, now, zone),
        turns,
        plan.happened,
        plan.after,
        {name: explainer(known) for name, known in names.items()},
        {name: teller(known) for name, known in names.items()},
        [(deed.seat, deed.told) for deed in plan.deeds],
    )


def preview_of_seat(session: Session, shelf: Shelf, seat: str, now: datetime, zone: str) -> Mail:
    """The mail that a seat would get next: its report, or the announcement of a script."""
    foreseen = foresee(session, shelf, now)
    lead = _lead(shelf, foreseen, now, zone)
    if foreseen.notice is None:
        return seat_preview_mail(lead, seat, _report(session, shelf, foreseen.plan, seat, now))
    if shelf.state.seat(seat).is_out:
        return seat_preview_mail(lead, seat, None)
    told = bulletin_for(foreseen.plan.shelf, foreseen.notice.attacks, seat, now)
    return seat_preview_mail(lead, seat, told)


def _lead(shelf: Shelf, foreseen: Foreseen, now: datetime, zone: str) -> Lead:
    game = shelf.game
    return Lead(
        game=game.name,
        turn=game.turn,
        now=now,
        zone=zone,
        is_closed=game.closed_at is not None,
        announces=foreseen.notice.announced.script if foreseen.notice else (),
        has_answers=shelf.announced is not None,
    )


def _script(session: Session, shelf: Shelf, seat: str) -> tuple[str, ...]:
    names = shelf.names(seat)
    if shelf.announced is not None and shelf.announced.seat == seat:
        return tuple(told_script(shelf.announced_script(), names))
    lines = lines_on_file(sheet_on_file(session, shelf.seats[seat], shelf.state), names)
    return tuple(told_script(lines, names))


def _report(session: Session, shelf: Shelf, plan: Plan, seat: str, now: datetime) -> Mail | None:
    """The report as `keep_turns` would post it, with the deadline it would have from now on."""
    before = plan.before[seat]
    said, _ = talk_for(session, shelf.game, shelf.seats[seat])
    has_moved = any(turn.seat == seat for turn in plan.turns)
    is_over = bool(plan.after.winners)
    deadline_at = None if is_over else deadline_after(clock_of(shelf.game), SCRIPT, now)
    return report_for(
        plan.shelf,
        seat,
        plan.after,
        (*before.new, *plan.happened),
        now,
        deadline_at,
        plan.on_file[seat],
        wait=next_wait(plan.after),
        issue=Issue(
            since=() if has_moved else before.since,
            talk=said,
            counts=last_counts(session, key_of(shelf.game)),
        ),
    )


def tell_previews(desk: Desk, session: Session, game: Game, now: datetime) -> None:
    """The results that are held, to every moderator from whom nothing is hidden."""
    session.flush()
    shelf = load_shelf(session, key_of(game))
    for moderator, player in moderators_of(session, key_of(game)):
        if is_blind(session, game, player, now):
            continue
        mail = preview_for(session, shelf, now, zone_in(game, player))
        assert game.closed_at is not None, "orders are closed before results are held"
        key = f"preview:{game_key(game)}:{game.turn}:{game.closed_at:%Y%m%d%H%M%S%f}"
        key = f"{key}:m{moderator.id}"
        tell_moderator(desk, session, game, moderator, player, mail, key=key, now=now)
