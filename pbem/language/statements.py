"""Reading one statement: its verb, its order, and what it might have meant if it cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rapidfuzz.distance import OSA

from pbem.language.fates import Misread
from pbem.language.meaning import Meaning, parse, told_back
from pbem.language.names import card_index, special_index
from pbem.language.patterns import is_line
from pbem.language.script_verbs import Verb
from pbem.language.spelling import Token
from pbem.language.suggestions import Words, suggestions
from pbem.language.verbs import BY_MISSPELLING, BY_WORD, CLAUSE_WORDS, LATER

_MENDABLE = (
    *("with", "from", "under", "action", "master", "illuminati", "until", "against", "turn"),
    *("turns", "round", "each", "only", "need", "fails", "succeeds", "attack", "expires"),
    *("before", "after", "dice", "result", "victory", "groups", "line", "aside", "save"),
)
_TOLD_ONLY = (
    *("spend", "ship", "dropped", "destroy", "neutralize", "control", "privileged"),
    *("overshoot", "taking", "destroying", "neutralizing", "attacking"),
)
"""Keywords that cost or destroy: a misspelt one is asked about, never taken."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Why there is no meaning; `verb` is the one it begins with, None if it begins with none."""

    verb: Verb | None
    why: Misread
    suggestions: tuple[str, ...] = ()


def read_words(words: Words, *, may_guess: bool) -> Meaning | Unread:
    """The words of a statement, the first of which should be a verb."""
    word = words.verb.key
    if word in CLAUSE_WORDS:
        return Unread(None, Misread(f"{word.upper()} belongs behind an ATTACK, in the same line"))
    if word == "help" and _is_for_somebody(words):
        return _read_verb(BY_WORD["support"], words, may_guess=may_guess)
    if word in LATER:
        return Unread(None, Misread(f"{word.upper()} is not taken in this game yet"))
    for table, note in ((BY_WORD, ""), (BY_MISSPELLING, "told")):
        if word in table:
            found = _read_verb(table[word], words, may_guess=may_guess)
            return _noted(found, words.verb, slip=0) if note else found
    return _read_misspelt(words, may_guess=may_guess)


def _is_for_somebody(words: Words) -> bool:
    """HELP bob, HELP 1: somebody's attack is meant, not the help mail."""
    reader = words.behind_verb()
    is_seat = bool(words.names.plain_seat_index.exact(reader.peek()))
    return reader.peek() not in BY_WORD and (is_seat or is_line(reader))


def _noted(found: Meaning | Unread, token: Token, slip: int) -> Meaning | Unread:
    if isinstance(found, Unread):
        return found
    note = f"{token.text} read as {found.verb.name}"
    return replace(found, assumed=(note, *found.assumed), slips=found.slips + slip)


def _read_misspelt(words: Words, *, may_guess: bool) -> Meaning | Unread:
    """A first word that is no verb: one slip from one, if the rest then reads well."""
    token = words.verb
    near = _near_verbs(token.key) if may_guess else ()
    found = [_read_verb(verb, words, may_guess=True) for verb in near]
    meanings = [meaning for meaning in found if isinstance(meaning, Meaning)]
    unknown = f'"{token.text}" is not an order I know'
    if not meanings:
        return _strange(unknown, words, found)
    told = tuple(told_back(meaning, words.names) for meaning in meanings)
    if len(meanings) > 1 or meanings[0].verb.guarded:
        asked = " or ".join(meaning.verb.name for meaning in meanings)
        return Unread(meanings[0].verb, Misread(f"{unknown}; {asked}?", "ambiguous"), told)
    return _noted(meanings[0], token, slip=1)


def _strange(unknown: str, words: Words, tried: Sequence[Meaning | Unread]) -> Unread:
    """No verb, even with a slip: told only where the line names a card, else it is talk."""
    first = tried[0] if tried else None
    if isinstance(first, Unread) and any(
        _is_card(token.key) for token in words.tokens[words.at + 1 :]
    ):
        return Unread(first.verb, Misread(unknown), first.suggestions)
    return Unread(None, Misread(unknown, "ignored"))


def _is_card(word: str) -> bool:
    return bool(card_index().exact(word) or special_index().exact(word))


def _near_verbs(word: str) -> tuple[Verb, ...]:
    if len(word) < 3:
        return ()
    near = [
        verb
        for known, verb in BY_WORD.items()
        if len(known) > 3 and OSA.distance(word, known, score_cutoff=1) <= 1
    ]
    return tuple(dict.fromkeys(near))


# --- a known verb --------------------------------------------------------------------------


def _read_verb(verb: Verb, words: Words, *, may_guess: bool) -> Meaning | Unread:
    try:
        return parse(verb, words.behind_verb(may_guess=may_guess))
    except Misread as why:
        if not may_guess:
            return Unread(verb, why)
        return _mended(verb, words) or Unread(verb, why, suggestions(verb, words, why))


def _mended(verb: Verb, words: Words) -> Meaning | Unread | None:
    """The line read with one misspelt keyword put right, if it then has a meaning."""
    for place in range(words.at + 1, len(words.tokens)):
        keyword = _near_keyword(words.tokens[place].key)
        if keyword is None:
            continue
        mended = (*words.tokens[:place], Token(keyword, keyword), *words.tokens[place + 1 :])
        try:
            meaning = parse(verb, replace(words, tokens=mended).behind_verb())
        except Misread:
            return None
        typed, said = words.tokens[place].text, keyword.upper()
        if keyword in _TOLD_ONLY:
            why = Misread(f'"{typed}" is not a word I know there; {said}?', "ambiguous")
            return Unread(verb, why, (told_back(meaning, words.names),))
        note = f"{typed} read as {said}"
        return replace(meaning, assumed=(*meaning.assumed, note), slips=meaning.slips + 1)
    return None


def _near_keyword(word: str) -> str | None:
    if len(word) < 3 or word in _MENDABLE or word in _TOLD_ONLY:
        return None
    for keyword in (*_MENDABLE, *_TOLD_ONLY):
        if OSA.distance(word, keyword, score_cutoff=1) <= 1:
            return keyword
    return None
