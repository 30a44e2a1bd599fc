"""The places of a line where something is named, and what may be named there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pbem.games.illuminati.language.names import vocabulary as known
from pbem.games.illuminati.language.names.index import Index
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name


@dataclass(frozen=True, slots=True)
class NameSlot:
    """What a place may name: `here` is legal there, `never` is not to be guessed.

    `also` are further exact spellings ("illuminati", "me"). Where it `tells_others`, what is
    not legal is suggested too, if it is but one slip away. Where it `doubts_codes`, so is the exact
    code of something else; elsewhere it is what was typed, and refused.
    """

    noun: str
    index: Index
    here: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    also: Mapping[str, str] = field(default_factory=dict)
    tells_others: bool = False
    doubts_codes: bool = False

    def find(self, tier: int, spelt: str) -> tuple[str, ...]:
        """What the words may stand for: 1 exactly, 2 by a part, 3 with a slip, 4 with two."""
        if len(spelt) > self.index.longest:
            return ()
        if tier == 1:
            return (
                (self.also[spelt],)
                if spelt in self.also
                else self._legal_first(self.index.exact(spelt))
            )
        if tier == 2:
            return self._legal_first(self.index.parts(spelt))
        most = tier - 2
        return self.index.slips(spelt, self.here, most) or self.index.slips(spelt, most=most)

    def _legal_first(self, found: tuple[str, ...]) -> tuple[str, ...]:
        legal = tuple(id_ for id_ in found if id_ in self.here)
        return legal if len(found) > 1 and legal else found

    def nearest(self, spelt: str) -> tuple[str, ...]:
        """What to suggest for words that stand for nothing."""
        near = self.index.nearest(spelt, self.legal())
        return near or (self.index.beside(spelt, tuple(self.index)) if self.tells_others else ())

    def legal(self) -> tuple[str, ...]:
        """What of its own kind is legal there."""
        return tuple(id_ for id_ in self.here if id_ in self.index)


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


def _me(names: Vocabulary) -> dict[str, str]:
    return {"me": names.me, "myself": names.me} if names.me else {}


def seat(names: Vocabulary) -> NameSlot:
    """A player, by his name or by his Illuminati."""
    return NameSlot("a player", names.seat_index, names.others, also=_me(names))


def plain_seat(names: Vocabulary) -> NameSlot:
    """A player by his name, where an Illuminati would be a card."""
    return NameSlot("a player", names.plain_seat_index, names.others, also=_me(names))


def label(id_: str) -> str:
    """How a card, seat or alignment is told in a question."""
    return id_.capitalize() if id_ in known.alignment_index() else card_name(id_)
