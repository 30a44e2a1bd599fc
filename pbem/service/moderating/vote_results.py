"""What the players have voted for is done, logged and told, as if a moderator had done it."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from pbem.grammar.commands import read_commands
from pbem.grammar.commands.spec import Command
from pbem.grammar.commands.votes import (
    CANCEL,
    DRAW,
    END,
    EXTEND,
    EXTENSION,
    MODERATOR,
    PAUSE,
    PAUSE_LENGTH,
    RESUME,
)
from pbem.models import CARRIED, FAILED, Vote
from pbem.service.clocks import clock_of, kind_of_wait
from pbem.service.game_settings import game_settings_of
from pbem.service.moderating.command_context import Actor, CommandContext
from pbem.service.moderating.ending import BY_VOTE, end_game
from pbem.service.moderating.running import run_commands_in
from pbem.service.seats.votes import carried, how_voted
from pbem.service.transaction import GameTx

VOTERS = Actor(BY_VOTE)


def carry_out_votes(tx: GameTx) -> None:
    """Do what enough players have said yes to; what cannot be done any more is lost."""
    for row in carried(tx):
        how = how_voted(tx, row)
        if row.what == DRAW:
            _share(tx, row, how)
            continue
        lines = "\n".join(f"{line} BECAUSE {how}" for line in _lines(tx, row))
        answers = run_commands_in(tx, read_commands(lines), VOTERS)
        row.state = CARRIED if all(answer.is_done for answer in answers) else FAILED
        tx.session.add(row)


def _lines(tx: GameTx, row: Vote) -> tuple[str, ...]:
    """The moderators' commands that do it."""
    if row.what != MODERATOR:
        return (_line(tx, row.what),)
    # Players trust a moderator with their clock and not with their secrets.
    is_blind = game_settings_of(tx.game).blind
    return (*(() if is_blind else ("SET BLIND on",)), f"PROMOTE {row.names[0]}")


def _line(tx: GameTx, what: str) -> str:
    """The moderator's command that does it."""
    clock = clock_of(tx.game)
    if what == EXTEND:
        length = clock.rule(kind_of_wait(tx.game)).next.length
        return f"EXTEND {int(min(length, EXTENSION).total_seconds()) // 60}m"
    if what == PAUSE:
        until = (tx.now + PAUSE_LENGTH).astimezone(ZoneInfo(clock.zone))
        return f"PAUSE UNTIL {until:%Y-%m-%d %H:%M}"
    return {RESUME: "RESUME", CANCEL: "TERMINATE", END: "TERMINATE"}[what]


def _share(tx: GameTx, row: Vote, how: str) -> None:
    """End the game with the winners that all have agreed on; their last reports tell it."""
    tx.reload()
    command = Command("VOTE", "VOTE DRAW", why=how)
    context = CommandContext(
        *(tx.service, tx.session, tx.now, tx.game, tx.snapshot),
        command=command,
        actor=VOTERS,
        number=tx.next_act(),
    )
    said = "The game is over by a vote of its players."
    tx.log_act(context.number, "VOTE", said, by=BY_VOTE, command="VOTE DRAW", why=how)
    end_game(context, shared=tuple(row.names))
    row.state = CARRIED
    tx.session.add(row)
