"""What became of each line of a letter, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pbem.values import Frozen, changed

if TYPE_CHECKING:
    # The commands read a game's settings, which read the press rules, which read this.
    from pbem.grammar.commands.spec import Command

ParseStatus = Literal[
    "order", "control", "talk", "unreadable", "ambiguous", "ignored", "removed", "unread"
]
TalkKind = Literal["say", "rumour", "diary", "promise", "letter"]
ALL: Literal["all"] = "all"
"""Everybody at the table, as whom a text is for."""


@dataclass(frozen=True, slots=True)
class TalkText:
    """A text to players, in its lines as typed; a diary is for nobody, a rumour for all, and so is
    a letter to the editor of the table's newspaper.

    What is said to no player is for the moderators. `signed` is the name it shall bear: None for
    its writer's, "" for nobody's. `shown_to` are the players whom each reader sees named beside
    himself; None for those whom it is for.
    """

    kind: TalkKind
    to: tuple[str, ...] | Literal["all"]
    text: str
    signed: str | None = None
    shown_to: tuple[str, ...] | None = None


class ParsedLine(Frozen):
    """One line as typed and what it was understood as.

    `number` is 0 for a line that is no line of a script and was given none; `numbered` says that
    the player wrote the number. `assumed` and `problem` are plain English; `suggestions` are
    lines that would have been read. `code` is what stood after RESIGN. `turn` is the turn that
    TURN n: names where it is not the one now open, `repeats` what stands behind REPEAT:. `unread`
    is the status of a line that nobody looked at, as the letter was too much to read. `place` tells
    lines apart: it counts those of a letter from 1, and those on a sheet downwards from -1.
    """

    number: int
    numbered: bool
    text: str
    status: ParseStatus
    order: Any = None
    conditions: tuple[Any, ...] = ()
    control: Command | None = None
    assumed: tuple[str, ...] = ()
    problem: str = ""
    suggestions: tuple[str, ...] = ()
    code: str = ""
    talk: TalkText | None = None
    turn: int | None = None
    repeats: bool = False
    place: int = 0

    @property
    def is_ahead(self) -> bool:
        """Whether it is for another turn than the one now open, or for every turn."""
        return self.repeats or self.turn is not None

    @property
    def ahead(self) -> str:
        """`TURN 16: ` or `REPEAT: `, "" for a line for now."""
        return "REPEAT: " if self.repeats else f"TURN {self.turn}: " if self.turn else ""

    @property
    def unnumbered(self) -> ParsedLine:
        """The line without its number."""
        return changed(self, number=0)

    def at_place(self, place: int) -> ParsedLine:
        """The line with the place that tells it apart."""
        return changed(self, place=place)

    @property
    def assumption(self) -> str:
        """What was assumed, in a sentence; "" for nothing."""
        return f"Assumed: {'; '.join(self.assumed)}." if self.assumed else ""

    @property
    def word(self) -> Command:
        """The word to the referee that the line is."""
        assert self.control is not None, "only lines with the status control are words"
        return self.control


@dataclass(eq=False)
class ParseError(Exception):
    """Why a statement cannot be read; raised and caught within this package.

    `span` are the words (first, after last) in whose place one of `instead` should have stood,
    behind the keyword `lead`; `otherwise` are things legal there, though not like what was typed.
    """

    problem: str
    status: ParseStatus = "unreadable"
    span: tuple[int, int] | None = None
    instead: tuple[str, ...] = ()
    lead: str = ""
    otherwise: tuple[str, ...] = ()
    is_lossy: bool = False
    """What was typed contradicts itself, so no suggestion can keep all of it."""
