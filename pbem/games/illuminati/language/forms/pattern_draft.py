"""What a line has said so far of the attacks it is for (R12.4)."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.illuminati.abilities import Alignment, Form
from engine.illuminati.orders import Pattern
from pbem.grammar.orders.parsed import ParseError


@dataclass(slots=True)
class PatternDraft:
    """What was said of the attacks so far.

    `guards` says that they are those on his own groups, so that AGAINST names the attacker;
    `has_kind` that what is named next is a target, not a player who attacks; `is_led` that a word
    came before it behind which only a name can stand, so that a misspelt one is guessed.
    """

    guards: bool = False
    is_said: bool = False
    has_kind: bool = False
    is_led: bool = True
    line: int | None = None
    by: str | None = None
    owner: str | None = None
    groups: list[str] = field(default_factory=list)
    alignments: list[Alignment] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)

    def pattern(self) -> Pattern:
        """What was said, once all of it is read."""
        if self.groups and self.alignments:
            raise ParseError("Groups and alignments in one line would both have to fit; write two")
        return Pattern(
            line=self.line,
            by=self.by,
            owner=self.owner,
            groups=tuple(dict.fromkeys(self.groups)),
            alignments=tuple(dict.fromkeys(self.alignments)),
            forms=tuple(dict.fromkeys(self.forms)),
        )

    def attacked_by(self, seat: str) -> None:
        """Only attacks by that seat; one a line."""
        if self.by not in (None, seat):
            raise ParseError("A line is for the attacks of one player; write another for the other")
        self.by = seat

    def attacks_on(self, seat: str) -> None:
        """Only attacks on that seat; one a line."""
        if self.owner not in (None, seat):
            raise ParseError("A line is for the attacks on one player; write another for the other")
        self.owner = seat
