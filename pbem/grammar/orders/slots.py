"""A place of a line where something is named, and what may be named there."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.grammar.orders.index import Index
from pbem.grammar.orders.language import Names
from pbem.values import Frozen, field

EVERYBODY = ("all", "everybody", "everyone")
NOBODY = ("nobody", "none", "noone")


class NameSlot(Frozen):
    """What a place may name: `here` is legal there, `never` is not to be guessed.

    `also` are further exact spellings ("illuminati", "me"). Where it `lists_others`, what is
    not legal is suggested too, if it is but one slip away. Where it `doubts_codes`, so is the exact
    code of something else; elsewhere it is what was typed, and refused.
    """

    noun: str
    index: Index
    here: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    also: Mapping[str, str] = field(default_factory=dict)
    lists_others: bool = False
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
        return near or (self.index.beside(spelt, tuple(self.index)) if self.lists_others else ())

    def legal(self) -> tuple[str, ...]:
        """What of its own kind is legal there."""
        return tuple(id_ for id_ in self.here if id_ in self.index)


def _me(names: Names) -> dict[str, str]:
    return {"me": names.me, "myself": names.me} if names.me else {}


def seat_slot(names: Names) -> NameSlot:
    """A player, by his name or by what he plays."""
    return NameSlot("a player", names.seat_index, names.others, also=_me(names))


def plain_seat_slot(names: Names) -> NameSlot:
    """A player by his name alone, where what he plays would be a card."""
    return NameSlot("a player", names.plain_seat_index, names.others, also=_me(names))
