"""A finished game as one file: everything anyone needs to compute it again (R12.10)."""

from __future__ import annotations

import json
from typing import Any

from sqlmodel import col, select

from pbem.database import Session
from pbem.games.contract.fairness import FORMAT
from pbem.games.registry import ruleset
from pbem.models import FINISHED, Game, Record, Seat
from pbem.service.context import ServiceContext
from pbem.service.named_games import game_named

_OF_THE_SERVICE = ("told", "misses", "late")
"""What a rollback's record keeps for the service alone."""


class NotExportable(ValueError):
    """The game still has secrets."""


def export_game(service: ServiceContext, name: str) -> str:
    """The game's whole log as JSON text, without anybody's address.

    Raises NoSuchGame or NotExportable.
    """
    with service.database.read() as session:
        game = game_named(session, name)
        if game.phase != FINISHED:
            raise NotExportable(f"{name} is not over; its secrets are opened when it is")
        return exported(session, game)


def exported(session: Session, game: Game) -> str:
    """The log of a game that is over as JSON text."""
    seats = session.exec(select(Seat).where(Seat.game_id == game.id).order_by(col(Seat.id))).all()
    records = session.exec(
        select(Record).where(Record.game_id == game.id).order_by(col(Record.seq))
    ).all()
    export = {
        "format": FORMAT,
        "game": game.name,
        "ruleset": game.ruleset,
        "rules_version": game.engine_version,
        "options": json.loads(game.options),
        "secret_hash": game.secret_hash,
        "secret": game.secret,
        "seats": [{"name": seat.name, "words": seat.seed_words} for seat in seats],
        "winners": list(_winners(game)),
        "records": [
            {
                "seq": record.seq,
                "kind": record.kind,
                "turn": record.turn,
                "seat": record.seat,
                "at": record.at.isoformat(),
                "orders": _orders(record),
                "events": json.loads(record.events),
                "state_hash": record.state_hash,
            }
            for record in records
        ],
    }
    return json.dumps(export, indent=1, ensure_ascii=False) + "\n"


def _winners(game: Game) -> tuple[str, ...]:
    played = ruleset(game.ruleset)
    return played.rules.status(played.codec.decode_state(game.state)).winners


def _orders(record: Record) -> Any:
    """What was asked; of a moderator's act what it takes to compute the game again."""
    orders = record.orders
    if not isinstance(orders, dict):
        return orders
    return {name: value for name, value in orders.items() if name not in _OF_THE_SERVICE}
