"""The command line: one group, one module a family of commands."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = {
    "addresses": "addresses:addresses_group",
    "adjudicate": "adjudicating:adjudicate_command",
    "bench": "benching:bench",
    "cards": "cardfile:cards_command",
    "console-link": "console:console_link_command",
    "demo": "demoing:demo_command",
    "export": "games:export_command",
    "extract": "extracting:extract_command",
    "games": "games:games_command",
    "import": "piping:import_command",
    "letters": "letters:letters_group",
    "listen": "serve:listen_command",
    "migrate": "serve:migrate_command",
    "mod": "moderating:mod_command",
    "moderators": "moderating:moderators_group",
    "new": "founding:new_command",
    "parse": "parsing:parse_command",
    "pipe": "piping:pipe_command",
    "poll": "fetching:poll_command",
    "resume": "games:resume_command",
    "rules": "rulebook:rules_command",
    "serve": "serve:serve_command",
    "simulate": "simulating:simulate_command",
    "standby": "standby:standby_group",
    "sweeper": "serve:sweeper_command",
    "tokens": "addresses:tokens_group",
    "verify": "games:verify_command",
    "web": "serve:web_command",
    "worker": "serve:worker_command",
}
"""Where each command is: its module in this package, and its name there."""


class Commands(click.Group):
    """A group that loads a command when it is asked for: a program that is started for every letter
    must not load what it does not need."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return command_of(cmd_name) if cmd_name in COMMANDS else None


def command_of(name: str) -> click.Command:
    """The command of that name, loaded; KeyError where there is none."""
    module, _, attribute = COMMANDS[name].partition(":")
    found = getattr(import_module(f"{__name__}.{module}"), attribute)
    assert isinstance(found, click.Command) and found.name == name
    return found


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem")
def main() -> None:
    """A referee for long games of Illuminati played by mail."""
