"""What a condition that cannot be read may have meant; it is asked about, never taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rapidfuzz.distance import OSA

from pbem.grammar.orders.corrections import MOST_TOLD, Correction, mendings
from pbem.grammar.orders.language import Names
from pbem.grammar.orders.meaning import Meaning, NoMeaning, Words, format_meaning
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.reader import Reader
from pbem.grammar.orders.spelling import Token, tokens_of
from pbem.grammar.orders.statements import read_words

MOST_WORDS = 12
"""Words of what is had that are looked at."""
_IT = frozenset({"it", "that", "this", "the", "attack", "first", "my", "one", "last"})
_NOT = frozenset({"doesnt", "didnt", "dont", "not", "does", "did", "do", "havent", "hasnt"})
_DENYING = _NOT - {"does", "did", "do"}
_WORKS = frozenset({"succeeds", "succeed", "succeeded", "works", "work", "worked"})
_FAILS = frozenset({"fails", "fail", "failed"})
_MINE = frozenset({"i", "ive", "we"})
_HAVING = frozenset(
    ("have", "has", "got", "get", "gets", "own", "owns", "control", "controls", "hold", "holds")
    + ("captured", "capture", "took", "take")
)
_BEFORE_ORDER = frozenset({"then", ",", ":"})
_UNLESS = frozenset({"unless", "except"})
_ELSE = frozenset({"otherwise", "elsewise"})
_BEFORE_IF = frozenset({"only", "but", ","})
_IF_FIRST = "An IF comes before its order"
_UNLESS_IS = "UNLESS is written IF NOT"
_ELSE_IS = "OTHERWISE is written ELSE"
_NAMELESS = "An IF names its attack by the number of its line, as in IF 1 FAILS"


def unread_if(words: Words, why: ParseError, *, may_guess: bool) -> NoMeaning:
    """Why the condition that begins there is none, and what may be meant."""
    tokens, at, names = words.tokens, words.at, words.names
    if not may_guess or names.language.read_if is None:
        return NoMeaning(None, why)
    if _key(tokens, at) == "else":
        asked = _otherwise(words, None)
        return NoMeaning(None, why, asked.suggestions if asked else ())
    text = _format_all(condition_phrases(words), at, names)
    if text or _is_of_it(tokens, at):
        problem = _NAMELESS if _is_of_it(tokens, at) else why.problem
        return NoMeaning(None, ParseError(problem), text[:1])
    start, behind = why.span or (0, 0)
    labels = (tokens_of(names.language.label(id_)) for id_ in why.instead[:MOST_TOLD])
    instead = _format_all(
        ((*tokens[:start], *name, *tokens[behind:]) for name in labels), at, names
    )
    end = next((place for place in range(at, len(tokens)) if tokens[place].text == ":"), None)
    asked = _asked(mendings(names.language, tokens, at + 1, end), at, names)
    if asked is None:
        return NoMeaning(None, why, instead)
    return replace(asked, suggestions=(*asked.suggestions, *instead))


def mended_if(words: Words, last_if: object) -> NoMeaning | None:
    """The question whether its first word is an IF misspelt, where a colon and a verb follow.

    UNLESS and OTHERWISE are asked about, too.
    """
    tokens, at, names = words.tokens, words.at, words.names
    if tokens[at].key in _ELSE:
        return _otherwise(words, last_if)
    if tokens[at].key in _UNLESS:
        whole = (*tokens[:at], *tokens_of("if not"), *tokens[at + 1 :])
        texts = tuple(_format(whole, at, names))
        return NoMeaning(None, ParseError(_UNLESS_IS), texts) if texts else None
    pairs = zip(tokens[at + 1 :], tokens[at + 2 :], strict=False)
    has_order = any(
        mark.text == ":" and word.key in names.language.first_words for mark, word in pairs
    )
    if OSA.distance(tokens[at].key, "if", score_cutoff=1) > 1 or not has_order:
        return None
    whole = (*tokens[:at], Token("if", "if"), *tokens[at + 1 :])
    return _asked((Correction(whole, at, tokens[at].text, "if"),), at, names)


def _otherwise(words: Words, last_if: object) -> NoMeaning | None:
    """OTHERWISE, attack ...: ELSE after an IF; after an attack, if that fails."""
    tokens, at = words.tokens, words.at
    behind = _past(tokens, at + 1, _BEFORE_ORDER)
    if _key(tokens, behind) not in words.names.language.acting_words:
        return None
    typed = "else :" if last_if else f"if {words.attack} fails :"
    whole = (*tokens_of(typed), *tokens[behind:])
    if not last_if:
        texts = tuple(_format(whole, 0, words.names)) if words.attack else ()
        return NoMeaning(None, ParseError(_NAMELESS), texts) if texts else None
    read = read_words(Words(whole, words.names, 2), may_guess=False)
    if not isinstance(read, Meaning):
        return None
    return NoMeaning(None, ParseError(_ELSE_IS), (f"ELSE: {format_meaning(read, words.names)}",))


def if_behind(words: Words, read: NoMeaning) -> NoMeaning | None:
    """An order with IF or UNLESS behind it: asked about with the IF in front."""
    tokens, at = words.tokens, words.at
    if any(" IF " in f" {text}" for text in read.suggestions):
        return None
    places = (n for n in range(at + 1, len(tokens)) if tokens[n].key in ("if", *_UNLESS))
    place = next(places, None)
    if place is None or place + 1 == len(tokens):
        return None
    first = tokens_of("if not" if tokens[place].key in _UNLESS else "if")
    end = place
    while end > at and _key(tokens, end - 1) in _BEFORE_IF:
        end -= 1
    turned = (*tokens[:at], *first, *tokens[place + 1 :], *tokens_of(":"), *tokens[at:end])
    texts = tuple(_format(turned, at, words.names))
    return NoMeaning(read.verb, ParseError(_IF_FIRST), texts) if texts else None


def _asked(every: Iterable[Correction], at: int, names: Names) -> NoMeaning | None:
    """The question whether one keyword is misspelt; None where no mended line can be read."""
    found = [(mended, text) for mended in every for text in _format(mended.tokens, at, names)]
    if not found:
        return None
    text = tuple(dict.fromkeys(text for _, text in found))
    return NoMeaning(None, found[0][0].question(), text[:MOST_TOLD])


def _format_all(every: Iterable[tuple[Token, ...]], at: int, names: Names) -> tuple[str, ...]:
    return tuple(text for tokens in every for text in _format(tokens, at, names))


def _format(tokens: tuple[Token, ...], at: int, names: Names) -> Iterator[str]:
    """The line told back, if it is a condition and a line of a script."""
    reader, read_if = Reader(tokens, names, at), names.language.read_if
    try:
        chosen = read_if(reader) if read_if and reader.take("if") else ()
    except ParseError:
        return
    if reader.is_done or not chosen:
        return
    read = read_words(Words(tokens, names, reader.at), may_guess=False)
    if isinstance(read, Meaning) and read.verb.kind == "script":
        yield names.language.format_if(chosen, names) + format_meaning(read, names)


# --- as people say it ---------------------------------------------------------------------


def condition_phrases(words: Words) -> Iterator[tuple[Token, ...]]:
    """IF IT FAILS, IF I HAVE Yuppies, IF bob HAS Yuppies, IF I HAVE 10 MB, in words of ours.

    With every end that what is had may have; nothing for IF IT FAILS without an attack before it.
    """
    tokens, at = words.tokens, words.at
    if _key(tokens, at) != "if":
        return
    if not _is_of_it(tokens, at):
        yield from _held(words)
        return
    if not words.attack:
        return
    behind = _past(tokens, at + 1, _IT)
    verb = _past(tokens, behind, _NOT)
    is_not = any(token.key in _DENYING for token in tokens[behind : behind + 3])
    works = (_key(tokens, verb) in _WORKS) is not is_not
    typed = f"if {words.attack} {'succeeds' if works else 'fails'} :"
    yield (*tokens[:at], *tokens_of(typed), *tokens[_past(tokens, verb + 1, _BEFORE_ORDER) :])


def _is_of_it(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether it is IF IT FAILS or the like."""
    behind = _past(tokens, at + 1, _IT)
    result = _key(tokens, _past(tokens, behind, _NOT))
    return _key(tokens, at) == "if" and behind > at + 1 and result in _WORKS | _FAILS


def _held(words: Words) -> Iterator[tuple[Token, ...]]:
    """IF somebody HAS something, with every end that the something may have."""
    tokens, at = words.tokens, words.at
    last = min(len(tokens), at + MOST_WORDS)
    having = next((n for n in range(at + 1, last) if _key(tokens, n) in _HAVING | _NOT), last)
    who = tokens[at + 1 : having]
    is_not = any(token.key in _DENYING for token in tokens[having : having + 2])
    start = _past(tokens, having, _HAVING | _NOT)
    if not who or start == having:
        return
    mine = len(who) == 1 and who[0].key in _MINE
    owner = "mine" if mine else " ".join(token.text for token in who) + "'s"
    amount = tokens[start].amount if start < len(tokens) else None
    for end in range(start + 1, min(len(tokens), start + MOST_WORDS)):
        is_verb = tokens[end].key in words.names.language.first_words
        if not is_verb and _key(tokens, end) not in _BEFORE_ORDER:
            continue
        if mine and amount is not None:
            typed = tokens_of(f"if money {'<' if is_not else '>='} {amount} :")
        else:
            held = tokens_of(f"is {'not ' if is_not else ''}{owner} :")
            typed = (*tokens_of("if"), *tokens[start:end], *held)
        yield (*tokens[:at], *typed, *tokens[_past(tokens, end, _BEFORE_ORDER) :])


def _past(tokens: tuple[Token, ...], start: int, words: frozenset[str]) -> int:
    """The place of the first word from there on that is none of these."""
    while _key(tokens, start) in words:
        start += 1
    return start


def _key(tokens: tuple[Token, ...], at: int) -> str:
    """A mark stands for itself, the end is ""."""
    return (tokens[at].key or tokens[at].text) if at < len(tokens) else ""
