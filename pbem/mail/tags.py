"""What a tag of HTML says beside its name: where it ends, and what its attributes do."""

import re
from collections.abc import Collection

_ATTRIBUTES_LIMIT = 2000
# A value in quotes may have `>` in it; whatever is not of this form ends at its first `>`.
_WHOLE = re.compile(
    r"<(?:[^<>\"'=]|=(?!\s{0,9}[\"'])|=\s{0,9}\"[^\"]{0,2000}\"|=\s{0,9}'[^']{0,2000}')*+>"
)
_UNSEEN = re.compile(r"(?<![\w-])display\s{0,9}:\s{0,9}none\b", re.IGNORECASE)
_STRUCK = re.compile(
    r"(?<![\w-])text-decoration(?:-line)?\s{0,9}:[^;\"']{0,60}\bline-through\b", re.IGNORECASE
)
_STRUCK_TAGS = frozenset({"s", "strike", "del"})
_STRUCK_CLASS = re.compile(r"(?:line-through|strike(?:through|-through|out|d)?|struck(?:out)?)")
_CLASSES = re.compile(
    r"(?<![\w-])class\s{0,9}=\s{0,9}(?:\"([^\"]{0,500})|'([^']{0,500})|([^\s>]{1,99}))", re.I
)
_ID = re.compile(r"(?<![\w-])id\s{0,9}=\s{0,9}[\"']?([\w-]{1,99})", re.I)
_BEFORE_SELECTORS = re.compile(r"[{>]|\*/|<!--")
_SIMPLE = re.compile(r"(?:[a-z][a-z0-9]{0,15})?(?:[.#][\w-]{1,99})?", re.I)
_KEPT = re.compile(r"(?<![\w-])white-space\s{0,9}:\s{0,9}pre\b", re.IGNORECASE)
_SIGNATURE = re.compile(
    r"(?<![\w-])(?:gmail_signature|protonmail_signature_block|moz-signature|"
    r"messageSignatureSection|AppleMailSignature|id\s{0,9}=\s{0,9}[\"']?Signature)(?![\w-])"
)
_START = re.compile(r"(?<![\w-])start\s{0,9}=\s{0,9}[\"']?(\d{1,4})(?!\d)", re.IGNORECASE)
_CITED = re.compile(r"(?<![\w-])(?:type|class|cite|id)\s{0,9}=", re.IGNORECASE)
_DRAWN = re.compile(r"border(?!\s{0,9}:\s{0,9}(?:none|0)|-\w{1,9}\s{0,9}:\s{0,9}(?:none|0))")
_BORDERLESS = re.compile(r"border\s{0,9}:\s{0,9}none", re.IGNORECASE)
_MAY_BE_HEAD = re.compile(r"[@\d]|:$")
_VOID = re.compile(r"br|hr|img|input|meta|link|area|base|col|wbr|embed|source")


def end_of_tag(markup: str, start: int) -> int:
    """Return where the tag or comment that begins at `start` ends, or -1 if it does not."""
    if markup.startswith("<!--", start):
        close = markup.find("-->", start + 4)
        return close + 3 if close >= 0 else -1
    end = markup.find(">", start) + 1
    is_odd = markup.count('"', start, end) % 2 or markup.count("'", start, end) % 2
    whole = _WHOLE.match(markup, start) if end and is_odd else None
    return whole.end() if whole else end or -1


def effect_of(name: str, tag: str, struck: Collection[str] = ()) -> str:
    """Say what a tag does to all within it: "strike", "hide", "keep" line ends, "sign" or nothing.

    `struck` are the selectors that `struck_selectors` has found in the page's styles.
    """
    if name in _STRUCK_TAGS or (struck and name in struck):
        return "" if tag.endswith("/>") else "strike"
    if "=" not in tag or tag.endswith("/>") or _VOID.fullmatch(name):
        return ""
    tag = tag[:_ATTRIBUTES_LIMIT]
    if _is_struck(name, tag, struck):
        return "strike"
    if "none" in tag and _UNSEEN.search(tag):
        return "hide"
    if _SIGNATURE.search(tag):
        return "sign"
    return "keep" if "pre" in tag and _KEPT.search(tag) else ""


def struck_selectors(markup: str) -> set[str]:
    """The simple selectors of a page's styles, `.x`, `#x`, `p` or `p.x`, that strike text out."""
    found: set[str] = set()
    start = markup.find("<style") if "line-through" in markup else -1
    while start >= 0:
        end = markup.find("</style", start)
        for rule in markup[start:end].split("}"):
            selectors, _, declared = rule.rpartition("{")
            if "line-through" in declared and _STRUCK.search(declared):
                own = _BEFORE_SELECTORS.split(selectors)[-1]
                found.update(name.strip() for name in own.split(","))
        start = markup.find("<style", end) if end >= 0 else -1
    return {name for name in found if name and _SIMPLE.fullmatch(name)}


def _is_struck(name: str, tag: str, struck: Collection[str]) -> bool:
    if "line-through" in tag and _STRUCK.search(tag):
        return True
    if not struck and "str" not in tag and "Str" not in tag and "through" not in tag:
        return False
    classes, own_id = _CLASSES.search(tag), _ID.search(tag)
    named = "".join(classes.groups("")).lower().split() if classes else []
    marks = [*(f".{one}" for one in named), *([f"#{own_id[1].lower()}"] if own_id else [])]
    return any(
        mark in struck or f"{name}{mark}" in struck or _STRUCK_CLASS.fullmatch(mark[1:])
        for mark in marks
    )


def first_number(tag: str) -> int:
    """Return the number that a list begins with."""
    found = _START.search(tag[:_ATTRIBUTES_LIMIT])
    return int(found[1]) if found else 1


def may_indent(tag: str, above: str) -> bool:
    """Say whether a `<blockquote>` below this text is what the button to indent makes.

    Nothing but a margin: no kind or class as a quote has, nor a head right above it.
    """
    tag = tag[:_ATTRIBUTES_LIMIT].lower()
    if _CITED.search(tag) or _DRAWN.search(tag):
        return False
    if _BORDERLESS.search(tag):
        return True
    return "margin" in tag and bool(above) and not _MAY_BE_HEAD.search(above)
