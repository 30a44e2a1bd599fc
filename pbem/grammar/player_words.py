"""What a player says besides orders: commands to the referee and texts to other players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TalkKind = Literal["say", "rumour", "diary", "promise"]
ALL: Literal["all"] = "all"
"""Everybody at the table, as whom a text is for."""


@dataclass(frozen=True, slots=True)
class PlayerCommand:
    """A word to the referee, not to the game: READY, HELP ATTACK; "" where nothing more was said.

    `argument` is what it is about: the verb of HELP, the turn of RESEND, the card id of CARD, the
    key of SET, the first day of AWAY, the sitter of DELEGATE. `value` is how: the length of RESEND,
    what is SET, the last day of AWAY and DELEGATE. Days, hours, zones and addresses are the words
    as typed. `code` is what stood behind CODE.
    """

    word: str
    argument: str = ""
    value: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class TalkText:
    """A text to players, in its lines as typed; a diary is for nobody, a rumour for all."""

    kind: TalkKind
    to: tuple[str, ...] | Literal["all"]
    text: str
