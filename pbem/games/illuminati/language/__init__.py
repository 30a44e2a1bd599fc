"""Text to orders and back: what players type, and what each line of it became."""

from pbem.games.illuminati.language.definition import (
    carries_order,
    format_order,
    has_order,
    help_text,
)
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name, vocabulary_for
from pbem.games.illuminati.language.reading.costs import cost_of, need_at_ceiling
from pbem.games.illuminati.language.reading.sheets import (
    Split,
    as_given,
    merge,
    policies_in,
    script_of,
    split,
)
from pbem.games.illuminati.language.reading.warnings import BARED, warnings, without_effect
from pbem.games.illuminati.language.reasons.refusals import explain
from pbem.grammar.orders.letters import read, reread
from pbem.grammar.orders.meaning import format_line
from pbem.grammar.orders.overlooked import meant_by
from pbem.grammar.orders.parsed import ParsedLine

__all__ = [
    "BARED",
    "Vocabulary",
    "ParsedLine",
    "Split",
    "as_given",
    "card_name",
    "carries_order",
    "cost_of",
    "explain",
    "warnings",
    "without_effect",
    "format_line",
    "format_order",
    "has_order",
    "help_text",
    "meant_by",
    "merge",
    "vocabulary_for",
    "need_at_ceiling",
    "policies_in",
    "read",
    "reread",
    "script_of",
    "split",
]
