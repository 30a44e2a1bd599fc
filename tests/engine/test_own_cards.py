"""A table's own cards: read, refused field by field, played, and kept from every other table."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import asdict
from sqlmodel import select

from engine.core.dice import SecretDice
from engine.illuminati.audit import audit
from engine.illuminati.cards import CARDS, GROUPS, OUTLINES, SPECIALS, full_deck, tabulated
from engine.illuminati.cards.card import CardError
from engine.illuminati.cards.custom import (
    CustomCards,
    cards_with,
    deck_with,
    enlisted,
    groups_with,
    own_cards_of,
    read_own_cards,
    specials_with,
)
from engine.illuminati.state import GameOptions, State
from engine.illuminati.turn.setup import new_game
from engine.illuminati.view import view
from pbem.cli import main
from pbem.database import Database
from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.cardfile import custom_cards_from, unusable_names
from pbem.games.illuminati.codec import CodecError, decode_options, decode_state, encode_state
from pbem.games.illuminati.language import read, vocabulary_for
from pbem.games.illuminati.position import read_position
from pbem.games.illuminati.simulation.play import PlayedStep, play_game
from pbem.games.illuminati.verification import verify
from pbem.models import Game
from pbem.service.context import ServiceContext
from pbem.service.history.exporting import export_game
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from tests.support.each import each
from tests.support.places import ROOT
from tests.support.service_games import play_game as play_by_letters
from tests.support.service_rows import CAST, Hands, Table, random_bytes

EXAMPLE = ROOT / "config" / "cards.example.toml"
TEXT = EXAMPLE.read_text(encoding="utf-8")
OTHER = """
[[group]]
id = "kitchen-staff"
name = "The Kitchen Cabinet"
code = "KITC"
power = 6
transferable = 3
resistance = 6
income = 1
alignments = ["government"]
arrow_in = "S"
arrows_out = ["N"]
"""
FULL: dict[str, Any] = {
    "group": [
        {
            "id": "kitchen-staff",
            "name": "The Kitchen Staff",
            "code": "KITC",
            "aliases": ["Cooks"],
            "power": 3,
            "transferable": 1,
            "resistance": 4,
            "income": 2,
            "alignments": ["violent", "communist"],
            "arrow_in": "W",
            "arrows_out": ["N", "E"],
            "text": "Does everything at once.",
            "abilities": [
                {
                    "kind": "bonus",
                    "amount": 3,
                    "forms": ["control"],
                    "is_direct": False,
                    "targets": ["Night Porters", "Yuppies"],
                    "aligned": ["straight"],
                },
                {"kind": "conditional-resistance", "amount": 9, "attackers": ["weird"]},
                {"kind": "shield", "amount": 2},
                {
                    "kind": "counts-as",
                    "alignment": "government",
                    "instead_of": "communist",
                    "forms": ["control"],
                    "aligned": ["government"],
                },
                {"kind": "buy-card", "cost": 4},
                {"kind": "tax", "amount": 1},
                {"kind": "upkeep", "amount": 1},
            ],
        },
        {
            "id": "night-porters",
            "name": "Night Porters",
            "code": "PORT",
            "power": 0,
            "transferable": 2,
            "resistance": 3,
            "income": 1,
            "alignments": [],
            "arrow_in": "N",
            "arrows_out": [],
        },
    ],
    "special": [
        {
            "id": "petty-cash",
            "name": "Petty Cash",
            "code": "PETT",
            "copies": 1,
            "text": "Trade the card for 7 MB.",
            "effect": {"kind": "gain", "amount": 7},
        },
        {
            "id": "loaded-dice",
            "name": "Loaded Dice",
            "code": "LOAD",
            "copies": 1,
            "text": "Makes a roll a 4.",
            "effect": {"kind": "set-roll", "total": 4},
        },
    ],
}
"""Every field there is, but those of abilities that have none."""


def errors_of(table: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(CardError) as caught:
        own_cards_of(table)
    return caught.value.errors


def options_with(text: str) -> GameOptions:
    return GameOptions(own_cards=read_own_cards(text).texts)


# --- what is refused ----------------------------------------------------------------------

Path_ = tuple[str | int, ...]


def fields_of(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The way to every field of every table in it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if path:
                yield (*path, key)
            yield from fields_of(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from fields_of(inner, (*path, at))


def with_field(path: Path_, change: Callable[[dict[str, Any], str], None]) -> dict[str, Any]:
    """The good file with one field changed in its table."""
    table: dict[str, Any] = copy.deepcopy(FULL)
    row: Any = table
    for step in path[:-1]:
        row = row[step]
    change(row, str(path[-1]))
    return table


def misspell(row: dict[str, Any], key: str) -> None:
    row[key[:-1] + "x"] = row.pop(key)


def set_to(value: object) -> Callable[[dict[str, Any], str], None]:
    return lambda row, key: row.__setitem__(key, value)


EVERY_FIELD = [path for path in fields_of(FULL) if isinstance(path[-1], str)]
NEVER_RIGHT: tuple[Any, ...] = (None, -1, 1000, 2.5, "\x1b", "x\ny", [7], [[]], {"kind": "nothing"})


@pytest.mark.long
@pytest.mark.parametrize("path", EVERY_FIELD, ids=lambda path: "-".join(map(str, path)))
def test_a_typo_in_any_field_is_refused_by_its_name(path: Path_) -> None:
    for change in (misspell, *map(set_to, NEVER_RIGHT)):
        told = errors_of(with_field(path, change))
        assert any(str(path[-1]) in error for error in told), (change, told)
        assert all(error.startswith((f"{path[0]} ", f"'{path[0]}'")) for error in told)


def test_a_misspelt_field_is_told_with_the_nearest_name() -> None:
    told = errors_of(with_field(("group", 0, "resistance"), misspell))
    assert any("resistancx" in e and "did you mean 'resistance'?" in e for e in told)
    assert any("resistance: is missing" in error for error in told)


def test_everything_wrong_in_a_file_is_told_at_once() -> None:
    table: dict[str, Any] = copy.deepcopy(FULL)
    for at, path in enumerate(EVERY_FIELD):
        row: Any = table
        for step in path[:-1]:
            row = row[step]
        if not isinstance(row[path[-1]], list | dict):
            row[path[-1]] = 1000 + at
    told = errors_of(table)
    wrong = [path for path in EVERY_FIELD if str(path[-1]) not in ("abilities", "effect")]
    plain = {str(path[-1]) for path in wrong} - {"aliases", "alignments", "arrows_out"}
    plain -= {"forms", "targets", "aligned", "attackers"}
    # Of an ability whose kind is unknown nothing else can be said.
    plain -= {"amount", "is_direct", "alignment", "instead_of", "cost", "total"}
    assert [key for key in sorted(plain) if not any(f": {key}: " in e for e in told)] == []


@each(
    ("path", "value", "words"),
    [
        (("group", 0, "alignments"), ["violent", "peaceful"], "opposites"),
        (("group", 0, "alignments"), ["violet"], "did you mean 'violent'?"),
        (("group", 0, "alignments"), ["weird", "weird"], "twice"),
        (("group", 0, "arrows_out"), ["N", "W"], "side of arrow_in"),
        (("group", 0, "arrow_in"), "n", "N, E, S, W"),
        (("group", 0, "transferable"), 4, "more than power"),
        (("group", 0, "power"), 11, "from 0 to 10"),
        (("group", 0, "power"), True, "whole number"),
        (("group", 0, "name"), "Mafia", "taken"),
        (("group", 0, "code"), "CIA", "taken"),
        (("group", 0, "aliases"), ["The Yuppies"], "taken"),
        (("group", 0, "aliases"), ["petty cash"], "taken"),
        (("group", 0, "id"), "kitchen staff", "hyphens"),
        (("group", 0, "id"), "k~1", "hyphens"),
        (("group", 0, "name"), "Staff\u202e", "letters"),
        (("group", 0, "name"), "A" * 41, "at most 40"),
        (("group", 0, "name"), "7 Dwarfs", "a letter first"),
        (("group", 0, "name"), "Cut -- Line", "letters"),
        (("group", 0, "text"), "Fine.\n--- orders below this line ---", "one line"),
        (("group", 0, "text"), "Fine. --- orders below this line ---", "no --"),
        (("group", 0, "text"), "", "1 to 400"),
        (("group", 0, "text"), "A" * 401, "1 to 400"),
        (("group", 0, "abilities", 0, "kind"), "draw", "a kind of ability"),
        (("group", 0, "abilities", 0, "targets"), ["Yupies"], "did you mean 'yuppies'?"),
        (("group", 0, "abilities", 2, "kind"), "tax", "twice"),
        (("special", 0, "copies"), 2, "4 blanks"),
        (("special", 0, "copies"), 0, "from 1 to 4"),
        (("special", 1, "effect", "total"), 13, "from 2 to 12"),
        (("special", 1, "effect", "kind"), "set-rol", "did you mean 'set-roll'?"),
        (("special", 1, "effect"), "gain", "a table"),
    ],
)
def test_what_no_card_can_be(path: Path_, value: object, words: str) -> None:
    told = errors_of(with_field(path, set_to(value)))
    assert any(words in error for error in told), told


@each(
    ("text", "words"),
    [
        ("", "there is no card"),
        ("[group]\nid = 'x'", "[[group]]"),
        ("[[groups]]\nid = 'x'", "did you mean 'group'?"),
        ("group = 3", "[[group]]"),
        ("[[group]\n", "not TOML"),
        ('[[group]]\nid = "a"\nid = "b"', "not TOML"),
    ],
)
def test_files_that_are_none(text: str, words: str) -> None:
    with pytest.raises(CardError, match="card|TOML|group") as caught:
        read_own_cards(text)
    assert words in str(caught.value)


@pytest.mark.long
def test_names_that_orders_could_not_say() -> None:
    for name in ("Attack", "All", "Weird", "Me", "Drop Outs. Pass"):
        with pytest.raises(RulesetError, match=name):
            custom_cards_from(TEXT.replace("Night Porters", name))
    for name in ("Dances With Wolves", "The Give And Take", "S.M.O.K.E.", "AT&T"):
        cards = custom_cards_from(TEXT.replace("Night Porters", name))
        assert unusable_names(cards) == ()


def test_words_of_orders_are_told_with_all_else_that_is_wrong() -> None:
    with pytest.raises(RulesetError) as caught:
        custom_cards_from(TEXT.replace('"Cooks"', '"Attack"').replace("power = 3", "power = 99"))
    assert "99" in str(caught.value) and "'Attack' is a word of orders" in str(caught.value)


# --- what a game knows of them ------------------------------------------------------------


def test_the_deck_has_them_besides_the_printed_ones() -> None:
    own = read_own_cards(TEXT)
    deck = Counter(deck_with(own.texts))
    assert deck - Counter(full_deck()) == Counter(
        {own.groups[0].id: 1, own.groups[1].id: 1, own.specials[0].id: 2}
    )
    state = new_game(CAST, GameOptions(own_cards=own.texts), SecretDice(b"own")).state
    assert audit(state) == []
    assert (
        len(state.deck) + len(state.uncontrolled) + sum(len(s.hand) for s in state.seats) == 98 + 4
    )
    broken = new_game(CAST, GameOptions(), SecretDice(b"own")).state
    assert audit(broken) == [] and len(full_deck()) == 98


def test_no_list_of_cards_has_them_but_that_of_their_game() -> None:
    own = read_own_cards(TEXT)
    group, special = own.groups[0].id, own.specials[0].id
    assert CARDS[group] is GROUPS[group] and OUTLINES[group] == CARDS[group].outline
    assert group in CARDS and special in SPECIALS
    assert group not in [*CARDS] and group not in dict(GROUPS) and special not in {**SPECIALS}
    assert len(CARDS) == len([*CARDS.items()]) == len([*CARDS.values()])
    assert group not in [*cards_with(()), *groups_with(())] and special not in specials_with(())
    assert group in cards_with(own.texts) and special in specials_with(own.texts)


def test_figures_are_kept_for_cards_that_come_later_and_earlier() -> None:
    before = tabulated(lambda card: card.power)
    text = TEXT.replace("Night Porters", "Late Porters").replace("power = 3", "power = 9")
    group = read_own_cards(text).groups[0].id
    after = tabulated(lambda card: card.power)
    assert before[group] == after[group] == 9
    assert group not in [*before] and [*before] == [*after]


def test_two_tables_may_give_one_id_to_different_cards() -> None:
    ours, theirs = options_with(TEXT), options_with(OTHER)
    one = new_game(CAST, ours, SecretDice(b"1")).state
    two = new_game(CAST, theirs, SecretDice(b"1")).state
    mine, other = enlisted(ours.own_cards).groups[0], enlisted(theirs.own_cards).groups[0]
    assert (mine.short_id, mine.power) == ("kitchen-staff", 3)
    assert (other.short_id, other.power) == ("kitchen-staff", 6)
    assert CARDS[mine.id] == mine != CARDS[other.id] == other
    mover = one.turn.seat
    for state, card, name in ((one, mine, "Kitchen Staff"), (two, other, "Kitchen Cabinet")):
        for word in (name, "KITC", "kitchen-staff"):
            (line,) = read(f"DROP {word}", vocabulary_for(state, mover))
            assert line.order is not None and line.order.card == card.id  # type: ignore[union-attr]
    for state, name in ((one, "Kitchen Cabinet"), (two, "Cooks"), (two, "Petty Cash")):
        (line,) = read(f"SHOW {name} TO ALL", vocabulary_for(state, mover))
        assert line.order is None
        foreign = "Staff" if state is two else "Cabinet"
        assert not any(foreign in said or "Petty" in said for said in line.suggestions)
    assert other.id not in str(view(one, mover)) and "Cabinet" not in encode_state(one)


def test_the_same_file_makes_the_same_cards_anywhere() -> None:
    script = (
        "import sys; from pbem.games.illuminati.codec import decode_state; "
        "from engine.illuminati.audit import audit; "
        "from engine.illuminati.cards import CARDS; "
        "state = decode_state(sys.stdin.read()); assert audit(state) == []; "
        "print(*sorted(c for c in state.deck if '~' in c and (c not in CARDS or CARDS[c])))"
    )
    state = new_game(CAST, options_with(TEXT), SecretDice(b"elsewhere")).state
    told = subprocess.run(
        [sys.executable, "-c", script],
        input=encode_state(state),
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "5"},
        cwd=EXAMPLE.parent.parent,
    )
    assert told.stdout.split() == sorted(card for card in state.deck if "~" in card)


def test_states_and_options_survive_being_stored() -> None:
    options = GameOptions(own_cards=own_cards_of(FULL).texts)
    assert decode_options(json.dumps(asdict(options))) == options
    state = new_game(CAST, options, SecretDice(b"stored")).state
    assert decode_state(encode_state(state)) == state


@pytest.mark.parametrize(
    "own", [["x"], ["1"], ['["group", {}]'], ['["fleet", {}]'], ['["group", {"id": "a"}]'] * 5]
)
def test_options_that_hold_no_cards_are_refused(own: list[str]) -> None:
    with pytest.raises(CodecError):
        decode_options(json.dumps({"own_cards": own}))
    with pytest.raises(ValueError, match="card|group"):
        GameOptions(own_cards=tuple(own))


def test_reading_what_was_read_changes_nothing() -> None:
    own = own_cards_of(FULL)
    assert enlisted(own.texts) == own
    targets = own.groups[0].abilities[0].targets  # type: ignore[union-attr]
    assert targets == (own.groups[1].id, "yuppies")


@pytest.mark.parametrize("robots", ["random", "greedy"])
def test_a_whole_game_with_four_own_cards(robots: str) -> None:
    options = GameOptions(own_cards=own_cards_of(FULL).texts)
    wanted = Counter(deck_with(options.own_cards))
    states: list[State] = []

    def watch(step: PlayedStep) -> None:
        states.append(step.state)
        assert audit(step.state) == []

    game = play_game(b"own cards 3", 3, robots, watch, options)
    assert game.is_finished and game.failed == []
    own = set(wanted) - set(full_deck())
    seen = {card for state in states for card in (*state.holdings, *state.uncontrolled)}
    assert seen & own, "the game never saw a card of its own"


def test_the_audit_misses_a_card_of_the_tables_own() -> None:
    own = read_own_cards(TEXT)
    text = 'to_move = "ann"\ndeck_exact = true\n[[seat]]\nname = "ann"\nilluminati = "ufos"\n'
    text += '[[seat]]\nname = "bob"\nilluminati = "network"\n'
    told = audit(read_position(text + TEXT))
    assert f"{own.groups[0].id}: in 0 places instead of 1" in told
    assert f"{own.specials[0].id}: in 0 places instead of 2" in told


# --- positions and commands ---------------------------------------------------------------

POSITION = """
to_move = "ann"
uncontrolled = ["KITC"]
{cards}
[[seat]]
name = "ann"
illuminati = "bermuda"
hand = ["petty-cash"]
groups = [{{ id = "night-porters", master = "bermuda", arrow = "N" }}]
[[seat]]
name = "bob"
illuminati = "network"
{own}
"""


def run(*words: str, text: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=text)


def test_a_position_has_cards_inside_or_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(TEXT, encoding="utf-8")
    inside, named = tmp_path / "inside.toml", tmp_path / "named.toml"
    inside.write_text(POSITION.format(cards="", own=TEXT), encoding="utf-8")
    named.write_text(POSITION.format(cards='cards = "mine.toml"', own=""), encoding="utf-8")
    orders = "ann: ATTACK Cooks WITH Bermuda AID Night Porters AT E\nann: PLAY Petty Cash\n"
    told = [
        run("adjudicate", str(path), "-", "--dice", "1+1", "--json", text=orders)
        for path in (inside, named)
    ]
    assert told[0].exit_code == 0, told[0].output
    assert told[0].stdout == told[1].stdout
    result = json.loads(told[0].stdout)
    assert [row["status"] for row in result["rulings"]] == ["ok", "ok"]
    assert result["attacks"][0]["need"] == 8 + 2 - 4
    assert result["after"]["holds"]["ann"] == ["night-porters", "kitchen-staff"]
    assert result["after"]["hands"]["ann"] == [] and "~" not in told[0].stdout
    plain = run("adjudicate", str(named), "-", "--dice", "1+1", text=orders)
    assert "Kitchen Staff" in plain.stdout and "~" not in plain.stdout
    parsed = run("parse", "--position", str(named), "--seat", "ann", text="play pety cash")
    assert "PLAY Petty Cash" in parsed.stdout


@pytest.mark.parametrize(
    ("cards", "own", "words"),
    [
        ('cards = "none.toml"', "", "none.toml"),
        ('cards = "mine.toml"', OTHER, "not both"),
        ("cards = 3", "", "cards"),
        ("", OTHER.replace("power = 6", "power = 66"), "power: must be"),
        ('options.own_cards = ["x"]', "", "own_cards"),
    ],
)
def test_positions_whose_cards_are_wrong(tmp_path: Path, cards: str, own: str, words: str) -> None:
    path = tmp_path / "position.toml"
    path.write_text(POSITION.format(cards=cards, own=own), encoding="utf-8")
    told = run("adjudicate", str(path), "-", text="")
    assert told.exit_code == 2 and words in told.output
    with pytest.raises(RulesetError):
        read_position(path.read_text(encoding="utf-8"))


def test_the_command_shows_the_example_as_players_see_it() -> None:
    told = run("cards", str(EXAMPLE))
    assert told.exit_code == 0
    assert "The Kitchen Staff [KITC]: Power 3/1; Resistance 4; Income 2;" in told.output
    assert "2 copies in the deck" in told.output
    plain = json.loads(run("cards", str(EXAMPLE), "--json").output)
    assert [card["code"] for card in plain["cards"]] == ["KITC", "PORT", "PETT"]
    wrong = run("cards", "-", text=TEXT.replace("power = 3", "powr = 3"))
    assert wrong.exit_code == 2 and "did you mean 'power'?" in wrong.output


def test_the_example_explains_every_ability_and_effect() -> None:
    from engine.illuminati.cards.reading import EFFECTS, GROUP_ABILITIES

    assert [kind for kind in (*EFFECTS, *GROUP_ABILITIES) if kind not in TEXT] == []
    assert tomllib.loads(TEXT).keys() == {"group", "special"}


SETTINGS = Settings.model_validate(
    {"mail": {"address": "game@example.org", "answer_gap_seconds": 0}}
)


def test_a_game_is_founded_with_them(sqlite_database: Database) -> None:
    clock = Hands()
    service = ServiceContext(sqlite_database, SETTINGS, clock)
    newcomers = [Newcomer(name, f"{name}@example.org") for name in CAST]
    own: CustomCards = custom_cards_from(TEXT)
    options = GameOptions(own_cards=own.texts)
    game_id = create_game(service, NewGame("Fnord-7", newcomers, random_bytes(), options=options))
    table = Table(service, clock, game_id)
    for seat in CAST:
        first = table.report(seat).text
        assert "The Kitchen Staff [KITC]: Power 3/1" in first
        assert "Trade the card for\n  7 MB" in first and "~" not in first
    mover = table.mover()
    answer = table.write(mover, "CLEAR\nIF Cooks IS FREE: ATTACK Cooks WITH Illuminati")
    assert "Kitchen Staff" in answer
    other = create_game(service, NewGame("Fnord-8", newcomers, random_bytes(2)))
    assert "Kitchen" not in Table(service, clock, other).report("ann").text


def test_a_wrong_file_leaves_nothing_behind(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path
) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(TEXT.replace("power = 3", "power = 33"), encoding="utf-8")
    words = ["new", "Fnord-7", "--player", "ann=ann@example.org", "--player", "bob=bob@example.org"]
    env = {"PBEM_DATABASE__URL": sqlite_url}
    told = CliRunner().invoke(main, [*words, "--own-cards", str(path)], env=env)
    assert told.exit_code == 2 and "group 1 (kitchen-staff): power: must be" in told.output
    sneaked = CliRunner().invoke(main, [*words, "--option", "own_cards=x"], env=env)
    assert sneaked.exit_code == 2
    with sqlite_database.read() as session:
        assert session.exec(select(Game)).all() == []
    path.write_text(TEXT, encoding="utf-8")
    told = CliRunner().invoke(main, [*words, "--own-cards", str(path)], env=env)
    assert told.exit_code == 0, told.output
    with sqlite_database.read() as session:
        [game] = session.exec(select(Game)).all()
        assert decode_options(game.options) == options_with(TEXT)


@pytest.mark.long
@pytest.mark.slow
def test_a_finished_game_is_proved_with_its_cards(sqlite_database: Database) -> None:
    clock = Hands()
    service = ServiceContext(sqlite_database, SETTINGS, clock)
    newcomers = [Newcomer(name, f"{name}@example.org") for name in CAST]
    options = GameOptions(pace="policies", own_cards=own_cards_of(FULL).texts)
    game_id = create_game(service, NewGame("Fnord-7", newcomers, random_bytes(), options=options))
    table = Table(service, clock, game_id)
    play_by_letters(table, b"own cards")
    assert table.game().phase == "finished"
    export = export_game(service, "Fnord-7")
    assert verify(export) == []
    forged = json.loads(export)
    rows = [row for record in forged["records"] for row in record["events"]]
    began = next(fields for name, fields in rows if name == "GameBegan")
    began["options"]["own_cards"][1] = began["options"]["own_cards"][1].replace("Night", "Dawn")
    assert verify(json.dumps(forged)) != []
