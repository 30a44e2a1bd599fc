"""Typed deeds: Plots, abilities, takeovers, moves, and what is done with the hand (I5 to I9)."""

from __future__ import annotations

import re

from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.cards import card_id, card_of
from engine.inwo.cards.card import InwoCard
from pbem.games.inwo.adjudication.clauses import NUMBER, LineText
from pbem.games.inwo.adjudication.names import NoSuchLine, small, word_named


def play(line: LineText) -> od.InwoOrder:
    name, _, told = line.subject.partition(":")
    card = line.card(name.strip())
    on, value = line.targets(card)
    payers = [word for word in ("PAYING", "AID", "WITH") if word in line.has]
    if len(payers) > 1:
        raise NoSuchLine(f"{' and '.join(payers)} cannot stand in one line")
    number, discarded = _discarded(line)
    paying = (*line.cards_of(payers[0] if payers else "PAYING"), *discarded)
    boosts = line.cards_of("BOOST")
    told = line.told(card, value or told.strip())
    return od.PlayPlot(card, on, told, paying, boosts, *line.course, number)


def _discarded(line: LineText) -> tuple[int, tuple[str, ...]]:
    """DISCARDING 2 PLOTS, or the Plots of the hand that are given up."""
    said = line.has.get("DISCARDING", "")
    if number := re.fullmatch(r"(?i)(\d+) PLOTS?", said):
        return small(number[1]), ()
    cards = line.cards(said)
    return len(cards), cards


def use(line: LineText) -> od.InwoOrder:
    name, _, told = line.subject.partition(":")
    by_action = re.fullmatch(r"(?i)(.+?)\s+ACTION", name.strip())
    card = line.card(by_action[1] if by_action else name.strip())
    side = line.side
    on, value = line.targets(card)
    if side:
        return _sided(line, card, side)
    if not on and " OF " in line.has.get("TO", ""):
        # USE Lasers TO REVERSE Straight OF Pentagon
        value, _, target = line.has["TO"].partition(" OF ")
        on = (line.card(target),)
    told = value.strip() or told.strip()
    return od.UseAbility(card, on, told, *line.course, by_action is not None)


def _sided(line: LineText, card: str, side: str) -> od.InwoOrder:
    """For or against an attack: a Group that may join does so, another lends its points."""
    held = card_of(card.partition("#")[0])
    if held.ability(ab.AttackPlot) is None:
        number, line.window = line.window or None, ""
        joins = "aid" if side == "FOR" else "oppose"
        return od.JoinAttack(joins, (od.Helper(card),), None, number)
    against = "LOWER" if any(one.lower for one in _lenders(held)) else "DEFENSE"
    return od.UseAbility(card, (), against if side == "AGAINST" else "", *line.course)


def _lenders(card: InwoCard) -> list[ab.AttackPlot]:
    return [one for one in card.abilities if isinstance(one, ab.AttackPlot)]


def move(line: LineText) -> od.InwoOrder:
    card = line.card(line.subject)
    if "TO" in line.has:
        return od.OfferDeal(line.player(line.has["TO"]), (card,), paying=line.card_of("PAYING"))
    return od.MoveGroup(card, line.needed("UNDER"), line.at, line.card_of("PAYING"))


def take_over(line: LineText) -> od.InwoOrder:
    wishes = re.split(r"(?i)\s+ELSE\s+|\s*,\s*", line.subject)
    cards = tuple(line.card(wish) for wish in wishes if wish.upper() != "NONE")
    return od.TakeOver(cards, line.card_of("UNDER"), line.at, line.card_of("LINK"))


def relieve(line: LineText) -> od.InwoOrder:
    return od.Relieve(line.card(line.subject), line.cards_of("WITH"))


def put_back(line: LineText) -> od.InwoOrder:
    card, place = line.card(line.subject), line.number("TO")
    if "TO TOP" in line.has and place is None:
        return od.ReturnPlot(card, 0)
    return od.ReturnPlot(card, -1 if "TO BOTTOM" in line.has else place or 0)


def free(line: LineText) -> od.InwoOrder:
    """PAYING MASTER: the master's action, where the Illuminati's is not meant (I35.6)."""
    card, paying = line.card(line.subject), line.has.get("PAYING", "")
    if paying.upper() != "MASTER":
        return od.FreeGroup(card, line.card_of("PAYING"))
    masters = [row.master for copy, row in line.state.table.items() if card_id(copy) == card]
    return od.FreeGroup(card, card_id(masters[0] or "") if masters else None)


def store(line: LineText) -> od.InwoOrder:
    return od.StorePlot(line.card(line.subject), line.card_of("WITH") or line.needed("UNDER"))


def choose(line: LineText) -> od.InwoOrder:
    parts = [part.strip() for part in line.subject.split(",") if part.strip()]
    return od.Choose(tuple(p if p.isdecimal() and small(p) else line.card(p) for p in parts))


def cancel(line: LineText) -> od.InwoOrder:
    if not line.subject:
        return od.UseAbility(line.needed("WITH"))
    name, _, number = line.subject.partition(" IN ")
    line.window = number.strip()
    on = name if NUMBER.fullmatch(name) else line.card(name)
    return od.UseAbility(line.needed("WITH"), (on,))


def unzap(line: LineText) -> od.InwoOrder:
    """For an action of his own Illuminati, which may be said (I35.5)."""
    payer = line.card_of("PAYING")
    if payer not in (None, line.state.seat(line.seat).illuminati):
        raise NoSuchLine("Zaps are removed for an action of your Illuminati")
    return od.RemoveZaps(line.player(line.subject))


def lead(line: LineText) -> od.InwoOrder:
    *cards, last = [part.strip() for part in line.subject.split(",")]
    any_, _, word = last.partition(" ")
    if any_.upper() == "ANY":
        return od.PlaceLead(line.cards(",".join(cards)), line.at, word_named(word))
    return od.PlaceLead(line.cards(line.subject), line.at)


def write(line: LineText) -> od.InwoOrder:
    card, _, name = line.subject.partition(":")
    return od.WriteNote(line.card(card), line.card(name))
