"""`pbem mod`, `pbem moderators` and `pbem new --moderator` as an operator types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main

NEW = ("new", "Fnord-7", "--player", "ann=ann@example.org", "--player", "bob=bob@example.org")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database of this test's own."""
    monkeypatch.setenv("PBEM_DATABASE__URL", f"sqlite:///{tmp_path / 'pbem.db'}")


def run(*words: str, text: str = "") -> Result:
    return CliRunner().invoke(main, words, input=text)


@pytest.fixture
def game(here: None) -> None:
    assert run(*NEW).exit_code == 0


def test_a_command_is_done_and_said(game: None) -> None:
    done = run("mod", "Fnord-7", "EXTEND 24h BECAUSE bob is ill")
    assert done.exit_code == 0
    assert "Done (number 1 in the log): EXTEND 24h BECAUSE bob is ill" in done.stdout
    assert "by operator" in run("mod", "Fnord-7", "LOG").stdout


def test_the_zone_of_what_is_typed_and_told_is_named(game: None) -> None:
    assert "Times are those of UTC, the zone of the game." in run("mod", "Fnord-7").stdout
    told = run("mod", "Fnord-7", "SET ZONE Europe/Berlin", "SET DEADLINE in 40h", "LETTERS").stdout
    assert "Times are those of Europe/Berlin, the zone of the game." in told
    assert "(Europe/Berlin)" in told
    told = run("mod", "Fnord-7", "SET DEADLINE in 3 days", "SET DEADLINE tomorrow 23:00", "--json")
    moved = json.loads(told.stdout)
    assert {one["zone"] for one in moved} == {"Europe/Berlin"}
    assert "23:00 CE" in moved[1]["answer"]


def test_letters_of_a_seat_are_held_and_released(game: None) -> None:
    done = run("mod", "Fnord-7", "HOLD SEAT ann BECAUSE of a doubt", "LETTERS")
    assert done.exit_code == 0 and "RELEASE SEAT ann reads them" in done.stdout
    assert run("mod", "Fnord-7", "RELEASE SEAT ann").exit_code == 0
    assert "No letters of ann are held" in run("mod", "Fnord-7", "RELEASE SEAT ann").stderr


def test_one_refusal_is_told_by_the_exit_code(game: None) -> None:
    done = run("mod", "Fnord-7", "PROCESS TURN 99", "STATUS")
    assert done.exit_code == 1
    assert "Refused: PROCESS TURN 99" in done.stderr and "Done: STATUS" in done.stdout


@pytest.mark.long
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_line_that_is_none_is_told_by_the_exit_code(game: None, more: tuple[str, ...]) -> None:
    assert run("mod", "Fnord-7", "FROBNICATE", *more).exit_code == 1
    assert run("mod", "Fnord-7", "STATUS", "FROBNICATE", *more).exit_code == 1
    assert "HELP lists them" in run("mod", "Fnord-7", "FROBNICATE").stderr
    assert run("mod", "Fnord-7", "-", *more, text="Hello,\nSTATUS\n").exit_code == 0
    assert run("mod", "Fnord-7", "-", *more, text="Hello,\n").exit_code == 1
    assert run("mod", "Fnord-7", "-", *more, text="STATUS\nPROCESS TURN 99\n").exit_code == 1


def test_lines_come_from_standard_input(game: None) -> None:
    done = run("mod", "Fnord-7", "-", "--json", text="NOTICE hello\nall\n\nSTATUS\nThanks!\n")
    told = json.loads(done.stdout)
    assert [(one["done"], one["ignored"]) for one in told] == [
        (True, False),
        (True, False),
        (False, True),
    ]
    assert told[0]["number"] == 1 and told[1]["number"] is None
    assert done.exit_code == 0


def test_texts_do_not_run_on_into_the_next_command(game: None) -> None:
    done = run("mod", "Fnord-7", "BECOME bob: PASS", "NOTICE hello", "STATUS", "--json")
    verbs = [one["command"].split()[0] for one in json.loads(done.stdout)]
    assert verbs == ["BECOME", "NOTICE", "STATUS"]


def test_no_command_is_status(game: None) -> None:
    assert "Waited for:" in run("mod", "Fnord-7").stdout


def test_help_has_the_table(here: None) -> None:
    assert "ROLLBACK TO TURN n" in run("mod", "--help").stdout


def test_an_unknown_game_is_said(game: None) -> None:
    done = run("mod", "Nope", "STATUS")
    assert done.exit_code == 2 and "no game called 'Nope'" in done.stderr


def test_a_name_that_is_nearly_right_is_asked_about(game: None) -> None:
    near = "did you mean Fnord-7? `pbem games` lists them"
    for words in (
        ("mod", "fnord7", "STATUS"),
        ("resume", "Fnord-8"),
        ("export", "Fnord7"),
        ("moderators", "list", "FNORD-7"),
        ("standby", "add", "eve@example.org", "--game", "Fnord-77"),
        ("tokens", "rotate", "Fnrod-7", "ann"),
    ):
        done = run(*words)
        assert (done.exit_code, near in done.stderr) == (2, True), (words, done.stderr)


def test_a_moderators_address_is_renewed(game: None) -> None:
    run("moderators", "add", "Fnord-7", "eve@example.org", "--name", "Eve")
    (before,) = json.loads(run("moderators", "list", "Fnord-7", "--json").stdout)
    assert run("moderators", "renew", "Fnord-7", "eve@example.org").exit_code == 0
    (after,) = json.loads(run("moderators", "list", "Fnord-7", "--json").stdout)
    assert after["address"].startswith("game+") and after["address"] != before["address"]
    wrong = run("moderators", "renew", "Fnord-7", "ann@example.org")
    assert wrong.exit_code == 2 and "its moderators: eve@example.org" in wrong.stderr


@pytest.mark.long
def test_moderators_come_and_go(game: None) -> None:
    assert "Nobody moderates" in run("moderators", "list", "Fnord-7").stdout
    assert run("moderators", "add", "Fnord-7", "eve@example.org", "--name", "Eve").exit_code == 0
    (eve,) = json.loads(run("moderators", "list", "Fnord-7", "--json").stdout)
    assert (eve["name"], eve["email"]) == ("Eve", "eve@example.org")
    assert eve["address"].startswith("game+")
    assert run("moderators", "add", "Fnord-7", "eve@example.org").exit_code == 2
    assert run("moderators", "remove", "Fnord-7", "zoe@example.org").exit_code == 2
    assert run("moderators", "remove", "Fnord-7", "eve@example.org").exit_code == 0
    assert "Nobody moderates" in run("moderators", "list", "Fnord-7").stdout


def test_a_new_game_has_its_moderators(here: None) -> None:
    done = run(*NEW, "--moderator", "eve@example.org,Eve Adams", "--moderator", "bob@example.org")
    assert done.exit_code == 0
    listed = run("moderators", "list", "Fnord-7").stdout
    assert "Eve Adams" in listed and "bob@example.org" in listed


def test_what_is_no_address_is_refused_before_the_game_is_made(here: None) -> None:
    assert run(*NEW, "--moderator", "eve").exit_code == 2
    assert run(*NEW).exit_code == 0
