"""What a letter is told beside its lines: of what was not read, and of a game that stands still."""

from __future__ import annotations

from collections.abc import Sequence

from engine.illuminati.game import options
from engine.illuminati.state import State
from pbem.commands import Command, read_commands
from pbem.language import Names, format_order, read
from pbem.language.forms.referee_words import KEYS
from pbem.models import PAUSED, RUNNING, Game
from pbem.service.orders.answers import Work
from pbem.service.orders.case import Case

_MOST_LOOKED_AT = 200
"""Lines that were not read which are looked at for orders; nobody needs to be told of more."""
MOST_READ = 40
"""Lines of a letter that are looked at for commands of moderators."""


def remarks(case: Case, work: Work, state: State, game: Game) -> list[str]:
    """What else the writer should know: of lines not read, and of a game that does not run."""
    said = []
    if case.letter.passed == "moderator":
        said.append(
            "The moderator wrote this letter in your name. What you send yourself replaces it "
            "while your orders are open."
        )
    if game.phase == PAUSED:
        said.append("The game is paused: no turn is run. Your letter counts all the same.")
    elif game.phase != RUNNING:
        said.append("The game is over; nothing can be ordered any more.")
    overlooked = work.overlooked
    ignored = overlooked.lines
    if len(ignored) == len(work.lines):
        examples = " | ".join(examples_of(case, state))
        said.append(f"Nothing in this letter could be read as an order. These could: {examples}")
    elif ignored:
        first = f'"{ignored[0][:60]}"'
        many = f"{len(ignored)} lines were not read as orders, the first being {first}"
        one = f"1 line was not read as an order: {first}"
        said.append(
            f"{one if len(ignored) == 1 else many}. An order begins with its verb, such as "
            "ATTACK, TRANSFER, GIVE or PLAY; HELP lists all."
        )
    said += commands_of_moderators(case, work)
    if overlooked.commented and all(line.order is None for line in work.lines):
        said.append(f"A line that begins with # is not read. Without it: {overlooked.commented}")
    hint = overlooked.order or overlooked.word
    return [*said, hint] if hint else said


def commands_of_moderators(case: Case, work: Work) -> list[str]:
    """What is said to a player who writes a moderator's command to his seat's address."""
    typed = [line.text.strip() for line in work.lines if line.fate in ("IGNORED", "ASK")]
    unread = [text for text in typed if not _is_players(text)]
    reads = [read for text in unread[:MOST_READ] for read in read_commands(text)]
    found = [read for read in reads if isinstance(read, Command) and read.assumed == ""]
    if not found:
        return []
    return [
        f'"{found[0].line[:60]}" is a command of moderators, and this is your seat\'s address. If '
        "you moderate this game, reply to a mail that came to you as its moderator. If you do not: "
        "WAIT keeps your turn to its deadline, AWAY UNTIL day and DELEGATE TO player UNTIL day say "
        "who writes when you cannot, and SAY TO ALL: asks the others."
    ]


def _is_players(text: str) -> bool:
    """SET LENGTH and the like: a wish of a player, whatever else moderators may SET."""
    words = text.casefold().split()
    return words[:1] == ["set"] and bool({*words[1:2]} & {*KEYS})


def examples_of(case: Case, state: State) -> list[str]:
    """A few lines that would be read and be legal now."""
    names = case.shelf.names(case.seat.name)
    best = options(state, case.seat.name)[:1]
    return [*(format_order(option.order, names) for option in best), "PASS", "STATUS", "HELP"]


def would_be_orders(ignored: Sequence[str], names: Names) -> tuple[str, ...]:
    """Those of the first lines that were not read which would have been orders, each once."""
    return tuple(
        text
        for text in list(dict.fromkeys(ignored))[:_MOST_LOOKED_AT]
        if any(line.fate in ("order", "control") for line in read(text, names))
    )
