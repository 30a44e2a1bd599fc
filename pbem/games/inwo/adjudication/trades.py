"""Typed gifts and trades, and Plots that are shown (I7.2, I21)."""

from __future__ import annotations

import re

from engine.inwo import orders as od
from pbem.games.inwo.adjudication.clauses import LineText
from pbem.games.inwo.adjudication.names import NoSuchLine, small, words_of


def give(line: LineText) -> od.InwoOrder:
    return od.GiveCards(line.player(line.has.get("TO", "")), line.cards(line.subject))


def offer(line: LineText) -> od.InwoOrder:
    who, _, gives = line.subject.partition(" ")
    given, wanted = _sides(line, gives)
    return od.OfferDeal(line.player(who), given, wanted, line.card_of("UNDER"), line.at)


def _sides(line: LineText, gives: str) -> tuple[tuple[str, ...], ...]:
    """What a trade gives, and what it wants."""
    wants = line.has.get("FOR", "")
    if re.search(r"(?i)\bEXPIRES\b", f"{gives} {wants}"):
        raise NoSuchLine("an offer stands until it is answered; DECLINE and its number ends it")
    return tuple(
        tuple(card for part in re.split(r"(?i)\s+AND\s+", text) for card in _offered(line, part))
        for text in (gives, wants)
    )


def counter(line: LineText) -> od.InwoOrder:
    number, _, gives = line.subject.partition(" ")
    if not number.isdecimal():
        raise NoSuchLine("say COUNTER, the number of the offer, what you give, FOR what you want")
    return od.CounterDeal(small(number), *_sides(line, gives))


def show(line: LineText) -> od.InwoOrder:
    return od.ShowPlot(line.card(line.subject), line.player(line.has.get("TO", "")))


def _offered(line: LineText, text: str) -> tuple[str, ...]:
    return ("a-hidden-plot",) if " ".join(words_of(text)) == "a hidden plot" else line.cards(text)


def deal_number(line: LineText) -> int:
    if not line.subject.isdecimal():
        raise NoSuchLine("say the number of the offer")
    return small(line.subject)


def accept(line: LineText) -> od.InwoOrder:
    return od.AcceptDeal(deal_number(line), line.card_of("UNDER"), line.at)
