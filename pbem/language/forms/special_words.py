"""A Special named where a card was expected: which words go with it."""

from __future__ import annotations

from collections.abc import Collection

from engine.illuminati import abilities as ab
from engine.illuminati.cards import SPECIALS
from pbem.language.forms.reader import Reader
from pbem.language.names import slots
from pbem.language.names.spelling import key
from pbem.language.names.vocabulary import card_name
from pbem.language.parsed import ParseError


def not_special(reader: Reader, start: int, stops: Collection[str]) -> None:
    """`USING Deep Agent` behind an attacking card: Misread with PRIVILEGED BY or BY (R6.3, R7.5).

    `start` is the place of the word before the name, which ends at a mark or one of the stops.
    """
    tokens = reader.tokens
    places = range(reader.at, len(tokens))
    end = next((at for at in places if not tokens[at].key or tokens[at].key in stops), len(tokens))
    found = slots.special(reader.names).find(1, key(reader.text(reader.at, end)))
    if not found:
        return
    allows = isinstance(SPECIALS[found[0]].effect, ab.DestroyPowerless)
    lead = "BY" if allows else "PRIVILEGED BY"
    name = card_name(found[0])
    problem = f"{name} is a Special; {lead} says that it goes with the attack"
    raise ParseError(problem, span=(start, end), instead=(name,), lead=lead)
