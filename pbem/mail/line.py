"""One line of a letter on its way to a label."""

from collections.abc import Sequence

from msgspec import Struct

from pbem.mail.marks import Label


class TextLine(Struct, gc=False):
    """One line on its way to a label; `content` is `raw` without its quote marks."""

    raw: str
    depth: int
    content: str
    is_bar: bool
    # What announces a quote and stood behind what was typed, on the same line.
    head: str = ""
    label: Label = Label.NEW

    @property
    def is_marked(self) -> bool:
        return self.depth > 0 or self.is_bar

    @property
    def is_blank(self) -> bool:
        return not self.content.strip()


def next_filled(lines: Sequence[TextLine], at: int) -> int | None:
    """Return the first line from `at` on that is not blank, or None."""
    while at < len(lines) and lines[at].is_blank:
        at += 1
    return at if at < len(lines) else None
