"""What offers, trades and gifts of groups say: goods in words, and where groups went (R9.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.illuminati import events as ev
from engine.illuminati.orders import Goods
from pbem.documents.layout.cast import listed, person
from pbem.games.illuminati.report.parts.names import card_name

BargainContext = dict[str, Any]


def in_words(goods: Goods) -> str:
    """`5 MB, Bribery and CIA`; no goods at all are `nothing`."""
    money = [f"{goods.money} MB"] if goods.money else []
    cards = [card_name(card) for card in (*goods.specials, *goods.groups)]
    return listed([*money, *cards]) or "nothing"


def _offered(event: ev.Offered, reader: str | None) -> BargainContext:
    return {"gives": in_words(event.gives), "wants": in_words(event.wants)}


_WHY: Mapping[ev.OfferClosedWhy, str] = {
    "accepted": "accepted",
    "declined": "declined",
    "withdrawn": "withdrawn",
    "countered": "answered by another offer",
    "expired": "run out",
    "left": "void, for one of the two has left the game",
}


def _closed(event: ev.OfferClosed, reader: str | None) -> BargainContext:
    return {"why": _WHY[event.why]}


def _traded(event: ev.Traded, reader: str | None) -> BargainContext:
    gives = Goods(event.money or 0, event.specials or (), event.groups)
    wants = Goods(event.back_money or 0, event.back_specials or (), event.back_groups)
    moves = [
        f"{card_name(card)} to {person(seat, reader)}"
        for seat, cards in ((event.to, event.groups), (event.seat, event.back_groups))
        for card in cards
    ]
    return {"gives": in_words(gives), "wants": in_words(wants), "moves": listed(moves)}


def _gave_group(event: ev.GaveGroup, reader: str | None) -> BargainContext:
    root = next((row for row in event.laid if row.card == event.card), event.laid[0])
    rest = [card_name(row.card) for row in event.laid if row.card != root.card]
    return {"master": card_name(root.master), "arrow": root.arrow, "branch": listed(rest)}


BARGAINS: Mapping[type, Callable[[Any, str | None], BargainContext]] = {
    ev.GaveGroup: _gave_group,
    ev.OfferClosed: _closed,
    ev.Offered: _offered,
    ev.Traded: _traded,
}
"""More facts of an event, by its kind."""
