"""The small mails: too late, not recognised, help, status, news, a letter that was kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from pbem.documents.layout import clock, plain
from pbem.documents.layout.cast import listed
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.player_texts import PlayerText, printed
from pbem.documents.layout.render import render
from pbem.documents.marks import marked


def edited_mail(context: MailContext, text: str, why: str) -> Mail:
    """`text` is what has changed, in a sentence to him; `why` the moderator's reason."""
    values = {
        "head": letterhead(context),
        "text": one_line(text, 600),
        "why": one_line(why, 600).rstrip("."),
    }
    return render("edited", values)


def reopened(mail: Mail, why: str) -> Mail:
    """The report with a paragraph before it; the subject says that it is not the first of it."""
    text = plain.one_line(why, 1500)
    subject = mail.subject.replace("] ", "] AGAIN: ", 1)
    return replace(
        mail, subject=subject, body=f"{marked('OPEN AGAIN', 'verdict')}\n\n{text}\n\n{mail.body}"
    )


Unknown = Literal["no-token", "wrong-token", "several", "other-address", "nobody"]


@dataclass(frozen=True, slots=True)
class LateTexts:
    """The texts of a late letter: the verbs of those that count, and why others are held back."""

    kept: Sequence[str] = ()
    held: Sequence[str] = ()


def too_late(
    context: MailContext,
    arrived_at: datetime,
    missed_at: datetime,
    subject: str = "",
    texts: LateTexts = LateTexts(),
) -> Mail:
    """A letter that came after its deadline; of its lines only texts count."""
    return render(
        "too_late",
        {
            "head": letterhead(context),
            "arrived": clock.full(arrived_at, context.zone),
            "missed": clock.full(missed_at, context.zone),
            "by": clock.span(arrived_at - missed_at),
            "subject": one_line(subject, 60),
            "kept": listed(list(texts.kept)),
            "held": [one_line(why, 300) for why in texts.held],
        },
    )


def overtaken(
    context: MailContext, arrived_at: datetime, subject: str = "", texts: LateTexts = LateTexts()
) -> Mail:
    """A letter that could be read only once newer orders were filed; of its lines only texts
    count."""
    return render(
        "overtaken",
        {
            "head": letterhead(context),
            "arrived": clock.full(arrived_at, context.zone),
            "subject": one_line(subject, 60),
            "kept": listed(list(texts.kept)),
            "held": [one_line(why, 300) for why in texts.held],
        },
    )


def not_recognised(why: Unknown) -> Mail:
    """To a sender we cannot place: what to do, and nothing about any game."""
    return render("not_recognised", {"why": why})


def too_often(most: int) -> Mail:
    """To a player whose letters are refused until the hour is over."""
    return render("too_often", {"most": most})


def help_mail(context: MailContext | None, text: str) -> Mail:
    """The help text of the language (already at 72 columns), with how to go on."""
    return render("help", {"head": letterhead(context) if context else None, "text": text.rstrip()})


def held_problem(context: MailContext | None) -> Mail:
    """A letter that failed inside: it is kept, the moderator knows, the player need do nothing."""
    head = letterhead(context) if context else None
    return render("held_problem", {"head": head})


def archived_mail(context: MailContext) -> Mail:
    """To whoever writes to a game that has been put away."""
    return render("archived", {"head": letterhead(context)})


def word_mail(context: MailContext, texts: Sequence[PlayerText], *, is_faked: bool = False) -> Mail:
    """What somebody has just said or promised to the reader; all of it bears one name.

    `is_faked` where that need not be its writer's.
    """
    values = {
        "head": letterhead(context),
        "by": texts[0].by(context.seat),
        "has_name": texts[0].signed != "",
        "is_faked": is_faked,
        "texts": [printed(text, context.seat) for text in texts],
        "has_promise": any(text.kind == "promise" for text in texts),
    }
    return render("word", values)


def day_of_words(
    context: MailContext, heard: Sequence[PlayerText], *, is_faked: bool = False
) -> Mail:
    """What players have said to the reader since the last such mail, of whoever's name."""
    texts = [printed(text, context.seat) for text in heard]
    values = {"head": letterhead(context), "texts": texts, "is_faked": is_faked}
    return render("words", values)


def operator_notice(what: str, text: str, commands: Sequence[str]) -> Mail:
    """`what` is the subject's, `told` whole sentences, `commands` what looks into it."""
    return render("operator_notice", {"what": what, "text": text, "commands": commands})
