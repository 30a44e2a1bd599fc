"""A game taken from the tables and decoded: rows, state, dice, what is on file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from engine.core.dice import SecretDice, game_key
from engine.illuminati import RULES_VERSION
from engine.illuminati.orders import Policy
from engine.illuminati.state import State
from pbem.codec import decode_state
from pbem.database import Session
from pbem.language import Names, ReadLine, names_for, read
from pbem.models import Game, Player, Seat, Sheet, key_of
from pbem.reports import About


@dataclass(frozen=True, slots=True)
class Shelf:
    """One game as it was read; `version` fences whatever is made of it."""

    game: Game
    version: int
    state: State
    seats: Mapping[str, Seat]
    players: Mapping[str, Player]

    def names(self, seat: str) -> Names:
        """What the seat may name in its letters."""
        return names_for(self.state, seat)

    def own_turn(self, seat: str) -> int:
        """The number of the turn of his own that a seat's sheet is for."""
        return self.state.seat(seat).turns_taken + 1


def load_shelf(session: Session, game_id: int) -> Shelf:
    """The game with its seats and players; NoResultFound if there is none."""
    game = session.exec(select(Game).where(Game.id == game_id)).one()
    rows = session.exec(
        select(Seat, Player)
        .where(Seat.game_id == game_id, Seat.player_id == Player.id)
        .order_by(col(Seat.place))
    ).all()
    return Shelf(
        game=game,
        version=game.version,
        state=decode_state(game.state),
        seats={seat.name: seat for seat, _ in rows},
        players={seat.name: player for seat, player in rows},
    )


def dice_of(game: Game, seats: Mapping[str, Seat]) -> SecretDice:
    """The game's dice: its secret mixed with the players' words in the order they joined."""
    joined = sorted(seats.values(), key=key_of)
    return SecretDice(game_key(bytes.fromhex(game.secret), [seat.words for seat in joined]))


def sheet_on_file(session: Session, seat: Seat, own_turn: int) -> Sheet | None:
    """The newest revision of a seat's orders for that turn of his own."""
    return session.exec(
        select(Sheet)
        .where(Sheet.seat_id == seat.id, Sheet.turn == own_turn)
        .order_by(col(Sheet.revision).desc())
        .limit(1)
    ).first()


def lines_on_file(sheet: Sheet | None, names: Names) -> tuple[ReadLine, ...]:
    """A sheet's lines, read again from their canonical text."""
    return read(sheet.text, names) if sheet is not None and sheet.text else ()


def policies_on_file(seat: Seat, names: Names) -> tuple[Policy, ...]:
    """A seat's standing instructions."""
    texts: list[str] = json.loads(seat.policies) or []
    orders = (line.order for line in read("\n".join(texts), names))
    return tuple(o for o in orders if isinstance(o, Policy))


def all_policies(shelf: Shelf) -> dict[str, tuple[Policy, ...]]:
    """The standing instructions of every seat."""
    return {name: policies_on_file(seat, shelf.names(name)) for name, seat in shelf.seats.items()}


def about_for(
    shelf: Shelf,
    seat: str,
    now: datetime,
    *,
    state: State | None = None,
    deadline_at: datetime | None = None,
    is_first: bool = False,
    opened_secret: str | None = None,
) -> About:
    """Whom a mail is for and where the game stands, after `state` if one is given."""
    game, turn = shelf.game, (state or shelf.state).turn
    return About(
        game=game.name,
        seat=seat,
        player=shelf.players[seat].name,
        zone=shelf.players[seat].zone,
        turn=turn.number,
        to_move=turn.seat,
        deadline_at=deadline_at,
        now=now,
        secret_hash=game.secret_hash,
        rules_version=RULES_VERSION,
        last_turn=turn.number - 1,
        is_first=is_first,
        opened_secret=opened_secret,
    )


def hash_of(encoded_state: str) -> str:
    """The SHA-256 of an encoded state, in hex."""
    return hashlib.sha256(encoded_state.encode()).hexdigest()
