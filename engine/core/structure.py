"""The cards under one root: how they lie, which arrows are open, whether they are a tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

from engine.core.geometry import Ground, Outline, Shape, Side, lay_out, overlaps

PuppetRows = tuple[tuple[str, str, Side], ...]
"""(card, master, arrow) of the puppets of a structure, in the order they joined."""
OpenArrows = Mapping[str, tuple[Side, ...]]
"""The open arrows of every card of a structure, N, E, S, W as printed on each."""


class InPlay(Protocol):
    """A card on the table: whose, and on which arrow of its master, if it has one."""

    @property
    def seat(self) -> str: ...
    @property
    def master(self) -> str | None: ...
    @property
    def arrow(self) -> Side | None: ...


def puppet_rows(
    table: Mapping[str, InPlay], seat: str, without: Collection[str] = ()
) -> PuppetRows:
    """The puppets of a seat's structure, some cards left out."""
    return tuple(
        [
            (name, card.master, card.arrow)
            for name, card in table.items()
            if card.seat == seat
            and card.master is not None
            and card.arrow is not None
            and name not in without
        ]
    )


class Grounds:
    """Structures as they were laid out, by their rows: who asks for one again gets the same.

    In those that hang `anywhere` cards need no arrow of their master.
    """

    def __init__(self, outlines: Mapping[str, Outline], anywhere: bool = False) -> None:
        @lru_cache(maxsize=512)
        def laid_out(root: str, rows: PuppetRows, shape: Shape) -> Ground:
            return lay_out(root, rows, outlines, shape, anywhere)

        @lru_cache(maxsize=512)
        def open_arrows(root: str, rows: PuppetRows, shape: Shape) -> OpenArrows:
            ground = laid_out(root, rows, shape)
            # Before the deal a seat has no card that could have arrows.
            cards = [card for card in ground.spots if card in outlines]
            return MappingProxyType({card: ground.open_arrows(card) for card in cards})

        self.open_arrows: Callable[[str, PuppetRows, Shape], OpenArrows] = open_arrows
        self._laid_out: Callable[[str, PuppetRows, Shape], Ground] = laid_out

    def ground(self, root: str, rows: PuppetRows, shape: Shape) -> Ground:
        """A structure laid out; the caller may write on it."""
        return self._laid_out(root, rows, shape).copy()


def broken_structure(
    table: Mapping[str, InPlay],
    seat: str,
    outlines: Mapping[str, Outline],
    lay: Callable[[], Ground],
    anywhere: bool = False,
) -> Iterator[str]:
    """Why a seat's cards are no tree on printed arrows, without overlap; in words."""
    taken: set[tuple[str, Side | None]] = set()
    for name, card in table.items():
        if card.seat != seat or card.master is None:
            continue
        master, arrow = card.master, card.arrow
        if master not in table or table[master].seat != seat:
            yield f"{name}: its master {master} is not in the structure"
            return
        is_free = anywhere or outlines[name].anywhere
        is_side = is_free and arrow not in (None, outlines[master].arrow_in)
        if arrow not in outlines[master].arrows_out and not is_side:
            yield f"{name}: {master} has no arrow {arrow}"
        if (master, arrow) in taken:
            yield f"{name}: not alone on {master}'s arrow {arrow}"
        taken.add((master, arrow))
    bound = Counter(
        master for name, master, _ in puppet_rows(table, seat) if not outlines[name].anywhere
    )
    yield from (
        f"{master}: more puppets than arrows"
        for master, number in bound.items()
        if number > len(outlines[master].arrows_out)
    )
    try:
        ground = lay()
    except KeyError as error:
        yield f"{seat}: a circle at {error.args[0]}"
        return
    for a, b in overlaps(ground):
        yield f"{a} overlaps {b}"
