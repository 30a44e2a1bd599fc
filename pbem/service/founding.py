"""A new game: seats, secret, first cards, and the first report to everyone (R1, R12.10)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlmodel import select

from engine.core.dice import SecretDice, commitment, game_key
from engine.illuminati.cards import ILLUMINATI
from engine.illuminati.game import Outcome, new_game
from engine.illuminati.state import GameOptions, State
from pbem.database import Session
from pbem.mail.address import new_token
from pbem.models import Game, Player, Seat, key_of
from pbem.service.desk import Desk
from pbem.service.mailing import addressee, post
from pbem.service.records import put_record
from pbem.service.reporting import report_for
from pbem.service.shelf import load_shelf

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}")
_EMAIL = re.compile(r"[^\s<>@,;:\"]{1,64}@[A-Za-z0-9.-]{1,255}")


class FoundingError(ValueError):
    """The game cannot be made; the text says what to write instead."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A player to be: his seat's name, address, zone, his share of the dice's seed, and the
    Illuminati he would like, best first, for a game that deals by choice (R1.1)."""

    seat: str
    email: str
    zone: str = "UTC"
    words: str = ""
    name: str = ""
    likes: tuple[str, ...] = ()


def create_game(
    desk: Desk,
    name: str,
    newcomers: Sequence[Newcomer],
    random_bytes: Sequence[bytes],
    *,
    options: GameOptions | None = None,
    turn_length: timedelta | None = None,
) -> int:
    """Set up a game and mail everyone the first report; returns its id.

    `random_bytes` are 32 bytes for the dice's secret, then 16 for each seat's address. Raises
    FoundingError for a name or player that cannot be.
    """
    _refuse(name, newcomers)
    options = options or GameOptions()
    now = desk.clock()
    secret, *tokens = random_bytes
    length = turn_length or timedelta(hours=desk.settings.clock.turn_hours)
    key = game_key(secret, [newcomer.words for newcomer in newcomers])
    likes = {newcomer.seat: _illuminati(newcomer.likes) for newcomer in newcomers}
    seats = [newcomer.seat for newcomer in newcomers]
    outcome = new_game(seats, options, SecretDice(key), likes)
    game = Game(
        name=name,
        deadline_at=now + length,
        turn_seconds=max(1, int(length.total_seconds())),
        options=json.dumps(asdict(options)),
        secret=secret.hex(),
        secret_hash=commitment(secret),
        created_at=now,
    )
    with desk.database.write() as session:
        if session.exec(select(Game).where(Game.name == name)).first():
            raise FoundingError(f"there is a game called {name!r} already; choose another name")
        session.add(game)
        session.flush()
        _seat(session, game, outcome.state, newcomers, tokens, now)
        put_record(session, game, "setup", outcome.state, outcome.events, now, turn=1)
        session.flush()
        _welcome(desk, session, game, outcome, now)
    return key_of(game)


def _seat(
    session: Session,
    game: Game,
    state: State,
    newcomers: Sequence[Newcomer],
    tokens: Sequence[bytes],
    now: datetime,
) -> None:
    """One seat for each newcomer, in the order they joined; `place` is the order of play."""
    places = {seat.name: place for place, seat in enumerate(state.seats)}
    for newcomer, token in zip(newcomers, tokens, strict=True):
        player = _player(session, newcomer, now)
        seat = Seat(
            game_id=key_of(game),
            player_id=key_of(player),
            name=newcomer.seat,
            place=places[newcomer.seat],
            token=new_token(token),
            policies="[]",
            words=newcomer.words,
        )
        session.add(seat)
        session.flush()


def _welcome(desk: Desk, session: Session, game: Game, outcome: Outcome, now: datetime) -> None:
    shelf = load_shelf(session, key_of(game))
    for name, seat in shelf.seats.items():
        mail = report_for(
            shelf,
            name,
            outcome.state,
            outcome.events,
            now,
            game.deadline_at,
            is_first=True,
        )
        to = addressee(game, seat, shelf.players[name])
        key = f"report:{game.id}:1:open:{name}"
        post(session, desk.settings.mail, to, mail, key=key, now=now, turn=1)


def _player(session: Session, newcomer: Newcomer, now: datetime) -> Player:
    email = newcomer.email.lower()
    player = session.exec(select(Player).where(Player.email == email)).first()
    if player is None:
        name = newcomer.name or newcomer.seat
        player = Player(name=name, email=email, zone=newcomer.zone, created_at=now)
        session.add(player)
        session.flush()
    return player


def _illuminati(likes: Sequence[str]) -> tuple[str, ...]:
    """Card ids of Illuminati given by any of their names."""
    found = []
    for like in likes:
        wanted = like.strip().casefold()
        ids = [
            card.id
            for card in ILLUMINATI.values()
            if wanted in (n.casefold() for n in (card.id, card.name, card.code, *card.aliases))
        ]
        if not ids:
            raise FoundingError(f"{like!r} is no Illuminati; they are: {', '.join(ILLUMINATI)}")
        found += ids
    return tuple(found)


def _refuse(name: str, newcomers: Sequence[Newcomer]) -> None:
    if not _NAME.fullmatch(name):
        raise FoundingError(
            f"{name!r} cannot be a game's name: letters, digits, - and _, such as Fnord-7"
        )
    if not 2 <= len(newcomers) <= 8:
        raise FoundingError(f"{len(newcomers)} players: a game has 2 to 8 (R1.1)")
    for at, newcomer in enumerate(newcomers):
        if not _NAME.fullmatch(newcomer.seat):
            raise FoundingError(f"{newcomer.seat!r} cannot be a seat's name: letters first")
        if not _EMAIL.fullmatch(newcomer.email):
            raise FoundingError(f"{newcomer.email!r} is no mail address such as ann@example.org")
        if newcomer.seat.casefold() in [other.seat.casefold() for other in newcomers[:at]]:
            raise FoundingError(f"two seats are called {newcomer.seat!r}")
        try:
            ZoneInfo(newcomer.zone)
        except (ZoneInfoNotFoundError, ValueError):
            raise FoundingError(
                f"{newcomer.zone!r} is no time zone such as Europe/Berlin"
            ) from None
