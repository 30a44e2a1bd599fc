"""Letters, the deadline and moderators at the same instant, from several processes, many times.

RACES in the environment says how often; the suite does it 20 times on each database.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from datetime import datetime, timedelta
from typing import Any, TypeVar

import pytest
from sqlmodel import col, select

from engine.illuminati.audit import audit
from pbem.database import open_database
from pbem.games.illuminati.codec import decode_state, encode_state
from pbem.models import DONE, FINISHED, NEW, PAUSED, RUNNING, Act, Game, Letter, Sheet
from pbem.service.arriving.intake import accept
from pbem.service.clocks import move_deadline
from pbem.service.context import ServiceContext
from pbem.service.due.adjudication import adjudicate
from pbem.service.history.timelines import path_to, rewinds_of, state_after
from pbem.service.letters.reading import read_letter
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.snapshots import hash_of
from pbem.settings import Settings
from tests.support.service_rows import NOON, Hands, Table, letter_text, new_table

pytestmark = pytest.mark.long
RACES = int(os.environ.get("RACES", "20"))
ROUNDS = 20
"""Races of one game, after which nobody can have won by saving; then the next game begins."""
PROCESSES = 5
EXPECTED = {"EXTEND", "PAUSE", "RESUME", "PROCESS", "ROLLBACK", "BECOME", "TURN", "UNDONE"}
BUSY = ("EXTEND 6h", "PAUSE\nRESUME")
"""What moves the deadline away; without it, now and then, the turn is run on any machine."""
HEAD_START = 0.06
"""Seconds before the instant, so that all have their task by then."""
SPREAD = 0.2
"""Seconds within which all of it comes."""
DAY = timedelta(days=1)
LATER = timedelta(minutes=30)
TURN = timedelta(hours=72)

Row = TypeVar("Row", Letter, Act, Sheet)

_clock = Hands()
_desk: list[ServiceContext] = []


def settings_for(url: str) -> Settings:
    mail = {"address": "game@example.org", "answer_gap_seconds": 0, "answers_an_hour": 0}
    return Settings.model_validate({"database": {"url": url}, "mail": mail})


# --- what each process does --------------------------------------------------------------


def begin(url: str) -> None:
    """A process with connections of its own."""
    settings = settings_for(url)
    _desk.append(ServiceContext(open_database(settings), settings, _clock))


def at(start: float, now: datetime) -> ServiceContext:
    """The desk, when the instant has come."""
    _clock.now = now
    time.sleep(max(0.0, start - time.time()))
    return _desk[0]


def write(start: float, now: datetime, raw: bytes, to: str, sender: str) -> int:
    service = at(start, now)
    letter = accept(service, raw, to, sender)
    read_letter(service, letter)
    return letter


def play(start: float, now: datetime, game_id: int) -> int:
    service = at(start, now)
    return sum(adjudicate(service, game_id) for _ in range(3))


def command(start: float, now: datetime, game_id: int, lines: str) -> list[tuple[str, int | None]]:
    """What became of each line: its verb, and the number of the act or None."""
    service = at(start, now)
    found = []
    for line in lines.split("\n"):
        found += [(line, done.number) for done in run_commands(service, game_id, line, OPERATOR)]
    return found


# --- the races ---------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
def pool(url: str) -> Iterator[ProcessPoolExecutor]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        PROCESSES, mp_context=context, initializer=begin, initargs=(url,)
    ) as pool:
        yield pool


def test_whoever_comes_first_the_log_explains_it(url: str, pool: ProcessPoolExecutor) -> None:
    database = open_database(settings_for(url))
    happened: set[str] = set()
    for first in range(0, RACES, ROUNDS):
        clock = Hands(NOON + first * DAY)
        name, seed = f"Fnord-{first}", 1 + first // ROUNDS
        table = new_table(
            database, settings_for(url), position=None, name=name, seed=seed, clock=clock
        )
        race = Races(table, pool)
        for number in range(first, min(first + ROUNDS, RACES)):
            race.run(number)
        race.check()
        happened |= race.happened()
    assert happened >= EXPECTED or RACES < ROUNDS
    database.close()


class Races:
    """One game, and what was thrown at it."""

    def __init__(self, table: Table, pool: ProcessPoolExecutor) -> None:
        self.table, self.pool = table, pool
        self.done: list[tuple[str, int]] = []
        self.letters: list[int] = []
        self.deadlines = {table.game().deadline_at}

    def run(self, number: int) -> None:
        """Everything at one instant, at which the deadline is; then what is left over."""
        table, game_id = self.table, self.table.game_id
        table.clock.on(hours=24)
        now, game = table.clock(), self._due(table.clock())
        if game.phase == FINISHED:
            return
        start = time.time() + HEAD_START
        seat = game.to_move
        raw = self._letter(seat, f"IF MONEY >= {1000 + number}: PASS")
        third = {
            0: f"ROLLBACK TO TURN {max(1, game.turn - 1)}",
            1: f"PROCESS TURN {game.turn}",
            2: f"BECOME {seat}: IF MONEY >= {5000 + number}: PASS",
        }[number % 3]
        chance = random.Random(number)

        def soon(most: float) -> float:
            # What takes longest would else always come last.
            return start + chance.uniform(0, most)

        to, sender = table.address(seat), f"{seat}@example.org"
        write_ = self.pool.submit(write, soon(SPREAD), now, raw, to, sender)
        plays = self.pool.submit(play, soon(SPREAD / 4), now, game_id)
        commands = [
            self.pool.submit(command, soon(SPREAD), now, game_id, lines)
            for lines in (*(BUSY if number % 5 else ()), third)
        ]
        self.letters.append(write_.result(120))
        plays.result(120)
        self._note(commands)
        self._settle(number)

    def _due(self, now: datetime) -> Game:
        with self.table.database.write() as session:
            game = session.get_one(Game, self.table.game_id)
            if game.phase == RUNNING:
                move_deadline(game, now, now)
                game.version += 1
                self.deadlines.add(now)
            return game

    def _letter(self, seat: str, line: str) -> bytes:
        return letter_text(f"{seat}@example.org", self.table.address(seat), line)

    def _note(self, commands: list[Future[list[tuple[str, int | None]]]]) -> None:
        for future in commands:
            self.done += [(line, act) for line, act in future.result(120) if act is not None]

    def _settle(self, number: int) -> None:
        """What a sweeper would do in the next half hour, or ten hours."""
        table, later = self.table, LATER if number % 2 else 20 * LATER
        table.clock.now += later
        if table.game().phase == PAUSED:
            self.done += [
                ("RESUME", done.number or 0)
                for done in run_commands(table.service, table.game_id, "RESUME", OPERATOR)
            ]
        is_busy = True
        while is_busy:
            unread = [row.id or 0 for row in self._rows(Letter) if row.state == NEW]
            read = [read_letter(table.service, letter) for letter in unread]
            is_busy = adjudicate(table.service, table.game_id) or any(read)
        table.clock.now -= later
        for turn in table.turns():
            self.deadlines.add(turn.resolved_at + TURN)

    def _rows(self, model: type[Row]) -> list[Row]:
        with self.table.database.read() as session:
            wanted = select(model).where(model.game_id == self.table.game_id)
            return list(session.exec(wanted.order_by(col(model.id))).all())

    # --- what must hold ------------------------------------------------------------------

    def happened(self) -> set[str]:
        """What of all that was thrown had its way at least once."""
        found = {line.split()[0] for line, _ in self.done}
        found |= {"TURN"} if self.table.turns() else set()
        found |= {"UNDONE"} if any(turn.undone for turn in self.table.turns()) else set()
        found |= {"LATE"} if any(row.note == "too late" for row in self._rows(Letter)) else set()
        return found

    def check(self) -> None:
        self._check_records()
        self._check_turns()
        self._check_acts()
        self._check_letters()

    def _check_records(self) -> None:
        """The log is without gaps and leads to the state that the game is in."""
        game, records = self.table.game(), self.table.records()
        assert [record.seq for record in records] == list(range(1, game.seq + 1))
        with self.table.database.read() as session:
            line = path_to(rewinds_of(session, game), game.seq)
            state = state_after(session, game, line)
        assert state is not None and encode_state(state) == game.state
        assert audit(decode_state(game.state)) == []
        assert records[-1].state_hash == hash_of(game.state)
        counting = {record.seq for record in records if not record.undone}
        assert counting == set(line)

    def _check_turns(self) -> None:
        """No turn counts twice, each was played in its order, with what was on file last."""
        turns, game = self.table.turns(), self.table.game()
        counting = sorted((turn for turn in turns if not turn.undone), key=lambda t: t.number)
        assert [turn.number for turn in counting] == list(range(1, game.turn))
        keys = Counter((turn.number, turn.part, turn.timeline) for turn in turns)
        assert set(keys.values()) <= {1}
        kinds = {record.seq: record.kind for record in self.table.records()}
        assert sum(kind == "turn" for kind in kinds.values()) == len(turns)
        assert all(kinds[turn.record_seq] == "turn" for turn in turns)
        own: Counter[str] = Counter()
        for turn in counting:
            own[turn.seat] += 1
            filed = self._newest(turn.seat, own[turn.seat])
            assert turn.sheet == filed, (turn.number, turn.timeline)

    def _newest(self, seat: str, own_turn: int) -> list[str]:
        """A seat's newest orders for a turn of its own, as lines."""
        seat_id = self.table.seat(seat).id
        sheets = [
            sheet
            for sheet in self._rows(Sheet)
            if (sheet.seat_id, sheet.turn) == (seat_id, own_turn)
        ]
        newest = max(sheets, key=lambda sheet: sheet.revision, default=None)
        return newest.text.split("\n") if newest is not None and newest.text else []

    def _check_acts(self) -> None:
        """Whatever was said to be done is in the log once, and begins where something left off."""
        acts = self._rows(Act)
        assert [act.number for act in acts] == list(range(1, len(acts) + 1))
        assert sorted(number for _, number in self.done) == [act.number for act in acts]
        phases = [act.verb for act in acts if act.verb in ("PAUSE", "RESUME")]
        assert phases == ["PAUSE", "RESUME"] * (len(phases) // 2)
        known = {at.isoformat() for at in self.deadlines if at is not None}
        known |= {at for act in acts for at in _moments(act.after)}
        known |= {(act.at + TURN).isoformat() for act in acts if act.verb == "ROLLBACK"}
        for act in acts:
            assert set(_moments(act.before)) <= known, (act.number, act.verb)

    def _check_letters(self) -> None:
        """Every letter was read and answered once, and its orders are on file, or were too late."""
        letters = self._rows(Letter)
        assert {letter.state for letter in letters} <= {DONE}
        assert set(self.letters) <= {letter.id for letter in letters}
        mails = Counter(mail.key for mail in self.table.mails())
        assert set(mails.values()) == {1}
        filed = {sheet.letter_id for sheet in self._rows(Sheet)}
        for letter in letters:
            assert mails[f"ack:{letter.id}"] == 1
            assert letter.id in filed or letter.note == "too late"


def _moments(kept: Mapping[str, Any] | None) -> list[str]:
    """The deadlines that an act keeps."""
    found = kept or {}
    return [at for key, at in found.items() if key in ("deadline_at", "due_at") and at]
