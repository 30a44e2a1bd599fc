"""What an event says, with its seats as persons and its cards by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.arrangement import Laid
from engine.illuminati import events as ev
from engine.illuminati.cards import CARDS, GROUPS
from engine.illuminati.odds import ways
from pbem.documents.layout.cast import listed, person
from pbem.documents.layout.plain import one_line
from pbem.games.illuminati.report.parts.bargains import BARGAINS
from pbem.games.illuminati.report.parts.names import card_name
from pbem.games.illuminati.report.parts.policies import POLICIES
from pbem.games.illuminati.report.parts.sums import percent, sum_of

CheatContext = dict[str, Any]

_DEEDS: Mapping[str, str] = {
    "dice": "misread the dice",
    "bank": "took money from the bank",
    "power": "overstated a Power",
    "resistance": "overstated a Resistance",
    "peek": "looked at the deck",
    "stack": "stacked the deck",
}
"""In words that fit after a name and after "you"."""


def _cheated(event: ev.Cheated, reader: str | None) -> CheatContext:
    return {
        "line": event.scheme.line,
        "deed": _DEEDS[event.scheme.what],
        "deck": listed([card_name(card) for card in event.deck]),
    }


def _caught(event: ev.Caught, reader: str | None) -> CheatContext:
    return {"deed": _DEEDS[event.what]}


def _paid_back(event: ev.PaidBack, reader: str | None) -> CheatContext:
    paid = [f"{card_name(card)} {amount}" for card, amount in event.payments or ()]
    return {"list": listed(paid)}


CHEATS: Mapping[type, Callable[[Any, str | None], CheatContext]] = {
    ev.Caught: _caught,
    ev.Cheated: _cheated,
    ev.PaidBack: _paid_back,
}


EventContext = dict[str, Any]
_Teller = Callable[[Any, str | None], Any]
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
    facts: EventContext = {"reader": person(reader, reader)}
    for name, tell in _TELLERS[type(event)]:
        value = getattr(event, name)
        facts[name] = value if tell is None else tell(value, reader)
    more = _MORE.get(type(event))
    return facts | more(event, reader) if more else facts


def _teller(kind: type[ev.Event], name: str) -> _Teller | None:
    if name in _PERSONS or (name == "to" and issubclass(kind, _TO_SEAT)):
        return _seats_told
    return _cards_told if name in _CARDS or name == "to" else None


def _seats_told(value: Any, reader: str | None) -> Any:
    is_one = not isinstance(value, tuple)
    return person(value, reader) if is_one else tuple(person(seat, reader) for seat in value)


def _cards_told(value: Any, _reader: str | None) -> Any:
    is_one = not isinstance(value, tuple)
    return card_name(value) if is_one else listed([card_name(card) for card in value])


_TELLERS = {
    kind: tuple((name, _teller(kind, name)) for name in kind.__struct_fields__)
    for kind in ev.EVENTS
}
"""The fields of every kind of event, each with what tells it; None for what is told as it is."""


def _announced(event: ev.Announced, reader: str | None) -> EventContext:
    return {
        "is_own": event.owner == event.seat,
        "is_free": event.owner is None,
        "aid": listed([card_name(card) for card in event.aid]),
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


def _not_made(event: ev.NotMade, reader: str | None) -> EventContext:
    why = _WHY_NOT.get(event.why, "the rules did not allow it any more")
    return {"why": why.format(target=card_name(event.target))}


def _captured(event: ev.Captured, reader: str | None) -> EventContext:
    root = event.laid[0]
    return {
        "is_free": event.owner is None,
        "master": card_name(root.master),
        "arrow": root.arrow,
        "branch": listed([card_name(row.card) for row in event.laid[1:]]),
        "closed": event.ordered or "",
        "left": None if event.money is None else sum(amount for _, amount in event.money),
    }


def _freed(event: ev.Freed, reader: str | None) -> EventContext:
    return {
        "root": card_name(event.cards[0]),
        "rest": listed([card_name(card) for card in event.cards[1:]]),
        "is_many": len(event.cards) > 1,
    }


def _destroyed(event: ev.Destroyed, reader: str | None) -> EventContext:
    return {"is_own": event.owner == event.seat, "is_free": event.owner is None}


def _amounts(amounts: ev.Amounts | None) -> str:
    return listed([f"{card_name(card)} {money}" for card, money in amounts or ()])


def _income(event: ev.IncomePaid, reader: str | None) -> EventContext:
    return {
        "total": sum(amount for _, amount in event.amounts),
        "list": _amounts(event.amounts),
        "detail": f" ({_amounts(event.amounts)})" if len(event.amounts) > 1 else "",
    }


def _spent(event: ev.Spent, reader: str | None) -> EventContext:
    return {
        "chance": percent(ways(event.need)),
        "total": sum(amount for _, amount in event.payments),
        "list": _amounts(event.payments),
        "is_split": len(event.payments) > 1,
    }


def _roll_set(event: ev.RollSet, reader: str | None) -> EventContext:
    return {"dice": " + ".join(str(die) for die in event.roll)}


def _turn_skipped(event: ev.TurnSkipped, reader: str | None) -> EventContext:
    return {"back": _amounts(event.returned)}


def _tax(event: ev.TaxPaid, reader: str | None) -> EventContext:
    return {"list": _amounts(event.payments)}


def _spread(event: ev.SpreadOut, reader: str | None) -> EventContext:
    return {"list": _amounts(event.amounts)}


def _laid(event: ev.Moved | ev.Arranged | ev.Bribed, reader: str | None) -> EventContext:
    root = event.laid[0] if event.laid else None
    return {
        "places": listed([_place(row) for row in event.laid]),
        "master": card_name(root.master) if root else "",
        "arrow": root.arrow if root else "",
        "branch": listed([card_name(row.card) for row in event.laid[1:]]),
        "closed": "" if isinstance(event, ev.Arranged) else event.ordered or "",
    }


def _place(row: Laid) -> str:
    return f"{card_name(row.card)} under {card_name(row.master)} at {row.arrow}"


def _rolled(event: ev.RolledForOrder, reader: str | None) -> EventContext:
    return {"total": sum(event.roll), "dice": " + ".join(str(die) for die in event.roll)}


def _settled(
    event: ev.OrderSettled | ev.LotsDrawn | ev.RoundOpened, reader: str | None
) -> EventContext:
    return {"list": listed([str(person(seat, reader)) for seat in event.seats])}


def _drew(event: ev.Drew, reader: str | None) -> EventContext:
    return {"is_known": event.card is not None}


def _turned_up(event: ev.TurnedUp, reader: str | None) -> EventContext:
    return {"is_group": event.card in GROUPS}


def _dealt(event: ev.Dealt, reader: str | None) -> EventContext:
    return {"goal_text": CARDS[event.illuminati].goal_text}


def _showed(event: ev.Showed, reader: str | None) -> EventContext:
    return {"whom": listed([str(person(seat, reader)) for seat in event.to])}


def _realigned(event: ev.Realigned, reader: str | None) -> EventContext:
    now = listed([a.capitalize() for a in event.alignments])
    return {"now": now or "nothing at all", "what": event.alignment.capitalize()}


def _chosen(event: ev.GoalChosen, reader: str | None) -> EventContext:
    known = CARDS.get(event.goal)
    return {
        "goal_text": known.goal_text if known else "",
        "is_drawn": event.draw is not None,
    }


def _spied_hand(event: ev.SpiedHand, reader: str | None) -> EventContext:
    return {"is_empty": not event.hand}


def _eliminated(event: ev.Eliminated, reader: str | None) -> EventContext:
    return {"is_done": event.by is not None and event.by != event.seat}


def _ruled(event: ev.LineRuled, reader: str | None) -> EventContext:
    return {"text": one_line(event.text, 200)}


_WON_BY: Mapping[str, str] = {
    "basic": "by sheer number of groups",
    "sole": "as the last one standing",
    "score": "with the highest score",
}


def _won_by(goal: str) -> str:
    words = one_line(goal, 40).replace("-", " ")
    return _WON_BY.get(goal, f"by the special goal ({words})")


def _won(event: ev.Won, reader: str | None) -> EventContext:
    return {
        "how": [(person(seat, reader), _won_by(goal)) for seat, goal in event.winners],
        "list": listed([str(person(seat, reader)) for seat, _ in event.winners]),
    }


_MORE: Mapping[type, Callable[[Any, str | None], EventContext]] = {
    ev.Announced: _announced,
    ev.Arranged: _laid,
    ev.Attacked: sum_of,
    ev.Bribed: _laid,
    ev.Captured: _captured,
    ev.Dealt: _dealt,
    ev.Destroyed: _destroyed,
    ev.Drew: _drew,
    ev.Eliminated: _eliminated,
    ev.Freed: _freed,
    ev.GoalChosen: _chosen,
    ev.IncomePaid: _income,
    ev.LineRuled: _ruled,
    ev.Moved: _laid,
    ev.NotMade: _not_made,
    ev.LotsDrawn: _settled,
    ev.OrderSettled: _settled,
    ev.Realigned: _realigned,
    ev.RolledForOrder: _rolled,
    ev.RoundOpened: _settled,
    ev.Showed: _showed,
    ev.RollSet: _roll_set,
    ev.TurnSkipped: _turn_skipped,
    ev.Spent: _spent,
    ev.SpiedHand: _spied_hand,
    ev.SpreadOut: _spread,
    ev.TaxPaid: _tax,
    ev.TurnedUp: _turned_up,
    ev.Won: _won,
    **BARGAINS,
    **CHEATS,
    **POLICIES,
}
