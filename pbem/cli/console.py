"""`pbem console-link`: a way into the web console for who sits at this machine."""

from __future__ import annotations

import click

from pbem.cli.contexts import open_context
from pbem.cli.output import accepted
from pbem.cli.people import ADDRESS
from pbem.cli.settling import with_settings
from pbem.service.console.login import make_link
from pbem.service.seats.moderators import make_operator
from pbem.settings import Settings


@click.command("console-link")
@click.argument("address", type=ADDRESS)
@click.option("--operator", is_flag=True, help="Let ADDRESS moderate every game from now on.")
@with_settings
def console_link_command(settings: Settings, address: str, operator: bool) -> None:
    """Print a link into the web console for the moderator who has ADDRESS.

    It is good for 15 minutes, and once. Moderators need no such link: the console's first page
    mails them one.
    """
    service = open_context(settings)
    if operator:
        accepted(make_operator(service, address))
    click.echo(accepted(make_link(service, address)))
