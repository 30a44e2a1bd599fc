"""Moments of random games with random options, for tests that ask something of any state."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from engine.core.dice import SecretDice
from engine.core.values import changed
from pbem.games.illuminati.simulation.plans import random_options
from pbem.games.illuminati.simulation.play import PlayedStep, play_game

PLAYERS = (3, 4, 6, 2)
GAMES = 12
LONGEST = 60
"""Steps of a game that are looked at."""


class _Enough(Exception):
    """The rest of the game is not looked at."""


def key_of(number: int) -> bytes:
    """What the dice of that game are made from."""
    return f"moments:{number}".encode()


@cache
def game(number: int) -> tuple[PlayedStep, ...]:
    """The beginning of a game with options of its own; every third is hidden and stacked."""
    players = PLAYERS[number % len(PLAYERS)]
    chosen = random_options(SecretDice(key_of(number)), players)
    if not number % 3:
        chosen = changed(chosen, treasuries="stacked", hidden_illuminati=True, cheating=True)
    steps: list[PlayedStep] = []

    def watch(step: PlayedStep) -> None:
        steps.append(step)
        if len(steps) == LONGEST:
            raise _Enough

    with suppress(_Enough):
        play_game(key_of(number), players, "random", watch, chosen)
    return tuple(steps)
