"""What a letter does to a game, worked out without the tables: every line and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.illuminati.events import Event
from engine.illuminati.state import State
from pbem.games.contract.orders import (
    JudgedLine,
    Judgement,
    LetterInput,
    SheetResult,
)
from pbem.games.contract.overlooked import overlooked_in
from pbem.games.contract.plain_sheets import for_now
from pbem.games.illuminati.judging.acting import carry_out, is_act
from pbem.games.illuminati.judging.answers import (
    AnswerSheet,
    answered_by,
    answers_in,
    why_closed,
    window_for,
)
from pbem.games.illuminati.judging.context import (
    Given,
    announced_script,
    is_frozen,
    is_own_turn,
    lines_of,
)
from pbem.games.illuminati.judging.costs import with_costs
from pbem.games.illuminati.judging.moments import with_moments
from pbem.games.illuminati.judging.open_offers import with_open_offers
from pbem.games.illuminati.judging.results import judge_on_file, plain, refused
from pbem.games.illuminati.judging.scripts import (
    Amended,
    Amendment,
    OrdersAhead,
    filed_ahead,
    own_turns,
)
from pbem.games.illuminati.judging.standing import FROZEN, kept_texts, new_policies, reserve_of
from pbem.games.illuminati.language import (
    ParsedLine,
    Vocabulary,
    format_line,
    read,
    split,
)


def _texts_in(lines: Sequence[ParsedLine], names: Vocabulary) -> dict[int, JudgedLine]:
    """A letter's texts, by the places of their lines: whether they pass is not the game's."""
    return {
        line.place: JudgedLine(
            None, line.text, "DONE", format_line(line, names), talk=line.talk, place=line.place
        )
        for line in lines
        if line.talk is not None
    }


def judge(given: Given, letter: LetterInput) -> Judgement[State, Event]:
    """Read a letter's new text and say what becomes of every line."""
    return _JudgedLetter(given, letter).judgement()


class _JudgedLetter:
    """A letter as it is judged, with what is on file of its writer's."""

    def __init__(self, given: Given, letter: LetterInput) -> None:
        self.given, self.letter, self.seat = given, letter, letter.seat
        self.names: Vocabulary = given.names(letter.seat)
        self.every = self._read()
        self.lines = [line for line in self.every if not line.is_ahead]
        self.is_own = is_own_turn(given, self.seat)
        self.is_frozen = is_frozen(given, self.seat)
        self.parts = split(self.lines, is_mover=self.is_own)
        self.script = lines_of(given, self.seat, letter.filed.script)
        self.ask = next(iter(letter.filed.answers), "")
        self.answers = lines_of(given, self.seat, letter.filed.answers.get(self.ask, ""))
        self.ahead = OrdersAhead(
            {own: lines_of(given, self.seat, text) for own, text in letter.filed.ahead.items()},
            is_repeated=letter.filed.is_repeated,
        )

    def _read(self) -> tuple[ParsedLine, ...]:
        """The lines with the moments at which they end, and the offers that they mean."""
        given, letter = self.given, self.letter
        lines = read(letter.text, self.names, budget=letter.budget)
        lines = with_moments(lines, given.at, letter)
        lines = with_open_offers(lines, given.state, self.seat)
        if any(line.is_ahead for line in lines):
            turns = own_turns(given.state, self.seat)
            lines = tuple(for_now(line, turns) for line in lines)
        return tuple(line.at_place(at) for at, line in enumerate(lines, 1))

    def judgement(self) -> Judgement[State, Event]:
        given, letter, names = self.given, self.letter, self.names
        is_preview = self._has("PREVIEW")
        later = filed_ahead(given, self.seat, self.every, self.ahead)
        window = window_for(given, self.seat) if self.ask and not letter.is_past else None
        has_window = window is not None
        answers = answers_in(self.parts) if has_window or letter.is_past else self.parts.answers
        closed = why_closed(given, self.seat, is_past=letter.is_past)
        sheet = AnswerSheet(self.lines, answers, self.answers, names)
        answered = answered_by(window, sheet, closed)
        acts = self._acts()
        done = carry_out(given, letter, acts, is_preview=is_preview)
        state = done.done.state if done.done else given.state
        # CLEAR is for the answers of a writer who has any on file, and else for his script.
        clears = self._has("CLEAR") and not (has_window and (answers or self.answers))
        filed = later.script(self.ahead, self.script)
        rest = self._unsettled((*acts, *answers), self.answers if has_window else ())
        amended = self._amended(state, filed, rest, clears=clears)
        texts = _texts_in(self.lines, names)
        policies = [line for line in self.parts.policies if line not in answers]
        kept = new_policies(given, self.seat, policies, is_frozen=self.is_frozen)
        judged = amended.judged | answered.judged | done.judged | kept.judged | later.judged | texts
        before = given.standing[self.seat]
        standing = tuple(kept_texts(before, kept.texts, names)) if kept.texts else None
        reserve = reserve_of(before if is_preview or standing is None else standing, names)
        lines = tuple(judged.get(line.place) or plain(line, names) for line in self.every)
        overlooked = overlooked_in(letter, lines, names)

        def costed(lines: Sequence[JudgedLine]) -> tuple[JudgedLine, ...]:
            return with_costs(lines, state, names, reserve)

        filed_answers = self._sheet(answered.script, answered.on_file, self.answers)
        return Judgement(
            lines=costed(lines),
            script=self._sheet(amended.script, costed(amended.on_file), self.script),
            answers={self.ask: filed_answers} if has_window else {},
            ahead={own: self._text(sheet) for own, sheet in later.sheets.items()},
            standing=standing,
            done=done.done,
            acted=done.acted,
            resigns=done.resigned,
            is_past=letter.is_past and bool(answers),
            reserve=reserve,
            overlooked=overlooked,
        )

    def _has(self, word: str) -> bool:
        return any(line.word.verb == word for line in self.parts.controls)

    def _acts(self) -> list[ParsedLine]:
        """The lines that are carried out when they are read."""
        is_free = not self.is_own or self.is_frozen
        return [
            line
            for line in self.lines
            if line in self.parts.deals or is_act(line, is_free=is_free, is_own=self.is_own)
        ]

    def _unsettled(
        self, settled: Sequence[ParsedLine], answered: Sequence[ParsedLine]
    ) -> list[ParsedLine]:
        """The lines left for the script: no deed, no answer, none that takes an answer back."""
        taken_back = {line.number for line in answered}
        return [
            line
            for line in self.lines
            if line not in settled
            if line.status != "removed" or line.number not in taken_back
        ]

    def _amended(
        self, state: State, filed: Sequence[ParsedLine], rest: Sequence[ParsedLine], *, clears: bool
    ) -> Amended:
        """The seat's script after the letter; what is announced stays as it is (R12.2)."""
        if self.is_frozen:
            given = replace(self.given, state=state)
            on_file = judge_on_file(given, self.seat, announced_script(self.given))
            late = (line for line in rest if line in self.parts.script or line.status == "removed")
            judged = {line.place: refused(line, self.names, FROZEN) for line in late}
            return Amended(None, on_file, judged)
        sheet = Amendment(
            state, self.seat, self.names, filed, self.lines, self.parts, self.is_own, clears
        )
        return sheet.with_script(rest)

    def _text(self, lines: Sequence[ParsedLine]) -> str:
        return "\n".join(format_line(line, self.names) for line in lines)

    def _sheet(
        self,
        after: tuple[ParsedLine, ...] | None,
        judged: tuple[JudgedLine, ...],
        before: Sequence[ParsedLine],
    ) -> SheetResult:
        """A sheet after the letter, and which lines of it all of the letter's own have replaced.

        What is read from the file is numbered, so a line that is not is one of the letter.
        """
        if after is None:
            return SheetResult(None, judged)
        gone: Sequence[str] = ()
        if not all(line.numbered for line in after):
            stay = {self._bare(line) for line in after}
            gone = [format_line(li, self.names) for li in before if self._bare(li) not in stay]
        return SheetResult(self._text(after), judged, tuple(gone))

    def _bare(self, line: ParsedLine) -> str:
        return format_line(line.unnumbered, self.names)
