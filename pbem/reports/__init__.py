"""Reports: what a player may know, as context, and as mails made of it."""

from pbem.reports.html import Picture, to_html
from pbem.reports.layout.attachments import PICTURE_ALT, attachments_for
from pbem.reports.layout.mail_context import (
    Acknowledgement,
    AnswerLine,
    AttachedFile,
    Explain,
    FormatOrder,
    LineStatus,
    Mail,
    MailContext,
)
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
from pbem.reports.picture import picture, size_of

__all__ = [
    "PICTURE_ALT",
    "MailContext",
    "Acknowledgement",
    "AnswerLine",
    "AttachedFile",
    "Explain",
    "LineStatus",
    "Mail",
    "Picture",
    "FormatOrder",
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
