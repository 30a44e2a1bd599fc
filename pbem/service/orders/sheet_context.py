"""What the words of a letter act on, and what they do to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.illuminati.state import State
from pbem.games.contract.orders import JudgedLine
from pbem.games.illuminati.language import ParsedLine
from pbem.service.orders.ahead import OrdersAhead
from pbem.service.orders.interference import AnswerWindow
from pbem.service.orders.revisions import Revisions
from pbem.service.snapshots import GameSnapshot
from pbem.service.word_results import WordResult


@dataclass(frozen=True, slots=True)
class AheadSheet:
    """The script of a turn to come, and the revision that an UNDO brings back with it."""

    lines: tuple[ParsedLine, ...]
    back_to: int | None = None


@dataclass(slots=True)
class Effects:
    """What the words of a letter do; `script` is None where nothing new is put on file.

    `answers` and `answers_on_file` are the same for what is announced, and `is_done` says that
    its window need not wait for the writer. `back_to` is the revision that an UNDO brings back,
    `is_announcing` says that a script which is READY is announced first, `why_held` why a READY
    is held back. `ahead` is put on file for turns to come, by their numbers as OrdersAhead has
    them. `asked` are words answered by a mail of their own, `wishes` settings to be changed,
    `seat_words` what is to become of the seat; `undone` says by identity of the line which of all
    these were not done.
    """

    script: tuple[ParsedLine, ...] | None
    on_file: tuple[JudgedLine, ...]
    answers: tuple[ParsedLine, ...] | None = None
    answers_on_file: tuple[JudgedLine, ...] = ()
    is_done: bool | None = None
    is_ready: bool | None = None
    back_to: int | None = None
    ahead: dict[int, AheadSheet] = field(default_factory=dict)
    is_announcing: bool = False
    why_held: str = ""
    is_preview: bool = False
    asked: list[ParsedLine] = field(default_factory=list)
    wishes: list[ParsedLine] = field(default_factory=list)
    seat_words: list[ParsedLine] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    undone: dict[int, WordResult] = field(default_factory=dict)

    def tell(self, word: ParsedLine, said: WordResult) -> None:
        """What came of a word: a sentence of the answer, or a note at its line."""
        if said.is_done:
            self.sentences.append(said.text)
        else:
            self.undone[id(word)] = said


@dataclass(frozen=True, slots=True)
class SheetContext:
    """What the words act on: the seat's script before the letter, and all its revisions.

    While its writer may answer a script, `answered` and `answer_revisions` are those answers, and
    `window` is what they answer; words are then about them. `is_past` says that the letter
    answers a script that has been run. `not_read` are orders that stand where nothing is read,
    `is_cut` says that the letter was too long to be read to its end. `ahead` is on file for turns
    to come, and `ahead_revisions` are all of those sheets.
    """

    snapshot: GameSnapshot
    seat: str
    state: State
    filed: tuple[ParsedLine, ...]
    revisions: Revisions = Revisions()
    window: AnswerWindow | None = None
    answered: tuple[ParsedLine, ...] = ()
    answer_revisions: Revisions = Revisions()
    is_past: bool = False
    not_read: tuple[str, ...] = ()
    is_cut: bool = False
    ahead: OrdersAhead = field(default_factory=OrdersAhead)
    ahead_revisions: Mapping[int, Revisions] = field(default_factory=dict)

    @property
    def is_mover(self) -> bool:
        return self.snapshot.is_own_turn(self.seat)

    @property
    def is_frozen(self) -> bool:
        return self.snapshot.is_frozen(self.seat)

    @property
    def announcer(self) -> str:
        """Whose script is being answered."""
        return self.state.turn.seat

    @property
    def phase(self) -> str:
        return self.snapshot.game.phase
