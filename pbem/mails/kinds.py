"""Every kind of mail, one row each: it has a template of its name, and what is done with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pbem.documents.layout.mail_context import Mail, MailPurpose

BY_ITSELF: MailPurpose = ""
ANSWER: MailPurpose = "answer"
ANSWER_COPY: MailPurpose = "answer copy"
QUESTION: MailPurpose = "question"
SILENCE: MailPurpose = "silence"
COPY = "copy"
"""The kind of a mail that goes to a sitter as well."""


@dataclass(frozen=True, slots=True)
class MailKind:
    """What is done with mails of a kind.

    `purpose` is theirs where none is given. `waits` says whether they wait for the end of their
    reader's quiet hours: unless a deadline is near, "always" as he must be awake for them, or
    "never". `called` is what the mails are called that their reader can stop, "" where he cannot;
    `lost` the same of those whose loss a moderator hears of. `for_its_player`: a sitter gets none.
    `asks`: of no use once the game is over. `of_turn`: useless once the turn is undone.
    `comes_last`: an answer that waits must go out before it. `shows_waiting`: that there is one
    tells who is waited for. `is_secret`: its text lets who reads it act as its reader. `is_reply`:
    it replies to a letter, whatever its purpose.
    """

    name: str
    purpose: MailPurpose = BY_ITSELF
    waits: Literal["", "always", "never"] = ""
    called: str = ""
    lost: str = ""
    for_its_player: bool = False
    asks: bool = False
    of_turn: bool = False
    comes_last: bool = False
    shows_waiting: bool = False
    is_secret: bool = False
    is_reply: bool = False


KINDS: Mapping[str, MailKind] = {
    kind.name: kind
    for kind in (
        MailKind(
            "turn", called="the reports of turns", lost="report", of_turn=True, comes_last=True
        ),
        MailKind(
            "bulletin",
            called="the bulletins",
            lost="bulletin",
            asks=True,
            of_turn=True,
            comes_last=True,
        ),
        MailKind("finale", of_turn=True, comes_last=True),
        MailKind("news", called="the news between turns", of_turn=True, comes_last=True),
        MailKind("held_lines", of_turn=True, comes_last=True),
        MailKind(
            "reminder",
            waits="always",
            called="the reminders",
            asks=True,
            of_turn=True,
            shows_waiting=True,
        ),
        MailKind("late", waits="always", asks=True, of_turn=True, shows_waiting=True),
        MailKind("away", called="the notes of who is away"),
        MailKind("acknowledgement", ANSWER),
        MailKind("held_problem", ANSWER),
        MailKind("kept", waits="never"),
        MailKind("confirm", waits="never", for_its_player=True, is_secret=True),
        MailKind("held", ANSWER, for_its_player=True),
        MailKind("address_new", for_its_player=True, is_secret=True),
        MailKind("address_asked", QUESTION, is_secret=True),
        MailKind("address_main", is_secret=True),
        MailKind("address_bad", for_its_player=True),
        MailKind("address_quiet", SILENCE),
        MailKind("address_yours", ANSWER),
        MailKind("not_recognised", QUESTION, is_reply=True),
        MailKind("lobby", ANSWER),
        MailKind("lobby_confirm", waits="never", is_secret=True, is_reply=True),
        MailKind("lobby_full", is_secret=True),
        MailKind("lobby_help", QUESTION, is_reply=True),
        MailKind("lobby_news"),
        MailKind("daily_list"),
        MailKind("daily_duties"),
        MailKind("invitation"),
        MailKind("vote", asks=True),
        MailKind("vote_failed"),
        MailKind("watched"),
        MailKind("login", is_secret=True),
        MailKind("device", waits="never", for_its_player=True, is_secret=True),
        MailKind("settings", for_its_player=True),
        MailKind("sitter", for_its_player=True),
        MailKind("sitting", for_its_player=True),
        MailKind("moderator_answer", ANSWER),
        MailKind("moderator_confirm", waits="never", is_secret=True),
        MailKind("moderator_confirmed", ANSWER),
        MailKind(COPY, for_its_player=True),
        *map(
            MailKind,
            (
                *("act", "acts", "archived", "edited", "notice", "ruling", "preview"),
                *("preview_seat", "too_late", "too_often", "letter_waits", "log", "word"),
                *("again", "overtaken", "proof"),
                *(
                    "card",
                    "help",
                    "history",
                    "look",
                    "rules",
                    "status",
                    "who",
                    "display",
                    "tutorial",
                ),
                *("departure", "seat_left", "seat_offered", "seat_taken", "seat_welcome"),
                *("standby", "standby_offer", "moderator_act", "moderator_address"),
                *("moderator_copy", "moderator_gone", "moderator_notice", "moderator_welcome"),
                *(
                    "words",
                    "operator_notice",
                    "letter_to_moderator",
                    "moderator_word",
                    "talk_reported",
                ),
            ),
        ),
    )
}


STOPPABLE = {kind.name: kind.called for kind in KINDS.values() if kind.called}
"""Kinds of mail that come unasked, and how they are called; answers to letters always come."""


def purpose_of(mail: Mail) -> MailPurpose:
    """Why a mail goes out."""
    return mail.purpose or KINDS[mail.kind].purpose


def as_answer(mail: Mail) -> Mail:
    """The mail as one that goes out because its reader wrote."""
    return replace(mail, purpose=ANSWER)


def as_question(mail: Mail) -> Mail:
    """The mail as one that goes out because somebody wrote in its reader's name."""
    return replace(mail, purpose=QUESTION)


def copy_of(mail: Mail) -> Mail:
    """The mail as it goes to a sitter."""
    is_answer = purpose_of(mail) == ANSWER
    return replace(mail, kind=COPY, purpose=ANSWER_COPY if is_answer else BY_ITSELF)


def is_reply(kind: str, purpose: str) -> bool:
    """Whether a mail answers a letter, as its headers say."""
    return purpose in (ANSWER, ANSWER_COPY) or KINDS[kind].is_reply
