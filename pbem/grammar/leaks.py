"""What a text gives away of who its writer is: addresses, links, phone numbers, his own name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

_AT, _DOT = r"\s*[\[({]?\s*(?:@|\bat\b)\s*[\])}]?\s*", r"\s*[\[({]?\s*\bdot\b\s*[\])}]?\s*"
_MAIL = re.compile(
    rf"[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+|\b[\w.+-]+{_AT}[\w-]+{_DOT}\w{{2,}}", re.IGNORECASE
)
_LINK = re.compile(
    r"\b(?:https?|ftp|mailto|tel)\s*:\s*/{0,2}\S|\bwww\.\S"
    r"|\b[a-z0-9][a-z0-9-]*\.(?:com|org|net|info|io|gg|me|eu|de|uk|fr|ch|at|nl|it|es|us|ly)\b(?!\.)",
    re.IGNORECASE,
)
_PHONE = re.compile(
    r"(?<![\w.])(?:\+\s?|\(?0|\(\d{3}\)\s?|(?=\d{3}[- .]\d{3}))\d[\d /().-]{5,20}\d"
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4}")
FEWEST_DIGITS = 8
SHORTEST_NAME = 3


def leaks_in(text: str, name: str, seats: Collection[str]) -> tuple[str, ...]:
    """What a text of somebody of that name gives away, each as a sentence calls it.

    What a seat is called gives nothing away.
    """
    plain = "".join(
        char for char in unicodedata.normalize("NFKC", text) if unicodedata.category(char) != "Cf"
    )
    return tuple(_leaks(plain, name, {seat.casefold() for seat in seats}))


def _leaks(text: str, name: str, seats: Collection[str]) -> Iterator[str]:
    if _MAIL.search(text):
        yield "a mail address"
    if _LINK.search(_MAIL.sub(" ", text)):
        yield "a link"
    if _has_phone(_DATE.sub(" ", text)):
        yield "a phone number"
    if _has_name(text, name, seats):
        yield "your own name"


def _has_phone(text: str) -> bool:
    found = (match.group() for match in _PHONE.finditer(text))
    return any(sum(char.isdigit() for char in one) >= FEWEST_DIGITS for one in found)


def _has_name(text: str, name: str, seats: Collection[str]) -> bool:
    """Whether his name stands there in full, or a part of it with the capitals it has."""
    full = name.casefold().strip()
    if not full or full in seats:
        return False
    if re.search(rf"(?<!\w){re.escape(full)}(?!\w)", text.casefold()):
        return True
    parts = (part for part in name.split() if len(part) >= SHORTEST_NAME)
    words = (part for part in parts if part[0].isupper() and part.casefold() not in seats)
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in words)
