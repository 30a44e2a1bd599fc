"""Beginning a tutorial: a letter asks for it, and a game against robots is set up."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from sqlmodel import col

from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.games.contract.fairness import dice_key
from pbem.games.contract.orders import JudgedLine
from pbem.games.contract.ruleset import Ruleset, Tutorial
from pbem.games.registry import DEFAULT, rulesets
from pbem.grammar.commands.spec import Command
from pbem.mails.preferences import tutorial_mail
from pbem.models import TUTORIAL, Game, Letter, Person, Seat
from pbem.service.clocks import simple_clock
from pbem.service.context import ServiceRefusal, Transaction
from pbem.service.cpu_use import charged_to, cpu_left
from pbem.service.preferences import zone_for
from pbem.service.turns.founding import Newcomer, NewGame, found, robots_beside
from pbem.service.turns.tutorial import running_tutorial, tutorial_name
from pbem.service.word_results import WordResult, refused

TURN = timedelta(days=7)
"""A learner who sends nothing for so long has ended his tutorial."""
MOST_DEALS = 60
"""Deals that are looked at for one that suits a learner: each takes some milliseconds."""

TIRED = (
    "the robots have done as much for you today as they do for one person in a day. Send TUTORIAL "
    "again tomorrow."
)


def begin_tutorial(
    tx: Transaction, person: Person, seat: Seat, letter: Letter, words: Sequence[JudgedLine]
) -> None:
    """Set one up where the words of a letter ask for it and none is running."""
    word = next((line.word for line in words if line.word.verb == TUTORIAL.upper()), None)
    if word is not None:
        game = tx.session.get_one(Game, seat.game_id)
        made = set_up_tutorial(tx, person, seat.name, letter, taught_game(word.key, game.ruleset))
        assert not isinstance(made, ServiceRefusal), made.text


def taught_games() -> dict[str, Ruleset[Any, Any]]:
    """The games that have a tutorial, by name."""
    return {game.name: game for game in rulesets() if game.tutorial is not None}


def taught_game(word: str, usual: str = DEFAULT) -> Ruleset[Any, Any] | ServiceRefusal:
    """The game that a learner names; without a word the `usual` one, if that has a tutorial."""
    games = taught_games()
    name = word.casefold() or (usual if usual in games else DEFAULT)
    if name in games:
        return games[name]
    text = f"there is no tutorial of {word[:20]!r}; there are: {', '.join(games)}"
    return ServiceRefusal("no-tutorial", text)


def tutorial_problem(
    tx: Transaction, person: Person, word: Command, usual: str
) -> WordResult | None:
    """Why a word begins no tutorial; `usual` is the game of the letter that asks for one."""
    running, game = running_tutorial(tx.session, person), taught_game(word.key, usual)
    if running is not None:
        return refused(
            f"TUTORIAL: {running.name} is still running, and there is one at a time. Answer "
            "its mails; when it is over, TUTORIAL begins another."
        )
    if isinstance(game, ServiceRefusal):
        return refused(f"{word.line}: {game.text}.")
    return None if cpu_left(tx.service, tx.session, person.id) else refused(f"TUTORIAL: {TIRED}")


def tutorial_answer(
    context: MailContext, game: Ruleset[Any, Any] | ServiceRefusal, letter: Letter
) -> Mail:
    """What a letter that begins a tutorial is answered."""
    assert not isinstance(game, ServiceRefusal) and game.tutorial, "it has a tutorial"
    return tutorial_mail(context, tutorial_name(letter), game.title, game.tutorial.robots)


def set_up_tutorial(
    tx: Transaction,
    person: Person,
    seat: str,
    letter: Letter,
    game: Ruleset[Any, Any] | ServiceRefusal,
) -> tuple[str, bool] | ServiceRefusal:
    """A person's own game against robots: its name, and whether it was set up now.

    There is one at a time; the first report of a new one goes out.
    """
    running = running_tutorial(tx.session, person)
    if running is not None:
        return running.name, False
    if isinstance(game, ServiceRefusal):
        return game
    assert game.tutorial is not None, "a game that is taught"
    name, service = tutorial_name(letter), tx.service
    learner = Newcomer(seat, person.email, zone_for(person), name=person.name)
    newcomers = _with_their_own(learner, game.tutorial)
    with charged_to(service, person.id):
        secret = _good_secret(game, game.tutorial, service.random_bytes(32), newcomers)
    chance = [secret, *(service.random_bytes(16) for _ in newcomers)]
    clock = simple_clock(TURN)
    new = NewGame(name, newcomers, chance, clock=clock, ruleset=game.name, kind=TUTORIAL)
    made = found(service, tx.session, new)
    if isinstance(made, ServiceRefusal):
        return made
    # Nobody learns from being asked what does not concern him.
    own = sa.update(Seat).where(col(Seat.game_id) == made, col(Seat.name) == seat)
    tx.session.execute(own.values(ready_unless_attacked=1))
    return name, True


def _with_their_own(learner: Newcomer, tutorial: Tutorial[Any]) -> list[Newcomer]:
    """The learner and his robots, each with what it is to bring."""
    everybody = [learner, *robots_beside([learner], tutorial.robots, tutorial.robot)]
    brings = tutorial.brings or ((),) * len(everybody)
    return [replace(one, likes=own) for one, own in zip(everybody, brings, strict=True)]


def _good_secret(
    game: Ruleset[Any, Any],
    tutorial: Tutorial[Any],
    first: bytes,
    newcomers: Sequence[Newcomer],
) -> bytes:
    """A secret of the dice whose deal suits the first of the seats, who learns (R12.10)."""
    secret, likes = first, {newcomer.seat: newcomer.likes for newcomer in newcomers}
    for _ in range(MOST_DEALS):
        dice = game.dice(dice_key(secret, ["" for _ in newcomers]))
        dealt = game.rules.new(list(likes), None, dice, likes)
        if tutorial.suits(dealt.state, newcomers[0].seat, dice):
            return secret
        secret = hashlib.sha256(secret).digest()
    return first
