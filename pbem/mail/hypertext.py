"""HTML to lines of text; quoted containers come back as `> ` lines, never dropped unseen."""

import re
from html import unescape as unescape_short

_LIMIT = 512 * 1024
_MOST_DEPTH = 20
_BLOCKS = re.compile(
    r"address|article|blockquote|body|center|d[dlt]|div|footer|form|h[1-6]|header|html|li|ol|p|"
    r"pre|section|table|tbody|tr|ul"
)
_SPACED = re.compile(r"p|[uo]l|table|pre|h[1-6]")
_HIDDEN = ("head", "style", "script", "title", "xml", "template")
# An address that a program has not escaped is none.
_TAG = re.compile(r"<(?=[a-zA-Z!?/])(?![\w.+=-]{1,99}@)")
_TAG_NAME = re.compile(r"/?[a-zA-Z][a-zA-Z0-9:]{0,30}")
_OPENING = re.compile(
    r"\s{0,99}<(?:!doctype html|!--|html|head|meta|body|div|p|br|span|blockquote|table|style|"
    r"font|pre)\b",
    re.IGNORECASE,
)
_WHITE = re.compile(r"[ \t\r\n\f]+")
# No character has a number of more than seven digits, and Python raises for one of thousands.
_NO_CHARACTER = re.compile(r"&#[0-9]{8,};?")


class _Page:
    """The lines written so far, and the one being written."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.words: list[str] = []
        self.depth = 0
        self.pre = 0
        self.hidden: str | None = None

    def write(self, text: str) -> None:
        if self.hidden:
            return
        if self.pre:
            first, *rest = unescape(text).split("\n")
            self.words.append(first)
            for line in rest:
                self.end_line()
                self.words.append(line)
        else:
            self.words.append(_WHITE.sub(" ", unescape(text)))

    def end_line(self, *, always: bool = True) -> None:
        line = "".join(self.words)
        line = line.rstrip() if self.pre else _WHITE.sub(" ", line).strip(" ")
        self.words.clear()
        if line or always:
            self.lines.append("> " * self.depth + line if self.depth else line)

    def blank(self) -> None:
        self.end_line(always=False)
        if self.lines and self.lines[-1].strip("> "):
            self.lines.append("> " * self.depth)

    def open(self, name: str) -> None:
        if self.hidden:
            return
        if name in _HIDDEN:
            self.hidden = name
        elif name == "br":
            self.end_line()
        elif name == "hr":
            self.end_line(always=False)
            self.words.append("_" * 32)
            self.end_line()
        elif name in ("td", "th"):
            self.words.append(" ")
        elif _BLOCKS.fullmatch(name):
            self.end_block(name)
            self.depth += name == "blockquote" and self.depth < _MOST_DEPTH
            self.pre += name == "pre"

    def close(self, name: str) -> None:
        if self.hidden:
            self.hidden = None if name == self.hidden else self.hidden
        elif _BLOCKS.fullmatch(name):
            self.end_block(name)
            self.depth -= name == "blockquote" and self.depth > 0
            self.pre -= name == "pre" and self.pre > 0

    def end_block(self, name: str) -> None:
        if _SPACED.fullmatch(name):
            self.blank()
        else:
            self.end_line(always=False)


def unescape(text: str) -> str:
    """The text with its entities replaced; never raises."""
    return unescape_short(_NO_CHARACTER.sub("\ufffd", text) if "&#" in text else text)


def is_html(text: str) -> bool:
    """Say whether a bare body is HTML: it begins with a tag, and one of those of letters."""
    return _OPENING.match(text) is not None


def html_to_text(markup: str) -> str:
    """Return the text of HTML, one line a block or `<br>`, quotes marked with `> ` a level.

    Reads at most 512 KiB, in linear time, and never raises.
    """
    # Not the standard HTMLParser: unclosed comments and tags cost it quadratic time.
    markup = markup[:_LIMIT]
    page = _Page()
    at = 0
    while tag := _TAG.search(markup, at):
        start = tag.start()
        page.write(markup[at:start])
        name = _TAG_NAME.match(markup, start + 1)
        at = _end_of_tag(markup, start)
        if at < 0:
            break
        if name is not None:
            _turn(page, name.group().lower())
    else:
        page.write(markup[at:])
    page.end_line(always=False)
    return "\n".join(page.lines)


def _turn(page: _Page, name: str) -> None:
    if name.startswith("/"):
        page.close(name[1:])
    else:
        page.open(name)


def _end_of_tag(markup: str, start: int) -> int:
    if markup.startswith("<!--", start):
        close = markup.find("-->", start + 4)
        return close + 3 if close >= 0 else -1
    return markup.find(">", start) + 1 or -1
