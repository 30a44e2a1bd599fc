"""A report of a turn that is open once more: what became of what came after stands before all."""

from __future__ import annotations

from dataclasses import replace

from pbem.reports.layout import plain
from pbem.reports.layout.mail_context import Mail


def reopened(mail: Mail, why: str) -> Mail:
    """The report with a paragraph before it; the subject says that it is not the first of it."""
    told = plain.fill(plain.one_line(why, 1500)).strip()
    subject = mail.subject.replace("] ", "] AGAIN: ", 1)
    return replace(mail, subject=subject, text=f"OPEN AGAIN\n\n{told}\n\n{mail.text.lstrip()}")
