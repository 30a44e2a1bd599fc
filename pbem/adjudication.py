"""One turn adjudicated from a written position: orders of all seats in, what happened out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.core.dice import Dice
from engine.illuminati import events as ev
from engine.illuminati.game import act, begin_turn, check, play_turn, view
from engine.illuminati.orders import Line, Policy
from engine.illuminati.rulings import Ruling
from engine.illuminati.state import State
from engine.illuminati.upkeep import income_of
from pbem.codec import plain_events, plain_view
from pbem.language import ReadLine, names_for, read, script_of, split

NO_ORDER = "does not begin like an order"
NO_SEAT = "does not begin with a seat and a colon"


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """What became of a line; `reason` is a code, or plain English where it could not be read."""

    seat: str
    line: int
    text: str
    status: str
    reason: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Adjudication:
    """A turn as it went: every line's fate, every event in order, the state after."""

    lines: tuple[JudgedLine, ...]
    events: tuple[ev.Event, ...]
    after: State


def adjudicate(state: State, text: str, dice: Dice, *, with_upkeep: bool = False) -> Adjudication:
    """The turn of the seat to move, from lines `ann: ORDER` of any seats.

    Other seats' gifts and any-time plays are carried out first, their standing orders hold.
    With upkeep, income and draw of the turn come before anything else (R2.6); without, the
    position stands after them.
    """
    texts, strays = _by_seat(text, state)
    policies = _policies(state, texts)
    events: tuple[ev.Event, ...] = ()
    if with_upkeep:
        begun = begin_turn(_before_turn(state), policies, dice)
        state, events = begun.state, begun.events
    else:
        state = _with_income(state)
    judged, before = list(strays), state
    mover = state.turn.seat
    seats = [seat for seat in state.seats if seat.name in texts and seat.name != mover]
    for name in [seat.name for seat in seats] + [mover]:
        lines = read(texts.get(name, ""), names_for(state, name))
        acts = _acts(lines, is_mover=name == mover)
        acted = act(state, name, acts, dice)
        state, events = acted.state, events + acted.events
        fates = {id(line): ruling for line, ruling in zip(acts, acted.rulings, strict=True)}
        by_number = {line.number: fates[id(line)] for line in acts if line.number}
        if name == mover:
            script = script_of(lines)
            played = play_turn(state, script, policies, dice)
            # Whoever has left in this very letter has no turn; his lines are refused for that.
            ruled = check(state, name, script) if state.seat(name).is_out else played.rulings
            state, events = played.state, events + played.events
            by_number |= {ruling.line: ruling for ruling in ruled}
        unnumbered = [fates[id(line)] for line in acts if not line.number]
        judged += _judge(before, name, lines, by_number, unnumbered)
    return Adjudication(tuple(judged), events, state)


def _by_seat(text: str, state: State) -> tuple[dict[str, str], list[JudgedLine]]:
    """Every seat's letter, and the lines that are nobody's."""
    names = {seat.name.casefold(): seat.name for seat in state.seats}
    texts: dict[str, str] = {}
    strays = []
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip() or row.lstrip().startswith(("#", "//")):
            continue
        head, colon, order = row.partition(":")
        seat = names.get(head.strip().casefold())
        if not colon or seat is None:
            strays.append(JudgedLine("", number, row.strip(), "unreadable", NO_SEAT))
            continue
        texts[seat] = texts.get(seat, "") + order.strip() + "\n"
    return texts, strays


def _policies(state: State, texts: Mapping[str, str]) -> dict[str, tuple[Policy, ...]]:
    policies: dict[str, tuple[Policy, ...]] = {}
    for seat, text in texts.items():
        found = split(read(text, names_for(state, seat))).policies
        policies[seat] = tuple(line.order for line in found if isinstance(line.order, Policy))
    return policies


def _before_turn(state: State) -> State:
    """The state in which the seat to move is the next to begin."""
    names = [seat.name for seat in state.seats]
    last = names[names.index(state.turn.seat) - 1]
    return replace(state, turn=replace(state.turn, number=state.turn.number - 1, seat=last))


def _with_income(state: State) -> State:
    """What this turn's income was, for a play that repeats it (R2.4)."""
    income = income_of(state, state.turn.seat)
    return replace(state, turn=replace(state.turn, income=income))


def _acts(lines: tuple[ReadLine, ...], *, is_mover: bool) -> tuple[Line, ...]:
    """What is carried out at once: the mover's script waits for his turn."""
    sorted_ = split(lines)
    chosen = sorted_.acts if is_mover else (*sorted_.script, *sorted_.acts)
    return tuple(
        Line(line.number, line.order, line.conditions, line.text)
        for line in lines
        if line in chosen and line.order is not None
    )


def _policy_ruling(state: State, seat: str, line: ReadLine) -> Ruling | None:
    if line.order is None:
        return None
    return check(state, seat, (Line(line.number, line.order),))[0]


def _judge(
    state: State,
    seat: str,
    lines: tuple[ReadLine, ...],
    by_number: Mapping[int, Ruling],
    rest: list[Ruling],
) -> list[JudgedLine]:
    judged = []
    waiting = list(rest)
    policies = split(lines).policies
    for at, line in enumerate(lines, 1):
        number = line.number or at
        if line in policies:
            judged.append(_judged(seat, number, line.text, _policy_ruling(state, seat, line)))
        elif line.fate == "order":
            ruling = by_number.get(line.number) if line.number else waiting.pop(0)
            judged.append(_judged(seat, number, line.text, ruling))
        elif line.fate in ("unreadable", "ambiguous"):
            judged.append(JudgedLine(seat, number, line.text, line.fate, line.problem))
        elif line.fate == "ignored":
            judged.append(JudgedLine(seat, number, line.text, "unreadable", NO_ORDER))
        else:
            judged.append(JudgedLine(seat, number, line.text, "ok"))
    return judged


def _judged(seat: str, number: int, text: str, ruling: Ruling | None) -> JudgedLine:
    if ruling is None:
        return JudgedLine(seat, number, text, "skipped", "a later line took its number away")
    return JudgedLine(seat, number, text, ruling.status, ruling.reason, ruling.rule)


# --- as JSON ----------------------------------------------------------------------------


def as_plain(result: Adjudication) -> dict[str, Any]:
    """The adjudication as the plain dict that `pbem adjudicate --json` prints."""
    state = result.after
    shown = {seat.name: plain_view(view(state, seat.name)) for seat in state.seats}
    return {
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


def attacks_of(events: tuple[ev.Event, ...]) -> list[dict[str, Any]]:
    """Every attack with its sum; the parts' values add up to the need (R5.1)."""
    return [
        {
            "attacker": event.attacker,
            "target": event.target,
            "kind": event.form,
            "parts": [{"what": p.what, "who": p.who, "value": p.value} for p in event.parts],
            "need": event.need,
            "roll": list(event.roll),
            "total": event.total,
            "success": event.success,
            "called_off": False,
            "raises": [],
        }
        for event in events
        if isinstance(event, ev.Attacked)
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
