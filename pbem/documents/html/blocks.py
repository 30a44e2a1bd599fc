"""What a mail is made of: the blocks of its marked text, as values a template can lay out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mood = Literal["", "good", "bad"]


@dataclass(frozen=True, slots=True)
class Box:
    """The frame at the top; `title` is its first line, `lines` the others, "" for a gap."""

    title: str
    lines: tuple[str, ...]
    kind: str = "box"


@dataclass(frozen=True, slots=True)
class Heading:
    """`role` is "secret" or "world" where it is one of these."""

    text: str
    role: str = "heading"
    kind: str = "heading"


@dataclass(frozen=True, slots=True)
class ChapterLine:
    """A `* ` line of the story."""

    text: str
    kind: str = "chapter"


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """The first line of an answer, in capitals."""

    text: str
    kind: str = "verdict"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Reflowed text; `level` is how far it is moved in, 0 to 3."""

    text: str
    is_tight: bool = False
    level: int = 0
    kind: str = "paragraph"


@dataclass(frozen=True, slots=True)
class Items:
    """A list; every item is reflowed."""

    items: tuple[str, ...]
    kind: str = "items"


@dataclass(frozen=True, slots=True)
class SumRow:
    """A line of a sum: label, number, remark; a ruled line has none of them.

    `mood` is a word for the colour of the remark, which says the same in letters.
    """

    label: str = ""
    value: str = ""
    note: str = ""
    mood: Mood = ""

    @property
    def is_rule(self) -> bool:
        return not self.label


@dataclass(frozen=True, slots=True)
class Sum:
    terms: tuple[SumRow, ...]
    kind: str = "sum"


@dataclass(frozen=True, slots=True)
class Bar:
    """A number and its bar, of which a part is full."""

    text: str
    full: str
    rest: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table: what stands before the name (branches, a star), the name, the cells."""

    rails: str
    name: str
    cells: tuple[str | Bar, ...]

    @property
    def branch(self) -> str:
        """The branch as it is shown on a narrow screen: a blank a level, and the arrow's side."""
        fork = (self.rails.split() or [""])[-1]
        return "\u00a0" * (len(self.rails.rstrip()) // 3) + fork


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table whose first column is names; `is_text` where cells are words, not numbers."""

    head: TableRow
    rows: tuple[TableRow, ...]
    is_text: bool = False
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class Glosses:
    """A list: what is typed, and what it is, "" where nothing is said of it."""

    rows: tuple[tuple[str, str], ...]
    kind: str = "glosses"


@dataclass(frozen=True, slots=True)
class RulingRow:
    """One line of a letter and what became of it; `notes` are the lines below it."""

    number: str
    status: str
    text: str
    notes: tuple[str, ...]

    @property
    def mood(self) -> str:
        if self.status in ("OK", "DONE"):
            return "good"
        return "bad" if self.status in ("REFUSED", "ASK") else "fair"


@dataclass(frozen=True, slots=True)
class Rulings:
    rulings: tuple[RulingRow, ...]
    kind: str = "rulings"


@dataclass(frozen=True, slots=True)
class FormLine:
    """A line that begins with `#`; `sends` is the letter that a tap on it writes, if it does."""

    text: str
    sends: str = ""


@dataclass(frozen=True, slots=True)
class OrderForm:
    """The lines of a form; each stays a line of its own, so that a copy of it does too."""

    lines: tuple[FormLine, ...]
    kind: str = "form"


@dataclass(frozen=True, slots=True)
class Quote:
    """A player's text behind its bar, as the lines he typed."""

    lines: tuple[str, ...]
    kind: str = "quote"


@dataclass(frozen=True, slots=True)
class Cut:
    """The line below which only orders are read."""

    text: str
    kind: str = "cut"


@dataclass(frozen=True, slots=True)
class Pre:
    """Columns of some other kind, kept as they are."""

    lines: tuple[str, ...]
    kind: str = "pre"


Block = (
    Box
    | Heading
    | ChapterLine
    | VerdictLine
    | Paragraph
    | Items
    | Sum
    | DataTable
    | Glosses
    | Rulings
    | OrderForm
    | Quote
    | Cut
    | Pre
)
