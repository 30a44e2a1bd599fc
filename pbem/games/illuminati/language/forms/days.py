"""A day in an order, with its hour and zone."""

from __future__ import annotations

from pbem.games.illuminati.language.names.slots import GameReader
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.times.dates import NoDate, NoMoment
from pbem.grammar.times.kept import MOST_WORDS, day_within


def day(reader: GameReader) -> str | None:
    """A day with or without an hour; None, with nothing read, if none comes next.

    Misread for what is one and cannot be, such as 30 Feb.
    """
    reader.names.demand(MOST_WORDS // 2)
    words = [token.text for token in reader.tokens[reader.at : reader.at + MOST_WORDS]]
    if not words:
        return None
    try:
        many, kept = day_within(words)
    except NoDate:
        return None
    except NoMoment as why:
        raise ParseError(str(why).rstrip(".")) from None
    reader.at += many
    return kept
