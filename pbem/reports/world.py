"""The table as rows: every structure as a tree, the uncontrolled groups, what the cards say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.geometry import SIDES
from engine.illuminati.abilities import Alignment
from engine.illuminati.cards import CARDS, Card
from engine.illuminati.view import CardView, SeatView, View
from pbem.reports.cast import Person, letters, person, short_name

NAME_WIDTH = 35
"""Columns of a tree with its names."""


@dataclass(frozen=True, slots=True)
class Row:
    """A card of the table; `tree` holds branches, arrow and name within NAME_WIDTH columns.

    `money` is a number where it may be known, "$" where only that there is some, "-" for none;
    `open_arrows` letters of printed arrows that are open.
    """

    tree: str
    depth: int
    code: str
    power: str
    resistance: str
    income: int
    alignments: str
    money: str = ""
    open_arrows: str = ""


@dataclass(frozen=True, slots=True)
class Structure:
    """A seat's power structure, Illuminati first."""

    person: Person
    illuminati: str
    is_out: bool
    rows: tuple[Row, ...]


def structures(view: View) -> tuple[Structure, ...]:
    """Every seat's structure, in order of play."""
    return tuple(
        Structure(
            person(seat.name, view.seat),
            short_name(seat.illuminati),
            seat.is_out,
            tuple(_tree(seat)),
        )
        for seat in view.seats
    )


def _tree(seat: SeatView) -> Iterator[Row]:
    """Depth first, puppets by the arrow they hang on: N, E, S, W."""
    puppets: dict[str | None, list[CardView]] = {}
    for card in seat.cards:
        puppets.setdefault(card.master, []).append(card)
    for root in puppets.get(None, []):
        yield _row(root, "", "", 0)
        yield from _branches(root, puppets, "", 1)


def _branches(
    master: CardView, puppets: dict[str | None, list[CardView]], rails: str, depth: int
) -> Iterator[Row]:
    below = sorted(puppets.get(master.card, ()), key=lambda c: SIDES.index(c.arrow or "N"))
    for at, card in enumerate(below):
        is_last = at == len(below) - 1
        yield _row(card, rails, ("`-" if is_last else "|-") + f"{card.arrow} ", depth)
        yield from _branches(card, puppets, rails + ("   " if is_last else "|  "), depth + 1)


def _row(view: CardView, rails: str, fork: str, depth: int) -> Row:
    card = CARDS[view.card]
    room = NAME_WIDTH - len(rails) - len(fork)
    name = _mark(card, room)
    return Row(
        rails + fork + name,
        depth,
        card.code,
        f"{card.power}/{card.transferable}",
        "-" if card.is_illuminati else str(card.resistance),
        card.income,
        letters(view.alignments),
        _money(view),
        "".join(view.open_arrows) or "-",
    )


def _mark(card: Card, room: int) -> str:
    """The card's name, or its code where there is no room; a star if it has a text."""
    star = "*" if card.text else ""
    name = card.name if card.is_illuminati else card.name.removeprefix("The ")
    return (name if len(name) + len(star) <= room else card.code) + star


def _money(view: CardView) -> str:
    if view.money is not None:
        return str(view.money) if view.money else "-"
    return "$" if view.has_money else "-"


def uncontrolled(view: View) -> tuple[Row, ...]:
    """The uncontrolled groups by name, with the alignments they have now."""
    now: dict[str, tuple[Alignment, ...]] = dict(view.realigned)
    cards = sorted((CARDS[card] for card in view.uncontrolled), key=lambda c: c.name)
    return tuple(
        Row(
            _mark(card, NAME_WIDTH),
            0,
            card.code,
            f"{card.power}/{card.transferable}",
            str(card.resistance),
            card.income,
            letters(now.get(card.id, card.alignments)),
        )
        for card in cards
    )


@dataclass(frozen=True, slots=True)
class CardText:
    name: str
    text: str


def card_texts(view: View) -> tuple[CardText, ...]:
    """What the cards in play can do, Illuminati first, then by name."""
    in_play = [card.card for seat in view.seats for card in seat.cards]
    cards = [CARDS[card] for card in (*in_play, *view.uncontrolled)]
    cards.sort(key=lambda c: (not c.is_illuminati, short_name(c.id)))
    return tuple(CardText(short_name(c.id), c.text) for c in cards if c.text)
