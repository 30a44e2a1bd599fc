"""Gifts and trades: GIVE, OFFER, COUNTER, ACCEPT and DECLINE (R9.1 to R9.4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from engine.core.arrangement import Laid
from engine.illuminati import orders
from engine.illuminati.cards import GROUPS, SPECIALS
from pbem.games.illuminati.language.forms.branches import (
    format_places,
    format_wishes,
    places,
    wishes,
)
from pbem.games.illuminati.language.forms.raises import once
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name
from pbem.grammar.orders.ends import expiry
from pbem.grammar.orders.language import OrderVerb
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.reader import MOST_WORDS
from pbem.grammar.orders.slots import NameSlot, plain_seat_slot, seat_slot
from pbem.grammar.orders.spelling import key
from pbem.grammar.times.kept import format_day

Gift: TypeAlias = orders.GiveMoney | orders.GiveSpecial | orders.GiveGroup
Trade: TypeAlias = Gift | orders.Offer | orders.Accept | orders.AcceptGroups | orders.Decline

_EXPIRES = ("expires", "expiring", "until")

_GOODS_STOPS = ("and", "for", *_EXPIRES)

_NOTHING = ("nothing", "free")


def give(reader: GameReader) -> Gift:
    """GIVE n TO player; GIVE player n is as clear."""
    seat = plain_seat_slot(reader.names).find(1, reader.peek())
    if len(seat) == 1 and len(reader.tokens) > reader.at + 1 and reader.peek(1) != "to":
        reader.at += 1
        if reader.is_amount():
            return orders.GiveMoney(seat[0], reader.amount())
        return _given(seat[0], _card(reader, ()))
    if reader.is_amount():
        amount = reader.amount()
        reader.need("to")
        return orders.GiveMoney(reader.name(seat_slot(reader.names)), amount)
    card = _card(reader, ("to",))
    reader.need("to")
    return _given(reader.name(seat_slot(reader.names)), card)


def _card(reader: GameReader, stops: tuple[str, ...]) -> str:
    kinds = (slots.special(reader.names), slots.parted_with(reader.names))
    return reader.name_of(kinds, stops)[1]


def _given(seat: str, card: str) -> orders.GiveSpecial | orders.GiveGroup:
    return orders.GiveGroup(seat, card) if card in GROUPS else orders.GiveSpecial(seat, card)


def offer(reader: GameReader) -> orders.Offer:
    """OFFER player goods FOR goods EXPIRES TURN n, or a day."""
    reader.take("to")
    return _terms(reader, _partner(reader))


def counter(reader: GameReader) -> orders.Offer:
    """COUNTER n [TO player] goods FOR goods: without TO it goes to who made the offer."""
    number = _number(reader)
    to = _partner(reader) if reader.take("to") else ""
    return _terms(reader, to, number)


def _partner(reader: GameReader) -> str:
    found = _leading_seat(reader)
    return reader.name(seat_slot(reader.names), ("and", "for")) if found is None else found


def _leading_seat(reader: GameReader) -> str | None:
    """The seat whose full name stands first, whatever follows it; else the end of it is told."""
    slot = seat_slot(reader.names)
    for end in range(min(len(reader.tokens), reader.at + MOST_WORDS), reader.at, -1):
        found = slot.find(1, key(reader.text(reader.at, end)))
        if len(found) == 1:
            reader.at = end
            return found[0]
    return _guessed_seat(reader, slot)


def _guessed_seat(reader: GameReader, slot: NameSlot) -> str | None:
    """The seat of which the first word is a part or a misspelling, if it can be no other."""
    for tier in (2, 3) if reader.may_guess else (2,):
        found = slot.find(tier, reader.peek())
        if len(found) == 1:
            typed = reader.text(reader.at, reader.at + 1)
            reader.assumed.append(f"{typed} read as {found[0]}")
            reader.slips += tier == 3
            reader.at += 1
            return found[0]
    return None


@dataclass(slots=True)
class _Basket:
    money: int | None = None
    specials: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)

    def add(self, card: str) -> None:
        most = SPECIALS[card].copies if card in SPECIALS else 1
        row = self.specials if card in SPECIALS else self.groups
        row.append(card)
        if row.count(card) > most:
            raise ParseError(f"{card_name(card)} is named more often than there is")

    def goods(self) -> orders.Goods:
        return orders.Goods(self.money or 0, tuple(self.specials), tuple(self.groups))


def _terms(reader: GameReader, to: str, number: int | None = None) -> orders.Offer:
    reader.take(":")
    names = reader.names
    gives = _goods(reader, (slots.special(names), slots.parted_with(names)))
    wants = orders.Goods()
    reader.take(",")
    if reader.take("for"):
        wants = _goods(reader, (slots.any_special(names), slots.group(names)))
    reader.take(",")
    turn, day = expiry(reader) if reader.take(*_EXPIRES) else (None, None)
    return orders.Offer(to, gives, wants, turn, number, day)


def _goods(reader: GameReader, kinds: tuple[NameSlot, ...]) -> orders.Goods:
    """n MB, Specials and groups, parted by AND or commas; or NOTHING."""
    basket = _Basket()
    if reader.take(*_NOTHING):
        return basket.goods()

    def item() -> None:
        if reader.is_amount():
            once("An amount of MB", basket.money)
            basket.money = reader.amount()
        else:
            basket.add(reader.name_of(kinds, _GOODS_STOPS)[1])

    reader.series(item, lambda: reader.peek() not in _GOODS_STOPS)
    return basket.goods()


def accept(reader: GameReader) -> orders.Accept | orders.AcceptGroups:
    """ACCEPT n [group UNDER card AT arrow …]; ACCEPT GROUPS FROM player."""
    if reader.take("groups", "group"):
        reader.need("from")
        return orders.AcceptGroups(reader.name(seat_slot(reader.names)))
    number = _number(reader)
    laid: tuple[Laid, ...] = ()
    reader.take(":", ",")
    reader.take("put")
    if not reader.is_done and reader.peek() != "with":
        laid = places(reader, slots.group(reader.names), slots.any_card(reader.names))
    puppets = wishes(reader) if reader.take("with") else ()
    return orders.Accept(number, laid, puppets)


def decline(reader: GameReader) -> orders.Decline:
    return orders.Decline(_number(reader))


def _number(reader: GameReader) -> int:
    reader.take("offer")
    reader.take("number", "no")
    return reader.number()


def _format(order: Trade, _: Vocabulary) -> str:
    """A gift, an offer or the answer to one."""
    match order:
        case orders.GiveMoney(to, amount):
            return f"GIVE {amount} TO {to}"
        case orders.GiveSpecial(to, card) | orders.GiveGroup(to, card):
            return f"GIVE {card_name(card)} TO {to}"
        case orders.Offer():
            return _format_offer(order)
        case orders.Accept(number, places, wishes):
            laid = f" {format_places(places)}" if places else ""
            return f"ACCEPT {number}{laid}{format_wishes(wishes)}"
        case orders.Decline(number):
            return f"DECLINE {number}"
        case orders.AcceptGroups(seat):
            return f"ACCEPT GROUPS FROM {seat}"
        case _:
            assert_never(order)


def _format_offer(order: orders.Offer) -> str:
    text = f"OFFER {order.to}"
    if order.counters is not None:
        text = f"COUNTER {order.counters}" + (f" TO {order.to}" if order.to else "")
    text += f" {_format_goods(order.gives)}"
    if order.wants != orders.Goods():
        text += f" FOR {_format_goods(order.wants)}"
    if order.until_at is not None:
        text += f" EXPIRES {format_day(order.until_at)}"
    return text if order.until_turn is None else f"{text} EXPIRES TURN {order.until_turn}"


def _format_goods(goods: orders.Goods) -> str:
    parts = [f"{goods.money} MB"] if goods.money else []
    parts += [card_name(card) for card in (*goods.specials, *goods.groups)]
    return " AND ".join(parts) or "NOTHING"


GIFT_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "GIVE",
        "script",
        "Gives money or a Special at any time, free; a group as an action, if it is wanted.",
        ("GIVE n TO player", "GIVE special TO player", "GIVE group TO player"),
        ("GIVE 10 TO bob", "GIVE Bribery TO bob", "GIVE Trekkies TO bob"),
        "R9.1",
        ("SEND", "DONATE"),
        guarded=True,
        gloss="money, a Special or a group",
        parse=give,
        makes=(orders.GiveMoney, orders.GiveSpecial, orders.GiveGroup),
        format=_format,
    ),
)

DEAL_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "OFFER",
        "deal",
        "Offers a trade; it is carried out whole or not at all.",
        (
            "OFFER player n MB AND special AND group FOR n MB AND special AND group",
            "OFFER player NOTHING FOR group",
            "EXPIRES TURN n  |  EXPIRES IN n TURNS  |  EXPIRES FRI  |  EXPIRES 24 Apr 20:00",
        ),
        (
            "OFFER bob 5 MB AND Bribery FOR Trekkies EXPIRES TURN 16",
            "OFFER bob 5 MB FOR Trekkies EXPIRES FRI",
            "OFFER bob Texas FOR 20 MB EXPIRES IN 2 TURNS",
            "OFFER bob NOTHING FOR Slush Fund",
        ),
        "R9.2",
        guarded=True,
        gloss="a trade",
        parse=offer,
        makes=(orders.Offer,),
        format=_format,
    ),
    OrderVerb(
        "COUNTER",
        "deal",
        "Answers an offer with another one.",
        ("COUNTER n goods FOR goods", "COUNTER n TO player goods FOR goods EXPIRES TURN n"),
        ("COUNTER 41 3 MB FOR Trekkies", "COUNTER 41 TO bob 3 MB AND Bribery FOR Trekkies"),
        "R9.2",
        guarded=True,
        gloss="another trade instead",
        parse=counter,
    ),
    OrderVerb(
        "ACCEPT",
        "deal",
        "Accepts an offer by its number, or any group a player gives you.",
        (
            "ACCEPT n",
            "ACCEPT n group UNDER card AT arrow, group UNDER card AT arrow",
            "ACCEPT n group UNDER card AT arrow WITH card AT arrow, card DROPPED",
            "ACCEPT GROUPS FROM player",
        ),
        (
            "ACCEPT 41",
            "ACCEPT 41 Yuppies UNDER CIA AT S WITH Hackers AT E, KGB DROPPED",
            "ACCEPT GROUPS FROM bob",
        ),
        "R9.2",
        guarded=True,
        gloss="an offer, as you number it",
        parse=accept,
        makes=(orders.Accept, orders.AcceptGroups),
        format=_format,
    ),
    OrderVerb(
        "DECLINE",
        "deal",
        "Declines an offer, or takes back one of yours.",
        ("DECLINE n",),
        ("DECLINE 41",),
        "R9.2",
        ("REJECT", "WITHDRAW", "REFUSE"),
        guarded=True,
        gloss="an offer, as you number it",
        parse=decline,
        makes=(orders.Decline,),
        format=_format,
    ),
)
