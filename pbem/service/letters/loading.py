"""A letter with the rows of its game, in one statement, before anything is locked."""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.models import Game, Letter, Person, Seat
from pbem.prepared import Prepared, TableRows, parts_of
from pbem.service.arriving.intake import whole
from pbem.service.snapshots import IS_MODERATED, GameRows

_LETTERS, _GAMES = TableRows(Letter), TableRows(Game)
_SEATS, _PEOPLE = TableRows(Seat), TableRows(Person)
_OF_LETTER, _OF_GAME, _OF_SEAT, _OF_PERSON = parts_of(_LETTERS, _GAMES, _SEATS, _PEOPLE)
_ALL = (*_LETTERS.columns, *_GAMES.columns, *_SEATS.columns, *_PEOPLE.columns)
# What is long is asked for once, not beside each seat.
_LONG = (sa.inspect(Letter).columns["raw"], sa.inspect(Game).columns["state"])
_IS_FIRST = sa.or_(col(Seat.id).is_(None), col(Seat.id) == col(Letter.seat_id))
_LETTER = Prepared(
    sa.select(
        *(sa.case((_IS_FIRST, one)) if one in _LONG else one for one in _ALL),
        IS_MODERATED,
    )
    .select_from(Letter)
    .join(Game, col(Game.id) == col(Letter.game_id), isouter=True)
    .join(Seat, (col(Letter.seat_id).is_not(None)) & (col(Seat.game_id) == Game.id), isouter=True)
    .join(Person, col(Person.id) == col(Seat.person_id), isouter=True)
    .where(col(Letter.id) == sa.bindparam("id"))
    .order_by(col(Seat.place))
)
_RAW = _ALL.index(_LONG[0])


def letter_with_game(session: Session, letter_id: int) -> tuple[Letter, GameRows | None]:
    """A letter with its bytes, and the rows of its game where it is for a seat."""
    found, convert = _LETTER.unread(session.connection(), {"id": letter_id})
    own = next(row for row in found if row[_RAW] is not None)
    letter = whole(session, _LETTERS.add(session, own[_OF_LETTER], convert[_OF_LETTER]))
    if letter.seat_id is None:
        return letter, None
    game = _GAMES.add(session, own[_OF_GAME], convert[_OF_GAME])
    seat = _SEATS.add(session, own[_OF_SEAT], convert[_OF_SEAT])
    player = _PEOPLE.add(session, own[_OF_PERSON], convert[_OF_PERSON])
    # Of the others nobody asks the session, where a row costs more than to make it.
    people = {player.id: player}
    seats = []
    for row in found:
        one = seat if row is own else _SEATS.apart(row[_OF_SEAT], convert[_OF_SEAT])
        if one.person_id not in people:
            people[one.person_id] = _PEOPLE.apart(row[_OF_PERSON], convert[_OF_PERSON])
        seats.append((one, people[one.person_id]))
    return letter, GameRows(game, bool(own[-1]), seats)
