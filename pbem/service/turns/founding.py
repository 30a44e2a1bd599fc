"""A new game: seats, secret, first cards, and the first report to everyone (R1, R12.10)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import select

from pbem.clock import Clock, encode_clock
from pbem.database import Session
from pbem.games.contract.fairness import commitment, dice_key
from pbem.games.contract.values import RulesetError, Status, Step
from pbem.games.registry import DEFAULT, ruleset
from pbem.grammar.times.zones import nearest_zone
from pbem.mail.address import is_address
from pbem.models import GAME, NOBODY, Game, Seat, key_of
from pbem.service.clocks import open_waits, simple_clock
from pbem.service.context import ServiceContext, ServiceRefusal
from pbem.service.mailing.robot_seats import address_of
from pbem.service.players.addresses import player_at, player_or_new
from pbem.service.players.tokens import first_digest
from pbem.service.transaction import GameTx
from pbem.service.turns.reports import send_first_reports

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}")


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A player to be: his seat's name, address, zone, his share of the dice's seed, and what
    he would like to play, best first, or has brought (`Joining.likes`). `robot` is
    the kind of robot that plays for him, "-" for none. `words` are what he adds to the dice."""

    seat: str
    email: str
    zone: str = "UTC"
    name: str = ""
    likes: tuple[str, ...] = ()
    robot: str = NOBODY
    words: str = ""


def robot_newcomer(seat: str, robot: str) -> Newcomer:
    """A robot as a player to be; founding refuses a kind that the game has not."""
    return Newcomer(seat, address_of(robot), name=f"{robot} robot", robot=robot)


def robot_refusal(robot: str, game: str = DEFAULT) -> ServiceRefusal | None:
    """Why a word is no kind of robot of a game; None where it is one."""
    robots = ruleset(game).robots
    kinds = robots.kinds if robots else ()
    if robot in kinds:
        return None
    there = ", ".join(kinds) or "none"
    return ServiceRefusal("no-robot", f"{robot!r} is no robot; there are: {there}")


_ROBOTS = ("otto", "uma", "ivo", "ida", "max", "ute", "leo", "eva")
"""What robots are called that nobody has named."""


def robots_beside(newcomers: Sequence[Newcomer], many: int, robot: str) -> list[Newcomer]:
    """So many robots of a kind beside those who play, each called as nobody is."""
    taken = {newcomer.seat.casefold() for newcomer in newcomers}
    free = [name for name in _ROBOTS if name not in taken]
    return [robot_newcomer(name, robot) for name in free[:many]]


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to be set up. `random_bytes` are 32 bytes for the dice's secret, then 16 for each
    seat's address."""

    name: str
    newcomers: Sequence[Newcomer]
    random_bytes: Sequence[bytes]
    options: Any = None
    clock: Clock | None = None
    """By default one of turns as long as the settings say."""
    ruleset: str = DEFAULT
    kind: str = GAME
    may_be_one_person: bool = False
    """One person may have several seats, and every mail that says who plays tells so."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """What is not as usual beside the rules and the clock, by the names of GameSettings."""


def create_game(service: ServiceContext, new: NewGame) -> int | ServiceRefusal:
    """Set up a game and mail everyone the first report; returns its id."""
    refusal = _refusal(new)
    if refusal is not None:
        return refusal
    with service.database.write() as session:
        return found(service, session, new)


def found(service: ServiceContext, session: Session, new: NewGame) -> int | ServiceRefusal:
    """Set up a game in a transaction that is open; otherwise as `create_game`."""
    refusal = _refusal_here(session, new)
    step = refusal or _first_step(new)
    if isinstance(step, ServiceRefusal):
        return step
    now, (_, *tokens) = service.clock(), new.random_bytes
    status = ruleset(new.ruleset).rules.status(step.state)
    game = _row(service, new, now)
    open_waits(game, status.asks, now)
    session.add(game)
    session.flush()
    tx = GameTx(service, session, now, game)
    _seat(tx, status, new.newcomers, tokens)
    tx.put_record("setup", step.state, step.events, turn=1)
    session.flush()
    send_first_reports(tx, step.events)
    return key_of(game)


def _first_step(new: NewGame) -> Step[Any, Any] | ServiceRefusal:
    """The game as it begins, or why its rules refuse it."""
    played, secret = ruleset(new.ruleset), new.random_bytes[0]
    likes = {newcomer.seat: newcomer.likes for newcomer in new.newcomers}
    key = dice_key(secret, ["" for _ in new.newcomers])
    try:
        return played.rules.new(list(likes), new.options, played.dice(key), likes)
    except RulesetError as why:
        return ServiceRefusal("options", str(why))


def _row(service: ServiceContext, new: NewGame, now: datetime) -> Game:
    usual_length = timedelta(hours=service.settings.clock.turn_hours)
    secret = new.random_bytes[0]
    return Game(
        name=new.name,
        ruleset=new.ruleset,
        clock=encode_clock(new.clock or simple_clock(usual_length)),
        options=ruleset(new.ruleset).codec.encode_options(new.options),
        secret=secret.hex(),
        secret_hash=commitment(secret),
        kind=new.kind,
        settings=dict(new.settings),
        created_at=now,
    )


def _seat(
    tx: GameTx, status: Status, newcomers: Sequence[Newcomer], tokens: Sequence[bytes]
) -> None:
    """One seat for each newcomer, in the order they joined; `place` is the order of play."""
    places = {name: place for place, name in enumerate(status.sheets)}
    for newcomer, token in zip(newcomers, tokens, strict=True):
        name = newcomer.name or newcomer.seat
        player = player_or_new(
            tx.session, newcomer.email, name, tx.now, nearest_zone(newcomer.zone)
        )
        seat = Seat(
            game_id=tx.id,
            person_id=key_of(player),
            name=newcomer.seat,
            place=places[newcomer.seat],
            token_hash=first_digest(tx.session, tx.mail, token.hex()),
            token_seed=token.hex(),
            robot=newcomer.robot,
            seed_words_sent=newcomer.words,
        )
        tx.session.add(seat)
        tx.session.flush()


def _refusal_here(session: Session, new: NewGame) -> ServiceRefusal | None:
    """Why what is in the database already keeps a game from being made."""
    if session.exec(select(Game).where(Game.name == new.name)).first():
        text = f"there is a game called {new.name!r} already; choose another name"
        return ServiceRefusal("name-taken", text)
    return None if new.may_be_one_person else _refusal_of_twins(session, new.newcomers)


def _refusal_of_twins(session: Session, newcomers: Sequence[Newcomer]) -> ServiceRefusal | None:
    """Nobody plays two seats of one game, under whichever of his addresses."""
    seated: dict[str, str] = {}
    for newcomer in newcomers:
        if newcomer.robot != NOBODY:
            continue
        player = player_at(session, newcomer.email)
        email = player.email if player else newcomer.email.casefold()
        other = seated.setdefault(email, newcomer.seat)
        if other != newcomer.seat:
            return ServiceRefusal(
                "one-person",
                f"{other} and {newcomer.seat} are one person, {email}. Nobody plays two seats, "
                "unless the table wants it: --allow-same-person, and all players are told",
            )
    return None


def _refusal(new: NewGame) -> ServiceRefusal | None:
    """Why a name or a player of a game cannot be."""
    newcomers, played = new.newcomers, ruleset(new.ruleset)
    if not _NAME.fullmatch(new.name):
        text = f"{new.name!r} cannot be a game's name: letters, digits, - and _, such as Fnord-7"
        return ServiceRefusal("game-name", text)
    may_play = played.players_with(new.options)
    if len(newcomers) not in may_play:
        few, many = may_play[0], may_play[-1]
        text = f"{len(newcomers)} players: {played.title} is for {few} to {many}"
        return ServiceRefusal("number-of-players", text)
    refusals = (_newcomer_refusal(new, place) for place in range(len(newcomers)))
    return next(filter(None, refusals), None)


def _newcomer_refusal(new: NewGame, place: int) -> ServiceRefusal | None:
    """Why one of the players to be cannot play."""
    newcomer = new.newcomers[place]
    if not _NAME.fullmatch(newcomer.seat):
        text = f"{newcomer.seat!r} cannot be a seat's name: letters first"
        return ServiceRefusal("no-seat-name", text)
    if not is_address(newcomer.email):
        text = f"{newcomer.email!r} is not a mail address such as ann@example.org"
        return ServiceRefusal("no-address", text)
    others = [other.seat.casefold() for other in new.newcomers[:place]]
    if newcomer.seat.casefold() in others:
        return ServiceRefusal("two-of-a-name", f"two seats are called {newcomer.seat!r}")
    try:
        nearest_zone(newcomer.zone)
    except ValueError as error:
        return ServiceRefusal("no-zone", str(error))
    return None if newcomer.robot == NOBODY else robot_refusal(newcomer.robot, new.ruleset)
