"""A table of four at which letters are sent, read and answered by hand, as is the clock."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlmodel import SQLModel, col, select

from engine.core.values import changed
from engine.illuminati.state import GameOptions, Pace, State
from pbem.database import Database
from pbem.games.illuminati.codec import decode_state, encode_state
from pbem.games.illuminati.position import read_position
from pbem.games.registry import ruleset
from pbem.models import (
    Game,
    Letter,
    Moderator,
    Outbox,
    Record,
    Seat,
    Sheet,
    Turn,
    key_of,
)
from pbem.service.arriving.intake import accept
from pbem.service.attempts import undo_attempt
from pbem.service.clocks import open_waits, simple_clock
from pbem.service.context import ServiceContext
from pbem.service.due.adjudication import adjudicate, adjudication_failed
from pbem.service.due.daily_list import list_games
from pbem.service.due.reminding import ring
from pbem.service.endings.finale_mails import finale_failed, mail_finale
from pbem.service.letters.reading import read_letter
from pbem.service.letters.reading_attempts import reading_failed
from pbem.service.lobby.vacating import end_wait
from pbem.service.players.addresses import new_player
from pbem.service.players.tokens import first_digest, token_of_seat, with_tokens
from pbem.service.sending.delivery import deliver
from pbem.service.snapshots import hash_of
from pbem.service.sweep import claim_waiting
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from worker.tasks import run_hint
from worker.use_cases import UseCases
from worker.wiring import service_use_cases

CAST = ("ann", "bob", "cat", "dee")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
TURN = timedelta(hours=72)
_numbers = itertools.count(1)

FNORD = """
to_move = "ann"
turn_number = 5
uncontrolled = ["yuppies", "hackers", "trekkies"]
[[seat]]
name = "ann"
illuminati = "servants-of-cthulhu"
money = 20
turns_taken = 1
hand = ["bribery", "slush-fund"]
groups = [{ id = "mafia", master = "servants-of-cthulhu", arrow = "N", money = 3 }]
[[seat]]
name = "bob"
illuminati = "gnomes-of-zurich"
money = 12
turns_taken = 1
hand = ["swiss-bank-account"]
groups = [{ id = "cia", master = "gnomes-of-zurich", arrow = "E", money = 4 }]
[[seat]]
name = "cat"
illuminati = "network"
money = 7
turns_taken = 1
groups = [{ id = "i-r-s", master = "network", arrow = "S", money = 1 }]
[[seat]]
name = "dee"
illuminati = "bavarian-illuminati"
money = 9
turns_taken = 1
groups = [{ id = "kgb", master = "bavarian-illuminati", arrow = "W" }]
"""
"""Turn 5 is ann's; bob, cat and dee follow. bob holds Swiss Bank Account, ann the other two."""


class Hands:
    """A clock that is set by hand."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def on(self, **spans: float) -> None:
        """Go on by so many hours, minutes, seconds."""
        self.now += timedelta(**spans)


@dataclass(slots=True)
class Post:
    """A fake way out: keeps what was sent, and answers as it is told."""

    answers: list[tuple[bool | None, str]] = field(default_factory=list)
    sent: list[tuple[str, str, bytes]] = field(default_factory=list)

    def __call__(self, mail_from: str, rcpt: str, raw: bytes) -> tuple[bool | None, str]:
        answer = self.answers.pop(0) if self.answers else (True, "")
        if answer[0] is True:
            self.sent.append((mail_from, rcpt, raw))
        return answer


def random_bytes(seed: int = 1, seats: int = 4) -> list[bytes]:
    """A secret and tokens that are the same every time, and different for every seed."""
    return [bytes([seed]) * 32, *(bytes([seed, place] * 8) for place in range(1, seats + 1))]


def letter_text(
    sender: str, to: str, body: str, *, headers: Sequence[str] = (), message_id: str | None = None
) -> bytes:
    """A plain letter; its Message-ID is new unless one is given."""
    identity = message_id or f"<{next(_numbers)}@letters.example>"
    head = [f"From: {sender}", f"To: {to}", f"Message-ID: {identity}", "Subject: orders", *headers]
    return "\r\n".join([*head, "", *body.split("\n"), ""]).encode()


@dataclass(slots=True)
class Table:
    """One game, its desk and its clock."""

    service: ServiceContext
    clock: Hands
    game_id: int
    post: Post = field(default_factory=Post)

    @property
    def database(self) -> Database:
        return self.service.database

    # --- letters -------------------------------------------------------------

    def address(self, seat: str) -> str:
        """Where a seat's letters go."""
        return f"game+{self.token(seat)}@example.org"

    def token(self, seat: str) -> str:
        """The secret of a seat's address."""
        with self.database.read() as session:
            return token_of_seat(session, self.service.settings.mail, self.seat(seat))

    def send(
        self,
        seat: str,
        body: str,
        *,
        sender: str = "",
        headers: Sequence[str] = (),
        message_id: str | None = None,
    ) -> int:
        """Store a letter of a seat now, unread; its id."""
        sender = sender or f"{seat}@example.org"
        to = self.address(seat)
        raw = letter_text(sender, to, body, headers=headers, message_id=message_id)
        return accept(self.service, raw, to, sender)

    def read(self, letter_id: int) -> list[Outbox]:
        """Read a stored letter; the mails that came of it, oldest first."""
        before = len(self.mails())
        read_letter(self.service, letter_id)
        return self.mails()[before:]

    def write(self, seat: str, body: str, **more: str) -> str:
        """Send and read a letter; the text of the first mail its writer gets for it."""
        mails = [
            m for m in self.read(self.send(seat, body, **more)) if m.seat_id == self.seat(seat).id
        ]
        assert mails, "no answer"
        return mails[0].text

    def reply_to(self, mail: Outbox) -> tuple[str, ...]:
        """The headers of an answer to a mail of ours."""
        identity = with_tokens(self.service, mail).message_id
        return (f"In-Reply-To: {identity}", f"References: {identity}")

    def resign(self, seat: str) -> None:
        """Let a seat's player leave, as if he had said so a day ago (R10.3)."""
        asked = " ".join(self.write(seat, "RESIGN").split())
        code = asked.partition("send: RESIGN ")[2].split()[0]
        self.write(seat, f"RESIGN {code}")
        with self.database.write() as session:
            game = session.exec(select(Game).where(Game.id == self.game_id)).one()
            row = session.exec(select(Seat).where(Seat.id == self.seat(seat).id)).one()
            game.alarm_at = row.resigns_at = self.clock()
        assert ring(self.service, self.game_id, self.clock())
        assert self.state().seat(seat).is_out

    # --- the clock -----------------------------------------------------------

    def to_deadline(self, seconds: float = 0) -> None:
        """Set the clock to the deadline, or so many seconds after it."""
        deadline_at = self.game().deadline_at
        assert deadline_at is not None
        self.clock.now = deadline_at + timedelta(seconds=seconds)

    def adjudicate(self) -> bool:
        return adjudicate(self.service, self.game_id)

    def run_turn(self) -> list[Outbox]:
        """Let the deadline pass and the turn be run; the mails that came of it."""
        before = len(self.mails())
        self.to_deadline()
        assert self.adjudicate()
        return self.mails()[before:]

    def work(self) -> UseCases:
        """The use cases as a worker runs them, over this desk."""

        def failed(name: str, row_id: int, trace: str) -> None:
            record = {
                "read_letter": reading_failed,
                "adjudicate": adjudication_failed,
                "mail_finale": finale_failed,
            }
            record[name](self.service, row_id, trace)

        return UseCases(
            read_letter=lambda row_id: _nothing(read_letter(self.service, row_id)),
            adjudicate=lambda row_id: _nothing(adjudicate(self.service, row_id)),
            deliver=lambda row_id: _nothing(deliver(self.service, row_id, self.post)),
            failed=failed,
            ring=lambda row_id: _nothing(ring(self.service, row_id, self.clock())),
            end_wait=lambda row_id: _nothing(end_wait(self.service, row_id, self.clock())),
            mail_finale=lambda row_id: _nothing(mail_finale(self.service, row_id, self.clock())),
            list_games=lambda row_id: _nothing(list_games(self.service, row_id, self.clock())),
            interrupted=lambda name, row_id: undo_attempt(self.service, name, row_id),
        )

    def work_apart(self) -> UseCases:
        """The use cases as a worker of the service runs them, by the machine's clock."""
        return service_use_cases(self.service.settings, self.database, self.post)

    def sweep(self) -> int:
        """What a sweeper and a worker would do now; how many rows were found."""
        work = self.work()
        acts: dict[str, Callable[[int], None]] = {
            "read_letter": work.read_letter,
            "adjudicate": work.adjudicate,
            "deliver": work.deliver,
            "ring": work.ring,
            "end_wait": work.end_wait,
            "mail_finale": work.mail_finale,
            "list_games": work.list_games,
        }
        grace = timedelta(seconds=self.service.settings.clock.grace_seconds)
        hints = claim_waiting(self.database, self.clock(), grace=grace).hints
        for name, row_id in hints:
            run_hint(name, acts[name], row_id, work)
        return len(hints)

    # --- rows ----------------------------------------------------------------

    def game(self) -> Game:
        with self.database.read() as session:
            return session.exec(select(Game).where(Game.id == self.game_id)).one()

    def state(self) -> State:
        return decode_state(self.game().state)

    def mover(self) -> str:
        return self.game().to_move

    def seat(self, name: str) -> Seat:
        with self.database.read() as session:
            wanted = select(Seat).where(Seat.game_id == self.game_id, Seat.name == name)
            return session.exec(wanted).one()

    def letter(self, letter_id: int) -> Letter:
        with self.database.read() as session:
            return session.exec(select(Letter).where(Letter.id == letter_id)).one()

    def mails(self, seat: str | None = None, kind: str | None = None) -> list[Outbox]:
        """Every mail of the outbox, or those of a seat or kind; oldest first."""
        with self.database.read() as session:
            rows = session.exec(select(Outbox).order_by(col(Outbox.id))).all()
        seat_id = self.seat(seat).id if seat else None
        return [
            row
            for row in rows
            if (seat is None or row.seat_id == seat_id) and kind in (None, row.kind)
        ]

    def report(self, seat: str) -> Outbox:
        """The newest report of a seat."""
        return self.mails(seat, "turn")[-1]

    def turns(self) -> list[Turn]:
        with self.database.read() as session:
            order = (col(Turn.number), col(Turn.part), col(Turn.timeline))
            wanted = select(Turn).where(Turn.game_id == self.game_id).order_by(*order)
            return list(session.exec(wanted).all())

    def records(self) -> list[Record]:
        with self.database.read() as session:
            wanted = select(Record).where(Record.game_id == self.game_id).order_by(col(Record.seq))
            return list(session.exec(wanted).all())

    def filed(self, seat: str) -> list[str]:
        """The lines of a seat's newest sheet for its next or present turn."""
        row = self.seat(seat)
        turn = self.state().seat(seat).turns_taken + 1
        with self.database.read() as session:
            wanted = select(Sheet).where(Sheet.seat_id == row.id, Sheet.turn == turn)
            sheet = session.exec(wanted.order_by(col(Sheet.revision).desc()).limit(1)).first()
        return sheet.text.split("\n") if sheet and sheet.text else []


def one_line(text: str) -> str:
    """A text without its line ends, as what is told in it may be wrapped anywhere."""
    return " ".join(text.split())


def _nothing(_done: bool) -> None:
    return


def new_table(
    database: Database,
    settings: Settings,
    *,
    position: str | None = FNORD,
    name: str = "Fnord-7",
    seed: int = 1,
    clock: Hands | None = None,
    pace: Pace = "policies",
) -> Table:
    """A game of four, by default at the position above, 72 hours before its deadline.

    Its pace is the simplest one: a script is run as soon as it is due.
    """
    clock = clock or Hands()
    table = Table(ServiceContext(database, settings, clock), clock, 1)
    kind = (position, name, seed, pace, clock.now, told(settings))
    file = Path((database.engine.url.database or "").removeprefix("file://"))
    if not file.is_file() or not is_empty(file):
        return replace(table, game_id=found(table, position, name, seed, pace))
    if kind in _copies:
        put_copy(file, _copies[kind])
        return table
    assert found(table, position, name, seed, pace) == table.game_id
    _copies[kind] = copy_of(file)
    return table


def table_at(
    database: Database,
    pace: Pace = "policies",
    position: str | None = FNORD,
    answer_gap_seconds: int = 0,
) -> Table:
    """A game of four whose letters are answered at once, or with that gap between answers."""
    mail = {"answer_gap_seconds": answer_gap_seconds}
    settings = Settings.model_validate(
        {"database": {"url": str(database.engine.url)}, "mail": mail}
    )
    return new_table(database, settings, position=position, pace=pace)


def found(table: Table, position: str | None, name: str, seed: int, pace: Pace) -> int:
    """Found the game as anybody would, and put it at its position."""
    newcomers = [Newcomer(seat, f"{seat}@example.org") for seat in CAST]
    options = GameOptions(pace=pace)
    game_id = create_game(
        table.service,
        NewGame(name, newcomers, random_bytes(seed), options=options, clock=simple_clock(TURN)),
    )
    if position is not None:
        state = read_position(position)
        set_state(
            replace(table, game_id=game_id),
            changed(state, options=changed(state.options, pace=pace)),
        )
    return game_id


_copies: dict[object, bytes] = {}
"""SQLite files with one new game, by what makes them differ: founding takes most of a test's time.

They hold for one process, as its databases have one key.
"""


def told(settings: Settings) -> str:
    """All that mails may depend on."""
    key = settings.mail.key.get_secret_value()
    return key + settings.model_dump_json(exclude={"database"})


def is_empty(file: Path) -> bool:
    """Whether an SQLite database has only what it was migrated with."""
    with closing(sqlite3.connect(file)) as rows:
        names = [name for (name,) in rows.execute("SELECT name FROM sqlite_schema WHERE rootpage")]
        tables = [name for name in names if name in SQLModel.metadata.tables and name != "setting"]
        filled = " OR ".join(f"EXISTS (SELECT * FROM {name})" for name in tables)
        return not rows.execute(f"SELECT {filled}").fetchone()[0]


def copy_of(file: Path) -> bytes:
    """All of an SQLite database."""
    with closing(sqlite3.connect(file)) as rows:
        image = bytearray(rows.serialize())
    image[18:20] = b"\1\1"  # What has a write-ahead log cannot be read in memory.
    return bytes(image)


def put_copy(file: Path, image: bytes) -> None:
    """Let an SQLite database be that one."""
    with closing(sqlite3.connect(file)) as rows, closing(sqlite3.connect(":memory:")) as memory:
        rows.execute("PRAGMA synchronous = OFF")
        memory.deserialize(image)
        memory.backup(rows)


def with_moderator(table: Table) -> Table:
    """The same table, with somebody to moderate it who does not play; nobody is told."""
    with table.database.write() as session:
        player = new_player(session, "Mo", "mo@example.org", NOON)
        session.add(
            Moderator(
                game_id=table.game_id,
                person_id=key_of(player),
                token_hash=first_digest(session, table.service.settings.mail, "mo"),
                token_seed="mo",
                added_at=NOON,
            )
        )
    return table


def set_state(table: Table, state: State) -> None:
    """Put the game at a position, as if its last record had led there."""
    with table.database.write() as session:
        game = session.exec(select(Game).where(Game.id == table.game_id)).one()
        game.state = encode_state(state)
        game.turn, game.to_move = state.turn.number, state.turn.seat
        for ask in ruleset(game.ruleset).rules.status(state).asks:
            game.ask, game.wait = ask.key, ask.kind
        game.version += 1
        last = select(Record).where(Record.game_id == table.game_id, Record.seq == game.seq)
        session.exec(last).one().state_hash = hash_of(game.state)


def open_anew(game: Game, now: datetime) -> None:
    """Ask again for what a game asks for, by the clock that it has now."""
    found = ruleset(game.ruleset)
    asks = found.rules.status(found.codec.decode_state(game.state)).asks
    open_waits(game, asks, now, anew=True)


def change(table: Table, act) -> None:  # type: ignore[no-untyped-def]
    with table.database.write() as session:
        game = session.exec(select(Game).where(Game.id == table.game_id)).one()
        act(game)
        game.version += 1
        session.add(game)
