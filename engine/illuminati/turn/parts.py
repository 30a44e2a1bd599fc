"""A turn in parts: MORE stops a script, and at a table every action does (R12.1, R12.2).

What has been said of a part that is over is over with it: results, needs and conditions mean lines
of the script now run, and so do answers. Lines behind the stop are not carried over; they are told
so and can be sent again.
"""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import SPECIALS
from engine.illuminati.deeds.moves import ACTIONS
from engine.illuminati.gametable import Deeds, deed, nothing
from engine.illuminati.state import State

_AT_END = (od.Spread, od.Arrange)
MOST_PARTS = 6
"""Scripts a turn may take (ours), so that nobody keeps the others waiting for ever."""


def phase(order: od.Order) -> int:
    """When in a script an order runs: actions and free lines, transfers, special powers (R12.1)."""
    if type(order) is od.Transfer and not order.as_action:
        return 1
    return 2 if type(order) in _AT_END else 0


def takes_action(order: od.Order) -> bool:
    """Whether an order is one of the actions of a turn (R2.7)."""
    match order:
        case od.Attack() | od.Move() | od.GiveGroup() | od.Accuse():
            return True
        case od.Transfer(as_action=as_action):
            return as_action
        case od.Play(card=card):
            return isinstance(SPECIALS[card].effect, ab.Bribe)
        case _:
            return False


def refuse_more(state: State) -> Refusal | None:
    """Why the script cannot stop here: a round waits for nobody, a turn has its last part."""
    if state.options.pace == "conclave":
        return Refusal(rl.NO_MORE, {})
    if state.turn.parts + 1 >= MOST_PARTS:
        return Refusal(rl.TOO_MANY_PARTS, {"parts": MOST_PARTS})
    return None


def refuse_second(state: State, start: State, order: od.Order) -> Refusal | None:
    """At a table a script has one action; `start` is the state before it (R12.2)."""
    if state.turn.actions <= start.turn.actions or state.options.pace != "table":
        return None
    return Refusal(rl.ONE_ACTION, {"actions": 1}) if takes_action(order) else None


def put_off(state: State, start: State, script: od.Script, line: od.Line) -> Refusal | None:
    """Why a line that has come up is left for a later part of the turn; None if it may run now.

    Free lines run on behind a table's action, as they do behind the second (R12.1).
    """
    if phase(line.order):
        return Refusal(rl.RUNS_LAST, {}) if pauses(state, start, script) else None
    return Refusal(rl.AFTER_MORE, {}) if has_stopped(state, script) else None


def put_off_waiting(state: State, start: State, script: od.Script, line: od.Line) -> Refusal | None:
    """Why a line that waits is left, now that the script is run: its moment is the turn's end.

    Any other waits for an attack of the script, wherever it stands.
    """
    if isinstance(line.order, od.Play) and line.order.window == "T2":
        return Refusal(rl.RUNS_LAST, {}) if pauses(state, start, script) else None
    return None


def has_stopped(state: State, script: od.Script) -> bool:
    """Whether a MORE of the script now run has come up."""
    for line in script:
        if type(line.order) is od.More and state.turn.results.get(line.number, False):
            return True
    return False


def pauses(state: State, start: State, script: od.Script) -> bool:
    """Whether the turn goes on in another part once the script is run."""
    turn = state.turn
    if state.seat(turn.seat).is_out:
        return False
    if has_stopped(state, script):
        return True
    if state.options.pace != "table" or refuse_more(state) is not None:
        return False
    return start.turn.actions < turn.actions < ACTIONS


DEEDS: Deeds = {od.More: deed(lambda state, _seat, _order: refuse_more(state), nothing)}
"""Orders of this module as they are refused and carried out."""
