"""Open games and their places: who has one, who waits, and what may be told of them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.clock.formatting import clock_from, format_clock
from pbem.database import Session
from pbem.games.contract.fairness import dice_key
from pbem.games.contract.joining import Joining
from pbem.games.registry import has_order, ruleset
from pbem.grammar.commands.lobby import LOBBY
from pbem.grammar.commands.moderators import MODERATORS
from pbem.grammar.commands.players import PLAYERS
from pbem.grammar.game_settings import GameSettings
from pbem.mails.lobby import LobbyGames, OfferedGame, PlayedGame
from pbem.models import (
    CANCELLED,
    FINISHED,
    FULL,
    NOBODY,
    OPEN,
    TUTORIAL,
    Game,
    OpenGame,
    OpenSeat,
    Person,
    Seat,
    skeleton,
)
from pbem.service.context import ServiceContext, Transaction
from pbem.service.endings.ratings import rated_names, reliability_of
from pbem.service.listing import list_games
from pbem.service.seats.observers import watchable

MOST_GAMES, MOST_AT_FIRST = 5, 2
"""Games that a person may play at once, and before he has finished one."""
MOST_LISTED = 20
ADD_WORDS = (
    "WORDS mixes words of yours into the dice, so that nobody can know beforehand what they show."
)
"""What is told with the hash of a game's secret."""
YOUR_NAME = "yourname"
"""What stands in a line of ours where its reader writes his own name."""
_RESERVED = frozenset(
    (
        *("all", "everybody", "everyone", "everything", "nobody", "me", "you", "us", "turn"),
        *("moderator", "moderators", "referee", "judge", "robot", "robots", "table", "game"),
        *("games", "player", "players", "operator", "postmaster", "tutorial", "true", "false"),
        *("yes", "no", "on", "off", "none", "name", YOUR_NAME),
        *(
            word
            for row in (*LOBBY.rows, *MODERATORS.rows, *PLAYERS)
            for word in row.name.casefold().split()
        ),
    )
)


def is_reserved(name: str) -> bool:
    """Whether a name is a word of the referee's, so that no line could tell the two apart."""
    return name.casefold() in _RESERVED or has_order(name)


_IS_WAITING = col(OpenGame.phase).in_((OPEN, FULL))


def open_games(session: Session, creator: Person | None = None) -> list[OpenGame]:
    """The newest that wait for players or answers, oldest first: of a person, or all but private
    ones."""
    waiting = select(OpenGame).where(_IS_WAITING)
    if creator is not None:
        waiting = waiting.where(OpenGame.creator_id == creator.id)
    else:
        waiting = waiting.where(col(OpenGame.is_private).is_not(True))
    newest = waiting.order_by(col(OpenGame.id).desc()).limit(MOST_LISTED)
    return list(session.exec(newest).all())[::-1]


def open_game(session: Session, name: str) -> OpenGame | None:
    """The game of that name, however it is written, that has not started; its row is locked."""
    named = select(OpenGame).where(OpenGame.skeleton == skeleton(name), _IS_WAITING)
    locked = named.order_by(col(OpenGame.id)).limit(1).with_for_update()
    return session.exec(locked.execution_options(populate_existing=True)).first()


def cancel(session: Session, game: OpenGame) -> None:
    """Let a game never start; its name is free again."""
    game.phase, game.answer_by = CANCELLED, None
    game.name, game.skeleton = f"{game.name}~{game.id}", None
    session.add(game)
    session.flush()


def is_taken(session: Session, name: str) -> bool:
    """Whether a game has that name or one that looks like it."""
    alike = skeleton(name)
    rows = (sa.select(col(row.id)).where(col(row.skeleton) == alike) for row in (Game, OpenGame))
    return any(session.execute(wanted.limit(1)).first() is not None for wanted in rows)


_MOST_NAMES = 50
"""Names of which a free one is looked for."""


def free_name(session: Session, like: str = "Fnord", first: int = 8) -> str:
    """A name that no game has, such as Fnord-8."""
    names = {skeleton(f"{like}-{n}"): f"{like}-{n}" for n in range(first, first + _MOST_NAMES)}
    taken: set[str | None] = set()
    for row in (Game, OpenGame):
        alike = sa.select(col(row.skeleton)).where(col(row.skeleton).in_(names))
        taken |= set(session.scalars(alike))
    return next((name for alike, name in names.items() if alike not in taken), f"{like}-x")


def seats_of(session: Session, game: OpenGame) -> list[OpenSeat]:
    """Who has joined, in order: the first `places` have one, the others wait."""
    joined = select(OpenSeat).where(OpenSeat.open_game_id == game.id)
    return list(session.exec(joined.order_by(col(OpenSeat.joined_at), col(OpenSeat.id))).all())


def games_of(session: Session, person: Person) -> int:
    """How many games a person plays or has joined; a tutorial is none."""
    playing = sa.select(sa.func.count()).select_from(Seat).join(Game)
    playing = playing.where(col(Seat.person_id) == person.id, col(Game.phase) != FINISHED)
    playing = playing.where(col(Game.kind) != TUTORIAL, col(Seat.robot) == NOBODY)
    joined = sa.select(sa.func.count()).select_from(OpenSeat).join(OpenGame)
    joined = joined.where(col(OpenSeat.person_id) == person.id)
    joined = joined.where(col(OpenGame.phase).in_((OPEN, FULL)))
    return (session.scalar(playing) or 0) + (session.scalar(joined) or 0)


def most_games_of(session: Session, person: Person) -> int:
    """How many games a person may play at once: fewer until he has finished one."""
    done = sa.select(col(Seat.id)).join(Game)
    done = done.where(col(Seat.person_id) == person.id, col(Game.phase) == FINISHED)
    done = done.where(col(Game.kind) != TUTORIAL).limit(1)
    return MOST_GAMES if session.execute(done).first() else MOST_AT_FIRST


def offered(session: Session, game: OpenGame) -> OfferedGame:
    """An open game as anybody may see it."""
    seats, played = seats_of(session, game), ruleset(game.ruleset)
    names = tuple(seat.name for seat in seats[: game.places])
    return OfferedGame(
        name=game.name,
        title=played.title,
        taken=len(names),
        places=game.places,
        clock=f"The clock: {format_clock(clock_from(game.clock))}.",
        players=rated_names(session, game, seats[: game.places]),
        options=(
            *played.format_options(played.codec.encode_options(options_of(game))),
            *GameSettings(**game.settings or {}).table_rules,
            *reliability_of(session, game, seats[: game.places]),
        ),
        waiting=len(seats) - len(names),
        has_password=bool(game.password),
        is_full=game.phase == FULL,
        secret_hash=game.secret_hash,
    )


def listed_games(session: Session) -> LobbyGames:
    """What GAMES shows: open games, then those that run or are over, the newest of each."""
    rows = list_games(session, is_public=True)
    running = [row for row in rows if row.phase != FINISHED][:MOST_LISTED]
    over = [row for row in rows if row.phase == FINISHED][:MOST_LISTED]
    played = (
        PlayedGame(row.name, row.seats, row.turn, row.phase == FINISHED)
        for row in (*running, *over)
    )
    return LobbyGames(tuple(offered_games(session)), tuple(played), tuple(watchable(session)))


def options_of(game: OpenGame) -> Any:
    """What was chosen for a game, None where nothing was."""
    return ruleset(game.ruleset).options_from(game.options) if game.options else None


def waiting_seats(tx: Transaction, person: Person) -> list[tuple[OpenGame, OpenSeat]]:
    """The games that a person has joined and that have not started, and his places, locked."""
    own = select(OpenGame, OpenSeat).where(OpenSeat.open_game_id == OpenGame.id)
    own = own.where(OpenSeat.person_id == person.id, col(OpenGame.phase).in_((OPEN, FULL)))
    return list(tx.session.exec(own.order_by(col(OpenSeat.id)).with_for_update()).all())


def joining_of(game: OpenGame) -> Joining | None:
    """What a game takes before it starts."""
    joining = ruleset(game.ruleset).joining
    return joining if joining is not None and joining.is_for(options_of(game)) else None


def invitation_to_bring(service: ServiceContext, game: OpenGame) -> str:
    """What somebody is told who has brought nothing yet; "" where there is nothing to bring."""
    joining, url = joining_of(game), service.settings.web.url
    if joining is None:
        return ""
    page = f" There is a page to build one: {url}/decks/{game.ruleset}"
    return f"{joining.invitation(options_of(game))}{page if url and joining.builder else ''}"


def is_ready(game: OpenGame, seat: OpenSeat) -> bool:
    """Whether a game may start for a seat: it has brought something, or has said HERE without."""
    joining = joining_of(game)
    has_brought = joining is None or bool(seat.likes or joining.likes(seat.brought))
    return has_brought or seat.seen_at > seat.joined_at


def offered_games(session: Session) -> list[OfferedGame]:
    """The games that can be joined, the newest last."""
    return [offered(session, game) for game in open_games(session)]


CLOCKS = (
    ("12h", "half a day"),
    ("1d", "a day"),
    ("2d", "two days"),
    ("3d", "three days"),
    ("7d", "a week"),
    ("time-bank", "a time bank of five days, to which each turn adds one"),
)
"""Lengths of a turn that a form offers, or clocks, as CREATE reads them and in words."""


def offers(service: ServiceContext) -> list[OfferedGame]:
    """The games that can be joined, the newest first."""
    with service.database.read() as session:
        return offered_games(session)[::-1]


def person_of(session: Session, seat: OpenSeat) -> Person:
    """Who sits there."""
    return session.get_one(Person, seat.person_id)


def hash_password(word: str, salt: bytes) -> str:
    """A password as it is kept."""
    found = hashlib.scrypt(word.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)
    return f"{salt.hex()}:{found.hex()}"


def is_password(kept: str, word: str) -> bool:
    """Whether that is the password of which the hash is kept."""
    salt, _, _ = kept.partition(":")
    return hmac.compare_digest(hash_password(word, bytes.fromhex(salt)), kept)


def check_likes(game: OpenGame, alias: str, likes: Sequence[str]) -> None:
    """Try what the game would refuse at its start: RulesetError."""
    if not likes:
        return
    played, other = ruleset(game.ruleset), "-"
    dice = played.dice(dice_key(b"\0" * 32, ["", ""]))
    played.rules.new([alias, other], options_of(game), dice, {alias: likes, other: ()})
