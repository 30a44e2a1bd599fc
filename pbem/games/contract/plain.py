"""A small game's codec and language: it writes only what it has of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, NamedTuple

import msgspec

from pbem.budget import Budget
from pbem.games.contract.orders import (
    STANDING,
    UNTAKEN,
    GameInput,
    JudgedLine,
    Judgement,
    LetterInput,
    LineStatus,
    Overlooked,
    SheetResult,
    question_on,
)
from pbem.games.contract.values import Ask, E, S, Status
from pbem.grammar.commands.players import PLAYERS
from pbem.grammar.commands.spec import CommandSpec, VerbKind
from pbem.grammar.orders.help import help_on
from pbem.grammar.orders.language import HelpTexts, Language, Names, OrderVerb
from pbem.grammar.orders.letters import read
from pbem.grammar.orders.meaning import format_line
from pbem.grammar.orders.overlooked import carries_order, has_order
from pbem.grammar.orders.parsed import ParsedLine
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.talk import TALK_VERBS

_HEADINGS: tuple[tuple[tuple[VerbKind, ...], str], ...] = (
    (("script", "answer", "deal", "act"), "ORDERS"),
    (("standing",), "STANDING ORDERS, until you change them"),
    (("talk",), "TEXTS, up to a blank line or END"),
    (("control",), "WORDS TO THE REFEREE"),
)


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


class PlainOrder(NamedTuple):
    """An order of one verb, and its number where it has one."""

    verb: str
    number: int | None = None


def _format(order: PlainOrder, _names: object) -> str:
    return order.verb if order.number is None else f"{order.verb} {order.number}"


def plain_verb(name: str, about: str, *, number: bool = False) -> OrderVerb:
    """The row of a verb that stands alone, or has a number behind it."""
    form = f"{name} n" if number else name

    def parse(reader: Reader[Names]) -> PlainOrder:
        return PlainOrder(name, reader.number() if number else None)

    example = f"{name} 3" if number else name
    return OrderVerb(
        name, "script", about, (form,), (example,), parse=parse, makes=(PlainOrder,), format=_format
    )


def _read_resign(reader: Reader[Names]) -> PlainOrder:
    """RESIGN, or with the code that confirms it."""
    reader.code = "" if reader.is_done else reader.text(reader.at, reader.at + 1)
    reader.at += bool(reader.code)
    return RESIGN


RESIGN = PlainOrder("RESIGN")
RESIGNING = OrderVerb(
    "RESIGN",
    "act",
    "Leaves the game. The answer tells you a code to confirm it with.",
    ("RESIGN", "RESIGN code"),
    ("RESIGN", "RESIGN K7PX"),
    guarded=True,
    gloss="leave; you are asked again",
    parse=_read_resign,
    makes=(PlainOrder,),
    format=_format,
)
"""How a seat leaves, in any game."""


class PlainLanguage(Generic[S, E]):
    """Orders that are filed for what a seat is asked, and carried out when that is over.

    A letter's orders take the place of those on file. There is nothing to be done at once, no
    standing order, and no sheet for a turn to come.
    """

    are_numbered: ClassVar[bool] = False
    """Whether lines of a sheet keep their numbers, as others of them may be meant by these."""
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
        self.language = Language(
            (*verbs, RESIGNING, *PLAYERS, *looks, *TALK_VERBS),
            HelpTexts(introduction, _HEADINGS, {}),
            **words,
        )
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
        seat, names = letter.seat, game.names(letter.seat)
        read_lines = read(letter.text, names, budget=letter.budget)
        lines = [replace(line, place=at) for at, line in enumerate(read_lines, 1)]
        judged = [self._resigning(letter, self._judged(game, seat, line), line) for line in lines]
        orders = [
            one
            for one in judged
            if one.order is not None and one.status in STANDING and self.is_filed(one.order)
        ]
        windows = () if letter.is_past else self.status(game.state).windows_of(seat)
        script = [one for one in orders if not any(self.answers(one.order, ask) for ask in windows)]
        answers = {
            ask.key: self._sheet(game, seat, letter.filed.answers.get(ask.key, ""), sheet)
            for ask in windows
            for sheet in [[one for one in orders if self._first(one.order, windows) == ask]]
        }
        clears = any(line.control and line.control.verb == "CLEAR" for line in lines)
        filed = self._sheet(game, seat, letter.filed.script, [] if letter.is_past else script)
        if clears and not script and not any(letter.filed.answers.values()):
            filed = SheetResult("")
        return Judgement(
            lines=tuple(judged),
            script=filed,
            answers=answers,
            ahead=letter.filed.ahead,
            standing=None,
            done=None,
            acted=(),
            resigns=any(one.verb == "RESIGN" and one.status == "OK" for one in judged),
            is_past=letter.is_past and bool(orders),
            reserve=0,
            overlooked=Overlooked(tuple(one.text for one in judged if one.status == "IGNORED")),
        )

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
        return ()

    def announces(self, game: GameInput[S], seat: str, text: str, /) -> bool:
        return False

    def examples(self, game: GameInput[S], seat: str, /) -> tuple[str, ...]:
        return (*(row.examples[0] for row in self.verbs), "STATUS", "HELP")

    def explain_standing(
        self, game: GameInput[S], seat: str, texts: Sequence[str], /
    ) -> Mapping[str, str]:
        return {}

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
            return replace(judged, status="OK", verb="RESIGN")
        note = f"This ends your game. If you mean it, send: RESIGN {letter.resign_code}"
        return replace(judged, status="ASK", note=note, verb="RESIGN")

    def _first(self, order: Any, windows: Sequence[Ask]) -> Ask | None:
        """What an order answers first of what is asked beside its seat's own turn."""
        return next((ask for ask in windows if self.answers(order, ask)), None)

    def _sheet(
        self, game: GameInput[S], seat: str, filed: str, lines: Sequence[JudgedLine]
    ) -> SheetResult:
        """A sheet after a letter that has these lines for it."""
        if not lines:
            return SheetResult(None, self.judge_script(game, seat, filed))
        texts = [
            f"{line.number}: {line.understood}"
            if self.are_numbered and line.number
            else line.understood
            for line in lines
        ]
        return SheetResult("\n".join(texts), tuple(lines))

    def _judged(self, game: GameInput[S], seat: str, line: ParsedLine) -> JudgedLine:
        names, note = game.names(seat), question_on(line.problem, line.suggestions)
        taken: LineStatus = "DONE" if line.talk else "ASSUMED" if line.assumed else "OK"
        status = UNTAKEN.get(line.status, taken)
        text = ""
        if line.order is not None:
            text = format_line(replace(line, number=0), names)
            problem = self.problem(game.state, seat, line.order)
            warning = problem or self.warning(game.state, seat, line.order)
            if warning:
                status = "REFUSED" if problem else "WARNING"
            note = "; ".join(filter(None, (*line.assumed, warning)))
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
