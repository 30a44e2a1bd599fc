"""Who answers what is announced: a letter, a standing policy, or nobody yet (R12.3).

Nobody is told which of the two it was.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import sqlalchemy as sa
from sqlmodel import col, select

from engine.illuminati.attacks.stances import covers
from engine.illuminati.game import AnnouncedAttack, bulletin
from engine.illuminati.orders import Policy
from engine.illuminati.state import State
from pbem.database import Session
from pbem.games.illuminati.language import script_of
from pbem.models import Seat
from pbem.service.snapshots import GameSnapshot, all_policies
from pbem.service.waits import answer_sheets

ALWAYS, OWN, NEVER = "always", "own", "never"
"""When a seat is asked although its policies cover an attack: ASK ME."""


def standing_words(seat: Seat) -> tuple[str, ...]:
    """What a seat has said of when it is asked, as it would type it; nothing where all is usual."""
    asks = {ALWAYS: ("ASK ME",), NEVER: ("ASK ME NEVER",)}.get(seat.asks, ())
    return (*asks, "READY UNLESS ATTACKED") if seat.ready_unless_attacked else asks


_SEATS = select(Seat).where(Seat.game_id == sa.bindparam("game")).order_by(col(Seat.place))


def still_waited_for(
    session: Session, snapshot: GameSnapshot, state: State | None = None, away: Collection[int] = ()
) -> list[str]:
    """The seats that nothing has answered for yet, whatever they hold (R12.3).

    `state` is the game's after a letter just read. For those of `away`, ids of seats, their
    standing instructions answer whatever they say (R12.5).
    """
    announced, state = snapshot.announced, state or snapshot.state
    if announced is None:
        return []
    sheets = answer_sheets(session, announced, snapshot.game)
    others = {seat.name for seat in state.seats_in()} - {announced.seat}
    rows = session.exec(_SEATS, params={"game": snapshot.game.id}).all()
    silent = [row for row in rows if row.name in others and row.id not in sheets]
    covered = set(_covered(snapshot, state, silent))
    done = {seat_id for seat_id, sheet in sheets.items() if sheet.is_ready} | {*away}
    return [
        row.name
        for row in rows
        if row.name in others and row.id not in done and row.name not in covered
    ]


def is_covered(snapshot: GameSnapshot, seat: str) -> bool:
    """Whether a seat's standing instructions answer what is announced for it."""
    return bool(_covered(snapshot, snapshot.state, [snapshot.seats[seat]]))


def _covered(snapshot: GameSnapshot, state: State, rows: Sequence[Seat]) -> list[str]:
    """Of these seats, whose letters are not needed."""
    asked = [row for row in rows if row.asks != ALWAYS]
    if not asked:
        return []
    snapshot = replace(
        snapshot, state=state, seats={**snapshot.seats, **{row.name: row for row in asked}}
    )
    said = all_policies(snapshot)
    attacks = bulletin(state, script_of(snapshot.announced_script()), said)
    return [row.name for row in asked if _is_covered(state, row, said[row.name], attacks)]


def _is_covered(
    state: State, row: Seat, said: Sequence[Policy], attacks: Sequence[AnnouncedAttack]
) -> bool:
    is_attacked = any(attack.owner == row.name for attack in attacks)
    if is_attacked and row.asks != NEVER:
        return False
    if row.ready_unless_attacked and not is_attacked:
        return True
    return bool(attacks) and all(covers(state, row.name, said, attack) for attack in attacks)
