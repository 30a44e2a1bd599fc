"""What a tag of HTML says beside its name: where it ends, and what its attributes do."""

import re

_ATTRIBUTES_LIMIT = 2000
# A value in quotes may have `>` in it; whatever is not of this form ends at its first `>`.
_WHOLE = re.compile(
    r"<(?:[^<>\"'=]|=(?!\s{0,9}[\"'])|=\s{0,9}\"[^\"]{0,2000}\"|=\s{0,9}'[^']{0,2000}')*+>"
)
_UNSEEN = re.compile(r"(?<![\w-])display\s{0,9}:\s{0,9}none\b", re.IGNORECASE)
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


def effect_of(name: str, tag: str) -> str:
    """Say what a tag does to all within it: "hide", "keep" (line ends), "sign" or nothing."""
    if "=" not in tag or tag.endswith("/>") or _VOID.fullmatch(name):
        return ""
    tag = tag[:_ATTRIBUTES_LIMIT]
    if "none" in tag and _UNSEEN.search(tag):
        return "hide"
    if _SIGNATURE.search(tag):
        return "sign"
    return "keep" if "pre" in tag and _KEPT.search(tag) else ""


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
