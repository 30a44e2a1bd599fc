"""Replies as people write them: above, below and inside the quote, marked or not, with a phone."""

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
CUT = "\n--- orders below this line ---\n"


@dataclass(frozen=True, slots=True)
class AnsweredMail:
    """The mail that is answered: where answers go, and what a program shows of it."""

    sender: str
    reply_to: str
    subject: str
    message_id: str
    date_at: datetime
    text: str
    html: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A reply before a program has set it: who writes what to which mail, and when."""

    name: str
    email: str
    lines: Sequence[str]
    mail: AnsweredMail
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
    """The mail sent back with its form filled in, as it asks for; what stands below is left."""
    mail = draft.mail
    body, _, rest = mail.text.partition(CUT)
    form, end, below = rest.partition("\nEND\n")
    comments = [line for line in form.splitlines() if line.startswith("# On file")][:1]
    filled = "\n".join([*comments, *draft.lines])
    head = f"On {mail.date_at:%d/%m/%Y %H:%M}, {mail.sender} wrote:"
    letter = _envelope(draft, "Re: ")
    letter.set_content(f"{head}\n{_marked(body + CUT + filled + end + below)}\n", cte="8bit")
    letter["User-Agent"] = "Mozilla Thunderbird"
    return letter


def uncommented(draft: Draft) -> EmailMessage:
    """The mail sent back, quoted, with the # of the lines that are wanted taken away."""
    mail = draft.mail
    left = list(draft.lines)
    quoted = [_without_mark(line, left) for line in mail.text.splitlines()]
    head = f"On {mail.date_at:%d/%m/%Y %H:%M}, {mail.sender} wrote:"
    letter = _envelope(draft, "Re: ")
    text = _marked("\n".join(quoted))
    letter.set_content("\n".join([head, text, *left, ""]), cte="8bit")
    letter["User-Agent"] = "Mozilla Thunderbird"
    return letter


def _without_mark(line: str, left: list[str]) -> str:
    """An offered line that is among those left, as it is wanted; it is left no longer."""
    offered, gap, remark = line.removeprefix("# ").partition("  #")
    offered = offered.rstrip()
    for wanted in left:
        if line.startswith("# ") and _without_spend(wanted) == _without_spend(offered):
            left.remove(wanted)
            return f"{wanted}{gap}{remark}"
    return line


def _without_spend(line: str) -> str:
    return line.partition(" SPEND ")[0]


def between(draft: Draft) -> EmailMessage:
    """A line or two of the old mail kept as a quote, the orders below them."""
    mail = draft.mail
    shown = [line for line in mail.text.splitlines() if line.startswith("# ")][:2]
    head = f"On {mail.date_at:%d/%m/%Y %H:%M}, {mail.sender} wrote:"
    letter = _envelope(draft, "Re: ")
    blocks = [head, "[...]", *(f"> {line}" for line in shown), draft.typed, "> [...]"]
    letter.set_content("\n".join(blocks) + "\n", cte="8bit")
    return letter


def phone(draft: Draft) -> EmailMessage:
    """Everything on one line, as a phone corrects it, and no quote."""
    letter = _envelope(draft, "Re: ")
    text = ". ".join(line.capitalize() for line in draft.lines)
    letter.set_content(f"{text}.\n\nSent from my phone\n", cte="base64")
    return letter


def only_html(draft: Draft) -> EmailMessage:
    """HTML without any text, the old mail's HTML below a head."""
    mail = draft.mail
    letter = _envelope(draft, "RE: ")
    typed = "".join(f'<div class="elementToProof">{escape(line)}</div>' for line in draft.lines)
    inside = mail.html.partition("<body")[2].partition(">")[2].partition("</body>")[0]
    letter.set_content(
        f'<html><head></head><body dir="ltr">{typed}<div><br></div>'
        '<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" '
        f'dir="ltr"><font><b>From:</b> {escape(mail.sender)} &lt;{mail.reply_to}&gt;<br>'
        f"<b>Sent:</b> {mail.date_at:%-d %B %Y %H:%M}<br>"
        f"<b>To:</b> {escape(draft.name)} &lt;{draft.email}&gt;<br>"
        f"<b>Subject:</b> {escape(mail.subject)}</font><div>&nbsp;</div></div>"
        f"{inside or escape(mail.text)}</body></html>",
        subtype="html",
        cte="quoted-printable",
    )
    return letter


PROGRAMS: Mapping[str, Program] = {
    "Gmail": gmail,
    "Outlook": outlook,
    "Apple Mail": apple_mail,
    "Thunderbird": thunderbird,
    "the form": in_the_form,
    "the # taken away": uncommented,
    "between the lines": between,
    "a phone": phone,
    "HTML alone": only_html,
    "plain text": plain,
}
FILLED_IN = ("the form", "the # taken away", "between the lines")
"""Programs whose letters are the mail itself with its form filled in."""


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
