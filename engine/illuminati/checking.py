"""What would become of a script, without chance: every line in every way the attacks may go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.core.dice import Roll
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.attack import whole_stake
from engine.illuminati.gametable import GameTable
from engine.illuminati.hidden import known
from engine.illuminati.leaving import eliminate_bereft
from engine.illuminati.legality import refuse, run, waits
from engine.illuminati.odds import LOWEST, need_of, parts_of
from engine.illuminati.outcome import ruling_of
from engine.illuminati.rulings import Refusal, Ruling
from engine.illuminati.script import in_running_order, unmet
from engine.illuminati.state import State, Turn
from engine.illuminati.structure import cards_of

T = TypeVar("T")
MOST_WORLDS = 8
"""Ways the attacks may go that are followed; two actions make no more than four."""


class _ForcedDice:
    """Dice that always succeed or always fail; nothing else is left to chance in a check."""

    def __init__(self, roll: Roll) -> None:
        self._roll = roll

    def pick(self, draw: int, purpose: str, sides: int) -> int:
        return 0

    def roll(self, draw: int, purpose: str) -> Roll:
        return self._roll

    def shuffle(self, draw: int, purpose: str, things: Sequence[T]) -> tuple[T, ...]:
        return tuple(things)


_SUCCESS = _ForcedDice((1, 1))
_FAILURE = _ForcedDice((6, 6))


@dataclass(slots=True)
class _Fate:
    """What the worlds say of one line; `is_open` if it hangs on money nobody has counted yet."""

    reached: int = 0
    refusal: Refusal | None = None
    refused: int = 0
    need: int | None = None
    is_open: bool = False


def check(state: State, seat: str, lines: od.Script) -> tuple[Ruling, ...]:
    """One ruling a line, in the order given, as far as it can be known without dice.

    Draws are not looked at: a card bought in the script is unknown to it. A line that is
    legal only if earlier attacks go one way has `may_fail`.
    """
    start = _as_known(state, seat)
    worlds = [start]
    fates: dict[int, _Fate] = {}
    for line in in_running_order(lines):
        fate = fates[id(line)] = _Fate()
        worlds = [new for world in worlds for new in _run(world, start, seat, lines, line, fate)]
        worlds = worlds[:MOST_WORLDS]
    return tuple(_ruling(line, fates[id(line)]) for line in lines)


def _as_known(state: State, seat: str) -> State:
    """The state as the seat may reckon with it: no deck, and nothing in rivals' stacked money."""
    state = known(state, seat)
    holdings = state.holdings
    if state.options.treasuries == "stacked":
        holdings = {
            card: held if held.seat == seat else replace(held, money=0)
            for card, held in state.holdings.items()
        }
    turn = state.turn if state.turn.seat == seat else Turn(state.turn.number, seat)
    return replace(state, deck=(), holdings=holdings, turn=turn)


def _is_unknown(world: State, start: State, seat: str, refusal: Refusal) -> bool:
    """Whether a lack of money may be made good by what lies on cards captured meanwhile."""
    if refusal.reason.code not in (*rl.LACKS_MONEY, rl.TOO_MUCH_SPREAD.code):
        return False
    return any(start.owner(card) not in (None, seat) for card in cards_of(world, seat))


def _run(
    world: State, start: State, seat: str, lines: od.Script, line: od.Line, fate: _Fate
) -> list[State]:
    refusal = unmet(world, start, seat, lines, line)
    if refusal is not None and refusal.reason is rl.CONDITION_FALSE:
        return [_done(world, line, succeeded=False, met=False)]
    fate.reached += 1
    refusal = refusal or refuse(world, start, seat, line.order)
    if refusal is not None:
        fate.refused += 1
        if _is_unknown(world, start, seat, refusal):
            fate.is_open = True
        else:
            fate.refusal = fate.refusal or refusal
        return [_done(world, line, succeeded=False)]
    if waits(line.order):
        return [world]
    if not isinstance(line.order, od.Attack):
        return [_after(world, start, seat, line, _SUCCESS)]
    need = need_of(parts_of(world, seat, line.order)) + whole_stake(line.order)
    fate.need = need if fate.need is None else fate.need
    failed = _after(world, start, seat, line, _FAILURE)
    return [_after(world, start, seat, line, _SUCCESS), failed] if need >= LOWEST else [failed]


def _after(world: State, start: State, seat: str, line: od.Line, dice: _ForcedDice) -> State:
    table = GameTable(world, dice)
    table.start = start
    succeeded = run(table, seat, line.number, line.order)
    eliminate_bereft(table)
    return _done(table.state, line, succeeded=succeeded)


def _done(world: State, line: od.Line, *, succeeded: bool, met: bool = True) -> State:
    turn = world.turn
    results = {**turn.results, line.number: succeeded}
    turn = replace(turn, results=results, met={**turn.met, line.number: met})
    return replace(world, turn=turn)


def _ruling(line: od.Line, fate: _Fate) -> Ruling:
    if not fate.reached:
        return ruling_of(line.number, Refusal(rl.CONDITION_FALSE, {"line": line.number}))
    if fate.refused == fate.reached and not fate.is_open:
        return ruling_of(line.number, fate.refusal)
    return replace(ruling_of(line.number, None), may_fail=fate.refused > 0, need=fate.need)
