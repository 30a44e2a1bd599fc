"""Who has won: the basic goal, the special goals, the sole survivor (R10.4 to R10.7)."""

from __future__ import annotations

from engine.illuminati import abilities as ab
from engine.illuminati.cards import CARDS, ILLUMINATI
from engine.illuminati.state import Seat, State
from engine.illuminati.structure import alignments, cards_of

BASIC = {2: 13, 3: 13, 4: 12, 5: 10, 6: 9, 7: 8, 8: 8}
"""Groups needed, the own Illuminati counted, by the players who began (R10.5)."""


def basic_goal(state: State) -> int:
    """Cards a structure must hold; the option may raise it (R10.5)."""
    return max(BASIC.get(state.players_began, 13), state.options.basic_goal or 0)


def special_goal(seat: Seat) -> ab.Goal | None:
    """The seat's special goal; None while a secret one is not chosen (R1.5)."""
    goal = CARDS[seat.illuminati].goal
    if isinstance(goal, ab.SecretChoice):
        return ILLUMINATI[seat.goal].goal if seat.goal else None
    return goal


def progress(
    state: State, seat: Seat, goal: ab.Goal, cards: list[str] | None = None
) -> tuple[int, int]:
    """How far a seat is toward a special goal: (reached, needed); `cards` are its structure's."""
    if cards is None:
        cards = cards_of(state, seat.name)
    match goal:
        case ab.TotalPower(at_least=needed):
            return sum(CARDS[card].power for card in cards), needed
        case ab.TotalTransferable(at_least=needed):
            return sum(CARDS[card].transferable for card in cards), needed
        case ab.TotalMoney(at_least=needed):
            return sum(state.money(card) for card in cards), needed
        case ab.AllAlignments():
            found = {a for card in cards for a in alignments(state, card)}
            return len(found), len(ab.ALIGNMENTS)
        case ab.AlignedGroups(alignment=alignment, at_least=needed):
            return sum(alignment in alignments(state, card) for card in cards), needed
        case ab.Kills(at_least=needed):
            return len(seat.kills), needed
        case ab.SecretChoice():
            return 0, 1


def met(state: State, seat: Seat) -> str | None:
    """The kind of goal the seat meets now, the special one first; None if none."""
    cards = cards_of(state, seat.name)
    goal = special_goal(seat)
    if goal is not None:
        reached, needed = progress(state, seat, goal, cards)
        if reached >= needed:
            return goal.kind
    if len(cards) >= basic_goal(state):
        return "basic"
    return None


def winners(state: State) -> tuple[tuple[str, str], ...]:
    """Everyone who meets a goal now, in order of play; else the sole survivor, if there is one."""
    inside = list(state.seats_in())
    found = tuple((seat.name, kind) for seat in inside if (kind := met(state, seat)))
    if not found and len(inside) == 1 and len(state.seats) > 1:
        return ((inside[0].name, "sole"),)
    return found
