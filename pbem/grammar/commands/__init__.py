"""What players and moderators type to the service: one row a command."""

from pbem.grammar.commands.help import help_text
from pbem.grammar.commands.moderators import MODERATORS
from pbem.grammar.commands.reading import EXAMPLE_TURN, begins_command, read_commands
from pbem.grammar.commands.spec import Command, CommandSpec, UnreadCommand

__all__ = [
    "EXAMPLE_TURN",
    "MODERATORS",
    "Command",
    "CommandSpec",
    "UnreadCommand",
    "begins_command",
    "help_text",
    "read_commands",
]
