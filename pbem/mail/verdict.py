"""What our own mail server found out about a letter's sender (Authentication-Results, RFC 8601)."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Literal

from publicsuffixlist import PublicSuffixList

from pbem.mail.letter import ReceivedMail

AuthVerdict = Literal["pass", "fail", "none"]
_LIMIT = 8 * 1024
_MOST_DEPTH = 50
_BLANKS = " \t\r\n"
# A quoted string, a sign that parts others, or a word as far as one of these or a blank.
_PIECE = re.compile(r'"((?:[^"\\]|\\.)*+)"|([;=()])|([^\s"();=\\]+)', re.DOTALL)
_WORD = re.compile(r"[a-z0-9][a-z0-9_-]{0,30}(?:\s*/\s*\d{1,5})?")
_PROPERTY = re.compile(r"[a-z]{1,20}\.[a-z][a-z0-9_-]{0,30}")
_ADDRESS = re.compile(r"(?:[^\s@]{1,255}@|@)?[a-z0-9_.-]{1,255}")
_ALIGNED_BY = {"dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom", "smtp.helo")}
_FAILED = ("fail", "softfail", "permerror")


@dataclass(frozen=True, slots=True)
class _Result:
    """One method's outcome, with the first value of each property."""

    method: str
    outcome: str
    properties: Mapping[str, str]


def verdict_of(letter: ReceivedMail, authserv_ids: Collection[str]) -> AuthVerdict:
    """Say whether the From address is vouched for by a server of ours.

    `authserv_ids` are the names that our own edge writes into Authentication-Results; a header
    with another name is anybody's word and is not looked at. DMARC decides where it was checked;
    else DKIM or SPF for the domain of the From address passes, and both failing fails. Where two
    results contradict each other, or a header is not as RFC 8601 has it, nothing is known.
    """
    domain = _domain(letter.from_addr)
    known = {name.casefold() for name in authserv_ids}
    headers = [_results(value, known) for value in letter.authentication]
    if not domain or any(results is None for results in headers):
        return "none"
    found = [result for results in headers if results for result in results]
    dmarc = [result for result in found if result.method == "dmarc"]
    outcomes = {_of_dmarc(result, domain) for result in dmarc} - {None}
    if len(outcomes) > 1:
        return "none"
    return outcomes.pop() or "none" if outcomes else _by_parts(found, domain)


def _of_dmarc(result: _Result, domain: str) -> AuthVerdict | None:
    """What a result of DMARC says; None where it was not checked or could not be."""
    if result.outcome in ("fail", "permerror"):
        return "fail"
    if result.outcome != "pass":
        return None
    return "pass" if _domain(result.properties.get("header.from", domain)) == domain else "none"


def _by_parts(results: Sequence[_Result], domain: str) -> AuthVerdict:
    spf = {result.outcome == "pass" for result in results if result.method == "spf"}
    if len(spf) > 1:
        results = [result for result in results if result.method != "spf"]
    if any(result.outcome == "pass" and _is_for(result, domain) for result in results):
        return "pass"
    failed = {result.method for result in results if result.outcome in _FAILED}
    return "fail" if {"dkim", "spf"} <= failed else "none"


def _is_for(result: _Result, domain: str) -> bool:
    names = (result.properties.get(name) for name in _ALIGNED_BY.get(result.method, ()))
    first = next((name for name in names if name is not None), "")
    return bool(first) and _is_aligned(_domain(first), domain)


def _results(value: str, known: Collection[str]) -> list[_Result] | None:
    """The results of one header if it is ours, none if it is not; None if nobody can tell."""
    if len(value) > _LIMIT:
        return None if _begins_as(value, known) else []
    pieces = _pieces(value)
    if pieces is None:
        return None if _begins_as(value, known) else []
    parts = [list(part) for is_end, part in groupby(pieces, lambda p: p == (";", "")) if not is_end]
    # A version may follow the name.
    name = parts[0][0] if parts and parts[0] else ("", "")
    if name[1].casefold() not in known or pieces[0] != name:
        return []
    results = [_result(part) for part in parts[1:]]
    return [result for result in results if result is not None]


def _begins_as(value: str, known: Collection[str]) -> bool:
    """Say whether a header that cannot be read may be ours: then it says nothing, and ours less."""
    return any(name in value[:_LIMIT].casefold() for name in known)


def _pieces(value: str) -> list[tuple[str, str]] | None:
    """The header's signs and words, each word with the sign "": comments and blanks are gone.

    What stands together without a blank is one word, so that a quoted string cannot end before
    the `@` behind it. None where a string or a comment has no end.
    """
    found: list[tuple[str, str]] = []
    at, is_joined = 0, False
    while at < len(value):
        if value[at] in _BLANKS:
            at, is_joined = at + 1, False
        elif value[at] == "(":
            end = _end_of_comment(value, at)
            if end is None:
                return None
            at, is_joined = end, False
        else:
            piece = _PIECE.match(value, at)
            if piece is None or piece[2] == ")":
                return None
            at = piece.end()
            if piece[2]:
                found.append((piece[2], ""))
                is_joined = False
                continue
            text = piece[3] or re.sub(r"\\(.)", r"\1", piece[1] or "")
            # Blanks and signs within a string are no part of any name.
            text = re.sub(r"[\s;=]", "\x00", text)
            if is_joined:
                text = found.pop()[1] + text
            found.append(("", text))
            is_joined = True
    return found


def _end_of_comment(value: str, start: int) -> int | None:
    depth, at = 0, start
    while at < len(value):
        if value[at] == "\\":
            at += 1
        elif value[at] == "(":
            depth += 1
            if depth > _MOST_DEPTH:
                return None
        elif value[at] == ")":
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    return None


def _result(part: Sequence[tuple[str, str]]) -> _Result | None:
    """`method=result` with its properties; None for `none` and what has no such form."""
    pairs = list(_pairs(part))
    if not pairs or pairs[0][0] is None:
        return None
    (method, outcome), *rest = pairs
    if method is None or not _WORD.fullmatch(method.casefold()):
        return None
    properties: dict[str, str] = {}
    for key, text in rest:
        if key is not None and _PROPERTY.fullmatch(key.casefold()):
            properties.setdefault(key.casefold(), text)
    return _Result(method.casefold().partition("/")[0].strip(), outcome.casefold(), properties)


def _pairs(part: Sequence[tuple[str, str]]) -> Iterator[tuple[str | None, str]]:
    """What stands on both sides of each `=`, or None and a word that has none."""
    at = 0
    while at < len(part):
        is_pair = at + 2 < len(part) and part[at + 1] == ("=", "") and not part[at + 2][0]
        if is_pair and not part[at][0]:
            yield part[at][1], part[at + 2][1]
            at += 3
        else:
            yield None, part[at][1]
            at += 1


def _domain(text: str) -> str:
    """The domain of an address, or of `@domain` or a bare domain; nothing of what is none."""
    bare = text.strip("<>").casefold()
    return bare.rpartition("@")[2].rstrip(".") if _ADDRESS.fullmatch(bare) else ""


def _is_aligned(one: str, other: str) -> bool:
    """Relaxed alignment: both belong to the same organization (RFC 7489, 3.1).

    An organization's domain is one below a public suffix, such as co.uk, which is nobody's.
    """
    organization = _suffixes().privatesuffix(other)
    return organization is not None and _suffixes().privatesuffix(one) == organization


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
