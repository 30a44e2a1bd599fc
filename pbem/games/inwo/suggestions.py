"""Lines that a player could send as things stand, each with what it would come to."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

from engine.core.dice import SecretDice
from engine.inwo import orders as od
from engine.inwo.attacks.joining import refuse_agents, refuse_join, refuse_self_defense
from engine.inwo.cards import card_id, card_of
from engine.inwo.decks import illuminati_of
from engine.inwo.deeds.questions import KEEP_OR_LIE, choices_of, refuse_answer
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.options import (
    InwoOption,
    attack_options,
    dice_answers,
    inwo_answers,
    inwo_options,
    takeover_options,
)
from engine.inwo.state import InwoState, OpenAsk, Question
from engine.inwo.turn.entitlement import finish_start
from engine.inwo.turn.rehearsal import rehearse_answer
from engine.inwo.turn.script_lines import run_line
from engine.inwo.view import inwo_view
from pbem.games.inwo.formats import TypedOrder, format_of_robot, format_order, label

MOST_TAKEOVERS, MOST_ATTACKS, MOST_LEADS = 2, 5, 3
MOST_JOINING, MOST_PLAYS = 2, 6
"""Groups on each side of an attack, and cards to be played, that are suggested."""


class Suggestion(NamedTuple):
    """A line, and what is said of it; of an attack the need and the card attacked."""

    text: str
    about: str = ""
    need: int | None = None
    target: str = ""


T = TypeVar("T")


class KeptByState(Generic[T]):
    """The last `most` things that were found, each for a state and names."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[int, tuple[str, ...]], tuple[InwoState, T]] = OrderedDict()

    def get(self, state: InwoState, names: tuple[str, ...], find: Callable[[], T]) -> T:
        """What is kept for them, or else what is found now."""
        key = id(state), names
        kept = self._kept.get(key)
        if kept is None:
            # The state is held as long as what was found, so that no other takes its id.
            kept = self._kept[key] = state, find()
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return kept[1]


_KEPT = KeptByState[tuple[Suggestion, ...]](32)


def suggested(state: InwoState, seat: str) -> tuple[Suggestion, ...]:
    """The most useful lines for what a seat is asked, from what it knows; none where it is not.

    Those found lately are kept: a page asks for them in several places.
    """
    return _KEPT.get(state, (seat,), lambda: _suggested(state, seat))


def _suggested(state: InwoState, seat: str) -> tuple[Suggestion, ...]:
    view = inwo_view(state, seat)
    found: list[Suggestion] = []
    for ask in view.asks:
        if seat not in ask.seats:
            continue
        if ask.kind == "illuminati":
            found += _illuminati(view, seat)
        elif ask.kind == "leads":
            found += _leads(state, seat)
        elif ask.kind == "script":
            found += _script(view, seat)
        elif ask.kind == "question":
            found += _choices(view, ask)
        elif ask.kind == "rolls":
            found += _at_dice(view, seat)
        else:
            found += _answers(view, seat)
    return tuple(dict.fromkeys(found))


def _illuminati(view: InwoState, seat: str) -> Iterator[Suggestion]:
    """The one that he has without a word, then the others (I30.1)."""
    own = card_id(view.seat(seat).illuminati)
    for id_ in sorted(illuminati_of(view.options), key=lambda id_: (id_ != own, id_)):
        yield Suggestion(
            f"ILLUMINATI {label(id_)}", "yours if you stay silent" if id_ == own else ""
        )


def leads_of(state: InwoState, seat: str) -> list[str]:
    """The Groups that he may lead with, the strongest first: of a deck of his own, whose order he
    must not learn, or of his hand (I4.3, I30.1)."""
    holder = state.seat(seat)
    cards = holder.groups if "group_deck" in state.options.shared else holder.group_deck
    groups = {card_id(copy) for copy in cards if "group" in card_of(copy).words}
    return sorted(groups, key=lambda id_: (-card_of(id_).power, id_))


def _leads(state: InwoState, seat: str) -> Iterator[Suggestion]:
    best = leads_of(state, seat)[:MOST_LEADS]
    where = "hand" if "group_deck" in state.options.shared else "deck"
    if best:
        yield Suggestion(f"LEAD {', '.join(map(label, best))}", f"the strongest in your {where}")


def _script(view: InwoState, seat: str) -> Iterator[Suggestion]:
    seen: set[str] = set()
    for option in sorted(takeover_options(view, seat), key=_takeover_value, reverse=True):
        assert isinstance(option.order, od.TakeOver)
        card = card_id(option.order.cards[0])
        if card not in seen and len(seen) < MOST_TAKEOVERS:
            seen.add(card)
            yield Suggestion(format_of_robot(option.order, view, seat), "first line, no roll")
    attacks = [one for one in attack_options(with_tokens(view), seat) if _is_on_others(view, one)]
    for option in sorted(attacks, key=lambda one: -(one.need or 0))[:MOST_ATTACKS]:
        chance = round(100 * option.chance)
        text = f"need {option.need}, {chance} %"
        yield Suggestion(
            format_of_robot(option.order, view, seat),
            text,
            option.need,
            getattr(option.order, "target", ""),
        )


def _is_on_others(view: InwoState, option: InwoOption) -> bool:
    """Whether an attack is not on a Group of its player's own, which is seldom wanted."""
    assert isinstance(option.order, od.LaunchAttack)
    return view.controller(option.order.target) != view.turn.seat


def with_tokens(view: InwoState, takeover: od.TakeOver | None = None) -> InwoState:
    """The game once a card is taken over, and the tokens of this turn are placed (I5.4)."""
    if view.turn.step != "b3":
        return view
    table = InwoTable(view, SecretDice(b""))
    if takeover is not None:
        run_line(table, view.turn.seat, od.InwoLine(1, takeover))
    finish_start(table)
    return table.state


def _takeover_value(option: InwoOption) -> int:
    assert isinstance(option.order, od.TakeOver)
    return card_of(option.order.cards[0]).power


def _choices(view: InwoState, ask: OpenAsk) -> Iterator[Suggestion]:
    question = next(one for one in view.questions if one.key == ask.key)
    if question.kind == "rearrange":
        yield Suggestion("PASS", "leaves everything as it is")
        return
    if question.kind == "keep-or-lie":
        yield from _on_trade(view, question)
        return
    cards = choices_of(view, question)[: question.number]
    if cards:
        yield Suggestion(f"CHOOSE {', '.join(label(card) for card in cards)}")


def _on_trade(view: InwoState, question: Question) -> Iterator[Suggestion]:
    """That he keeps it, and that he lies if he can."""
    about = {"keep": "gives your side of the trade", "lie": "plays a Plot instead"}
    for word in KEEP_OR_LIE:
        order = od.Choose((word,))
        if refuse_answer(view, question, order) is None:
            yield Suggestion(format_order(TypedOrder(order)), about[word])


def _answers(view: InwoState, seat: str) -> Iterator[Suggestion]:
    """What could be answered, with the need that it would leave; the strongest first."""
    if view.attack is not None:
        yield from _joining(view, seat)
    yield from _plays(view, seat)
    yield Suggestion("PASS", "nothing in this round")


def _at_dice(view: InwoState, seat: str) -> Iterator[Suggestion]:
    """What could change the dice that lie, and what would come of it."""
    about = {None: "rolls again", True: "then it succeeds", False: "then it fails"}
    for order in dice_answers(view, seat):
        success = rehearse_answer(view, seat, od.InwoLine(1, order)).success
        yield Suggestion(format_of_robot(order, view, seat), about[success])
    yield Suggestion("PASS", "leaves the dice as they lie")


def uses_of(view: InwoState, seat: str) -> dict[str, tuple[str, ...]]:
    """For cards of his hand, by their ids, a line or two that would be taken now."""
    options = [InwoOption(order) for order in inwo_answers(view, seat)]
    if any(ask.kind == "script" and seat in ask.seats for ask in view.asks):
        options += inwo_options(view, seat)
        options += sorted(inwo_options(with_tokens(view), seat), key=lambda one: -(one.need or 0))
    held = (*view.seat(seat).plots, *view.seat(seat).groups)
    found: dict[str, dict[type, str]] = {}
    for option in options:
        copy = _card_of_hand(option.order)
        if copy in held:
            need = "" if option.need is None else f"    (need {option.need})"
            lines, kind = found.setdefault(card_id(copy), {}), type(option.order)
            if kind not in lines:
                lines[kind] = format_of_robot(option.order, view, seat) + need
    return {id_: tuple(lines.values()) for id_, lines in found.items()}


def _card_of_hand(order: od.InwoOrder) -> str:
    """The card that an order would bring out of a hand."""
    match order:
        case od.TakeOver():
            return order.cards[0]
        case od.LaunchAttack():
            return order.target if order.from_hand else ""
        case od.PlayPlot() | od.BringResource():
            return order.card
    return ""


def _joining(view: InwoState, seat: str) -> Iterator[Suggestion]:
    """Groups that could defend, oppose or aid."""
    attack, known = view.attack, facts(view)
    assert attack is not None
    is_target = view.controller(attack.target) == seat
    if is_target and refuse_self_defense(known, attack, seat) is None:
        yield from _answer(view, seat, od.DefendTarget(), "the target's own token")
    able = [copy for copy in known.groups[seat] if view.tokens.get(copy, 0)]
    able.sort(key=lambda copy: (-known.power(copy), copy))
    sides = ("oppose",) if is_target else ("aid",) if attack.seat == seat else ("oppose", "aid")
    for side in sides:
        fitting = (one for one in able if refuse_join(known, attack, seat, one, side) is None)
        for copy in tuple(fitting)[:MOST_JOINING]:
            yield from _answer(view, seat, od.JoinAttack(side, (od.Helper(copy),)))
    for side in sides:
        if refuse_agents(known, attack, seat, side) is None:
            yield from _answer(view, seat, od.SendAgents(side), "a copy in your hand")


def _plays(view: InwoState, seat: str) -> Iterator[Suggestion]:
    """Plots and abilities that would be taken now, a line for each card and way to pay."""
    seen: set[tuple[str, ...]] = set()
    for order in inwo_answers(view, seat):
        way = (getattr(order, "card", ""), *getattr(order, "payers", ()))
        if way not in seen and len(seen) < MOST_PLAYS:
            seen.add(way)
            yield from _answer(view, seat, order)


def _answer(
    view: InwoState, seat: str, order: od.InwoOrder, about: str = ""
) -> Iterator[Suggestion]:
    need = (
        rehearse_answer(view, seat, od.InwoLine(1, order)).need if view.attack is not None else None
    )
    left = "" if need is None or view.attack is None else f"need {need}"
    text = format_of_robot(order, view, seat)
    yield Suggestion(text, ", ".join(filter(None, (left, about))))
