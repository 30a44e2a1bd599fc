"""Questions about power structures: who hangs under whom, how it lies, how far it reaches (R8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.core.arrangement import Arrangement, Branch, arrange
from engine.core.geometry import Ground, Side
from engine.core.structure import Grounds, OpenArrows, puppet_rows
from engine.illuminati.abilities import Alignment
from engine.illuminati.cards import CARDS, OUTLINES
from engine.illuminati.orders import PuppetPlace
from engine.illuminati.state import State

Puppets = dict[str, list[tuple[str, Side]]]
_GROUNDS = Grounds(OUTLINES)


def alignments(state: State, card: str) -> tuple[Alignment, ...]:
    """A card's alignments as they stand now, the Lasers' change counted (R2.13)."""
    changed = state.turn.alignments
    if card in changed:
        return changed[card]
    return CARDS[card].alignments


def illuminati_of(state: State, seat: str) -> str:
    """The id of the seat's Illuminati."""
    return state.seat(seat).illuminati


def cards_of(state: State, seat: str) -> list[str]:
    """Every card of the seat's structure in the order they joined."""
    return [card for card, holding in state.holdings.items() if holding.seat == seat]


def cards_by_seat(state: State) -> dict[str, list[str]]:
    """The same of every seat at once, in the order of the seats."""
    cards: dict[str, list[str]] = {seat.name: [] for seat in state.seats}
    for card, holding in state.holdings.items():
        cards[holding.seat].append(card)
    return cards


def groups_of(state: State, seat: str) -> list[str]:
    """The groups of the seat's structure in the order they joined."""
    return [
        card
        for card, holding in state.holdings.items()
        if holding.seat == seat and holding.master is not None
    ]


def has_group(state: State, seat: str) -> bool:
    """Whether the seat holds any group."""
    for holding in state.holdings.values():
        if holding.seat == seat and holding.master is not None:
            return True
    return False


def puppets_of(state: State, seat: str) -> Puppets:
    """(puppet, arrow) rows by master, in the order the puppets joined."""
    puppets: Puppets = {}
    for card, holding in state.holdings.items():
        if holding.seat == seat and holding.master is not None and holding.arrow is not None:
            puppets.setdefault(holding.master, []).append((card, holding.arrow))
    return puppets


def branch_cards(puppets: Puppets, root: str) -> list[str]:
    """The root and everything under it, masters before puppets."""
    cards = [root]
    for card in cards:
        cards.extend(puppet for puppet, _ in puppets.get(card, ()))
    return cards


def branch_of(state: State, root: str) -> list[str]:
    """The cards of a group's branch, itself first; an uncontrolled group is alone."""
    owner = state.owner(root)
    return branch_cards(puppets_of(state, owner), root) if owner else [root]


def ground_of(state: State, seat: str, without: Collection[str] = ()) -> Ground:
    """How the seat's structure lies, some cards left out; the caller may write on it."""
    rows = puppet_rows(state.holdings, seat, without)
    return _GROUNDS.ground(illuminati_of(state, seat), rows, state.options.shape)


def open_arrows(state: State, seat: str) -> OpenArrows:
    """The open arrows of every card of the seat's structure, N, E, S, W as printed on each."""
    rows = puppet_rows(state.holdings, seat)
    return _GROUNDS.open_arrows(illuminati_of(state, seat), rows, state.options.shape)


def depth(state: State, card: str) -> int:
    """Steps from a held card up to its Illuminati."""
    steps = 0
    master = state.holdings[card].master
    while master is not None:
        steps += 1
        master = state.holdings[master].master
    return steps


def are_adjacent(state: State, a: str, b: str) -> bool:
    """Whether one is the other's master."""
    return state.holdings[a].master == b or state.holdings[b].master == a


def place(
    state: State,
    seat: str,
    root: str,
    places: Sequence[tuple[str, Side]],
    wishes: Iterable[PuppetPlace] = (),
) -> Arrangement | None:
    """How a group and its branch are laid on one of these arrows of the seat's structure (R8.4)."""
    owner = state.owner(root)
    puppets = puppets_of(state, owner) if owner else {}
    without = set(branch_cards(puppets, root)) if owner == seat else ()
    return lay_on(ground_of(state, seat, without), root, puppets, places, wishes)


def lay_on(
    ground: Ground,
    root: str,
    puppets: Puppets,
    places: Sequence[tuple[str, Side]],
    wishes: Iterable[PuppetPlace] = (),
) -> Arrangement | None:
    """The same on a ground that is laid out already, for a branch that is not part of it."""
    return arrange(ground, Branch(root, puppets), places, {w.card: w.arrow for w in wishes})


def lost_cards(state: State, arrangement: Arrangement) -> list[list[str]]:
    """The whole branches that an arrangement gives up, each with its root first."""
    return [branch_of(state, root) for root in arrangement.lost]


def open_places(state: State, seat: str, masters: Iterable[str]) -> list[tuple[str, Side]]:
    """The open arrows of some cards of the seat, N, E, S, W as printed on each."""
    arrows = open_arrows(state, seat)
    return [(master, arrow) for master in masters for arrow in arrows[master]]
