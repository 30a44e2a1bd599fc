"""How a branch is laid on a new master: what keeps its shape, shifts, is lost (R8.3, R8.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.core.geometry import SIDES, Ground, Side

MOST_TRIED = 20_000
"""Arrangements looked at before the best so far is taken; no real branch comes near it."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One card on its master's printed arrow."""

    card: str
    master: str
    arrow: Side


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How a branch lies: every card that fits, masters first, and the roots of what is lost."""

    laid: tuple[Laid, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """A card and what hangs under it: (puppet, arrow) rows of each master, as they lie now."""

    root: str
    puppets: Mapping[str, Sequence[tuple[str, Side]]]

    def size(self, card: str) -> int:
        """Number of cards in the branch of one of its cards."""
        return 1 + sum(self.size(puppet) for puppet, _ in self.puppets.get(card, ()))


Wishes = Mapping[str, Side | None]
"""What the player wants: the arrow of a card under its own master, or None to give it up."""


def arrange(
    ground: Ground, branch: Branch, places: Sequence[tuple[str, Side]], wishes: Wishes
) -> Arrangement | None:
    """Lay a branch on one of the given (master, arrow) places of the ground.

    The place and arrangement that loses fewest cards, then leaves most open arrows in the
    whole structure, then comes first: places in the order given, arrows as N, E, S, W.
    None if the root fits nowhere. The ground is left as it was.
    """
    best: tuple[tuple[int, int, int, tuple[int, ...]], Arrangement] | None = None
    for rank, (master, arrow) in enumerate(places):
        if not ground.fits(branch.root, master, arrow):
            continue
        found = _best_at(ground, branch, Laid(branch.root, master, arrow), wishes)
        key = (found[0], found[1], rank, found[2])
        if best is None or key < best[0]:
            best = (key, found[3])
    return best[1] if best else None


_Scored = tuple[int, int, tuple[int, ...], Arrangement]


def _best_at(ground: Ground, branch: Branch, root: Laid, wishes: Wishes) -> _Scored:
    """First with every card kept on its arrow that can be; if that loses any, among all."""
    kept = min(_score_all(ground, branch, root, wishes, keep=True), key=lambda s: s[:3])
    if kept[0] == 0 or not _loses_unwished(kept[3], wishes):
        return kept
    return min(
        kept,
        min(_score_all(ground, branch, root, wishes, keep=False), key=lambda s: s[:3]),
        key=lambda s: s[:3],
    )


def _loses_unwished(arrangement: Arrangement, wishes: Wishes) -> bool:
    return any(wishes.get(card, "N") is not None for card in arrangement.lost)


def _score_all(
    ground: Ground, branch: Branch, root: Laid, wishes: Wishes, *, keep: bool
) -> Iterator[_Scored]:
    ground.put(root.card, root.master, root.arrow)
    try:
        queue = tuple(_puppets(branch, root.card))
        for laid, lost in islice(_fill(ground, branch, queue, wishes, keep), MOST_TRIED):
            cards_lost = sum(branch.size(card) for card in lost)
            order = tuple(SIDES.index(row.arrow) for row in laid)
            yield cards_lost, -ground.count_open(), order, Arrangement((root, *laid), lost)
    finally:
        ground.lift(root.card, root.master, root.arrow)


def _puppets(branch: Branch, master: str) -> Iterator[Laid]:
    for card, arrow in branch.puppets.get(master, ()):
        yield Laid(card, master, arrow)


_Filled = tuple[tuple[Laid, ...], tuple[str, ...]]


def _fill(
    ground: Ground, branch: Branch, queue: tuple[Laid, ...], wishes: Wishes, keep: bool
) -> Iterator[_Filled]:
    """Every way to lay the queued cards and theirs; the ground holds them while it is asked."""
    if not queue:
        yield (), ()
        return
    row, rest = queue[0], queue[1:]
    arrows = list(_arrows(ground, row, wishes, keep))
    for arrow in arrows:
        ground.put(row.card, row.master, arrow)
        try:
            below = (*rest, *_puppets(branch, row.card))
            for laid, lost in _fill(ground, branch, below, wishes, keep):
                yield (Laid(row.card, row.master, arrow), *laid), lost
        finally:
            ground.lift(row.card, row.master, arrow)
    if not arrows or not keep:
        for laid, lost in _fill(ground, branch, rest, wishes, keep):
            yield laid, (row.card, *lost)


def _arrows(ground: Ground, row: Laid, wishes: Wishes, keep: bool) -> Iterator[Side]:
    """The arrows of its master on which a card may be tried."""
    if row.card in wishes:
        wish = wishes[row.card]
        if wish is None:
            return
        if ground.fits(row.card, row.master, wish):
            yield wish
            return
    if keep and ground.fits(row.card, row.master, row.arrow):
        yield row.arrow
        return
    for arrow in ground.outlines[row.master].arrows_out:
        if ground.fits(row.card, row.master, arrow):
            yield arrow
