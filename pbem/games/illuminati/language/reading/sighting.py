"""A first look at a text: whether there is anything in it like an order."""

from pbem.budget import Budget
from pbem.games.illuminati.language.names.vocabulary import Vocabulary
from pbem.grammar.orders.letters import read
from pbem.grammar.orders.lines import statements_of

_KINDS = ("script", "standing", "answer", "deal", "talk")
_MOST_READ = 40
"""Lines of a new text that are read to know it for a player's."""


def has_order(text: str) -> bool:
    """Say whether a line of the text begins as orders do, whatever comes of it."""
    return any(
        statement.is_talk
        or _first_word(statement.text).casefold() in Vocabulary.language.first_words
        for statement in statements_of(text, Vocabulary.language)
    )


def carries_order(text: str, budget: Budget | None = None) -> bool:
    """Say whether nobody but a player writes so: an order that is read, or a verb in capitals.

    Autoresponders write "If you need help", "Away until Monday" and "Pass this on" as well.
    """
    lines = read("\n".join(text.split("\n")[:_MOST_READ]), Vocabulary(), budget=budget)
    return any(
        (line.fate == "order" and not line.assumed) or _is_in_capitals(_first_word(line.text))
        for line in lines
    )


def _is_in_capitals(word: str) -> bool:
    verb = Vocabulary.language.by_word.get(word.casefold()) if word.isupper() else None
    return verb is not None and (verb.kind in _KINDS or verb.name == "READY")


def _first_word(text: str) -> str:
    return text.partition(" ")[0].strip(".,:!")
