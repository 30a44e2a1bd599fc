"""What each line of orders would come to, told while they are typed: judged, and nothing filed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.games.contract.orders import Acknowledgement
from pbem.games.contract.reports import PrintableLine
from pbem.mail.letter import read_envelope
from pbem.models import WEB, Letter
from pbem.service.codes import hide_secrets
from pbem.service.context import ServiceContext
from pbem.service.cpu_use import charged_to, cpu_left, write_down
from pbem.service.letters.writers import as_written
from pbem.service.orders.judging import format_lines, judge
from pbem.service.orders.submission import load_submission
from pbem.service.pages.filing import MOST_TEXT, WrittenOrders, as_mail
from pbem.service.pages.sign_in import SeatVisitor
from pbem.service.snapshots import context_for, load_rows
from pbem.values import changed

NOT_TRIED = (
    "You have had as many lines tried as one person may in a day. Save them: what is saved is read "
    "and answered as always. Lines are tried again from midnight UTC."
)


@dataclass(frozen=True, slots=True)
class Checked:
    """What each line of a text would come to; or in a sentence why no line was tried."""

    lines: Sequence[PrintableLine] = ()
    problem: str = ""


def check_lines(service: ServiceContext, visitor: SeatVisitor, text: str) -> Checked:
    """What would become of each line of a text, were it filed now.

    A person may have so many lines tried in a day; what he saves is answered all the same.
    """
    with service.database.read() as session:
        if not cpu_left(service, session, visitor.person_id):
            return Checked(problem=NOT_TRIED)
    with charged_to(service, visitor.person_id):
        lines = _checked(service, visitor, text)
    write_down(service)
    return Checked(lines)


def _checked(service: ServiceContext, visitor: SeatVisitor, text: str) -> list[PrintableLine]:
    now, settings = service.clock(), service.settings
    raw = as_mail(service, visitor, WrittenOrders(text[:MOST_TEXT], "", ""))
    letter = Letter(
        received_at=now,
        mail_from=visitor.email,
        rcpt=settings.mail.address,
        raw=raw,
        digest="",
        game_id=visitor.game_id,
        seat_id=visitor.seat_id,
        next_try_at=now,
        accepted_by=WEB,
        transport=WEB,
    )
    with service.database.read() as session:
        rows = load_rows(session, visitor.game_id)
        submission = load_submission(service, session, letter, read_envelope(raw), rows)
        judgement, _ = as_written(session, submission, judge(submission), submission.seat)
    context = context_for(submission.snapshot, visitor.seat, now)
    answer = Acknowledgement(
        lines=format_lines(judgement.lines, is_preview=True),
        script_on_file=judgement.script.lines,
        is_your_turn=submission.is_mover,
        is_ready=False,
        deadline_at=None,
    )
    printed = submission.snapshot.ruleset.reporter.printable(context, answer)
    return [*map(_without_codes, printed.lines)]


def _without_codes(line: PrintableLine) -> PrintableLine:
    return changed(
        line,
        text=hide_secrets(line.text),
        understood=hide_secrets(line.understood),
        note=_note(line.note),
    )


def _note(text: str) -> str:
    """A note whose code, if it has one, is mailed once the line is sent."""
    shown = hide_secrets(text)
    return shown if shown == text else f"{shown} (the code is mailed to you)"
