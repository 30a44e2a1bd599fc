"""A hint for letters that are no orders yet: the English verb for what was written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.grammar.orders.language import Language
from pbem.grammar.orders.spelling import Token, tokens_of

MOST_LINES = 40
MOST_WORDS = 8
MOST_TOLD = 60
"""Letters of a line that are told back."""

_SPEAKING = frozenset(
    ("i", "we", "i'll", "we'll", "i'd", "ill", "id", "lets", "let", "us", "me")
    + ("will", "want", "to", "would", "like", "im", "am", "were", "are")
    + ("also", "then", "now", "just", "rather", "therefore")
)
"""Words before a verb by which people say what they are going to do."""
_SPEAKERS = frozenset(("i", "we", "ill", "id", "lets"))
_DOUBTING = frozenset(
    ("if", "when", "whether", "unless", "should", "could", "might", "may", "had", "that", "what")
)
MOST_BEFORE = 3
"""Words before the one who speaks: `Hmm, then I attack`."""


def spoken_hint(line: str, language: Language) -> str:
    """A sentence that names the English verb for a word of a line, "" without any."""
    for typed, verb in _foreign(line, language):
        return f'Orders are read in English only; for "{typed}" write {verb}.'
    if spoken := _spoken(line, language):
        typed, verb = spoken
        return f'If "{typed}" is meant as an order, begin the line with {verb}.'
    return ""


def orders_spoken(ignored: Sequence[str], language: Language) -> tuple[str, ...]:
    """Those of the first lines whose writers say that they do what an order is for."""
    found = ((text, _spoken(text, language)) for text in ignored[:MOST_LINES])
    return tuple(
        text
        for text, spoken in found
        if spoken and language.by_word[spoken[1].casefold()].kind not in ("control", "talk")
    )


def _spoken(text: str, language: Language) -> tuple[str, str] | None:
    """`I resign`, `trade`: a verb of ours behind who does it, or another word for it; and ours."""
    if text.rstrip().endswith("?"):
        return None
    tokens = _from_speaker(tokens_of(text)[:MOST_WORDS])
    at = next((n for n, token in enumerate(tokens) if token.key not in _SPEAKING), 0)
    alone = "".join(token.key for token in tokens[at:])
    if alone in language.spoken.others:
        return text.strip()[:MOST_TOLD], language.spoken.others[alone]
    verb = language.by_word.get(tokens[at].key) if at else None
    name = verb.name if verb else language.spoken.others.get(tokens[at].key) if tokens else None
    return (" ".join(token.text for token in tokens[: at + 1]), name) if name else None


def _from_speaker(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`I would oppose` of `Hmm, I would oppose`; behind an `if` nobody says what he does."""
    before = [token.key for token in tokens[: MOST_BEFORE + 1]]
    at = next((n for n, word in enumerate(before) if word in _SPEAKERS), 0)
    return tokens if _DOUBTING.intersection(before[:at]) else tokens[at:]


def _foreign(text: str, language: Language) -> Iterable[tuple[str, str]]:
    for token in tokens_of(text)[:MOST_WORDS]:
        if token.key in language.spoken.by_word:
            yield token.text, language.spoken.by_word[token.key]
        for verb, signs in language.spoken.signs.items():
            for sign in signs:
                if sign in token.text.casefold():
                    yield sign, verb
