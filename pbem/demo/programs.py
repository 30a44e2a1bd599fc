"""Replies as mail programs write them: Gmail, Outlook, Apple Mail, Thunderbird, and a bare one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from html import escape

_POLICY = SMTP.clone(max_line_length=998)
"""Ids must not be folded: threads hang on them."""


@dataclass(frozen=True, slots=True)
class Mail:
    """The mail that is answered: where answers go, and what a program shows of it."""

    sender: str
    reply_to: str
    subject: str
    message_id: str
    date_at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A reply before a program has set it: who writes what to which mail, and when."""

    name: str
    email: str
    lines: Sequence[str]
    mail: Mail
    message_id: str
    written_at: datetime

    @property
    def typed(self) -> str:
        """What the writer types, a line each."""
        return "\n".join(self.lines)


Program = Callable[[Draft], EmailMessage]


def plain(draft: Draft) -> EmailMessage:
    """The new text and nothing else."""
    letter = _envelope(draft, "Re: ")
    letter.set_content(draft.typed + "\n")
    return letter


def gmail(draft: Draft) -> EmailMessage:
    """New text above; text and HTML, the quote marked in both."""
    mail = draft.mail
    when = f"{mail.date_at:%a, %-d %b %Y at %H:%M}"
    head = f"On {when}, {mail.sender} <\n{mail.reply_to}> wrote:"
    letter = _envelope(draft, "Re: ")
    letter.set_content(f"{draft.typed}\n\n{head}\n\n{_marked(mail.text)}\n", cte="8bit")
    link = f'&lt;<a href="mailto:{mail.reply_to}">{mail.reply_to}</a>&gt;'
    quote = escape(mail.text, quote=False).replace("\n", "<br>\n")
    letter.add_alternative(
        f'<div dir="ltr">{escape(draft.typed).replace(chr(10), "<br>")}</div><br>'
        '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
        f"On {when}, {escape(mail.sender)} {link} wrote:<br></div>"
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid '
        f'rgb(204,204,204);padding-left:1ex">{quote}</blockquote></div>\n',
        subtype="html",
        cte="quoted-printable",
    )
    letter.set_boundary(f"000000000000{draft.message_id[1:17]}")
    return letter


def outlook(draft: Draft) -> EmailMessage:
    """New text above, then the head of the old mail and its text without any mark."""
    mail = draft.mail
    letter = _envelope(draft, "RE: ")
    head = (
        f"From: {mail.sender} <{mail.reply_to}>\n"
        f"Sent: {mail.date_at:%-d %B %Y %H:%M}\n"
        f"To: {draft.name} <{draft.email}>\n"
        f"Subject: {mail.subject}\n"
    )
    greeting, parting = "Hello referee,", f"Best regards,\n{draft.name}"
    text = f"{greeting}\n\n{draft.typed}\n\n{parting}\n\n{head}\n{mail.text}"
    letter.set_content(text, charset="windows-1252", cte="base64")
    letter["X-Auto-Response-Suppress"] = "DR, OOF, AutoReply"
    return letter


def apple_mail(draft: Draft) -> EmailMessage:
    """New text above, the attribution inside the quote."""
    mail = draft.mail
    head = f"On {mail.date_at:%-d %b %Y, at %H:%M}, {mail.sender} <{mail.reply_to}> wrote:"
    letter = _envelope(draft, "Re: ")
    quote = _marked(f"{head}\n\n{mail.text}")
    letter.set_content(f"{draft.typed}\n\n{quote}\n", cte="quoted-printable")
    letter["X-Mailer"] = "Apple Mail (2.3826.500.181.1.5)"
    return letter


def thunderbird(draft: Draft) -> EmailMessage:
    """New text below the quote, and a signature; flowed."""
    mail = draft.mail
    head = f"On {mail.date_at:%d/%m/%Y %H:%M}, {mail.sender} wrote:"
    letter = _envelope(draft, "Re: ")
    text = f"{head}\n{_marked(mail.text)}\n\n{draft.typed}\n\n-- \n{draft.name}\n"
    letter.set_content(text, cte="8bit")
    letter.set_param("format", "flowed")
    letter["User-Agent"] = "Mozilla Thunderbird"
    return letter


def in_the_form(draft: Draft) -> EmailMessage:
    """The report sent back with the # of the form's lines taken away, as it asks for."""
    mail = draft.mail
    body, cut, form = mail.text.partition("\n--- orders below this line ---\n")
    comments = [line for line in form.splitlines() if line.startswith("# On file")][:1]
    filled = "\n".join([*comments, *draft.lines])
    head = f"On {mail.date_at:%d/%m/%Y %H:%M}, {mail.sender} wrote:"
    letter = _envelope(draft, "Re: ")
    letter.set_content(f"{head}\n{_marked(body + cut + filled)}\n", cte="8bit")
    letter["User-Agent"] = "Mozilla Thunderbird"
    return letter


PROGRAMS: Mapping[str, Program] = {
    "Gmail": gmail,
    "Outlook": outlook,
    "Apple Mail": apple_mail,
    "Thunderbird": thunderbird,
    "the form": in_the_form,
    "plain text": plain,
}


def _envelope(draft: Draft, answer: str) -> EmailMessage:
    letter = EmailMessage(policy=_POLICY)
    letter["From"] = formataddr((draft.name, draft.email))
    letter["To"] = formataddr((draft.mail.sender, draft.mail.reply_to))
    letter["Subject"] = answer + draft.mail.subject
    letter["Date"] = format_datetime(draft.written_at)
    letter["Message-ID"] = draft.message_id
    letter["In-Reply-To"] = draft.mail.message_id
    letter["References"] = draft.mail.message_id
    return letter


def _marked(text: str) -> str:
    """Every line behind a quote mark."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())
