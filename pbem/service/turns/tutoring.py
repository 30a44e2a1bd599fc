"""Beginning a tutorial: a letter asks for it, and a game against two robots is set up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from pbem.games.contract.orders import JudgedLine
from pbem.models import TUTORIAL, Letter, Person
from pbem.service.clocks import simple_clock
from pbem.service.context import Transaction
from pbem.service.preferences import zone_for
from pbem.service.turns.founding import Newcomer, NewGame, found, robot_newcomer
from pbem.service.turns.tutorial import running_tutorial, tutorial_name

ROBOT = "greedy"
NAMES = ("otto", "uma", "ivo")
"""Two of them play against him, whatever he is called."""
TURN = timedelta(days=14)


def begin_tutorial(
    tx: Transaction, player: Person, seat: str, words: Sequence[JudgedLine], letter: Letter
) -> None:
    """Set one up where a letter asks for it and none is running; its first report goes out."""
    if not any(line.word.verb == TUTORIAL.upper() for line in words):
        return
    if running_tutorial(tx.session, player) is not None:
        return
    robots = [other for other in NAMES if other != seat.casefold()][:2]
    newcomers = [
        Newcomer(seat, player.email, zone_for(player), name=player.name),
        *(robot_newcomer(robot, ROBOT) for robot in robots),
    ]
    service = tx.service
    chance = [service.random_bytes(32), *(service.random_bytes(16) for _ in newcomers)]
    name = tutorial_name(letter)
    found(
        service,
        tx.session,
        NewGame(name, newcomers, chance, clock=simple_clock(TURN), kind=TUTORIAL),
    )
