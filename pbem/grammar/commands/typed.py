"""What phones and mail programs do to a line is undone here; what decorates it is taken away."""

from __future__ import annotations

import re
import unicodedata

from pbem.grammar.commands.spec import InvalidField

MOST_NUMBER = 10**6
SURE = "REALLY"
"""Behind a command that is done only by somebody who means it."""

_SAME = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u00b4\u0060\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f", None),
        **{chr(code): None for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))},
        "\u2026": "...",
    }
)
_BULLET = re.compile(r"^\s*(?:[-*\u2022]\s+|\(?\d{1,3}[.)]\s+)?")
_POLITE_END = re.compile(r"(?:^|[\s,]+)(?:please|pls)[.!]*$", re.IGNORECASE)
_POLITE = re.compile(r"^(?:please|pls|kindly)[\s,]+", re.IGNORECASE)


def plain(text: str) -> str:
    """The text with plain quotes, dashes and blanks, and no control characters but line ends."""
    lines = unicodedata.normalize("NFC", text.translate(_SAME)).splitlines()
    return "\n".join("".join(c if c.isprintable() else " " for c in line) for line in lines)


def without_bullet(line: str) -> str:
    """A line without bullet, PLEASE, and blanks more than one."""
    return _POLITE.sub("", " ".join(_BULLET.sub("", line).split()))


def word(text: str) -> str:
    """A word without quotes, brackets and the marks at its end."""
    return text.strip("\"'<>()[]").rstrip(".,;:!?").strip("\"'<>()[]")


def number_of(text: str, example: str) -> int:
    """The number that was typed, with or without #. Raises InvalidField, which shows an example."""
    typed = text.lstrip("#")
    if not (typed.isascii() and typed.isdigit() and 0 < int(typed[:9]) < MOST_NUMBER):
        raise InvalidField(f'"{text[:20]}" is not a number such as {example}.')
    return int(typed[:9])


def without_please(text: str) -> str:
    """A text without PLEASE behind it."""
    return _POLITE_END.sub("", text)


def ends_in(words: str) -> re.Pattern[str]:
    """Finds a word of a command by which it is also meant where it stands last, behind its reason.

    A trial is one in small letters too: what was not wanted is done only by the other reading.
    """
    return re.compile(rf"(?:^|[\s,;(-])({words})[.!)]*$")
