"""A moderator's line done at a table: through the handler alone, in one transaction."""

from __future__ import annotations

import itertools

from pbem.documents.layout.clock import in_zone
from pbem.grammar.commands import Command, read_commands
from pbem.models import Game, Person
from pbem.service.moderating.command_context import (
    HANDLERS,
    Actor,
    Applied,
    CommandContext,
    CommandRefused,
)
from pbem.service.transaction import begin_game
from tests.support.service_rows import NOON, Table

OPERATOR = Actor("operator")
_numbers = itertools.count(1)


def command_of(line: str) -> Command:
    """The one command of a text; a line that is none fails the test."""
    (found,) = read_commands(line)
    assert isinstance(found, Command), found
    return found


def change(table: Table, **columns: object) -> None:
    """Columns of the game's row as they might have come to be."""
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        for name, value in columns.items():
            setattr(game, name, value)
        game.version += 1


def do(table: Table, line: str, *, actor: Actor = OPERATOR) -> Applied | CommandRefused:
    """Do a line; what is refused changes nothing."""
    command = command_of(line)
    with begin_game(table.service, table.game_id, table.clock()) as tx:
        assert tx is not None
        context = CommandContext(
            *(table.service, tx.session, tx.now, tx.game),
            command=command,
            actor=actor,
            number=next(_numbers),
        )
        done = HANDLERS[command.verb](context)
        if isinstance(done, CommandRefused):
            tx.session.rollback()
            return done
        if done.is_act:
            context.touch()
    return done


def done(table: Table, line: str, *, actor: Actor = OPERATOR) -> Applied:
    """The same for a line that must be done."""
    found = do(table, line, actor=actor)
    assert isinstance(found, Applied), found
    return found


def refused(table: Table, line: str, *, actor: Actor = OPERATOR) -> str:
    """Why a line is refused, in UTC."""
    version = table.game().version
    found = do(table, line, actor=actor)
    assert isinstance(found, CommandRefused), found
    assert table.game().version == version
    return in_zone(found.answer, "UTC")


def moderator(zone: str = "Europe/Berlin", *, is_blind: bool = False) -> Actor:
    """One who moderates and does not play, as far as a handler looks at him."""
    return Actor(
        "mod",
        None,
        Person(name="Mod", email="mod@example.org", zone=zone, created_at=NOON),
        is_blind,
    )
