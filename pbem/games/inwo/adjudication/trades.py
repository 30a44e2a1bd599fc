"""Typed gifts and trades, and Plots that are shown (I7.2, I21)."""

from __future__ import annotations

import re

from engine.inwo import orders as od
from engine.inwo.turn.occasions import THE_OFFER
from pbem.games.inwo.adjudication.clauses import LineText, listed
from pbem.games.inwo.adjudication.names import NoSuchLine, small, words_of


def give(line: LineText) -> od.InwoOrder:
    is_token = line.subject.upper() in ("TOKEN", "A TOKEN")
    cards = ("a-token",) if is_token else line.cards(line.subject)
    return od.GiveCards(line.player(line.has.get("TO", "")), cards)


def offer(line: LineText) -> od.InwoOrder:
    who, _, gives = line.subject.replace(":", " ", 1).partition(" ")
    given, wanted = _sides(line, gives)
    expires, lies = line.has.get("EXPIRES", ""), "AND LIE" in line.has
    where = line.card_of("UNDER"), line.at
    return od.OfferDeal(line.player(who), given, wanted, *where, None, expires, lies)


def _sides(line: LineText, gives: str) -> tuple[tuple[str, ...], ...]:
    """What a trade gives, and what it wants."""
    wants = line.has.get("FOR", "")
    wants = "" if wants.casefold() == "nothing" else wants
    return tuple(
        tuple(card for part in listed(text) for card in _offered(line, part))
        for text in (gives, wants)
    )


def counter(line: LineText) -> od.InwoOrder:
    number, _, gives = line.subject.partition(" ")
    if not number.isdecimal():
        raise NoSuchLine("say COUNTER, the number of the offer, what you give, FOR what you want")
    return od.CounterDeal(small(number), *_sides(line, gives))


def show(line: LineText) -> od.InwoOrder:
    to, *also = [line.player(name) for name in listed(line.has.get("TO", "")) or [""]]
    return od.ShowPlot(line.card(line.subject), to, tuple(also))


def _offered(line: LineText, text: str) -> tuple[str, ...]:
    goods = " ".join(words_of(text))
    if goods in ("a token", "token"):
        return ("a-token",)
    return ("a-hidden-plot",) if goods == "a hidden plot" else line.cards(text)


def deal_number(line: LineText) -> int:
    if line.subject.upper() == "IT":
        return THE_OFFER
    if not line.subject.isdecimal():
        raise NoSuchLine("say the number of the offer")
    return small(line.subject)


def accept(line: LineText) -> od.InwoOrder | od.InwoPolicy:
    """An offer by its number, or the Groups that a player gives, whenever he does."""
    if giver := re.fullmatch(r"(?i)GROUPS\s+FROM\s+(.+)", line.subject):
        return od.ReceivePolicy(line.player(giver[1]))
    lies = "AND LIE" in line.has
    return od.AcceptDeal(deal_number(line), line.card_of("UNDER"), line.at, lies)


def ask_all(line: LineText) -> od.InwoOrder:
    """ASK ALL: Smugglers on Elvis (I33.9)."""
    found = re.fullmatch(r"(?i)ALL\s*:\s*(.+?)\s+ON\s+(.+)", line.text)
    if found is None:
        raise NoSuchLine("say ASK ALL, a colon, your card, ON and a Personality")
    return od.AskAll(line.card(found[1]), line.card(found[2]).partition("#")[0].partition("@")[0])


def bet(line: LineText) -> od.InwoOrder:
    """BET 2 WITH bob BY Las Vegas (I33.11)."""
    found = re.fullmatch(r"(?i)(\d+)\s+WITH\s+(\S+)\s+BY\s+(.+)", line.text)
    if found is None:
        raise NoSuchLine("say BET, how much, WITH a player, BY the card")
    return od.PlaceBet(small(found[1]), line.player(found[2]), line.card(found[3]))
