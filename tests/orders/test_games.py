"""Whole games by letter: their transcripts, their proofs, and what no mail may give away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlmodel import select

from engine.illuminati.audit import audit
from engine.illuminati.cards import SPECIALS
from engine.illuminati.events import Event
from engine.illuminati.evolve import replay
from engine.illuminati.state import State
from engine.illuminati.view import seen
from pbem.database import Database
from pbem.games.illuminati.codec import decode_events, decode_state, encode_state
from pbem.mail.compose import render
from pbem.models import DONE, Letter, Outbox
from pbem.service.orders.judging import resign_code
from pbem.service.sending.messages import message_of
from pbem.service.snapshots import hash_of
from pbem.settings import Settings
from tests.support.places import TESTS
from tests.support.service_games import play_game, transcript
from tests.support.service_rows import CAST, Table, new_table

FOLDER = TESTS / "games"
Golden = Callable[[Path, str], None]
SETTINGS = Settings.model_validate(
    {"mail": {"address": "game@example.org", "answer_gap_seconds": 0}}
)
pytestmark = pytest.mark.slow


def events_of(table: Table) -> tuple[Event, ...]:
    return tuple(e for record in table.records() for e in decode_events(record.events))


@pytest.mark.long
@pytest.mark.parametrize("seed", [1])
def test_a_whole_game_is_played_as_it_was(
    sqlite_database: Database, seed: int, golden: Golden
) -> None:
    table = new_table(sqlite_database, SETTINGS, position=None, seed=seed)
    play_game(table, b"robots %d" % seed)
    assert table.game().phase == "finished" and table.state().winners
    golden(FOLDER / f"robots-{seed}.txt", transcript(table))


class Watcher:
    """Looks into every new mail for what its reader may not know."""

    def __init__(self) -> None:
        self.mails = 0
        self.records = 0
        self.known: dict[str, set[str]] = {seat: set() for seat in CAST}
        self.secrets_held = 0

    def __call__(self, table: Table) -> None:
        state = table.state()
        assert audit(state) == []
        self._learn(table, state)
        mails = table.mails()
        for mail in mails[self.mails :]:
            self._check(table, state, mail)
        self.mails = len(mails)

    def _learn(self, table: Table, state: State) -> None:
        records = table.records()
        for record in records[self.records :]:
            for event in decode_events(record.events):
                for seat in CAST:
                    shown = repr(seen(event, seat, state))
                    self.known[seat] |= {card for card in SPECIALS if f"'{card}'" in shown}
        self.records = len(records)

    def _check(self, table: Table, state: State, mail: Outbox) -> None:
        raw = render(message_of(table.service, mail, table.game())).decode()
        reader = next(seat for seat in CAST if table.seat(seat).id == mail.seat_id)
        assert mail.rcpt == f"{reader}@example.org"
        others = [seat for seat in CAST if seat != reader]
        for seat in others:
            assert table.token(seat) not in raw
            assert resign_code(table.game().secret, seat, table.game().turn) not in raw
        text = " ".join(mail.text.split())
        for seat in others:
            for card in (
                set(state.seat(seat).hand) - self.known[reader] - {*state.seat(reader).hand}
            ):
                self.secrets_held += 1
                assert SPECIALS[card].name not in text, f"{seat} has {card}, and {reader} reads it"
        assert "Traceback" not in text
        is_over = bool(state.winners)
        assert (table.game().secret in mail.text) == (is_over and mail.kind == "turn")


@pytest.mark.long
@pytest.mark.parametrize("seed", [2, 3])
def test_no_mail_tells_what_its_reader_may_not_know(sqlite_database: Database, seed: int) -> None:
    table = new_table(sqlite_database, SETTINGS, position=None, seed=seed)
    watcher = Watcher()
    play_game(table, b"secrets %d" % seed, watcher)
    assert watcher.mails > 100 and watcher.secrets_held > 50
    check_books(table)


def check_books(table: Table) -> None:
    """The log replays to the stored state, turns follow each other, every letter was answered."""
    records, game = table.records(), table.game()
    assert [record.seq for record in records] == list(range(1, game.seq + 1))
    assert encode_state(replay(events_of(table))) == game.state
    assert records[-1].state_hash == hash_of(game.state)
    turns = table.turns()
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    played = {record.seq: record for record in records if record.kind == "turn"}
    assert sorted(played) == [turn.record_seq for turn in turns]
    for turn in turns:
        assert hash_of(turn.state) == played[turn.record_seq].state_hash
        assert isinstance(turn.sheet, list)
    keys = [mail.key for mail in table.mails()]
    acks = [key for key in keys if key.startswith("ack:") and key.count(":") == 1]
    assert len(keys) == len(set(keys)) and len(acks) == len(letters_done(table))
    check_reports(table)


def check_reports(table: Table) -> None:
    """Whoever is in gets each report once, and whoever is out what concerns him and the last."""
    reports = Counter(mail.seat_id for mail in table.mails() if mail.key.startswith("report:"))
    after = [decode_state(turn.state) for turn in table.turns()]
    for seat in CAST:
        was_in = sum(not state.seat(seat).is_out for state in after)
        count, is_out = reports[table.seat(seat).id], after[-1].seat(seat).is_out
        least = was_in + 1 + 2 * is_out
        assert count == least if not is_out else least <= count < len(after) + 1


def letters_done(table: Table) -> list[int]:
    with table.database.read() as session:
        letters = session.exec(select(Letter)).all()
    assert all(letter.state == DONE for letter in letters)
    return [letter.id or 0 for letter in letters]
