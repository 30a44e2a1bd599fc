"""The end: what each seat was after, what it hid, and what its secret deeds were (R12.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.illuminati import events as ev
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.state import SeatState, State
from engine.illuminati.view import View
from engine.illuminati.view import view as view_of
from engine.illuminati.winning import basic_goal, special_goal
from pbem.documents.layout.cast import listed
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.plain import capitalized
from pbem.games.contract.endings import Award, Finale, OpenedSeat, award
from pbem.games.illuminati.language import format_order, vocabulary_for
from pbem.games.illuminati.report.parts.event_context import EventContext, event_context
from pbem.games.illuminati.report.parts.names import FormatOrder
from pbem.games.illuminati.report.parts.standing import is_scored, own_goal, standings
from pbem.games.illuminati.report.parts.summary import QUIET, summaries
from pbem.games.illuminati.secrecy import opened, seen_by

Events = Sequence[ev.Event]


# --- what was hidden --------------------------------------------------------------------


def finale(state: State, _context: MailContext, turns: Mapping[int, Events]) -> Finale:
    """What the end opens of a game, to everybody alike."""
    every = [event for events in turns.values() for event in events]
    return Finale(
        seats=tuple(_opened_seat(state, seat) for seat in state.seats),
        headlines=_headlines(state, every),
        secrets={number: _secrets(state, events) for number, events in turns.items()},
        awards=tuple(_awards(state, every)),
    )


def _headlines(state: State, events: Events) -> dict[int, str]:
    public = seen_by("", events, state)
    rows = summaries(public, state.turn.number, "")
    return {row.number: capitalized(f"{'; '.join(row.deeds) or QUIET}.") for row in rows}


def _opened_seat(state: State, seat: SeatState) -> OpenedSeat:
    view = view_of(state, seat.name)
    if seat.is_out:
        return OpenedSeat(seat.name, _was_after(state, seat, view))
    hand = listed([SPECIALS[card].name for card in seat.hand if card in SPECIALS])
    money = next(row.money for row in standings(view) if row.person.is_you)
    kept = (f"In hand: {hand or 'nothing'}.", f"In all treasuries: {money} MB.")
    return OpenedSeat(seat.name, _wanted(state, seat, view), kept)


def _was_after(state: State, seat: SeatState, view: View) -> str:
    """What somebody who is out had wanted, with nothing of what he has of it."""
    name, goal = CARDS[seat.illuminati].name, own_goal(view)
    if goal is None or special_goal(seat, state.options) is None:
        return f"{name}, out of the game."
    whose = f"in secret the goal of {goal.card}" if goal.card != name else "the special goal"
    return f"{name}, out of the game. Had {whose}: {goal.text}"


def _wanted(state: State, seat: SeatState, view: View) -> str:
    """`The UFOs. Groups 7 of 10. In secret the goal of The Network: transferable 15/25.`"""
    row = next(row for row in standings(view) if row.person.is_you)
    name = CARDS[seat.illuminati].name
    if is_scored(view):
        return f"{name}. {capitalized(str(row.special))}."
    goal = own_goal(view)
    groups = f"Groups {row.groups} of {basic_goal(state)}, Illuminati counted"
    if goal is None or special_goal(seat, state.options) is None:
        return f"{name}. {groups}."
    secret = f"In secret the goal of {goal.card}: " if goal.card != name else "Special goal: "
    return f"{name}. {groups}. {secret}{goal.progress}."


# --- secret deeds -----------------------------------------------------------------------


def _secrets(state: State, events: Events) -> tuple[str, ...]:
    """What not everybody had seen of these events, a sentence each."""
    texts = (_secret(event, state) for event in opened(events, state))
    return tuple(dict.fromkeys(sentence for sentence in texts if sentence))


def _secret(event: ev.Event, state: State) -> str:
    teller = _SECRETS.get(type(event))
    is_idle = isinstance(event, ev.PolicyFired) and event.why != "played" and not event.spent
    if teller is None or is_idle:
        return ""
    facts = event_context(event, "")
    if isinstance(event, ev.PolicyFired):
        facts |= {"order": _formatter(state, event.seat)(event.order)}
    return " ".join(teller(facts).split())


def _formatter(state: State, seat: str) -> FormatOrder:
    names = vocabulary_for(state, seat)
    return lambda order: format_order(order, names)


def _offered(facts: EventContext) -> str:
    return f"{facts['seat']} offered {facts['to']} {facts['gives']} for {facts['wants']}."


def _stated(facts: EventContext) -> str:
    if facts["amount"] is None:
        return f"{facts['seat'].of} Illuminati went back to its true {facts['what']}."
    return f"{facts['seat'].of} Illuminati claimed {facts['what']} {facts['amount']}."


def _fired(facts: EventContext) -> str:
    did = facts["did"].replace("your ", "its ").replace("what you allow", "what was allowed")
    return f"{facts['seat'].of} {facts['order']} {did}."


def _gave_money(facts: EventContext) -> str:
    return f"{facts['seat']} gave {facts['to']} {facts['amount']} MB."


def _cheated(facts: EventContext) -> str:
    deck = f" On top lay {facts['deck']}." if facts["deck"] else ""
    return f"{facts['seat']} {facts['deed']}.{deck}"


_SECRETS: Mapping[type[ev.Event], Callable[[EventContext], str]] = {
    ev.Drew: lambda e: f"{e['seat']} drew {e['card']}.",
    ev.GoalChosen: lambda e: f"{e['seat'].of} secret goal: that of {e['goal']}.",
    ev.Showed: lambda e: f"{e['seat']} showed {e['whom']} {e['card']}.",
    ev.GaveSpecial: lambda e: f"{e['seat']} gave {e['to']} {e['card']}.",
    ev.GaveMoney: _gave_money,
    ev.Offered: _offered,
    ev.OfferClosed: lambda e: f"{e['seat'].of} offer to {e['to']}: {e['why']}.",
    ev.Traded: lambda e: f"{e['seat']} gave {e['to']} {e['gives']} for {e['wants']}.",
    ev.SpiedMoney: lambda e: f"{e['seat']} found {e['money']} MB on {e['card']}.",
    ev.SpiedHand: lambda e: (
        f"{e['seat']} looked into {e['against'].of} hand: {e['hand'] or 'nothing at all'}."
    ),
    ev.Stated: _stated,
    ev.Cheated: _cheated,
    ev.PolicyFired: _fired,
}
"""Secret deeds; whatever else is hidden is told by what came of it."""


# --- awards -----------------------------------------------------------------------------


def _awards(state: State, events: Events) -> Iterable[Award]:
    seats = [seat.name for seat in state.seats]
    attacks = [event for event in events if isinstance(event, ev.Attacked)]
    lost = [one.owner for one in attacks if one.success and one.owner not in (None, one.seat)]
    failed = [one.seat for one in attacks if not one.success]
    spent = Counter[str]()
    for event in events:
        if isinstance(event, ev.Spent):
            spent[event.seat] += sum(amount for _, amount in event.payments)
    fired = [event.seat for event in events if isinstance(event, ev.PolicyFired)]
    for title, counts, why, least in (
        ("The Itchy Trigger Finger", Counter(one.seat for one in attacks), "{} attacks", 3),
        ("The Wrong Side of the Dice", Counter(failed), "{} attacks that failed", 2),
        ("The Bottomless Purse", spent, "{} MB spent on attacks, for and against", 10),
        ("The Revolving Door", Counter(lost), "{} groups taken away by others", 2),
        ("The Sleeper Agent", Counter(fired), "Standing orders that woke {} times", 3),
        ("The Generous Hand", _gifts(events), "{} gifts to rivals, of all people", 2),
    ):
        known = {seat: counts[seat] for seat in seats if counts[seat]}
        yield from award(title, known, f"{why}.", least=least)


def _gifts(events: Events) -> Counter[str]:
    kinds = ev.GaveMoney | ev.GaveSpecial | ev.GaveGroup
    return Counter(event.seat for event in events if isinstance(event, kinds))
