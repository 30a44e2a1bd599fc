"""To a player whose gifts had to wait for a privileged attack: what became of them (R9.1)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.reports.layout.letterhead import letterhead
from pbem.reports.layout.mail_context import AnswerLine, Mail, MailContext
from pbem.reports.layout.render import render
from pbem.reports.mails.answering import printable_line


def done_later(about: MailContext, lines: Sequence[AnswerLine]) -> Mail:
    """Each line that was held, and whether it has been done now."""
    context = {"head": letterhead(about), "lines": [printable_line(line) for line in lines]}
    return render("held_lines", context)
