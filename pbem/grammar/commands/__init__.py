"""What moderators type: one table of commands for mail, command line and web."""

from pbem.grammar.commands.command import Command, UnreadCommand
from pbem.grammar.commands.help import help_text, table
from pbem.grammar.commands.reading import read_commands
from pbem.grammar.commands.verb import CommandSpec
from pbem.grammar.commands.verbs import BY_NAME, VERBS

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
