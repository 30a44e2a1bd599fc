"""Windows of INWO's moments: what a reader may not know changes no byte anywhere (I31.5, I31.16).

Two services play the same turns with windows of their own before draws, after losses, as a turn
begins and before a trade is carried out. In one of them bob holds other Plots, meant to lie about
his trade, passed in other words and has other orders on file. At each stop everything is compared
that ann, cat, an observer and anybody at all can get, and the console where ann moderates; logs
name none of his cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.inwo.placing import place
from engine.inwo.state import InwoState
from pbem.games.registry import ruleset
from pbem.models import Game
from tests.pages.test_secrecy_surfaces import BOBS as PEOPLE
from tests.pages.test_secrecy_surfaces import CHANGING, SEAT, Kind, begun, post_of, surfaces
from tests.support.inwo_cases import position_of
from tests.support.page_visits import opened_by
from tests.support.registered import database_in
from tests.support.service_rows import Table, one_line, open_anew

BOBS = (
    {"plots": "bribery, hoax, martyrs, i-lied", "says": "LIE", "pass": "PASS ALL"},
    {"plots": "bribery, embezzlement, vultures, martyrs", "says": "KEEP", "pass": "PASS"},
)
FILED = ("GUARD ALL UNTIL 5", "WHEN cat'S TURN BEGINS: PLAY Martyrs")
CAT = "cat@example.org"


def state_of(bob: int) -> InwoState:
    """Ann is asked for her script; bob's hidden Plots and decks are one of two."""
    seats = {
        "ann": "ufos +1 | the-mafia N +1 | plots: jihad | plot_deck: crusade, law-and-order",
        "bob": f"the-network +1 | canada N +1 | plots: {BOBS[bob]['plots']}"
        f" | plot_deck: {('jake-day, crusade', 'stealing-the-plans, jake-day')[bob]}",
        "cat": "gnomes-of-zurich +1 | finland N +1 | plots: seize-the-time, i-lied",
    }
    options = {"pace": "announce", "windows": ["M5", "M6", "M9", "M11"]}
    return place(position_of({"seats": seats, "options": options}))


def placed(table: Table, state: InwoState) -> None:
    """The game as if its last record had led there."""
    with table.database.write() as session:
        row = session.get_one(Game, table.game_id)
        row.state = ruleset("inwo").codec.encode_state(state)
        row.turn, row.to_move, row.phase = state.turn.number, state.turn.seat, "running"
        row.version += 1
        session.flush()
        open_anew(row, table.clock())
        session.add(row)


class Readers:
    """Ann and cat at their pages, through all of a story."""

    def __init__(self, table: Table, kind: Kind) -> None:
        self.table, self.kind = table, kind
        self.ann, self.cat = opened_by(table, "ann"), opened_by(table, "cat")
        for seat in ("ann", "cat"):
            table.write(seat, "SET JSON on")

    def told(self, readers: str) -> dict[str, object]:
        """All that these and anybody can get now."""
        for seat in ("ann", "cat"):
            self.table.write(seat, "STATUS")
        found = dict(surfaces(self.table, self.kind, self.ann))
        if "cat" in readers:
            for path in SEAT:
                found[f"cat {path}"] = CHANGING.sub("", self.cat.get(self.cat.at + path))
            with self.table.database.read() as session:
                found |= dict(post_of(session, CAT))
        return found


def settle(table: Table) -> None:
    """What all have answered is over."""
    for _ in range(9):
        if not table.adjudicate():
            return


def trade_pends(table: Table, bob: int) -> Iterator[str]:
    """Bob and cat have agreed on a trade; he says whether he keeps it before she does."""
    table.write("cat", "OFFER bob Seize The Time FOR Bribery")
    assert "Answer CHOOSE KEEP or CHOOSE LIE" in one_line(table.write("bob", "ACCEPT 1"))
    settle(table)
    yield "ann, cat"
    table.write("bob", f"CHOOSE {BOBS[bob]['says']}")
    settle(table)
    yield "ann, cat"
    table.clock.on(hours=1)
    table.write("bob", FILED[bob])
    yield "ann, cat"


def trade_or_none(table: Table, bob: int) -> Iterator[str]:
    """A trade of bob and cat waits for both, or bob has declined it."""
    table.write("cat", "OFFER bob Seize The Time FOR Bribery")
    table.write("bob", ("ACCEPT 1", "DECLINE 1")[bob])
    settle(table)
    yield "ann"


def windows(table: Table, bob: int) -> Iterator[str]:
    """Ann loses a card and knocks; then bob's turn begins, and he draws."""
    table.write("bob", FILED[bob])
    table.write("ann", "DISCARD Jihad\nKNOCK\nREADY")
    for _ in range(9):
        settle(table)
        yield "ann, cat"
        if table.game().to_move == "bob" and "YOU ACT" in table.mails("bob")[-1].text:
            break
        table.clock.on(minutes=5)
        table.write("bob", str(BOBS[bob]["pass"]))
        for seat in ("ann", "cat"):
            table.write(seat, "PASS")
    assert "YOU ACT" in table.mails("bob")[-1].text


MODERATED = Kind(is_moderated=True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("story", "kind"),
    [(trade_pends, MODERATED), (trade_or_none, Kind()), (windows, MODERATED)],
    ids=("trade", "no-trade", "windows"),
)
def test_what_bob_holds_and_says_in_a_window_changes_no_byte(
    story: Any, kind: Kind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worlds: list[list[dict[str, object]]] = []
    his: list[str] = []
    for bob in (0, 1):
        (tmp_path / str(bob)).mkdir()
        with database_in(tmp_path / str(bob)) as database:
            table = begun(database, "inwo", PEOPLE[0], kind)
            placed(table, state_of(bob))
            worlds.append([*map(Readers(table, kind).told, story(table, bob))])
            his.append(table.write("bob", "STATUS"))
    assert his[0] != his[1], "bob is told what differs"
    assert len(worlds[0]) == len(worlds[1])
    for at, (one, other) in enumerate(zip(*worlds, strict=True)):
        assert [*one] == [*other]
        for name, text in one.items():
            assert text == other[name], (at, name)
    assert not re.search(
        "lied|bribery|embez|martyr|vultur|jake|steal", "".join(capsys.readouterr()).casefold()
    )
