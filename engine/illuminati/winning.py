"""Who has won by which goal, and who is out: goals, sole survivor, leaving (R1.5, R10, R11.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.rulings import Refusal
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS, GROUPS, ILLUMINATI, dealt_from
from engine.illuminati.gametable import Deeds, GameTable, deed, nothing
from engine.illuminati.state import GameOptions, SeatState, State
from engine.illuminati.structure import alignments, branch_of, cards_by_seat, cards_of
from engine.illuminati.structure.in_force import faces

BASIC = {2: 13, 3: 13, 4: 12, 5: 10, 6: 9, 7: 8, 8: 8}
"""Groups needed, the own Illuminati counted, by the players who began (R10.5)."""
STANDARD = GameOptions()


def basic_goal(state: State) -> int:
    """Cards a structure must hold; the option may raise it (R10.5)."""
    basic, raised = BASIC.get(state.players_began, 13), state.options.basic_goal
    return basic if raised is None or raised < basic else raised


def chooses_goal(state: State, seat: SeatState) -> bool:
    """Whether the seat chooses a special goal in secret (R1.5, R11.2)."""
    if state.options.length == "very-long":
        return False
    return state.options.hidden_goals or isinstance(CARDS[seat.illuminati].goal, ab.SecretChoice)


def special_goal(seat: SeatState, options: GameOptions = STANDARD) -> ab.Goal | None:
    """The seat's special goal; None while a secret one is not chosen (R1.5, R11.1, R11.2)."""
    if options.length == "very-long":
        return None
    goal = CARDS[seat.illuminati].goal
    if options.hidden_goals or type(goal) is ab.SecretChoice:
        return ILLUMINATI[seat.goal].goal if seat.goal else None
    return goal


def progress(state: State, seat: SeatState, goal: ab.Goal, cards: list[str]) -> tuple[int, int]:
    """How far a seat is toward a special goal: (reached, needed); `cards` are its structure's."""
    measure = _PROGRESS.get(type(goal))
    return measure(state, seat, goal, cards) if measure else (0, 1)


def _aligned(state: State, goal: ab.AlignedGroups, cards: list[str]) -> tuple[int, int]:
    found = [card for card in cards if goal.alignment in alignments(state, card)]
    return len(found), goal.at_least


def _all_aligned(state: State, cards: list[str]) -> tuple[int, int]:
    return len({a for card in cards for a in alignments(state, card)}), len(ab.ALIGNMENTS)


_PROGRESS: Mapping[type, Callable[[State, SeatState, Any, list[str]], tuple[int, int]]] = {
    ab.TotalPower: lambda state, _seat, goal, cards: (
        sum([card.power for card in faces(state, cards)]),
        goal.at_least,
    ),
    ab.TotalTransferable: lambda state, _seat, goal, cards: (
        sum([card.transferable for card in faces(state, cards)]),
        goal.at_least,
    ),
    ab.TotalMoney: lambda state, _seat, goal, cards: (
        sum([state.money(card) for card in cards]),
        goal.at_least,
    ),
    ab.AllAlignments: lambda state, _seat, _goal, cards: _all_aligned(state, cards),
    ab.AlignedGroups: lambda state, _seat, goal, cards: _aligned(state, goal, cards),
    ab.Kills: lambda _state, seat, goal, _cards: (len(seat.kills), goal.at_least),
    ab.FewerGroups: lambda state, _seat, goal, cards: (len(cards), basic_goal(state) - goal.fewer),
    ab.TouchedAlignments: lambda state, seat, _goal, _cards: (
        len(touched(state, seat)),
        len(ab.ALIGNMENTS),
    ),
}


def touched(state: State, seat: SeatState) -> tuple[ab.Alignment, ...]:
    """Alignments of groups controlled, as they stand, and destroyed or neutralized, as printed."""
    found = {a for card in cards_of(state, seat.name) for a in alignments(state, card)}
    gone = [card for card in (*seat.kills, *seat.neutralized) if card in GROUPS]
    found |= {a for card in gone for a in GROUPS[card].alignments}
    return tuple(a for a in ab.ALIGNMENTS if a in found)


def met(state: State, seat: SeatState, cards: list[str]) -> str | None:
    """The kind of goal the seat meets now with the cards of its structure, the special one first;
    None if none."""
    if state.options.length == "very-long":
        return None
    goal = special_goal(seat, state.options)
    if goal is not None:
        reached, needed = progress(state, seat, goal, cards)
        if reached >= needed:
            return goal.kind
    if len(cards) >= basic_goal(state):
        return "basic"
    return None


def score(state: State, seat: SeatState) -> int:
    """What counts in a very long game: all his Power, and 1 a card (R11.1)."""
    cards = cards_of(state, seat.name)
    return sum([card.power for card in faces(state, cards)]) + len(cards)


def is_played_out(state: State) -> bool:
    """Whether a very long game is over: nothing is uncontrolled or can still be drawn (R11.1).

    A closed arrow ends nothing: a drop, a move or an attack may open one.
    """
    return not state.uncontrolled and not any(card in GROUPS for card in state.deck)


def winners(state: State) -> tuple[tuple[str, str], ...]:
    """Everyone who meets a goal now, in order of play; else the sole survivor, if there is one."""
    inside = list(state.seats_in())
    held = cards_by_seat(state)
    found = tuple([(s.name, kind) for s in inside if (kind := met(state, s, held[s.name]))])
    if not found and len(inside) == 1 and len(state.seats) > 1:
        return ((inside[0].name, "sole"),)
    if state.options.length == "very-long" and is_played_out(state):
        scores = {seat.name: score(state, seat) for seat in inside}
        return tuple((n, "score") for n in scores if scores[n] == max(scores.values()))
    return found


def refuse_goal(state: State, seat: str, order: od.ChooseGoal) -> Refusal | None:
    """Why the seat cannot choose this goal now, or None."""
    own = CARDS[state.seat(seat).illuminati]
    if not chooses_goal(state, state.seat(seat)):
        return Refusal(rl.NO_SECRET_GOAL, {"card": own.id})
    if state.turn.number > 1 and not _is_before_first_script(state):
        return Refusal(rl.GOAL_TOO_LATE, {"card": own.id})
    if order.illuminati not in choosable_goals():
        return Refusal(rl.NO_SUCH_GOAL, {"card": order.illuminati})
    return None


def _is_before_first_script(state: State) -> bool:
    """Whether a game of rounds still waits for its first scripts, all turns begun (R12.2)."""
    return state.round == 1 and not state.seat(state.initiative[0]).turns_taken


def choosable_goals() -> tuple[str, ...]:
    """The Illuminati whose special goal can be chosen in secret (R1.5): of the eight, seven."""
    return tuple(
        card for card in dealt_from(()) if not isinstance(CARDS[card].goal, ab.SecretChoice)
    )


def nearness(state: State, seat: SeatState) -> float:
    """How much of a goal a seat has, from 0 to 1: of the basic or the special one (R10.5)."""
    if seat.name in state.winners:
        return 1.0
    if seat.is_out:
        return 0.0
    cards = list(cards_of(state, seat.name))
    shares = [(len(cards), basic_goal(state))]
    goal = special_goal(seat, state.options)
    if goal is not None:
        shares.append(progress(state, seat, goal, cards))
    return max(min(1.0, has / max(1, needs)) for has, needs in shares)


SAFE_TURNS = 3
"""Turns a player completes before he can be eliminated (R10.1)."""


def eliminate_bereft(table: GameTable) -> None:
    """Who has no group past his third turn is out (R10.1), unless he is alone by then (R10.7)."""
    state = table.state
    with_group = {h.seat for h in state.holdings.values() if h.master is not None}
    bereft = [seat for seat in state.seats_in() if seat.name not in with_group]
    for seat in bereft:
        if _is_eliminated(seat) and any(table.state.seats_after(seat.name)):
            table.emit(ev.Eliminated(seat.name, seat.illuminati, seat.bereft_by))


def _is_eliminated(seat: SeatState) -> bool:
    """Whether who has no group is out."""
    if seat.turns_taken < SAFE_TURNS:
        return False
    # Its own last group destroyed as the last kill it needs: it wins instead (R10.2).
    goal = CARDS[seat.illuminati].goal
    is_last_kill = isinstance(goal, ab.Kills) and len(seat.kills) == goal.at_least
    return not (is_last_kill and seat.bereft_by == seat.name)


def resign(table: GameTable, seat: str) -> None:
    """Groups uncontrolled, money to the bank, Illuminati out (R10.3)."""
    roots = [
        card
        for card, holding in table.state.holdings.items()
        if holding.seat == seat and holding.master == table.state.seat(seat).illuminati
    ]
    for root in roots:
        table.emit(ev.Freed(seat, tuple(branch_of(table.state, root)), "left"))
    table.emit(ev.Resigned(seat, table.state.seat(seat).illuminati))


DEEDS: Deeds = {
    od.ChooseGoal: deed(refuse_goal, lambda t, seat, o: t.emit(ev.GoalChosen(seat, o.illuminati))),
    od.Resign: deed(nothing, lambda t, seat, _o: resign(t, seat)),
}
"""Orders of this module as they are refused and carried out."""
