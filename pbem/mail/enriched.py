"""text/enriched (RFC 1896) to lines of text, with its excerpts quoted by `> `."""

import re

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
