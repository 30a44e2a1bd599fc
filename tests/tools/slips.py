"""One slip of the keys in every promised line, and what becomes of it: `make slips` tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.games.illuminati.language import ParsedLine, read
from tests.support import promised
from tests.support.strategies import NAMES

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
ARROWS = frozenset("NESW")


def _beside() -> dict[str, str]:
    """The keys that touch each key of a keyboard, in a fixed order."""
    place = {
        key: (2 * at + row, row) for row, keys in enumerate(ROWS) for at, key in enumerate(keys)
    }
    return {
        key: "".join(
            other
            for other, (column, row) in place.items()
            if other != key and abs(column - place[key][0]) <= 2 and abs(row - place[key][1]) <= 1
        )
        for key in place
    }


BESIDE = _beside()


def slips_of(line: str) -> Iterator[tuple[str, str]]:
    """(what went wrong, the line with it), each line once; `line` as in `promised`.

    Out of reach are texts, digits, for another digit is another number, and the arrows N, E, S and
    W where they are whole words, for another arrow is another arrow. None is ever corrected.
    """
    seen = {promised.plain(line).casefold()}
    for kind, slipped in _slips(line):
        slipped = promised.plain(slipped)
        if slipped.casefold() not in seen:
            seen.add(slipped.casefold())
            yield kind, slipped


def _slips(line: str) -> Iterator[tuple[str, str]]:
    for at, letter in enumerate(line):
        in_text = line.count("{", 0, at) > line.count("}", 0, at)
        if not letter.isalpha() or in_text or _is_arrow(line, at):
            continue
        before, behind = line[:at], line[at + 1 :]
        yield "dropped", before + behind
        yield "doubled", before + letter + letter + behind
        if behind[:1].isalpha():
            yield "swapped", before + behind[0] + letter + behind[1:]
        for key in BESIDE[letter.lower()]:
            yield "changed", before + (key.upper() if letter.isupper() else key) + behind


def _is_arrow(line: str, at: int) -> bool:
    is_alone = not (line[at - 1 : at] + line[at + 1 : at + 2]).strip(" ,")
    return line[at] in ARROWS and is_alone and at > 0


# --- what becomes of one ---------------------------------------------------------------------

FATES = ("right", "assumed", "asked", "refused", "unhelped", "ignored", "wrong")
"""Read right; right and told; asked with the right line, refused with it, either without it; not
taken for an order; read as something else."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip and its fate; `verb` is the first word of the line that was meant."""

    kind: str
    meant: str
    typed: str
    fate: str

    @property
    def verb(self) -> str:
        return verb_of(self.meant)


def verb_of(line: str) -> str:
    """The verb of a line, behind its turn and its condition if it has them."""
    rest = line.removeprefix("@").removeprefix("REPEAT: ")
    for before in ("TURN ", "IF "):
        rest = rest.partition(": ")[2] if rest.startswith(before) else rest
    return rest.split()[0].rstrip(":")


def slips(lines: list[str]) -> Iterator[Slip]:
    """Every slip of every line with its fate."""
    for line in lines:
        meant = promised.plain(line)
        what = said(read_one(meant))
        for kind, typed in slips_of(line):
            yield Slip(kind, meant, typed, fate_of(typed, what))


def read_one(text: str) -> ParsedLine:
    (line,) = read(text, NAMES)
    return line


def said(line: ParsedLine) -> object:
    """What a line says, but for how it was typed."""
    ahead = (line.turn, line.repeats)
    return (line.order, line.conditions, line.control, line.talk, line.code, ahead)


def fate_of(typed: str, meant: object) -> str:
    lines = read(typed, NAMES)
    if len(lines) != 1:
        return "wrong" if any(line.order or line.control for line in lines) else "unhelped"
    (line,) = lines
    if line.order is not None or line.control is not None or line.talk is not None:
        if said(line) != meant:
            return "wrong"
        return "assumed" if line.assumed else "right"
    if line.status == "ignored":
        return "ignored"
    helps = any(said(read_one(instead)) == meant for instead in line.suggestions)
    return ("asked" if line.status == "ambiguous" else "refused") if helps else "unhelped"


# --- the table --------------------------------------------------------------------------------


def table(found: list[Slip]) -> Iterator[str]:
    """A row a verb: how many slips, and the share of each fate in per cent."""
    yield f"{'verb':<11}{'slips':>7}" + "".join(f"{fate:>10}" for fate in FATES)
    verbs = sorted({slip.verb for slip in found})
    for verb in verbs:
        yield _row(verb, [slip for slip in found if slip.verb == verb])
    yield _row("all", found)


def _row(name: str, found: list[Slip]) -> str:
    count = Counter(slip.fate for slip in found)
    shares = "".join(f"{100 * count[fate] / len(found):>10.1f}" for fate in FATES)
    return f"{name:<11}{len(found):>7}{shares}"


def main() -> None:
    """Print the table and every line that was read as something else."""
    found = list(slips([*promised.ORDERS, *promised.WORDS, *promised.TALK]))
    print("\n".join(table(found)))
    for slip in found:
        if slip.fate == "wrong":
            print(f"wrong: {slip.typed!r} for {slip.meant!r}")


if __name__ == "__main__":
    main()
