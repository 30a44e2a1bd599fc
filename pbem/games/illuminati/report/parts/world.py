"""The table as rows: every structure as a tree, the uncontrolled groups, what the cards say."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.core.geometry import SIDES
from engine.illuminati.abilities import Alignment
from engine.illuminati.cards import CARDS, SPECIALS, Card, Special
from engine.illuminati.cards.custom import enlisted
from engine.illuminati.view import CardView, SeatView, View
from pbem.documents.layout.cast import NamedPlayer, listed, person
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.render import text_templates
from pbem.games.illuminati.report.parts.names import LETTERS, letters, short_name
from pbem.games.illuminati.report.parts.standing import is_scored, own_goal, standings
from pbem.games.illuminati.report.parts.table_rules import table_rules

NAME_WIDTH = 35
"""Columns of a tree with its names."""
_MOST_RAILS = 15
"""Columns of a tree's branches; of a deeper one the outermost are left out, so that a name fits."""
LEGEND = ", ".join(f"{letter} {name.capitalize()}" for name, letter in LETTERS.items())


def world_context(context: MailContext, view: View) -> dict[str, object]:
    """The part of a report that tells how things stand, not what happened."""
    table = standings(view)
    mine = next((row for row in table if row.person.is_you), None)
    others = [row for row in table if not row.person.is_you and not row.is_out]
    own = [seat for seat in view.seats if seat.name == view.seat]
    return {
        "head": letterhead(context),
        "is_over": is_over(context, view),
        "winners": [row for row in table if row.is_winner],
        "mine": mine,
        "leader": max(others, key=lambda row: row.groups, default=None),
        "goal": own_goal(view),
        "basic_goal": view.basic_goal,
        "is_scored": is_scored(view),
        "is_open": view.options.treasuries == "open",
        "is_choosing": view.options.hidden_goals,
        "is_hidden": any(seat.is_hidden for seat in own),
        "table_rules": (*table_rules(view.options), *context.press),
        "hand": [SPECIALS[card] for card in view.hand if card in SPECIALS],
        "standings": table,
        "structures": structures(view),
        "uncontrolled": uncontrolled(view),
        "card_texts": card_texts(view),
        "own_cards": own_cards(view.options.own_cards),
        "dead": listed([short_name(card) for card in view.dead]),
        "discards": listed([SPECIALS[c].name for c in view.discards if c in SPECIALS]),
        "deck_size": view.deck_size,
        "legend": LEGEND,
        "illuminati": next((CARDS[seat.illuminati].name for seat in own), ""),
    }


def is_over(context: MailContext, view: View) -> bool:
    """Whether somebody has won, or the game is ended and its secret opened without that."""
    return bool(view.winners) or context.opened_secret is not None


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card of the table; `rails`, its branches and arrow, and `name` fill NAME_WIDTH columns.

    `money` is a number where it may be known, "$" where only that there is some, "-" for none;
    `open_arrows` letters of printed arrows that are open.
    """

    rails: str
    name: str
    depth: int
    code: str
    power: str
    resistance: str
    income: str
    alignments: str
    money: str = ""
    open_arrows: str = ""


@dataclass(frozen=True, slots=True)
class Structure:
    """A seat's power structure, Illuminati first."""

    person: NamedPlayer
    illuminati: str
    is_out: bool
    rows: tuple[CardRow, ...]

    @property
    def told(self) -> str:
        """The structure as a table of the world."""
        return _told(self)


STRUCTURES_KEPT = 256
"""Structures that are remembered: the readers of a turn see most of them alike."""


@lru_cache(maxsize=STRUCTURES_KEPT)
def _told(structure: Structure) -> str:
    macros = text_templates().get_template("illuminati/world.txt").module
    said: str = macros.structure(structure)  # type: ignore[attr-defined]
    return said


def forget_structures() -> None:
    """Tell all anew from here on, as benchmarks need it."""
    for known in (_tree, _told):
        known.cache_clear()


def structures(view: View) -> tuple[Structure, ...]:
    """Every seat's structure, in order of play."""
    return tuple(
        Structure(
            person(seat.name, view.seat),
            short_name(seat.illuminati),
            seat.is_out,
            _tree(seat),
        )
        for seat in view.seats
    )


@lru_cache(maxsize=STRUCTURES_KEPT)
def _tree(seat: SeatView) -> tuple[CardRow, ...]:
    """Depth first, puppets by the arrow they hang on: N, E, S, W."""
    return tuple(_rows(seat))


def _rows(seat: SeatView) -> Iterator[CardRow]:
    puppets: dict[str | None, list[CardView]] = {}
    for card in seat.cards:
        puppets.setdefault(card.master, []).append(card)
    for root in puppets.get(None, []):
        yield _with_figures(_row(root, "", "", 0), seat)
        yield from _branches(root, puppets, "", 1)


def _with_figures(row: CardRow, seat: SeatView) -> CardRow:
    """An Illuminati's numbers as they are in force; question marks for one that is hidden."""
    now = seat.figures
    if now is None:
        return replace(row, power="?/?", income="?")
    return replace(row, power=f"{now.power}/{now.transferable}", income=str(now.income))


def _branches(
    master: CardView, puppets: dict[str | None, list[CardView]], rails: str, depth: int
) -> Iterator[CardRow]:
    below = sorted(puppets.get(master.card, ()), key=lambda c: SIDES.index(c.arrow or "N"))
    for at, card in enumerate(below):
        is_last = at == len(below) - 1
        yield _row(card, rails, ("`-" if is_last else "|-") + f"{card.arrow} ", depth)
        yield from _branches(card, puppets, rails + ("   " if is_last else "|  "), depth + 1)


def _row(view: CardView, rails: str, fork: str, depth: int) -> CardRow:
    card = CARDS[view.card]
    if len(rails) > _MOST_RAILS:
        rails = "~" + rails[1 - _MOST_RAILS :]
    name = _mark(card, NAME_WIDTH - len(rails) - len(fork))
    return CardRow(
        rails + fork,
        name,
        depth,
        card.code,
        f"{card.power}/{card.transferable}",
        "-" if card.is_illuminati else str(card.resistance),
        str(card.income),
        letters(view.alignments),
        _money(view),
        "".join(view.open_arrows) or "-",
    )


def _mark(card: Card, room: int) -> str:
    """The card's name, cut where there is no room for it; a star if it has a text."""
    star = "*" if card.text else ""
    name = card.name if card.is_illuminati else card.name.removeprefix("The ")
    if len(name) + len(star) > room:
        short = name[: room - len(star) - 1]
        words = short.rpartition(" ")[0]
        name = (words if 2 * len(words) > room else short) + "."
    return name + star


def _money(view: CardView) -> str:
    if view.money is not None:
        return str(view.money) if view.money else "-"
    return "$" if view.has_money else "-"


def uncontrolled(view: View) -> tuple[CardRow, ...]:
    """The uncontrolled groups by name, with the alignments they have now."""
    now: dict[str, tuple[Alignment, ...]] = dict(view.realigned)
    cards = sorted((CARDS[card] for card in view.uncontrolled), key=lambda c: short_name(c.id))
    return tuple(
        CardRow(
            "",
            _mark(card, NAME_WIDTH),
            0,
            card.code,
            f"{card.power}/{card.transferable}",
            str(card.resistance),
            str(card.income),
            letters(now.get(card.id, card.alignments)),
        )
        for card in cards
    )


@dataclass(frozen=True, slots=True)
class CardText:
    name: str
    text: str


def card_texts(view: View, among: Collection[str] | None = None) -> tuple[CardText, ...]:
    """What the cards in play can do, Illuminati first, then by name; only those `among` these."""
    in_play = [card.card for seat in view.seats for card in seat.cards]
    cards = [CARDS[c] for c in (*in_play, *view.uncontrolled) if among is None or c in among]
    cards.sort(key=lambda c: (not c.is_illuminati, short_name(c.id)))
    return tuple(CardText(short_name(c.id), c.text) for c in cards if c.text)


@dataclass(frozen=True, slots=True)
class CustomCard:
    """A card of the table's own, in full: `facts` are its numbers and arrows in words."""

    name: str
    code: str
    facts: str
    text: str


def own_cards(texts: tuple[str, ...]) -> tuple[CustomCard, ...]:
    """The cards a table has added, by its options' `own_cards`; Groups first (R13.14)."""
    cards = enlisted(texts).all
    return tuple(CustomCard(c.name, c.code, "; ".join(card_facts(c)), c.text) for c in cards)


def card_facts(card: Card | Special) -> Iterator[str]:
    """What is printed on a card besides its name and text."""
    if isinstance(card, Special):
        yield "a Special"
        if card.copies > 1:
            yield f"{card.copies} copies in the deck"
        return
    yield f"Power {card.power}/{card.transferable}"
    yield f"Resistance {card.resistance}"
    yield f"Income {card.income}"
    yield " ".join(a.capitalize() for a in LETTERS if a in card.alignments) or "no alignment"
    yield f"arrow in at {card.outline.arrow_in}"
    out = " ".join(card.outline.arrows_out)
    yield f"out at {out}" if out else "none out"
