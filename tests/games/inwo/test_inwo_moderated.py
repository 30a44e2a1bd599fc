"""What a moderator may change in a game of INWO, what he is told, and that it is proved after."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner

from engine.inwo.placing import place
from engine.inwo.state import InwoState
from pbem.cli import main
from pbem.database import Database
from pbem.games.contract.values import RulesetError
from pbem.games.inwo.editing import edited
from pbem.games.inwo.verification import remarks, verify
from pbem.games.registry import ruleset
from pbem.models import FINISHED, Game
from pbem.service.context import ServiceContext
from pbem.service.history.exporting import export_game
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.turns.founding import NewGame, create_game, robot_newcomer
from pbem.settings import Settings
from tests.support.inwo_adjudication import EXAMPLE
from tests.support.service_rows import Hands, Table, random_bytes

POSITION = {
    "to_move": "ann",
    "seat": [
        {
            "name": "ann",
            "illuminati": "ufos",
            "tokens": 1,
            "plots": ["jihad"],
            "plot_deck": ["hoax"],
            "groups": [
                {"id": "the-mafia", "master": "ufos", "arrow": "N"},
                {"id": "texas", "master": "the-mafia", "arrow": "N", "tokens": 1},
            ],
        },
        {
            "name": "bob",
            "illuminati": "the-network",
            "plots": ["hoax"],
            "group_hand": ["trekkies"],
            "groups": [{"id": "hackers", "master": "the-network", "arrow": "N"}],
        },
    ],
}


@pytest.fixture
def state() -> InwoState:
    return place(POSITION)


def copy_of(state: InwoState, name: str) -> str:
    return next(copy for copy in state.table if copy.startswith(f"{name}@"))


Test = Callable[[InwoState], object]


@pytest.mark.parametrize(
    ("line", "told", "test", "wanted"),
    [
        (
            "TOKENS OF Mafia 2",
            "The Mafia of ann has 2 tokens instead of 0.",
            lambda s: s.tokens[copy_of(s, "the-mafia")],
            2,
        ),
        (
            "give mafia to bob under the network at e",
            "bob controls The Mafia: it is under The Network, at arrow E.",
            lambda s: [s.table[copy_of(s, name)].seat for name in ("the-mafia", "texas")],
            ["bob", "bob"],
        ),
        (
            "GIVE Trekkies TO ann UNDER Illuminati AT W",
            "ann controls Trekkies: it is under UFOs, at arrow W.",
            lambda s: (s.seat("bob").groups, s.table[copy_of(s, "trekkies")].seat),
            ((), "ann"),
        ),
        (
            "Texas TO HAND OF bob",
            "Texas is in the hand of bob.",
            lambda s: [copy.partition("@")[0] for copy in s.seat("bob").groups],
            ["trekkies", "texas"],
        ),
        (
            "Jihad TO DECK OF ann",
            "Jihad is on top of the deck of ann.",
            lambda s: [copy.partition("@")[0] for copy in s.seat("ann").plot_deck],
            ["jihad", "hoax"],
        ),
        (
            "Hoax OF bob TO DISCARDS OF bob",
            "Hoax! is in the discards of bob.",
            lambda s: len(s.seat("bob").discards),
            1,
        ),
        (
            "DEVASTATED Texas",
            "Texas is Devastated.",
            lambda s: s.table[copy_of(s, "texas")].devastated,
            True,
        ),
        (
            "STATE seats.bob.turns_taken = 4",
            "seats.bob.turns_taken is 4 instead of 3.",
            lambda s: s.seat("bob").turns_taken,
            4,
        ),
    ],
)
def test_each_form_changes_what_it_says(
    state: InwoState, line: str, told: str, test: Test, wanted: object
) -> None:
    change = edited(state, line)
    assert change.text == told and test(change.state) == wanted
    assert change.broken == ()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("MONEY OF Mafia 7", "is not an edit. There are: TOKENS OF card n"),
        ("TOKENS OF Trekkies 1", "Trekkies is not on the table."),
        ("TOKENS OF Xyzzy 1", "is not a card of this game"),
        ("TOKENS OF Mafia 1000", "more than any card holds"),
        ("GIVE Mafia TO bob", "Where does it go? GIVE The Mafia TO bob UNDER master AT N"),
        ("GIVE Mafia TO eve UNDER Illuminati AT E", "is not a seat of this game"),
        ("GIVE Jihad TO bob UNDER Illuminati AT E", "is neither a Group nor a Resource"),
        ("Mafia TO HAND OF ann", "Texas hangs on The Mafia: move that first."),
        ("UFOs TO HAND OF ann", "is the Illuminati of its player"),
        ("Hoax TO HAND OF ann", "Whose is meant? Hoax! OF ann or Hoax! OF bob."),
        ("Jihad TO DECK OF bob", "belongs to the deck of ann"),
        ("DEVASTATED Hackers", "is not a Place (I19.1)"),
        ("STATE options.copies = 3", "options cannot be edited"),
        ("STATE seats.bob.turns_taken = []", "That is not a state"),
        ("STATE seats.bob.xyzzy = 1", "There is no xyzzy in seats.bob"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would(state: InwoState, line: str, why: str) -> None:
    with pytest.raises(RulesetError) as refused:
        edited(state, line)
    assert why in str(refused.value)


def test_a_state_that_breaks_a_rule_is_not_kept(state: InwoState) -> None:
    change = edited(state, "GIVE Hackers TO ann UNDER Illuminati AT N")
    assert change.broken, "that arrow has a Group"
    assert edited(state, 'STATE seats.ann.plots = ["hoax@a99x"]').broken == ()
    assert "there is no card" in edited(state, 'STATE seats.ann.plots = ["nobody@a9"]').broken[0]


def test_what_is_hidden_is_told_to_its_player_alone(state: InwoState) -> None:
    change = edited(state, "Jihad TO HAND OF bob")
    assert "Jihad" not in change.said and set(change.to) == {"bob", "ann"}
    assert edited(state, "STATE seats.bob.plots = []").said == "Something hidden was corrected."


@pytest.mark.long
@pytest.mark.slow
def test_edits_and_rollbacks_are_proved(sqlite_database: Database) -> None:
    clock = Hands()
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    service = ServiceContext(sqlite_database, settings, clock)
    cast = [robot_newcomer(seat, "greedy") for seat in ("ann", "bob")]
    options = {"pace": "policies"}
    new = NewGame(
        *("Fnord-7", cast, random_bytes(seats=2), ruleset("inwo").options_from(options)),
        ruleset="inwo",
    )
    made = create_game(service, new)
    table = Table(service, clock, made)
    run_until(table, 5)
    for line in (
        "ROLLBACK TO TURN 3 FRESH DICE",
        "EDIT STATE seats.ann.turns_taken = 3 BECAUSE it was counted wrong",
        "ROLLBACK TO TURN 2 SAME DICE",
        "ROLLFORWARD",
    ):
        [obeyed] = run_commands(service, table.game_id, line, OPERATOR)
        assert obeyed.is_done, obeyed.answer
        run_until(table, table.game().turn + 1)
    with table.database.write() as session:
        game = session.get(Game, table.game_id)
        assert game is not None
        game.phase = FINISHED
        session.add(game)
    text = export_game(service, "Fnord-7")
    assert verify(text) == [] and len(remarks(text)) == 4


def run_until(table: Table, turn: int) -> None:
    for _ in range(500):
        if table.game().turn >= turn or table.game().phase == FINISHED:
            return
        if not table.sweep():
            table.clock.on(hours=1)
    raise AssertionError(table.game())


def test_orders_are_parsed_in_a_position(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("parsed") / "position.toml"
    file.write_text(EXAMPLE, encoding="utf-8")
    args = ["parse", "--position", str(file), "--seat", "ann", "--json"]
    typed = "DESTROY KKK WITH Cthulhu\nATTACK Nobody At All WITH Cthulhu\nREADY\n"
    done = CliRunner().invoke(main, args, input=typed)
    assert done.exit_code == 0, done.output
    rows = json.loads(done.output)["lines"]
    assert [row["status"] for row in rows] == ["ASSUMED", "ASK", "OK"]
    assert rows[0]["understood"].startswith("DESTROY KKK WITH Servants")
    assert rows[0]["need"] is not None and "no card is called" in rows[1]["note"].lower()
    told = CliRunner().invoke(main, args[:-1], input=typed).output
    assert "before answers" in told
    refused = CliRunner().invoke(main, [*args[:4], "eve"], input=typed)
    assert "no seat is called 'eve'" in refused.output
