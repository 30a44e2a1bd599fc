"""One game as its moderator sees it in the web console: its clock, its seats, what is on file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from sqlmodel import col, select

from pbem.clock.rules import format_bank, format_rule
from pbem.database import Session
from pbem.models import BAD, NOBODY, Absence, Address, Moderator, Person, Seat, Sitter, Turn, key_of
from pbem.service.absence import ASKED, OK
from pbem.service.clocks import clock_of
from pbem.service.console.access import GameAccess, access_of, waited_seats
from pbem.service.context import ServiceContext
from pbem.service.game_settings import game_settings_of, is_anonymous
from pbem.service.moderating.actors import version_for
from pbem.service.preferences import zone_for
from pbem.service.seats.standby_rows import StandbyLine, standby_lines
from pbem.service.snapshots import GameSnapshot, load_game, sheet_for_ask, sheet_on_file

TURNS = 30
"""The last turns that one may go back to from a list."""


@dataclass(frozen=True, slots=True)
class Member:
    """One seat and who plays it; `misses` are its last turns, true for each it missed.

    `email` is "" for who plays himself, and none of the `bad` addresses is named to him.
    """

    seat: str
    player: str
    email: str
    bad: tuple[str, ...]
    robot: str
    zone: str
    silence: str
    misses: Sequence[bool]
    late: int
    away: tuple[tuple[datetime, datetime, str], ...]
    sitters: tuple[tuple[str, datetime], ...]
    offered_at: datetime | None
    resigns_at: datetime | None
    is_out: bool


@dataclass(frozen=True, slots=True)
class OwnModerator:
    """One of the game's own moderators."""

    name: str
    email: str

    @property
    def label(self) -> str:
        """His name with his address."""
        return f"{self.name} <{self.email}>" if self.name != self.email else self.email


@dataclass(frozen=True, slots=True)
class GamePage:
    """One game; `acts_at` is when the clock acts, where that is no secret to who looks.

    `version` is what the forms of its page are fenced by.
    """

    access: GameAccess
    version: int
    acts_at: datetime | None
    waited_for: tuple[str, ...] | None
    rules: tuple[tuple[str, str, str], ...]
    choices: tuple[tuple[str, str], ...]
    members: tuple[Member, ...]
    moderators: tuple[OwnModerator, ...]
    standbys: tuple[StandbyLine, ...]
    turns: tuple[int, ...]
    edits: Mapping[str, str]

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats in the order of play."""
        return tuple(member.seat for member in self.members)


@dataclass(frozen=True, slots=True)
class FiledOrders:
    """What one seat has on file: its script, its answers, its standing orders."""

    seat: str
    script: str
    is_ready: bool
    answers: str
    has_answered: bool
    policies: tuple[str, ...]


def game_page(service: ServiceContext, person_id: int, game_id: int) -> GamePage | None:
    """A game for its moderator; None where it is not his."""
    with service.database.read() as session:
        access = access_of(session, person_id, game_id, service.clock())
        if access is None:
            return None
        game, snapshot = access.game, load_game(session, game_id)
        return GamePage(
            access=access,
            version=version_for(session, game, access.actor),
            # Before the deadline it says that everybody has said READY, and a script with him.
            acts_at=None if access.is_blind else game.due_at,
            waited_for=waited_seats(session, access),
            rules=_rules(access),
            choices=tuple((name, _format(v)) for name, v in asdict(game_settings_of(game)).items()),
            members=_members(session, snapshot, is_rival=access.is_rival),
            moderators=_moderators(session, game_id),
            standbys=tuple(standby_lines(session, game_id)),
            turns=_turns(session, game_id),
            edits=snapshot.ruleset.edit_forms,
        )


def filed_page(
    service: ServiceContext, person_id: int, game_id: int
) -> tuple[GameAccess, tuple[FiledOrders, ...]] | None:
    """What every seat has on file; nothing of it for a blind moderator."""
    with service.database.read() as session:
        access = access_of(session, person_id, game_id, service.clock())
        if access is None:
            return None
        if access.is_blind:
            return access, ()
        snapshot = load_game(session, game_id)
        return access, tuple(_filed(session, snapshot, seat) for seat in snapshot.seats.values())


def _filed(session: Session, snapshot: GameSnapshot, seat: Seat) -> FiledOrders:
    script = sheet_on_file(session, seat, snapshot.status)
    windows = snapshot.status.windows_of(seat.name)
    answers = [sheet_for_ask(session, snapshot, ask, seat.name) for ask in windows]
    return FiledOrders(
        seat=seat.name,
        script=script.text if script else "",
        is_ready=bool(script and script.is_ready),
        answers="\n".join(sheet.text for sheet in answers if sheet and sheet.text),
        has_answered=bool(answers) and all(sheet and sheet.is_ready for sheet in answers),
        policies=tuple(seat.policies),
    )


def _rules(access: GameAccess) -> tuple[tuple[str, str, str], ...]:
    """Every rule of the clock as (wait, key, value), in the order people think of them."""
    clock = clock_of(access.game)
    found = [("all", "zone", clock.zone)]
    if clock.bank is not None:
        found += [("bank", key, value) for key, value in format_bank(clock.bank).items()]
    found += [("all", "holiday", f"{first} to {last}") for first, last in clock.holidays]
    for wait in sorted(clock.waits):
        found += [(wait, key, value) for key, value in format_rule(clock.waits[wait]).items()]
    return tuple(found)


def _format(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _members(session: Session, snapshot: GameSnapshot, *, is_rival: bool) -> tuple[Member, ...]:
    players = [key_of(player) for player in snapshot.players.values()]
    seats = [key_of(seat) for seat in snapshot.seats.values()]
    bad = session.exec(
        select(Address).where(col(Address.person_id).in_(players), Address.state == BAD)
    ).all()
    absences = session.exec(
        select(Absence)
        .where(col(Absence.seat_id).in_(seats), col(Absence.state).in_((OK, ASKED)))
        .order_by(col(Absence.from_at))
    ).all()
    sitters = session.exec(
        select(Sitter, Person).where(
            col(Sitter.seat_id).in_(seats),
            Sitter.person_id == Person.id,
            col(Sitter.ended_at).is_(None),
        )
    ).all()
    members = (_member(snapshot, name, bad, absences, sitters) for name in snapshot.seats)
    if is_rival and is_anonymous(snapshot.game):
        return tuple(_nameless(one) for one in members)
    return tuple(_without_addresses(one) if is_rival else one for one in members)


def _nameless(member: Member) -> Member:
    """The same without all by which a person could be told."""
    return replace(member, player="", email="", bad=(), zone="", away=(), sitters=())


def _without_addresses(member: Member) -> Member:
    return replace(member, email="", bad=("this player",) if member.bad else ())


def _member(
    snapshot: GameSnapshot,
    name: str,
    bad: Sequence[Address],
    absences: Sequence[Absence],
    sitters: Sequence[tuple[Sitter, Person]],
) -> Member:
    seat, player = snapshot.seats[name], snapshot.players[name]
    return Member(
        seat=name,
        player=player.name,
        email=player.email,
        bad=tuple(row.email for row in bad if row.person_id == player.id),
        robot="" if seat.robot == NOBODY else seat.robot,
        zone=zone_for(player),
        silence=seat.silence,
        misses=tuple(seat.misses),
        late=seat.late,
        away=tuple((a.from_at, a.until_at, a.state) for a in absences if a.seat_id == seat.id),
        sitters=tuple((p.name, s.until_at) for s, p in sitters if s.seat_id == seat.id),
        offered_at=seat.offered_at,
        resigns_at=seat.resigns_at,
        is_out=not snapshot.is_in(name),
    )


def _moderators(session: Session, game_id: int) -> tuple[OwnModerator, ...]:
    wanted = select(Person.name, Person.email).where(
        Moderator.person_id == Person.id, Moderator.game_id == game_id
    )
    rows = session.exec(wanted.order_by(col(Moderator.id))).all()
    return tuple(OwnModerator(name, email) for name, email in rows)


def _turns(session: Session, game_id: int) -> tuple[int, ...]:
    """The last turns that were run and count, newest first."""
    wanted = (
        select(Turn.number)
        .where(Turn.game_id == game_id, Turn.undone == 0)
        .order_by(col(Turn.number).desc())
        .limit(TURNS)
    )
    return tuple(dict.fromkeys(session.exec(wanted).all()))
