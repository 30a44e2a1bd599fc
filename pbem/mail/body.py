"""The body a person meant: text/plain first, HTML when that is missing, empty or flattened."""

import re
from collections.abc import Sequence
from email.message import Message

from pbem.mail.charset import decode
from pbem.mail.headers import PARSER_FAULTS, may_have_parameter, parameter
from pbem.mail.html import html_to_lines, html_to_text, is_html

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


def has_same_words(text: str, rich: str) -> bool:
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


def unflow(text: str, *, del_sp: bool = False) -> str:
    """Join soft-broken lines of equal quote depth and take the stuffing away.

    A quoted line comes back as its marks and one blank. `-- ` is never joined.
    """
    lines: list[str] = []
    paragraph: list[str] = []
    depth = 0
    for raw in text.split("\n"):
        line_depth = len(raw) - len(raw.lstrip(">"))
        content = raw[line_depth:].removeprefix(" ")
        if paragraph and (line_depth != depth or content == "-- "):
            lines.append(_marked(depth, "".join(paragraph)))
            paragraph = []
        depth = line_depth
        is_soft = content.endswith(" ") and content != "-- "
        paragraph.append(content[:-1] if is_soft and del_sp else content)
        if not is_soft:
            lines.append(_marked(depth, "".join(paragraph)))
            paragraph = []
    if paragraph:
        lines.append(_marked(depth, "".join(paragraph)))
    return "\n".join(lines)


def _marked(depth: int, content: str) -> str:
    if not depth:
        return content
    return ">" * depth + (f" {content}" if content else "")


_PIECE = re.compile(r"<<|<(/?)([a-zA-Z0-9-]{1,60})>|(\n+)|[^<\n]+|<")
_COMMAND = re.compile(r"<[a-zA-Z][a-zA-Z0-9-]{0,59}>")
_MOST_DEPTH = 20


def enriched_to_text(text: str) -> str:
    """Return the text without its commands. One line end alone is a blank, n of them are n - 1.

    A text without any command is plain text that was called something else.
    """
    if not _COMMAND.search(text):
        return text
    lines, words = [], [""]
    depth = kept = unseen = 0
    for piece in _PIECE.finditer(text):
        whole, is_end, name, ends = piece.group(), piece[1], (piece[2] or "").lower(), piece[3]
        step = -1 if is_end else 1
        if name == "param":
            unseen = max(unseen + step, 0)
        elif name == "nofill":
            kept = max(kept + step, 0)
        elif name == "excerpt":
            lines.append(_quoted(depth, "".join(words)))
            words, depth = [], min(max(depth + step, 0), _MOST_DEPTH)
        elif ends and not unseen:
            count = len(ends) if kept else len(ends) - 1
            words += [] if count else [" "]
            for _ in range(count):
                lines.append(_quoted(depth, "".join(words)))
                words = []
        elif not name and not unseen:
            words.append("<" if whole == "<<" else whole)
    return "\n".join([*lines, _quoted(depth, "".join(words))])


def _quoted(depth: int, line: str) -> str:
    return "> " * depth + line.strip(" ")


_MOST_PARTS = 200
_MOST_LEVELS = 20
_LINE_OF_BASE64 = 998
_NEWLINES = re.compile("\r\n|\r|\u2028|\u2029")
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff\ud800-\udfff]"
)
_UNSEEN_PLAIN = bytes(code for code in range(128) if _UNSEEN.match(chr(code)))
_BLANKS = re.compile("[\u00a0\u2002-\u200a\u202f]")


def choose_body(message: Message) -> str:
    """Return the letter's text with `\\n` line ends, without invisible characters; "" if none.

    Plain text first; HTML where that is missing, empty, flattened or much shorter, or where
    something in it is struck out. Only the parts
    of multipart/alternative say the same: others follow each other.
    """
    groups = [[_read(part) for part in group] for group in _alternatives(message)]
    pieces = [piece for group in groups for piece in group]
    if len(groups) == 1 or _is_repeated(pieces):
        return _chosen(pieces)
    kinds = {kind for kind, _text in pieces}
    if kinds - {"other"}:
        groups = [[one for one in group if one[0] != "other"] for group in groups]
    return "\n".join(text for group in groups if (text := _chosen(group)).strip())


def _alternatives(message: Message) -> list[list[Message]]:
    """The text parts that are read, those together that stand for one another."""
    groups: dict[int, list[Message]] = {}
    for number, part in _text_parts(message):
        if not _is_attached(part):
            groups.setdefault(number, []).append(part)
    return list(groups.values())


def _read(part: Message) -> tuple[str, str]:
    text = _text_of(part)
    return _kind(part, text), text


def _chosen(pieces: Sequence[tuple[str, str]]) -> str:
    """The best of what stands for one another; of one kind all, one below the other."""
    kinds: dict[str, list[str]] = {"plain": [], "html": [], "disguised": [], "other": []}
    for kind, text in pieces:
        kinds[kind].append(text)
    html = kinds["html"] or kinds["disguised"]
    text = tidy("\n".join(kinds["plain"] or ([] if html else kinds["other"])))
    if html:
        pages = [html_to_lines(markup) for markup in html]
        rich = tidy("\n".join(page for page, _ in pages))
        # Plain text does not show what was struck out.
        if any(has_struck for _, has_struck in pages) or needs_html(text, rich):
            return rich
    return text


def _is_repeated(pieces: Sequence[tuple[str, str]]) -> bool:
    """Say whether the HTML among parts that follow each other says what the plain text does."""
    plain = tidy("\n".join(text for kind, text in pieces if kind == "plain"))
    html = [text for kind, text in pieces if kind in ("html", "disguised")]
    return bool(html) and has_same_words(plain, tidy("\n".join(map(html_to_text, html))))


def _kind(part: Message, text: str) -> str:
    """Say what a text part is: HTML may come as plain text, and a calendar entry is neither."""
    subtype = part.get_content_subtype()
    if subtype == "html":
        return "html"
    if is_html(text):
        return "disguised"
    is_text = subtype == "plain" or part.get_content_maintype() == "multipart"
    return "plain" if is_text else "other"


def attached_text(message: Message) -> str:
    """Return the text of the attached .txt files, one below the other; "" if there is none."""
    files = [
        _text_of(part)
        for _group, part in _text_parts(message)
        if _is_attached(part) and _file_name(part).lower().endswith(".txt")
    ]
    return tidy("\n".join(files)).strip("\n")


def tidy(text: str) -> str:
    """Make all line ends `\\n`, odd blanks plain ones, and drop what nobody can see."""
    if text.isascii():
        text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
        return text.encode().translate(None, _UNSEEN_PLAIN).decode()
    return _UNSEEN.sub("", _BLANKS.sub(" ", _NEWLINES.sub("\n", text)))


def _text_parts(message: Message) -> list[tuple[int, Message]]:
    """Text parts in order, never those inside an attached message.

    With each comes a number that it shares with those it stands for: all in one alternative.
    """
    found: list[tuple[int, Message]] = []
    waiting = [(message, 0, 0)]
    seen = 0
    while waiting and seen < _MOST_PARTS:
        part, level, group = waiting.pop()
        seen += 1
        if part.is_multipart():
            if part.get_content_subtype() == "alternative":
                group = group or seen
            if part.get_content_maintype() != "message" and level < _MOST_LEVELS:
                children = part.get_payload()
                nested = children if isinstance(children, list) else []
                waiting += [
                    (child, level + 1, group)
                    for child in reversed(nested)
                    if isinstance(child, Message)
                ]
        elif part.get_content_maintype() in ("text", "multipart"):
            # A multipart without its boundary has one body, which somebody typed.
            found.append((group or seen, part))
    return found


def _is_attached(part: Message) -> bool:
    try:
        if "content-disposition" not in part and not may_have_parameter(part, "name"):
            return False
        return part.get_content_disposition() == "attachment" or bool(part.get_filename())
    except PARSER_FAULTS:
        return False


def _file_name(part: Message) -> str:
    try:
        return part.get_filename() or ""
    except PARSER_FAULTS:
        return ""


def _is_plain_after_all(part: Message) -> bool:
    """Say whether a part is called base64 and is not: undoing it would run its lines together."""
    if str(part.get("content-transfer-encoding", "")).strip().lower() != "base64":
        return False
    payload = part.get_payload()
    first = payload[:_LINE_OF_BASE64].lstrip() if isinstance(payload, str) else ""
    return " " in first.split("\n", 1)[0].strip()


def _text_of(part: Message) -> str:
    try:
        is_plain = _is_plain_after_all(part)
        data = part.get_payload() if is_plain else part.get_payload(decode=True)
    except PARSER_FAULTS:
        data = str(part.get_payload()).encode("utf-8", "surrogateescape")
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogateescape")
    text = decode(data if isinstance(data, bytes) else b"", parameter(part, "charset"))
    if part.get_content_type() in ("text/enriched", "text/richtext"):
        return enriched_to_text(_NEWLINES.sub("\n", text))
    if parameter(part, "format").lower() == "flowed":
        text = unflow(_NEWLINES.sub("\n", text), del_sp=parameter(part, "delsp").lower() == "yes")
    return text
