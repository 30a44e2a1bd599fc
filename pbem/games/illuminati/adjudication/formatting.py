"""An adjudication as plain values for `pbem adjudicate --json`, and told to a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.arrangement import Laid
from engine.core.values import Value
from engine.illuminati import events as ev
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.cards.custom import enlisted
from engine.illuminati.state import State
from engine.illuminati.view import view
from pbem.games.illuminati.adjudication.turn import AdjudicatedLine, Adjudication
from pbem.games.illuminati.codec import plain_events, plain_view
from pbem.games.illuminati.language import explain, vocabulary_for


def as_plain(result: Adjudication) -> dict[str, Any]:
    """The adjudication as the plain dict that `pbem adjudicate --json` prints.

    A table's own cards go by the ids that the position gives them.
    """
    state = result.after
    shown = {seat.name: plain_view(view(state, seat.name)) for seat in state.seats}
    plain = {
        "rulings": [
            {
                "seat": line.seat,
                "line": line.line,
                "text": line.text,
                "status": line.status,
                "reason": line.reason,
                "rule": line.rule,
            }
            for line in result.lines
        ],
        "attacks": attacks_of(result.events),
        "events": plain_events(result.events),
        "after": _after(state),
        "views": shown,
        "winners": list(state.winners),
    }
    own = {card.id: card.short_id for card in enlisted(state.options.own_cards).all}
    return _renamed(plain, own) if own else plain


def _renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """The value with ids replaced wherever they stand."""
    if isinstance(value, dict):
        return {ids.get(key, key): _renamed(inner, ids) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(inner, ids) for inner in value]
    return ids.get(value, value) if isinstance(value, str) else value


def attacks_of(events: tuple[ev.Event, ...]) -> list[dict[str, Any]]:
    """Every attack with its sum; the parts' values add up to the need (R5.1).

    One called off has neither roll nor total; `raises` are the payments after the opening stake.
    """
    attacks: list[dict[str, Any]] = []
    raises: list[dict[str, Any]] = []
    for event in events:
        if isinstance(event, ev.Announced):
            raises = []
        elif isinstance(event, ev.Spent) and event.is_raise:
            raises += _raises(event)
        elif isinstance(event, ev.Attacked):
            attacks.append(_attack(event, raises) | _rolled(event))
        elif isinstance(event, ev.CalledOff):
            attacks.append(_attack(event, []) | NOT_ROLLED)
    return attacks


NOT_ROLLED = {"roll": None, "total": None, "success": False, "called_off": True}


def _attack(event: ev.Attacked | ev.CalledOff, raises: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "attacker": event.attacker,
        "target": event.target,
        "kind": event.form,
        "parts": [{"what": p.what, "who": p.who, "value": p.value} for p in event.parts],
        "need": event.need,
        "raises": raises,
    }


def _rolled(event: ev.Attacked) -> dict[str, Any]:
    return {
        "roll": list(event.roll),
        "total": event.total,
        "success": event.success,
        "called_off": False,
    }


def _raises(event: ev.Spent) -> list[dict[str, Any]]:
    return [
        {"seat": event.seat, "money": amount, "from": card, "need": event.need}
        for card, amount in event.payments
    ]


def _after(state: State) -> dict[str, Any]:
    held = list(state.holdings.values())
    return {
        "holds": {
            seat.name: [h.card for h in held if h.seat == seat.name and h.master is not None]
            for seat in state.seats
        },
        "master": {h.card: h.master for h in held if h.master is not None},
        "arrow": {h.card: h.arrow for h in held if h.arrow is not None},
        "money": {h.card: h.money for h in held},
        "uncontrolled": list(state.uncontrolled),
        "dead": list(state.dead),
        "hand_size": {seat.name: len(seat.hand) for seat in state.seats},
        "hands": {seat.name: list(seat.hand) for seat in state.seats},
        "kills": {seat.name: list(seat.kills) for seat in state.seats},
        "eliminated": [seat.name for seat in state.seats if seat.is_out],
        "deck_size": len(state.deck),
    }


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
            yield from (f"  {row}" for row in _format_attack(event))
        elif not isinstance(event, _TOLD_APART):
            yield f"  {_event(event)}"
    yield ""
    yield "Afterwards"
    yield from (f"  {row}" for row in _table(result.after))


def _why(line: AdjudicatedLine, result: Adjudication) -> str:
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


def _format_attack(event: ev.Attacked) -> Iterator[str]:
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
