"""What is nearly TURN n: or REPEAT: in front of an order, which is never corrected."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import OSA

from pbem.language.names.spelling import Token
from pbem.language.parsed import ParseError
from pbem.language.reading.statements import NoMeaning
from pbem.language.verbs.table import FIRST_WORDS, TALK_WORDS

_ORDERS = FIRST_WORDS - TALK_WORDS


def near_ahead(tokens: Sequence[Token], at: int) -> NoMeaning | None:
    """REPAET: PASS, TURN 16 PASS: the question what is meant; None for anything else."""
    word, behind = tokens[at].key, at + 1
    if not word or word in FIRST_WORDS:
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
    if not rest or rest[0].key not in _ORDERS or not (has_colon or rest[0].text.isupper()):
        is_verb_alone = len(rest) == 1 and rest[0].key in _ORDERS
        if not is_verb_alone:
            return None
    typed = " ".join(token.text for token in tokens[at:behind])
    told = f"{head} {' '.join(token.text for token in rest).upper()}"
    return NoMeaning(
        None, ParseError(f'"{typed}" is no order I know; {head}?', "ambiguous"), (told,)
    )
