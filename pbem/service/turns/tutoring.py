"""Beginning a tutorial: a letter asks for it, and a game against two robots is set up."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import timedelta

import sqlalchemy as sa
from sqlmodel import col

from pbem.games.contract.fairness import dice_key
from pbem.games.contract.orders import JudgedLine
from pbem.games.registry import DEFAULT, ruleset
from pbem.models import TUTORIAL, Letter, Person, Seat
from pbem.service.clocks import simple_clock
from pbem.service.context import ServiceRefusal, Transaction
from pbem.service.preferences import zone_for
from pbem.service.turns.founding import Newcomer, NewGame, found, robots_beside
from pbem.service.turns.tutorial import running_tutorial, tutorial_name

TURN = timedelta(days=7)
"""A learner who sends nothing for so long has ended his tutorial."""
MOST_DEALS = 60
"""Deals that are looked at for one that suits a learner: each takes some milliseconds."""


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
    played = ruleset(DEFAULT)
    assert played.robots is not None, "the usual game has robots"
    robot = played.robots.tutor or played.robots.stand_in
    newcomers = [learner, *robots_beside([learner], 2, robot)]
    service = tx.service
    secret = _good_secret(service.random_bytes(32), [one.seat for one in newcomers])
    chance = [secret, *(service.random_bytes(16) for _ in newcomers)]
    new = NewGame(name, newcomers, chance, clock=simple_clock(TURN), kind=TUTORIAL)
    made = found(service, tx.session, new)
    if isinstance(made, ServiceRefusal):
        return made
    # Robots do not attack him, and nobody learns from being asked what does not concern him.
    own = sa.update(Seat).where(col(Seat.game_id) == made, col(Seat.name) == seat)
    tx.session.execute(own.values(ready_unless_attacked=1))
    return name, True


def _good_secret(first: bytes, seats: Sequence[str]) -> bytes:
    """A secret of the dice whose deal suits the first of the seats, who learns (R12.10)."""
    played, secret = ruleset(DEFAULT), first
    for _ in range(MOST_DEALS):
        dice = played.dice(dice_key(secret, ["" for _ in seats]))
        dealt = played.rules.new(seats, None, dice, {seat: () for seat in seats})
        if played.teaches(dealt.state, seats[0], dice):
            return secret
        secret = hashlib.sha256(secret).digest()
    return first
