"""Codes for what no slip or forgery may do: computed, never stored, used up by the act.

A code is for one act on one state of things, which its subject names: a held letter, a seat in a
turn. When the act is done that state is gone and the code with it; the caller says what is too old.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b32encode
from collections.abc import Iterable, Iterator

from rapidfuzz.distance import OSA

from pbem.log import scrub

CODE_BYTES = 5
_CODE = re.compile(
    r"(?<=CONFIRM )[A-Z2-7]{8}\b|(?<=ALWAYS )[A-Z2-7]{8}\b|^[ \t]*[A-Z2-7]{8}[ \t]*$"
    r"|\b(?=[A-Z]*[2-7])[A-Z2-7]{8}\b",
    re.MULTILINE,
)
"""A code where one is asked for, or by the digits in it."""


def code_of(secret: bytes, purpose: str, *subject: object) -> str:
    """The code of 40 bits, 8 letters and digits in upper case, that allows `purpose`."""
    what = ":".join(map(str, (purpose, *subject))).encode()
    return b32encode(hmac.new(secret, what, hashlib.sha256).digest()[:CODE_BYTES]).decode("ascii")


def is_one_of(given: str, codes: Iterable[str]) -> bool:
    """Whether what was typed, in any case and with any hyphens, is one of the codes.

    Takes the same time whichever it is, and however much of it is right.
    """
    typed = "".join(filter(str.isalnum, given)).upper().encode()
    found = [hmac.compare_digest(typed, code.encode()) for code in codes]
    return any(found)


_OPTIONS = r"(?:AS|PREFER|PLAYERS|CLOCK|BANK|GAME|ROBOTS|INVITED|RELIABLE)\b"
_BEFORE = r"\bP[A-Z]{0,2}S[A-Z]?W[A-Z]{0,3}D[ \t:=]++"
"""PASSWORD, however it is misspelt."""
_PASSWORD = re.compile(rf"(?P<word>{_BEFORE})\S++(?:[ \t]++(?!{_OPTIONS})\S++)?", re.IGNORECASE)
"""What stands behind the word by which a game is joined, two words at most."""
_JOINING = re.compile(r"\b(?:JOIN|CREATE|NEW[ \t]++GAME)\b", re.IGNORECASE)
_WORD = re.compile(_BEFORE, re.IGNORECASE)
_NEXT_OPTION = re.compile(rf"(?<=[ \t]){_OPTIONS}", re.IGNORECASE)

_HOOK = re.compile(r"(\bWEBHOOK\s+\S+\s+\w+\s+)\S+", re.IGNORECASE)
"""The address that a game calls: whoever knows it can write there."""
_HOOK_SLIPS = 2
"""Letters by which WEBHOOK may be misspelt, so that nothing behind it was understood."""
_FIRST_WORD = re.compile(r"[ \t#>*-]*+(?:please[ \t,]++)?([a-z]{5,9})\b", re.IGNORECASE)
_WEB_ADDRESS = re.compile(r"\S*(?:://|\.[a-z]+/)\S*", re.IGNORECASE)
_ASKED_FOR = re.compile(r"\b(RESIGN|CODE|CONFIRM)(\s+)[A-Z2-7]{8}\b")
"""A code where a line that needs it is quoted, wrapped or not."""


def hide_secrets(text: str) -> str:
    """A text without the tokens, codes and passwords that are somebody's key."""
    text = hide_passwords(_ASKED_FOR.sub(r"\1\2[hidden]", text))
    return _CODE.sub("[hidden]", scrub(text))


def hide_passwords(text: str) -> str:
    """A text without the passwords of games, and without the addresses that games call."""
    lines = _without_hooks(_HOOK.sub(r"\1[hidden]", text).split("\n"))
    return _PASSWORD.sub(r"\g<word>[hidden]", "\n".join(map(_without_password, lines)))


def _without_hooks(lines: list[str]) -> Iterator[str]:
    """Lines without the address behind a word that is nearly WEBHOOK, wrapped or not."""
    is_hook = False
    for line in lines:
        first = _FIRST_WORD.match(line)
        is_below = is_hook
        word = first[1].upper() if first is not None else ""
        is_hook = bool(word) and OSA.distance(word, "WEBHOOK") <= _HOOK_SLIPS
        yield _WEB_ADDRESS.sub("[hidden]", line) if is_hook or is_below else line


def _without_password(line: str) -> str:
    """Of a line that joins or creates a game all words of the password are hidden."""
    joining = _JOINING.search(line)
    word = joining and _WORD.search(line, joining.end())
    if not word or word.end() == len(line):
        return line
    option = _NEXT_OPTION.search(line, word.end() + 1)
    rest = f" {line[option.start() :]}" if option else ""
    return f"{line[: word.end()]}[hidden]{rest}"
