"""Other ways for letters to come in: `pbem poll` (IMAP), `pbem pipe` and `pbem import`."""

from __future__ import annotations

from imaplib import IMAP4

import click
from imap_tools.errors import ImapToolsError

from pbem.cli.contexts import reading_context
from pbem.cli.output import InputError
from pbem.cli.serve import cluster_context, run_part
from pbem.cli.server_parts import make_poller
from pbem.cli.settling import with_settings
from pbem.database import StorageError
from pbem.settings import Settings


@click.command("poll")
@click.option("--once", is_flag=True, help="Fetch what is there and stop.")
@with_settings
def poll_command(settings: Settings, once: bool) -> None:
    """Fetch letters from the mailbox of [mail.imap].

    What was stored is moved to another folder; a lost connection is made again. `pbem serve` does
    the same when [mail.imap] is configured; this command is for a cluster, or for cron.
    """
    if not settings.mail.imap.host:
        raise InputError("no mailbox is configured: set host, username and password of [mail.imap]")
    service = (
        reading_context(settings) if settings.broker.is_embedded else cluster_context(settings)[0]
    )
    poller = make_poller(service)
    if not once:
        run_part(poller)
        return
    try:
        click.echo(f"{poller.fetch_once()} letters were stored.")
    except (ImapToolsError, IMAP4.error, OSError, StorageError) as error:
        raise click.ClickException(f"the mailbox cannot be read: {error}") from None
