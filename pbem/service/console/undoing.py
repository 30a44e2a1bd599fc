"""What takes back an act of a moderator, as a command; nothing where no single one does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.grammar.commands import read_commands
from pbem.grammar.commands.spec import Command
from pbem.models import Act, Game

_OPPOSITES: Mapping[str, str] = {
    "EXTEND": "SHORTEN",
    "SHORTEN": "EXTEND",
    "PAUSE": "RESUME",
    "RESUME": "PAUSE",
    "ARCHIVE": "UNARCHIVE",
    "UNARCHIVE": "ARCHIVE",
    "ROLLBACK": "ROLLFORWARD",
    "HOLD SEAT": "RELEASE SEAT",
    "HOLD SENDER": "RELEASE SENDER",
}
_OF_ONE_THING = (
    ("EXTEND", "SHORTEN", "SET DEADLINE"),
    ("PAUSE", "RESUME"),
    ("ARCHIVE", "UNARCHIVE"),
    ("ROLLBACK", "ROLLFORWARD", "EDIT"),
)
"""Of these only the newest act can be taken back: the others have been gone on from."""
_WITH_SPAN, _WITH_SEAT = ("EXTEND", "SHORTEN"), ("HOLD SEAT", "HOLD SENDER")


def undoing(acts: Iterable[Act], game: Game) -> Mapping[int, str]:
    """The command that takes back each of some acts, given the newest first."""
    done: set[str] = set()
    lines: dict[int, str] = {}
    for act in acts:
        line = "" if act.undone or act.verb in done else _line(act, game)
        done |= {verb for verbs in _OF_ONE_THING if act.verb in verbs for verb in verbs}
        if line:
            lines[act.number] = line
    return lines


def _line(act: Act, game: Game) -> str:
    opposite = _OPPOSITES.get(act.verb, "")
    command = next(iter(read_commands(act.command)), None)
    if not opposite or not isinstance(command, Command):
        return ""
    if act.verb in _WITH_SEAT:
        return f"{opposite} {command.seat or command.text}".strip()
    if act.verb not in _WITH_SPAN:
        return opposite
    is_span = bool(command.when) and not command.when.upper().startswith("TO ")
    return f"{opposite} {command.when}" if is_span and act.turn == game.turn else ""
