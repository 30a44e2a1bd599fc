"""Whole games by mail: robots that answer their mails, in every pace, to the end.

Each robot writes what its game's robots would, as some mail program does. The clock
goes on by hand; after every step the game is audited and every new mail looked into.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

import pytest
from sqlmodel import col, select

from engine.illuminati.audit import audit
from engine.illuminati.cards import GROUPS, SPECIALS
from engine.illuminati.events import Event
from engine.illuminati.evolve import replay
from engine.illuminati.state import GameOptions, Pace
from engine.illuminati.view import seen
from pbem.cli.demoing import HABITS, ZONES
from pbem.database import Database, open_database
from pbem.demo.game import MailRobot, read_mail
from pbem.demo.programs import AnsweredMail
from pbem.games.contract.orders import STANDING
from pbem.games.illuminati.codec import decode_events, encode_state
from pbem.mail.compose import render
from pbem.models import DONE, FINISHED, Letter, Outbox, Record
from pbem.service.arriving.intake import accept
from pbem.service.context import ServiceContext
from pbem.service.letters.reading import read_letter
from pbem.service.mailing.robot_readers import read_for_robot
from pbem.service.orders.judging import letter_for, resign_code
from pbem.service.sending.delivery import deliver
from pbem.service.sending.messages import message_of
from pbem.service.snapshots import load_game
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from tests.support.service_rows import CAST, NOON, Hands, Table, random_bytes

pytestmark = [pytest.mark.long, pytest.mark.slow]
MOST_TURNS = 200
SETTINGS = Settings.model_validate(
    {
        "mail": {
            "address": "game@example.org",
            "key": "fnord" * 8,
            "letters_an_hour": 0,
            "answer_gap_seconds": 0,
        }
    }
)
OFFERED = re.compile(r"^# ([A-Z]{2,}\b[^#]*?)(?:  +#.*)?$", re.MULTILINE)
CARD_TEXTS = re.compile(
    r"^(?:== WHAT THE (?:NEW )?CARDS SAY =+$|In your hand:$).*?(?=^==|^Money )",
    re.MULTILINE | re.DOTALL,
)
"""What is printed on cards speaks of other cards."""
MONEY_CARDS = re.compile(r"Specials? that you cannot see\. [^.]* would add that much more\.")
"""A bulletin names what any hand that its reader has not seen could hold."""
CARD_IN = re.compile(r"'([a-z0-9-]+)'")
CARDS = frozenset((*SPECIALS, *GROUPS))
BARE = frozenset({"ATTACK", "TRANSFER"})
"""Verbs that stand in a form for a line to be written."""


class MailGame:
    """Four robots and their mails; whatever happens is looked at as soon as it has."""

    def __init__(self, database: Database, pace: Pace, seed: int, *, is_drawn: bool = False):
        self.is_drawn = is_drawn
        service = ServiceContext(database, SETTINGS, Hands(NOON))
        self.robots = {
            name: MailRobot(name, f"{name}@example.org", seed, habits)
            for name, habits in zip(CAST, HABITS, strict=True)
        }
        newcomers = [
            Newcomer(name, f"{name}@example.org", zone)
            for name, zone in zip(CAST, ZONES, strict=True)
        ]
        game_id = create_game(
            service,
            NewGame(f"Fnord-{seed}", newcomers, random_bytes(seed), options=GameOptions(pace=pace)),
        )
        assert isinstance(service.clock, Hands)
        self.table = Table(service, service.clock, game_id)
        self.done = dict.fromkeys(CAST, "")
        self.digests: list[str] = []
        self.questions: list[str] = []
        self.programs: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.known: dict[str, set[str]] = {name: set() for name in CAST}
        self._told = self._records = 0

    def play(self, most_turns: int = MOST_TURNS) -> None:
        """Until the game is over, or so many turns were played."""
        while self.table.game().phase != FINISHED and self.table.game().turn <= most_turns:
            self._answer_mails()
            if not self.table.adjudicate():
                self.table.to_deadline()
                assert self.table.adjudicate()
            assert audit(self.table.state()) == []
        self._answer_mails()

    def _answer_mails(self) -> None:
        """Every mail is read, and answered if it asks, until there is no new one."""
        while new := self._new_mails():
            for mail in new:
                self._answer(mail)

    def _new_mails(self) -> list[Outbox]:
        with self.table.database.read() as session:
            wanted = select(Outbox).where(col(Outbox.id) > self._told).order_by(col(Outbox.id))
            found = list(session.exec(wanted).all())
        self._told = found[-1].id or 0 if found else self._told
        if found:
            self._learn()
        return found

    def _learn(self) -> None:
        """The cards that have been named in anything a seat has seen so far."""
        with self.table.database.read() as session:
            wanted = select(Record).where(Record.seq > self._records).order_by(col(Record.seq))
            records = session.exec(wanted).all()
        state = self.table.state()
        for record in records:
            self._records = record.seq
            for event in decode_events(record.events):
                for name, known in self.known.items():
                    known |= set(CARD_IN.findall(repr(seen(event, name, state)))) & CARDS

    def _answer(self, mail: Outbox) -> None:
        raw = self._bytes_of(mail)
        robot = self.robots[mail.rcpt.partition("@")[0]]
        seen = read_mail(raw)
        told = read_for_robot(self.table.service, seen.message_id, "greedy", self.done[robot.name])
        look_into(self.table, robot.name, mail, seen, self.known[robot.name])
        self.kinds["last-report" if told.is_last else told.kind] += 1
        if told.is_answer and not mail.text.startswith("COVERED\n"):
            self.questions.append(mail.text)
        self.table.clock.on(minutes=2)
        if not told.lines:
            return
        self.done[robot.name] = told.occasion
        written = robot.answer(seen, told.lines, self.table.clock.now)
        self.programs[written.program] += 1
        self.digests.append(hashlib.sha256(written.raw).hexdigest())
        assert written.rcpt == self.table.address(robot.name)
        assert read_letter(
            self.table.service,
            accept(self.table.service, written.raw, written.rcpt, written.mail_from),
        )

    def _bytes_of(self, mail: Outbox) -> bytes:
        """The mail as it goes out; its picture is drawn only where that is asked."""
        if not self.is_drawn:
            return render(message_of(self.table.service, mail, self.table.game()))
        assert deliver(self.table.service, mail.id or 0, self.table.post)
        *_, (_, rcpt, raw) = self.table.post.sent
        assert rcpt == mail.rcpt
        self.digests.append(hashlib.sha256(raw).hexdigest())
        return raw


# --- what a mail may say ----------------------------------------------------------------


def look_into(table: Table, reader: str, mail: Outbox, seen: AnsweredMail, known: set[str]) -> None:
    """A new mail is for its reader, fits the page, offers what works, and tells no secret."""
    assert mail.seat_id == table.seat(reader).id
    assert seen.subject.startswith(f"[{table.game().name}] ")
    assert seen.reply_to == table.address(reader)
    assert max(map(len, mail.text.splitlines())) <= 72, mail.text
    assert seen.text.rstrip() == mail.text.rstrip(), "what is sent is what was written"
    assert "Traceback" not in mail.text and "None" not in mail.text.split()
    check_offers(table, reader, mail)
    check_secrets(table, reader, mail, seen, known)


def check_offers(table: Table, reader: str, mail: Outbox) -> None:
    """Every line whose # may be taken away would be taken as an order, each by itself."""
    with table.database.read() as session:
        snapshot = load_game(session, table.game_id)
    for line in OFFERED.findall(mail.text):
        if line in BARE:
            continue
        letter = letter_for(snapshot, reader, line)
        work = snapshot.ruleset.language.judge(snapshot.given, letter)
        assert work.lines, line
        assert all(told.status in STANDING for told in work.lines), (line, work.lines)


def check_secrets(
    table: Table, reader: str, mail: Outbox, seen: AnsweredMail, known: set[str]
) -> None:
    """No hand, no card of the deck, no treasury, no address and no secret of the game.

    One Special is there twice: what is in the discards is public, wherever the other is.
    """
    game, state = table.game(), table.state()
    known = known | {*state.discards}
    text = MONEY_CARDS.sub("", " ".join(CARD_TEXTS.sub("", mail.text).split()))
    whole = f"{mail.subject}\n{mail.text}\n{seen.html}"
    for other in (seat for seat in CAST if seat != reader):
        assert table.token(other) not in whole
        assert resign_code(game.secret, other, game.turn) not in whole
        for card in {*state.seat(other).hand} - known - {*state.seat(reader).hand}:
            assert SPECIALS[card].name not in text, f"{other} holds {card}, and {reader} reads it"
    for card in {*state.deck} - known:
        name = GROUPS[card].name if card in GROUPS else SPECIALS[card].name
        assert not re.search(rf"\b{re.escape(name)}\b", text), f"{card} is in the deck"
    assert (game.secret in mail.text) == (game.phase == FINISHED and mail.kind == "turn")
    if mail.kind == "turn":
        check_treasuries(mail.text)


WORLD_ROW = re.compile(r"  .{35} \w+ +\d+/\d+ +\S+ +\S+ +\S+ +(\d+|-|\$) \S+")


def check_treasuries(text: str) -> None:
    """What lies on another's card is never counted."""
    is_own = False
    for line in text.splitlines():
        row = WORLD_ROW.fullmatch(line)
        if row is None:
            is_own = line.startswith("  YOU ")
        elif not is_own:
            assert not row[1].isdigit(), line


def events_of(table: Table) -> tuple[Event, ...]:
    return tuple(e for record in table.records() for e in decode_events(record.events))


# --- what the tables say in the end -----------------------------------------------------


def check_books(game: MailGame) -> None:
    """Every letter was answered once, the log leads to the state, and turns follow each other."""
    table = game.table
    with table.database.read() as session:
        letters = session.exec(select(Letter)).all()
    assert {letter.state for letter in letters} == {DONE}
    keys = Counter(mail.key for mail in table.mails())
    assert set(keys.values()) == {1}
    answers = sorted(key for key in keys if key.startswith("ack:"))
    assert answers == sorted(f"ack:{letter.id}" for letter in letters)
    assert len(letters) == sum(game.programs.values()) == game.kinds["acknowledgement"]
    assert encode_state(replay(events_of(table))) == table.game().state
    numbers = sorted((turn.number, turn.part) for turn in table.turns())
    assert [number for number, part in numbers if part == 0] == list(range(1, numbers[-1][0] + 1))
    assert game.kinds["last-report"] == len(CAST)


PLAYED: Mapping[Pace, int] = {"announce": 2, "policies": 3, "conclave": 4, "table": 5}
"""A seed for every pace."""


@pytest.mark.parametrize(("pace", "seed"), PLAYED.items())
def test_robots_that_answer_their_mails_come_to_an_end(
    sqlite_database: Database, pace: Pace, seed: int
) -> None:
    assert set(PLAYED) == set(get_args(Pace))
    game = MailGame(sqlite_database, pace, seed)
    game.play()
    assert game.table.game().phase == FINISHED and game.table.state().winners
    if pace == "announce":
        assert set(game.programs) == {program for habits in HABITS for program in habits}
    assert game.questions == []
    assert (game.kinds["bulletin"] > 0) == (pace in ("announce", "table"))
    check_books(game)


@pytest.fixture
def databases(tmp_path: Path, sqlite_url: str) -> Iterator[list[Database]]:
    """Two that are the same, empty."""
    first = Path(sqlite_url.removeprefix("sqlite:///"))
    second = tmp_path / "second.db"
    second.write_bytes(first.read_bytes())
    made = [
        open_database(Settings.model_validate({"database": {"url": f"sqlite:///{path}"}}))
        for path in (first, second)
    ]
    yield made
    for database in made:
        database.close()


def test_the_same_seed_sends_the_same_bytes(databases: list[Database]) -> None:
    games = [MailGame(database, "announce", 7, is_drawn=True) for database in databases]
    for game in games:
        game.play(5)
    assert len(games[0].digests) > 50
    assert games[0].digests == games[1].digests
