"""The games of a plan, each with options of its own where they are to be random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.dice import Dice, SecretDice
from engine.illuminati.cards import EXTRAS
from engine.illuminati.cards.custom import read_own_cards
from engine.illuminati.state import GameOptions
from engine.illuminati.winning import BASIC
from pbem.games.contract.simulations import NumberedGame, SimulatedGame, simulated
from pbem.games.contract.tools import SimulationPlan
from pbem.games.illuminati.simulation.play import LINE_UPS, STANDARD, play_game

_OWN = """
[[group]]
id = "kitchen-staff"
name = "Kitchen Staff"
code = "KITC"
power = 3
transferable = 1
resistance = 4
income = 2
alignments = ["violent", "weird"]
arrow_in = "W"
arrows_out = ["N", "E"]
text = "Owner's other groups have +1 Resistance; all opponents pay 1 MB a turn."
abilities = [{ kind = "shield", amount = 1 }, { kind = "tax", amount = 1 }]
[[special]]
id = "petty-cash"
name = "Petty Cash"
code = "PETT"
copies = 3
text = "Trade the card for 7 MB."
effect = { kind = "gain", amount = 7 }
"""

CHOICES: Mapping[str, Sequence[Any]] = {
    "pace": ("announce", "policies", "conclave", "table"),
    "deal": ("random",),
    "cards": ("square", "landscape"),
    "neutralize_needs_arrow": (True, False),
    "basic_goal": (None, None, 1, 2),
    "treasuries": ("stacked", "open"),
    "length": ("standard", "standard", "standard", "very-long"),
    "hidden_goals": (False, True),
    "hidden_illuminati": (False, True),
    "overstate": (False, True),
    "cheating": (False, True),
    "extras": ((), tuple(EXTRAS), *((card,) for card in EXTRAS)),
    "own_cards": ((), (), read_own_cards(_OWN).texts),
}
"""What each option may be; `basic_goal` is told as groups more than the rules ask for."""


def random_options(dice: Dice, players: int) -> GameOptions:
    """One set of options for so many players."""
    chosen: dict[str, Any] = {
        name: values[dice.pick(0, f"option:{name}", len(values))]
        for name, values in CHOICES.items()
    }
    if chosen["basic_goal"] is not None:
        chosen["basic_goal"] += BASIC[players]
    return GameOptions(**chosen)


def _numbered(game: NumberedGame) -> SimulatedGame:
    plan, options = game.plan, STANDARD
    if plan.variant == "random":
        options = random_options(SecretDice(game.key + b":options"), plan.players)
    robots = ",".join(LINE_UPS.seated(plan.robots, plan.players, game.number))
    played = play_game(game.key, plan.players, robots, options=options)
    played.number = game.number
    return played


def simulate(plan: SimulationPlan) -> Iterator[SimulatedGame]:
    """The games of a plan; RulesetError for robots that there are not."""
    LINE_UPS.named(plan.robots)
    return simulated(plan, _numbered)
