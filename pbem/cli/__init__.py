"""The command line: one group, one module a family of commands."""

from __future__ import annotations

import click

from pbem.cli.addresses import addresses_group, tokens_group
from pbem.cli.adjudicating import adjudicate_command
from pbem.cli.benching import bench
from pbem.cli.cardfile import cards_command
from pbem.cli.console import console_link_command
from pbem.cli.demoing import demo_command
from pbem.cli.extracting import extract_command
from pbem.cli.fetching import import_command, pipe_command, poll_command
from pbem.cli.founding import new_command
from pbem.cli.games import (
    export_command,
    games_command,
    resume_command,
    verify_command,
)
from pbem.cli.letters import letters_group
from pbem.cli.moderating import mod_command, moderators_group
from pbem.cli.parsing import parse_command
from pbem.cli.rulebook import rules_command
from pbem.cli.serve import (
    listen_command,
    migrate_command,
    serve_command,
    sweeper_command,
    web_command,
    worker_command,
)
from pbem.cli.simulating import simulate_command
from pbem.cli.standby import standby_group


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem")
def main() -> None:
    """A referee for long games of Illuminati played by mail."""


for _command in (
    new_command,
    cards_command,
    games_command,
    resume_command,
    serve_command,
    demo_command,
    mod_command,
    moderators_group,
    letters_group,
    addresses_group,
    tokens_group,
    standby_group,
    console_link_command,
    export_command,
    verify_command,
    adjudicate_command,
    parse_command,
    rules_command,
    extract_command,
    simulate_command,
    bench,
    migrate_command,
    web_command,
    listen_command,
    poll_command,
    worker_command,
    sweeper_command,
    pipe_command,
    import_command,
):
    main.add_command(_command)
