"""A table's own cards checked, and shown as its players will see them (R13.14)."""

from __future__ import annotations

import tomllib
from dataclasses import asdict

from engine.illuminati.cards.card import CardError
from engine.illuminati.cards.custom import CustomCards, own_cards_of
from pbem.documents.layout.plain import plain_text
from pbem.documents.marks import marked
from pbem.games.contract.tools import ToolResult
from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.language.reading.own_names import reserved_names, unusable_names
from pbem.games.illuminati.report.parts.world import own_cards


def custom_cards_from(text: str) -> CustomCards:
    """A table's own cards from a TOML file (R13.14).

    RulesetError has a line for everything that is wrong with them.
    """
    try:
        table = tomllib.loads(text)
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
