"""The command line: one group, one module a family of commands."""

from __future__ import annotations

from importlib import import_module

import click
from click.shell_completion import CompletionItem

COMMANDS = {
    "addresses": (
        "addresses:addresses_group",
        "Players' addresses: list them, add another one, choose the one to write to.",
    ),
    "adjudicate": (
        "adjudicating:adjudicate_command",
        "Resolve one turn of a written POSITION with ORDERS (lines `ann: ORDER`; - is stdin).",
    ),
    "alive": (
        "alive:alive_command",
        "Say whether PART works on this machine; exit code 1 if it does not.",
    ),
    "backup": (
        "backups:backup_command",
        "Copy the whole database into FILE while the service runs; an old FILE is never replaced.",
    ),
    "bench": (
        "benching:bench",
        "Measure speed and memory on this machine.",
    ),
    "cards": (
        "rulebook:cards_command",
        "Check a FILE of cards for `pbem new --own-cards` (- is stdin) and show what it makes.",
    ),
    "console-link": (
        "console:console_link_command",
        "Print a link into the web console for the moderator who has ADDRESS.",
    ),
    "delete": (
        "deleting:delete_group",
        "Delete personal data: a player's, or that of a game; the record of games stays whole.",
    ),
    "demo": (
        "demoing:demo_command",
        "Play a whole game of robots by real mail on this machine, and say where the mails are.",
    ),
    "doctor": (
        "doctor:doctor_command",
        "Look over the whole installation: each finding in a line, with what mends it.",
    ),
    "export": (
        "exporting:export_command",
        "Print a finished game as one file, its secret opened, for `pbem verify`.",
    ),
    "extract": (
        "extracting:extract_command",
        "Print the new text of the mail on standard input: what would be read as orders.",
    ),
    "games": (
        "games:games_command",
        "List the games: whose turn, until when.",
    ),
    "import": (
        "piping:import_command",
        "Store the letters in `new` of a MAILDIR and move them to its `cur`.",
    ),
    "init": (
        "init:init_command",
        "Set up pbem: five questions, a file of settings, lines for DNS and Postfix.",
    ),
    "letters": (
        "letters:letters_group",
        "Letters as they came in: list, show, retry, drop or release those that were set aside.",
    ),
    "listen": (
        "serve:listen_command",
        "Cluster: the SMTP or LMTP listener alone.",
    ),
    "migrate": (
        "migrating:migrate_command",
        "Bring the database to this version's tables; safe to run again.",
    ),
    "mod": (
        "moderating:mod_command",
        "Carry out a moderator's commands in GAME, each quoted as one argument; - reads lines.",
    ),
    "moderators": (
        "moderators:moderators_group",
        "Who moderates a game: each has an address of his own for commands by mail.",
    ),
    "new": (
        "founding:new_command",
        "Set up a game and mail every player his first report.",
    ),
    "outbox": (
        "outbox:outbox_group",
        "Mails to players and moderators: list, show, retry or drop one, or send all that waits.",
    ),
    "parse": (
        "adjudicating:parse_command",
        "Say what each line of the orders on standard input was understood as.",
    ),
    "pipe": (
        "piping:pipe_command",
        "Store one letter from standard input, as mail servers hand it to a program.",
    ),
    "poll": (
        "fetching:poll_command",
        "Fetch letters from the mailbox of [mail.imap].",
    ),
    "players": (
        "players:players_group",
        "Players: suspend one, refuse an address or a domain, find two who may be one, delete one.",
    ),
    "prune": (
        "pruning:prune_command",
        "Make the database smaller: pack old texts, and remove what [keep] says.",
    ),
    "rename": (
        "renaming:rename_group",
        "Take a name back: a person's, that of a place in the lobby, or a game's.",
    ),
    "restore": (
        "backups:restore_command",
        "Make the database anew from FILE, which `pbem backup` wrote; nothing is ever replaced.",
    ),
    "resume": (
        "moderating:resume_command",
        "Let a paused game go on, as `pbem mod NAME RESUME` does.",
    ),
    "rules": (
        "rulebook:rules_command",
        "Print the rules as adjudicated: all, a number's, a chapter's, or those with a word.",
    ),
    "serve": (
        "serve:serve_command",
        "Run everything: web, listener, worker threads, sweeper.",
    ),
    "simulate": (
        "simulating:simulate_command",
        "Let robots play whole games, audit every turn and sum up; exit code 1 if a rule broke.",
    ),
    "standby": (
        "standby:standby_group",
        "Standby players: who is asked when a seat is left or missed too often.",
    ),
    "sweeper": (
        "serve:sweeper_command",
        "Cluster: look for due games and missed letters; run two or more, in any place.",
    ),
    "testmail": (
        "testmail:testmail_command",
        "Send a mail to ADDRESS now, past the queue, and say what the mail server answered.",
    ),
    "tokens": (
        "addresses:tokens_group",
        "The secret addresses of seats: renew one that has become known to others.",
    ),
    "verify": (
        "verifying:verify_command",
        "Compute every draw, roll and state of an exported game again (- reads standard input).",
    ),
    "web": (
        "serve:web_command",
        "Cluster: the pages and the inbound webhook alone.",
    ),
    "worker": (
        "serve:worker_command",
        "Cluster: a Celery worker that reads letters, plays turns and sends mail.",
    ),
}
"""Each command: its module in this package with its name there, and its help in one line."""


class Commands(click.Group):
    """A group that loads a command when it is asked for: a program that is started for every letter
    must not load what it does not need."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return command_of(cmd_name) if cmd_name in COMMANDS else None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What a shell offers after `pbem`, from the table alone."""
        found = [
            CompletionItem(name, help=line)
            for name, (_, line) in sorted(COMMANDS.items())
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list that `--help` ends with, from the table alone: no command is loaded for it."""
        room = formatter.width - 6 - max(map(len, COMMANDS))
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, click.Command(name, help=line).get_short_help_str(room))
                    for name, (_, line) in sorted(COMMANDS.items())
                ]
            )


def command_of(name: str) -> click.Command:
    """The command of that name, loaded; KeyError where there is none."""
    module, _, attribute = COMMANDS[name][0].partition(":")
    found = getattr(import_module(f"{__name__}.{module}"), attribute)
    assert isinstance(found, click.Command) and found.name == name
    return found


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem")
def main() -> None:
    """A referee for Illuminati and Illuminati: New World Order, played by mail."""
