"""Plain text beside HTML: whether both say the same, and whether the plain text has lost much."""

import re

# HTML with so many times the lines, or the letters, of the plain text is read in its place.
_FLATTENED = 4
_MUCH_SHORTER = 2
_MANY_LETTERS = 100
# "This message is in HTML format. Your mail program cannot show it."
_PLACEHOLDER = re.compile(r"\b(?:html|mime)\b", re.IGNORECASE)
_LONGEST_PLACEHOLDER = 400
_WORD = re.compile(r"\w+")


def needs_html(text: str, rich: str) -> bool:
    """Say whether plain text lacks lines or words that the HTML beside it has."""
    filled, richly_filled = _line_count(text), _line_count(rich)
    is_flat = filled <= 1 or filled * _FLATTENED <= richly_filled
    if (is_flat and richly_filled > filled) or not text.strip():
        return True
    if _is_placeholder(text, rich) or (richly_filled > filled and _is_flattened(text, rich)):
        return True
    missing = _letter_count(rich) - _letter_count(text) * _MUCH_SHORTER
    return filled > 1 and missing > _MANY_LETTERS


def says_same(text: str, rich: str) -> bool:
    """Say whether most of what the shorter text says, word after word, is in the other."""
    short, long = sorted((_pairs(text), _pairs(rich)), key=len)
    return bool(short) and len(short & long) * 2 > len(short)


def _pairs(text: str) -> set[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return set(zip(words, words[1:], strict=False)) or {tuple(words)} - {()}


def _is_placeholder(text: str, rich: str) -> bool:
    """Say whether plain text does nothing but ask for a program that shows HTML."""
    if len(text) > _LONGEST_PLACEHOLDER or not _PLACEHOLDER.search(text):
        return False
    words = set(_WORD.findall(rich.casefold()))
    return bool(words) and words.isdisjoint(_WORD.findall(text.casefold()))


def _is_flattened(text: str, rich: str) -> bool:
    """Say whether plain text has lost line ends and nothing else, nor has the HTML a quote mark."""
    quoted, richly_quoted = _quoted_count(text), _quoted_count(rich)
    own, richly_own = _line_count(text) - quoted, _line_count(rich) - richly_quoted
    # How the quote is wrapped says nothing: what was typed has lost its line ends, or the marks.
    has_lost = richly_own > own or (richly_quoted > 0 and not quoted)
    is_same = "".join(_WORD.findall(text)) == "".join(_WORD.findall(rich))
    return has_lost and richly_quoted >= quoted and is_same


def _quoted_count(text: str) -> int:
    return sum(1 for line in text.split("\n") if line.startswith(">"))


def _line_count(text: str) -> int:
    return sum(1 for line in text.split("\n") if line.strip())


def _letter_count(text: str) -> int:
    return len(text) - text.count(" ") - text.count("\n") - text.count(">")
