"""The one table of verbs: reading, help and suggestions are made from it."""

from __future__ import annotations

from pbem.games.illuminati.language.verbs.answer_verbs import (
    ADVANCED_SCRIPT_VERBS,
    ADVANCED_VERBS,
    ANSWER_VERBS,
    DEAL_VERBS,
)
from pbem.games.illuminati.language.verbs.script_verbs import AHEAD_VERBS, SCRIPT_VERBS, OrderVerb
from pbem.games.illuminati.language.verbs.word_verbs import TALK_VERBS, WORD_VERBS

VERBS: tuple[OrderVerb, ...] = (
    *SCRIPT_VERBS,
    *ADVANCED_SCRIPT_VERBS,
    *AHEAD_VERBS,
    *ANSWER_VERBS,
    *DEAL_VERBS,
    OrderVerb(
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
    OrderVerb(
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
    OrderVerb(
        "GOAL",
        "act",
        "Chooses your secret goal before the first turn (the UFOs).",
        ("GOAL illuminati",),
        ("GOAL Network",),
        "R1.5",
    ),
    OrderVerb(
        "RESIGN",
        "act",
        "Leaves the game. The answer tells you a code to confirm it with.",
        ("RESIGN", "RESIGN code"),
        ("RESIGN", "RESIGN K7PX"),
        "R10.3",
        guarded=True,
    ),
    *WORD_VERBS,
    *TALK_VERBS,
)

HELP_WORDS: dict[str, OrderVerb] = {
    word.casefold(): verb for verb in VERBS for word in (verb.name, *verb.aliases)
}
BY_WORD = {word: verb for word, verb in HELP_WORDS.items() if verb.kind != "ahead"}
BY_MISSPELLING: dict[str, OrderVerb] = {
    word.casefold(): verb for verb in VERBS for word in verb.misspelt
}
TALK_WORDS = frozenset(
    word.casefold() for verb in TALK_VERBS for word in (verb.name, *verb.aliases)
)
"""Words followed by a text, up to a blank line or END, in which no order is looked for."""
ATTACKS = ("ATTACK", "TAKE", "NEUTRALIZE", "DESTROY")
"""The verbs whose order is an attack."""
CLAUSE_WORDS = frozenset({"aid", "spend", "ship", "overshoot", "privileged"})
"""Words that begin a clause of an attack and nothing else."""
FIRST_WORDS = frozenset((*BY_WORD, *BY_MISSPELLING, "if", "else"))
"""The words with which an order begins, in small letters."""
