"""Lines that are for a game before it starts: the lobby passes them on and reads none of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

MOST_LINES = 400
"""Lines of one passage; what stands behind them is left out, and that is told."""
_FOR = re.compile(r"(?:^|\s+)FOR\s+(\S+)\s*:?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PassageVerb:
    """A word of a game's own that begins a passage, which goes on to a line `ends`.

    Behind it a word of `single` makes it one line. `form` and `example` are for the help.
    """

    name: str
    form: str
    example: str
    gloss: str
    ends: str = "END"
    single: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Passage:
    """What somebody wrote from such a word on; `game` is the one that he named behind FOR."""

    verb: str
    lines: tuple[str, ...]
    game: str = ""

    @property
    def line(self) -> str:
        """How it is called in the answer."""
        return self.lines[0][:80]


def passage_at(
    lines: Sequence[str], at: int, verbs: Collection[PassageVerb], stops: Collection[str]
) -> tuple[Passage, int] | None:
    """The passage that begins in that line, and where the letter goes on; None where none does.

    `stops` are lines that end a letter.
    """
    words = lines[at].upper().rstrip(":").split()
    verb = next((one for one in verbs if words and words[0].rstrip(":") == one.name), None)
    if verb is None:
        return None
    first, game = _for_game(lines[at])
    is_single = len(words) > 1 and words[1] in verb.single
    body = [] if is_single else list(_until(lines[at + 1 :], verb.ends, stops))
    has_end = at + 1 + len(body) < len(lines) and _is(lines[at + 1 + len(body)], verb.ends)
    kept = (first, *body[:MOST_LINES])
    return Passage(verb.name, kept, game), at + 1 + len(body) + (has_end and not is_single)


def _for_game(line: str) -> tuple[str, str]:
    """A line without the game that it names, and that game."""
    found = _FOR.search(line)
    return (line[: found.start()].rstrip(), found[1].rstrip(":")) if found else (line, "")


def _until(lines: Sequence[str], ends: str, stops: Collection[str]) -> Iterator[str]:
    for line in lines:
        if _is(line, ends) or line.upper().rstrip(".") in stops:
            return
        yield line


def _is(line: str, word: str) -> bool:
    return line.strip().upper().rstrip(".") == word
