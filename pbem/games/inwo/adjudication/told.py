"""What a card is told behind the colon: the words it knows, others are refused (I34.4)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.core.geometry import SIDES
from engine.inwo import abilities as ab
from engine.inwo.cards import card_of
from engine.inwo.deeds.card_deeds import deeds_of
from engine.inwo.selectors import WORDS
from pbem.games.inwo.adjudication.names import NoSuchLine

_OPEN: tuple[ab.DeedName, ...] = (
    *("rewrite", "swap-exposed", "fish", "search-deck", "discard-exposed", "steal-exposed"),
    *("bury-exposed", "pick-take", "pick-discard", "expose-both", "sell-out"),
    *("find-resource", "reverse-words", "unmask", "take-under", "realign", "divide", "take-trip"),
)
"""Deeds that are told cards or alignments: they say themselves what does not fit."""
_WORDS: Mapping[ab.DeedName, tuple[str, ...]] = {
    "shoot-down": ("DISCARD",),
    "look-top": ("TOP", "BOTTOM"),
    "redeal": ("GROUPS", "PLOTS"),
    "look-decks": ("GROUPS", "PLOTS"),
    "add-arrows": SIDES,
    "expose": ("EXPOSE",),
}
"""Deeds that know a few words."""
_WORDED = (
    *(ab.AttackPlot, ab.LinkedChange, ab.WorldOrder, ab.GoalRule, ab.DiceChange),
    ab.CopiesPlots,
)
"""What is told other things than a deed is."""
_WORDLESS = (
    *(ab.Reload, ab.RaisePower, ab.ChangeAlignment, ab.Zap, ab.Paralyze, ab.PlotBoost),
    *(ab.AssassinPlot, ab.DisasterPlot, ab.FollowStrike, ab.Nomination),
)
"""What is told nothing: only what it is aimed at, and who pays."""


def is_aim(card: str, text: str) -> bool:
    """Whether what is said behind the colon can only be what the card is aimed at."""
    known = words_of(card)
    return known is not None and bool(text) and text.upper() not in known


def knows_no_words(card: str) -> bool:
    """Whether a Plot is told nothing but what it is aimed at."""
    return words_of(card) == () if deeds_of(card) else not _is_worded(card)


def words_of(card: str) -> tuple[str, ...] | None:
    """The words that a card knows; None where anything may be said."""
    deeds = deeds_of(card)
    is_open = any(one.does in _OPEN or one.of_player or one.ways for one in deeds)
    is_wordless = any(isinstance(one, _WORDLESS) for one in card_of(card).abilities)
    if not (deeds or is_wordless) or _is_worded(card) or is_open:
        return None
    known = (word for one in deeds for word in (one.named, *_WORDS.get(one.does, ())) if word)
    return tuple(dict.fromkeys(known))


def _is_worded(card: str) -> bool:
    return any(isinstance(one, _WORDED) for one in card_of(card).abilities)


def word_told(card: str, text: str) -> str:
    """The word as the card knows it; one that it does not know is refused with those it does."""
    known = words_of(card)
    if known is None or not text:
        return _as_known(text)
    if text.upper() in known:
        return text.upper()
    name = card_of(card).name
    if not known:
        raise NoSuchLine(f"{name} is told nothing behind a colon; what it is aimed at follows ON")
    raise NoSuchLine(f"{name} may be told {_listed(known)} behind the colon, not {text!r}")


_SAID = frozenset(
    ("UP", "DOWN", "LOWER", "DEFENSE", "AGAINST", "FOR", "TOP", "BOTTOM", "GROUPS", "PLOTS", "HAND")
    + ("DISCARD", "DESTROY", "CONTROL", "BASIC ONLY", "PLUS 2", "ADD", "REMOVE", "REVERSE", *SIDES)
)
_BY_LETTERS = {word.casefold(): word for word in WORDS}


def _as_known(text: str) -> str:
    """Alignments, kinds and words of ours as they are spelt, however they were typed."""
    if text.upper() in _SAID:
        return text.upper()
    parts = re.split(r"([\s,]+)", text)
    words = (_BY_LETTERS.get(part.casefold()) for part in parts)
    known = (part.upper() if part.upper() in _SAID else part for part in parts)
    return "".join(word or part for word, part in zip(words, known, strict=True))


def _listed(words: tuple[str, ...]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
