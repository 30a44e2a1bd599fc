"""A walk through a moderated game by lot: letters, commands, time and sweeps, checked at each step.

`walk(table, seed, steps)` plays; what must hold is in `Walk.check`.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlmodel import col, select

from engine.illuminati.audit import audit
from pbem.games.illuminati.codec import decode_state, encode_state
from pbem.games.illuminati.verification import verify
from pbem.models import (
    DONE,
    FINISHED,
    PAUSED,
    RUNNING,
    Act,
    Game,
    Letter,
    Moderator,
    Outbox,
    Person,
)
from pbem.service.arriving.intake import accept
from pbem.service.history.exporting import export_game
from pbem.service.history.timelines import path_to, rewinds_of, state_after
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.seats.moderators import add_moderator, moderators_address
from pbem.service.seats.standby_list import add_standby
from pbem.service.snapshots import hash_of
from pbem.service.transaction import GameTx
from tests.support.service_rows import CAST, Table, letter_text

EVE, SAM = "eve@example.org", "sam@example.org"
LETTERS = (
    "READY",
    "WAIT",
    "PASS\nREADY",
    "PASS",
    "STATUS\nWHO\nLOG",
    "1: ATTACK Yuppies WITH Mafia SPEND 2\n2: ATTACK Hackers WITH CIA\nREADY",
    "GUARD ALL UNTIL 3 MAX 4",
    "OPPOSE 1 MAX 3\nREADY",
    "GIVE 1 TO bob\nGIVE 1 TO cat",
    "OFFER bob 1 FOR 1",
    "ACCEPT ALL",
    "UNDO",
    "CLEAR",
    "AWAY FROM tomorrow TO in 4 days",
    "AWAY TO tomorrow",
    "BACK",
    "RESIGN",
    "STAY",
    "DELEGATE TO cat UNTIL in 5 days",
    "DELEGATE OFF",
    "SET SILENCE PASS",
    "RESEND\nHISTORY",
    "SAY TO ALL: fnord",
    "ROLLBACK TO TURN 1",
    "",
    "fnord fnord",
)
COMMANDS = (
    "EXTEND 6h",
    "SHORTEN 3h REALLY",
    "SET DEADLINE in 30h",
    "PAUSE",
    "PAUSE UNTIL in 20h",
    "RESUME",
    "SET SCRIPT NEXT 2d",
    "SET SCRIPT GRACE 12h",
    "SET SCRIPT GRACE off",
    "SET DELAY 2h",
    "SET MIN 3h",
    "SET CLOCK 18:00",
    "SET DAYS mon-fri",
    "SET HOLIDAY 2026-11-23..2026-11-26",
    "SET HOLIDAY off",
    "SET RELEASE on",
    "SET RELEASE off",
    "SET HIDE WAITED on",
    "SET PRESET daily",
    "SET REMINDERS off",
    "SET REMINDERS on",
    "PROCESS TURN {turn}",
    "PROCESS TURN {before}",
    "RELEASE TURN {turn}",
    "ROLLBACK TO TURN {turn}",
    "ROLLBACK TO TURN {turn} FRESH DICE",
    "ROLLBACK TO TURN {before}",
    "ROLLBACK TO TURN {first}",
    "ROLLFORWARD",
    "EDIT MONEY OF Mafia 7 BECAUSE of a slip",
    "EDIT HAND OF cat ADD Bribery BECAUSE of a slip",
    "EDIT MOVE TO {seat} BECAUSE of a slip",
    "EDIT STATE deck = [] BECAUSE of nothing",
    "BECOME {seat}:\nPASS\nREADY\nEND",
    "BECOME {mover}:\nGUARD ALL UNTIL 2 MAX 1\nEND",
    "ALLOW {seat}",
    "OFFER {seat}",
    "REPLACE {seat} BY new{number}@example.org NAMED New{number}",
    "APPROVE {seat}",
    "REFUSE {seat}",
    "NOTICE fnord",
    "RULE fnord",
    "HOLD {letter}",
    "HOLD SEAT {seat}",
    "RELEASE SEAT {seat}",
    "LET {letter}",
    "RETRY {letter}",
    "PREVIEW\nPREVIEW {seat}",
    "STATUS\nWHO\nLOG\nLETTERS\nSET\nRULES",
)
RARE = ("EJECT {seat} BECAUSE of silence", "TERMINATE BECAUSE enough")
CLOCK = ("SET DEADLINE", "SHORTEN", "PROCESS", "PAUSE", "RESUME", "ROLLBACK", "ROLLFORWARD")
"""Verbs that may move a deadline to an earlier moment."""
PASS = {"dmarc": "pass"}


@dataclass
class Walk:
    """A table, the lots, and what the last look saw."""

    table: Table
    lots: random.Random
    eve: Moderator
    seen: Game
    acts: int = 0
    done: list[str] = field(default_factory=list)

    def step(self) -> None:
        """Something happens, and everything that must hold does."""
        acts: tuple[tuple[Callable[[], str], int], ...] = (
            (self.letter, 30),
            (self.command, 22),
            (self.mailed, 5),
            (self.later, 15),
            (self.to_due, 18),
            (self.sweep, 26),
            (self.code, 4),
            (self.twice, 3),
        )
        act = self.lots.choices([one for one, _ in acts], [many for _, many in acts])[0]
        said = act()
        self.done.append(f"{self.table.clock():%d %H:%M} {said}")
        self.check()

    # --- what may happen -------------------------------------------------------------------

    def letter(self) -> str:
        seat, body = self.lots.choice(CAST), self.lots.choice(LETTERS)
        email = self.email(seat)
        letter = self.table.send(seat, body, sender=email)
        if self.lots.random() < 0.7:
            self.table.read(letter)
        return f"{seat}: {body!r}"

    def code(self) -> str:
        """Somebody sends a line back that was offered to him with a code."""
        with self.table.database.read() as session:
            rows = session.exec(select(Outbox).order_by(col(Outbox.id).desc()).limit(60)).all()
        for row in rows:
            found = re.search(r"^[# ]*((?:RESIGN|DELEGATE TO \S+ UNTIL|TAKE) .+)$", row.text, re.M)
            if not found:
                continue
            to = "game@example.org"
            seat = next((s for s in CAST if self.table.seat(s).id == row.seat_id), None)
            to = self.table.address(seat) if seat else to
            raw = letter_text(row.rcpt, to, found[1])
            self.table.read(accept(self.table.service, raw, to, row.rcpt, PASS))
            return f"{row.rcpt} {found[1]!r}"
        return "no code"

    def command(self) -> str:
        lines = self.lots.choice(COMMANDS)
        if self.lots.random() < 0.02:
            lines = self.lots.choice(RARE)
        lines = self.filled(lines)
        found = run_commands(self.table.service, self.table.game_id, lines, OPERATOR)
        return "; ".join(f"{one.line} -> {one.is_done}" for one in found)

    def mailed(self) -> str:
        """Three commands in a letter, which may be left for the sweeper."""
        lines = self.filled("\n\n".join(self.lots.choices(COMMANDS, k=3)))
        with self.table.database.read() as session:
            to = moderators_address(self.table.service, session, self.eve)
        letter = accept(self.table.service, letter_text(EVE, to, lines), to, EVE, PASS)
        if self.lots.random() < 0.5:
            self.table.read(letter)
        return f"eve: {lines!r}"

    def later(self) -> str:
        hours = self.lots.choice((0.01, 0.5, 3, 9, 26))
        self.table.clock.on(hours=hours)
        return f"{hours} h later"

    def to_due(self) -> str:
        game = self.table.game()
        at = self.lots.choice((game.due_at, game.deadline_at, game.alarm_at))
        if at is not None and at > self.table.clock():
            self.table.clock.now = at
            return "a moment comes"
        return "nothing is due"

    def sweep(self) -> str:
        return f"sweep {self.table.sweep()}"

    def twice(self) -> str:
        return f"sweep {self.table.sweep()} {self.table.sweep()}"

    def filled(self, lines: str) -> str:
        game = self.table.game()
        return lines.format(
            turn=game.turn,
            before=max(1, game.turn - 1),
            first=max(1, game.turn - 3),
            seat=self.lots.choice(CAST),
            mover=game.to_move,
            number=self.lots.randrange(1000),
            letter=self.lots.randrange(1, 40),
        )

    def email(self, seat: str) -> str:
        with self.table.database.read() as session:
            return session.get_one(Person, self.table.seat(seat).person_id).email

    # --- what must hold --------------------------------------------------------------------

    def check(self) -> None:
        game = self.table.game()
        new = self.new_acts()
        self._check_deadline(game, new)
        self._check_clock(game)
        self._check_state(game)
        self.seen = game

    def new_acts(self) -> list[Act]:
        with self.table.database.read() as session:
            rows = session.exec(select(Act).order_by(col(Act.number))).all()
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        new = list(rows[self.acts :])
        self.acts = len(rows)
        return new

    def _check_deadline(self, game: Game, new: list[Act]) -> None:
        """It never moves earlier by itself while the same wait runs."""
        before = self.seen
        same = ("turn", "timeline", "wait", "opened_at", "to_move")
        is_same = all(getattr(before, name) == getattr(game, name) for name in same)
        if not is_same or before.deadline_at is None or game.phase == FINISHED:
            return
        if any(act.verb in CLOCK for act in new) or PAUSED in (before.phase, game.phase):
            return
        assert game.deadline_at is not None, self.told
        assert game.deadline_at >= before.deadline_at, self.told

    def _check_clock(self, game: Game) -> None:
        if game.phase == FINISHED:
            assert game.due_at is None and game.deadline_at is None, self.told
        elif game.phase == PAUSED:
            assert game.claimed_until is None, self.told
        elif game.closed_at is not None and game.released != game.turn:
            assert game.due_at is None, self.told
        else:
            assert game.phase == RUNNING
            assert game.due_at is not None and game.deadline_at is not None, self.told
        assert game.error is None, game.error

    @property
    def told(self) -> str:
        return "\n".join(self.done[-12:])

    def _check_state(self, game: Game) -> None:
        state = decode_state(game.state)
        assert audit(state) == [], self.told
        assert game.turn == state.turn.number and game.to_move == state.turn.seat
        records = self.table.records()
        assert [record.seq for record in records] == list(range(1, game.seq + 1))
        assert records[-1].state_hash == hash_of(game.state)
        counting = [
            turn.number for turn in self.table.turns() if not turn.undone and turn.part == 0
        ]
        assert len(counting) == len(set(counting)), self.told

    # --- the end ---------------------------------------------------------------------------

    def end(self) -> None:
        """All is read and told; the log explains the state; the export is proved fair."""
        table = self.table
        self._settle()
        if table.game().phase != FINISHED:
            [done] = run_commands(
                table.service, table.game_id, "TERMINATE BECAUSE enough", OPERATOR
            )
            assert done.is_done, done.answer
            self._settle()
        with table.database.read() as session:
            letters = session.exec(select(Letter)).all()
            keys = Counter(row.key for row in session.exec(select(Outbox)).all())
            game = session.get_one(Game, table.game_id)
            line = path_to(rewinds_of(session, game), game.seq)
            state = state_after(session, game, line)
        assert state is not None and encode_state(state) == game.state
        assert set(keys.values()) <= {1}
        for letter in letters:
            assert letter.state == DONE, (letter.id, letter.state, letter.error)
            answered = [key for key in keys if re.fullmatch(rf"ack:{letter.id}(:.*)?", key)]
            assert answered or self._is_silent(letter), (letter.id, letter.outcome, letter.note)
        export = export_game(table.service, game.name)
        assert verify(export) == []
        assert json.loads(export)

    def _settle(self) -> None:
        for _ in range(40):
            self.table.clock.on(minutes=20)
            if not self.table.sweep():
                break

    def _is_silent(self, letter: Letter) -> bool:
        """Held, or of somebody who plays no longer: that is answered in another way, or not."""
        return letter.outcome in ("held", "unused", "confirmation", "standby") or "not read" in (
            letter.note or ""
        )


def walk(table: Table, seed: int, steps: int) -> Walk:
    """Go so many steps from a new table."""
    with table.database.write() as session:
        game = session.exec(select(Game)).one()
        eve = add_moderator(GameTx(table.service, session, table.clock(), game), EVE, "Eve")
        session.flush()
        session.refresh(eve)
        session.expunge(eve)
    add_standby(table.service, SAM, name="Sam")
    going = Walk(table, random.Random(seed), eve, table.game())
    for _ in range(steps):
        going.step()
    going.end()
    return going
