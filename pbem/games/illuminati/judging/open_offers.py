"""Where a line about an offer names none that is open: the offers that its writer may mean."""

from __future__ import annotations

from collections.abc import Sequence

from engine.illuminati.state import State
from pbem.games.illuminati.language import ParsedLine
from pbem.games.illuminati.language.definition import LANGUAGE
from pbem.values import changed

MOST_NAMED = 4
_VERBS = ("ACCEPT", "DECLINE", "COUNTER")
_EXAMPLES = {LANGUAGE.by_word[verb.casefold()].examples[0]: verb for verb in _VERBS}
"""The printed example of each verb, whose number is that of no offer of the game."""


def with_open_offers(
    lines: Sequence[ParsedLine], state: State, seat: str
) -> tuple[ParsedLine, ...]:
    """A seat's lines; where an example would be suggested, the offers open to it are (R9.3)."""
    return tuple(_with_known_example(line, state, seat) for line in lines)


def _with_known_example(line: ParsedLine, state: State, seat: str) -> ParsedLine:
    verbs = [_EXAMPLES.get(text) for text in line.suggestions]
    verb = verbs[0] if len(verbs) == 1 else None
    if verb is None:
        return line
    numbers = [
        offer.number_of(seat)
        for offer in state.offers
        if offer.to == seat or (verb == "DECLINE" and offer.by == seat)
    ]
    if not numbers:
        none = f"{line.problem.rstrip('.')}. No offer is open that you could {verb.casefold()}."
        return changed(line, problem=none, suggestions=())
    rest = line.suggestions[0].split(maxsplit=2)[2:]
    tries = (" ".join((verb, str(number), *rest)) for number in numbers[:MOST_NAMED])
    return changed(line, suggestions=tuple(tries))
