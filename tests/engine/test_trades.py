"""Offers, trades and gifts of groups: all at once or nothing, and nobody sees too much."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.arrangement import Laid
from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.audit import audit
from engine.illuminati.cards import GROUPS
from engine.illuminati.evolve import evolve
from engine.illuminati.game import play_turn, resolve
from engine.illuminati.gametable import Instructions
from engine.illuminati.state import GameOptions, State
from engine.illuminati.structure import branch_of, cards_of, groups_of
from engine.illuminati.turn.acting import act
from engine.illuminati.turn.checking import check
from engine.illuminati.turn.outcome import Outcome
from engine.illuminati.view import seen, view
from pbem.games.illuminati.codec import decode_events, decode_state, encode_events, encode_state
from pbem.games.illuminati.simulation.play import PlayedStep, play_game
from tests.support.each import each
from tests.support.ruling_cases import Case, table_of

DICE = SecretDice(b"trades")
Goods = od.Goods


def table(*rows: str) -> State:
    """A state from the rows of a ruling's TABLE."""
    return table_of(Case("0", "", (), {"TABLE": list(rows)}, Path()))


def pair() -> State:
    """Ann to move with Mafia and CIA, bob with IRS, cat looking on; each with a card and money."""
    return table(
        "ann* bermuda 9: N mafia 4, E cia; hand bribery",
        "bob gnomes 7: N irs 2; hand deep-agent",
        "cat network 5: N fbi; hand slush-fund",
    )


def done(state: State, seat: str, *orders: od.Order) -> Outcome:
    """The orders carried out at once, every one allowed."""
    lines = tuple(od.Line(at, order) for at, order in enumerate(orders, 1))
    outcome = act(state, seat, lines, DICE)
    assert [row.reason for row in outcome.rulings] == [""] * len(lines)
    return outcome


def refused(state: State, seat: str, order: od.Order) -> tuple[str, str]:
    """Code and rule of an order that is refused and changes nothing."""
    outcome = act(state, seat, (od.Line(1, order),), DICE)
    assert outcome.state == state and outcome.events == ()
    return outcome.rulings[0].reason, outcome.rulings[0].rule


# --- offers -----------------------------------------------------------------------------


def test_each_counts_his_own_offers_and_a_number_never_comes_again() -> None:
    state = done(pair(), "ann", od.Offer("bob", Goods(1)), od.Offer("bob", Goods(2))).state
    assert [offer.number for offer in state.offers] == [1, 2]
    state = done(state, "ann", od.Decline(2), od.Decline(1)).state
    assert state.offers == ()
    (offer,) = done(state, "cat", od.Offer("ann", Goods(1))).state.offers
    assert (offer.by, offer.number, offer.to, offer.to_number) == ("cat", 1, "ann", 3)
    (shown,) = view(changed(state, offers=(offer,)), "ann").offers
    assert (shown.number, shown.to_number) == (3, None)
    # What ann offers cat next is her fourth and his second; bob has counted to two.
    state = done(state, "cat", od.Offer("ann", Goods(1))).state
    state = done(state, "ann", od.Offer("cat", Goods(1), counters=3)).state
    assert [(one.number, one.to_number) for one in state.offers] == [(4, 2)]
    assert refused(state, "cat", od.Accept(4)) == ("no-such-offer", "R9.3")
    assert done(state, "cat", od.Accept(2)).state.offers == ()


def test_no_number_tells_what_two_others_offer_each_other() -> None:
    quiet = done(pair(), "bob", od.Offer("ann", Goods(1)))
    state = done(pair(), "bob", od.Offer("cat", Goods(1)), od.Decline(1)).state
    busy = done(state, "bob", od.Offer("ann", Goods(1)))
    assert busy.state.offers[0].number == 2
    assert view(busy.state, "ann").offers == view(quiet.state, "ann").offers
    told = [
        [seen(event, "ann", outcome.state) for event in outcome.events] for outcome in (quiet, busy)
    ]
    assert told[0] == told[1]


def test_nothing_is_set_aside_for_an_offer() -> None:
    before = pair()
    after = done(before, "ann", od.Offer("bob", Goods(9, ("bribery",), ("mafia",)))).state
    assert changed(after, offers=(), seats=before.seats) == before


def test_an_offer_ends_with_its_last_turn_and_not_before() -> None:
    state = pair()
    last = state.turn.number + 1
    state = done(state, "ann", od.Offer("cat", Goods(1), until_turn=last)).state
    outcome = resolve(state, (), DICE)
    assert len(outcome.state.offers) == 1
    again = resolve(outcome.state, (), DICE)
    assert again.state.offers == ()
    assert ev.OfferClosed(1, "ann", "cat", "expired", 1) in again.events


def test_an_offer_past_its_turn_cannot_be_taken_even_if_it_is_still_there() -> None:
    state = done(pair(), "bob", od.Offer("ann", Goods(1), until_turn=pair().turn.number)).state
    late = changed(state, turn=changed(state.turn, number=state.turn.number + 1))
    assert refused(late, "ann", od.Accept(1)) == ("offer-expired", "R9.3")


def test_an_offer_of_a_player_who_left_goes_as_the_next_turn_begins() -> None:
    state = done(pair(), "cat", od.Offer("ann", Goods(1))).state
    state = done(state, "cat", od.Resign()).state
    assert refused(state, "ann", od.Accept(1)) == ("seat-out", "R10.1")
    outcome = resolve(state, (), DICE)
    assert outcome.state.offers == ()
    assert ev.OfferClosed(1, "cat", "ann", "left", 1) in outcome.events


def test_a_counter_needs_no_name_and_either_of_the_two_may_make_it() -> None:
    state = done(pair(), "ann", od.Offer("bob", Goods(1))).state
    state = done(state, "bob", od.Offer("", Goods(2), counters=1)).state
    state = done(state, "bob", od.Offer("", Goods(3), counters=2)).state
    (offer,) = state.offers
    assert (offer.number, offer.by, offer.to, offer.gives.money) == (3, "bob", "ann", 3)
    assert refused(state, "cat", od.Offer("", Goods(3), counters=3)) == ("no-such-offer", "R9.3")
    assert refused(state, "ann", od.Offer("cat", Goods(3), counters=3)) == (
        "no-such-offer",
        "R9.3",
    )


@each(
    ("order", "code"),
    [
        (od.Offer("bob", Goods()), "no-goods"),
        (od.Offer("bob", Goods(-1)), "no-amount"),
        (od.Offer("bob", Goods(1), Goods(-5)), "no-amount"),
        (od.Offer("bob", Goods(10)), "not-enough-to-give"),
        (od.Offer("bob", Goods(specials=("bribery", "bribery"))), "not-in-hand"),
        (od.Offer("bob", Goods(1), Goods(specials=("mafia",))), "not-in-hand"),
        (od.Offer("bob", Goods(groups=("irs",))), "not-yours-to-give"),
        (od.Offer("bob", Goods(groups=("bribery",))), "not-yours-to-give"),
        (od.Offer("bob", Goods(groups=("bermuda-triangle",))), "trades-illuminati"),
        (od.Offer("bob", Goods(groups=("mafia", "mafia"))), "traded-twice"),
        (od.Offer("bob", Goods(1), Goods(groups=("fbi",))), "not-theirs"),
        (
            od.Offer("bob", Goods(groups=("mafia", "cia")), Goods(groups=("irs",))),
            "too-many-groups",
        ),
        (od.Offer("ann", Goods(1)), "gives-himself"),
        (od.Offer("zed", Goods(1)), "no-such-seat"),
        (od.Offer("bob", Goods(1), until_turn=0), "offer-expired"),
        (od.Offer("bob", Goods(1), counters=1), "no-such-offer"),
        (od.Accept(1), "no-such-offer"),
        (od.Decline(1), "no-such-offer"),
    ],
)
def test_what_can_be_no_offer_is_refused_and_costs_nothing(order: od.Order, code: str) -> None:
    assert refused(pair(), "ann", order)[0] == code


def test_what_is_asked_for_may_be_a_card_that_nobody_has_shown() -> None:
    state = done(
        pair(), "ann", od.Offer("bob", Goods(1), Goods(90, ("secrets-man-was-not-meant-to-know",)))
    ).state
    assert refused(state, "bob", od.Accept(1)) == ("not-in-hand", "R9.5")


# --- trades -----------------------------------------------------------------------------


def test_a_swap_lays_each_group_where_the_other_was() -> None:
    state = table(
        "ann* bermuda: N boy-sprouts, E cycle-gangs, S trekkies, W eco-guerrillas 3",
        "bob gnomes: N intellectuals 2, E morticians, S men-in-black, W psychiatrists",
    )
    gives, wants = Goods(groups=("eco-guerrillas",)), Goods(groups=("intellectuals",))
    state = done(state, "ann", od.Offer("bob", gives, wants)).state
    after = done(state, "bob", od.Accept(1)).state
    assert (after.owner("eco-guerrillas"), after.money("eco-guerrillas")) == ("bob", 3)
    assert (after.owner("intellectuals"), after.money("intellectuals")) == ("ann", 2)
    assert after.holdings["eco-guerrillas"].arrow == "N"
    assert after.holdings["intellectuals"].arrow == "W"
    assert after.turn.actions == 2 and after.turn.is_busy
    assert audit(after) == []


def test_a_trade_without_groups_costs_no_action_and_fits_any_turn() -> None:
    state = done(pair(), "bob", od.Offer("cat", Goods(3), Goods(specials=("slush-fund",)))).state
    after = done(state, "cat", od.Accept(1)).state
    assert (after.turn.actions, after.turn.is_busy) == (0, False)
    assert after.money("gnomes-of-zurich") == 4 and after.money("network") == 8
    assert after.seat("bob").hand == ("deep-agent", "slush-fund")


def test_a_trade_that_lost_its_half_is_refused_whole_and_says_what_is_missing() -> None:
    offer = od.Offer("bob", Goods(9, ("bribery",), ("mafia",)), Goods(1))
    state = done(pair(), "ann", offer).state
    poor = done(state, "ann", od.GiveMoney("cat", 1)).state
    carded = done(state, "ann", od.GiveSpecial("cat", "bribery")).state
    dropped = play_turn(state, (od.Line(1, od.Drop("mafia")),), DICE).state
    for broken, facts in (
        (poor, {"seat": "ann", "needed": 9}),
        (carded, {"seat": "ann", "card": "bribery"}),
        (dropped, {"card": "mafia", "seat": "ann"}),
    ):
        outcome = act(broken, "bob", (od.Line(1, od.Accept(1)),), DICE)
        assert outcome.state == broken
        assert (outcome.rulings[0].reason, outcome.rulings[0].facts) == ("half-missing", facts)


def test_a_check_neither_tells_what_another_still_has_nor_breaks_on_it() -> None:
    state = done(pair(), "bob", od.Offer("ann", Goods(7), Goods(1))).state
    poor = done(state, "bob", od.GiveMoney("cat", 5)).state
    accept = (od.Line(1, od.Accept(1)),)
    assert check(poor, "ann", accept) == check(state, "ann", accept)
    assert check(state, "ann", accept)[0].status == "ok"


def test_a_check_does_not_tell_that_money_would_make_another_win() -> None:
    near = table("ann* bermuda 9: N mafia", "bob gnomes 145: N cia", "cat network")
    far = table("ann* bermuda 9: N mafia", "bob gnomes 15: N cia", "cat network")
    gift = (od.Line(1, od.GiveMoney("bob", 5)),)
    assert check(near, "ann", gift) == check(far, "ann", gift)
    assert play_turn(near, gift, DICE).rulings == play_turn(far, gift, DICE).rulings
    counted = changed(near, options=GameOptions(treasuries="open"))
    ruling = play_turn(counted, gift, DICE).rulings[0]
    assert (ruling.reason, ruling.facts) == ("throws-game", {"seat": "bob", "moderator": 1})


def test_an_acceptance_is_taken_once() -> None:
    state = done(pair(), "ann", od.Offer("bob", Goods(1))).state
    state = done(state, "bob", od.Accept(1)).state
    assert refused(state, "bob", od.Accept(1)) == ("no-such-offer", "R9.3")


def test_deals_end_with_the_game() -> None:
    state = changed(pair(), winners=("cat",))
    assert refused(state, "ann", od.Offer("bob", Goods(1))) == ("game-over", "R10.4")


def test_a_group_given_within_a_trade_may_lie_under_the_other() -> None:
    state = done(pair(), "ann", od.Offer("bob", Goods(groups=("mafia", "cia")))).state
    places = (Laid("cia", "irs", "S"), Laid("mafia", "cia", "S"))
    after = done(state, "bob", od.Accept(1, places)).state
    assert after.holdings["mafia"].master == "cia"
    assert after.holdings["cia"].master == "irs"
    assert audit(after) == []


# --- gifts of groups --------------------------------------------------------------------


def test_consent_may_be_a_policy_or_an_answer() -> None:
    state, gift = pair(), (od.Line(1, od.GiveGroup("bob", "mafia")),)
    yes = od.AcceptGroups("ann")
    for policies, answers in (({"bob": (yes,)}, {}), ({}, {"bob": (od.Line(1, yes),)})):
        outcome = play_turn(state, gift, DICE, Instructions(policies, answers))
        assert outcome.state.owner("mafia") == "bob"
    for wrong in ({}, {"cat": (yes,)}, {"bob": (od.AcceptGroups("cat"),)}):
        outcome = play_turn(state, gift, DICE, Instructions(wrong))
        assert outcome.rulings[0].reason == "no-consent"
        assert outcome.state.owner("mafia") == "ann"


def test_a_group_can_attack_for_its_new_owner_at_once() -> None:
    state = table("ann* bermuda: N mafia", "bob gnomes: N cia", "free yuppies")
    state = done(state, "bob", od.Offer("ann", Goods(groups=("cia",)), Goods(groups=()))).state
    state = done(state, "ann", od.Accept(1)).state
    (ruling,) = check(state, "ann", (od.Line(1, od.Attack("control", "yuppies", "cia")),))
    assert ruling.status == "ok"


# --- what others see --------------------------------------------------------------------


def traded() -> Outcome:
    offer = od.Offer("bob", Goods(5, ("bribery",), ("mafia",)), Goods(2, ("deep-agent",), ()))
    first = done(pair(), "ann", offer)
    second = done(first.state, "bob", od.Accept(1))
    return Outcome(second.state, first.events + second.events)


def _in_one_numbering(event: ev.Event) -> ev.Event:
    """An offer of two who have made none before, as either of them is shown it."""
    is_offer = isinstance(event, ev.Offered | ev.OfferClosed)
    return changed(event, to_number=None) if is_offer else event


def test_a_third_player_sees_the_groups_and_nothing_else() -> None:
    outcome = traded()
    told = [seen(event, "cat", outcome.state) for event in outcome.events]
    (trade,) = [event for event in told if event is not None]
    assert isinstance(trade, ev.Traded)
    assert (trade.groups, trade.back_groups) == (("mafia",), ())
    assert (trade.money, trade.back_money) == (None, None)
    assert (trade.specials, trade.back_specials) == (None, None)
    for seat in ("ann", "bob"):
        shown = tuple(seen(event, seat, outcome.state) for event in outcome.events)
        assert shown == tuple(map(_in_one_numbering, outcome.events))


def test_money_of_a_trade_is_public_where_treasuries_are_open() -> None:
    outcome = traded()
    (trade,) = [event for event in outcome.events if isinstance(event, ev.Traded)]
    told = seen(trade, "cat", changed(outcome.state, options=GameOptions(treasuries="open")))
    assert isinstance(told, ev.Traded)
    assert (told.money, told.back_money, told.specials) == (5, 2, None)


def test_only_the_two_see_an_open_offer() -> None:
    state = done(pair(), "ann", od.Offer("bob", Goods(5))).state
    shown = tuple(changed(offer, to_number=None) for offer in state.offers)
    assert view(state, "ann").offers == view(state, "bob").offers == shown
    assert view(state, "cat").offers == ()
    assert view(state, "cat") == view(pair(), "cat")


def test_states_with_offers_and_all_events_of_trades_are_read_back() -> None:
    outcome = traded()
    state = done(outcome.state, "cat", od.Offer("ann", Goods(1), Goods(groups=("cia",)), 9)).state
    assert decode_state(encode_state(state)) == state
    assert decode_events(encode_events(outcome.events)) == outcome.events


# --- whatever is traded -----------------------------------------------------------------


@cache
def moments() -> list[State]:
    """States in the midst of some games of robots."""
    steps: list[PlayedStep] = []
    for number in range(3):
        play_game(f"trades:{number}".encode(), 3, "random", steps.append)
    return [step.state for step in steps if not step.state.winners]


@st.composite
def bargains(draw: st.DrawFn) -> tuple[State, str, str, od.Offer, od.Accept]:
    """A state, two seats of it and what they might exchange, sensible or not."""
    state = draw(st.sampled_from(moments()))
    names = [seat.name for seat in state.seats_in()]
    seat, to = draw(st.permutations(names))[:2]
    if draw(st.booleans()) and state.turn.seat in names:
        seat = state.turn.seat
        to = draw(st.sampled_from([name for name in names if name != seat]))

    def goods(name: str, most: int) -> od.Goods:
        money = draw(st.integers(0, state.money(state.seat(name).illuminati)))
        hand = draw(st.permutations(state.seat(name).hand))
        held = draw(st.permutations(groups_of(state, name)))
        specials = tuple(hand[: draw(st.integers(0, 2))])
        return od.Goods(money, specials, tuple(held[: draw(st.integers(0, most))]))

    gives = goods(seat, 2)
    offer = od.Offer(to, gives, goods(to, 2 - len(gives.groups)))
    cards = st.sampled_from(sorted(state.holdings))
    arrows = st.sampled_from(("N", "E", "S", "W"))
    coming = [puppet for root in gives.groups for puppet in branch_of(state, root)[1:]]
    puppets = st.sampled_from(coming or sorted(state.holdings))
    kept = groups_of(state, to) or sorted(state.holdings)
    given_up = st.builds(od.PuppetPlace, st.sampled_from(kept), st.none())
    wishes = st.one_of(
        st.just(()),
        st.lists(st.builds(od.PuppetPlace, puppets, st.none() | arrows), max_size=2),
        st.lists(given_up, max_size=2),
        st.lists(st.builds(od.PuppetPlace, cards, st.none() | arrows), max_size=1),
    )
    masters = st.sampled_from(cards_of(state, to)) | cards
    roots = st.sampled_from(gives.groups or tuple(sorted(state.holdings)))
    most = min(1, len(gives.groups))
    places = st.lists(st.builds(Laid, roots, masters, arrows), max_size=most)
    accept = od.Accept(state.seat(to).offers + 1, tuple(draw(places)), tuple(draw(wishes)))
    return state, seat, to, offer, accept


def _recorded(events: tuple[ev.Event, ...]) -> bool:
    """Whether nothing has happened but what the moderator is shown."""
    return all(isinstance(event, ev.GameThrown) for event in events)


@pytest.mark.long
@settings(max_examples=300)
@given(bargains())
def test_every_trade_keeps_cards_money_and_ground(
    bargain: tuple[State, str, str, od.Offer, od.Accept],
) -> None:
    state, seat, to, offer, accept = bargain
    offered = act(state, seat, (od.Line(1, offer),), DICE)
    if offered.rulings[0].status != "ok":
        assert offered.state == state
        return
    before = offered.state
    outcome = act(before, to, (od.Line(1, accept),), DICE)
    after = outcome.state
    if outcome.rulings[0].status != "ok":
        assert after == before and _recorded(outcome.events)
        return
    assert audit(after) == []
    assert Counter(_cards(after)) == Counter(_cards(before))
    gone = [event for event in outcome.events if isinstance(event, ev.Freed)]
    out = [event.seat for event in outcome.events if isinstance(event, ev.Eliminated)]
    if out:
        return
    to_bank = sum(before.money(card) for event in gone for card in event.cards)
    assert _money(after) == _money(before) - to_bank
    for name, card_goods in ((to, offer.gives), (seat, offer.wants)):
        assert all(after.owner(card) == name for card in card_goods.groups)
    spent = len(offer.gives.groups) + len(offer.wants.groups)
    assert after.turn.actions == before.turn.actions + spent <= 2
    others = [s.name for s in before.seats if s.name not in (seat, to)]
    for name in others:
        assert cards_of(after, name) == cards_of(before, name)
        assert after.seat(name) == before.seat(name)
        assert all(after.holdings[card] == before.holdings[card] for card in cards_of(after, name))
    replayed = before
    for event in outcome.events:
        replayed = evolve(replayed, event)
    assert replayed == after


def _cards(state: State) -> list[str]:
    hands = [card for seat in state.seats for card in seat.hand]
    held = [card for card in state.holdings if card in GROUPS]
    return [*hands, *held, *state.uncontrolled, *state.dead, *state.deck, *state.discards]


def _money(state: State) -> int:
    return sum(holding.money for holding in state.holdings.values())
