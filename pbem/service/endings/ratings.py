"""How well people and robots play each game, by what their games came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.games.contract.values import Rank
from pbem.games.registry import ruleset
from pbem.models import GAME, NOBODY, Address, Game, OpenGame, OpenSeat, Person, Rating, Seat
from pbem.service.game_settings import game_settings_of, is_anonymous
from pbem.service.players.reliability import format_reliability
from pbem.service.snapshots import GameSnapshot

FEWEST_PEOPLE = 3
PROVED_FOR = timedelta(days=14)
FEWEST_TURNS = 3
"""Turns after which a game that is ended, or a seat that is left, counts."""
FIRST, POINTS = 1000, 40
"""What everybody begins with, and what one step of the library's scale is worth."""
MOST_LISTED = 100


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating before and after a game."""

    before: int
    after: int


def points(mu: float, sigma: float) -> int:
    """A rating as it is shown: what he plays by at least, with few games far below what he may."""
    return round(FIRST + POINTS * (mu - 3 * sigma))


def who_plays(seat: Seat) -> str:
    """Whose rating a seat's game counts for: its person's, or its kind of robot's."""
    return f"person:{seat.person_id}" if seat.robot == NOBODY else f"robot:{seat.robot}"


def is_rated(session: Session, snapshot: GameSnapshot, played: int, now: datetime) -> bool:
    """Whether a game that is over counts: a public one, of three people who are known, or more."""
    game = snapshot.game
    if game.kind != GAME or not _is_public(session, game):
        return False
    if not snapshot.status.winners and played <= FEWEST_TURNS:
        return False
    people = [seat.person_id for seat in snapshot.seats.values() if seat.robot == NOBODY]
    addresses = session.exec(select(Address).where(col(Address.person_id).in_(people))).all()
    known = {
        row.person_id
        for row in addresses
        if row.proved_at is not None and row.proved_at <= now - PROVED_FOR
    }
    return len(known) >= FEWEST_PEOPLE and not _shares_an_address(addresses)


def _is_public(session: Session, game: Game) -> bool:
    """Whether anybody could have joined it, and may look on."""
    offered = session.exec(select(OpenGame).where(OpenGame.game_id == game.id)).first()
    is_closed = offered is not None and bool(offered.password or offered.is_private)
    return game_settings_of(game).watch and not is_closed


def _shares_an_address(addresses: Iterable[Address]) -> bool:
    owners: dict[str, set[int]] = {}
    for row in addresses:
        owners.setdefault(row.email, set()).add(row.person_id)
    return any(len(people) > 1 for people in owners.values())


def rate(
    session: Session, snapshot: GameSnapshot, places: Sequence[Rank], now: datetime
) -> dict[str, RatingChange]:
    """Count a game: every seat's rating, by how all of them ended."""
    # Loaded here, as it takes a tenth of a second and a game ends seldom.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rows = {one.seat: _row(session, snapshot, one.seat, now) for one in places}
    teams = [
        [model.create_rating([rows[one.seat].mu, rows[one.seat].sigma], one.seat)] for one in places
    ]
    found = model.rate(teams, ranks=[float(one.place) for one in places])
    ratings = {}
    for one, ((new,),) in zip(places, ((team,) for team in found), strict=True):
        row = rows[one.seat]
        ratings[one.seat] = RatingChange(points(row.mu, row.sigma), points(new.mu, new.sigma))
        row.mu, row.sigma, row.rated_at = new.mu, new.sigma, now
        row.games += 1
        session.add(row)
    session.flush()
    return ratings


def _row(session: Session, snapshot: GameSnapshot, name: str, now: datetime) -> Rating:
    """The rating of whoever plays a seat, locked; a new one where he has none."""
    seat, game = snapshot.seats[name], snapshot.game
    wanted = select(Rating).where(Rating.who == who_plays(seat), Rating.ruleset == game.ruleset)
    row = session.exec(wanted.with_for_update()).first()
    called = name if seat.robot == NOBODY else f"{seat.robot} robot"
    if row is None:
        row = Rating(
            who=who_plays(seat),
            ruleset=game.ruleset,
            mu=25.0,
            sigma=25.0 / 3,
            games=0,
            rated_at=now,
            called=called,
        )
    if seat.robot != NOBODY or not game_settings_of(game).anonymous:
        row.called = called
    return row


# --- what is shown ----------------------------------------------------------------------


def ratings_of(session: Session, whose: Sequence[str], game: str) -> dict[str, Rating]:
    """The ratings of people and robots in a game."""
    wanted = select(Rating).where(col(Rating.who).in_(list(whose)), Rating.ruleset == game)
    return {row.who: row for row in session.exec(wanted).all()}


def format_rating(row: Rating | None) -> str:
    """`1085 after 7 games`; "" for who has none."""
    if row is None:
        return ""
    games = "one game" if row.games == 1 else f"{row.games} games"
    return f"{points(row.mu, row.sigma)} after {games}"


def ratings_by_seat(session: Session, snapshot: GameSnapshot) -> dict[str, str]:
    """What is told of each seat's player; nothing where nobody may know who he is."""
    if is_anonymous(snapshot.game):
        return {}
    whose = {name: who_plays(seat) for name, seat in snapshot.seats.items()}
    rows = ratings_of(session, list(whose.values()), snapshot.game.ruleset)
    texts = {name: format_rating(rows.get(who)) for name, who in whose.items()}
    return {name: text for name, text in texts.items() if text}


def ratings_of_people(session: Session, people: Sequence[int], game: str) -> dict[int, str]:
    """What is told of people in a game, by their keys."""
    keys = {f"person:{person}": person for person in people}
    rows = ratings_of(session, list(keys), game) if keys else {}
    return {keys[who]: format_rating(row) for who, row in rows.items()}


def rated_names(session: Session, game: OpenGame, seats: Sequence[OpenSeat]) -> tuple[str, ...]:
    """The players of an open game with their ratings, unless nobody is to know who they are."""
    people = [] if _hides_people(game) else [seat.person_id for seat in seats]
    ratings = ratings_of_people(session, people, game.ruleset)
    return tuple(
        f"{seat.name} (rated {ratings[seat.person_id]})" if seat.person_id in ratings else seat.name
        for seat in seats
    )


def reliability_of(session: Session, game: OpenGame, seats: Sequence[OpenSeat]) -> Iterator[str]:
    """How reliable those are who have joined, and must be who will, in sentences."""
    if game.reliable:
        yield f"Who joins must have sent {game.reliable} % of his turns in time."
    if _hides_people(game):
        return
    for seat in seats:
        text = format_reliability(session.get_one(Person, seat.person_id))
        if text:
            yield f"{seat.name}: {text}."


def _hides_people(game: OpenGame) -> bool:
    return bool((game.settings or {}).get("anonymous"))


@dataclass(frozen=True, slots=True)
class ListedRating:
    """A row of the list: people by the name they played under last, robots by their kind."""

    place: int
    name: str
    points: int
    games: int


def rating_lists(session: Session) -> Mapping[str, Sequence[ListedRating]]:
    """The best of each game, by its title."""
    least = sa.desc(col(Rating.mu) - 3 * col(Rating.sigma))
    rows = session.exec(select(Rating).order_by(least, col(Rating.id))).all()
    found: dict[str, list[ListedRating]] = {}
    for row in rows:
        listed = found.setdefault(ruleset(row.ruleset).title, [])
        if len(listed) < MOST_LISTED:
            shown = points(row.mu, row.sigma)
            listed.append(ListedRating(len(listed) + 1, row.called or "", shown, row.games))
    return found
