"""A game taken from the tables and decoded: rows, state, dice, what is on file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.clock import Zone
from pbem.documents.layout.mail_context import MailContext
from pbem.games.contract.fairness import dice_key
from pbem.games.contract.orders import GameInput
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.values import Ask, Filed, GameDice, SheetKey, Status
from pbem.games.registry import ruleset
from pbem.models import FINISHED, NOBODY, TUTORIAL, Game, Moderator, Person, Seat, Sheet, key_of
from pbem.service.clocks import local_time
from pbem.service.game_settings import game_settings_of
from pbem.service.preferences import zone_for
from pbem.service.time_banks import bank_rule, format_own_bank

MOST_DECODED = 64
"""States that are kept decoded, those that were asked for last."""
REPEATED = SheetKey("repeat", 0)
"""Under what a seat files the orders of every turn that begins without others."""


@dataclass(frozen=True, slots=True)
class DecodedState:
    """A state of a game, and what was found of it alone, for whoever asks the same again."""

    state: Any
    found: dict[tuple[str, str], Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """One game as it was read; `version` fences whatever is made of it.

    With `at` it is the game at that moment: policies that were over by then do not count.
    `state` is the game's own; all that the service may know of it is its `status`.
    `is_moderated` says that somebody moderates it, who can allow what the rules alone refuse.
    """

    game: Game
    version: int
    ruleset: Ruleset[Any, Any]
    state: Any
    seats: Mapping[str, Seat]
    players: Mapping[str, Person]
    at: datetime | None = None
    is_moderated: bool = True
    _decoded: DecodedState = field(default=DecodedState(None), repr=False, compare=False)

    def __post_init__(self) -> None:
        if self._decoded.state is not self.state:
            object.__setattr__(self, "_decoded", DecodedState(self.state))

    def _once(self, what: tuple[str, str], find: Callable[[], Any]) -> Any:
        """What follows from the state alone, found once for all who read the game at it."""
        found = self._decoded.found
        if what not in found:
            found[what] = find()
        return found[what]

    @property
    def status(self) -> Status:
        """All that the service may know of the state."""
        found: Status = self._once(("status", ""), lambda: self.ruleset.rules.status(self.state))
        return found

    def status_of(self, state: Any) -> Status:
        """The same of another state of the game."""
        return self.status if state is self.state else self.ruleset.rules.status(state)

    def names(self, seat: str) -> Any:
        """What the seat may name in its letters."""
        return self._once(("names", seat), lambda: self.names_in(self.state, seat))

    def names_in(self, state: Any, seat: str) -> Any:
        """What the seat may name where the game stands at `state`."""
        names = self.ruleset.language.vocabulary(state, seat, is_moderated=self.is_moderated)
        return names

    def examples(self, seat: str) -> tuple[str, ...]:
        """A few lines that the seat could send and that would be legal now."""
        if self.status.is_over:
            return ("PLAY AGAIN", "VERIFY", "HISTORY")
        if not self.is_in(seat):
            return ("STATUS", "HISTORY", "HELP")
        language = self.ruleset.language
        found: tuple[str, ...] = self._once(
            ("examples", seat), lambda: language.examples(self.given, seat)
        )
        return found

    def is_in(self, seat: str) -> bool:
        """Whether the seat is still in the game."""
        return seat in self.status.playing

    def zone_of(self, seat: str) -> Zone:
        """Where a seat's player reads his clock."""
        return zone_for(self.players[seat])

    def part_of(self, seat: str) -> int:
        """How often the seat's next turn has paused already."""
        return self.status.sheets[seat].part

    @property
    def ask(self) -> Ask | None:
        """Of what is asked now what ends first; None when the game is over."""
        asks = self.status.asks
        return next((ask for ask in asks if ask.key == self.game.ask), asks[0] if asks else None)

    @property
    def is_shared(self) -> bool:
        """Whether several are asked for a turn of theirs at once."""
        return any(len(ask.seats) > 1 for ask in self.status.asks if ask.on_silence == "miss")

    @property
    def given(self) -> GameInput[Any]:
        """The game as its order language takes it."""
        return GameInput(
            self.state,
            self.names,
            {name: tuple(row.policies) for name, row in self.seats.items()},
            dice_of(self.game, self.seats),
            at=self.at,
            is_over=self.game.phase == FINISHED,
            keeps_leavers=self.game.kind != TUTORIAL,
        )

    def is_own_turn(self, seat: str) -> bool:
        """Whether a script of the seat is for the turn or the round now open."""
        status = self.status
        return status.mover == seat or status.asks_own_turn(seat)

    def is_frozen(self, seat: str) -> bool:
        """Whether the turn is the seat's, and its script can no longer be changed."""
        status = self.status
        return status.mover == seat and bool(status.asks) and not status.asks_own_turn(seat)


# Built once: to build a statement takes longer than to run it.
IS_MODERATED = sa.exists().where(
    sa.or_(col(Moderator.game_id) == col(Game.id), col(Moderator.game_id).is_(None))
)
"""Of a game: somebody moderates it."""
_GAME = select(Game, IS_MODERATED).where(col(Game.id) == sa.bindparam("game"))
_SEATS = (
    select(Seat, Person)
    .where(Seat.game_id == sa.bindparam("game"), Seat.person_id == Person.id)
    .order_by(col(Seat.place))
)


class GameRows(NamedTuple):
    """A game as it stands in the tables, not decoded yet: its row, its seats and who plays them."""

    game: Game
    is_moderated: bool
    seats: Sequence[tuple[Seat, Person]]


def load_rows(session: Session, game_id: int | None) -> GameRows:
    """The rows of a game; NoResultFound if there is none."""
    game, is_moderated = session.exec(_GAME, params={"game": game_id}).one()
    return GameRows(game, is_moderated, seats_of(session, game_id))


def seats_of(session: Session, game_id: int | None) -> Sequence[tuple[Seat, Person]]:
    """The seats of a game and who plays them, in the order of play."""
    return session.exec(_SEATS, params={"game": game_id}).all()


def load_game(session: Session, game_id: int) -> GameSnapshot:
    """The game with its seats and players; NoResultFound if there is none."""
    return decoded(load_rows(session, game_id))


def decoded(rows: GameRows) -> GameSnapshot:
    """The game that these rows are."""
    game, is_moderated, seats = rows
    known = decoded_state(game.ruleset, game.state, is_moderated)
    return GameSnapshot(
        game=game,
        version=game.version,
        ruleset=ruleset(game.ruleset),
        state=known.state,
        seats={seat.name: seat for seat, _ in seats},
        players={seat.name: player for seat, player in seats},
        is_moderated=is_moderated,
        _decoded=known,
    )


@lru_cache(maxsize=MOST_DECODED)
def decoded_state(rules: str, encoded: str, is_moderated: bool) -> DecodedState:
    """The state that this text is; many letters come to a game before the next."""
    return DecodedState(ruleset(rules).codec.decode_state(encoded))


def settled(snapshot: GameSnapshot, at: datetime) -> tuple[GameSnapshot, tuple[Any, ...]]:
    """The game at that moment: what is over by the clock is closed, which events tell.

    Standing orders that are over do not count from then on; that they are is told with a turn.
    """
    snapshot = replace(snapshot, at=at)
    dice = dice_of(snapshot.game, snapshot.seats)
    here = Filed(here=local_time(snapshot.game, at))
    step = snapshot.ruleset.rules.settle(snapshot.state, here, dice, at)
    return (replace(snapshot, state=step.state) if step.events else snapshot), step.events


def dice_of(game: Game, seats: Mapping[str, Seat]) -> GameDice:
    """The game's dice: its secret mixed with the players' words in the order they joined."""
    joined = sorted(seats.values(), key=key_of)
    return _dice(game.ruleset, game.secret, tuple(seat.seed_words for seat in joined))


@lru_cache(maxsize=MOST_DECODED)
def _dice(rules: str, secret: str, words: tuple[str, ...]) -> GameDice:
    return ruleset(rules).dice(dice_key(bytes.fromhex(secret), words))


def sheet_on_file(session: Session, seat: Seat, status: Status) -> Sheet | None:
    """The newest revision of a seat's orders for his next turn, or what is left of this one."""
    return own_sheet(session, seat, status.sheets[seat.name])


def own_sheet(session: Session, seat: Seat, key: SheetKey) -> Sheet | None:
    """The newest revision of a turn's orders; where there is none what the seat repeats, as
    revision 0."""
    sheet = sheet_for(session, seat, key)
    if sheet is not None or key.part:
        return sheet
    return repeated_for(key, sheet_for(session, seat, REPEATED))


def repeated_for(key: SheetKey, repeated: Sheet | None) -> Sheet | None:
    """What a seat repeats as the orders of that turn, as revision 0; None where that is none."""
    if key.part or repeated is None or not repeated.text:
        return None
    what = repeated.model_dump() | {"id": None, "revision": 0} | key._asdict()
    return Sheet(**what | {"is_ready": False, "back_to": None})


_SHEET = (
    select(Sheet)
    .where(
        Sheet.seat_id == sa.bindparam("seat"),
        Sheet.kind == sa.bindparam("kind"),
        Sheet.turn == sa.bindparam("turn"),
        Sheet.part == sa.bindparam("part"),
    )
    .order_by(col(Sheet.revision).desc())
    .limit(1)
)


def sheet_for(session: Session, seat: Seat, key: SheetKey) -> Sheet | None:
    """The newest revision of what a seat has filed under that."""
    return session.exec(_SHEET, params={"seat": seat.id, **key._asdict()}).first()


def sheet_for_ask(session: Session, snapshot: GameSnapshot, ask: Ask, seat: str) -> Sheet | None:
    """What a seat has on file for an ask."""
    key, row = snapshot.status.sheet_of(ask, seat), snapshot.seats[seat]
    return sheet_for(session, row, key) if ask.sheet else own_sheet(session, row, key)


def context_for(
    snapshot: GameSnapshot, seat: str, now: datetime, status: Status | None = None, **changes: Any
) -> MailContext:
    """Whom a mail is for and where the game stands, or stood at that status; with any fields of it
    changed."""
    game, status = snapshot.game, status or snapshot.status
    turns = [ask for ask in status.asks if ask.on_silence == "miss"]
    known: dict[str, Any] = dict(
        game=game.name,
        seat=seat,
        player=snapshot.players[seat].name,
        zone=zone_for(snapshot.players[seat]),
        turn=status.turn,
        to_move=status.mover,
        deadline_at=None,
        now=now,
        secret_hash=game.secret_hash,
        rules_version=snapshot.ruleset.version,
        last_turn=status.turn if status.winners else status.turn - 1,
        wait=snapshot.game.wait,
        part=status.part,
        wanted=tuple(seat for ask in turns for seat in ask.seats),
        silence=snapshot.seats[seat].silence,
        same_person=_same_person(snapshot),
        press=(*game_settings_of(game).table_rules, *bank_rule(game)),
        bank=format_own_bank(game, seat, now),
    )
    return MailContext(**known | changes)


def _same_person(snapshot: GameSnapshot) -> tuple[tuple[str, ...], ...]:
    """The seats of each person who plays more than one; robots are no persons."""
    seats: dict[int, list[str]] = {}
    for name, seat in snapshot.seats.items():
        if seat.robot == NOBODY:
            seats.setdefault(seat.person_id, []).append(name)
    return tuple(tuple(names) for names in seats.values() if len(names) > 1)


def hash_of(encoded_state: str) -> str:
    """The SHA-256 of an encoded state, in hex."""
    return hashlib.sha256(encoded_state.encode()).hexdigest()
