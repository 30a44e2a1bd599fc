"""To a player whose gifts had to wait for a privileged attack: what became of them (R9.1)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.reports.mails.answering import told_line
from pbem.reports.paper.about import About, AnswerLine, Mail
from pbem.reports.paper.letterhead import letterhead
from pbem.reports.paper.render import render


def done_later(about: About, lines: Sequence[AnswerLine]) -> Mail:
    """Each line that was held, and whether it has been done now."""
    context = {"head": letterhead(about), "lines": [told_line(line) for line in lines]}
    return render("held_lines", context)
