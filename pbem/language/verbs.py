"""The one table of verbs: reading, help and suggestions are made from it."""

from __future__ import annotations

from pbem.language.answer_verbs import (
    ADVANCED_SCRIPT_VERBS,
    ADVANCED_VERBS,
    ANSWER_VERBS,
    DEAL_VERBS,
)
from pbem.language.script_verbs import SCRIPT_VERBS, Verb

VERBS: tuple[Verb, ...] = (
    *SCRIPT_VERBS,
    *ADVANCED_SCRIPT_VERBS,
    *ANSWER_VERBS,
    *DEAL_VERBS,
    Verb(
        "PAY",
        "standing",
        "Says from where tax and upkeep are paid, until you say otherwise.",
        (
            "PAY TAX FROM card, card",
            "PAY TAX FROM ANY (the usual order)",
            "PAY POST OFFICE FROM MASTER  |  FROM ILLUMINATI",
        ),
        ("PAY TAX FROM Mafia", "PAY POST OFFICE FROM MASTER"),
        "R2.2",
        guarded=True,
    ),
    Verb(
        "FOREGO",
        "standing",
        "Says whom you do not tax, until you say otherwise.",
        ("FOREGO TAX ON player, player", "FOREGO TAX ON NOBODY"),
        ("FOREGO TAX ON bob",),
        "R2.2",
        ("FORGO",),
        guarded=True,
    ),
    *ADVANCED_VERBS,
    Verb(
        "GOAL",
        "act",
        "Chooses your secret goal before the first turn (the UFOs).",
        ("GOAL illuminati",),
        ("GOAL Network",),
        "R1.5",
    ),
    Verb(
        "RESIGN",
        "act",
        "Leaves the game. The answer tells you a code to confirm it with.",
        ("RESIGN", "RESIGN code"),
        ("RESIGN", "RESIGN K7PX"),
        "R10.3",
        guarded=True,
    ),
    Verb(
        "READY",
        "control",
        "Says that you are done: the turn need not wait for you.",
        ("READY",),
        ("READY",),
        "R12.3",
        ("DONE",),
        guarded=True,
    ),
    Verb(
        "WAIT",
        "control",
        "Asks that the turn is not run before its deadline.",
        ("WAIT",),
        ("WAIT",),
        "R12.3",
    ),
    Verb(
        "CLEAR",
        "control",
        "Throws away the script that is on file.",
        ("CLEAR",),
        ("CLEAR",),
        guarded=True,
    ),
    Verb("STATUS", "control", "Tells what is on file for you.", ("STATUS",), ("STATUS",)),
    Verb(
        "UNDO",
        "control",
        "Goes back to what was on file before your last letter.",
        ("UNDO",),
        ("UNDO",),
        guarded=True,
    ),
    Verb(
        "PREVIEW",
        "control",
        "Tells what your script would do, without filing it.",
        ("PREVIEW",),
        ("PREVIEW",),
    ),
    Verb(
        "RESEND",
        "control",
        "Sends your last report again, or that of a turn.",
        ("RESEND", "RESEND turn"),
        ("RESEND", "RESEND 14"),
    ),
    Verb(
        "HELP",
        "control",
        "Tells about the orders, or about one of them.",
        ("HELP", "HELP verb"),
        ("HELP", "HELP ATTACK"),
    ),
)

NOT_YET = ("MORE", "AWAY", "RULES", "CARD")
"""Verbs the referee knows of and does not take yet."""
TALK = ("SAY", "RUMOUR", "RUMOR", "DIARY", "PROMISE")
"""Verbs followed by a text, up to a blank line or END, in which no order is looked for."""

BY_WORD: dict[str, Verb] = {
    word.casefold(): verb for verb in VERBS for word in (verb.name, *verb.aliases)
}
BY_MISSPELLING: dict[str, Verb] = {
    word.casefold(): verb for verb in VERBS for word in verb.misspelt
}
LATER = frozenset(word.casefold() for word in (*NOT_YET, *TALK))
TALK_WORDS = frozenset(word.casefold() for word in TALK)
CLAUSE_WORDS = frozenset({"aid", "spend", "ship", "overshoot", "privileged"})
"""Words that begin a clause of an attack and nothing else."""
FIRST_WORDS = frozenset((*BY_WORD, *BY_MISSPELLING, *LATER, "if", "else"))
"""The words with which an order begins, in small letters."""
