"""An adjudication told to a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.arrangement import Laid
from engine.core.values import Value
from engine.illuminati import events as ev
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.state import State
from pbem.games.illuminati.adjudication.letters import JudgedLine
from pbem.games.illuminati.adjudication.turn import Adjudication
from pbem.games.illuminati.language import explain, vocabulary_for

_TOLD_APART = (ev.LineRuled, ev.Announced, ev.Shuffled)


def format_events(result: Adjudication) -> Iterator[str]:
    """The lines of the story: what became of each order, what happened, how it lies now."""
    yield "Orders"
    for line in result.lines:
        yield f"  {line.seat or '?'} {line.line}: {line.text}"
        if line.status != "ok":
            yield f"      {line.status}: {_why(line, result)}"
    yield ""
    yield "What happened"
    for event in result.events:
        if isinstance(event, ev.Attacked):
            yield from (f"  {row}" for row in _attack(event))
        elif not isinstance(event, _TOLD_APART):
            yield f"  {_event(event)}"
    yield ""
    yield "Afterwards"
    yield from (f"  {row}" for row in _table(result.after))


def _why(line: JudgedLine, result: Adjudication) -> str:
    if not line.rule:
        return line.reason
    facts = {
        name: value
        for event in result.events
        if isinstance(event, ev.LineRuled) and (event.seat, event.line) == (line.seat, line.line)
        for name, value in event.facts
    }
    return explain(line.reason, facts, vocabulary_for(result.after, line.seat))


def _name(value: str) -> str:
    card = CARDS.get(value) or SPECIALS.get(value)
    return card.name if card else value


def _attack(event: ev.Attacked) -> Iterator[str]:
    target, attacker = _name(event.target), _name(event.attacker)
    yield f"{event.seat} attacks to {event.form} {target} with {attacker}"
    for part in event.parts:
        yield f"    {part.value:+3d}  {part.what.replace('_', ' ')}: {_name(part.who)}"
    outcome = "success" if event.success else "failure"
    yield f"    need {event.need}, roll {event.roll[0]}+{event.roll[1]} = {event.total}: {outcome}"


def _event(event: ev.Event) -> str:
    name = type(event).__name__
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
    parts = [f"{f.removeprefix('is_')} {_value(getattr(event, f))}" for f in event.__struct_fields__
             if f not in ("draw", "options")]  # fmt: skip
    return f"{words}: {', '.join(parts)}"


def _value(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case Laid():
            return f"{_name(value.card)} under {_name(value.master)} at {value.arrow}"
        case tuple() if value and all(isinstance(v, Value | tuple) for v in value):
            return "; ".join(_value(v) for v in value)
        case tuple():
            return " ".join(_value(v) for v in value) or "-"
        case _:
            return _name(str(value))


def _table(state: State) -> Iterator[str]:
    for seat in state.seats:
        if seat.is_out:
            yield f"{seat.name}: out of the game"
            continue
        yield f"{seat.name}: {_name(seat.illuminati)}, {state.money(seat.illuminati)} MB"
        for holding in state.holdings.values():
            if holding.seat == seat.name and holding.master is not None:
                place = f"under {_name(holding.master)} at {holding.arrow}"
                yield f"    {_name(holding.card)} {place}, {holding.money} MB"
    yield f"uncontrolled: {', '.join(map(_name, state.uncontrolled)) or '-'}"
    yield f"dead: {', '.join(map(_name, state.dead)) or '-'}"
    if state.winners:
        yield f"won by {', '.join(state.winners)}"
