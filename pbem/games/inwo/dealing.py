"""Deals: what is given, offered, accepted and shown is done as its letter is read (I21.5)."""

from __future__ import annotations

from dataclasses import replace

from engine.inwo import events as ev
from engine.inwo import game as inwo
from engine.inwo import orders as od
from engine.inwo.state import InwoState
from pbem.games.contract.orders import GameInput, JudgedLine
from pbem.games.contract.values import Step
from pbem.games.inwo.formats import TypedOrder
from pbem.games.inwo.line_kinds import DEALS
from pbem.games.inwo.reasons import reason_text


class MadeDeals:
    """Deals of a letter, each made on what the one before it has left."""

    def __init__(self, game: GameInput[InwoState], seat: str) -> None:
        self._game, self._seat = game, seat
        self._state = game.state
        self._events: tuple[ev.InwoEvent, ...] = ()
        self.acted: list[str] = []

    def line(self, line: JudgedLine) -> JudgedLine:
        """The line with what came of it, if it is a deal."""
        order = line.order.order if isinstance(line.order, TypedOrder) else None
        if not isinstance(order, DEALS) or line.status == "REFUSED":
            return line
        done = inwo.act(self._state, self._seat, (od.InwoLine(1, order),), self._game.dice)
        refused = next((e for e in done.events if _is_refusal(e, self._seat)), None)
        if isinstance(refused, ev.LineSettled):
            note = reason_text((refused.reason, refused.rule))
            return replace(
                line, status="REFUSED", note=note, reason=refused.reason, rule=refused.rule
            )
        self._state, self._events = done.state, (*self._events, *done.events)
        self.acted.append(line.understood)
        return replace(line, status="DONE")

    @property
    def step(self) -> Step[InwoState, ev.InwoEvent] | None:
        if not self.acted:
            return None
        return Step(self._state, self._events, self._seat, tuple(self.acted))


def _is_refusal(event: ev.InwoEvent, seat: str) -> bool:
    return isinstance(event, ev.LineSettled) and event.seat == seat and event.status == "illegal"
