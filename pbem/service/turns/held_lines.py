"""Deeds that wait for announced attacks, done right after these have been made (R9.1, R12.2)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pbem.database import Session
from pbem.games.contract.orders import JudgedLine
from pbem.models import Game
from pbem.service.clocks import shown_deadline
from pbem.service.context import ServiceContext, Transaction
from pbem.service.history.records import put_record
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.orders.notifying import notify_touched
from pbem.service.snapshots import GameSnapshot, about_for


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


def commit_held_lines(
    session: Session, game: Game, deeds: Sequence[HeldAction], now: datetime
) -> None:
    """A record for each that was done."""
    for deed in deeds:
        if deed.events:
            put_record(
                session,
                game,
                "act",
                deed.after,
                deed.events,
                now,
                turn=game.turn,
                seat=deed.seat,
                orders=[deed.text],
                letter_id=deed.letter_id,
            )


def notify_held_lines(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    deeds: Sequence[HeldAction],
    now: datetime,
) -> None:
    """Every giver hears what became of his lines, every receiver what he was given."""
    for at, deed in enumerate(deeds):
        key = f"news:{deed.letter_id}:held{at}"
        notify_touched(service, session, snapshot, deed.seat, deed.events, game, now, key=key)
    for seat in dict.fromkeys(deed.seat for deed in deeds):
        about = about_for(snapshot, seat, now, deadline_at=shown_deadline(game))
        mail = snapshot.ruleset.reporter.done_later(
            about, [deed.told for deed in deeds if deed.seat == seat]
        )
        first = next(deed for deed in deeds if deed.seat == seat)
        to = addressee(game, fresh_seat(session, snapshot.seats[seat]), snapshot.players[seat])
        key = f"held:{first.letter_id}:{seat}"
        post(Transaction(service, session, now), to, mail, key)
