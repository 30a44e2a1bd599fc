"""What a bulletin warns of: who wins, what is lost, how much could still come, what is enough."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.evolve.ledger import counted
from engine.illuminati.state import State
from pbem.database import Database
from pbem.games.illuminati.codec import decode_events
from pbem.games.illuminati.position import read_position
from pbem.games.illuminati.rules import ANSWERS
from pbem.games.illuminati.simulation.play import PlayedStep, play_game
from pbem.settings import Settings
from tests.support.places import TESTS
from tests.support.service_rows import CAST, FNORD, Table, new_table, one_line, set_state

Golden = Callable[[Path, str], None]
HERE = TESTS / "reports"
FIGURE = re.compile(r" {6}(.+?) +(-?\d+)  \((\d+) %\)")
LINE = re.compile(r"# ((?:GUARD|OPPOSE|SUPPORT) .+?)  +# need (-?\d+), (\d+) %")
SETTINGS = Settings.model_validate(
    {"mail": {"address": "game@example.org", "answer_gap_seconds": 0}}
)


class _Enough(Exception):
    """The rest of the game is not looked at."""


@cache
def robots_at(turn: int) -> State:
    """A game of four robots of every kind as that turn begins."""

    def watch(step: PlayedStep) -> None:
        if step.state.turn.number == turn:
            raise _Enough(step.state)

    with pytest.raises(_Enough) as found:
        play_game(b"danger:5", 4, "mixed", watch)
    (state,) = found.value.args
    return state


def announced(table: Table, state: State, *lines: str) -> None:
    """The game is put at that state, and whoever is to move announces these lines."""
    set_state(table, changed(state, options=changed(state.options, pace="announce")))
    table.write(state.turn.seat, "\n".join([*lines, "READY"]))
    assert table.adjudicate()
    assert table.game().wait == ANSWERS


def bulletin(table: Table, seat: str) -> str:
    mail = table.mails(seat, "bulletin")[-1]
    return f"Subject: {mail.subject}\n\n{mail.text}"


def figures(text: str) -> list[tuple[str, int, int]]:
    """The lines under a sum: label, need and chance."""
    return [(label, int(need), int(chance)) for label, need, chance in FIGURE.findall(text)]


def offered(text: str) -> dict[str, int]:
    """The lines offered that spend money, and the need they end at."""
    return {line: int(need) for line, need, _ in LINE.findall(text)}


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    return new_table(sqlite_database, SETTINGS, pace="announce")


# --- a game of robots in which one attack would win -------------------------------------


def test_every_seat_is_warned_of_an_attack_that_would_win(table: Table, golden: Golden) -> None:
    announced(table, robots_at(27), "ATTACK Texas WITH Yuppies SPEND 3 UP TO 20")
    table.write("cat", "RESEND BULLETIN")
    for seat in CAST:
        golden(HERE / f"danger_{seat}.txt", bulletin(table, seat))


# --- what is enough ---------------------------------------------------------------------

RAID = "ATTACK CIA WITH Mafia SPEND 2"
ALL_SHE_HAS = f"{RAID} UP TO 23 OVERSHOOT 30"
RICH = counted(read_position(FNORD))
PRIVILEGED = f"{RAID} PRIVILEGED BY Bribery"


def final_need(table: Table) -> int:
    (attacked,) = (
        event
        for row in table.records()
        for event in decode_events(row.events)
        if isinstance(event, ev.Attacked)
    )
    return attacked.need


@pytest.mark.parametrize("place", [0, 1])
def test_an_offered_guard_is_enough_whatever_the_attacker_adds(table: Table, place: int) -> None:
    announced(table, RICH, ALL_SHE_HAS)
    text = bulletin(table, "bob")
    worst = dict((label, need) for label, need, _ in figures(text))
    assert worst["ann adds all ann could, at most 21 MB more"] == 19
    assert worst["you add all you have for it, 16 MB"] == -1
    line, need = list(offered(text).items())[place]
    assert (line, need) == [("GUARD 1 UNTIL 1 MAX 14", 1), ("GUARD 1 UNTIL 6 MAX 9", 6)][place]
    table.write("bob", line)
    table.run_turn()
    assert final_need(table) == need


@pytest.mark.parametrize("seat", ["cat", "dee"])
def test_outsiders_get_no_line_that_privilege_bars(table: Table, seat: str) -> None:
    announced(table, RICH, PRIVILEGED)
    text = bulletin(table, seat)
    assert not offered(text) and "OPPOSE" not in text and "SUPPORT" not in text
    assert "GUARD 1 UNTIL 1 MAX" in bulletin(table, "bob")


def test_money_for_two_attacks_is_not_promised_to_each(table: Table) -> None:
    announced(table, RICH, RAID, "ATTACK Yuppies WITH Servants SPEND 1")
    first, _, second = one_line(bulletin(table, "bob")).partition("at most 19 MB more")
    said = "This assumes that ann spent nothing on line 1; money spent there is gone."
    assert said not in first and second.count(said) == 1, second


def test_a_reserve_is_not_counted_as_money_for_the_attack(table: Table) -> None:
    table.write("bob", "RESERVE 10")
    announced(table, RICH, RAID)
    text = bulletin(table, "bob")
    assert ("you add all you have for it, 6 MB", 9, 83) in figures(text)
    assert list(offered(text)) == ["GUARD 1 UNTIL 1 ALL IN"]
    assert "your RESERVE keeps 10 of it there" in one_line(text)


def test_help_is_offered_after_resistance_where_nobody_would_win(table: Table) -> None:
    announced(table, RICH, "ATTACK Yuppies WITH Mafia SPEND 1")
    assert [line.split()[0] for line in offered(bulletin(table, "dee"))] == ["SUPPORT"]


@pytest.mark.long
@pytest.mark.parametrize("seat", ["ann", "bob", "dee"])
def test_an_attack_that_would_win_is_never_helped(table: Table, seat: str) -> None:
    announced(table, robots_at(27), "ATTACK Texas WITH Yuppies SPEND 3 UP TO 20")
    text = bulletin(table, seat)
    assert "cat WINS THE GAME" in text and "SUPPORT" not in text


def test_a_very_long_game_has_nobody_who_could_win_by_an_attack(table: Table) -> None:
    state = robots_at(27)
    long = changed(state, options=changed(state.options, length="very-long"))
    announced(table, long, "ATTACK Texas WITH Yuppies SPEND 3 UP TO 20")
    text = bulletin(table, "dee")
    assert "WINS THE GAME" not in text and "could win" not in text and "one group away" not in text


def test_where_nobody_has_counted_no_amount_is_made_up(table: Table) -> None:
    announced(table, read_position(FNORD), RAID)
    text = one_line(bulletin(table, "bob"))
    assert "Nobody can tell how much ann could add" in text
    assert "at most" not in text
