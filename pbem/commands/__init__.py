"""What moderators type: one table of commands for mail, command line and web."""

from pbem.commands.command import Command, UnreadCommand
from pbem.commands.help import help_text, table
from pbem.commands.reading import read_commands
from pbem.commands.verb import CommandSpec
from pbem.commands.verbs import BY_NAME, VERBS

__all__ = [
    "BY_NAME",
    "VERBS",
    "Command",
    "UnreadCommand",
    "CommandSpec",
    "help_text",
    "read_commands",
    "table",
]
