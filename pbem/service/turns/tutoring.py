"""Beginning a tutorial: a letter asks for it, and a game against two robots is set up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from pbem.games.contract.orders import JudgedLine
from pbem.models import TUTORIAL, Letter, Person
from pbem.service.clocks import simple_clock
from pbem.service.context import ServiceRefusal, Transaction
from pbem.service.preferences import zone_for
from pbem.service.turns.founding import Newcomer, NewGame, found, robots_beside
from pbem.service.turns.tutorial import running_tutorial, tutorial_name

ROBOT = "greedy"
TURN = timedelta(days=14)


def begin_tutorial(
    tx: Transaction, player: Person, seat: str, letter: Letter, words: Sequence[JudgedLine]
) -> None:
    """Set one up where the words of a letter ask for it and none is running."""
    is_asked = any(line.word.verb == TUTORIAL.upper() for line in words)
    if is_asked:
        made = set_up_tutorial(tx, player, seat, letter)
        assert not isinstance(made, ServiceRefusal), made.text


def set_up_tutorial(
    tx: Transaction, player: Person, seat: str, letter: Letter
) -> tuple[str, bool] | ServiceRefusal:
    """A person's own game against two robots: its name, and whether it was set up now.

    There is one at a time; the first report of a new one goes out.
    """
    running = running_tutorial(tx.session, player)
    if running is not None:
        return running.name, False
    name = tutorial_name(letter)
    learner = Newcomer(seat, player.email, zone_for(player), name=player.name)
    newcomers = [learner, *robots_beside([learner], 2, ROBOT)]
    service = tx.service
    chance = [service.random_bytes(32), *(service.random_bytes(16) for _ in newcomers)]
    new = NewGame(name, newcomers, chance, clock=simple_clock(TURN), kind=TUTORIAL)
    made = found(service, tx.session, new)
    return made if isinstance(made, ServiceRefusal) else (name, True)
