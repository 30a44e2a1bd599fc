"""How things stand, what is on file, what is asked: STATUS."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest

from engine.illuminati.state import State
from engine.illuminati.view import View, public_view
from engine.illuminati.view import view as view_of
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render, render_part
from pbem.games.contract.reports import SeatNotes
from pbem.games.illuminati.judging import explain_standing, format_sheet, judge_script
from pbem.games.illuminati.judging.context import Given
from pbem.games.illuminati.language import format_order
from pbem.games.illuminati.report.parts.own_matters import Matters, matters, of_matter
from pbem.games.illuminati.report.parts.world import world_context
from pbem.games.illuminati.secrecy import seen_by


@dataclass(frozen=True, slots=True)
class OwnStatus:
    """What a reader has on file, and what else he should know.

    `broken` says of each line of `script` why it cannot run as things stand, "" where it can.
    `policies` are the standing orders as lines, `odds` what is to be said of some of them,
    `matters` what else concerns the reader alone; `stopped` says why no deadline runs, `ended`
    how the game ended where nobody has won it, `is_ready` that the reader has said READY, so that
    nobody waits for him.
    """

    script: Sequence[str]
    policies: Sequence[str] = ()
    odds: Mapping[str, str] = field(default_factory=dict)
    matters: Matters | None = None
    stopped: str = ""
    ended: str = ""
    broken: Sequence[str] = ()
    is_ready: bool = False


def status(given: Given, context: MailContext, notes: SeatNotes) -> Mail:
    """How things stand now, and what the reader has on file."""
    seat = context.seat
    sees = view_of(given.state, seat)
    answers = [line for text in notes.answers for line in format_sheet(given, seat, text)]
    is_told = of_matter(notes.events)
    events = seen_by(seat, notes.events, given.state) if is_told else ()
    tell = partial(format_order, names=given.names(seat))
    own = OwnStatus(
        format_sheet(given, seat, notes.script),
        (*notes.standing, *notes.asks),
        explain_standing(given, seat, notes.standing),
        matters(context, sees, answers, events, tell),
        stopped=notes.stopped,
        ended=notes.ended,
        broken=[
            line.note if line.status == "REFUSED" else ""
            for line in judge_script(given, seat, notes.script)
        ],
        is_ready=notes.is_ready,
    )
    return status_mail(context, sees, own)


def status_mail(context: MailContext, view: View, own: OwnStatus) -> Mail:
    """How things stand now, without story or choices."""
    values = world_context(context, view) | {
        "on_file": [
            (one_line(line), one_line(why, 600))
            for line, why in zip_longest(own.script, own.broken, fillvalue="")
        ],
        "matters": own.matters,
        "stopped": one_line(own.stopped, 200),
        "is_over": bool(view.winners or own.ended),
        "ended": one_line(own.ended, 400),
        "is_ready": own.is_ready,
        "policies": [
            (one_line(text), one_line(own.odds.get(text, ""), 600)) for text in own.policies
        ],
    }
    return render("illuminati/status", values)


def public_world(state: State, context: MailContext) -> str:
    """How things stand as far as anybody may know."""
    return render_part("illuminati/public_world", world_context(context, public_view(state)))
