"""HTML to lines of text; quoted containers come back as `> ` lines, never dropped unseen."""

import re
from collections.abc import Collection
from html import unescape as unescape_short

from pbem.mail.attribution import attribution_ending_at
from pbem.mail.marks import is_signature_mark
from pbem.mail.tags import effect_of, end_of_tag, first_number, may_indent, struck_selectors

_LIMIT = 512 * 1024
_MOST_DEPTH = 20
# Above an indented text so much is looked at for the head of a quote.
_LONGEST_HEAD = 400
_HIGHEST_HEAD = 8
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

    def __init__(self, struck: Collection[str], *, sees_all: bool) -> None:
        self.selectors = struck
        self.struck = 0
        self.has_struck = False
        self.lines: list[str] = []
        self.words: list[str] = []
        self.depth = 0
        self.pre = 0
        self.hidden: str | None = None
        self.in_head = False
        self.sees_all = sees_all
        self.unseen = 0
        self.has_quote = False
        self.quotes: list[bool] = []
        self.lists: list[int] = []
        # Open elements that do something to all within, by name: how many of that name, and what.
        self.spans: dict[str, list[tuple[int, str]]] = {}
        self.signatures: list[list[int]] = []

    def write(self, text: str) -> None:
        if self.hidden or self.unseen:
            return
        if self.struck:
            # What was struck out is gone; its line ends are not.
            self.has_struck = self.has_struck or any(map(str.isalnum, text))
            text = "\n" * text.count("\n") if self.pre else ""
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

    def open(self, name: str, tag: str) -> None:
        if (self.hidden and not self._leaves_head(name)) or (
            name in _HIDDEN and tag.endswith("/>")
        ):
            return
        if name in ("p", "li"):
            self._leave(name)
        if name in _HIDDEN:
            self.hidden = name
        elif self.unseen:
            self._enter(name, tag)
        elif name == "br":
            self.end_line()
        elif name == "hr":
            self.end_line(always=False)
            self.words.append("_" * 32)
            self.end_line()
        elif name in ("td", "th"):
            self.words.append(" ")
            self._enter(name, tag)
        else:
            if _BLOCKS.fullmatch(name):
                self._open_block(name, tag)
            self._enter(name, tag)

    def _leaves_head(self, name: str) -> bool:
        """Say whether a tag is read though something was hidden: a head may have no end."""
        if self.hidden == "head" and name in _HIDDEN:
            self.in_head = True
            return True
        is_body = name == "body" and (self.in_head or self.hidden == "head")
        if is_body or (self.hidden == "head" and _BLOCKS.fullmatch(name)):
            self.hidden, self.in_head = None, False
            return True
        return False

    def _open_block(self, name: str, tag: str) -> None:
        self.end_block(name)
        if name == "blockquote":
            self._open_quote(tag)
        self.pre += name == "pre"
        if name in ("ol", "ul") and len(self.lists) < _MOST_DEPTH:
            self.lists.append(first_number(tag) if name == "ol" else 0)
        elif name == "li" and self.lists and self.lists[-1]:
            self.words.append(f"{self.lists[-1]}. ")
            self.lists[-1] += 1

    def _open_quote(self, tag: str) -> None:
        lines = [line[-_LONGEST_HEAD:].strip() for line in self.lines[-_HIGHEST_HEAD:]]
        while lines and not lines[-1]:
            lines.pop()
        above = lines[-1] if lines else ""
        is_head = bool(above) and attribution_ending_at(lines, len(lines) - 1) is not None
        is_indent = not (is_head or self.has_quote) and may_indent(tag, above)
        self.has_quote = self.has_quote or not is_indent
        is_deeper = not is_indent and self.depth < _MOST_DEPTH
        self.quotes.append(is_deeper)
        self.depth += is_deeper

    def close(self, name: str) -> None:
        if self.hidden:
            is_end = name == self.hidden or (name == "head" and self.in_head)
            if is_end:
                self.hidden = "head" if self.in_head and name != "head" else None
                self.in_head = self.hidden is not None
        elif self.unseen:
            self._leave(name)
        else:
            if _BLOCKS.fullmatch(name):
                self.end_block(name)
                self.depth -= name == "blockquote" and bool(self.quotes) and self.quotes.pop()
                self.pre -= name == "pre" and self.pre > 0
                if name in ("ol", "ul") and self.lists:
                    self.lists.pop()
            self._leave(name)

    def _enter(self, name: str, tag: str) -> None:
        """Begin what a tag does to all within it, or count it where another waits for its end."""
        effect = "" if self.unseen else effect_of(name, tag, self.selectors)
        if effect == "hide" and self.sees_all:
            effect = ""
        spans = self.spans.setdefault(name, [])
        if effect:
            spans.append((0, effect))
        elif spans:
            spans[-1] = (spans[-1][0] + 1, spans[-1][1])
        self.unseen += effect == "hide"
        self.struck += effect == "strike"
        self.pre += effect == "keep"
        if effect == "sign" and not self.depth:
            self.end_line(always=False)
            self.signatures.append([len(self.lines)])

    def _leave(self, name: str) -> None:
        spans = self.spans.get(name)
        if not spans:
            return
        nested, effect = spans.pop()
        if nested:
            spans.append((nested - 1, effect))
            return
        if effect == "keep":
            self.end_line(always=False)
            self.pre -= self.pre > 0
        self.unseen -= effect == "hide"
        self.struck -= effect == "strike"
        if effect == "sign" and self.signatures and len(self.signatures[-1]) == 1:
            self.end_line(always=False)
            self.signatures[-1].append(len(self.lines))

    def end_block(self, name: str) -> None:
        if _SPACED.fullmatch(name):
            self.blank()
        else:
            self.end_line(always=False)

    def text(self) -> str:
        """Return the lines; the one signature that a program has marked goes below them all.

        Two are none: where somebody types on within his signature its mark is copied.
        """
        self.end_line(always=False)
        if len(self.signatures) == 1 and len(self.signatures[0]) == 2:
            first, end = self.signatures[0]
            signature, rest = self.lines[first:end], self.lines[:first] + self.lines[end:]
            above = next((line for line in reversed(self.lines[:first]) if line), "")
            is_marked = any(is_signature_mark(line) for line in [above, *signature])
            has_more = any(line.strip() and not line.startswith(">") for line in rest)
            if has_more and not is_marked and any(signature):
                return "\n".join([*rest, "", "-- ", *signature])
        return "\n".join(self.lines)


def unescape(text: str) -> str:
    """The text with its entities replaced; never raises."""
    return unescape_short(_NO_CHARACTER.sub("\ufffd", text) if "&#" in text else text)


def is_html(text: str) -> bool:
    """Say whether a bare body is HTML: it begins with a tag, and one of those of letters."""
    return _OPENING.match(text) is not None


def html_to_text(markup: str) -> str:
    """Return the text of HTML, one line a block or `<br>`, quotes marked with `> ` a level.

    What is struck out is left out. Reads at most 512 KiB, in linear time, and never raises.
    """
    return html_to_lines(markup)[0]


def html_to_lines(markup: str) -> tuple[str, bool]:
    """What `html_to_text` returns, and whether anything in it was struck out."""
    # Not the standard HTMLParser: unclosed comments and tags cost it quadratic time.
    markup = markup[:_LIMIT]
    page = _read(markup, sees_all=False)
    # What is hidden and never shown again is a program's mistake.
    page = _read(markup, sees_all=True) if page.unseen else page
    return page.text(), page.has_struck


def _read(markup: str, *, sees_all: bool) -> _Page:
    page = _Page(struck_selectors(markup.lower()), sees_all=sees_all)
    at = 0
    while tag := _TAG.search(markup, at):
        start = tag.start()
        page.write(markup[at:start])
        name = _TAG_NAME.match(markup, start + 1)
        at = end_of_tag(markup, start)
        if at < 0:
            break
        if name is None:
            continue
        if name.group().startswith("/"):
            page.close(name.group()[1:].lower())
        else:
            page.open(name.group().lower(), markup[start:at])
    else:
        page.write(markup[at:])
    return page
