"""What the words of a letter act on, and what they do to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.games.contract.orders import GameInput, JudgedLine, OrderLanguage, SeatFile
from pbem.service.orders.revisions import Revisions
from pbem.service.snapshots import GameSnapshot
from pbem.service.word_results import WordResult


@dataclass(frozen=True, slots=True)
class SheetChange:
    """A sheet as it will be on file, and the revision that an UNDO brings back with it."""

    text: str
    back_to: int | None = None


@dataclass(slots=True)
class Effects:
    """What the words of a letter do; `script` is None where nothing new is put on file.

    `answers` and `answers_on_file` are the same for each window in which the seat is asked, by the
    key of the ask, and `is_done` says whether it need not wait for the writer. `back_to` is the
    revision that an UNDO brings back, `is_announcing` says that a script which is READY is
    announced first, `why_held` why a READY is held back. `ahead` is put on file for turns to come,
    by their numbers as SeatFile has them. `asked` are words answered by a mail of their own,
    `preferences` settings to be changed, `seat_words` what is to become of the seat; `undone` says
    by the place of the line which of all these were not done.
    """

    script: str | None
    on_file: tuple[JudgedLine, ...]
    answers: dict[str, SheetChange] = field(default_factory=dict)
    answers_on_file: dict[str, tuple[JudgedLine, ...]] = field(default_factory=dict)
    is_done: dict[str, bool] = field(default_factory=dict)
    is_ready: bool | None = None
    back_to: int | None = None
    ahead: dict[int, SheetChange] = field(default_factory=dict)
    is_announcing: bool = False
    why_held: str = ""
    is_preview: bool = False
    asked: list[JudgedLine] = field(default_factory=list)
    preferences: list[JudgedLine] = field(default_factory=list)
    seat_words: list[JudgedLine] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    undone: dict[int, WordResult] = field(default_factory=dict)

    def add_result(self, word: JudgedLine, result: WordResult) -> None:
        """What came of a word: a sentence of the answer, or a note at its line."""
        if result.is_done:
            self.sentences.append(result.text)
        else:
            self.undone[word.place] = result


@dataclass(frozen=True, slots=True)
class SheetContext:
    """What the words act on: what the seat had on file before the letter, and all its revisions.

    `state` is the game's after the letter. `windows` are the keys of what its writer is asked
    beside his own turn, and words are then about his answers. `is_past` says that the letter
    answers a script that has been run, `is_cut` that it was too long to be read to its end.
    `ahead_revisions` are all of the sheets for turns to come. `meant_before` says why a READY
    alone may be for what its writer was asked before his first turn, "" where it is not.
    """

    snapshot: GameSnapshot
    seat: str
    state: Any
    filed: SeatFile
    windows: tuple[str, ...] = ()
    is_past: bool = False
    is_cut: bool = False
    meant_before: str = ""
    revisions: Revisions = Revisions()
    answer_revisions: Mapping[str, Revisions] = field(default_factory=dict)
    ahead_revisions: Mapping[int, Revisions] = field(default_factory=dict)

    @property
    def language(self) -> OrderLanguage[Any, Any]:
        return self.snapshot.ruleset.language

    @property
    def given(self) -> GameInput[Any]:
        """The game as it is after the letter, named as it was before."""
        return replace(self.snapshot.given, state=self.state)

    def judge_answers(self, ask: str, text: str) -> tuple[JudgedLine, ...]:
        """What can be said of these answers; they are to what was asked before the letter."""
        return self.language.judge_answers(self.snapshot.given, self.seat, ask, text)

    @property
    def is_out(self) -> bool:
        return self.seat not in self.snapshot.ruleset.rules.status(self.state).playing

    @property
    def is_mover(self) -> bool:
        return self.snapshot.is_own_turn(self.seat)

    @property
    def is_asked_own(self) -> bool:
        """Whether the writer is asked for a turn of his own."""
        return self.snapshot.status.asks_own_turn(self.seat)

    @property
    def is_frozen(self) -> bool:
        return self.snapshot.is_frozen(self.seat)

    @property
    def announcer(self) -> str:
        """Whose script is being answered."""
        return self.snapshot.ruleset.rules.status(self.state).mover

    @property
    def phase(self) -> str:
        return self.snapshot.game.phase
