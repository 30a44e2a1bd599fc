"""Signs that two seats of a game are played by one person, for whoever runs the service alone.

They prove nothing: couples share a house, and colleagues a lunch hour. Nothing is done by them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.origin import device_of, mailbox_of
from pbem.models import FINISHED, NOBODY, Game, Letter, Person, Seat, SeatVisit, key_of
from pbem.service.context import ServiceContext
from pbem.service.named_games import game_named
from pbem.service.players.addresses import addresses_of

MOST_LETTERS = 100
"""Letters of a seat that are looked at, the newest."""
MOST_HEAD = 8192
NEAR = timedelta(minutes=5)
"""How soon after one another letters come that one person wrote in one go."""
LEAST_NEAR, LEAST_SHARE = 5, 60
"""Such letters that say something, and how many in a hundred of the seat that wrote less."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What two seats of a game have in common: their "address", "device", "page" or "times"."""

    game: str
    seats: tuple[str, str]
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class _Trace:
    """What a seat's player leaves behind: his mailboxes, devices, browsers and times."""

    seat: str
    mailboxes: frozenset[str]
    devices: frozenset[str]
    browsers: frozenset[str]
    times: tuple[datetime, ...]


def signs_of_twins(
    service: ServiceContext, game: str = "", but: Collection[int] = ()
) -> list[Sign]:
    """The signs in a game, or in all that are not over `but` those numbers. Raises NoSuchGame."""
    with service.database.read() as session:
        wanted = select(Game).where(Game.phase != FINISHED, col(Game.id).not_in(but))
        wanted = wanted.order_by(Game.name)
        games = [game_named(session, game)] if game else session.exec(wanted).all()
        return [sign for one in games for sign in _signs(session, one)]


def _signs(session: Session, game: Game) -> Iterator[Sign]:
    own = select(Seat, Person).where(Seat.person_id == Person.id, Seat.game_id == game.id)
    rows = session.exec(own.where(Seat.robot == NOBODY).order_by(Seat.name)).all()
    traces = [_trace(session, seat, person) for seat, person in rows]
    for one, other in combinations(traces, 2):
        for kind, text in _in_common(one, other).items():
            yield Sign(game.name, (one.seat, other.seat), kind, text)


def _trace(session: Session, seat: Seat, person: Person) -> _Trace:
    head = sa.func.substr(col(Letter.raw), 1, MOST_HEAD)
    letters = sa.select(col(Letter.mail_from), col(Letter.received_at), head)
    letters = letters.where(col(Letter.seat_id) == key_of(seat), col(Letter.moderator_id).is_(None))
    rows = session.execute(letters.order_by(col(Letter.id).desc()).limit(MOST_LETTERS)).all()
    known = {person.email, *(row.email for row in addresses_of(session, person))}
    return _Trace(
        seat.name,
        frozenset(mailbox_of(email) for email in known),
        frozenset(filter(None, (device_of(bytes(raw)) for *_, raw in rows))),
        _browsers(session, seat),
        tuple(sorted(at for _, at, _ in rows)),
    )


def _browsers(session: Session, seat: Seat) -> frozenset[str]:
    """Where the seat's player has opened its page; whoever sits in for him does not count."""
    own = select(SeatVisit.device).where(
        SeatVisit.seat_id == seat.id, SeatVisit.person_id == seat.person_id
    )
    return frozenset(filter(None, session.exec(own).all()))


def _in_common(one: _Trace, other: _Trace) -> Mapping[str, str]:
    """What two players have in common, in words, by the kind of sign."""
    found = {}
    if mailboxes := sorted(one.mailboxes & other.mailboxes):
        found["address"] = f"both have an address of the mailbox {mailboxes[0]}"
    if devices := sorted(one.devices & other.devices):
        found["device"] = f"both write with {devices[0]}"
    if one.browsers & other.browsers:
        found["page"] = "the pages of both were opened in one browser"
    fewer, more = sorted((one.times, other.times), key=len)
    near = sum(_is_near(at, more) for at in fewer)
    if near >= LEAST_NEAR and 100 * near >= LEAST_SHARE * len(fewer):
        minutes = NEAR // timedelta(minutes=1)
        found["times"] = (
            f"{near} of {len(fewer)} letters of one came within {minutes} minutes of the other's"
        )
    return found


def _is_near(at: datetime, others: Sequence[datetime]) -> bool:
    return any(abs(at - other) <= NEAR for other in others)
