"""The advanced rules where a single turn does not show them: catching, copying, secrets (R11)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.advanced.hidden import known, masks_for, true_card
from engine.illuminati.audit import audit
from engine.illuminati.cards import EXTRAS, GROUPS, UNKNOWN, dealt_from
from engine.illuminati.evolve import evolve, replay
from engine.illuminati.evolve.ledger import known_under
from engine.illuminati.game import begin_turn, resolve
from engine.illuminati.gametable import Instructions
from engine.illuminati.options import options
from engine.illuminati.robots import chooser, random_script
from engine.illuminati.state import Crooked, GameOptions, Scheme, State
from engine.illuminati.turn.acting import act
from engine.illuminati.turn.checking import check
from engine.illuminati.turn.outcome import Outcome
from engine.illuminati.turn.setup import new_game
from engine.illuminati.view import seen, view
from engine.illuminati.winning import choosable_goals, chooses_goal
from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.codec import decode_events, decode_state, encode_events, encode_state
from pbem.games.illuminati.position import read_position
from tests.support.each import each
from tests.support.ruling_cases import Case, table_of

DICE = SecretDice(b"advanced")
SEATS = ("ann", "bob", "cat", "dee", "eve", "fay", "gus", "hal")


def table(*rows: str) -> State:
    """A state from the rows of a ruling's TABLE."""
    return table_of(Case("0", "", (), {"TABLE": list(rows)}, Path()))


def with_scheme(state: State, seat: str, scheme: Scheme) -> State:
    seats = (changed(s, schemes=(scheme,)) if s.name == seat else s for s in state.seats)
    return changed(state, seats=tuple(seats))


def caught(state: State, by: str = "bob", turn: int = 4, line: int = 1) -> Outcome:
    """The cheat of that line named, and the state sound afterwards."""
    outcome = act(state, by, (od.Line(1, od.Catch(turn, line)),), DICE)
    assert [row.status for row in outcome.rulings] == ["ok"]
    assert audit(outcome.state) == []
    return outcome


def kinds(outcome: Outcome) -> list[str]:
    return [type(event).__name__ for event in outcome.events]


# --- the deal ---------------------------------------------------------------------------


def test_extras_are_dealt_only_where_they_are_named() -> None:
    def dealt(extras: tuple[str, ...]) -> set[str]:
        made = (
            new_game(SEATS, GameOptions(extras=extras), SecretDice(b"deal %d" % number)).state
            for number in range(12)
        )
        return {seat.illuminati for state in made for seat in state.seats}

    assert len(dealt(())) == 8
    assert dealt(()).isdisjoint(EXTRAS)
    assert dealt(tuple(EXTRAS)) == set(dealt_from(tuple(EXTRAS)))


def test_an_extra_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no extra Illuminati 'nobody'"):
        new_game(SEATS[:2], GameOptions(extras=("nobody",)), DICE)


def test_the_goals_to_choose_from_are_seven_whatever_is_dealt() -> None:
    assert len(choosable_goals()) == 7
    assert set(choosable_goals()).isdisjoint(EXTRAS)


# --- cheats caught (R11.5) --------------------------------------------------------------

FREE = "free yuppies"


def crooked(form: ab.AttackForm, target: str, *, success: bool = True, **where: str) -> Crooked:
    """An attack of ann's Mafia decided by one point: need 5, total 5 or 6."""
    return Crooked(
        "ann",
        form,
        "mafia",
        target,
        where.get("owner"),
        where.get("master"),
        "N" if "owner" in where else None,
        5,
        5 if success else 6,
        success,
    )


def test_a_group_taken_by_a_cheat_is_uncontrolled_again_with_what_hangs_under_it() -> None:
    state = table("ann* network: N mafia (N cia 3 (S kgb))", "bob gnomes", "options cheating=true")
    scheme = Scheme(4, 1, "power", 1, "mafia", crooked("control", "cia"))
    outcome = caught(with_scheme(state, "ann", scheme))
    assert kinds(outcome) == ["Caught", "Freed"]
    assert outcome.state.uncontrolled == ("cia", "kgb")
    assert outcome.state.seat("ann").schemes == ()


def test_it_goes_back_to_its_owner_on_its_old_arrow_with_its_money() -> None:
    state = table("ann* network: N mafia (N cia 3)", "bob gnomes: E fbi", "options cheating=true")
    attack = crooked("control", "cia", owner="bob", master="gnomes-of-zurich")
    outcome = caught(with_scheme(state, "ann", Scheme(4, 1, "dice", -1, None, attack)))
    holding = outcome.state.holdings["cia"]
    place = (holding.seat, holding.master, holding.arrow, holding.money)
    assert place == ("bob", "gnomes-of-zurich", "N", 3)


def test_it_goes_to_another_arrow_where_the_old_one_is_taken() -> None:
    state = table("ann* network: N mafia (N cia)", "bob gnomes: N fbi", "options cheating=true")
    attack = crooked("control", "cia", owner="bob", master="gnomes-of-zurich")
    outcome = caught(with_scheme(state, "ann", Scheme(4, 1, "dice", -1, None, attack)))
    assert outcome.state.owner("cia") == "bob"
    assert (outcome.state.holdings["cia"].master, outcome.state.holdings["cia"].arrow) != (
        "gnomes-of-zurich",
        "N",
    )


def test_it_becomes_uncontrolled_where_its_owner_has_no_room() -> None:
    full = "N boy-sprouts, E antiwar-activists, S trekkies, W punk-rockers"
    state = table("ann* network: N mafia (N cia)", f"bob gnomes: {full}", "options cheating=true")
    attack = crooked("control", "cia", owner="bob", master="gnomes-of-zurich")
    outcome = caught(with_scheme(state, "ann", Scheme(4, 1, "dice", -1, None, attack)))
    assert outcome.state.uncontrolled == ("cia",)


def test_a_cheat_that_decided_nothing_is_told_and_changes_nothing() -> None:
    state = table("ann* network: N mafia (N cia)", "bob gnomes", "options cheating=true")
    attack = changed(crooked("control", "cia"), need=9)
    outcome = caught(with_scheme(state, "ann", Scheme(4, 1, "power", 3, "mafia", attack)))
    assert kinds(outcome) == ["Caught"]
    assert outcome.state.owner("cia") == "ann"


def test_a_group_neutralized_by_a_cheat_returns_and_the_credit_is_lost() -> None:
    state = table(
        "ann* network: N mafia; neutralized cia",
        "bob gnomes: E fbi",
        "free cia",
        "options cheating=true",
    )
    attack = crooked("neutralize", "cia", owner="bob", master="gnomes-of-zurich")
    outcome = caught(with_scheme(state, "ann", Scheme(4, 1, "power", 1, "mafia", attack)))
    assert outcome.state.owner("cia") == "bob"
    assert outcome.state.seat("ann").neutralized == ()


@pytest.mark.parametrize("owner", [None, "bob"])
def test_a_group_destroyed_by_a_cheat_lives_again_and_the_credit_is_lost(owner: str | None) -> None:
    state = table(
        "ann* network: N mafia; kills cia", "bob gnomes: E fbi", "dead cia", "options cheating=true"
    )
    attack = crooked("destroy", "cia")
    if owner:
        attack = crooked("destroy", "cia", owner=owner, master="gnomes-of-zurich")
    outcome = caught(with_scheme(state, "ann", Scheme(4, 1, "power", 1, "mafia", attack)))
    assert outcome.state.dead == ()
    assert outcome.state.owner("cia") == owner
    assert outcome.state.seat("ann").kills == ()


@pytest.mark.parametrize(
    ("form", "told"),
    [("control", "Captured"), ("neutralize", "Freed"), ("destroy", "Destroyed")],
)
def test_an_attack_that_failed_by_a_cheat_takes_effect(form: ab.AttackForm, told: str) -> None:
    state = table("ann* network: N mafia", "bob gnomes: N cia 5", "options cheating=true")
    attack = crooked(form, "cia", success=False, owner="bob", master="gnomes-of-zurich")
    scheme = Scheme(4, 1, "resistance", 2, "cia", attack)
    outcome = caught(with_scheme(state, "bob", scheme), by="ann")
    assert kinds(outcome) == ["Caught", told]
    assert outcome.state.owner("cia") == ("ann" if form == "control" else None)
    assert outcome.state.money("cia") == (2 if form == "control" else 0)


def test_money_goes_back_to_the_bank_as_far_as_it_is_there() -> None:
    state = table("ann* network 2: N mafia 4", "bob gnomes", "options cheating=true")
    outcome = caught(with_scheme(state, "ann", Scheme(4, 1, "bank", 5)))
    assert [outcome.state.money(card) for card in ("network", "mafia")] == [0, 1]
    outcome = caught(with_scheme(state, "ann", Scheme(4, 1, "bank", 50)))
    assert [outcome.state.money(card) for card in ("network", "mafia")] == [0, 0]


def test_a_stacked_deck_is_put_back_but_for_cards_drawn_since() -> None:
    state = table(
        "ann* network", "bob gnomes", "deck exactly yuppies, hackers, smof", "options cheating=true"
    )
    before = ("hackers", "cia", "yuppies")
    state = with_scheme(state, "ann", Scheme(4, 1, "stack", 1, cards=before))
    outcome = act(state, "bob", (od.Line(1, od.Catch(4, 1)),), DICE)
    assert outcome.state.deck == ("hackers", "yuppies", "smof")
    told = [seen(event, seat, outcome.state) for event in outcome.events for seat in SEATS[:2]]
    assert not any("hackers" in str(event) for event in told)


def test_a_cheat_can_be_caught_until_the_next_turn_of_the_cheat() -> None:
    state = table("ann network 9", "bob* gnomes", "turn 5", "options cheating=true")
    state = with_scheme(state, "ann", Scheme(4, 1, "bank", 5))
    assert kinds(caught(state)) == ["Caught", "PaidBack"]
    later = begin_turn(state, {}, DICE).state
    assert later.turn.seat == "ann"
    assert kinds(caught(later)) == ["MissedCatch"]


def test_a_roll_a_card_replaced_was_not_decided_by_misreading_it() -> None:
    state = table("ann* network: N mafia", "bob gnomes", FREE, "turn 4", "options cheating=true")
    attack = changed(crooked("control", "yuppies"), need=0, total=0, success=False)
    state = with_scheme(state, "ann", Scheme(4, 1, "dice", -1, None, attack))
    what = ("ann", 1, "control", "mafia", "yuppies", None, (), 2)
    after = evolve(state, ev.Attacked(*what, (4, 4), 2, True, 0))
    assert kinds(caught(after)) == ["Caught"]
    after = evolve(state, ev.Attacked(*what, (2, 1), 2, True, 0))
    assert caught(after).events[0] == ev.Caught("ann", "bob", 4, 1, "dice", -1, None, "yuppies")


def test_what_is_caught_is_told_to_all_and_what_is_not_to_nobody() -> None:
    state = table("ann* network 9", "bob gnomes", "cat cthulhu", "options cheating=true")
    outcome = caught(with_scheme(state, "ann", Scheme(4, 1, "bank", 5)))
    for seat in ("ann", "bob", "cat"):
        assert isinstance(seen(outcome.events[0], seat, outcome.state), ev.Caught)
    missed = caught(state)
    shown = [seen(missed.events[0], seat, missed.state) for seat in ("ann", "bob", "cat")]
    assert [event is not None for event in shown] == [False, True, False]


# --- hidden Illuminati (R11.3) ----------------------------------------------------------


def hidden() -> State:
    return table(
        "ann* network 9: N mafia",
        "bob discordia 3: N yuppies",
        "cat cthulhu: N fbi",
        "options hidden_illuminati=true",
    )


def test_stand_ins_are_numbered_by_the_names_of_the_seats() -> None:
    masks = masks_for(hidden(), "ann")
    assert masks == {
        "discordian-society": UNKNOWN[1].id,
        "servants-of-cthulhu": UNKNOWN[2].id,
    }
    assert masks_for(table("ann* network", "bob gnomes"), "ann") == {}


def test_only_stand_ins_can_be_named_of_what_is_hidden() -> None:
    state = hidden()
    assert true_card(state, "ann", UNKNOWN[1].id) == "discordian-society"
    assert true_card(state, "ann", "discordian-society") is None
    assert true_card(state, "ann", "network") == "network"
    assert true_card(known(state, "ann"), "ann", UNKNOWN[1].id) == UNKNOWN[1].id


def test_a_check_does_not_tell_who_is_protected() -> None:
    attack = od.Attack("control", "yuppies", "fbi")
    state = changed(hidden(), turn=changed(hidden().turn, seat="cat"))
    (ruling,) = check(state, "cat", (od.Line(1, attack),))
    assert ruling.status == "ok"
    (ruling,) = check(changed(state, options=GameOptions()), "cat", (od.Line(1, attack),))
    assert ruling.reason == "immune"


def test_nobody_is_hidden_when_the_game_is_won() -> None:
    state = changed(hidden(), winners=("bob",))
    assert masks_for(state, "ann") == {}


# --- whole games with any options -------------------------------------------------------


def some_options(lots: Random) -> GameOptions:
    return GameOptions(
        cards=lots.choice(("square", "landscape")),
        treasuries=lots.choice(("stacked", "open")),
        length=lots.choice(("standard", "standard", "very-long")),
        hidden_goals=lots.random() < 0.5,
        hidden_illuminati=lots.random() < 0.6,
        overstate=lots.random() < 0.5,
        cheating=lots.random() < 0.6,
        extras=tuple(extra for extra in EXTRAS if lots.random() < 0.5),
    )


def an_order(lots: Random, state: State, seat: str) -> od.Order:
    """Any order of the advanced game, legal or not."""
    others = [other.name for other in state.seats if other.name != seat]
    line, cards = lots.randrange(1, 6), dealt_from(state.options.extras)
    return lots.choice(
        (
            od.Accuse(lots.choice(others), lots.choice(cards)),
            od.Cheat("bank", lots.randrange(4)),
            od.Cheat("power", lots.randrange(4), line=line),
            od.Cheat("dice", lots.choice((-1, 0, 1)), line=line),
            od.Cheat("peek", lots.randrange(7)),
            od.Cheat("stack", cards=state.deck[1:3]),
            od.Understate(lots.choice(("power", "income")), lots.randrange(14)),
        )
    )


def a_script(lots: Random, state: State, seat: str, number: int) -> od.Script:
    choose = chooser(SecretDice(b"advanced robots"), f"{number}:{state.turn.number}")
    orders = [line.order for line in random_script(state, seat, choose)]
    for _ in range(lots.randrange(4)):
        orders.insert(lots.randrange(len(orders) + 1), an_order(lots, state, seat))
    return tuple(od.Line(at, order) for at, order in enumerate(orders, 1))


@cache
def game(number: int, rounds: int = 12) -> tuple[tuple[State, tuple[ev.Event, ...]], ...]:
    """A game of robots that try everything, as states with the events that led to each."""
    lots, dice = Random(number), SecretDice(b"game %d" % number)
    players = lots.randrange(2, 9)
    outcome = new_game(SEATS[:players], some_options(lots), dice)
    steps = [(outcome.state, outcome.events)]
    for seat in outcome.state.seats:
        if chooses_goal(outcome.state, seat):
            goal = od.ChooseGoal(lots.choice(choosable_goals()))
            outcome = act(outcome.state, seat.name, (od.Line(1, goal),), dice)
            steps.append((outcome.state, outcome.events))
    while not outcome.state.winners and len(steps) < rounds * players:
        state = outcome.state
        mover = state.turn.seat
        policies = {
            seat.name: (
                od.Understate("power", lots.randrange(12)),
                od.Understate("income", lots.randrange(12)),
                od.Copy(lots.choice(dealt_from(state.options.extras))),
            )
            for seat in state.seats_in()
            if lots.random() < 0.5
        }
        answers = {
            h.seat: (od.Line(1, od.Cheat("resistance", 2, card=h.card)),)
            for h in state.holdings.values()
            if h.master and h.seat != mover
        }
        said = Instructions(policies, answers)
        outcome = resolve(state, a_script(lots, state, mover, number), dice, said)
        steps.append((outcome.state, outcome.events))
        guess = od.Catch(state.turn.number, lots.randrange(1, 5))
        if not outcome.state.winners:
            catcher = lots.choice([seat.name for seat in outcome.state.seats_in()])
            outcome = act(outcome.state, catcher, (od.Line(1, guess),), dice)
            steps.append((outcome.state, outcome.events))
    return tuple(steps)


GAMES = st.integers(0, 11)


@settings(max_examples=12)
@given(GAMES)
def test_any_options_together_leave_every_state_sound(number: int) -> None:
    steps = game(number)
    for state, _ in steps:
        assert audit(state) == []
        assert decode_state(encode_state(state)) == state
    events = tuple(event for _, told in steps for event in told)
    assert decode_events(encode_events(events)) == events
    assert replay(events) == steps[-1][0]


@settings(max_examples=30)
@given(GAMES, st.integers(0, 200))
def test_check_accepts_what_options_offers(number: int, at: int) -> None:
    steps = game(number)
    state, _ = steps[at % len(steps)]
    for option in options(state, state.turn.seat)[:20]:
        (ruling,) = check(state, state.turn.seat, (od.Line(1, option.order),))
        assert (ruling.status, ruling.need) == ("ok", option.need), option


_NAMES_A_GUESS = (ev.Accused, ev.Copied, ev.GoalChosen, ev.GameBegan, ev.LineRuled)


@settings(max_examples=30)
@given(GAMES, st.integers(0, 200))
def test_no_view_and_no_event_names_what_is_hidden(number: int, at: int) -> None:
    steps = game(number)
    state, events = steps[at % len(steps)]
    for seat in state.seats:
        mine = view(state, seat.name)
        others = tuple(changed(row, copies=None) for row in mine.seats)
        shown = [seen(event, seat.name, state) for event in events]
        told = [event for event in shown if not isinstance(event, _NAMES_A_GUESS)]
        text = f"{changed(mine, seats=others, goal=None, options=GameOptions())} {told}"
        for card in masks_for(state, seat.name):
            assert repr(card) not in text


@settings(max_examples=30)
@given(GAMES, st.integers(0, 200))
def test_hidden_illuminati_that_change_places_change_no_view(number: int, at: int) -> None:
    steps = game(number)
    state, _ = steps[at % len(steps)]
    turn = changed(state.turn, income=(), taxes=(), took_part={}, powers_used=())
    seats = tuple(changed(seat, schemes=()) for seat in state.seats)
    state = changed(state, turn=turn, seats=seats)
    for seat in state.seats:
        masks = list(masks_for(state, seat.name))
        if len(masks) < 2:
            continue
        other = exchanged(state, masks[0], masks[1])
        assert view(other, seat.name) == view(state, seat.name)
        assert options(other, seat.name) == options(state, seat.name)


def exchanged(state: State, one: str, two: str) -> State:
    """The game in which two seats have each other's Illuminati."""
    places = {one: two, two: one}
    holdings = {}
    for old in state.holdings.values():
        card, master = places.get(old.card, old.card), old.master
        master = places.get(master, master) if master else None
        holdings[card] = changed(old, card=card, master=master)
    seats = tuple(
        changed(seat, illuminati=places.get(seat.illuminati, seat.illuminati))
        for seat in state.seats
    )
    ledger = known_under(state.ledger, places)
    return changed(state, holdings=holdings, seats=seats, ledger=ledger)


# --- positions --------------------------------------------------------------------------


@each(
    ("row", "told"),
    [
        ('illuminati = "network"\ncopies = "ufos"', "network copies nobody (R11.6)"),
        ('illuminati = "network"\nstated_power = -1', "stated_power must be a whole number"),
        ('illuminati = "network"\ngoal = "ufos"', "does not choose its goal (R1.5)"),
        ('illuminati = "ufos"\ngoal = "shangri-la"', "no such card as 'shangri-la'"),
        ('illuminati = "network"\nneutralized = ["ufos"]', "no such card as 'ufos'"),
        ('illuminati = "network"\nidentified = 1', "identified must be true or false"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_name(row: str, told: str) -> None:
    text = f'to_move = "ann"\n[[seat]]\nname = "ann"\n{row}\n'
    text += '[[seat]]\nname = "bob"\nilluminati = "gnomes"\n'
    with pytest.raises(RulesetError) as raised:
        read_position(text)
    assert told in str(raised.value)


def test_a_position_names_extras_like_any_card() -> None:
    text = 'to_move = "ann"\noptions = { extras = ["SubGenius"], hidden_goals = true }\n'
    text += '[[seat]]\nname = "ann"\nilluminati = "SubG"\ngoal = "Gnomes"\n'
    text += '[[seat]]\nname = "bob"\nilluminati = "gnomes"\n'
    state = read_position(text)
    assert state.options.extras == ("church-of-the-subgenius",)
    assert state.seat("ann").goal == "gnomes-of-zurich"
    assert all(card in GROUPS for card in state.uncontrolled)
    assert audit(state) == []
