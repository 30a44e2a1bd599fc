"""Cutting a letter into statements: one order each, without numbers, bullets and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from rapidfuzz.distance import OSA

from pbem.grammar.orders.language import Language
from pbem.grammar.orders.spelling import SYMBOLS, clean
from pbem.values import Frozen, changed

MOST_STATEMENTS = 1000
"""Statements of a letter that are read; a script has a few dozen at most."""
LONGEST = 1000
"""Letters of a statement that is still read."""
_MOST_KEPT = 32
"""Texts that are kept cut: a letter's is asked for orders, and is then read."""
_LONGEST_CONDITION = 200
_BROKEN_AT = 50
"""Letters from which a line may have been broken by a mail program."""
_LINKS = frozenset({"with", "from", "at", "under", "to", "as", "and"})

_COMMENT = re.compile(r"^\s*(?:#|//).*|(?<=\s)(?:#(?![0-9])|//).*")
"""ACCEPT #2 names a number; at the beginning of a line the same is a comment."""
_BULLET = re.compile(r"[-*]+\s+|[\u2022\u2023\u25aa\u25cf\u25e6\u00b7]+\s*")
_LABEL = re.compile(
    r"(?:(?:my\s+)?(?:orders?|actions?)(?:\s+[0-9]{1,2})?\s*:|\(?[a-h][.)](?=\s))\s*([a-z]+)",
    re.IGNORECASE,
)
"""What people write before an order: Orders:, Action 1:, a)."""
_NUMBER = re.compile(
    r"(?:line\s+)?[(\[]?([0-9]{1,3})\s*(?::(?!\s?[0-9])|[.)\]]{1,2}(?![0-9])|-\s+(?=[a-z]))\s*",
    re.IGNORECASE,
)
_ITS_FATE = r"(?!(?i:if\s+it\s+(?:succeeds|fails))\s*(?:[.!]|$))"
"""IF IT SUCCEEDS ends a PLAY, whose last word may be F.B.I."""
_SENTENCE = re.compile(rf"[.!]\s+{_ITS_FATE}(?=(?:[0-9]{{1,3}}\s*[:.)]\s*)?([A-Za-z]+))")
_ELSE = re.compile(r"(?<![:.)])\s(?=else\s*:)", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+")
_TALK = re.compile(r"([A-Za-z]+)(?:\s+(to|all)\b)?[^:]{0,99}(:)?", re.IGNORECASE)
SHORTEST_TALK = 3
"""Letters of the shortest word of talk."""
_AND = re.compile(r"(?:and|also|plus)\s+", re.IGNORECASE)
_AHEAD = re.compile(
    r"(?:for\s+)?turn\s+([0-9]{1,4})\s*:\s*|repeat\s*:\s*|@\s?(?=([a-z]+))", re.IGNORECASE
)
_LINK = re.compile(r"<(?:https?://|mailto:)[^<>\s]{1,500}>", re.IGNORECASE)
"""What mail programs put behind a word that looks like an address to them: C.I.A<http://C.I.A>."""
_QUOTED = re.compile(r"([\"'])(.+)\1[.!]?")
_IF_THAT = re.compile(
    r"(?<!\s)(?:\s*,)?\s+(?:and\s+)?(?=if\s+(?:it|that|this)\s+(?:works|succeeds|fails|doesn't\s+work)"
    r"\s*[,:]?\s+(?:then\s+)?([a-z]+))",
    re.IGNORECASE,
)
"""Before IF IT FAILS, where an order comes behind it."""
_READY = re.compile(
    r"(?<!\s)(?:\s*,\s*(?:(?:and|then)\s+)?|\s+and\s+(?:then\s+)?)"
    r"((?:ready|done)(?:\s+anyway)?)[.!\s]*$",
    re.IGNORECASE,
)
"""READY behind an order in the same line."""
_CLAUSE = re.compile(r"(?:until|max|up\s+to|aim)\s+[0-9]", re.IGNORECASE)
"""Clauses whose word may begin a sentence too; with a number they do not."""


class Statement(Frozen):
    """`text` as typed; `follows` says that it stands behind another one under one number.

    `is_talk` marks a text, of all its lines: nothing in it is an order; `is_ended` that its writer
    has put END behind it. `is_joined` says that its end stood in the next line, as mail programs
    break long ones. `turn` and `repeats` are what TURN n: and REPEAT: say. `is_rest` stands for
    all that comes behind the last statement that is read.
    """

    text: str
    number: int | None = None
    follows: bool = False
    is_talk: bool = False
    is_ended: bool = False
    is_joined: bool = False
    turn: int | None = None
    repeats: bool = False
    is_rest: bool = False


class _Ahead(Frozen):
    """The turn that is named, or that every turn is meant; neither is now."""

    turn: int | None = None
    repeats: bool = False


@lru_cache(maxsize=_MOST_KEPT)
def statements_of(text: str, language: Language) -> tuple[Statement, ...]:
    """The statements of a letter in their order; blank lines and comments are none.

    Behind the last that are read one more stands for all the rest.
    """
    first = list(islice(_statements(clean(text).split("\n"), language), MOST_STATEMENTS + 1))
    rest = [changed(one, is_rest=True) for one in first[MOST_STATEMENTS:]]
    statements = _join_broken(iter(first[:MOST_STATEMENTS]), language)
    return (*_join_conditions(iter(statements), language), *rest)


def _statements(lines: list[str], language: Language) -> Iterator[Statement]:
    talk: list[str] = []
    heading = _Ahead()
    for line in lines:
        bare = (_COMMENT.sub("", line) if "#" in line or "//" in line else line).strip()
        is_end = not line.strip() or bare.casefold() == "end"
        if talk and is_end:
            yield Statement("\n".join(talk), is_talk=True, is_ended=bool(line.strip()))
            talk = []
        elif talk:
            talk += [line.strip()] if bare else []
        elif bare and not is_end:
            bare = _strip_bullet(bare, language)
            text = without_number(line, language)
            if begins_talk(text, language):
                talk = [text]
            elif (alone := _ahead(bare, language)) is not None and not alone[1]:
                heading = alone[0]
            else:
                yield from _cut(bare, heading, language)
    if talk:
        yield Statement("\n".join(talk), is_talk=True)


def without_number(line: str, language: Language) -> str:
    """A line without its bullet and the number of a line of a script."""
    return _unnumbered(_strip_bullet(line.strip(), language))


def _unnumbered(text: str) -> str:
    found = _NUMBER.match(text)
    return text[found.end() :] if found else text


def begins_talk(text: str, language: Language) -> bool:
    """SAY, RUMOUR and the like with their colon, or with TO; misspelt ones with both."""
    found = _TALK.match(text)
    if found is None:
        return False
    word, has_to, has_colon = found[1].casefold(), bool(found[2]), bool(found[3])
    if word in language.talk_words:
        return has_to or has_colon
    near = near_talk(word, language)
    return has_colon and near is not None and (has_to or len(near) > SHORTEST_TALK)


def near_talk(word: str, language: Language) -> str | None:
    """The word of talk, in capitals, of which a word that begins no order is one slip away."""
    if word in language.first_words or len(word) < SHORTEST_TALK - 1:
        return None
    near = (known for known in sorted(language.talk_words) if OSA.distance(word, known) <= 1)
    return next((known.upper() for known in near), None)


def _strip_bullet(text: str, language: Language) -> str:
    text = text.lstrip(" ")
    found = SYMBOLS.match(text) if not text.isascii() else None
    text = text[found.end() :].lstrip() if found else text
    found = _BULLET.match(text)
    text = text[found.end() :] if found else text
    found = _LABEL.match(text)
    is_order = found is not None and found[1].casefold() in language.first_words
    return text[found.start(1) :] if found and is_order else text


def _cut(line: str, ahead: _Ahead, language: Language) -> Iterator[Statement]:
    """The statements of one line; those after the first of a numbered line follow it.

    The turn that one of them names is that of those behind it too.
    """
    is_numbered = False
    for piece in _pieces(_LINK.sub("", line) if "<" in line else line, language):
        ahead, piece = _ahead(piece, language) or (ahead, piece)
        number, rest = _numbered(piece)
        ahead, rest = _ahead(rest, language) or (ahead, rest)
        if rest or number is not None:
            follows = is_numbered and number is None
            yield Statement(rest, number, follows, turn=ahead.turn, repeats=ahead.repeats)
        is_numbered = is_numbered or number is not None


def _ahead(text: str, language: Language) -> tuple[_Ahead, str] | None:
    """What TURN n:, REPEAT: or @ in front of an order says, and the rest; None without them."""
    found = _AHEAD.match(text)
    if found is None:
        return None
    word = found[2] or ""
    if word and not word.isupper() and word.casefold() not in language.order_verbs:
        return None
    turn = int(found[1]) if found[1] else None
    return _Ahead(turn, repeats=turn is None), text[found.end() :]


def _numbered(piece: str) -> tuple[int | None, str]:
    found = _NUMBER.match(piece)
    number = int(found[1]) if found else None
    rest = (piece[found.end() :] if found else piece).strip("*_ ")
    quoted = _QUOTED.fullmatch(rest)
    return number, (quoted[2] if quoted else rest).rstrip(".!*_ ")


def _may_hold(text: str, *words: str) -> bool:
    """Whether one of the words may stand in it, in any letters: most lines are told at once."""
    lower = text.lower()
    return not text.isascii() or any(word in lower for word in words)


def _pieces(line: str, language: Language) -> Iterator[str]:
    for part in filter(None, line.split(";")):
        for sentence in _sentences(part.strip(), language):
            for piece in _ELSE.split(sentence) if _may_hold(sentence, "else") else (sentence,):
                yield from _before_if_that(piece.strip(), language)


def _before_if_that(piece: str, language: Language) -> Iterator[str]:
    """The order in front of IF THAT WORKS and what comes behind; else the piece as it is."""
    found = _IF_THAT.search(piece) if _may_hold(piece, "if") else None
    if found and found.start() and found[1].casefold() in language.acting_words:
        yield piece[: found.start()]
        yield from _before_if_that(piece[found.end() :], language)
    else:
        yield piece


def _sentences(part: str, language: Language) -> Iterator[str]:
    """Cut where a full stop, a blank and a verb follow, but never an IF from its order."""
    for sentence in _full_sentences(part, language):
        found = _READY.search(sentence) if _may_hold(sentence, "ready", "done") else None
        if found is None:
            yield sentence
            continue
        before = sentence[: found.start()]
        first = _first_word(_numbered((_ahead(before, language) or ("", before))[1])[1])
        if first in language.order_verbs - {"if", "else"}:
            yield from (before, found[1])
        else:
            yield sentence


def _full_sentences(part: str, language: Language) -> Iterator[str]:
    start = 0
    for found in _SENTENCE.finditer(part):
        piece = part[start : found.start()]
        is_first = (
            found[1].casefold() in language.first_words - language.inner_words
            or _ahead(part[found.end() :], language) is not None
        )
        if is_first and not _is_unfinished(piece):
            yield piece + "."
            start = found.end()
    yield part[start:]


def _is_unfinished(piece: str) -> bool:
    """Whether it is a number alone, or a condition that may still wait for its order."""
    _, rest = _numbered(f"{piece}.")
    return not rest or (_first_word(rest) in ("if", "else") and ":" not in rest)


def _join_broken(statements: Iterator[Statement], language: Language) -> list[Statement]:
    """A line that begins with a clause belongs to the order before it."""
    found: list[Statement] = []
    for statement in statements:
        if found and _continues(found[-1], statement, language):
            text = f"{found[-1].text} {statement.text}"
            found[-1] = changed(found[-1], text=text, is_joined=True)
        else:
            found.append(statement)
    return found


def _continues(before: Statement, statement: Statement, language: Language) -> bool:
    if before.is_talk or statement.is_talk or statement.number is not None:
        return False
    if (before.turn, before.repeats) != (statement.turn, statement.repeats):
        return False
    if len(before.text) > LONGEST or _first_word(before.text) not in language.first_words:
        return False
    text = _AND.sub("", statement.text)
    word = _first_word(text)
    if word in language.clause_words or (word in _LINKS and len(before.text) >= _BROKEN_AT):
        return True
    if _CLAUSE.match(text):
        return True
    last = before.text.rsplit(maxsplit=1)[-1].casefold()
    return word not in language.first_words and (
        last.endswith(",") or last in _LINKS | language.clause_words
    )


def _join_conditions(statements: Iterator[Statement], language: Language) -> Iterator[Statement]:
    """IF …: with its order in the next line is one statement."""
    held: Statement | None = None
    for statement in statements:
        if held is not None:
            joined = f"{held.text} {statement.text}"
            number = held.number if held.number is not None else statement.number
            of = held if held.turn or held.repeats else statement
            statement = changed(statement, text=joined, number=number, follows=held.follows)
            statement = changed(statement, turn=of.turn, repeats=of.repeats)
            held = None
        if _waits_for_order(statement, language):
            held = statement
        else:
            yield statement
    if held is not None:
        yield held


def _waits_for_order(statement: Statement, language: Language) -> bool:
    """Whether it is a condition and nothing else; short, so that joining stays linear."""
    text = statement.text
    if (
        statement.is_talk
        or len(text) > _LONGEST_CONDITION
        or _first_word(text) not in ("if", "else")
    ):
        return False
    words = [word.casefold() for word in _WORD.findall(text)]
    has_verb = any(
        word in language.first_words and word not in ("if", "else") for word in words[1:]
    )
    return text.endswith(":") or not (has_verb or ":" in text)


def _first_word(text: str) -> str:
    found = _WORD.match(text)
    return found[0].casefold() if found else ""
