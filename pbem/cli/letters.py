"""`pbem letters`: what came in, what became of it, and trying again.

What changes something is loaded when it is asked for: to list takes a third of that time.
"""

from __future__ import annotations

import sys
from dataclasses import asdict

import click

from pbem.cli.contexts import open_context, reading_context
from pbem.cli.output import InputError, print_json
from pbem.cli.rows import limit, list_options, one_or_all
from pbem.cli.settling import with_settings
from pbem.documents.layout.plain import counted
from pbem.service.moderating.letter_list import (
    STATES,
    drop_letters,
    list_letters,
    retry_letters,
    show_letter,
)
from pbem.service.notices import list_notices
from pbem.settings import Settings


@click.group("letters", invoke_without_command=True)
@click.pass_context
def letters_group(context: click.Context) -> None:
    """Letters as they came in: list, show, retry, drop or release those that were set aside."""
    if context.invoked_subcommand is None:
        context.invoke(list_command)


@letters_group.command("list")
@list_options(STATES)
@with_settings
def list_command(settings: Settings, state: str | None, limit: int, as_json: bool) -> None:
    """List the newest letters.

    `--state dead` are those that failed three times, `held` those whose player is asked whether
    they are his, `machine` those of machines, bounces and complaints too; `quarantined` are all
    that can be released.
    """
    lines = list_letters(reading_context(settings), state, limit)
    if as_json:
        print_json([asdict(line) for line in lines])
        return
    for line in lines:
        where = f"{line.game}/{line.seat}" if line.game else "nobody's"
        why = line.error or line.note
        click.echo(f"{line.id:>6}  {line.received_at:%F %T}  {line.state:4}  {where}  {why}")


@letters_group.command("show")
@click.argument("letter", type=int)
@click.option("--traceback", is_flag=True, help="The traceback of its last failure instead.")
@with_settings
def show_command(settings: Settings, letter: int, traceback: bool) -> None:
    """Print a letter's bytes as they came in."""
    found = show_letter(reading_context(settings), letter)
    if found is None:
        raise InputError(f"there is no letter {letter}; `pbem letters list` shows them")
    if traceback:
        click.echo(found.error or "It has not failed.")
    else:
        sys.stdout.buffer.write(found.raw)


@letters_group.command("retry")
@one_or_all("letter", "was set aside")
@with_settings
def retry_command(settings: Settings, number: int | None) -> None:
    """Read a letter again that was set aside; the sweeper finds it within a second."""
    count = retry_letters(open_context(settings), number)
    if not count:
        raise InputError("nothing to retry; `pbem letters list --state dead` shows what failed")
    click.echo(f"{counted(count, 'letter')} will be read again.")


@letters_group.command("drop")
@one_or_all("letter", "was set aside")
@with_settings
def drop_command(settings: Settings, number: int | None) -> None:
    """Let a letter be that was set aside: it is kept, not read, and nobody is reminded of it."""
    count = drop_letters(open_context(settings), number)
    if not count:
        raise InputError("nothing to drop; `pbem letters list --state dead` shows what failed")
    click.echo(f"{counted(count, 'letter')} will not be read again.")


@letters_group.command("release")
@click.argument("letter", type=int)
@with_settings
def release_command(settings: Settings, letter: int) -> None:
    """Let a letter be read as its seat's that was held, or taken for a machine's.

    It counts from its arrival. It is not read if that would undo what came later.
    """
    from pbem.service.moderating.quarantine import RELEASED, NotReleased, release_letter

    try:
        outcome = release_letter(open_context(settings), letter)
    except NotReleased as error:
        raise InputError(str(error)) from error
    click.echo(RELEASED[outcome])


@letters_group.command("notices")
@limit
@with_settings
def notices_command(settings: Settings, limit: int) -> None:
    """What was noticed about mail: addresses that are bad, complaints, machines that never end."""
    from pbem.documents.layout.clock import in_zone

    for one in list_notices(reading_context(settings), limit):
        click.echo(f"{one.created_at:%F %T}  {one.kind:9}  {in_zone(one.text, 'UTC')}")
