"""What people say instead of a command, and the command they may mean; nothing is done by it."""

from __future__ import annotations

import re

from pbem.grammar.commands.typed import word

MOST_WORDS = 10
"""Words of a line that may be meant as a command; a longer one is a sentence."""
_SENTENCE = re.compile(r",\s|[.!?]\s")
_LATER = "EXTEND 24h gives more time, SET DEADLINE Fri 18:00 names it."
_SEATS = "REPLACE bob BY eve@example.org gives a seat to another player, OFFER bob to a standby."
_AWAY = "EJECT bob BECAUSE … ends a player's part in the game."
_TEXT = "NOTICE and a text goes to all players."
_LOOK = "STATUS, WHO, LOG, LETTERS and PREVIEW tell how things are."
_EDIT = "EDIT MONEY OF Mafia 7 BECAUSE … changes the state of the game."
_HINTS = {
    **dict.fromkeys(("give", "more", "longer", "wait"), _LATER),
    "delay": f"{_LATER} SET DELAY 1h sets the time after a last order.",
    **dict.fromkeys(("undo", "revert", "redo", "repeat"), "ROLLBACK TO TURN 12 takes turns back."),
    **dict.fromkeys(("add", "invite", "join", "substitute", "swap"), _SEATS),
    **dict.fromkeys(("remove", "drop", "ban", "delete"), _AWAY),
    **dict.fromkeys(("end", "finish", "close", "cancel"), "TERMINATE BECAUSE … ends the game."),
    **dict.fromkeys(("next", "resolve", "execute", "skip"), "PROCESS TURN 12 runs the open turn."),
    **dict.fromkeys(("tell", "say", "announce", "message"), _TEXT),
    **dict.fromkeys(("show", "list", "report"), _LOOK),
    **dict.fromkeys(("money", "fix", "correct"), _EDIT),
}


def hint_for_command(line: str) -> str:
    """The command that a short line may mean, in one sentence; "" for any other."""
    words = line.split()
    if not words or len(words) > MOST_WORDS or _SENTENCE.search(line):
        return ""
    return _HINTS.get(word(words[0]).casefold(), "")
