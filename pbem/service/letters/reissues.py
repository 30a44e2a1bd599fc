"""Reports and bulletins once more: as they were sent, or made anew at another length."""

from __future__ import annotations

from dataclasses import replace

from sqlmodel import select

from pbem.database import Session
from pbem.documents.layout.mail_context import Mail
from pbem.games.contract.reports import Issue, as_length
from pbem.grammar.commands.spec import Command
from pbem.models import FINISHED, Outbox, game_key, key_of
from pbem.service.history.reporting import last_counts, report_for
from pbem.service.letters.report_snapshots import (
    ReportSeat,
    events_between,
    report_snapshot_now,
    report_snapshot_then,
    script_then,
    turn_before,
)
from pbem.service.orders.lookups import sent_again
from pbem.service.orders.submission import bulletin_key, last_report
from pbem.service.orders.talk import talk_between
from pbem.service.snapshots import GameSnapshot, context_for
from pbem.service.turns.announcing import asking_mail
from pbem.service.waits import is_excused
from pbem.service.word_results import WordResult, refused


def resent(place: ReportSeat, word: Command) -> list[Mail]:
    """What one RESEND brings: the report, and the bulletin that is still open."""
    if word.key == "BULLETIN":
        return _bulletin(place)
    turn = word.turn
    anew = _anew(place, turn, word.value) if word.value else None
    if anew is None:
        row = last_report(place.session, place.snapshot.seats[place.seat], turn)
        anew = sent_again(place.session, row) if row else None
    reports = [anew] if anew else []
    return [*reports, *_bulletin(place)] if turn is None else reports


def resend_problem(
    session: Session, snapshot: GameSnapshot, seat: str, word: Command
) -> WordResult | None:
    """Why a RESEND brings nothing, or not what it asks for; None where it does."""
    if word.key == "BULLETIN":
        is_open = snapshot.is_frozen(seat) or _bulletin_row(session, snapshot, seat) is not None
        why = f"{word.line}: no attack is announced that you could answer now."
        return None if is_open else refused(why)
    turn = snapshot.game.turn if word.turn is None else word.turn
    is_first = turn_before(session, key_of(snapshot.game), turn) is None
    if word.value and is_first and (turn == 1 or word.turn is None):
        return WordResult(f"{word.line}: the first report has one length; it comes as it was sent.")
    if word.turn is None or last_report(session, snapshot.seats[seat], turn) is not None:
        return None
    is_known = turn <= snapshot.game.turn and not is_first
    if is_known and word.value:
        return None
    more = f"RESEND {turn} FULL makes one now. " if is_known else ""
    return refused(
        f"{word.line}: no report of yours opened turn {turn}. {more}HISTORY lists the turns."
    )


def _bulletin_row(session: Session, snapshot: GameSnapshot, seat: str) -> Outbox | None:
    if not snapshot.status.windows:
        return None
    status = snapshot.status
    key = bulletin_key(game_key(snapshot.game), status.turn, status.part, seat)
    return session.exec(select(Outbox).where(Outbox.key == key)).first()


def _bulletin(place: ReportSeat) -> list[Mail]:
    snapshot, seat = place.snapshot, place.seat
    row, is_own = _bulletin_row(place.session, snapshot, seat), snapshot.is_frozen(seat)
    if not snapshot.status.windows:
        return []
    if row is None:
        return [asking_mail(snapshot, seat, place.context.now)] if is_own else []
    is_answered = not is_own and is_excused(snapshot, seat)
    sent = sent_again(place.session, row)
    reporter = snapshot.ruleset.reporter
    return [reporter.asked_again(snapshot.state, place.context, sent, is_answered=is_answered)]


def _anew(place: ReportSeat, turn: int | None, length: str) -> Mail | None:
    """The report at that length; None where there is but one, or no such turn."""
    snapshot = place.snapshot
    is_open = turn is None or turn == snapshot.game.turn
    then = report_snapshot_now(place) if is_open else report_snapshot_then(place, turn or 0)
    if then is None:
        return None
    game_id, session = place.game_id, place.session
    seat = snapshot.seats[place.seat]
    is_over = is_open and snapshot.game.phase == FINISHED
    issue = Issue(
        events=events_between(session, game_id, then.reported, then.seq),
        since=events_between(session, game_id, then.acted, then.seq),
        talk=talk_between(session, snapshot.game, seat, (then.before_at, then.at), is_over=is_over),
        on_file=place.script if is_open else script_then(place, then),
        counts=last_counts(session, snapshot.game, then.seq),
        length=as_length(length.casefold()),
        is_asked=True,
        open_turn=0 if is_open else snapshot.game.turn,
    )
    now, deadline_at = place.context.now, place.context.deadline_at if is_open else None
    past = replace(snapshot, state=then.state)
    wait = snapshot.game.wait if is_open else past.status.wait
    context = context_for(past, place.seat, now, deadline_at=deadline_at, wait=wait)
    return report_for(past, context, issue)
