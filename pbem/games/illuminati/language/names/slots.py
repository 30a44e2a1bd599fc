"""The places of a line where something is named, and what may be named there."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from engine.illuminati import abilities as ab
from engine.illuminati.cards import SPECIALS
from pbem.games.illuminati.language.names import vocabulary as known
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.slots import NameSlot
from pbem.grammar.orders.spelling import key
from pbem.values import changed

GameReader: TypeAlias = Reader[Vocabulary]
"""A reader of words that may name what this game has."""


def _also(names: Vocabulary) -> dict[str, str]:
    own = names.my_illuminati
    return {"illuminati": own, "myilluminati": own} if own else {}


def target(names: Vocabulary) -> NameSlot:
    """A group to attack; a guess never makes him attack himself."""
    return NameSlot("a group", known.card_index(names.own_cards), names.targets, names.mine)


def own_card(names: Vocabulary) -> NameSlot:
    return NameSlot(
        "a card of yours", known.card_index(names.own_cards), names.mine, (), _also(names), True
    )


def any_card(names: Vocabulary) -> NameSlot:
    here = (*names.targets, *names.mine)
    return NameSlot("a card", known.card_index(names.own_cards), here, also=_also(names))


def group(names: Vocabulary) -> NameSlot:
    """Any Group, whoever holds it."""
    return NameSlot("a group", known.group_index(names.own_cards), (*names.targets, *names.mine))


def own_group(names: Vocabulary) -> NameSlot:
    return NameSlot("a group of yours", known.group_index(names.own_cards), names.mine)


def parted_with(names: Vocabulary) -> NameSlot:
    """A group of one's own that is dropped or given away: none is guessed."""
    mine = own_group(names)
    return changed(mine, never=tuple(mine.index))


def uncontrolled(names: Vocabulary) -> NameSlot:
    return NameSlot("an uncontrolled group", known.card_index(names.own_cards), names.uncontrolled)


def dead(names: Vocabulary) -> NameSlot:
    return NameSlot(
        "a destroyed group", known.card_index(names.own_cards), names.dead, lists_others=True
    )


def special(names: Vocabulary) -> NameSlot:
    return NameSlot("a Special", known.special_index(names.own_cards), names.hand)


def any_special(names: Vocabulary) -> NameSlot:
    """A Special, whoever may hold it."""
    return NameSlot("a Special", known.special_index(names.own_cards))


def power(names: Vocabulary) -> NameSlot:
    return NameSlot("a card with a power to use", known.power_index(names.own_cards), names.mine)


def upkeep(names: Vocabulary) -> NameSlot:
    return NameSlot("a group with upkeep", known.upkeep_index(names.own_cards))


def illuminati(names: Vocabulary) -> NameSlot:
    return NameSlot("an Illuminati", known.illuminati_index())


def alignment(names: Vocabulary) -> NameSlot:
    return NameSlot("an alignment", known.alignment_index())


def label(id_: str) -> str:
    """How a card, seat or alignment is told in a question."""
    return id_.capitalize() if id_ in known.alignment_index() else card_name(id_)


def not_special(reader: GameReader, start: int, stops: Collection[str]) -> None:
    """`USING Deep Agent` behind an attacking card: an error with PRIVILEGED BY or BY (R6.3, R7.5).

    `start` is the place of the word before the name, which ends at a mark or one of the stops.
    """
    tokens = reader.tokens
    places = range(reader.at, len(tokens))
    end = next((at for at in places if not tokens[at].key or tokens[at].key in stops), len(tokens))
    found = special(reader.names).find(1, key(reader.text(reader.at, end)))
    if not found:
        return
    allows = isinstance(SPECIALS[found[0]].effect, ab.DestroyPowerless)
    lead = "BY" if allows else "PRIVILEGED BY"
    name = card_name(found[0])
    problem = f"{name} is a Special; {lead} says that it goes with the attack"
    raise ParseError(problem, span=(start, end), instead=(name,), lead=lead)
