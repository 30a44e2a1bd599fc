"""What the words of a letter act on, and what they do to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.illuminati.state import State
from pbem.language import ReadLine
from pbem.reports.paper.about import AnswerLine
from pbem.service.orders.ahead import OnFile
from pbem.service.orders.interference import Window
from pbem.service.orders.revisions import Revisions
from pbem.service.said import Said
from pbem.service.shelf import Shelf


@dataclass(frozen=True, slots=True)
class AheadSheet:
    """The script of a turn to come, and the revision that an UNDO brings back with it."""

    lines: tuple[ReadLine, ...]
    back_to: int | None = None


@dataclass(slots=True)
class Replies:
    """What the words of a letter do; `script` is None where nothing new is put on file.

    `answers` and `answers_on_file` are the same for what is announced, and `is_done` says that
    its window need not wait for the writer. `back_to` is the revision that an UNDO brings back,
    `is_announcing` says that a script which is READY is announced first, `why_held` why a READY
    is held back. `ahead` is put on file for turns to come, by their numbers as OnFile has them.
    `asked` are words answered by a mail of their own, `wishes` settings to be
    changed, `seat_words` what is to become of the seat; `undone` says by identity of the line which
    of all these were not done.
    """

    script: tuple[ReadLine, ...] | None
    on_file: tuple[AnswerLine, ...]
    answers: tuple[ReadLine, ...] | None = None
    answers_on_file: tuple[AnswerLine, ...] = ()
    is_done: bool | None = None
    is_ready: bool | None = None
    back_to: int | None = None
    ahead: dict[int, AheadSheet] = field(default_factory=dict)
    is_announcing: bool = False
    why_held: str = ""
    is_preview: bool = False
    asked: list[ReadLine] = field(default_factory=list)
    wishes: list[ReadLine] = field(default_factory=list)
    seat_words: list[ReadLine] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    undone: dict[int, Said] = field(default_factory=dict)

    def tell(self, word: ReadLine, said: Said) -> None:
        """What came of a word: a sentence of the answer, or a note at its line."""
        if said.is_done:
            self.sentences.append(said.text)
        else:
            self.undone[id(word)] = said


@dataclass(frozen=True, slots=True)
class Desktop:
    """What the words act on: the seat's script before the letter, and all its revisions.

    While its writer may answer a script, `answered` and `answer_revisions` are those answers, and
    `window` is what they answer; words are then about them. `is_past` says that the letter
    answers a script that has been run. `not_read` are orders that stand where nothing is read,
    `is_cut` says that the letter was too long to be read to its end. `ahead` is on file for turns
    to come, and `ahead_revisions` are all of those sheets.
    """

    shelf: Shelf
    seat: str
    state: State
    filed: tuple[ReadLine, ...]
    revisions: Revisions = Revisions()
    window: Window | None = None
    answered: tuple[ReadLine, ...] = ()
    answer_revisions: Revisions = Revisions()
    is_past: bool = False
    not_read: tuple[str, ...] = ()
    is_cut: bool = False
    ahead: OnFile = field(default_factory=OnFile)
    ahead_revisions: Mapping[int, Revisions] = field(default_factory=dict)

    @property
    def is_mover(self) -> bool:
        return self.shelf.is_own_turn(self.seat)

    @property
    def is_frozen(self) -> bool:
        return self.shelf.is_frozen(self.seat)

    @property
    def announcer(self) -> str:
        """Whose script is being answered."""
        return self.state.turn.seat

    @property
    def phase(self) -> str:
        return self.shelf.game.phase
