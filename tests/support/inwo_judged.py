"""Lines of INWO as its order language judges them, in a script or while an attack is open."""

from __future__ import annotations

from engine.core.dice import SecretDice
from engine.inwo import orders as od
from engine.inwo.game import advance
from engine.inwo.state import InwoState
from pbem.games.contract.orders import GameInput, JudgedLine, LetterInput
from pbem.games.inwo.language import LANGUAGE
from tests.support.inwo_cases import order_of

_DICE = SecretDice(b"judged")


def with_attack(state: InwoState, attack: str) -> InwoState:
    """The same, with that attack of ann's open."""
    script = (od.InwoLine(1, order_of(attack)),)
    return advance(state, state.asks[0].key, {"ann": script}, {}, _DICE).state


def judged_line(state: InwoState, seat: str, text: str) -> JudgedLine:
    """What becomes of a letter of one line."""
    names = LANGUAGE.vocabulary(state, seat)
    game = GameInput(state, lambda _: names, {}, _DICE)
    (line,) = LANGUAGE.judge(game, LetterInput(seat, text)).lines
    return line
