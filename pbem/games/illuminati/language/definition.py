"""The language of this game, for whatever reads letters: its verbs, words and forms."""

from __future__ import annotations

from engine.illuminati.orders import Condition, Not, Order
from pbem.budget import Budget
from pbem.games.contract.spoken import spoken_for
from pbem.games.illuminati.language.forms.conditions import conditions, format_conditions
from pbem.games.illuminati.language.forms.patterns import is_line
from pbem.games.illuminati.language.names.slots import GameReader, any_card, any_special, label
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, is_code
from pbem.games.illuminati.language.reading.sheets import may_be_script
from pbem.games.illuminati.language.reading.suggestions import suggestions
from pbem.games.illuminati.language.reading.warnings import is_to_himself
from pbem.games.illuminati.language.verbs.table import CLAUSE_WORDS, VERBS
from pbem.games.illuminati.language.verbs.topics import HELP
from pbem.grammar.orders import overlooked
from pbem.grammar.orders.help import help_on
from pbem.grammar.orders.language import Language, OnFile

# Which words of clauses are put right where they are misspelt, and which sentences lack.
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
ON_FILE = OnFile(
    lines=frozenset({"attack", "attacks", "transfer", "transfers", "gift", "play", "script"}),
    policies=frozenset(
        ("oppose", "opposing", "opposition", "support", "supporting", "guard", "guarding")
        + ("helping", "defending", "protecting", "hindering", "policy", "policies")
    ),
    ends_policy="STAND ASIDE",
    idle="PASS",
)


def _opposite(condition: Condition) -> Condition:
    return condition.condition if isinstance(condition, Not) else Not(condition)


def _any_card(reader: GameReader) -> str:
    return reader.name_of((any_card(reader.names), any_special(reader.names)))[1]


LANGUAGE = Language(
    verbs=VERBS,
    label=label,
    is_code=is_code,
    harmless=HARMLESS,
    costly=COSTLY,
    clause_words=CLAUSE_WORDS,
    order_words=ORDER_WORDS,
    read_if=conditions,
    opposite=_opposite,
    format_if=format_conditions,
    is_to_himself=is_to_himself,
    may_be_script=may_be_script,
    suggestions=suggestions,
    is_line=is_line,
    any_card=_any_card,
    spoken=spoken_for(verb.name for verb in VERBS),
    on_file=ON_FILE,
    help=HELP,
)
# Forms need names and names their language, so it is told to them once all of it is there.
Vocabulary.language = LANGUAGE


def format_order(order: Order, names: Vocabulary) -> str:
    """The order in canonical words; read again it is the same order."""
    return LANGUAGE.format_order(order, names)


def help_text(verb: str | None = None) -> str:
    """Help on one verb or topic, or on all for None, "" and other words; 72 columns at most."""
    return help_on(LANGUAGE, verb)


def has_order(text: str) -> bool:
    """Say whether a line of the text begins as orders do, whatever comes of it."""
    return overlooked.has_order(text, LANGUAGE)


def carries_order(text: str, budget: Budget | None = None) -> bool:
    """Say whether nobody but a player writes so."""
    return overlooked.carries_order(text, Vocabulary(), budget)
