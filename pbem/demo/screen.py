"""A page of HTML as its reader sees it: headings, boxes, rows and lines, as text."""

from __future__ import annotations

from html.parser import HTMLParser

_LINES = frozenset({"p", "h1", "h2", "h3", "li", "div", "pre"})
_UNSEEN = frozenset({"style", "script", "title", "head"})


def text_on_screen(page: str) -> str:
    """The words of a page, a block a line; marked as in plain text where it matters.

    Headings stand between `==`, lines of the box at the top between `|`, and a row of a table
    has its first cell at the width it has in plain text.
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return "\n".join(reader.lines)


class _Reader(HTMLParser):
    """Collects one line for every block and every row of a table."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._words: list[str] = []
        self._cells: list[str] = []
        self._is_boxed = False
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag == "br":
            self._words.append("\n")
        elif tag in _LINES or tag in ("td", "th", "tr"):
            self._end_line()
            self._is_boxed = dict(attrs).get("class") == "boxline"
            if tag == "tr":
                self._cells = []

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen -= 1
        elif tag == "h2":
            self._words = [f"== {_on_one_line(self._words)} ================"]
            self._end_line()
        elif tag in _LINES:
            self._end_line()
        elif tag in ("td", "th"):
            self._cells.append("".join(self._words).replace("\n", " ").rstrip())
            self._words = []
        elif tag == "tr":
            self._end_row()

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._words.append(data)

    def _end_line(self) -> None:
        text = "".join(self._words)
        self._words = []
        for line in text.split("\n") if "\n" in text.strip() else [text]:
            if line.strip():
                self.lines.append(f"| {line.strip()} |" if self._is_boxed else line.strip())
        self._is_boxed = False

    def _end_row(self) -> None:
        """A row whose first cell is a tree keeps its place, as in plain text."""
        first, *rest = [cell.strip() for cell in self._cells] or [""]
        first = first.removeprefix("* ")
        if any((first, *rest)):
            self.lines.append(f"  {first[:35]:<35} {' '.join(rest)}".rstrip())
        self._cells = []


def _on_one_line(words: list[str]) -> str:
    return " ".join("".join(words).split())
