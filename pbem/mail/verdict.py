"""What our own mail server found out about a letter's sender (Authentication-Results, RFC 8601)."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Literal

from publicsuffixlist import PublicSuffixList

from pbem.mail.letter import Letter

Verdict = Literal["pass", "fail", "none"]
_LIMIT = 8 * 1024
_MOST_COMMENTS = 200
_COMMENT = re.compile(r"\([^()]*\)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_METHOD = re.compile(r"\s*([a-z0-9-]{1,20})(?:\s*/\s*\d+)?\s*=\s*([a-z]{1,20})\b(.*)", re.I | re.S)
_PROPERTY = re.compile(r"\b([a-z]{1,20}\.[a-z-]{1,30})\s*=\s*([^\s;]{1,320})", re.I)
_ALIGNED_BY = {"dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom", "smtp.helo")}


def verdict_of(letter: Letter, authserv_ids: Collection[str]) -> Verdict:
    """Say whether the From address is vouched for by a server of ours.

    `authserv_ids` are the names that our own edge writes into Authentication-Results; a header
    with another name is anybody's word and is not looked at. DMARC decides where it was checked;
    else DKIM or SPF for the domain of the From address passes, and both failing fails.
    """
    domain = letter.from_addr.rpartition("@")[2].casefold().rstrip(".")
    known = {name.casefold() for name in authserv_ids}
    results = [
        result for value in letter.authentication for result in _results(value[:_LIMIT], known)
    ]
    if not domain or not results:
        return "none"
    dmarc = [
        (outcome, props.get("header.from", domain))
        for method, outcome, props in results
        if method == "dmarc"
    ]
    if any(outcome in ("fail", "permerror") for outcome, _from in dmarc):
        return "fail"
    if any(outcome == "pass" and named.casefold() == domain for outcome, named in dmarc):
        return "pass"
    return _by_parts(results, domain)


def _by_parts(results: list[tuple[str, str, dict[str, str]]], domain: str) -> Verdict:
    failed: set[str] = set()
    for method, outcome, props in results:
        names = [_domain(props[name]) for name in _ALIGNED_BY.get(method, ()) if name in props]
        if outcome == "pass" and names and _is_aligned(names[0], domain):
            return "pass"
        if outcome in ("fail", "softfail", "permerror"):
            failed.add(method)
    return "fail" if {"dkim", "spf"} <= failed else "none"


def _results(value: str, known: Collection[str]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Method, result and properties of one header, if it is ours."""
    bare = _QUOTED.sub(lambda found: found[1].replace(";", ","), _without_comments(value))
    name, *parts = bare.split(";")
    # A version may follow the name.
    words = name.split()
    if not words or words[0].casefold() not in known:
        return
    for part in parts:
        found = _METHOD.match(part)
        if found:
            props = {key.lower(): text for key, text in _PROPERTY.findall(found[3])}
            yield found[1].lower(), found[2].lower(), props


def _without_comments(value: str) -> str:
    for _ in range(_MOST_COMMENTS):
        value, count = _COMMENT.subn(" ", value)
        if not count:
            break
    return value


def _domain(text: str) -> str:
    return text.rpartition("@")[2].strip("<>").casefold().rstrip(".")


def _is_aligned(one: str, other: str) -> bool:
    """Relaxed alignment: both belong to the same organization (RFC 7489, 3.1).

    An organization's domain is one below a public suffix, such as co.uk, which is nobody's.
    """
    organization = _suffixes().privatesuffix(other)
    return organization is not None and _suffixes().privatesuffix(one) == organization


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
