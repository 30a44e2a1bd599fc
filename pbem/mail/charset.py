"""Bytes of a body to text: the declared charset, then UTF-8, then cp1252."""

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


def decode(data: bytes, declared: str | None) -> str:
    """Decode `data` by its declared charset or the nearest that fits; never raises."""
    name = (declared or "").strip().strip("\"'").lower()
    for candidate in _candidates(name):
        try:
            return data.decode(candidate)
        except (UnicodeError, LookupError, ValueError):
            continue
    return data.decode("cp1252", errors="replace")


def _candidates(name: str) -> list[str]:
    if name in _VAGUE or name.startswith("x-unknown"):
        return ["utf-8", "cp1252"]
    known = _ALIASES.get(name, name)
    return [known, "utf-8", "cp1252"] if _is_known(known) else ["utf-8", "cp1252"]


def _is_known(name: str) -> bool:
    try:
        return codecs.lookup(name).name.replace("-", "_") not in _REFUSED
    except (LookupError, ValueError):
        return False
