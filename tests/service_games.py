"""Whole games of robots played by letters through the service's functions, with a clock by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields
from pprint import pformat

from service_rows import CAST, Table

from engine.core.dice import SecretDice
from engine.illuminati.events import Event
from engine.illuminati.game import view
from engine.illuminati.robots import chooser, random_goal, random_script
from pbem.codec import decode_events
from pbem.language import Names, format_order, names_for

MOST_TURNS = 200


def play_game(table: Table, key: bytes, watch: Callable[[Table], None] | None = None) -> None:
    """Robots write letters until the game is over; `watch` looks after every change."""
    dice = SecretDice(key)
    look = watch or (lambda _table: None)
    look(table)
    for seat in CAST:
        goal = random_goal(table.state(), seat, chooser(dice, f"goal:{seat}"))
        if goal is not None:
            table.write(seat, format_order(goal, names_of(table, seat)))
            look(table)
    while table.game().phase == "running" and table.game().turn <= MOST_TURNS:
        play_turn(table, dice)
        look(table)


def play_turn(table: Table, dice: SecretDice) -> None:
    """One turn: the mover's letter, now and then a gift of a rival, and the deadline or READY."""
    state, mover = table.state(), table.mover()
    choose = chooser(dice, f"turn:{state.turn.number}")
    names = names_of(table, mover)
    lines = [format_order(line.order, names) for line in random_script(state, mover, choose)]
    is_ready = bool(choose(3))
    table.clock.on(minutes=1)
    table.write(mover, "\n".join([*lines, "READY" if is_ready else "# no hurry"]))
    rivals = [seat.name for seat in table.state().seats_after(mover)]
    if not choose(4) and rivals and not is_ready:
        giver = rivals[choose(len(rivals))]
        table.write(giver, f"GIVE 1 TO {mover}")
    if not is_ready:
        table.to_deadline()
    assert table.adjudicate()


def names_of(table: Table, seat: str) -> Names:
    """What a seat may name now."""
    return names_for(table.state(), seat)


def transcript(table: Table) -> str:
    """Every record with its events, and what each seat may know in the end."""
    return "\n".join(_told(table)) + "\n"


def _told(table: Table) -> Iterator[str]:
    for record in table.records():
        yield f"{record.kind} {record.turn} {record.seat or ''}".rstrip()
        yield from (f"    orders: {line}" for line in _orders(record.orders))
        yield from (f"    {_event(event)}" for event in decode_events(record.events))
    state = table.state()
    yield f"winners: {', '.join(state.winners) or 'nobody'}"
    for seat in CAST:
        yield f"\nwhat {seat} may know"
        yield pformat(asdict(view(state, seat)), width=99, compact=True, sort_dicts=False)


def _orders(text: str) -> list[str]:
    found: list[str] = json.loads(text)
    return found


def _event(event: Event) -> str:
    told = " ".join(f"{field.name}={getattr(event, field.name)!r}" for field in fields(event))
    return f"{type(event).__name__} {told}"
