"""Deals and texts: what is done as its letter is read (I21.5, I33.5)."""

from __future__ import annotations

from engine.inwo import events as ev
from engine.inwo import game as inwo
from engine.inwo import orders as od
from engine.inwo.state import InwoState
from pbem.games.contract.orders import GameInput, JudgedLine
from pbem.games.contract.values import Step
from pbem.games.inwo.filed_lines import policies_of
from pbem.games.inwo.formats import TypedOrder
from pbem.games.inwo.line_kinds import DEALS
from pbem.games.inwo.reasons import reason_text
from pbem.games.inwo.talk import pay_for_text
from pbem.grammar.orders.parsed import TalkText
from pbem.values import changed

_SLIP = "It names a trademark by less than its full name, which costs a Plot (I33.5)."
_ASKED = "The exchange comes next. Answer CHOOSE KEEP or CHOOSE LIE; silence keeps what you said."


class MadeDeals:
    """Deals of a letter, each made on what the one before it has left."""

    def __init__(self, game: GameInput[InwoState], seat: str) -> None:
        self._game, self._seat = game, seat
        self._state = game.state
        self._events: tuple[ev.InwoEvent, ...] = ()
        self.acted: list[str] = []

    def line(self, line: JudgedLine) -> JudgedLine:
        """The line with what came of it, if it is a deal."""
        if line.talk is not None:
            return self._talk(line, line.talk)
        order = line.order.order if isinstance(line.order, TypedOrder) else None
        if not isinstance(order, DEALS) or line.status == "REFUSED":
            return line
        standing = self._game.standing if isinstance(order, od.AcceptDeal) else {}
        policies = {seat: policies_of(self._state, seat, texts) for seat, texts in standing.items()}
        lines = (od.InwoLine(1, order),)
        done = inwo.act(self._state, self._seat, lines, self._game.dice, policies)
        refused = next((e for e in done.events if _is_refusal(e, self._seat)), None)
        if isinstance(refused, ev.LineSettled):
            note = reason_text((refused.reason, refused.rule))
            return changed(
                line, status="REFUSED", note=note, reason=refused.reason, rule=refused.rule
            )
        self._state, self._events = done.state, (*self._events, *done.events)
        self.acted.append(line.understood)
        asked = any(isinstance(e, ev.QuestionAsked) and self._asks(e) for e in done.events)
        return changed(line, status="DONE", note=_ASKED if asked else line.note)

    def _asks(self, event: ev.QuestionAsked) -> bool:
        return event.question.seat == self._seat

    def _talk(self, line: JudgedLine, talk: TalkText) -> JudgedLine:
        standing = self._game.standing.get(self._seat, ())
        state, events = pay_for_text(self._state, self._seat, talk, standing, self._game.dice)
        if not events:
            return line
        self._state, self._events = state, (*self._events, *events)
        self.acted.append(line.text)
        return changed(line, note=_SLIP)

    @property
    def step(self) -> Step[InwoState, ev.InwoEvent] | None:
        if not self.acted:
            return None
        return Step(self._state, self._events, self._seat, tuple(self.acted))


def _is_refusal(event: ev.InwoEvent, seat: str) -> bool:
    return isinstance(event, ev.LineSettled) and event.seat == seat and event.status == "illegal"
