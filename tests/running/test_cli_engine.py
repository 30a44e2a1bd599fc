"""`pbem adjudicate`, `parse`, `simulate` and `bench engine` as a user runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.games.contract.figures import percentile

POSITION = """
to_move = "ann"
turn_number = 14
players_began = 4
options = { pace = "announce" }
uncontrolled = ["yuppies", "boy-sprouts"]
dead = ["texas"]
deck = ["hollywood", "bribery"]
discards = ["slush-fund"]
[[seat]]
name = "ann"
illuminati = "ufos"
goal = "gnomes-of-zurich"
money = 5
hand = ["deep-agent"]
turns_taken = 4
kills = ["texas"]
groups = [
  { id = "mafia", master = "ufos", arrow = "N", money = 3 },
  { id = "cia", master = "mafia", arrow = "N" },
]
[[seat]]
name = "bob"
illuminati = "gnomes-of-zurich"
money = 2
groups = [{ id = "kgb", master = "gnomes-of-zurich", arrow = "E" }]
"""


def run(*words: str, text: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=text)


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "POSITION.toml"
    path.write_text(POSITION, encoding="utf-8")
    return path


def adjudicated(position: Path, orders: str, *words: str) -> dict[str, object]:
    result = run("adjudicate", str(position), "-", "--json", *words, text=orders)
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_the_json_has_every_key_of_the_design(position: Path) -> None:
    orders = "ann: ATTACK Boy Sprouts WITH UFOs AID CIA SPEND 3\nbob: GIVE 1 TO ann\n"
    found = adjudicated(position, orders, "--dice", "4+6")
    assert [*found] == ["rulings", "attacks", "events", "after", "views", "winners"]
    assert found["rulings"] == [
        {"seat": "bob", "line": 1, "text": "GIVE 1 TO ann", "status": "ok", "reason": "",
         "rule": ""},
        {"seat": "ann", "line": 1, "text": "ATTACK Boy Sprouts WITH UFOs AID CIA SPEND 3",
         "status": "ok", "reason": "", "rule": ""},
    ]  # fmt: skip
    assert found["attacks"] == [
        {
            "attacker": "ufos",
            "target": "boy-sprouts",
            "kind": "control",
            "parts": [
                {"what": "power", "who": "ufos", "value": 6},
                {"what": "aid", "who": "cia", "value": 4},
                {"what": "resistance", "who": "boy-sprouts", "value": -3},
                {"what": "money", "who": "ufos", "value": 3},
            ],
            "need": 10,
            "roll": [4, 6],
            "total": 10,
            "success": True,
            "called_off": False,
            "raises": [],
        }
    ]
    after = found["after"]
    assert isinstance(after, dict)
    assert after["holds"] == {"ann": ["mafia", "cia", "boy-sprouts"], "bob": ["kgb"]}
    assert after["master"]["boy-sprouts"] == "ufos"
    assert after["arrow"]["cia"] == "N"
    assert after["money"] == {
        "ufos": 3, "mafia": 3, "cia": 0, "gnomes-of-zurich": 1, "kgb": 0, "boy-sprouts": 0,
    }  # fmt: skip
    assert after["uncontrolled"] == ["yuppies"]
    assert after["dead"] == ["texas"]
    assert after["hand_size"] == {"ann": 1, "bob": 0}
    assert after["hands"] == {"ann": ["deep-agent"], "bob": []}
    assert after["kills"] == {"ann": ["texas"], "bob": []}
    assert after["eliminated"] == []
    assert after["deck_size"] == 98 - 8
    views = found["views"]
    assert isinstance(views, dict)
    assert views["ann"]["hand"] == ["deep-agent"]
    assert views["bob"]["hand"] == []
    assert found["winners"] == []


def test_upkeep_comes_first_when_asked_for(position: Path) -> None:
    after = adjudicated(position, "ann: PASS", "--upkeep")["after"]
    assert isinstance(after, dict)
    assert after["money"]["ufos"] == 5 + 8 + 5
    assert after["money"]["mafia"] == 3 + 6
    assert after["uncontrolled"] == ["yuppies", "boy-sprouts", "hollywood"]


def test_bad_lines_are_told_and_harm_nothing(position: Path) -> None:
    orders = "\n".join(
        [
            "# a comment",
            "",
            "zed: PASS",
            "ann: ATTACK Nobody WITH Mafia",
            "ann: what a day",
            "ann: ATTACK Yuppies WITH Mafia; TRANSFER 1 FROM UFOs TO Mafia",
            "ann: IF 2 SUCCEEDS: DROP CIA",
            "bob: ATTACK Yuppies WITH KGB",
        ]
    )
    rulings = adjudicated(position, orders, "--dice", "6+6")["rulings"]
    assert isinstance(rulings, list)
    told = [(row["seat"], row["status"], row["rule"]) for row in rulings]
    assert told == [
        ("", "unreadable", ""),
        ("bob", "illegal", "R2.7"),
        ("ann", "unreadable", ""),
        ("ann", "unreadable", ""),
        ("ann", "ok", ""),
        ("ann", "ok", ""),
        ("ann", "skipped", "R12.1"),
    ]


def test_a_line_that_takes_another_away(position: Path) -> None:
    rulings = adjudicated(position, "ann: 1: DROP CIA\nann: 1: none\nann: 2: PASS")["rulings"]
    assert isinstance(rulings, list)
    assert [row["status"] for row in rulings] == ["skipped", "ok", "ok"]


def test_the_story_is_told_in_words(position: Path) -> None:
    orders = "ann: ATTACK Yuppies WITH Mafia\nann: DROP KGB\n"
    result = run("adjudicate", str(position), "-", "--dice", "1+1", text=orders)
    assert result.exit_code == 0
    assert "ann attacks to control Yuppies with The Mafia" in result.stdout
    assert "need 3, roll 1+1 = 2: success" in result.stdout
    assert "illegal: " in result.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["adjudicate", "nowhere.toml", "-"], "nowhere.toml"),
        (["adjudicate", "{position}", "nowhere.txt"], "nowhere.txt"),
        (["adjudicate", "{position}", "-", "--dice", "7+1"], "not a roll"),
        (["adjudicate", "{position}", "-", "--dice", "3"], "not a roll"),
        (["adjudicate", "{folder}", "-"], "directory"),
        (["parse", "--position", "{position}", "--seat", "zed"], "zed"),
        (["simulate", "--ruleset", "chess"], "'chess' is no game that is installed; there are"),
        (["simulate", "--robots", "grady"], "'grady' is no robot; there are random"),
    ],
)
def test_what_cannot_be_used_is_told_with_exit_2(
    position: Path, words: list[str], told: str
) -> None:
    filled = [word.format(position=position, folder=position.parent) for word in words]
    result = run(*filled, text="ann: PASS")
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('["yuppies", "boy-sprouts"]', '["yupies"]', "'yupies'; near: yuppies"),
        ('["yuppies", "boy-sprouts"]', '["cia"]', "cia is in two places: ann's structure, unc"),
        ('["yuppies", "boy-sprouts"]', '"yuppies"', "must be a list of cards"),
        ('["yuppies", "boy-sprouts"]', '["bribery"]', "no such card as 'bribery'"),
        ('master = "mafia", arrow = "N"', 'master = "mafia", arrow = "E"', "not printed on mafia"),
        ('master = "mafia", arrow = "N"', 'master = "mafia"', "not printed on mafia"),
        ('master = "mafia", arrow = "N"', 'master = "kgb", arrow = "S"', "master kgb is missing"),
        ('master = "mafia", arrow = "N"', 'master = "ufos", arrow = "N"', "on one arrow"),
        ('"cia", master', '"mafia", master', "mafia is listed twice"),
        ('"kgb"', '"mafia"', "mafia is held by ann and by bob"),
        ('to_move = "ann"', 'to_move = "zed"', "seats are ann, bob"),
        ('to_move = "ann"', "", "to_move is missing"),
        ('name = "bob"', 'name = "ann"', "seat ann is there twice"),
        ('name = "bob"', 'name = "Ann"', "seat ann is there twice"),
        ("players_began = 4", "players_began = 1", "must be 2 to 8, not 1 (R1.1)"),
        ('"gnomes-of-zurich"\nmoney = 2', '"ufos"\nmoney = 2', "Illuminati ufos is there twice"),
        ("money = 5", "mony = 5", "did you mean 'money'"),
        ("money = 5", "money = -1", "whole number from 0"),
        ("money = 5", "money = true", "whole number from 0"),
        ("turns_taken = 4", "eliminated = true", "to_move 'ann' is eliminated"),
        ("money = 2", "money = 2\neliminated = true", "no groups, money or hand"),
        ('goal = "gnomes-of-zurich"', 'goal = "ufos"', "other seven"),
        ('["deep-agent"]', '["bribery"]', "bribery is in two places: ann's hand, deck"),
        ('pace = "announce"', 'pace = "soon"', "options: pace"),
        ('pace = "announce"', 'pase = "soon"', "did you mean 'pace'"),
        ("turn_number = 14", "turn_number = 14\ndeck_exact = 1", "true or false"),
        ("to_move", "to move", "not TOML"),
        ("money = 2", 'money = 2\ngoal = "network"', "does not choose its goal"),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    position: Path, old: str, new: str, told: str
) -> None:
    assert old in POSITION
    position.write_text(POSITION.replace(old, new, 1), encoding="utf-8")
    result = run("adjudicate", str(position), "-", text="")
    assert result.exit_code == 2, result.output
    assert told in result.stderr


def test_a_position_names_its_game(position: Path) -> None:
    position.write_text(f'game = "illuminati"\n{POSITION}', encoding="utf-8")
    assert adjudicated(position, "ann: PASS")["winners"] == []
    position.write_text(f'game = "chess"\n{POSITION}', encoding="utf-8")
    result = run("adjudicate", str(position), "-", text="")
    assert result.exit_code == 2
    assert "'chess' is no game that is installed; there are illuminati" in result.stderr


def test_overlapping_cards_are_refused(position: Path) -> None:
    more = '{ id = "cia", master = "mafia", arrow = "N" },\n'
    clash = (
        '{ id = "irs", master = "ufos", arrow = "E" },'
        '{ id = "yuppies", master = "irs", arrow = "S" },\n'
    )
    text = POSITION.replace('["yuppies", "boy-sprouts"]', "[]").replace(more, more + clash)
    position.write_text(text, encoding="utf-8")
    result = run("adjudicate", str(position), "-", text="")
    assert result.exit_code == 2
    assert "seat ann: cia and yuppies overlap (R8.2)" in result.stderr


def test_bytes_that_are_no_text_are_refused(position: Path) -> None:
    position.write_bytes(b"\xff\xfe\x00")
    result = run("adjudicate", str(position), "-", text="")
    assert result.exit_code == 2
    assert "not UTF-8" in result.stderr


def test_cards_go_by_name_code_and_alias(position: Path) -> None:
    text = POSITION.replace('"mafia"', '"The Mafia"').replace('"cia"', '"C.I.A."')
    position.write_text(text.replace('"deep-agent"', '"DEEP"'), encoding="utf-8")
    after = adjudicated(position, "ann: PASS")["after"]
    assert isinstance(after, dict)
    assert after["holds"]["ann"] == ["mafia", "cia"]
    assert after["hands"]["ann"] == ["deep-agent"]


def test_parse_says_what_was_understood(position: Path) -> None:
    orders = "attack the yupies with mafia spend 3\nATTACK Kgb WITH Boy Sprouts\nhello there\n"
    words = ("parse", "--position", str(position), "--seat", "ann")
    result = run(*words, "--json", text=orders)
    assert result.exit_code == 0, result.output
    first, second, third = json.loads(result.stdout)["lines"]
    assert first["fate"] == "order"
    assert first["status"] == "ok"
    assert first["need"] == 6
    assert first["chance_percent"] == 42
    assert first["assumed"] != []
    assert (second["status"], second["rule"]) == ("illegal", "R4.3")
    assert second["explained"].endswith("(R4.3)")
    assert (third["fate"], third["status"]) == ("ignored", None)
    told = run(*words, text=orders).stdout
    assert "OK: " in told and "ILLEGAL: " in told and "need 6" in told


def test_parse_names_the_order_that_stands_in_a_sentence(position: Path) -> None:
    words = ("parse", "--position", str(position), "--seat", "ann")
    meant = "is meant as an order, send: ATTACK Yuppies WITH Mafia"
    typed = "I am going to attack yuppies with mafia\n"
    assert meant in run(*words, text=typed).stdout
    assert meant in json.loads(run(*words, "--json", text=typed).stdout)["hint"]


def test_parse_tells_cost_ceiling_and_warnings(position: Path) -> None:
    orders = "ATTACK Yuppies WITH Mafia SPEND 3 UP TO 5\nOFFER bob 2 MB\nSAY TO bob: hm\n\nbereit\n"
    words = ("parse", "--position", str(position), "--seat", "ann")
    found = json.loads(run(*words, "--json", text=orders).stdout)
    attack, offer, talk, _ = found["lines"]
    assert (attack["cost_mb"], attack["most_mb"], attack["is_most_known"]) == (3, 5, True)
    assert (attack["need"], attack["need_at_ceiling"]) == (6, 8)
    assert attack["chance_at_ceiling_percent"] == 72
    assert offer["warnings"] == ["It asks nothing in return."]
    assert (talk["fate"], talk["understood"]) == ("talk", "SAY TO bob: hm")
    assert (found["ignored"], found["hint"].split()[-1]) == (1, "READY.")
    told = run(*words, text=orders).stdout
    assert "costs 3 MB now, 5 MB at the most" in told
    assert "need 8 at the ceiling, 72 %" in told
    assert "warning: It asks nothing in return." in told


def simulate(*words: str, seed: str = "7", hash_seed: str = "0") -> str:
    command = [sys.executable, "-c", "from pbem.cli import main; main()", "simulate"]
    command += ["--games", "4", "--players", "3", "--seed", seed, "--json", *words]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout  # fmt: skip  # noqa: E501


@pytest.mark.long
def test_a_simulation_is_the_same_for_the_same_seed() -> None:
    text = simulate()
    assert simulate("--jobs", "2", hash_seed="12345") == text
    assert simulate(seed="8") != text
    found = json.loads(text)
    assert found["games"] == 4
    assert found["failed_invariants"] == 0
    assert [*found["rounds"]] == ["p10", "median", "p90"]
    assert found["robots"]["random"]["seats"] == 12
    assert sum(found["wins"].values()) == sum(found["goals"].values()) >= found["finished"] > 0


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [([], 50, 0), ([3], 10, 3), ([1, 2, 3, 4], 50, 2), ([4, 3, 2, 1], 90, 4), ([1, 2, 9], 0, 1)],
)
def test_percentiles(values: list[int], percent: int, expected: int) -> None:
    assert percentile(values, percent) == expected


@pytest.mark.long
def test_the_bench_has_its_keys_and_keeps_its_bars_of_size() -> None:
    result = run("bench", "engine", "--json", "--runs", "1")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    for key in ("orders_per_cpu_s", "replay_game_s", "options_median_ms", "python", "cpu", "runs"):
        assert found[key]
    assert 1_000 < found["state_bytes"] < 100_000


@pytest.mark.parametrize("words", [(), ("adjudicate",), ("parse",), ("simulate",), ("bench",)])
def test_help_teaches(words: tuple[str, ...]) -> None:
    result = run(*words, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout
