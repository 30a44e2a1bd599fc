"""`pbem mod` and `pbem resume`: the moderator's commands at the operator's machine."""

from __future__ import annotations

import sys

import click

from pbem.cli.contexts import open_context
from pbem.cli.inputs import read_text
from pbem.cli.output import JSON, InputError, print_json
from pbem.cli.settling import with_settings
from pbem.grammar.commands import help_text, read_commands
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import (
    CommandAnswer,
    NotPaused,
    for_turn,
    resume_game,
    run_commands,
)
from pbem.service.named_games import number_of_game, open_turn, zone_of_game
from pbem.settings import Settings


class _WithTable(click.Command):
    """A command whose help ends in the table of the moderator's commands."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(f"\n{help_text()}\n")


@click.command("mod", cls=_WithTable)
@click.argument("game")
@click.argument("commands", nargs=-1, metavar="[COMMAND]...")
@JSON
@with_settings
def mod_command(settings: Settings, game: str, commands: tuple[str, ...], as_json: bool) -> None:
    """Carry out a moderator's commands in GAME, each quoted as one argument; - reads lines.

    \b
    pbem mod Fnord-7 'EXTEND 24h BECAUSE bob is ill' 'STATUS'

    They are logged as the operator's. Times are read and told in the zone of the game (SET ZONE),
    unless one is typed with its own, such as 'Fri 18:00 Berlin'.

    Exit code 0: all were done. 1: one was refused or not understood; of lines read by - those that
    look like none, such as a greeting, do not count.
    """
    service = open_context(settings)
    is_letter = commands == ("-",)
    # What moves a deadline is for the turn that was open before anything was typed.
    number, turn = number_of_game(service, game), open_turn(service, game)
    text = read_text("-") if is_letter else "\nEND\n".join(commands)
    reads = [for_turn(read, turn) for read in read_commands(text or "STATUS")]
    done = run_commands(service, number, reads, OPERATOR)
    zone = zone_of_game(service, game)
    if as_json:
        print_json([_as_plain(one) | {"zone": zone} for one in done])
    else:
        for one in done:
            _print_answer(one)
        click.echo(f"Times are those of {zone}, the zone of the game.")
    wrong = [one for one in done if not one.is_done and not (is_letter and one.is_ignored)]
    if wrong or not any(one.is_done for one in done):
        sys.exit(1)


def _print_answer(one: CommandAnswer) -> None:
    if one.is_ignored:
        click.echo(f"Not read: {one.line}\n{one.answer}", err=True)
        return
    number = f" (number {one.number} in the log)" if one.number else ""
    verdict = "Done" if one.is_done else "Refused"
    click.echo(f"{verdict}{number}: {one.line}", err=not one.is_done)
    if one.answer:
        click.echo(one.answer, err=not one.is_done)
    for mail in one.mails:
        click.echo(f"\n{mail.subject}\n\n{mail.text}")


def _as_plain(one: CommandAnswer) -> dict[str, object]:
    return {
        "line": one.line,
        "command": one.command.line if one.command else None,
        "done": one.is_done,
        "ignored": one.is_ignored,
        "answer": one.answer,
        "number": one.number,
        "mails": [{"subject": mail.subject, "text": mail.text} for mail in one.mails],
    }


@click.command("resume")
@click.argument("name")
@JSON
@with_settings
def resume_command(settings: Settings, name: str, as_json: bool) -> None:
    """Let a paused game go on, as `pbem mod NAME RESUME` does."""
    try:
        why = resume_game(open_context(settings), name)
    except NotPaused as error:
        raise InputError(str(error)) from error
    last = (why or "").strip().rpartition("\n")[2]
    if as_json:
        print_json({"game": name, "resumed": True, "was_paused_for": last})
    else:
        why = f" Its turn is tried now; it was paused for: {last}" if last else ""
        click.echo(f"{name} runs again.{why}")
