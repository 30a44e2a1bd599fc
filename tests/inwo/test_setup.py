"""Setting a game of INWO up: decks, leads, bounces, hands, who goes first (I3, I4)."""

from __future__ import annotations

from engine.core.dice import SecretDice
from engine.inwo import events as ev
from engine.inwo.cards import PRESETS, card_id
from engine.inwo.facts import facts
from engine.inwo.game import Advanced, advance, leave, new
from engine.inwo.orders import DrawPolicy, InwoLine, PlaceLead
from engine.inwo.state import InwoOptions, InwoState

DICE = SecretDice(b"setup")
FIRST, SECOND, *_ = PRESETS.values()


def opened(*decks: tuple[str, ...], options: InwoOptions | None = None) -> Advanced:
    seats = dict(zip(("ann", "bob", "cat"), decks, strict=False))
    return new(seats, options or InwoOptions(), DICE)


def with_leads(state: InwoState, **leads: str) -> Advanced:
    answers = {
        seat: (InwoLine(1, PlaceLead(tuple(names.split(", ")))),) for seat, names in leads.items()
    }
    return advance(state, "leads", answers, {}, DICE)


def lead_of(state: InwoState, seat: str) -> list[str]:
    return [card_id(copy) for copy in facts(state).groups[seat][1:]]


def test_three_plots_are_dealt_before_the_leads() -> None:
    """I4.2: the Illuminati are open, the rest of the deck is not drawn from."""
    state = opened(FIRST, SECOND).state
    assert [len(seat.plots) for seat in state.seats] == [3, 3]
    assert [len(seat.groups) for seat in state.seats] == [0, 0]
    assert [ask.kind for ask in state.asks] == ["leads"]
    assert sum(len(z) for z in (state.seats[0].plot_deck, state.seats[0].group_deck)) == 44 - 3


def test_each_leads_with_his_wish_and_draws_six() -> None:
    """I4.3, I4.4."""
    state = with_leads(opened(FIRST, SECOND).state, ann="japan", bob="california").state
    assert (lead_of(state, "ann"), lead_of(state, "bob")) == (["japan"], ["california"])
    other = "bob" if state.turn.seat == "ann" else "ann"
    assert len(state.seat(other).groups) == 6
    assert len(state.seat(state.turn.seat).groups) == 7, "and the draw of the first turn (I5.2)"


def test_a_group_that_two_name_bounces_and_is_barred() -> None:
    """I4.3: the next of each list, never one that has bounced or stands."""
    done = with_leads(opened(FIRST, FIRST).state, ann="japan, germany", bob="japan, germany, china")
    assert lead_of(done.state, "ann") != lead_of(done.state, "bob")
    bounced = [
        card_id(card)
        for event in done.events
        if isinstance(event, ev.CardsMoved) and event.target == "bounced"
        for card in event.cards
    ]
    assert bounced[:4] == ["japan", "japan", "germany", "germany"]
    assert lead_of(done.state, "bob") == ["china"]
    assert not any(seat.bounced for seat in done.state.seats), "shuffled back (I4.4)"
    assert not {"japan", "germany"} & {card_id(c) for c in done.state.table}


def test_who_is_silent_leads_with_the_highest_printed_power() -> None:
    """I4.6."""
    state = with_leads(opened(FIRST, SECOND).state).state
    assert lead_of(state, "ann") == ["new-york"]
    assert lead_of(state, "bob") == ["california"]


def test_the_highest_roll_goes_first() -> None:
    """I4.5."""
    done = with_leads(opened(FIRST, SECOND, FIRST).state)
    rolled = [event for event in done.events if isinstance(event, ev.FirstRolled)]
    best = max(sum(roll) for _, roll in rolled[-1].rolls)
    winners = [seat for seat, roll in rolled[-1].rolls if sum(roll) == best]
    assert winners == [done.state.first] == [done.state.turn.seat]


def test_draws_of_the_turn_are_optional() -> None:
    """I31.1: SKIP PLOT DRAW."""
    begun = with_leads(opened(FIRST, SECOND).state)
    state, mover = begun.state, begun.state.turn.seat
    other = "bob" if mover == "ann" else "ann"
    policies = {other: (DrawPolicy(plots=False),)}
    after = advance(state, state.asks[0].key, {}, policies, DICE).state
    assert after.turn.seat == other
    assert len(after.seat(other).plots) == 3 and len(after.seat(other).groups) == 7
    both = (DrawPolicy(plots=False), DrawPolicy(groups=False))
    for more, drawn in (((), 0), ((DrawPolicy(), DrawPolicy(groups=False)), 1)):
        policies = {other: (*both, *more)}
        after = advance(state, state.asks[0].key, {}, policies, DICE).state
        assert len(after.seat(other).plots) == 3 + drawn and len(after.seat(other).groups) == 6


def test_copies_tell_nothing_of_a_deck() -> None:
    """I1.2: their numbers come from the shuffled list, not from its order."""
    state = opened(FIRST, SECOND).state
    deck = [copy for copy in state.seats[0].plot_deck if card_id(copy) == "stock-split"]
    numbers = [int(copy.rpartition("a")[2]) for copy in state.seats[0].plot_deck]
    assert numbers != sorted(numbers) and len(set(deck)) == len(deck)


def test_who_leaves_takes_his_groups_with_him() -> None:
    """I27.5; the last one in the game has won."""
    state = with_leads(opened(FIRST, SECOND, FIRST).state).state
    left = leave(state, state.turn.seat, DICE).state
    gone = state.turn.seat
    assert left.seat(gone).is_out and facts(left).groups[gone] == []
    assert left.turn.seat != gone and not left.winners
    last = leave(left, left.turn.seat, DICE).state
    assert last.winners == tuple(s.name for s in last.seats if not s.is_out)
