"""Our own forms, and what players do to them before they send them back."""

from __future__ import annotations

from pbem.documents.html import to_html
from pbem.games.illuminati.language import has_order
from pbem.games.illuminati.language.definition import LANGUAGE
from pbem.grammar.orders.lines import statements_of
from pbem.mail.letter import ReceivedMail, read_letter
from tests.support.clients import Client, Mail, Reply
from tests.support.golden import body_of
from tests.support.places import TESTS

REPORTS = TESTS / "reports"
CUT = "--- orders below this line ---"


def mail_of(name: str) -> Mail:
    subject, _, text = (REPORTS / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")
    subject = subject.removeprefix("Subject: ")
    return Mail(subject, text, to_html(body_of(REPORTS / f"{name}.txt"), subject=subject))


def form_of(mail: Mail) -> list[str]:
    """The lines of a mail below its cut line."""
    return mail.text.partition(CUT)[2].split("\n")


TURN = mail_of("first_mover")
BULLETIN = mail_of("bulletin_bob")
COVERED = mail_of("covered")
PHREAKS, NUKES, *_ = (line for line in form_of(TURN) if line.startswith("# ATTACK "))
GUARD = next(line for line in form_of(BULLETIN) if line.startswith("# GUARD"))
TYPED = ("ATTACK Hackers WITH GNOM SPEND 3", "Transfer 5 from Mafia to Illuminati", "PASS", "READY")


CASES: dict[str, tuple[Mail, Reply, tuple[str, ...]]] = {
    "turn/above": (TURN, Reply(above=TYPED), TYPED),
    "turn/greeted": (
        TURN,
        Reply(above=("Dear referee,", "", *TYPED, "", "Best regards,", "Ann")),
        TYPED,
    ),
    "turn/filled": (
        TURN,
        Reply(changed=((PHREAKS, PHREAKS[2:]), ("# READY", "READY"))),
        (PHREAKS[2:].partition(" #")[0].strip(), "READY"),
    ),
    "turn/filled and above": (
        TURN,
        Reply(above=("see below", "PASS"), changed=((NUKES, NUKES[2:]), ("# READY", "READY"))),
        ("PASS", NUKES[2:].partition(" #")[0].strip(), "READY"),
    ),
    "turn/extended": (
        TURN,
        Reply(changed=(("# ATTACK", "ATTACK Hackers WITH GNOM SPEND 3"), ("# READY", "READY"))),
        ("ATTACK Hackers WITH GNOM SPEND 3", "READY"),
    ),
    "turn/between": (
        TURN,
        Reply(after=((CUT, "ATTACK Hackers WITH GNOM"), ("# READY", "READY"))),
        ("ATTACK Hackers WITH GNOM", "READY"),
    ),
    "turn/below": (TURN, Reply(below=TYPED), TYPED),
    "turn/signed": (
        TURN,
        Reply(above=(*TYPED, "", "-- ", "Ann", "ATTACK Yuppies WITH CIA")),
        TYPED,
    ),
    "turn/nothing": (TURN, Reply(above=("Thanks for the report!",)), ()),
    "bulletin/nothing": (BULLETIN, Reply(), ()),
    "covered/nothing": (COVERED, Reply(), ()),
    "bulletin/above": (
        BULLETIN,
        Reply(above=("OPPOSE 2 UNTIL 5 MAX 6",)),
        ("OPPOSE 2 UNTIL 5 MAX 6",),
    ),
    "bulletin/filled": (
        BULLETIN,
        Reply(changed=(("# STAND ASIDE", "STAND ASIDE"), ("# READY", "READY"))),
        ("STAND ASIDE", "READY"),
    ),
    "bulletin/extended": (
        BULLETIN,
        Reply(changed=((GUARD, "GUARD 1 MAX 4"), ("# STAND ASIDE", "OPPOSE 2 MAX 6"))),
        ("GUARD 1 MAX 4", "OPPOSE 2 MAX 6"),
    ),
    "bulletin/between": (
        BULLETIN,
        Reply(after=((CUT, "GUARD 1 UNTIL 3"), ("# READY", "READY"))),
        ("GUARD 1 UNTIL 3", "READY"),
    ),
    "covered/above": (COVERED, Reply(above=("2: none", "CLEAR")), ("none", "CLEAR")),
}  # fmt: skip


def orders_in(text: str) -> tuple[str, ...]:
    found = []
    for statement in statements_of(text, LANGUAGE):
        words = statement.text.split()
        if (
            words
            and words[0].strip(":.,").casefold() in LANGUAGE.first_words
            or statement.text == "none"
        ):
            found.append(" ".join(statement.text.split()))
    return tuple(found)


def read(
    client: Client, case: str, language: int = 0, *, is_sent_known: bool = True
) -> ReceivedMail:
    mail, reply, _meant = CASES[case]
    raw = client.write(mail, reply, language)
    return read_letter(raw, sent=mail.text if is_sent_known else None, has_order=has_order)
