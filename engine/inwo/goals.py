"""Goals: what a player counts, and who meets one (I26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeVar

from engine.core.values import Value
from engine.inwo import abilities as ab
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.ruins import credited
from engine.inwo.selectors import TEN, Selector
from engine.inwo.state import BARE, InwoSeat, InwoState

A = TypeVar("A")
MOST_DOUBLE = 3
LEAST_DUEL = 12
GoalUnit = Literal["groups", "power", "destroyed", "rivals", "cards", ""]


class Count(Value):
    """How near a seat is to a Goal: what it has, what it needs, and the card that says so.

    `unit` says what is counted. Of the Basic Goal, `doubled` are the Groups that count twice, and
    `extra` is what is counted beside Groups.
    """

    goal: str
    has: int
    needs: int
    unit: GoalUnit = "groups"
    doubled: int = 0
    extra: int = 0

    @property
    def is_met(self) -> bool:
        return self.has >= self.needs


def basic_goal(state: InwoState) -> int:
    """How many Groups the Basic Goal asks (I26.2, I28.1)."""
    default = {2: 12, 3: 12, 4: 11}.get(state.players_began, 10)
    if state.options.game_form == "subgenius":
        default = 12 if state.is_duel else 10
    wanted = state.options.basic_goal or default
    return max(wanted, LEAST_DUEL) if state.is_duel else wanted


def counting_groups(known: Facts, seat: str) -> list[str]:
    """The Groups of a seat that count, its Illuminati first (I26.3)."""
    return [
        copy
        for copy in known.groups[seat]
        if not known.is_devastated(copy) and not known.is_paralyzed(copy)
        if card_of(copy).ability(ab.Burden) is None
    ]


def _burdens(known: Facts, seat: str) -> int:
    """What Groups of his raise his Basic Goal by, paralyzed or not (I35.6, I37)."""
    found = (card_of(copy).ability(ab.Burden) for copy in known.groups[seat])
    return sum(burden.raises for burden in found if burden is not None)


def goals_held(state: InwoState, seat: str) -> list[str]:
    """Goal cards of the hand."""
    return [plot for plot in state.seat(seat).plots if "goal" in card_of(plot).words]


def counts_of(state: InwoState, seat: str, goal_cards: bool = True) -> list[Count]:
    """Every Goal of a seat: the Basic one, the Special one, those in its hand (I26.1, I26.5)."""
    root = state.seat(seat).illuminati
    cards = [root, *(goals_held(state, seat) if goal_cards else ())]
    known = facts(state).counting()
    found = [_basic(known, seat, root, root)]
    special = cards[1:] if is_special_barred(state, seat) else cards
    if is_basic_only(state):
        return found
    found += [_basic(known, seat, root, card) for card in cards[1:] if _is_combined(card)]
    for card in special:
        for ability in card_of(card).abilities:
            count = _special(known, seat, card, ability)
            if count is not None:
                found.append(count)
    return found


def special_goals(state: InwoState, seat: str) -> list[Count]:
    """What the Illuminati of a seat asks beside the Basic Goal."""
    root = state.seat(seat).illuminati
    known = facts(state).counting()
    if is_special_barred(state, seat):
        return []
    counts = [_special(known, seat, root, one) for one in card_of(root).abilities]
    return [count for count in counts if count is not None]


def is_special_barred(state: InwoState, seat: str) -> bool:
    """Whether another has more tokens on his Illuminati, and keeps all such from winning (I38.79).

    By their Special Goals, that is.
    """
    tokens = state.tokens.get(state.seat(seat).illuminati, 0)
    sultans = (one.on for one in facts(state).changes if one.stat == "sultan" and one.on != seat)
    return any(tokens < state.tokens.get(state.seat(one).illuminati, 0) for one in sultans)


def _of_root(known: Facts, seat: str, kind: type[A]) -> A | None:
    """What the Illuminati of a seat makes of its Goals."""
    root = known.state.seat(seat).illuminati
    return None if is_special_barred(known.state, seat) else card_of(root).ability(kind)


def _is_combined(card: str) -> bool:
    held = card_of(card)
    return held.ability(ab.DoubleGoal) is not None or held.ability(ab.RuinGoal) is not None


def _goal_rules(state: InwoState) -> Iterator[tuple[ab.GoalRule, str]]:
    """What New World Orders change about the Goals, with what was said as they were played."""
    for card, rule in facts(state).of_kind(ab.GoalRule):
        yield rule, card.value.upper()


def is_basic_only(state: InwoState) -> bool:
    """Whether nobody wins but by the Basic Goal (I35.11)."""
    return any(word == ab.BASIC_ONLY for _, word in _goal_rules(state))


def _basic(known: Facts, seat: str, root: str, with_card: str) -> Count:
    """The Basic Goal with what the Illuminati and one Goal card make of it (I26.5)."""
    state = known.state
    groups = counting_groups(known, seat)
    doubles = [
        goal
        for card in dict.fromkeys((root, with_card))
        if card != root or not is_special_barred(state, seat)
        for goal in card_of(card).abilities
        if isinstance(goal, ab.DoubleGoal)
    ]
    double = sum(any(_doubles(known, seat, goal, c) for goal in doubles) for c in groups[1:])
    needs = basic_goal(state) + _burdens(known, seat)
    destroyer = _of_root(known, seat, ab.DestroyGoal)
    needs += sum(rule.more for rule, word in _goal_rules(state) if word != ab.BASIC_ONLY)
    ruins = card_of(with_card).ability(ab.RuinGoal)
    worth = 2 * min(ruins.most, _ruined(state, seat, ruins)) if ruins is not None else 0
    if destroyer is not None:
        needs -= _credits(state, seat) if ruins is None else worth
    resources = _of_root(known, seat, ab.ResourceGoal)
    extra = 0
    if resources is not None:
        mine = [copy for copy, card in known.table.items() if card.seat == seat]
        extra = sum(known.fits(resources.of, c) for c in mine if "resource" in card_of(c).words)
    extra += worth if destroyer is None else 0
    slack = _of_root(known, seat, ab.TokenGoal) if with_card == root else None
    extra += min(slack.most, state.tokens.get(root, 0)) if slack is not None else 0
    double = min(double, MOST_DOUBLE)
    return Count(with_card, len(groups) + double + extra, needs, "groups", double, extra)


def _doubles(known: Facts, seat: str, goal: ab.DoubleGoal, copy: str) -> bool:
    """Whether a Group counts twice; some not while a rival has one of more Power (I38.92)."""
    if not known.fits(goal.of, copy) or not goal.unrivalled:
        return known.fits(goal.of, copy)
    rivals = (one for name, copies in known.groups.items() if name != seat for one in copies[1:])
    powers = (known.power(one) for one in rivals if known.fits(goal.of, one))
    return max(powers, default=0) <= known.power(copy)


def _ruined(state: InwoState, seat: str, goal: ab.RuinGoal) -> int:
    """The destroyed cards of a seat that such a Goal counts."""
    ruins = credited(state, seat)
    return sum(goal.of.fits(card_id(ruin.copy), frozenset(ruin.words)) for ruin in ruins)


def _credits(state: InwoState, name: str) -> int:
    """Groups destroyed with credit, and rivals whose last Group was taken (I26.4)."""
    return len(credited(state, name)) + state.seat(name).ousted


def _special(known: Facts, seat: str, card: str, ability: ab.CardAbility) -> Count | None:
    match ability:
        case ab.TotalGoal():
            return _total(known, seat, card, ability)
        case ab.CountGoal(number, of, power):
            fitting = [c for c in counting_groups(known, seat)[1:] if known.fits(of, c)]
            total = sum(sorted(map(known.power, fitting))[-number:])
            return Count(card, min(len(fitting), number) if total >= power else 0, number)
        case ab.DestroyGoal(outright):
            return Count(card, _credits(known.state, seat), outright, "destroyed")
        case ab.RuinGoal(_, _, outright, without):
            number = _ruined(known.state, seat, ability)
            is_barred = any(card_id(copy) == without for copy in known.table)
            has = min(number, outright - 1) if is_barred else number
            return Count(card, has, outright, "destroyed")
        case ab.OustGoal(number, kin):
            holder = known.state.seat(seat)
            return Count(card, holder.kin if kin else holder.helped, number, "rivals")
        case ab.BareGoal():
            is_bare = BARE in known.state.seat(seat).used and len(known.groups[seat]) == 1
            return Count(card, int(is_bare), 1, "")
        case ab.MixGoal():
            return _mix(known, seat, card, ability)
    return None


def _total(known: Facts, seat: str, card: str, goal: ab.TotalGoal) -> Count:
    seats = known.groups if goal.everyone else (seat,)
    groups = [c for s in seats for c in counting_groups(known, s) if known.fits(goal.of, c)]
    total = sum(known.power(copy) for copy in groups)
    if goal.alignments and not set(TEN) <= set().union(*(known.words(copy) for copy in groups)):
        return Count(card, min(total, goal.power - 1), goal.power, "power")
    return Count(card, total, goal.power, "power")


def _weight(known: Facts, of: Selector, copy: str) -> int:
    """How often a Group counts where such Groups are counted (I35.37)."""
    if not known.fits(of, copy):
        return 0
    weight = card_of(copy).ability(ab.GoalWeight)
    return weight.counts if weight is not None and weight.word in of.words else 1


def _mix(known: Facts, seat: str, card: str, goal: ab.MixGoal) -> Count:
    """Eight in all of the two sorts, from 2/6 to 6/1 but for the last (I35.10)."""
    ruins = [one for one in credited(known.state, seat) if not goal.rivals or one.loser != seat]
    gone = sum(goal.destroyed.fits("", frozenset(ruin.words)) for ruin in ruins)
    here = sum(_weight(known, goal.controlled, c) for c in counting_groups(known, seat)[1:])
    for destroyed, controlled in goal.ways:
        if gone >= destroyed and here >= controlled:
            return Count(card, 8, 8, "cards")
    return Count(card, min(gone + here, 7), 8, "cards")


def met_goals(state: InwoState, seat: str) -> tuple[str, ...]:
    """The cards by which a seat could declare now (I26.7); its Illuminati for the Basic Goal."""
    return tuple(dict.fromkeys(count.goal for count in counts_of(state, seat) if count.is_met))


def may_win(state: InwoState) -> bool:
    """Not before the end of the second turn of the seat that began (I26.9)."""
    first = state.seat(state.first) if state.first else state.seats[0]
    if first.is_out:
        first = next(state.seats_after(first.name), first)
    return first.turns_taken >= 1 if state.turn.seat == first.name else first.turns_taken >= 2


def nearness(state: InwoState, seat: InwoSeat) -> float:
    """How much of a Goal a seat has, from 0 to 1, of the one it is nearest to."""
    if seat.name in state.winners:
        return 1.0
    if seat.is_out:
        return 0.0
    return max(min(1.0, one.has / max(1, one.needs)) for one in counts_of(state, seat.name))
