"""What an event says, with its seats as persons and its cards by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.core.arrangement import Laid
from engine.core.dice import Roll
from engine.illuminati import events as ev
from engine.illuminati.cards import CARDS, GROUPS
from engine.illuminati.odds import ways
from engine.illuminati.orders import Goods
from pbem.documents.layout.cast import listed, person
from pbem.documents.layout.plain import one_line
from pbem.games.illuminati.report.parts.names import card_name
from pbem.games.illuminati.report.parts.sums import percent, sum_of

EventContext = dict[str, Any]
_Namer = Callable[[Any, str | None], Any]
_PERSONS = frozenset({"seat", "seats", "owner", "by", "against"})
_CARDS = frozenset(
    ("card", "cards", "illuminati", "goal", "attacker", "target", "source", "payer")
    + ("aid", "hand", "special")
)
_TO_SEAT = (
    *(ev.GaveMoney, ev.GaveSpecial, ev.Showed),
    *(ev.GaveGroup, ev.Offered, ev.OfferClosed, ev.Traded, ev.GameThrown),
)


def event_context(event: ev.Event, reader: str | None) -> EventContext:
    """The fields of an event as its teller needs them, for one reader."""
    facts: EventContext = {}
    for name, tell in _TELLERS[type(event)]:
        value = getattr(event, name)
        facts[name] = value if tell is None else tell(value, reader)
    more = _MORE.get(type(event))
    return facts | more(event, reader) if more else facts


def _namer(kind: type[ev.Event], name: str) -> _Namer | None:
    if name in _PERSONS or (name == "to" and issubclass(kind, _TO_SEAT)):
        return _name_seats
    return _name_cards if name in _CARDS or name == "to" else None


def _name_seats(value: Any, reader: str | None) -> Any:
    is_one = not isinstance(value, tuple)
    return person(value, reader) if is_one else tuple(person(seat, reader) for seat in value)


def _name_cards(value: Any, _reader: str | None) -> Any:
    is_one = not isinstance(value, tuple)
    return card_name(value) if is_one else listed([card_name(card) for card in value])


_TELLERS = {
    kind: tuple((name, _namer(kind, name)) for name in kind.__struct_fields__) for kind in ev.EVENTS
}
"""The fields of every kind of event, each with what tells it; None for what is told as it is."""


def in_words(goods: Goods) -> str:
    """`5 MB, Bribery and CIA`; no goods at all are `nothing`."""
    money = [f"{goods.money} MB"] if goods.money else []
    cards = [card_name(card) for card in (*goods.specials, *goods.groups)]
    return listed([*money, *cards]) or "nothing"


def _cards(cards: Iterable[str]) -> str:
    return listed([card_name(card) for card in cards])


def _people(seats: Iterable[str], reader: str | None) -> str:
    return listed([str(person(seat, reader)) for seat in seats])


def _dice(roll: Roll) -> str:
    return " + ".join(str(die) for die in roll)


def _amounts(amounts: ev.Amounts | None) -> str:
    return listed([f"{card_name(card)} {money}" for card, money in amounts or ()])


def _captured(event: ev.Captured, reader: str | None) -> EventContext:
    root = event.laid[0]
    return {
        "is_free": event.owner is None,
        "master": card_name(root.master),
        "arrow": root.arrow,
        "branch": _cards(row.card for row in event.laid[1:]),
        "closed": event.ordered or "",
        "left": None if event.money is None else sum(amount for _, amount in event.money),
    }


def _laid(event: ev.Moved | ev.Arranged | ev.Bribed, reader: str | None) -> EventContext:
    root = event.laid[0] if event.laid else None
    return {
        "places": listed([_place(row) for row in event.laid]),
        "master": card_name(root.master) if root else "",
        "arrow": root.arrow if root else "",
        "branch": _cards(row.card for row in event.laid[1:]),
        "closed": "" if isinstance(event, ev.Arranged) else event.ordered or "",
    }


def _place(row: Laid) -> str:
    return f"{card_name(row.card)} under {card_name(row.master)} at {row.arrow}"


def _traded(event: ev.Traded, reader: str | None) -> EventContext:
    gives = Goods(event.money or 0, event.specials or (), event.groups)
    wants = Goods(event.back_money or 0, event.back_specials or (), event.back_groups)
    moves = [
        f"{card_name(card)} to {person(seat, reader)}"
        for seat, cards in ((event.to, event.groups), (event.seat, event.back_groups))
        for card in cards
    ]
    return {"gives": in_words(gives), "wants": in_words(wants), "moves": listed(moves)}


def _gave_group(event: ev.GaveGroup, reader: str | None) -> EventContext:
    root = next((row for row in event.laid if row.card == event.card), event.laid[0])
    rest = [card_name(row.card) for row in event.laid if row.card != root.card]
    return {"master": card_name(root.master), "arrow": root.arrow, "branch": listed(rest)}


def _fired(event: ev.PolicyFired, reader: str | None) -> EventContext:
    if event.why == "held-back":
        did = "kept {spent} MB back"
    else:
        did = _SPENT.get(event.why, "{sum}") if event.spent else _IDLE.get(event.why, "did nothing")
    sum_of = f"spent {event.spent} MB"
    return {
        "did": did.format(sum=sum_of, spent=event.spent, need=event.need),
        "order": type(event.order).__name__,
    }


_DEEDS: Mapping[str, str] = {
    "dice": "misread the dice",
    "bank": "took money from the bank",
    "power": "overstated a Power",
    "resistance": "overstated a Resistance",
    "peek": "looked at the deck",
    "stack": "stacked the deck",
}
"""In words that fit after a name and after "you"."""
_CLOSED: Mapping[ev.OfferClosedWhy, str] = {
    "accepted": "accepted",
    "declined": "declined",
    "withdrawn": "withdrawn",
    "countered": "answered by another offer",
    "expired": "run out",
    "left": "void: one of the two has left the game",
}
_SPENT: Mapping[ev.FiredWhy, str] = {
    "reached": "{sum}; the need was {need} then: your UNTIL was reached",
    "capped": "{sum}, your MAX; the need was {need} then",
    "round-spent": "{sum}; that was all for this round, and it rests until your next turn",
    "reserve": "{sum}; the rest is your RESERVE",
    "purse-empty": "{sum}, all there was; the need was {need} then",
    "out-of-reach": "{sum}; then its aim was out of reach",
}
_IDLE: Mapping[ev.FiredWhy, str] = {
    "not-needed": "did nothing: the need was {need}, and it asks for no more",
    "capped": "did nothing: what you allow an attack is spent",
    "round-spent": "did nothing: what you allow a round is spent; it rests until your next turn",
    "reserve": "did nothing: your RESERVE holds the money back",
    "purse-empty": "did nothing: there was no money to spend",
    "out-of-reach": "did nothing: its aim was out of reach",
    "privileged": "did nothing: the attack was privileged",
    "played": "was carried out",
    "cancelled": "came to nothing: its Special was cancelled as it was played",
    "no-card": "did nothing: what it needs is not in your hand",
}
_ENDED: Mapping[ev.EndedWhy, str] = {
    "turn-passed": "the last turn it was for is over",
    "day-passed": "the time you gave it is over",
    "no-card": "its Special is no longer in your hand",
    "group-dead": "there is nothing left for it to be about",
    "seat-out": "it is about a player who is out of the game",
    "out": "you are out of the game",
    "unmasked": "your Illuminati lies face up",
}
_WHY_NOT: Mapping[str, str] = {
    "condition-false": "its condition was not met",
    "not-enough-money": "the money that it was announced with was not there",
    "not-in-hand": "the Special that it was announced with was not there",
    "card-cancelled": "the Special that allows it was cancelled",
    "not-yours": "a group that was to attack or aid was no longer there",
    "target-yours": "{target} had changed hands",
    "target-not-controlled": "nobody controlled {target} any more",
    "not-in-play": "{target} was no longer in play",
    "actions-spent": "both actions of the turn were spent",
    "already-passed": "the turn was passed",
    "attacked-already": "one of its cards had attacked or aided already",
    "no-open-arrow": "there was no open arrow for {target}",
    "immune": "the owner's Illuminati is immune to it",
    "after-more": "the turn goes on in another part",
    "turn-lost": "the whole turn was lost",
    "seat-out": "its player is out of the game",
}
"""Why all are told an attack that was announced was not made; no figures, which may be secret."""
_WON_BY: Mapping[str, str] = {
    "basic": "by sheer number of groups",
    "sole": "as the last one standing",
    "score": "with the highest score",
    "agreed": "as the table has agreed",
}


def _won_by(goal: str) -> str:
    words = one_line(goal, 40).replace("-", " ")
    return _WON_BY.get(goal, f"by the special goal ({words})")


def _not_made(event: ev.NotMade, reader: str | None) -> EventContext:
    why = _WHY_NOT.get(event.why, "the rules did not allow it any more")
    return {"why": why.format(target=card_name(event.target))}


def _income(event: ev.IncomePaid, reader: str | None) -> EventContext:
    amounts = _amounts(event.amounts)
    detail = f" ({amounts})" if len(event.amounts) > 1 else ""
    return {"total": sum(amount for _, amount in event.amounts), "list": amounts, "detail": detail}


def _won(event: ev.Won, reader: str | None) -> EventContext:
    how = [(person(seat, reader), _won_by(goal)) for seat, goal in event.winners]
    return {"how": how, "list": _people((seat for seat, _ in event.winners), reader)}


_MORE: Mapping[type, Callable[[Any, str | None], EventContext]] = {
    ev.Announced: lambda e, _: {
        "is_own": e.owner == e.seat,
        "is_free": e.owner is None,
        "aid": _cards(e.aid),
    },
    ev.Arranged: _laid,
    ev.Attacked: sum_of,
    ev.Bribed: _laid,
    ev.Captured: _captured,
    ev.Caught: lambda e, _: {"deed": _DEEDS[e.what]},
    ev.Cheated: lambda e, _: {
        "line": e.scheme.line,
        "deed": _DEEDS[e.scheme.what],
        "deck": _cards(e.deck),
    },
    ev.Dealt: lambda e, _: {"goal_text": CARDS[e.illuminati].goal_text},
    ev.Destroyed: lambda e, _: {"is_own": e.owner == e.seat, "is_free": e.owner is None},
    ev.Drew: lambda e, _: {"is_known": e.card is not None},
    ev.Eliminated: lambda e, _: {"is_done": e.by not in (None, e.seat)},
    ev.Freed: lambda e, _: {
        "root": card_name(e.cards[0]),
        "rest": _cards(e.cards[1:]),
        "is_many": len(e.cards) > 1,
    },
    ev.GameThrown: lambda e, _: {"goods": in_words(e.goods)},
    ev.GaveGroup: _gave_group,
    ev.GoalChosen: lambda e, _: {
        "goal_text": CARDS[e.goal].goal_text if e.goal in CARDS else "",
        "is_drawn": e.draw is not None,
    },
    ev.IncomePaid: _income,
    ev.LineRuled: lambda e, _: {"text": one_line(e.text, 200)},
    ev.LotsDrawn: lambda e, reader: {"list": _people(e.seats, reader)},
    ev.Moved: _laid,
    ev.NotMade: _not_made,
    ev.Offered: lambda e, _: {"gives": in_words(e.gives), "wants": in_words(e.wants)},
    ev.OfferClosed: lambda e, _: {"why": _CLOSED[e.why]},
    ev.OrderSettled: lambda e, reader: {"list": _people(e.seats, reader)},
    ev.PaidBack: lambda e, _: {"list": _amounts(e.payments)},
    ev.PolicyEnded: lambda e, _: {"why": _ENDED[e.why], "order": type(e.order).__name__},
    ev.PolicyFired: _fired,
    ev.Realigned: lambda e, _: {
        "now": listed([a.capitalize() for a in e.alignments]) or "nothing at all",
        "what": e.alignment.capitalize(),
    },
    ev.RolledForOrder: lambda e, _: {"total": sum(e.roll), "dice": _dice(e.roll)},
    ev.RollSet: lambda e, _: {"dice": _dice(e.roll)},
    ev.RoundOpened: lambda e, reader: {"list": _people(e.seats, reader)},
    ev.Showed: lambda e, reader: {"whom": _people(e.to, reader)},
    ev.Spent: lambda e, _: {
        "chance": percent(ways(e.need)),
        "total": sum(amount for _, amount in e.payments),
        "list": _amounts(e.payments),
        "is_split": len(e.payments) > 1,
    },
    ev.SpiedHand: lambda e, _: {"is_empty": not e.hand},
    ev.SpreadOut: lambda e, _: {"list": _amounts(e.amounts)},
    ev.TaxPaid: lambda e, _: {"list": _amounts(e.payments)},
    ev.Traded: _traded,
    ev.TurnedUp: lambda e, _: {"is_group": e.card in GROUPS},
    ev.TurnSkipped: lambda e, _: {"back": _amounts(e.returned)},
    ev.Won: _won,
}
"""What else is told of an event, one row a kind, to one reader."""
