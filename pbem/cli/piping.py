"""Letters handed to a program: `pbem pipe`, and `pbem import` of a Maildir."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from pbem.cli.output import InputError
from pbem.cli.settling import with_settings
from pbem.database import StorageError
from pbem.log import configure_logging
from pbem.migrations import UnfitDatabase, check
from pbem.service.arriving.collecting import collect
from pbem.service.context import ServiceContext, minimal_context
from pbem.settings import Settings, SettingsError, load_settings
from pbem.transports.maildir import NoMaildir, import_maildir
from pbem.transports.pipe import EX_NOUSER, EX_TEMPFAIL, read_pipe


@click.command("pipe")
@click.option("--config", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--to", "rcpt", default="", help="The envelope's recipient.")
@click.option("--sender", default=None, help='The envelope\'s sender, "" for a bounce.')
def pipe_command(config: Path | None, rcpt: str, sender: str | None) -> None:
    """Store one letter from standard input, as mail servers hand it to a program.

    Without --to and --sender the variables ORIGINAL_RECIPIENT and SENDER count, which Postfix and
    qmail's kin set, then the letter's own headers. The exit code is one of sysexits.h: 0 stored,
    65 too big, 67 for none of our addresses, 75 try again later.
    """
    rcpt = rcpt or os.environ.get("ORIGINAL_RECIPIENT", "")
    sender = os.environ.get("SENDER") if sender is None else sender
    try:
        settings = load_settings(config)
        configure_logging(settings.log.level)
        service = minimal_context(settings)
        check(service.database)
    except (SettingsError, UnfitDatabase, OSError) as error:
        # Not the sender's fault: his letter waits until the settings are mended.
        click.echo(f"pbem pipe: {error}", err=True)
        sys.exit(EX_TEMPFAIL)
    sys.exit(_pipe(service, rcpt, sender))


def _pipe(service: ServiceContext, rcpt: str, sender: str | None) -> int:
    most = service.settings.mail.max_letter_bytes
    # MAILER-DAEMON is what Postfix gives a program for the empty path.
    envelope_from = "" if sender is not None and sender.upper() == "MAILER-DAEMON" else sender

    def take(raw: bytes) -> bool:
        return bool(collect(service, raw, rcpt, envelope_from))

    code = read_pipe(sys.stdin.buffer.read(most + 1), take, most)
    if code == EX_NOUSER:
        click.echo("5.1.1 No such address here", err=True)
    return code


@click.command("import")
@click.argument("maildir", type=click.Path(exists=True, file_okay=False, path_type=Path))
@with_settings
def import_command(settings: Settings, maildir: Path) -> None:
    """Store the letters in `new` of a MAILDIR and move them to its `cur`.

    Letters for none of our addresses, and those that are too big, stay where they are. May be run
    again at any time, and after any failure: nothing is stored twice.
    """
    service = minimal_context(settings)
    check(service.database)

    def take(raw: bytes) -> bool:
        return bool(collect(service, raw))

    try:
        found = import_maildir(maildir, take, settings.mail.max_letter_bytes)
    except NoMaildir as error:
        raise InputError(str(error)) from None
    except (StorageError, OSError) as error:
        raise click.ClickException(f"not all could be stored, run it again: {error}") from None
    click.echo(f"{found.stored} letters were stored.")
    if found.not_ours or found.too_big:
        click.echo(
            f"{found.not_ours} are for nobody here and {found.too_big} are too big; they stay "
            "where they are."
        )
