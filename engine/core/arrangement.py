"""How a branch is laid on a new master: what keeps its shape, shifts, is lost (R8.3, R8.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from engine.core.geometry import SIDES, Ground, Side
from engine.core.values import Value

MOST_TRIED = 5_000
"""Arrangements looked at before the best so far is taken."""


class Laid(Value):
    """One card on its master's printed arrow."""

    card: str
    master: str
    arrow: Side


class Arrangement(Value):
    """How a branch lies: every card that fits, masters first, and the roots of what is lost."""

    laid: tuple[Laid, ...]
    lost: tuple[str, ...]


class Branch(Value):
    """A card and what hangs under it: (puppet, arrow) rows of each master, as they lie now."""

    root: str
    puppets: Mapping[str, Sequence[tuple[str, Side]]]

    def size(self, card: str) -> int:
        """Number of cards in the branch of one of its cards."""
        return 1 + sum(self.size(puppet) for puppet, _ in self.puppets.get(card, ()))


WishedSides = Mapping[str, Side | None]
"""What the player wants: the arrow of a card under its own master, or None to give it up."""


def arrange(
    ground: Ground, branch: Branch, places: Sequence[tuple[str, Side]], wishes: WishedSides
) -> Arrangement | None:
    """Lay a branch on one of the given (master, arrow) places of the ground.

    A card that fits keeps its place (R8.3). The place and arrangement that loses fewest cards,
    then leaves most open arrows in the whole structure, then comes first: places in the order
    given, arrows as N, E, S, W. None if the root fits nowhere. The ground is left as it was.
    """
    if branch.root not in branch.puppets:
        return _arrange_alone(ground, branch.root, places)
    best: tuple[tuple[int, int, int, tuple[int, ...]], Arrangement] | None = None
    for rank, (master, arrow) in enumerate(places):
        if not ground.fits(branch.root, master, arrow):
            continue
        found = _best_at(ground, branch, Laid(branch.root, master, arrow), wishes)
        key = (found[0], found[1], rank, found[2])
        if best is None or key < best[0]:
            best = (key, found[3])
    return best[1] if best else None


def _arrange_alone(
    ground: Ground, card: str, places: Sequence[tuple[str, Side]]
) -> Arrangement | None:
    """A card without puppets, as most are: only the open arrows it leaves are to be compared."""
    free = [place for place in places if ground.fits(card, *place)]
    if not free:
        return None
    master, arrow = free[0] if len(free) == 1 else max(free, key=partial(_left_open, ground, card))
    return Arrangement((Laid(card, master, arrow),), ())


def _left_open(ground: Ground, card: str, place: tuple[str, Side]) -> int:
    """Open arrows of the whole structure once the card lies there."""
    ground.put(card, *place)
    count = ground.count_open()
    ground.lift(card, *place)
    return count


_Scored = tuple[int, int, tuple[int, ...], Arrangement]
_Filled = tuple[tuple[Laid, ...], tuple[str, ...]]


def _best_at(ground: Ground, branch: Branch, root: Laid, wishes: WishedSides) -> _Scored:
    """The best way to lay the branch with its root on this arrow."""
    ground.put(root.card, root.master, root.arrow)
    try:
        return min(_score_all(ground, branch, root, wishes), key=lambda scored: scored[:3])
    finally:
        ground.lift(root.card, root.master, root.arrow)


def _score_all(
    ground: Ground, branch: Branch, root: Laid, wishes: WishedSides
) -> Iterator[_Scored]:
    for laid, lost in islice(_lay_under(ground, branch, (root.card,), wishes), MOST_TRIED):
        cards_lost = sum(branch.size(card) for card in lost)
        order = tuple(SIDES.index(row.arrow) for row in laid)
        yield cards_lost, -ground.count_open(), order, Arrangement((root, *laid), lost)


def _lay_under(
    ground: Ground, branch: Branch, masters: tuple[str, ...], wishes: WishedSides
) -> Iterator[_Filled]:
    """Every way to lay what hangs under these cards; the ground holds it while it is asked.

    What was wished for is laid first, then what fits keeps its place; only what would overlap
    is tried on other arrows of the same master (R8.3).
    """
    kept, misfits, lost = _lay_fitting(ground, branch, masters, wishes)
    try:
        for laid, more in _shift(ground, branch, tuple(misfits), wishes):
            yield (*kept, *laid), (*lost, *more)
    finally:
        for row in reversed(kept):
            ground.lift(row.card, row.master, row.arrow)


def _lay_fitting(
    ground: Ground, branch: Branch, masters: tuple[str, ...], wishes: WishedSides
) -> tuple[list[Laid], list[Laid], list[str]]:
    """Lay all that fits under these cards: (laid, would overlap, given up by wish)."""
    kept: list[Laid] = []
    misfits: list[Laid] = []
    lost: list[str] = []
    queue = list(masters)
    for master in queue:
        for row in _wished_first(branch, master, wishes):
            if wishes.get(row.card, row.arrow) is None:
                lost.append(row.card)
            elif ground.fits(row.card, row.master, row.arrow):
                ground.put(row.card, row.master, row.arrow)
                kept.append(row)
                queue.append(row.card)
            else:
                misfits.append(row)
    return kept, misfits, lost


def _wished_first(branch: Branch, master: str, wishes: WishedSides) -> list[Laid]:
    """A master's puppets on the arrows wished for or their own, the wished ones before."""
    rows = [
        Laid(card, master, wishes.get(card) or arrow)
        for card, arrow in branch.puppets.get(master, ())
    ]
    return sorted(rows, key=lambda row: row.card not in wishes)


def _shift(
    ground: Ground, branch: Branch, misfits: tuple[Laid, ...], wishes: WishedSides
) -> Iterator[_Filled]:
    """Every way to lay cards that would overlap where they were, or to lose them."""
    if not misfits:
        yield (), ()
        return
    row, rest = misfits[0], misfits[1:]
    for arrow in ground.sides(row.card, row.master):
        if not ground.fits(row.card, row.master, arrow):
            continue
        ground.put(row.card, row.master, arrow)
        try:
            for laid, lost in _lay_under(ground, branch, (row.card,), wishes):
                for more, gone in _shift(ground, branch, rest, wishes):
                    yield (Laid(row.card, row.master, arrow), *laid, *more), (*lost, *gone)
        finally:
            ground.lift(row.card, row.master, arrow)
    for more, gone in _shift(ground, branch, rest, wishes):
        yield more, (row.card, *gone)
