"""How reliable people are: which of their last turns came in time, as a share."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.database import Session
from pbem.models import NOBODY, Person, Seat
from pbem.service.game_settings import is_anonymous
from pbem.service.snapshots import GameSnapshot

KEPT, LEAST = 50, 10
"""Turns that are looked back on, and without how many nothing is said."""


def note_turn(session: Session, seat: Seat, *, is_in_time: bool) -> None:
    """Keep whether a turn of a seat's player came in time."""
    person = session.get_one(Person, seat.person_id)
    person.turns_in_time = [*(person.turns_in_time or ()), is_in_time][-KEPT:]
    session.add(person)


def share_of(person: Person) -> int | None:
    """How many in a hundred of his last turns came in time; None while there are too few."""
    turns = person.turns_in_time or ()
    return 100 * sum(turns) // len(turns) if len(turns) >= LEAST else None


def format_reliability(person: Person) -> str:
    """The share in words; "" while there are too few turns."""
    share = share_of(person)
    many = len(person.turns_in_time or ())
    return "" if share is None else f"{share} % of the last {many} turns in time"


def reliability_by_seat(snapshot: GameSnapshot) -> Mapping[str, str]:
    """What is told of each seat's player; nothing where nobody may know who he is."""
    if is_anonymous(snapshot.game):
        return {}
    people = {
        name: snapshot.players[name] for name, s in snapshot.seats.items() if s.robot == NOBODY
    }
    texts = {name: format_reliability(person) for name, person in people.items()}
    return {name: text for name, text in texts.items() if text}
