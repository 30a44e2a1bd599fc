"""A table's own cards: whether orders can name them, and how they are shown (R13.14)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from engine.core.toml_text import toml_table
from engine.illuminati import orders as od
from engine.illuminati.abilities import ALIGNMENTS
from engine.illuminati.cards import GROUPS, ILLUMINATI, Card, Special
from engine.illuminati.cards.card import CardError
from engine.illuminati.cards.custom import KINDS, CustomCards, own_cards_of
from pbem.documents.layout.plain import plain_text
from pbem.documents.marks import marked
from pbem.games.contract.tools import ToolResult
from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.language.names.vocabulary import Vocabulary
from pbem.games.illuminati.report.parts.world import own_cards
from pbem.grammar.orders.letters import read
from pbem.grammar.orders.parsed import ParsedLine
from pbem.grammar.orders.spelling import key


def custom_cards_from(text: str) -> CustomCards:
    """A table's own cards from a TOML file (R13.14).

    RulesetError has a line for everything that is wrong with them.
    """
    try:
        table = toml_table(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(f"not TOML: {error}") from error
    try:
        cards = own_cards_of(table)
    except CardError as error:
        raise RulesetError("\n".join((*error.errors, *reserved_names(table)))) from error
    unusable = unusable_names(cards)
    if unusable:
        raise RulesetError("\n".join(unusable))
    return cards


def show_cards(text: str) -> ToolResult:
    """The cards of a TOML file; RulesetError has a line for everything that is wrong with them."""
    found = own_cards(custom_cards_from(text).texts)
    rows = [
        marked(f"- {card.name} [{card.code}]: {card.facts}. {card.text}", "item") for card in found
    ]
    plain = {"cards": [asdict(card) for card in found]}
    return ToolResult(plain, tuple(plain_text("\n".join(rows)).splitlines()))


_FIELDS = ("id", "name", "code", "aliases")
_SEATS = ("ann", "bob")
_KEYWORDS = frozenset(
    (
        *ALIGNMENTS,
        *("aid", "aim", "all", "allin", "and", "any", "anybody", "anything", "as", "at", "attack"),
        *("bank", "by", "each", "else", "fails", "for", "free", "from", "group", "groups", "his"),
        *("if", "is", "line", "master", "max", "me", "mb", "mine", "money", "my", "need", "next"),
        *("nobody", "none", "north", "east", "south", "west", "nothing", "of", "on", "only"),
        *("ones", "own", "player", "power", "round", "save", "ship", "special", "spend", "tax"),
        *("succeeds", "taking", "then", "to", "turn", "under", "until", "up", "with", "illuminati"),
    )
)


def unusable_names(cards: CustomCards) -> tuple[str, ...]:
    """Every name, code or alias with which an order would not be read as written; empty if none."""
    return tuple(error for card in cards.all for error in _wrong(card, cards))


def reserved_names(table: Mapping[str, Any]) -> tuple[str, ...]:
    """The same of a card file that is wrong otherwise: names that are words of orders."""
    wrong = []
    for kind in KINDS:
        rows = table.get(kind)
        for row in rows if isinstance(rows, list) else ():
            for field in _FIELDS if isinstance(row, dict) else ():
                given = row.get(field)
                for name in given if isinstance(given, list) else [given]:
                    if isinstance(name, str) and _is_reserved(name):
                        wrong.append(_reserved(kind, str(row.get("id")), field, name))
    return tuple(wrong)


def _is_reserved(name: str) -> bool:
    return key(name) in Vocabulary.language.first_words or key(name) in _KEYWORDS


def _reserved(kind: str, id_: str, field: str, name: str) -> str:
    return f"{kind} ({id_}): {field}: {name!r} is a word of orders; choose another"


def _wrong(card: Card | Special, cards: CustomCards) -> Iterator[str]:
    kind = "group" if isinstance(card, Card) else "special"
    keyed = [("name", card.name), ("code", card.code)]
    keyed += [("aliases", alias) for alias in card.aliases]
    for field, name in (*keyed, ("id", card.short_id)):
        if _is_reserved(name):
            yield _reserved(kind, card.short_id, field, name)
        elif not _is_understood(name, card, cards):
            where = f"{kind} ({card.short_id}): {field}: {name!r}"
            yield f"{where} would not be understood in an order; choose another"


def _is_understood(name: str, card: Card | Special, cards: CustomCards) -> bool:
    """Whether the orders that name it are read back as the orders that were meant."""
    own, other = tuple(ILLUMINATI)[0], tuple(GROUPS)[0]
    if isinstance(card, Special):
        names = Vocabulary(_SEATS, "ann", {"ann": own}, (other,), (own,), (card.id,))
        orders = [f"GIVE {name} TO bob"]
    else:
        names = Vocabulary(_SEATS, "ann", {"ann": own}, (card.id, other), (own, card.id))
        orders = [f"GIVE {name} TO bob", f"MOVE {name} UNDER {own} AT N"]
        orders += [f"DROP {name}", f"ATTACK {other} WITH {name} SPEND 2"]
    names = replace(names, own_cards=cards.texts)
    return all(_named(read(order, names)) == card.id for order in orders)


def _named(lines: Sequence[ParsedLine]) -> str | None:
    """The card a single order is about, if it was read without any doubt."""
    if len(lines) != 1 or lines[0].status != "order" or lines[0].assumed:
        return None
    match lines[0].order:
        case od.Attack(attacker=card) | od.Drop(card=card) | od.Move(card=card):
            return card
        case od.GiveSpecial(card=card) | od.GiveGroup(card=card):
            return card
        case _:
            return None
