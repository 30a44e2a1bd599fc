"""What a game lets players say before it starts: what each brings to the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.games.contract.building import DeckBuilder
from pbem.grammar.commands.passages import PassageVerb


@dataclass(frozen=True, slots=True)
class JoiningResult:
    """What comes of some lines: what is on file of their writer afterwards, and what he is told.

    `text` are whole sentences, `rows` a list behind them (the faults of each line, or what is on
    file), `next` the lines that go on from there. Refused lines leave on file what could be read.
    """

    filed: str
    is_done: bool
    text: str
    rows: tuple[str, ...] = ()
    next: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Joining:
    """What may be said before the start. What is on file is a text that the game alone reads."""

    verbs: tuple[PassageVerb, ...]
    invitation: Callable[[Any], str]
    """What somebody is told who has joined a game of these options and has brought nothing yet."""
    say: Callable[[str, tuple[str, ...], Any], JoiningResult]
    """What lines come to, by what is on file ("" for nothing) and the options of the game."""
    likes: Callable[[str], tuple[str, ...]]
    """What is on file as `Rules.new` takes it."""
    is_for: Callable[[Any], bool] = lambda _options: True
    """Whether players bring anything to a game of these options."""
    builder: DeckBuilder | None = None
    """What a page needs to build it; None where there is nothing to build."""

    @property
    def forms(self) -> Mapping[str, str]:
        """What may be typed, and what it does."""
        return {verb.form: verb.gloss for verb in self.verbs}
