"""Bytes of a body to text: the declared charset, then UTF-8, with few bytes lost, then cp1252."""

import codecs

_ALIASES = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "ks_c_5601": "cp949",
    "x-sjis": "cp932",
    "shift_jis": "cp932",
    "iso-8859-8-i": "iso-8859-8",
}
# What these labels name is most often UTF-8 or cp1252 in truth.
_VAGUE = frozenset({"", "us-ascii", "ascii", "iso-8859-1", "latin1", "latin-1", "unknown"})
# Codecs that run code-like escapes or take quadratic time; no mail program sends them.
_REFUSED = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"})


LOST = "\ufffd"
"""What stands in the text where bytes were no text."""
# So many bytes may be broken, and one more in so many; in a short text no more than one in 20.
_FEW, _A_BROKEN_ONE, _AT_LEAST = 2, 200, 20


def decode(data: bytes, declared: str | None) -> str:
    """Decode `data` by its declared charset or the nearest that fits; never raises.

    What is UTF-8 but for a few bytes stays so, with `LOST` in their places.
    """
    name = (declared or "").strip().strip("\"'").lower()
    for candidate in _candidates(name):
        try:
            return data.decode(candidate)
        except (UnicodeError, LookupError, ValueError):
            continue
    text = data.decode("utf-8", errors="replace")
    is_utf_8 = _is_mostly(text, len(data), is_declared=_is_utf_8(name))
    return text if is_utf_8 else data.decode("cp1252", errors="replace")


def _candidates(name: str) -> list[str]:
    if name in _VAGUE or name.startswith("x-unknown"):
        return ["utf-8"]
    known = _ALIASES.get(name, name)
    return [known, "utf-8"] if _is_known(known) else ["utf-8"]


def _is_mostly(text: str, length: int, *, is_declared: bool) -> bool:
    """Say whether all but a few bytes were UTF-8; where it is not declared, some must show it."""
    lost = text.count(LOST)
    signs = length - lost - len(text.encode("ascii", "ignore"))
    is_shown = is_declared or signs > lost
    return is_shown and lost <= min(_FEW + length // _A_BROKEN_ONE, length // _AT_LEAST)


def _is_utf_8(name: str) -> bool:
    return name.replace("_", "-") in ("utf-8", "utf8")


def _is_known(name: str) -> bool:
    try:
        return codecs.lookup(name).name.replace("-", "_") not in _REFUSED
    except (LookupError, ValueError):
        return False
