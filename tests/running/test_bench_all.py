"""`pbem bench all` as a user runs it: every benchmark of every game, with its bars."""

from __future__ import annotations

import json
import sys
from types import ModuleType

import pytest
from click.testing import CliRunner

from pbem.benchmarks.peers import peer_figures
from pbem.cli import main
from pbem.cli.benching import _benches
from pbem.games.registry import ruleset_names


def test_there_is_one_for_every_game_and_every_part() -> None:
    engines = {f"engine {name}" for name in ruleset_names()}
    others = {"render illuminati", "read illuminati", "mail", "deadlines", "cluster"}
    assert engines | others <= set(_benches(1, "seed"))


@pytest.mark.long
def test_what_is_measured_is_printed_with_its_bars() -> None:
    command = ["bench", "all", "--json", "--runs", "1", "--only", "engine", "--only", "render"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert {"engine inwo", "engine illuminati", "render illuminati"} <= set(found["figures"])
    assert not {"mail", "read illuminati"} & set(found["figures"])
    assert set(found["figures"]) == set(found["bars"])
    for name, bars in found["bars"].items():
        assert bars and set(found["figures"][name]) & set(bars), name


def test_a_peer_that_is_not_installed_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.benchmarks.peers.find_spec", lambda _name: None)
    assert peer_figures(1, "seed") == {}


def test_moves_of_a_peer_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a stand-in, as the real one is installed only by who measures."""
    stand_in = ModuleType("chess")
    stand_in.Board = _Board  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "chess", stand_in)
    monkeypatch.setattr("pbem.benchmarks.peers.find_spec", lambda _name: object())
    assert peer_figures(2, "seed")["chess_moves_per_cpu_s"] > 1_000
    assert _Board.pushed == 2 * 4_000


class _Board:
    pushed = 0
    halfmove_clock = 0

    def __init__(self) -> None:
        self.legal_moves = ["a", "b"]

    def is_insufficient_material(self) -> bool:
        return False

    def push(self, move: str) -> None:
        _Board.pushed += 1
        self.legal_moves = [] if _Board.pushed % 40 == 0 else ["a", "b"]
