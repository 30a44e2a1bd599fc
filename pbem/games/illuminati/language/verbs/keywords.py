"""Words of clauses: which are put right where they are misspelt, and which sentences lack."""

from __future__ import annotations

from pbem.games.illuminati.language.verbs.table import CLAUSE_WORDS

HARMLESS = frozenset(
    (
        *("with", "from", "under", "action", "master", "illuminati", "until", "against", "turn"),
        *("turns", "round", "each", "only", "need", "fails", "succeeds", "attack", "expires"),
        *("before", "after", "dice", "result", "victory", "groups", "line", "aside", "save"),
        *("to", "on", "at", "by", "of", "as", "and", "if", "it", "me", "his", "next", "special"),
        *("privilege", "tax", "add", "remove", "reverse", "test", "off", "length"),
        *("format", "zone", "language", "quiet", "text", "html", "full", "brief", "digest", "mb"),
        *("bulletin", "revision", "silence", "code", "anyway", "attacked", "always", "own"),
    )
)
COSTLY = frozenset(
    (
        *("mon", "tue", "wed", "thu", "fri", "sat", "sun", "today", "tomorrow"),
        *("spend", "ship", "dropped", "destroy", "neutralize", "control", "privileged", "for"),
        *("overshoot", "taking", "destroying", "neutralizing", "attacking", "aid", "aim", "max"),
        *("up", "all", "in", "any", "anyone", "not", "is", "up", "down", "bank", "power", "peek"),
        *(
            "unless",
            "never",
            "resistance",
            "stack",
            "money",
            "mine",
            "free",
            "nothing",
            "nobody",
            "lend",
        ),
        "bot",
    )
)
"""Keywords that cost, destroy or decide: a misspelt one is asked about, never taken."""
ORDER_WORDS = CLAUSE_WORDS | frozenset(
    ("until", "max", "save", "money", "mb", "need", "fails", "succeeds", "privilege", "tax", "mine")
    + (
        "group",
        "groups",
        "attack",
        "attacks",
        "players",
        "cards",
        "overshoot",
        "under",
        "dropped",
        "illuminati",
        "expires",
        "turn",
        "turns",
        "special",
    )
)
