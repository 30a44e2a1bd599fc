"""A finished game as one file: everything anyone needs to compute it again (R12.10)."""

from __future__ import annotations

import json

from sqlmodel import col, select

from pbem.models import FINISHED, Game, Record, Seat
from pbem.service.desk import Desk
from pbem.verification import FORMAT


class NotExportable(ValueError):
    """No such game, or one that still has secrets."""


def export_game(desk: Desk, name: str) -> str:
    """The game's whole log as JSON text, without anybody's address."""
    with desk.database.read() as session:
        game = session.exec(select(Game).where(Game.name == name)).first()
        if game is None:
            raise NotExportable(f"there is no game called {name!r}; `pbem games` lists them")
        if game.phase != FINISHED:
            raise NotExportable(f"{name} is not over; its secrets are opened when it is")
        seats = session.exec(
            select(Seat).where(Seat.game_id == game.id).order_by(col(Seat.id))
        ).all()
        records = session.exec(
            select(Record).where(Record.game_id == game.id).order_by(col(Record.seq))
        ).all()
    export = {
        "format": FORMAT,
        "game": game.name,
        "rules_version": game.engine_version,
        "options": json.loads(game.options),
        "secret_hash": game.secret_hash,
        "secret": game.secret,
        "seats": [{"name": seat.name, "words": seat.words} for seat in seats],
        "winners": json.loads(game.state)["winners"],
        "records": [
            {
                "seq": record.seq,
                "kind": record.kind,
                "turn": record.turn,
                "seat": record.seat,
                "at": record.at.isoformat(),
                "orders": json.loads(record.orders),
                "events": json.loads(record.events),
                "state_hash": record.state_hash,
            }
            for record in records
        ],
    }
    return json.dumps(export, indent=1, ensure_ascii=False) + "\n"
