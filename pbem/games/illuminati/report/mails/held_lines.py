"""Lines that had waited for their turn, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.illuminati.events import Event
from engine.illuminati.state import State
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.render import render
from pbem.games.contract.values import Step
from pbem.games.illuminati.judging.acting import judge_late
from pbem.games.illuminati.judging.context import Given
from pbem.games.illuminati.report.parts.printed_lines import printable_line


def done_later(before: Given, context: MailContext, steps: Sequence[Step[State, Event]]) -> Mail:
    """Each line of the reader's that was held, and whether it has been done now."""
    lines = [printable_line(judge_late(before, step)) for step in steps]
    return render("illuminati/held_lines", {"head": letterhead(context), "lines": lines})
