"""A small game's codec and language: it writes only what it has of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic

import msgspec

from pbem.budget import Budget
from pbem.games.contract.orders import (
    EVERY,
    STANDING,
    UNTAKEN,
    GameInput,
    JudgedLine,
    Judgement,
    LetterInput,
    LineStatus,
    SeatFile,
    SheetResult,
    question_on,
)
from pbem.games.contract.overlooked import overlooked_in
from pbem.games.contract.plain_sheets import (
    LinesAhead,
    SheetChanges,
    amended,
    for_now,
    format_ahead,
    lines_on,
    not_filed,
    own_turns,
    too_many,
)
from pbem.games.contract.plain_verbs import RESIGN, RESIGNING, language_of
from pbem.games.contract.values import Ask, E, S, Status
from pbem.grammar.commands.spec import CommandSpec
from pbem.grammar.orders.help import help_on
from pbem.grammar.orders.language import Names, OrderVerb
from pbem.grammar.orders.letters import read
from pbem.grammar.orders.meaning import format_line
from pbem.grammar.orders.overlooked import carries_order, has_order
from pbem.grammar.orders.parsed import ParsedLine
from pbem.values import changed


class PlainCodec(Generic[S, E]):
    """A state and events that msgspec can encode, as JSON; the usual game has no options."""

    def __init__(self, state: type[S], event: type[E]) -> None:
        self._state, self._events = state, tuple[event, ...]  # type: ignore[valid-type]

    def encode_options(self, options: Any, /) -> str:
        return msgspec.json.encode(options or {}).decode()

    def encode_state(self, state: S, /) -> str:
        return msgspec.json.encode(state).decode()

    def decode_state(self, text: str, /) -> S:
        return msgspec.json.decode(text, type=self._state)

    def encode_events(self, events: Sequence[E], /) -> str:
        return msgspec.json.encode(events).decode()

    def decode_events(self, text: str, /) -> tuple[E, ...]:
        return msgspec.json.decode(text, type=self._events)


class PlainLanguage(Generic[S, E]):
    """Orders that are filed for what a seat is asked, and carried out when that is over.

    A letter's orders take the place of those on file. There is nothing to be done at once and no
    standing order.
    """

    are_numbered: ClassVar[bool] = False
    """Whether lines of a sheet keep their numbers: they can be changed by them, others may be meant
    by these, and sheets for turns to come are kept."""
    names_class: ClassVar[type[Names]] = Names
    """What a seat may name; a game's own class has its cards beside."""

    def __init__(
        self,
        status: Callable[[S], Status],
        verbs: Sequence[OrderVerb],
        introduction: str,
        looks: Sequence[CommandSpec] = (),
        **words: Any,
    ) -> None:
        self.status, self.verbs = status, tuple(verbs)
        self.language = language_of((*verbs, RESIGNING), looks, introduction, **words)
        self._names = type("PlainNames", (self.names_class,), {"language": self.language})

    def problem(self, state: S, seat: str, order: Any, /) -> str:
        """Why an order cannot be as things stand, in a sentence; "" where it can."""
        return ""

    def warning(self, state: S, seat: str, order: Any, /) -> str:
        """Why it would not be carried out now, though perhaps later; "" if it would."""
        return ""

    def answers(self, order: Any, ask: Ask, /) -> bool:
        """Whether an order answers that ask, which is no turn of its seat's own."""
        return True

    def may_be_ahead(self, order: Any, /) -> bool:
        """Whether an order can be filed for a turn to come."""
        return self.language.may_be_script(order)

    def is_filed(self, order: Any, /) -> bool:
        """Whether an order is kept until what it is for is over."""
        return bool(order != RESIGN)

    def vocabulary(self, state: S, seat: str, /, *, is_moderated: bool = True) -> Names:
        status = self.status(state)
        seats = tuple(status.sheets)
        names: Names = self._names(seats, seat, turn=status.turn, is_moderated=is_moderated)
        return names

    def has_order(self, text: str, /) -> bool:
        return has_order(text, self.language)

    def carries_order(self, text: str, budget: Budget | None = None, /) -> bool:
        return carries_order(text, self._names(), budget)

    def judge(self, game: GameInput[S], letter: LetterInput, /) -> Judgement[S, E]:
        seat, status = letter.seat, self.status(game.state)
        turns = own_turns(status, seat)
        lines = self._lines(game, letter, turns)
        may_wait = self.may_be_ahead if self.are_numbered else None
        later = LinesAhead(status, seat, turns, letter.filed.ahead, may_wait)
        changes = SheetChanges(lines)
        on_file = (letter.filed.script, *letter.filed.answers.values())
        read = [self._resigning(letter, self._judged(game, seat, line), line) for line in lines]
        judged = tuple(changes.noted(later.judged(lines, read), on_file))
        base = later.sheets.get(EVERY) if letter.filed.is_repeated else None
        for_sheets = [one for one in judged if self._is_for_sheet(one)]
        parts = self._parted(for_sheets, () if letter.is_past else status.windows_of(seat))
        over = self._too_many(letter.filed, parts, changes, base)
        if over:
            judged = tuple(not_filed(one) if one.place in over else one for one in judged)
            parts = {
                key: [one for one in rows if one.place not in over] for key, rows in parts.items()
            }
        script, answers = self._sheets(game, letter, parts, changes, base)
        return Judgement(
            lines=judged,
            script=script,
            answers=answers,
            ahead=later.sheets,
            standing=None,
            done=None,
            acted=(),
            resigns=any(one.verb == "RESIGN" and one.status == "OK" for one in judged),
            is_past=letter.is_past and bool(for_sheets),
            reserve=0,
            overlooked=overlooked_in(letter, judged, game.names(seat)),
        )

    def _lines(
        self, game: GameInput[S], letter: LetterInput, turns: Sequence[int]
    ) -> tuple[ParsedLine, ...]:
        """The lines of a letter, each at its place."""
        found = read(letter.text, game.names(letter.seat), budget=letter.budget)
        return tuple(for_now(line.at_place(at), turns) for at, line in enumerate(found, 1))

    def _is_for_sheet(self, line: JudgedLine) -> bool:
        return line.order is not None and line.status in STANDING and self.is_filed(line.order)

    def _parted(
        self, lines: Sequence[JudgedLine], windows: Sequence[Ask]
    ) -> dict[str, list[JudgedLine]]:
        """Lines for sheets by the key of the ask that each answers first, "" for the script."""
        parts: dict[str, list[JudgedLine]] = {"": [], **{ask.key: [] for ask in windows}}
        for one in lines:
            keys = (ask.key for ask in windows if self.answers(one.order, ask))
            parts[next(keys, "")].append(one)
        return parts

    def _too_many(
        self,
        filed: SeatFile,
        parts: Mapping[str, Sequence[JudgedLine]],
        changes: SheetChanges,
        repeated: str | None,
    ) -> set[int]:
        """The places of lines for which the sheets that they are for have no room."""
        script = filed.script if repeated is None else repeated
        over: set[int] = set()
        for key, rows in parts.items():
            new = [changes.line(one, is_numbered=self.are_numbered) for one in rows]
            on_file = lines_on(filed.answers.get(key, "") if key else script)
            over |= {rows[at].place for at in too_many(on_file, new, changes.removed)}
        return over

    def _sheets(
        self,
        game: GameInput[S],
        letter: LetterInput,
        parts: Mapping[str, Sequence[JudgedLine]],
        changes: SheetChanges,
        repeated: str | None,
    ) -> tuple[SheetResult, dict[str, SheetResult]]:
        """The script after a letter, and the answers by the keys of the asks.

        Where the script is no more than what is `repeated`, that is what the letter changes.
        """
        seat, filed = letter.seat, letter.filed
        answers = {
            key: self._sheet(game, seat, filed.answers.get(key, ""), rows, changes)
            for key, rows in parts.items()
            if key
        }
        if changes.clears and not parts[""] and not any(filed.answers.values()):
            return SheetResult(""), answers
        before = filed.script if repeated is None else repeated
        if letter.is_past:
            return SheetResult(None, self.judge_script(game, seat, before)), answers
        after = self._sheet(game, seat, before, parts[""], changes)
        return (after if repeated is None else replace(after, gone=())), answers

    def judge_script(self, game: GameInput[S], seat: str, text: str, /) -> tuple[JudgedLine, ...]:
        return tuple(self._judged(game, seat, line) for line in read(text, game.names(seat)))

    def judge_answers(
        self, game: GameInput[S], seat: str, ask: str, text: str, /
    ) -> tuple[JudgedLine, ...]:
        return self.judge_script(game, seat, text)

    def format_sheet(self, game: GameInput[S], seat: str, text: str, /) -> tuple[str, ...]:
        return tuple(text.split("\n")) if text else ()

    def format_ahead(
        self, game: GameInput[S], seat: str, sheets: Mapping[int, str], /
    ) -> tuple[str, ...]:
        return format_ahead(self.status(game.state), seat, sheets)

    def announces(self, game: GameInput[S], seat: str, text: str, /) -> bool:
        return False

    def examples(self, game: GameInput[S], seat: str, /) -> tuple[str, ...]:
        return (*(row.examples[0] for row in self.verbs), "STATUS", "HELP")

    def without_ended(
        self, texts: Sequence[str], seat: str, events: Sequence[E], names: Any, /
    ) -> Sequence[str] | None:
        return None

    def help_text(self, topic: str | None = None, /) -> str:
        return help_on(self.language, topic)

    def _resigning(self, letter: LetterInput, judged: JudgedLine, line: ParsedLine) -> JudgedLine:
        """Whoever resigns says so twice, the second time with the code."""
        if line.order != RESIGN:
            return judged
        if letter.is_resign_code(line.code):
            return changed(judged, status="OK", verb="RESIGN")
        return changed(judged, status="ASK", note=letter.asks_for_code, verb="RESIGN")

    def _sheet(
        self,
        game: GameInput[S],
        seat: str,
        filed: str,
        lines: Sequence[JudgedLine],
        changes: SheetChanges,
    ) -> SheetResult:
        """A sheet after a letter that has these lines for it, and takes some away."""
        on_file = lines_on(filed)
        removed = changes.removed & {line.number for line in on_file}
        if not lines and not removed:
            return SheetResult(None, self.judge_script(game, seat, filed))
        new = [changes.line(one, is_numbered=self.are_numbered) for one in lines]
        after = amended(on_file, new, removed)
        # What a game adds to a whole script would be wrong of what stays of this one.
        known = {one.number: one for one in PlainLanguage.judge_script(self, game, seat, filed)}
        known |= {one.number: one for one in lines if one.number}
        unnumbered = [one for one in lines if not one.number]
        rows = [known[line.number] for line in after.lines if line.number in known]
        return SheetResult(after.text, (*unnumbered, *rows), after.gone)

    def _judged(self, game: GameInput[S], seat: str, line: ParsedLine) -> JudgedLine:
        names = game.names(seat)
        note = question_on(line.problem, line.suggestions) or line.assumption
        taken: LineStatus = "DONE" if line.talk else "ASSUMED" if line.assumed else "OK"
        status = UNTAKEN.get(line.status, taken)
        text = ""
        if line.order is not None:
            text = format_line(changed(line, number=0, turn=None, repeats=False), names)
            problem = self.problem(game.state, seat, line.order)
            warning = problem or self.warning(game.state, seat, line.order)
            if warning:
                status = "REFUSED" if problem else "WARNING"
            note = " ".join(filter(None, (line.assumption, warning)))
        number = line.number or None
        return JudgedLine(
            number,
            line.text,
            status,
            text,
            note,
            order=line.order,
            command=line.control,
            talk=line.talk,
            place=line.place,
        )
