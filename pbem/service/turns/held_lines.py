"""Deeds that wait for announced attacks, done right after these have been made (R9.1, R12.2)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.games.contract.orders import JudgedLine
from pbem.service.clocks import shown_deadline
from pbem.service.orders.notifying import notify_touched
from pbem.service.snapshots import GameSnapshot
from pbem.service.transaction import GameTx


@dataclass(frozen=True, slots=True)
class HeldAction:
    """One held line and what became of it; `after` is the state it left."""

    seat: str
    letter_id: int
    text: str
    told: JudgedLine
    events: tuple[Any, ...]
    after: Any


def run_held_lines(snapshot: GameSnapshot) -> tuple[HeldAction, ...]:
    """Carry out what was held, in order of arrival, each as things stand when it comes up."""
    language, given, deeds = snapshot.ruleset.language, snapshot.given, []
    for row in json.loads(snapshot.game.held):
        seat, text = row["seat"], row["line"]
        result = language.run_held(given, seat, text)
        step = result.step
        deeds.append(HeldAction(seat, row["letter"], text, result.line, step.events, step.state))
        snapshot = replace(snapshot, state=step.state)
        given = replace(given, state=step.state, names=snapshot.names)
    return tuple(deeds)


def commit_held_lines(tx: GameTx, deeds: Sequence[HeldAction]) -> None:
    """A record for each that was done."""
    for deed in deeds:
        if deed.events:
            tx.put_record(
                *("act", deed.after, deed.events),
                seat=deed.seat,
                orders=[deed.text],
                letter_id=deed.letter_id,
            )


def notify_held_lines(tx: GameTx, deeds: Sequence[HeldAction]) -> None:
    """Every giver hears what became of his lines, every receiver what he was given."""
    for at, deed in enumerate(deeds):
        notify_touched(tx, deed.seat, deed.events, f"news:{deed.letter_id}:held{at}")
    for seat in dict.fromkeys(deed.seat for deed in deeds):
        own = [deed for deed in deeds if deed.seat == seat]
        about = tx.context_for(seat, deadline_at=shown_deadline(tx.game))
        mail = tx.snapshot.ruleset.reporter.done_later(about, [deed.told for deed in own])
        tx.post_to(seat, mail, f"held:{own[0].letter_id}:{seat}")
