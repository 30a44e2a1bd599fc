"""`pbem adjudicate` with game = "inwo", called as from a shell; the example of I39.16."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from pbem.cli import main

EXAMPLE = """
game = "inwo"
to_move = "ann"
[[seat]]
name = "ann"
illuminati = "servants-of-cthulhu"
tokens = 1
plot_deck = ["jihad"]
group_hand = ["kkk"]
groups = [{ id = "the-mafia", master = "servants-of-cthulhu", arrow = "N" }]
[[seat]]
name = "bob"
illuminati = "ufos"
groups = [{ id = "kkk", master = "ufos", arrow = "N", tokens = 1 },
          { id = "eff", master = "ufos", arrow = "E" }]
"""
ORDERS = "ann: DESTROY KKK WITH Illuminati AID Mafia AGENTS\nbob: DEFEND 1\n"


def adjudicated(folder: Path, position: str, orders: str, *words: str) -> tuple[int, str]:
    """Exit code and output of the command."""
    file, lines = folder / "position.toml", folder / "orders.txt"
    file.write_text(position, encoding="utf-8")
    lines.write_text(orders, encoding="utf-8")
    done = CliRunner().invoke(main, ["adjudicate", str(file), str(lines), *words])
    return done.exit_code, done.output


def result(folder: Path, position: str, orders: str, dice: str = "") -> dict[str, Any]:
    code, output = adjudicated(folder, position, orders, "--dice", dice, "--json")
    assert code == 0, output
    found: dict[str, Any] = json.loads(output)
    return found
