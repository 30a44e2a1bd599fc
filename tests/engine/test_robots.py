"""Robots: they know what their view tells, reckon as the rules do, and order what can be read."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.dice import SecretDice
from engine.core.geometry import SIDES
from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import robots
from engine.illuminati.advice.outlook import Goals, Outlook, Tally, distance, lacking
from engine.illuminati.audit import audit
from engine.illuminati.cards import CARDS, GROUPS, SPECIALS
from engine.illuminati.odds import HIGHEST, need_of, parts_of
from engine.illuminati.options import bases, options
from engine.illuminati.robots import ROBOTS, chooser, known_state
from engine.illuminati.robots.greedy import TASTE as GREEDY
from engine.illuminati.robots.greedy import pick_raids
from engine.illuminati.robots.money import make_room
from engine.illuminati.robots.planner import TASTE as PLANNER
from engine.illuminati.robots.raids import attack_of, best_raids
from engine.illuminati.robots.stances import danger, losses, strengths, winning_targets
from engine.illuminati.state import GameOptions, Holding, OfferObject, SeatState, State
from engine.illuminati.structure import branch_of, cards_of, groups_of, open_places
from engine.illuminati.turn.checking import check
from engine.illuminati.turn.legality import refuse
from engine.illuminati.turn.setup import new_game
from engine.illuminati.view import view
from engine.illuminati.winning import choosable_goals, special_goal
from pbem.games.illuminati.language import format_order, read, vocabulary_for
from pbem.games.illuminati.position import read_position
from pbem.games.illuminati.robots import deals_letter, goal_letter, policy_letter, turn_letter
from pbem.games.illuminati.simulation.play import LINE_UPS, PlayedStep, play_game
from tests.support.each import each

STANDARD = GameOptions()
CAST = ("ann", "bob", "cat", "dee")
THINKERS = ("greedy", "planner")


@cache
def game(number: int) -> tuple[PlayedStep, ...]:
    steps: list[PlayedStep] = []
    kinds = ",".join(LINE_UPS.seated("mixed", 4, number))
    play_game(f"robots:{number}".encode(), 4, kinds, steps.append)
    return tuple(steps)


@st.composite
def moments(draw: st.DrawFn) -> State:
    """A state in the midst of a game of all kinds of robots."""
    steps = [step for step in game(draw(st.integers(0, 5))) if not step.state.winners]
    return steps[draw(st.integers(0, len(steps) - 1))].state


def choose() -> robots.Chooser:
    return chooser(SecretDice(b"own"), "test")


def known(state: State, seat: str) -> State:
    return known_state(view(state, seat), state.options)


def position(more: str = "", *, hand: str = "", money: int = 12, rich: int = 30) -> State:
    """Ann's Discordia has four of its five Weird groups, and one more is free for the taking."""
    return read_position(
        f"""
        to_move = "ann"
        turn_number = 20
        players_began = 4
        uncontrolled = ["Comic Books", "Pentagon"]
        {more}
        [[seat]]
        name = "ann"
        illuminati = "Discordia"
        money = {money}
        turns_taken = 5
        hand = [{hand}]
        groups = [
            {{ id = "Tabloids", master = "Discordia", arrow = "N" }},
            {{ id = "S.M.O.F.", master = "Discordia", arrow = "E" }},
            {{ id = "Flat Earthers", master = "Discordia", arrow = "S" }},
            {{ id = "Trekkies", master = "Tabloids", arrow = "N" }},
        ]
        [[seat]]
        name = "bob"
        illuminati = "Network"
        money = {rich}
        turns_taken = 5
        groups = [ {{ id = "Mafia", master = "Network", arrow = "N", money = 3 }} ]
        [[seat]]
        name = "cat"
        illuminati = "Cthulhu"
        money = 9
        turns_taken = 5
        groups = [ {{ id = "Yuppies", master = "Cthulhu", arrow = "N" }} ]
        """
    )


def crowded() -> State:
    """Two structures as large as those of a very long game, and ten groups to be taken."""
    options = GameOptions(length="very-long", treasuries="open")
    dice = SecretDice(b"crowded")
    state = new_game(CAST[:2], options, dice).state
    free = sorted(card for card in state.deck if card in GROUPS)
    ranked = sorted(free, key=lambda card: -len(CARDS[card].outline.arrows_out))
    for number, card in enumerate(ranked[:60]):
        seat = CAST[number % 2]
        places = open_places(state, seat, cards_of(state, seat))
        if places:
            master, arrow = places[0]
            held = Holding(card, seat, master, arrow, 9)
            state = changed(state, holdings={**state.holdings, card: held})
    taken = set(state.holdings)
    left = tuple(card for card in state.deck if card in GROUPS and card not in taken)
    turn = changed(state.turn, number=90)
    return changed(state, turn=turn, uncontrolled=left[:10], deck=())


def attacks_of(script: od.Script) -> list[od.Attack]:
    return [line.order for line in script if isinstance(line.order, od.Attack)]


# --- what they know ---------------------------------------------------------------------


@settings(max_examples=60)
@given(moments(), st.sampled_from(CAST))
def test_a_known_state_is_the_view_and_nothing_else(state: State, seat: str) -> None:
    guess = known(state, seat)
    assert guess.deck == ()
    for other in guess.seats:
        true = state.seat(other.name)
        assert other.hand == (true.hand if other.name == seat else ())
        assert other.goal == (true.goal if other.name == seat else None)
    assert set(guess.holdings) == set(state.holdings)
    for card, held in guess.holdings.items():
        there = state.holdings[card]
        assert (held.seat, held.master, held.arrow) == (there.seat, there.master, there.arrow)
        if held.seat == seat:
            assert held.money == there.money
        else:
            assert (held.money > 0) == (there.money > 0)


def test_money_is_known_where_treasuries_are_open() -> None:
    state = position('options = { treasuries = "open" }')
    network = state.seat("bob").illuminati
    assert known(state, "ann").money(network) == 30
    assert known(position(), "ann").money(network) != 30


def in_secret(state: State, seat: str) -> State:
    """The same game with other hands, goals, treasuries and another deck behind the screens."""
    specials = [card for card in state.deck if card in SPECIALS]

    def other(seat_now: SeatState) -> SeatState:
        if seat_now.name == seat:
            return seat_now
        hand = tuple(specials.pop() if specials else card for card in seat_now.hand)
        goal = choosable_goals()[0] if seat_now.goal else None
        return changed(seat_now, hand=hand, goal=goal)

    holdings = {
        card: changed(held, money=held.money + 7) if held.money and held.seat != seat else held
        for card, held in state.holdings.items()
    }
    seats = tuple(other(each) for each in state.seats)
    return changed(state, seats=seats, holdings=holdings, deck=state.deck[::-1])


@pytest.mark.long
@settings(max_examples=30)
@given(moments(), st.sampled_from(CAST), st.sampled_from([*ROBOTS]))
def test_others_secrets_change_no_letter(state: State, seat: str, robot: str) -> None:
    if state.seat(seat).is_out:
        return
    assert in_secret(state, seat) != state
    for write in (turn_letter, policy_letter, deals_letter):
        one = write(robot, view(state, seat), STANDARD, choose())
        other = write(robot, view(in_secret(state, seat), seat), STANDARD, choose())
        assert one.text == other.text


# --- what they write --------------------------------------------------------------------


@pytest.mark.long
@settings(max_examples=60)
@given(moments(), st.sampled_from(THINKERS))
def test_every_line_of_a_thinker_is_legal(state: State, robot: str) -> None:
    seat = state.turn.seat
    script = turn_letter(robot, view(state, seat), STANDARD, choose()).script
    wrong = [ruling for ruling in check(state, seat, script) if ruling.status == "illegal"]
    assert wrong == []


@settings(max_examples=60)
@given(moments(), st.sampled_from(CAST), st.sampled_from([*ROBOTS]))
def test_policies_and_deals_are_legal(state: State, seat: str, robot: str) -> None:
    if state.seat(seat).is_out:
        return
    for write in (policy_letter, deals_letter):
        letter = write(robot, view(state, seat), STANDARD, choose())
        for order in letter.orders:
            assert refuse(state, state, seat, order) is None, order


@settings(max_examples=60)
@given(moments(), st.sampled_from([*ROBOTS]))
def test_a_letter_is_read_as_it_was_meant(state: State, robot: str) -> None:
    seat = state.turn.seat
    seen = view(state, seat)
    letter = turn_letter(robot, seen, STANDARD, choose())
    meant = robots.script_of(robot, seen, STANDARD, choose())
    assert [(line.number, line.order, line.conditions) for line in letter.script] == [
        (line.number, line.order, line.conditions) for line in meant
    ]
    assert letter.misread == ()


def test_a_card_kept_against_an_attack_on_a_name_with_stops_is_read() -> None:
    names = vocabulary_for(known(position(), "bob"), "bob")
    pattern = od.Pattern(by="ann", groups=("comic-books", "fbi"))
    told = format_order(od.FixRoll("murphys-law", pattern, if_succeeds=True), names)
    assert told.endswith("F.B.I. IF IT SUCCEEDS")
    assert [line.order for line in read(told, names)] == [
        od.FixRoll("murphys-law", pattern, if_succeeds=True)
    ]


def test_thinkers_lines_are_carried_out_but_for_what_chance_forbids() -> None:
    refused: Counter[str] = Counter()
    for number in range(3):
        kinds = dict(zip(CAST, LINE_UPS.seated("mixed", 4, number), strict=True))
        for step in game(number):
            for event in step.events:
                if isinstance(event, ev.LineRuled) and kinds[event.seat] in THINKERS:
                    refused[event.reason] += 1
    assert refused.pop("") > 50
    assert refused.pop("condition-false") > 0, "IF 1 FAILS of an attack that did not"
    assert refused.total() < 5, refused


def test_the_same_dice_write_the_same_letter() -> None:
    for robot in ROBOTS:
        seen = view(game(2)[-3].state, "bob")
        one, other = (turn_letter(robot, seen, STANDARD, choose()).text for _ in range(2))
        assert one == other


def test_who_can_do_nothing_passes() -> None:
    state = position()
    alone = {c: h for c, h in state.holdings.items() if h.master is None and h.seat == "ann"}
    state = changed(
        state,
        holdings=alone,
        uncontrolled=(),
        seats=tuple(changed(s, is_out=s.name != "ann") for s in state.seats),
    )
    for robot in THINKERS:
        letter = turn_letter(robot, view(state, "ann"), STANDARD, choose())
        assert letter.text == "1: PASS"


# --- how they reckon --------------------------------------------------------------------


@settings(max_examples=40)
@given(moments())
def test_the_needs_of_raids_are_those_of_the_rules(state: State) -> None:
    seat = state.turn.seat
    offered = {
        (option.order.target, option.order.form)
        for option in options(state, seat)
        if isinstance(option.order, od.Attack)
    }
    for base in bases(state, seat, sorted(offered)):
        alone = od.Attack(base.form, base.target, base.attacker)
        assert base.need == need_of(parts_of(state, seat, alone))
        aided = changed(alone, aid=tuple(card for card, _ in base.helpers))
        points = sum(points for _, points in base.helpers)
        assert base.need + points == need_of(parts_of(state, seat, aided))


@settings(max_examples=40)
@given(moments())
def test_raids_can_be_ordered_and_leave_money_for_defence(state: State) -> None:
    seat = state.turn.seat
    illuminati = state.seat(seat).illuminati
    outlook = Outlook(known(state, seat), seat, GREEDY)
    for raid in best_raids(outlook, state.money(illuminati)):
        assert refuse(state, state, seat, attack_of(raid)) is None
        own = 0 if raid.base.attacker == illuminati else state.money(raid.base.attacker)
        assert raid.ceiling <= own, "all of the Illuminati's money is kept"
        assert 0 < raid.chance <= 33 / 36
        assert raid.spend <= raid.ceiling and raid.aim <= HIGHEST
    used = [card for raid in pick_raids(outlook) for card in raid.cards]
    assert len(used) == len(set(used))


GATHERED = Tally(cards=4, power=20, transferable=12, income=10, money=50, kills=3)
MET = Tally(12, 35, 25, 40, 150, 8, (6,) * len(ab.ALIGNMENTS))


@each("goal", choosable_goals())
def test_a_goal_is_near_as_it_is_gathered_and_none_lacks_when_met(goal: str) -> None:
    wanted = CARDS[goal].goal
    assert wanted is not None
    assert lacking(MET, 13, wanted) <= 0 < lacking(GATHERED, 13, wanted)
    assert distance(MET, 13, Goals((wanted,), is_known=True)) == 0
    assert distance(MET, 13, Goals((wanted,), is_known=False)) > 0, "it may be another goal"
    far = distance(GATHERED, 13, Goals((wanted,), is_known=True))
    assert far <= distance(GATHERED, 13, Goals((), is_known=True)) == 9


def test_the_outlook_knows_what_wins() -> None:
    outlook = Outlook(position(), "ann", PLANNER)
    assert outlook.wins(outlook.change("comic-books", "control"))
    assert not outlook.wins(outlook.change("pentagon", "control"))
    assert winning_targets(Outlook(position(), "bob", PLANNER), "ann", 0.0) == ("comic-books",)


def test_money_is_cheap_to_the_rich() -> None:
    poor, rich = (Outlook(position(money=money), "ann", GREEDY) for money in (12, 600))
    assert rich.price() < poor.price() / 5


# --- what they do -----------------------------------------------------------------------


@pytest.mark.parametrize("robot", THINKERS)
def test_a_thinker_takes_what_wins(robot: str) -> None:
    attack = attacks_of(robots.script_of(robot, view(position(), "ann"), STANDARD, choose()))[0]
    assert (attack.form, attack.target) == ("control", "comic-books")


def test_the_planner_wins_with_all_it_has() -> None:
    state = position(hand='"Computer Espionage"')
    attacks = attacks_of(robots.script_of("planner", view(state, "ann"), STANDARD, choose()))
    assert attacks[0].ceiling is None and attacks[0].aim == HIGHEST
    assert attacks[0].privilege == od.Privilege("computer-espionage")
    assert all(attack.privilege is None for attack in attacks[1:]), "a card is there once"


def test_the_planner_keeps_a_card_for_a_roll_that_fails() -> None:
    state = position(hand='"Assassination"')
    script = robots.script_of("planner", view(state, "ann"), STANDARD, choose())
    fixes = [line.order for line in script if isinstance(line.order, od.FixRoll)]
    assert fixes == [od.FixRoll("assassination", od.Pattern(line=1), if_succeeds=False)]


@pytest.mark.parametrize("robot", THINKERS)
def test_a_thinker_opposes_who_would_win_and_nobody_else(robot: str) -> None:
    def opposed(state: State) -> list[od.Stance]:
        found = robots.policies_of(robot, view(state, "bob"), STANDARD, choose())
        return [o for o in found if isinstance(o, od.Stance) and o.side == "oppose"]

    (stance,) = opposed(position())
    assert stance.pattern.by == "ann"
    assert "comic-books" in stance.pattern.groups
    assert 0 < (stance.ceiling or 0) <= 30
    assert opposed(changed(position(), turn=changed(position().turn, seat="cat"))) == []
    assert opposed(position(rich=0)) == [], "without money there is nothing to say"


@pytest.mark.parametrize("robot", THINKERS)
def test_a_thinker_guards_its_groups(robot: str) -> None:
    found = robots.policies_of(robot, view(position(), "bob"), STANDARD, choose())
    guards = [o for o in found if isinstance(o, od.Stance) and o.side == "guard"]
    assert guards and all(not g.pattern.groups or "mafia" in g.pattern.groups for g in guards)


def test_the_planner_holds_cards_against_who_would_win() -> None:
    state = position()
    hand = ("murphys-law", "senate-investigating-committee", "deep-agent")
    seats = tuple(changed(s, hand=hand) if s.name == "bob" else s for s in state.seats)
    seen = view(changed(state, seats=seats), "bob")
    found = robots.policies_of("planner", seen, STANDARD, choose())
    assert [o.seat for o in found if isinstance(o, od.SkipTurn)] == ["ann"]
    assert [o.cards for o in found if isinstance(o, od.Abolish)] == [("deep-agent",)]
    assert [o.if_succeeds for o in found if isinstance(o, od.FixRoll)] == [True]


def test_the_last_group_is_the_dearest_and_money_defends_it() -> None:
    bare = Outlook(position(money=60, rich=0), "bob", PLANNER)
    rich = Outlook(position(money=60, rich=60), "bob", PLANNER)
    against = strengths(bare.state, "bob")
    assert losses(bare)["mafia"] > 5
    assert danger(bare, against) > danger(rich, against) >= 0


def full_house() -> State:
    """Ann has four groups without arrows, and no other arrow is open."""
    state = position()
    dead_ends = ("antiwar-activists", "boy-sprouts", "cycle-gangs", "goldfish-fanciers")
    mine = {"discordian-society": state.holdings["discordian-society"]}
    for card, arrow in zip(dead_ends, SIDES, strict=True):
        mine[card] = changed(state.holdings["tabloids"], card=card, arrow=arrow)
    return changed(state, holdings=mine, uncontrolled=())


def test_room_is_made_only_where_there_is_none() -> None:
    assert make_room(position(), "ann") is None
    drop = make_room(full_house(), "ann")
    assert isinstance(drop, od.Drop) and drop.card in groups_of(full_house(), "ann")


def test_nothing_is_given_up_in_a_very_long_game() -> None:
    full = full_house()
    drop = make_room(full, "ann")
    assert isinstance(drop, od.Drop) and drop.card in groups_of(full, "ann")
    options = changed(full.options, length="very-long")
    assert make_room(changed(full, options=options), "ann") is None


def test_the_end_of_a_very_long_game_grows_on_a_thinker() -> None:
    state = changed(position(), options=GameOptions(length="very-long"))
    late = changed(state, turn=changed(state.turn, number=300))
    views = [Outlook(each, "ann", PLANNER) for each in (state, late)]
    soon, then = (each.change("comic-books", "control") for each in views)
    assert then.gain > soon.gain + 1
    taken = [each.change("yuppies", "control").gain for each in views]
    assert taken[0] == taken[1], "what others hold keeps nobody from the end"


# --- trades -----------------------------------------------------------------------------


def answered(gives: od.Goods, wants: od.Goods) -> tuple[od.DealOrder | od.Catch, ...]:
    """What the planner says to bob's offer."""
    state = changed(position(money=20), offers=(OfferObject(7, "bob", "ann", gives, wants),))
    return robots.deals_of("planner", view(state, "ann"), STANDARD, choose())


def test_the_planner_takes_an_offer_that_gains() -> None:
    assert answered(od.Goods(specials=("bribery",)), od.Goods(money=4)) == (od.Accept(7),)


@pytest.mark.parametrize("price", [1, 90])
def test_the_planner_declines_what_does_not_pay(price: int) -> None:
    assert answered(od.Goods(money=1), od.Goods(money=price)) == (od.Decline(7),)


def strength(card: str) -> int:
    """What anybody sees of a group's worth: Power, transferable Power, income."""
    printed = CARDS[card]
    return printed.power + printed.transferable + printed.income


def serves_goal(state: State, seat: str, card: str) -> bool:
    """Whether alignments decide, so that a weak group may be worth a strong one."""
    goal = special_goal(state.seat(seat), state.options)
    if isinstance(goal, ab.AlignedGroups):
        return goal.alignment in CARDS[card].alignments
    return isinstance(goal, ab.AllAlignments | ab.SecretChoice)


def meetings() -> Iterator[tuple[State, str, list[str], str, list[str]]]:
    """A mover and a rival in games of all kinds, each with groups, the weakest first."""
    for number in range(6):
        for step in game(number)[6::2]:
            state = step.state
            if state.winners:
                continue
            seat = state.turn.seat
            mine = sorted(groups_of(state, seat), key=strength)
            for rival in state.seats_after(seat):
                theirs = sorted(groups_of(state, rival.name), key=strength)
                if mine and theirs:
                    yield state, seat, mine, rival.name, theirs


def planners_answer(
    state: State, seat: str, mine: str, rival: str, theirs: str
) -> tuple[object, ...]:
    """What the planner says to a group of a rival's for one of its own."""
    gives, wants = od.Goods(groups=(theirs,)), od.Goods(groups=(mine,))
    seen = view(changed(state, offers=(OfferObject(7, rival, seat, gives, wants),)), seat)
    return robots.deals_of("planner", seen, STANDARD, choose())


def test_the_planner_gives_its_best_group_for_no_weaker_one() -> None:
    asked = 0
    for state, seat, mine, rival, theirs in meetings():
        best, weakest = mine[-1], theirs[0]
        if (
            strength(weakest) >= strength(best)
            or len(branch_of(state, weakest)) > len(branch_of(state, best))
            or serves_goal(state, seat, weakest)
        ):
            continue
        asked += 1
        answer = planners_answer(state, seat, best, rival, weakest)
        assert answer == (od.Decline(7),), (state.turn.number, best, weakest)
    assert asked > 60


@pytest.mark.long
def test_the_planner_gives_a_weak_group_for_a_strong_one() -> None:
    """The other way round it is glad to, where there is room for it."""
    taken = sum(
        planners_answer(state, seat, mine[0], rival, theirs[-1]) == (od.Accept(7),)
        for state, seat, mine, rival, theirs in meetings()
        if strength(mine[0]) < strength(theirs[-1])
    )
    assert taken > 20


def test_the_planner_declines_what_it_cannot_pay() -> None:
    gives = od.Goods(money=90)
    assert answered(gives, od.Goods(money=50)) == (od.Decline(7),)


def test_the_planner_sells_what_another_can_use() -> None:
    state = position(hand='"Whispering Campaign"')
    (offer,) = robots.deals_of("planner", view(state, "ann"), STANDARD, choose())
    assert isinstance(offer, od.Offer)
    assert (offer.to, offer.gives.specials) == ("cat", ("whispering-campaign",))
    assert 1 < offer.wants.money < 8


def test_greedy_does_not_trade() -> None:
    assert robots.deals_of("greedy", view(position(), "ann"), STANDARD, choose()) == ()


# --- secret goals, time -----------------------------------------------------------------


@pytest.mark.parametrize("robot", [*ROBOTS])
def test_a_secret_goal_is_chosen_by_who_has_one(robot: str) -> None:
    hidden = changed(game(0)[0].state, options=GameOptions(hidden_goals=True))
    for seat in hidden.seats:
        letter = goal_letter(robot, view(hidden, seat.name), hidden.options, choose())
        (goal,) = letter.orders
        assert isinstance(goal, od.ChooseGoal) and goal.illuminati in choosable_goals()
        seats = tuple(changed(s, goal=goal.illuminati) for s in hidden.seats)
        chosen = view(changed(hidden, seats=seats), seat.name)
        assert goal_letter(robot, chosen, hidden.options, choose()).orders == ()


def calls_of(state: State) -> int:
    """Calls of functions a planner's letter takes: a second of CPU does three million."""
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    seen = view(state, state.turn.seat)
    known_before = sys.getprofile()
    sys.setprofile(counted)
    try:
        turn_letter("planner", seen, state.options, choose())
    finally:
        sys.setprofile(known_before)
    return count


def test_a_planner_thinks_less_than_a_second() -> None:
    last = [step.state for step in game(1) if not step.state.winners][-1]
    assert 0 < calls_of(last) < 1_000_000


@pytest.mark.long
def test_a_planner_with_half_the_deck_thinks_less_than_a_second() -> None:
    assert 0 < calls_of(crowded()) < 2_500_000


def test_the_games_looked_at_are_sound() -> None:
    assert all(audit(step.state) == [] for number in range(6) for step in game(number))
