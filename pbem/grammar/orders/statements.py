"""Reading one statement: its verb, its order, and what it might have meant if it cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA

from pbem.grammar.commands.spec import Command, Verb
from pbem.grammar.orders.corrections import MOST_PLACES, MOST_TOLD, mendings, readings, taken
from pbem.grammar.orders.language import Language
from pbem.grammar.orders.meaning import Meaning, NoMeaning, Words, format_meaning, parse
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.prose import is_prose
from pbem.grammar.orders.spelling import Token, key
from pbem.values import changed

_LINKS = frozenset({",", "and", "then", "also", "next", "afterwards"})
MOST_CUTS = 4
"""Words of a line before which it may be cut."""
_SHORT = 3
"""Letters of a verb that is asked about where it is misspelt, never taken."""
_SHORT_ALONE = 5
"""The same for a verb that is the whole line, which may be somebody's name."""

_WHO = frozenset({"i", "im", "we", "were"})
_BACK = frozenset({"iamback", "imback", "weareback", "wereback"})
_MOST_BACK = 5
"""Words of a line that says no more than who is back."""
_MOST_SENDING = 3
"""Words of SEND ANYWAY and its number."""
_NO_VERBS = frozenset({"ill", "dont", "wont"})
"""Words that begin sentences and lack nothing but an apostrophe."""


def read_words(words: Words, *, may_guess: bool) -> Meaning | NoMeaning:
    """The words of a statement, the first of which should be a verb; a sentence is ignored."""
    found = _read_words(words, may_guess=may_guess)
    if isinstance(found, Meaning) or found.why.status == "ignored":
        return found
    if is_prose(words.tokens, words.at, words.names):
        return NoMeaning(None, ParseError(found.why.problem, "ignored"))
    return found


def _read_words(words: Words, *, may_guess: bool) -> Meaning | NoMeaning:
    words = _with_one_verb(words)
    word = words.verb.key
    meant = _two_words_meant(words)
    if meant:
        return NoMeaning(None, ParseError(f"Did you mean {meant}?", "ambiguous"), (meant,))
    if word in _WHO and _is_back_again(words):
        verb = words.names.language.by_word["back"]
        return Meaning(verb, control=Command("AWAY", "AWAY OFF", key="OFF"))
    if word in words.names.language.clause_words:
        return NoMeaning(
            None, ParseError(f"{word.upper()} belongs behind an ATTACK, in the same line")
        )
    if word in words.names.language.absent:
        return NoMeaning(None, ParseError(words.names.language.absent[word]))
    if word in words.names.language.by_word or two_words(words):
        found = _read_as(_verb_of(word, words), words, may_guess=may_guess)
        return _or_other_verb(found, words) if may_guess else found
    if word in words.names.language.by_misspelling:
        return _noted(
            _read_as(words.names.language.by_misspelling[word], words, may_guess=may_guess),
            words.verb,
            0,
        )
    return _read_misspelt(words, may_guess=may_guess)


def _with_one_verb(words: Words) -> Words:
    """TAKE OVER as TAKEOVER."""
    typed = tuple(token.key for token in words.tokens[words.at : words.at + 2])
    verb = words.names.language.in_two_parts.get(typed)
    if verb is None:
        return words
    return changed(
        words,
        tokens=(*words.tokens[: words.at], Token(verb, verb), *words.tokens[words.at + 2 :]),
    )


def two_words(words: Words) -> str:
    """The verb that two words are together, whatever the first means in the game; "" for none."""
    typed = " ".join(token.key for token in words.tokens[words.at : words.at + 2]).upper()
    if typed == "SEND ANYWAY":
        return "SEND"
    return typed if " " in typed and typed in words.names.language.by_name else ""


def _verb_of(word: str, words: Words) -> Verb:
    """The verb of a first word, or of two."""
    language: Language = words.names.language
    name = two_words(words)
    return language.by_name[name] if name else language.by_word[word]


def _two_words_meant(words: Words) -> str:
    """A verb of two words, of which one letter is wrong, as it should be; "" for anything else."""
    typed = [token.key for token in words.tokens[words.at : words.at + _MOST_SENDING + 1]]
    whole = "".join(typed)
    number = "".join(c for c in whole if c.isdecimal())
    language: Language = words.names.language
    for name in language.in_two_words if len(typed) <= 2 else ():
        first, _, second = name.casefold().partition(" ")
        is_split = whole == first + second and typed != [first, second]
        if is_split or OSA.distance(whole, first + second, score_cutoff=1) == 1:
            return name
    is_near = OSA.distance(whole.rstrip("0123456789"), "sendanyway", score_cutoff=1) == 1
    is_split = whole.startswith("sendanyway") and typed[:2] != ["send", "anyway"]
    if len(typed) > _MOST_SENDING or not (is_near or is_split):
        return ""
    return f"SEND ANYWAY {number}".rstrip()


def _is_back_again(words: Words) -> bool:
    """I am back, and no more than that."""
    typed = [token.key for token in words.tokens[words.at : words.at + _MOST_BACK]]
    text = "".join(typed)
    return text.removesuffix("again").removesuffix("now") in _BACK


def _read_as(verb: Verb, words: Words, *, may_guess: bool) -> Meaning | NoMeaning:
    if verb.name == "HELP" and _is_for_somebody(words, may_guess=may_guess):
        verb = words.names.language.by_word["support"]
    return _read_verb(verb, words, may_guess=may_guess)


def _is_for_somebody(words: Words, *, may_guess: bool) -> bool:
    """HELP bob, HELP 1: somebody's attack is meant, not the help mail."""
    reader = words.behind_verb()
    seats = words.names.plain_seat_index
    word = reader.peek()
    if word in words.names.language.by_word:
        return False
    is_near = may_guess and bool(seats.beside(word, words.names.others))
    return bool(seats.exact(word)) or is_near or words.names.language.is_line(reader)


def _noted(found: Meaning | NoMeaning, token: Token, slip: int) -> Meaning | NoMeaning:
    if isinstance(found, NoMeaning):
        return found
    note = f"{token.text} read as {found.verb.name}"
    return changed(found, assumed=(note, *found.assumed), slips=found.slips + slip)


# --- a first word that is no verb, or the wrong one --------------------------------------------


def _read_misspelt(words: Words, *, may_guess: bool) -> Meaning | NoMeaning:
    """A first word that is no verb: one slip from one, if the rest then reads well."""
    token = words.verb
    words.names.demand(2)
    near = (
        near_verbs(words.names.language, token.key)
        if may_guess and not _is_plain_english(words)
        else ()
    )
    found = [_read_as(verb, words, may_guess=True) for verb in near]
    meanings = [meaning for meaning in found if isinstance(meaning, Meaning)]
    unknown = f'"{token.text}" is not an order I know'
    if not meanings:
        return _unknown_verb(unknown, words, found)
    first = meanings[0].verb
    is_lone = len(words.tokens) == words.at + 1 and len(first.name) <= _SHORT_ALONE
    is_short = min(len(first.name), len(token.key)) <= _SHORT
    if len(meanings) > 1 or first.guarded or is_short or is_lone:
        return _which_verb(unknown, meanings, words)
    return _noted(meanings[0], token, slip=1)


def _is_plain_english(words: Words) -> bool:
    """I'll is no KILL, and who says don't does not mean DONE."""
    typed = words.verb
    is_lone = len(words.tokens) == words.at + 1
    return "'" in typed.text.strip("'") or (typed.key in _NO_VERBS and not is_lone)


def _which_verb(problem: str, meanings: Sequence[Meaning], words: Words) -> NoMeaning:
    asked = " or ".join(dict.fromkeys(meaning.verb.name for meaning in meanings))
    sane = (
        meaning
        for meaning in meanings
        if not words.names.language.is_to_himself(meaning.order, words.names)
    )
    texts = tuple(dict.fromkeys(format_meaning(meaning, words.names) for meaning in sane))
    return NoMeaning(meanings[0].verb, ParseError(f"{problem}; {asked}?", "ambiguous"), texts)


def _unknown_verb(unknown: str, words: Words, tried: Sequence[Meaning | NoMeaning]) -> NoMeaning:
    """No verb, even with a slip: told only where the line names a card, else it is talk."""
    long = (one for one in tried if one.verb is not None and len(one.verb.name) > _SHORT)
    first = next(long, None)
    if isinstance(first, NoMeaning) and any(
        words.names.is_name(token.key) for token in words.tokens[words.at + 1 :]
    ):
        return NoMeaning(first.verb, ParseError(unknown), first.suggestions)
    return NoMeaning(None, ParseError(unknown, "ignored"))


@lru_cache(maxsize=4096)
def near_verbs(language: Language, word: str) -> tuple[Verb, ...]:
    """The verbs of which a word is one slip away; BACK is too near to packing and hacking."""
    if len(word) < 2:
        return ()
    near = [
        verb
        for known, verb in language.by_word.items()
        if known not in (word, "back") and OSA.distance(word, known, score_cutoff=1) <= 1
    ]
    return tuple(dict.fromkeys(near))


def _or_other_verb(found: Meaning | NoMeaning, words: Words) -> Meaning | NoMeaning:
    """PAY Slush Fund: a verb behind which nothing can be read may be another one misspelt."""
    if isinstance(found, Meaning) or found.why.status == "ambiguous":
        return found
    others = [
        verb for verb in near_verbs(words.names.language, words.verb.key) if verb is not found.verb
    ]
    tried = [_read_verb(verb, words, may_guess=False) for verb in others]
    meanings = [meaning for meaning in tried if isinstance(meaning, Meaning)]
    return _which_verb(found.why.problem, meanings, words) if meanings else found


# --- a known verb --------------------------------------------------------------------------


def _read_verb(verb: Verb, words: Words, *, may_guess: bool) -> Meaning | NoMeaning:
    try:
        return parse(verb, words.behind_verb(may_guess=may_guess))
    except ParseError as why:
        if not may_guess:
            return NoMeaning(verb, why)
        found = _mended(verb, words, why)
        if found is not None:
            return found
        apart = _format_several(verb, words)
        if apart:
            together = ParseError("These may be several orders in one line", "ambiguous")
            return NoMeaning(verb, together, (apart,))
        return NoMeaning(verb, why, _instead(verb, words, why))


def _instead(verb: Verb, words: Words, why: ParseError) -> tuple[str, ...]:
    return () if why.status == "ignored" else words.names.language.suggestions(verb, words, why)


def _mended(verb: Verb, words: Words, why: ParseError) -> Meaning | NoMeaning | None:
    """The line read with one misspelt keyword put right, if it then has a meaning."""

    def read(tokens: tuple[Token, ...]) -> Meaning:
        return parse(verb, changed(words, tokens=tokens).behind_verb())

    words.names.demand(min(len(words.tokens), MOST_PLACES))
    found = readings(mendings(words.names.language, words.tokens, words.at + 1), read)
    if not found:
        return None
    mended, meaning = found[0]
    sane = (
        other
        for _, other in found
        if not words.names.language.is_to_himself(other.order, words.names)
    )
    texts = tuple(format_meaning(other, words.names) for other in sane)
    if words.names.may_be_name(key(mended.typed)):
        texts = (*words.names.language.suggestions(verb, words, why), *texts)
    elif len(found) == 1 and not mended.is_costly and words.tokens[mended.place - 1].key != "all":
        return taken(mended, meaning)
    return NoMeaning(verb, mended.question(), tuple(dict.fromkeys(texts))[:MOST_TOLD])


# --- several orders in one line ------------------------------------------------------------


def _format_several(verb: Verb, words: Words) -> str:
    """The orders told back with marks between them, "" if they are not several.

    They are only ever asked about, since the name of a card may hold a verb.
    """
    return "; ".join(_parted(verb, words, MOST_CUTS))


def _parted(verb: Verb, words: Words, cuts: int) -> tuple[str, ...]:
    tokens = words.tokens
    places = [
        at
        for at in range(words.at + 1, len(tokens))
        if tokens[at].key in words.names.language.by_word
    ]
    for at in places[:cuts]:
        head = _format(verb, changed(words, tokens=_unlinked(tokens[:at])))
        if not head:
            continue
        tail = changed(words, at=at)
        behind = words.names.language.by_word[tokens[at].key]
        rest = (
            (_format(behind, tail),) if _format(behind, tail) else _parted(behind, tail, cuts - 1)
        )
        if rest:
            return (head, *rest)
    return ()


def _unlinked(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The words without those at their end that only link them to an order behind them."""
    while tokens and (tokens[-1].key or tokens[-1].text) in _LINKS:
        tokens = tokens[:-1]
    return tokens


def _format(verb: Verb, words: Words) -> str:
    try:
        return format_meaning(parse(verb, words.behind_verb(may_guess=False)), words.names)
    except ParseError:
        return ""
