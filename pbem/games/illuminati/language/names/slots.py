"""The places of a line where something is named, and what may be named there."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from pbem.games.illuminati.language.names import vocabulary as known
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.slots import NameSlot

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
    return replace(mine, never=tuple(mine.index))


def uncontrolled(names: Vocabulary) -> NameSlot:
    return NameSlot("an uncontrolled group", known.card_index(names.own_cards), names.uncontrolled)


def dead(names: Vocabulary) -> NameSlot:
    return NameSlot(
        "a destroyed group", known.card_index(names.own_cards), names.dead, tells_others=True
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
