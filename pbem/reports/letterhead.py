"""What every mail of a game shows: names made safe, times in the player's zone."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.reports import clock
from pbem.reports.about import About
from pbem.reports.cast import Person, person
from pbem.reports.plain import one_line, proper_name


@dataclass(frozen=True, slots=True)
class Letterhead:
    """Everything a template may say of an `About`; nothing in it can break the layout."""

    game: str
    player: str
    seat: str
    turn: int
    last_turn: int
    to_move: Person
    is_my_turn: bool
    is_first: bool
    deadline: str
    deadline_short: str
    left: str
    now: str
    secret_hash: str
    opened_secret: str
    rules_version: str

    @property
    def has_deadline(self) -> bool:
        return bool(self.deadline)


def letterhead(about: About) -> Letterhead:
    at = about.deadline_at
    return Letterhead(
        proper_name(about.game, 40),
        proper_name(about.player, 30),
        proper_name(about.seat),
        about.turn,
        about.last_turn,
        person(about.to_move, about.seat),
        about.to_move == about.seat,
        about.is_first,
        clock.full(at, about.zone) if at else "",
        clock.short(at, about.zone) if at else "",
        clock.span(at - about.now) if at else "",
        clock.full(about.now, about.zone),
        one_line(about.secret_hash, 64),
        one_line(about.opened_secret or "", 64),
        one_line(about.rules_version, 20),
    )
