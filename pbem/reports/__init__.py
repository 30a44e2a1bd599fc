"""Reports: what a player may know, as context, and as mails made of it."""

from pbem.reports.about import About, Answer, AnswerLine, Explain, Fate, Mail, Tell
from pbem.reports.answering import acknowledgement
from pbem.reports.notices import (
    held_problem,
    help_mail,
    news,
    not_recognised,
    status,
    too_late,
)
from pbem.reports.turn import turn_report

__all__ = [
    "About",
    "Answer",
    "AnswerLine",
    "Explain",
    "Fate",
    "Mail",
    "Tell",
    "acknowledgement",
    "held_problem",
    "help_mail",
    "news",
    "not_recognised",
    "status",
    "too_late",
    "turn_report",
]
