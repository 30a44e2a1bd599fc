"""Whole games of robots, audited after every turn and summed up."""

from pbem.games.illuminati.simulation.figures import percentile, summary
from pbem.games.illuminati.simulation.line_up import LINE_UPS, line_up, robots_named
from pbem.games.illuminati.simulation.play import (
    MOST_ROUNDS,
    SEATS,
    PlayedStep,
    SimulatedGame,
    play_game,
    simulate,
)
from pbem.games.illuminati.simulation.variants import random_options

__all__ = [
    "LINE_UPS",
    "MOST_ROUNDS",
    "SEATS",
    "SimulatedGame",
    "PlayedStep",
    "line_up",
    "percentile",
    "play_game",
    "random_options",
    "robots_named",
    "simulate",
    "summary",
]
