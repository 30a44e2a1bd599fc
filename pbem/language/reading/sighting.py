"""A first look at a text: whether there is anything in it like an order."""

from pbem.language.reading.lines import statements_of
from pbem.language.verbs.table import FIRST_WORDS


def has_order(text: str) -> bool:
    """Say whether a line of the text begins as orders do, whatever comes of it."""
    return any(
        statement.is_talk
        or statement.text.partition(" ")[0].strip(".,:!").casefold() in FIRST_WORDS
        for statement in statements_of(text)
    )
