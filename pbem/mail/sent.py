"""Comparison with the mail we sent: which lines of a reply are ours, whatever wrapped them."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate

_SENT_LIMIT = 256 * 1024
_HEAD = 8
_SHORTEST = 5
_MOST_SENT = 64
_MOST_PLACES = 16
_COMMENTED = ("#", "//")
_WRAPPED = "#   "
"""How the rest of a line of our form begins that is too long for one."""
_LONGEST_CUT = 80
_CUT = "ordersbelowthisline"
_MAY_COMPARE = re.compile("[<>\u2264\u2265]")
_COMPARING = re.compile("([<>\u2264\u2265]=?)[ \\t]{0,3}(?=[0-9])")
_MAY_BE_CUT = re.compile(r"[\W_]*[oO]")
# For plain lines in one step what is done letter by letter for others.
_SMALL = bytes(range(128)).lower() + bytes(range(128, 256))
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())
_NO_LETTERS_IN_LINES = _NO_LETTERS.replace(b"\n", b"")


def key_of(line: str) -> str:
    """Return the letters and digits of a line, with `#` in front where it is a comment.

    The mark is kept because an order offered as a comment becomes an order by losing it.
    """
    if line.isascii():
        letters = line.encode().translate(_SMALL, _NO_LETTERS).decode()
    else:
        letters = "".join(filter(str.isalnum, line)).casefold()
    return f"#{letters}" if letters and is_comment(line) else letters


def keys_of(lines: Sequence[str]) -> list[str]:
    """Return the key of each of the lines, which have no line ends."""
    text = "\n".join(lines)
    if not text.isascii():
        return [key_of(line) for line in lines]
    keys = text.encode().translate(_SMALL, _NO_LETTERS_IN_LINES).decode().split("\n")
    return [
        f"#{key}" if key and ("#" in line or "/" in line) and is_comment(line) else key
        for line, key in zip(lines, keys[: len(lines)], strict=True)
    ]


def is_comment(line: str) -> bool:
    """Say whether the line is a comment in the language of orders."""
    return ("#" in line or "//" in line) and line.lstrip(" \t>|").startswith(_COMMENTED)


def is_cut_line(line: str) -> bool:
    """Say whether this is the line of our mails below which stands the form."""
    return len(line) < _LONGEST_CUT and _MAY_BE_CUT.match(line) is not None and key_of(line) == _CUT


def _signs_of(line: str) -> tuple[str, ...]:
    """The signs that compare with a number; at a line's beginning `>` is a quote mark."""
    return tuple(_COMPARING.findall(line, 1)) if _MAY_COMPARE.search(line, 1) else ()


def _signs_by_key(lines: Sequence[str], keys: Sequence[str]) -> dict[str, set[tuple[str, ...]]]:
    """What signs our lines have that have any, by their keys."""
    if not _MAY_COMPARE.search("\n".join(lines)):
        return {}
    signs = [_signs_of(line) for line in lines]
    found = {
        key: set[tuple[str, ...]]() for key, of_line in zip(keys, signs, strict=True) if of_line
    }
    for key, of_line in zip(keys, signs, strict=True):
        if key in found:
            found[key].add(of_line)
    return found


def _unwrapped(lines: Sequence[str], keys: Sequence[str]) -> dict[str, int]:
    """The lines of our form that are wrapped in plain text, as HTML has them: each in one.

    By its key, the number of our line at which it ends.
    """
    found: dict[str, int] = {}
    whole = ""
    for number, (line, key) in enumerate(zip(lines, keys, strict=True)):
        if line.startswith(_WRAPPED) and whole:
            whole += key.lstrip("#")
            found.setdefault(whole, number)
        else:
            whole = key if line.startswith("#") else ""
    return found


class SentText:
    """The text we sent, indexed so that each line of a reply is looked up in constant time.

    It never changes. What few replies ask for is indexed when one of them does.
    """

    def __init__(self, text: str) -> None:
        lines = text[:_SENT_LIMIT].splitlines()
        of_lines = keys_of(lines)
        keys = [key for key in of_lines if key]
        ends = list(accumulate(map(len, of_lines)))
        self._keys = keys
        self._unwrapped = {key: ends[at] for key, at in _unwrapped(lines, of_lines).items()}
        self._whole = "".join(keys)
        self._ends = set(ends)
        self._signs = _signs_by_key(lines, of_lines)
        # The first place of each.
        self._starts = dict(zip(reversed(of_lines), reversed([0, *ends[:-1]]), strict=False))
        self._starts.pop("", None)

    @cached_property
    def _heads(self) -> dict[str, list[int]]:
        """Where lines begin, by their first letters."""
        found: dict[str, list[int]] = {}
        at = 0
        for key in self._keys:
            places = found.setdefault(key[:_HEAD], [])
            if len(places) < _MOST_PLACES:
                places.append(at)
            at += len(key)
        return found

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(self._keys)

    @cached_property
    def _pairs(self) -> set[tuple[str, str]]:
        return set(zip(["", *self._keys], [*self._keys, ""], strict=True))

    @cached_property
    def _lengths(self) -> list[int]:
        """How long our lines are, those that are long enough to be extended."""
        return sorted({len(key) for key in self._keys if len(key) >= _SHORTEST})

    def cover(self, keys: Sequence[str]) -> list[bool]:
        """Say for each key of consecutive lines whether that line is ours.

        Ours is a line of the sent text, several of them run together, or a piece of one
        where the next line goes on with it. Empty keys are never ours.
        """
        filled = [key for key in keys if key]
        covered = [False] * len(keys)
        cursor, place = -1, 0
        for at, key in enumerate(keys):
            if not key:
                continue
            place += 1
            end = cursor + len(key)
            if not (cursor >= 0 and end in self._ends and self._whole.startswith(key, cursor)):
                after = filled[place] if place < len(filled) else ""
                end = self._end_of(key, after, cursor)
            covered[at] = end >= 0
            # What is typed between two pieces of ours does not part them.
            cursor = end if end >= 0 else cursor
        return covered

    def has_line(self, key: str) -> bool:
        """Say whether one of our lines is this and nothing else, wrapped in our text or not."""
        return key in self._starts or key in self._unwrapped

    def count(self, key: str) -> int:
        """Return how many of our lines are this and nothing else."""
        return self._counts[key]

    def has_pair(self, above: str, below: str) -> bool:
        """Say whether of our filled lines one is this, and the next one that."""
        return (above, below) in self._pairs

    @property
    def has_signs(self) -> bool:
        """Say whether any of our lines compares with a number."""
        return bool(self._signs)

    def has_other_signs(self, line: str, key: str) -> bool:
        """Say whether one of our lines is this but for a `<=` or `>` before a number."""
        signs = _signs_of(line) if key in self._signs else ()
        return bool(signs) and signs not in self._signs[key]

    def is_related(self, key: str) -> bool:
        """Say whether the line is likely one of ours edited: it begins as one, comment or not."""
        bare = key.lstrip("#")
        return any(
            candidate in self._starts
            or (len(candidate) >= _HEAD and candidate[:_HEAD] in self._heads)
            for candidate in (bare, f"#{bare}")
        )

    def is_begun(self, key: str) -> bool:
        """Say whether one of our lines begins with all of this, as the first piece of it does."""
        return any(self._whole.startswith(key, start) for start in self._heads.get(key[:_HEAD], ()))

    def is_extended(self, key: str) -> bool:
        """Say whether the line is one of ours, a whole one, with more behind it."""
        return any(key[:length] in self._starts for length in self._lengths if length < len(key))

    def _end_of(self, key: str, after: str, cursor: int) -> int:
        """Return where in our text the line ends, or -1 where it is not ours."""
        if cursor >= 0 and self._whole.startswith(key, cursor):
            end = cursor + len(key)
            if end in self._ends or self._goes_on(after, end):
                return end
        if key in self._starts:
            return self._starts[key] + len(key)
        if key in self._unwrapped:
            return self._unwrapped[key]
        for start in self._heads.get(key[:_HEAD], ()):
            if self._whole.startswith(key, start):
                end = start + len(key)
                if end in self._ends or self._goes_on(after, end):
                    return end
        return -1

    def _goes_on(self, after: str, end: int) -> bool:
        return bool(after) and self._whole.startswith(after, end)


@lru_cache(maxsize=_MOST_SENT)
def sent_text(text: str) -> SentText:
    """A text we sent, kept indexed: a mail of ours is answered more than once, as is an edition."""
    return SentText(text)
