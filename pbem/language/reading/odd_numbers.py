"""What is nearly the number of a line, which is never corrected."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.language.parsed import ParseError
from pbem.language.reading.meaning import format_meaning
from pbem.language.reading.statements import NoMeaning, read_words
from pbem.language.reading.suggestions import Words
from pbem.language.verbs.table import BY_WORD

_ODD = re.compile(r"[a-z]?([0-9]{1,3})[a-z]{0,2}", re.IGNORECASE)


def odd_number(words: Words) -> NoMeaning | None:
    """3x: PASS, 3 PASS: the question which number is meant; None for anything else."""
    typed = words.verb.text
    found = _ODD.fullmatch(typed.rstrip(".)"))
    if found is None or not int(found[1]):
        return None
    at = words.at + 1
    while at < len(words.tokens) and words.tokens[at].text == ":":
        at += 1
    if at == len(words.tokens) or words.tokens[at].key not in BY_WORD:
        return None
    read = read_words(replace(words, at=at), may_guess=False)
    if isinstance(read, NoMeaning):
        return None
    told = format_meaning(read, words.names)
    why = ParseError(f'"{typed}" is no line number; {found[1]}:?', "ambiguous")
    return NoMeaning(read.verb, why, (f"{found[1]}: {told}", told))
