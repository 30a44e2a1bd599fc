"""A transaction on one game: its locked row, what it was read as, who is told, what is logged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypedDict, Unpack

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import lock_game
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.games.registry import ruleset
from pbem.models import Act, Game, Record, Seat, key_of
from pbem.service.clocks import is_due, shown_deadline
from pbem.service.context import ServiceContext, Transaction
from pbem.service.history.records import UnsoundState
from pbem.service.mailing.outbox import Addressee, SendWindow, addressee, lock_seat, post
from pbem.service.named_games import number_of_game
from pbem.service.notices import add_notice
from pbem.service.snapshots import GameSnapshot, context_for, hash_of, load_game


class ActColumns(TypedDict, total=False):
    """What an act has besides its number, its verb and what was said; the columns of Act."""

    by: str
    command: str
    why: str
    before: str | None
    after: str | None
    letter_id: int | None


class RecordColumns(TypedDict, total=False):
    """What a record has besides its state and events; `turn` is the open one by default."""

    turn: int
    seat: str | None
    orders: Any
    letter_id: int | None


@dataclass(slots=True)
class GameTx(Transaction):
    """One transaction on one game, whose row is locked until it ends."""

    game: Game
    _snapshot: GameSnapshot | None = field(default=None, repr=False)

    @property
    def snapshot(self) -> GameSnapshot:
        """The game as it was read last; see `reload`."""
        if self._snapshot is None:
            self._snapshot = load_game(self.session, self.id)
        return self._snapshot

    @property
    def id(self) -> int:
        """The key of the game's row."""
        return key_of(self.game)

    def reload(self) -> GameSnapshot:
        """Read the game again: somebody sits elsewhere, or its state is another."""
        self.session.flush()
        self._snapshot = None
        return self.snapshot

    def with_state(self, state: Any) -> None:
        """Let the snapshot show this state from now on."""
        self._snapshot = replace(self.snapshot, game=self.game, state=state)

    def touch(self) -> None:
        """Count a change: whatever was worked out from the game as it was before is void."""
        self.game.version += 1
        self.session.add(self.game)

    def seat(self, name: str) -> Seat:
        """A seat's row as it is now, locked."""
        # It is read anew; what is changed in it must be in the tables by then.
        self.session.flush()
        return lock_seat(self.session, self.snapshot.seats[name])

    def put_record(
        self, kind: str, state: Any, events: Sequence[Any], **columns: Unpack[RecordColumns]
    ) -> int:
        """Append a record, make its state the game's, and return its number.

        Raises UnsoundState if the state breaks an invariant.
        """
        rules, game = ruleset(self.game.ruleset), self.game
        broken = rules.rules.audit(state)
        if broken:
            raise UnsoundState("; ".join(broken))
        more: RecordColumns = {"turn": game.turn, "orders": (), **columns}
        game.state = rules.codec.encode_state(state)
        game.seq += 1
        status = rules.rules.status(state)
        game.turn, game.to_move = status.turn, status.mover
        game.engine_version = rules.version
        self.touch()
        self.session.add(
            Record(
                game_id=self.id,
                seq=game.seq,
                kind=kind,
                events=rules.codec.encode_events(events),
                state_hash=hash_of(game.state),
                engine_version=rules.version,
                at=self.now,
                **more,
            )
        )
        if self._snapshot is not None:
            self.with_state(state)
        return game.seq

    def next_act(self) -> int:
        """What the next act of the game is numbered."""
        wanted = select(sa.func.max(col(Act.number))).where(Act.game_id == self.id)
        return (self.session.exec(wanted).one() or 0) + 1

    def log_act(self, number: int, verb: str, said: str, **columns: Unpack[ActColumns]) -> Act:
        """Store what a moderator did, or the clock, under its number."""
        more: ActColumns = {"by": "", "command": verb, **columns}
        act = Act(
            game_id=self.id,
            number=number,
            at=self.now,
            turn=self.game.turn,
            verb=verb,
            said=said,
            **more,
        )
        self.session.add(act)
        self.session.flush()
        return act

    def add_notice(self, kind: str, text: str, key: str) -> None:
        """Tell the moderators, once."""
        add_notice(self, kind, text, key, self.id)

    @property
    def shown_deadline(self) -> datetime | None:
        """The deadline that a mail may name, if there is one."""
        return shown_deadline(self.game)

    @property
    def is_due(self) -> bool:
        """Whether what the game waits for is over, so that what is on file is run next."""
        return is_due(self.game, self.now)

    def context_for(self, seat: str, **changes: Any) -> MailContext:
        """Whom a mail to a seat is for and where the game stands, with any fields of it changed."""
        # A turn that is run at once has a deadline no more.
        at = None if self.is_due else self.shown_deadline
        return replace(context_for(self.snapshot, seat, self.now, deadline_at=at), **changes)

    def post(self, to: Addressee, mail: Mail, key: str, until_at: datetime | None = None) -> None:
        """Put a mail into the outbox, of use until that moment."""
        post(self, to, mail, key, SendWindow(until_at=until_at))

    def post_to(self, seat: str, mail: Mail, key: str, until_at: datetime | None = None) -> None:
        """Put a mail to a seat's player into the outbox."""
        to = addressee(self.game, self.seat(seat), self.snapshot.players[seat])
        self.post(to, mail, key, until_at)

    def notify_seat(self, seat: str, make: Callable[[MailContext], Mail], key: str) -> None:
        """Write to one seat's player."""
        self.post_to(seat, make(self.context_for(seat)), key)

    def notify_seats(
        self, make: Callable[[MailContext], Mail], key: str, but: Collection[str] = ()
    ) -> None:
        """Write to everybody who is in the game but the seats of `but`."""
        for name in self.snapshot.seats:
            if name not in but and self.snapshot.is_in(name):
                self.notify_seat(name, make, f"{key}:{name}")


def on(tx: Transaction, game: Game) -> GameTx:
    """A transaction as one on a game, whose row it need not have locked to write of it."""
    return GameTx(tx.service, tx.session, tx.now, game)


@contextmanager
def begin_game(
    service: ServiceContext, game_id: int, now: datetime, snapshot: GameSnapshot | None = None
) -> Iterator[GameTx | None]:
    """A transaction on a game, committed at the end of the block; None where there is no such game.

    With a snapshot also None where the game has changed since that was read.
    """
    with service.database.write() as session:
        game = lock_game(session, game_id)
        if game is None or (snapshot is not None and game.version != snapshot.version):
            yield None
        else:
            known = None if snapshot is None else replace(snapshot, game=game)
            yield GameTx(service, session, now, game, known)


@contextmanager
def begin_named(service: ServiceContext, name: str) -> Iterator[GameTx]:
    """A transaction on the game of that name. Raises NoSuchGame."""
    with begin_game(service, number_of_game(service, name), service.clock()) as tx:
        assert tx is not None, "games are never deleted"
        yield tx
