"""Reading a letter: every line with its number, its conditions and its status."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from rapidfuzz.distance import OSA

from pbem.budget import Budget, Exhausted
from pbem.grammar.orders.changes import REMOVING, change_meant
from pbem.grammar.orders.conditions import if_behind, mended_if, unread_if
from pbem.grammar.orders.language import Language, Names, OrderVerb
from pbem.grammar.orders.lines import LONGEST, Statement, statements_of
from pbem.grammar.orders.meaning import Meaning, NoMeaning, Words, format_meaning
from pbem.grammar.orders.parsed import ParsedLine, ParseError, ParseStatus
from pbem.grammar.orders.polite import without_politeness
from pbem.grammar.orders.prose import is_prose
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.spelling import Token, slips_problem, tokens_of
from pbem.grammar.orders.statements import read_words
from pbem.grammar.orders.texts import orders_within, read_text, texts_apart
from pbem.values import changed

_STEPS_A_LINE = 4_000
"""Steps of guessing at one line, so that one bad line never harms another."""
_STEPS_FOR_PLAIN = 10_000
"""Steps that are kept for what is written plainly: nothing is guessed with the last of them."""
_UNBOUNDED = 10**9
"""Steps for what was read once and is therefore read again, however long it is."""
_MOST_KNOWN = 300
"""Texts that are kept read."""
_LETTERS_A_STEP = 30
"""Letters of a text that are cut into lines for one step."""

_SCRIPT_ONLY = "TURN n: and REPEAT: stand before a line of your script."
_TOO_MUCH = "The letter is too much to read; send this line again in another."
_SENT_TO_NOBODY = (
    ", of which nothing is passed on: put an empty line before it if it is an order, or END on a "
    "line behind all that is text"
)


def read(
    text: str, names: Names, first: int = 1, budget: Budget | None = None
) -> tuple[ParsedLine, ...]:
    """What every line of a letter was understood as, in the order typed.

    Lines without a number are counted from `first`, if they are lines of a script. Any text is
    read, none raises. Blank lines and comments leave no trace. What the budget does not last for
    has the status "unread"; without one there is as much as for a letter.
    """
    budget = Budget() if budget is None else budget
    budget.spend(len(text) // _LETTERS_A_STEP)
    statements = tuple(
        one for every in statements_of(text, names.language) for one in texts_apart(every, names)
    )
    letter = _Letter(names, statements, first, budget)
    return tuple(letter.line(statement) for statement in letter.statements)


def reread(text: str, names: Names) -> tuple[ParsedLine, ...]:
    """What `read` makes of a text, kept with the names for when it is asked again.

    It was read once and is therefore read again, however long it is.
    """
    known = names.known_texts
    if text not in known:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[text] = read(text, names, budget=Budget(_UNBOUNDED))
    found: tuple[ParsedLine, ...] = known[text]
    return found


class _Letter:
    """Where the reading of one letter stands."""

    def __init__(
        self, names: Names, statements: Sequence[Statement], first: int, budget: Budget
    ) -> None:
        self.budget, self.of_line = budget, Budget(0)
        self.names = names.with_budget(self.of_line)
        self.statements = statements
        self.numbers: dict[str, set[int]] = {}
        self.last: dict[str, int] = {"": first - 1}
        for statement in statements:
            if statement.number is not None:
                self._numbers_beside(self._as_typed(statement)).add(statement.number)
        self.may_guess = True
        # What an ELSE after the next IF would turn round, and what holds beside it.
        self.last_if: tuple[Any, ...] | None = None
        self.else_conditions: tuple[Any, ...] = ()
        # The line that IT means, 0 for none.
        self.attack = 0

    def line(self, statement: Statement) -> ParsedLine:
        """One statement read; the numbering and the last IF move on."""
        found = self._as_typed(statement)
        if statement.is_rest or not self.budget.spend(2):
            return changed(found, status="unread", problem=_TOO_MUCH)
        before = self.else_conditions, self.last_if
        guesses = min(_STEPS_A_LINE, self.budget.left - _STEPS_FOR_PLAIN)
        read = self._read_within(guesses, found, statement, may_guess=True) if guesses > 0 else None
        if read is None:
            self.else_conditions, self.last_if = before
            read = self._read_within(self.budget.left, found, statement, may_guess=False)
        if read is None:
            self.budget.spend(self.budget.left + 1)
            return changed(found, status="unread", problem=_TOO_MUCH)
        return read

    def _read_within(
        self, steps: int, found: ParsedLine, statement: Statement, *, may_guess: bool
    ) -> ParsedLine | None:
        """The line read in so many steps; None where they do not last."""
        self.of_line.renew(steps)
        self.may_guess = may_guess
        try:
            return self._read(found, statement)
        except Exhausted:
            return None
        finally:
            self.budget.spend(self.of_line.spent)

    def _read(self, found: ParsedLine, statement: Statement) -> ParsedLine:
        if statement.is_talk:
            return self._read_talk(found, statement)
        problem = _problem_of_form(statement)
        if problem:
            return self._with_number(changed(found, status="unreadable", problem=problem))
        if (found.numbered or found.is_ahead) and statement.text.casefold() in REMOVING:
            self.last[found.ahead] = found.number
            return changed(found, status="removed")
        return self._read_words(found, statement)

    def _as_typed(self, statement: Statement) -> ParsedLine:
        """The line as typed; the turn that is open is as good as none."""
        number, turn = statement.number, statement.turn
        turn = None if turn == self.names.turn else turn
        is_numbered, repeats = number is not None, statement.repeats
        text = statement.text
        return ParsedLine(number or 0, is_numbered, text, "ignored", turn=turn, repeats=repeats)

    def _numbers_beside(self, found: ParsedLine) -> set[int]:
        """The numbers that are given among the lines for the same turn."""
        return self.numbers.setdefault(found.ahead, set())

    def _read_words(self, found: ParsedLine, statement: Statement) -> ParsedLine:
        tokens, at = without_politeness(tokens_of(statement.text.rstrip("?")), self.names.language)
        if at == len(tokens):
            return found
        may_guess = self.may_guess
        self.names.demand(1 + len(tokens) // 8)
        reader = Reader(tokens, self.names, at, may_guess=may_guess)
        if reader.peek() in self.names.language.talk_words:
            return self._read_talk(found, statement)
        meant = (
            _ahead_meant(tokens, at, self.names.language)
            if may_guess and not found.is_ahead
            else None
        )
        if meant is not None:
            return self._not_read(found, meant, counts=False)
        is_conditional = reader.peek() in ("if", "else")
        if is_conditional:
            try:
                found = changed(found, conditions=self._conditions(reader))
            except ParseError as why:
                words = Words(tokens, self.names, at, self._attack_before(found, tokens[at]))
                return self._unread_condition(found, words, why)
        words = Words(tokens, self.names, reader.at, self.attack)
        meant = None if found.numbered or is_conditional else change_meant(words)
        if meant is not None:
            return self._not_read(found, meant, counts=meant.verb is not None)
        read = read_words(words, may_guess=may_guess)
        if may_guess and isinstance(read, NoMeaning) and read.why.status == "ignored":
            attack = self._attack_before(found, tokens[at])
            asked = mended_if(Words(tokens, self.names, at, attack), self.last_if)
            if asked is not None:
                self.last_if = None
                return self._not_read(found, asked, counts=True)
        if isinstance(read, NoMeaning):
            turned = None if is_conditional or not may_guess else if_behind(words, read)
            return self._not_read(found, turned or read, counts=is_conditional)
        joined = ("read together with the line before it",) if statement.is_joined else ()
        noted = (*joined, *reader.assumed, *read.assumed)
        slips = reader.slips + read.slips
        return self._understood(found, statement, changed(read, assumed=noted, slips=slips))

    def _read_talk(self, found: ParsedLine, statement: Statement) -> ParsedLine:
        """SAY and the like: a text, or why it is for nobody."""
        if found.is_ahead:
            return self._not_read(found, NoMeaning(None, ParseError(_SCRIPT_ONLY)), counts=False)
        found = changed(found, number=0, numbered=False)
        talk = read_text(found.text, self.names)
        lost = [] if statement.is_ended else orders_within(found.text, self.names)
        if not isinstance(talk, NoMeaning) and lost:
            talk = NoMeaning(
                None, ParseError(f'"{lost[0]}" stands in the text{_SENT_TO_NOBODY}', "ambiguous")
            )
        if isinstance(talk, NoMeaning):
            return self._not_read(found, talk, counts=False)
        return changed(found, status="talk", talk=talk)

    # --- IF and ELSE ---------------------------------------------------------------

    def _attack_before(self, found: ParsedLine, word: Token) -> int:
        """The line of the attack that a condition may be about; an ELSE is about the last line."""
        is_last = self.attack == self.last.get(found.ahead, 0)
        return self.attack if is_last or word.key == "if" else 0

    def _conditions(self, reader: Reader[Any]) -> tuple[Any, ...]:
        """The conditions before an order; an ELSE turns those of the last IF round."""
        chain: tuple[Any, ...] = ()
        if reader.take("else"):
            chain = self._otherwise()
            while reader.take(",", ":"):
                pass
        chosen: tuple[Any, ...] | None = None
        if reader.take("if"):
            read_if = self.names.language.read_if
            if read_if is None:
                raise ParseError("There are no conditions in this game")
            chosen = read_if(reader)
        if reader.is_done:
            raise ParseError("There is no order behind the condition")
        self.else_conditions, self.last_if = chain, chosen
        return (*chain, *(chosen or ()))

    def _unread_condition(self, found: ParsedLine, words: Words, why: ParseError) -> ParsedLine:
        """An IF that is none: a sentence, or a line whose condition cannot be read."""
        self.last_if = None
        if is_prose(words.tokens, words.at, self.names):
            return self._not_read(
                found, NoMeaning(None, ParseError(why.problem, "ignored")), counts=False
            )
        return self._not_read(found, unread_if(words, why, may_guess=self.may_guess), counts=True)

    def _otherwise(self) -> tuple[Any, ...]:
        if self.last_if is None:
            raise ParseError("There is no IF that could be read before this ELSE")
        if len(self.last_if) > 1:
            raise ParseError("ELSE after two conditions may mean two things; write an IF again")
        return (*self.else_conditions, self.names.language.opposite(self.last_if[0]))

    # --- statuses -----------------------------------------------------------------------

    def _not_read(self, found: ParsedLine, unread: NoMeaning, *, counts: bool) -> ParsedLine:
        why = unread.why
        if why.status == "ignored" and (counts or found.numbered):
            why = ParseError(why.problem)
        before = self._prefix(found)
        found = changed(
            found,
            status=why.status,
            problem=_sentence(why.problem) if why.status != "ignored" else "",
            suggestions=tuple(_after(before, line) for line in unread.suggestions),
        )
        is_script = unread.verb is not None and unread.verb.kind == "script"
        found = self._with_number(found) if is_script or counts else found
        if isinstance(unread.verb, OrderVerb) and unread.verb.is_attack:
            self.attack = found.number
        return found

    def _understood(self, found: ParsedLine, statement: Statement, read: Meaning) -> ParsedLine:
        is_script = self.names.language.may_be_script(read.order)
        problem = _doubt(found, statement, read, is_script=is_script)
        before = self._prefix(found)
        if is_script or found.conditions:
            found = self._with_number(found)
        if isinstance(read.order, self.names.language.attacks):
            self.attack = found.number
        is_idle = read.verb.name == self.names.language.on_file.idle
        if found.repeats and not (is_script or is_idle):
            return changed(found, status="unreadable", problem=_SCRIPT_ONLY)
        if problem:
            text = format_meaning(read, self.names)
            status: ParseStatus = (
                "unreadable" if found.conditions and not is_script else "ambiguous"
            )
            instead = f"{before}{text}" if is_script else text
            return changed(found, status=status, problem=_sentence(problem), suggestions=(instead,))
        if read.control is not None:
            return changed(found, status="control", control=read.control, assumed=read.assumed)
        return changed(
            found, status="order", order=read.order, assumed=read.assumed, code=read.code
        )

    def _prefix(self, found: ParsedLine) -> str:
        number = f"{found.number}: " if found.number else ""
        return found.ahead + number + self.names.language.format_if(found.conditions, self.names)

    def _with_number(self, found: ParsedLine) -> ParsedLine:
        """With its number in the script: the one given, else the next that none has."""
        number = found.number
        if not found.numbered:
            taken = self._numbers_beside(found)
            number = next(n for n in count(self.last.get(found.ahead, 0) + 1) if n not in taken)
            taken.add(number)
        self.last[found.ahead] = number
        return changed(found, number=number)


def _problem_of_form(statement: Statement) -> str:
    if len(statement.text) > LONGEST:
        return f"The line is longer than {LONGEST} letters."
    if statement.number == 0:
        return "Lines are numbered from 1."
    if statement.number is not None and not statement.text:
        return f'The line is empty; "{statement.number}: none" removes it.'
    return ""


def _doubt(found: ParsedLine, statement: Statement, read: Meaning, *, is_script: bool) -> str:
    """Why a line that can be read is not taken, or ""; a word that asks may be a question."""
    if statement.follows and is_script:
        return "two orders stand behind one number; give this one its own"
    if statement.text.endswith("?") and not read.verb.looks:
        return "the line ends in a question mark"
    if found.conditions and not is_script:
        return "an IF can stand before a line of the script only"
    return slips_problem(read.slips, read.assumed)


def _sentence(problem: str) -> str:
    """The problem with a capital and a full stop, whatever it begins with."""
    return f"{problem[:1].upper()}{problem[1:].rstrip('.')}{'' if problem.endswith('?') else '.'}"


def _after(before: str, line: str) -> str:
    """A line to send, with the number and the IF of the one that cannot be read."""
    return line if line.startswith("HELP ") else f"{before}{line}"


def _ahead_meant(tokens: Sequence[Token], at: int, language: Language) -> NoMeaning | None:
    """REPAET: PASS, TURN 16 PASS: the question what is meant; None for anything else."""
    word, behind = tokens[at].key, at + 1
    if not word or word in language.first_words:
        return None
    number = tokens[behind].text if behind < len(tokens) else ""
    if number.isdecimal() and OSA.distance(word, "turn", score_cutoff=1) <= 1:
        head, behind = f"TURN {number}:", behind + 1
    elif OSA.distance(word, "repeat", score_cutoff=1) <= 1:
        head = "REPEAT:"
    else:
        return None
    has_colon = behind < len(tokens) and tokens[behind].text == ":"
    rest = tokens[behind + has_colon :]
    is_verb = bool(rest) and rest[0].key in language.order_verbs
    if not is_verb or not (has_colon or rest[0].text.isupper() or len(rest) == 1):
        return None
    typed = " ".join(token.text for token in tokens[at:behind])
    text = f"{head} {' '.join(token.text for token in rest).upper()}"
    return NoMeaning(
        None, ParseError(f'"{typed}" is not an order I know; {head}?', "ambiguous"), (text,)
    )
