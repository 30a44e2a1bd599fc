"""How near everyone is to winning, as far as it is public (R10.5, R10.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.illuminati import abilities as ab
from engine.illuminati.advanced.hidden import figures_of
from engine.illuminati.cards import CARDS
from engine.illuminati.state import SeatState, State
from engine.illuminati.view import SeatView, View
from engine.illuminati.winning import choosable_goals
from pbem.documents.layout.cast import NamedPlayer, person
from pbem.documents.marks import RAIL
from pbem.games.illuminati.report.parts.names import short_name

MB = "MB"
BAR = 10
"""Characters of a bar."""
FEWEST_TURNS, MOST_TURNS = 4, 10
"""Columns of the chart."""


@dataclass(frozen=True, slots=True)
class GoalProgress:
    """What somebody has of what he needs; `has` is None where it is not public."""

    what: str
    has: int | None
    needs: int

    def __str__(self) -> str:
        if not self.needs:
            return self.what
        part = f"{'?' if self.has is None else self.has}/{self.needs}"
        return f"{part} MB" if self.what == MB else f"{self.what} {part}"


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings; `special` is the special goal as far as it can be told.

    `basic_goal` is 0 where the score decides (R11.1).
    """

    person: NamedPlayer
    illuminati: str
    groups: int
    basic_goal: int
    special: GoalProgress
    hand_size: int
    money: str
    kills: str
    is_out: bool
    is_winner: bool
    is_to_move: bool

    @property
    def bar(self) -> str:
        full = min(BAR, self.groups * BAR // max(1, self.basic_goal))
        return RAIL + "#" * full + RAIL + "." * (BAR - full)


def is_scored(view: View) -> bool:
    """Whether there are no goals, and the score decides (R11.1)."""
    return view.options.length == "very-long"


def standings(view: View) -> tuple[Standing, ...]:
    """A row a seat, in order of play."""
    return tuple(_standing(view, seat) for seat in view.seats)


def _standing(view: View, seat: SeatView) -> Standing:
    return Standing(
        person(seat.name, view.seat),
        short_name(seat.illuminati),
        len(seat.cards),
        0 if is_scored(view) else view.basic_goal,
        _special(view, seat),
        seat.hand_size,
        _money(seat),
        ", ".join(short_name(card) for card in seat.kills),
        seat.is_out,
        seat.name in view.winners,
        seat.name == view.to_move and not view.winners,
    )


@dataclass(frozen=True, slots=True)
class GoalCount:
    """Groups and Power of each seat after a turn, Illuminati counted.

    `power` is "14", or "6+?" where the Illuminati is hidden.
    """

    turn: int
    groups: Mapping[str, int]
    power: Mapping[str, str]


def count(turn: int, state: State) -> GoalCount:
    """Groups and Power of each structure, Illuminati counted as far as is public (R10.5, R11.3)."""
    held = Counter(holding.seat for holding in state.holdings.values())
    return GoalCount(
        turn,
        {seat.name: held[seat.name] for seat in state.seats},
        {seat.name: _public_power(state, seat) for seat in state.seats},
    )


def _public_power(state: State, seat: SeatState) -> str:
    if seat.is_out:
        return "0"
    own = (card for card, holding in state.holdings.items() if holding.seat == seat.name)
    groups = sum(CARDS[card].power for card in own if not CARDS[card].is_illuminati)
    figures = figures_of(state, seat, viewer="")
    return f"{groups}+?" if figures is None else str(groups + figures.power)


@dataclass(frozen=True, slots=True)
class ChartRow:
    person: NamedPlayer
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Everybody's groups and Power after each of these turns, Illuminati counted."""

    turns: tuple[int, ...]
    groups: tuple[ChartRow, ...]
    power: tuple[ChartRow, ...]


def chart(view: View, counts: Sequence[GoalCount]) -> Chart | None:
    """The last turns side by side, a row a seat in order of play; None where there are too few."""
    shown = counts[-MOST_TURNS:]
    if len(shown) < FEWEST_TURNS:
        return None
    return Chart(
        tuple(count.turn for count in shown),
        tuple(
            _chart_row(view, seat, [str(c.groups.get(seat.name, 0)) for c in shown])
            for seat in view.seats
        ),
        tuple(
            _chart_row(view, seat, [c.power.get(seat.name, "0") for c in shown])
            for seat in view.seats
        ),
    )


def _chart_row(view: View, seat: SeatView, cells: Sequence[str]) -> ChartRow:
    return ChartRow(person(seat.name, view.seat), tuple(cells))


def _money(seat: SeatView) -> str:
    """All his money where it may be known."""
    known = [card.money for card in seat.cards if card.money is not None]
    if len(known) == len(seat.cards):
        return str(sum(known))
    return "$" if any(card.has_money for card in seat.cards) else "0"


def _special(view: View, seat: SeatView) -> GoalProgress:
    """The special goal as far as it is public: none, secret, or printed (R11.1, R11.2)."""
    if is_scored(view):
        score = _power(seat) + len(seat.cards)
        return GoalProgress(f"score {score}{'' if seat.figures else ' + ?'}", None, 0)
    return progress(view, seat, goal_of(view, seat))


def goal_of(view: View, seat: SeatView) -> ab.Goal | None:
    """The goal of its Illuminati in this game; all are chosen in secret with hidden goals."""
    return ab.SecretChoice() if view.options.hidden_goals else CARDS[seat.illuminati].goal


def _touched(seat: SeatView) -> int:
    """Alignments of groups held, destroyed and neutralized (R11.6)."""
    found = {a for card in seat.cards for a in card.alignments}
    found |= {a for card in (*seat.kills, *seat.neutralized) for a in CARDS[card].alignments}
    return len(found)


def progress(view: View, seat: SeatView, goal: ab.Goal | None) -> GoalProgress:
    """How far a seat is on the way to a special goal."""
    match goal:
        case ab.TotalPower():
            return GoalProgress("Power", _power(seat), goal.at_least)
        case ab.TotalTransferable():
            return GoalProgress("transferable", _transferable(seat), goal.at_least)
        case ab.TotalMoney():
            money = _money(seat)
            return GoalProgress(MB, int(money) if money.isdigit() else None, goal.at_least)
        case ab.AllAlignments():
            held = {a for card in seat.cards for a in card.alignments}
            return GoalProgress("alignments", len(held), len(ab.ALIGNMENTS))
        case ab.AlignedGroups():
            count = sum(goal.alignment in card.alignments for card in seat.cards)
            return GoalProgress(goal.alignment.capitalize(), count, goal.at_least)
        case ab.Kills():
            return GoalProgress("kills", len(seat.kills), goal.at_least)
        case ab.FewerGroups():
            return GoalProgress("groups", len(seat.cards), view.basic_goal - goal.fewer)
        case ab.TouchedAlignments():
            return GoalProgress("alignments", _touched(seat), len(ab.ALIGNMENTS))
    return _secret(view, seat)


def _power(seat: SeatView) -> int:
    """Power of his groups, and of his Illuminati as far as its numbers are known."""
    groups = sum(CARDS[card.card].power for card in seat.cards if card.master is not None)
    return groups + (seat.figures.power if seat.figures else 0)


def _transferable(seat: SeatView) -> int:
    groups = sum(CARDS[card.card].transferable for card in seat.cards if card.master is not None)
    return groups + (seat.figures.transferable if seat.figures else 0)


def _secret(view: View, seat: SeatView) -> GoalProgress:
    """A goal chosen in secret is known to its owner alone (R1.5)."""
    chosen = CARDS.get(view.goal or "") if seat.name == view.seat else None
    if chosen is not None:
        return progress(view, seat, chosen.goal)
    return GoalProgress("not yet chosen" if seat.name == view.seat else "a secret", None, 0)


@dataclass(frozen=True, slots=True)
class OwnGoal:
    """The reader's own special goal in words and how far he is.

    `open` are those he may choose from while he has not: the line to send and how far he is.
    """

    card: str
    text: str
    progress: GoalProgress
    is_chosen: bool
    open: tuple[tuple[str, GoalProgress], ...] = ()


def own_goal(view: View) -> OwnGoal | None:
    """None for a seat that is not in the view, and where there are no goals (R11.1)."""
    seat = next((s for s in view.seats if s.name == view.seat), None)
    if seat is None or is_scored(view):
        return None
    card = CARDS[seat.illuminati]
    if isinstance(goal_of(view, seat), ab.SecretChoice):
        if view.goal is None or view.goal not in CARDS:
            return OwnGoal(card.name, card.goal_text, _secret(view, seat), False, _open(view, seat))
        chosen = CARDS[view.goal]
        return OwnGoal(chosen.name, chosen.goal_text, progress(view, seat, chosen.goal), True)
    return OwnGoal(card.name, card.goal_text, progress(view, seat, card.goal), False)


def _open(view: View, seat: SeatView) -> tuple[tuple[str, GoalProgress], ...]:
    """The goals he can still choose; none where the first turn has been run (R1.5)."""
    taken = {one.name: one.turns_taken for one in view.seats}
    is_first = view.turn == 1 or (view.round == 1 and not taken.get(view.initiative[0]))
    if not is_first or view.winners or seat.is_out:
        return ()
    return tuple(
        (f"GOAL {short_name(card)}", progress(view, seat, CARDS[card].goal))
        for card in choosable_goals()
    )
