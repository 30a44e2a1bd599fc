"""`pbem prune`: a smaller database, and the same games."""

from __future__ import annotations

from dataclasses import asdict

import click

from pbem.cli.contexts import open_context
from pbem.cli.output import JSON, print_json
from pbem.cli.settling import with_settings
from pbem.service.due.pruning import prune
from pbem.settings import Settings


@click.command("prune")
@JSON
@with_settings
def prune_command(settings: Settings, as_json: bool) -> None:
    """Make the database smaller: pack old texts, and remove what [keep] says.

    Mails, views of pictures, states and events that are a day old are packed; everything reads
    them as before. Letters, files and mails lose their text once they are older than [keep] says.
    Games, reports and whatever waits for somebody stay whole. The service may run meanwhile, but
    no part of an older version.
    """
    done = prune(open_context(settings))
    if as_json:
        print_json(asdict(done))
        return
    click.echo(
        f"{done.packed:,} texts were packed; {done.letters:,} letters and {done.mails:,} mails "
        f"lost their text, {done.files:,} files were removed."
    )
    click.echo(f"They take {done.bytes_after:,} bytes now, {done.bytes_before:,} before.")
