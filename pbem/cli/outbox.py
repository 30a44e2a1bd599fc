"""`pbem outbox`: what is mailed, what waits and why, and sending it now."""

from __future__ import annotations

from dataclasses import asdict

import click

from pbem.cli.contexts import open_context, reading_context
from pbem.cli.output import JSON, InputError, print_json
from pbem.cli.rows import list_options, one_or_all
from pbem.cli.settling import with_settings
from pbem.documents.layout.plain import counted
from pbem.service.sending.outbox_list import (
    STATES,
    MailSummary,
    drop_mails,
    flush_mails,
    list_mails,
    retry_mails,
    show_mail,
)
from pbem.settings import Settings


@click.group("outbox", invoke_without_command=True)
@click.pass_context
def outbox_group(context: click.Context) -> None:
    """Mails to players and moderators: list, show, retry or drop one, or send all that waits."""
    if context.invoked_subcommand is None:
        context.invoke(list_command)


@outbox_group.command("list")
@list_options(STATES)
@with_settings
def list_command(settings: Settings, state: str | None, limit: int, as_json: bool) -> None:
    """List the newest mails.

    `--state new` are those that have not gone out, `waiting` those of them that were tried in vain,
    in the order in which they will go; `dead` were given up.
    """
    lines = list_mails(reading_context(settings), state, limit)
    if as_json:
        print_json([asdict(line) for line in lines])
        return
    for line in lines:
        click.echo(_format(line))


def _format(line: MailSummary) -> str:
    where = f"{line.game}/{line.seat}" if line.game and line.seat else line.rcpt
    text = f"{line.id:>6}  {line.created_at:%F %T}  {line.state:4}  {where}  {line.kind}"
    if line.attempts and line.state != "sent":
        text += f"  {line.attempts} tries"
    if line.next_try_at is not None and line.attempts:
        text += f", next {line.next_try_at:%F %T}"
    return f"{text}  {line.error}" if line.error else text


@outbox_group.command("show")
@click.argument("mail", type=int)
@JSON
@with_settings
def show_command(settings: Settings, mail: int, as_json: bool) -> None:
    """Print a mail's text, and what went wrong with it. Codes and addresses in it are hidden."""
    found = show_mail(reading_context(settings), mail)
    if found is None:
        raise InputError(f"there is no mail {mail}; `pbem outbox list` shows them")
    if as_json:
        print_json(asdict(found.line) | {"text": found.text, "error": found.error})
        return
    click.echo(_format(found.line))
    click.echo(f"To: {found.line.rcpt}\nSubject: {found.line.subject}\n\n{found.text}")
    if found.error:
        click.echo(f"\nIt did not go out: {found.error}")


@outbox_group.command("retry")
@one_or_all("mail", "was given up")
@JSON
@with_settings
def retry_command(settings: Settings, number: int | None, as_json: bool) -> None:
    """Send a mail again that was given up, or one that waits; the sweeper finds it at once."""
    count = retry_mails(open_context(settings), number)
    if as_json:
        print_json({"mails": count})
    elif count:
        click.echo(f"{counted(count, 'mail')} will be sent again.")
    else:
        raise InputError("nothing to retry; `pbem outbox list --state dead` shows what died")


@outbox_group.command("drop")
@one_or_all("mail", "was given up")
@JSON
@with_settings
def drop_command(settings: Settings, number: int | None, as_json: bool) -> None:
    """Let a mail be that was given up, or one that waits: nobody gets it or is reminded of it."""
    count = drop_mails(open_context(settings), number)
    if as_json:
        print_json({"mails": count})
    elif count:
        click.echo(f"{counted(count, 'mail')} will not be sent.")
    else:
        raise InputError("nothing to drop; `pbem outbox list --state dead` shows what died")


@outbox_group.command("flush")
@JSON
@with_settings
def flush_command(settings: Settings, as_json: bool) -> None:
    """Send every mail now that was tried in vain, the next deadline first."""
    count = flush_mails(open_context(settings))
    if as_json:
        print_json({"mails": count})
    else:
        click.echo(f"{counted(count, 'mail')} will be sent now.")
