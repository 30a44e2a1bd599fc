"""Reports: what a player may know, as context, and as mails made of it."""

from pbem.reports.hypertext import Picture, to_html
from pbem.reports.mails.answering import acknowledgement
from pbem.reports.mails.notices import (
    held_problem,
    help_mail,
    news,
    not_recognised,
    status,
    too_late,
)
from pbem.reports.mails.turn import turn_report
from pbem.reports.paper.about import (
    About,
    Answer,
    AnswerLine,
    Attachment,
    Explain,
    Fate,
    Mail,
    Tell,
)
from pbem.reports.paper.attachments import PICTURE_ALT, attachments_for
from pbem.reports.picture import picture, size_of

__all__ = [
    "PICTURE_ALT",
    "About",
    "Answer",
    "AnswerLine",
    "Attachment",
    "Explain",
    "Fate",
    "Mail",
    "Picture",
    "Tell",
    "acknowledgement",
    "attachments_for",
    "held_problem",
    "help_mail",
    "news",
    "not_recognised",
    "picture",
    "size_of",
    "status",
    "to_html",
    "too_late",
    "turn_report",
]
