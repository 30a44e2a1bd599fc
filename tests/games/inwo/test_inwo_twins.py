"""Two copies of a card in play: what is offered to a player and what a robot writes name one."""

from __future__ import annotations

import pytest

from engine.core.dice import SecretDice
from engine.inwo import orders as od
from engine.inwo.attacks.aims import named
from engine.inwo.cards import PRESETS
from engine.inwo.facts import facts
from engine.inwo.game import new
from engine.inwo.options import inwo_options
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from engine.inwo.turn.lines import refuse_line
from engine.inwo.view import inwo_view
from pbem.games.contract.ruleset import RobotSeat
from pbem.games.inwo.adjudication.lines import read_order
from pbem.games.inwo.formats import format_of_robot
from pbem.games.inwo.robots import letter
from pbem.games.inwo.rules import status
from pbem.games.inwo.suggestions import suggested
from tests.support.inwo_cases import position_of
from tests.support.inwo_games import InwoGame, policies_pace

TWINS = {
    "ann": "discordian-society +1 | france N +1",
    "bob": "discordian-society | france N | japan E",
    "cat": "discordian-society | trekkies N | group_hand: france",
}


def twins(hand: str) -> InwoState:
    seats = TWINS | {"ann": f"{TWINS['ann']} | group_hand: {hand}"}
    return place(position_of({"step": "b3", "seats": seats}))


@pytest.mark.parametrize("kind", ["greedy", "planner"])
def test_a_robot_acts_though_a_rival_has_its_illuminati(kind: str) -> None:
    state = twins("l-4-society, goldfish-fanciers")
    lines = letter(RobotSeat("ann", kind), state, status(state).asks, SecretDice(b"twins"))
    assert any(line.startswith("ATTACK") for line in lines), lines


def test_a_line_that_is_offered_means_the_copy_it_was_found_for() -> None:
    state = twins("eliza")
    lines = [one.text for one in suggested(state, "ann")]
    assert any("France of bob" in line for line in lines), lines
    assert all("Discordian Society #" not in line for line in lines), "her own needs no number"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_every_option_reads_back_as_its_own_copies(seed: int) -> None:
    game = InwoGame(seed, ("greedy", "random", "random"), policies_pace())
    begun = new(dict.fromkeys(game.robots, PRESETS["Green Tide"]), policies_pace(), game.dice)
    game.state, game.events = begun.state, [*begun.events]
    for state in game.play():
        seat = state.turn.seat
        view = inwo_view(state, seat)
        for option in inwo_options(view, seat):
            line = format_of_robot(option.order, view, seat)
            meant = read_order(line, view, seat).order
            assert refuse_line(state, seat, meant) is None, line
            if isinstance(option.order, od.LaunchAttack):
                assert named(meant, facts(view), seat) == named(option.order, facts(view), seat)
