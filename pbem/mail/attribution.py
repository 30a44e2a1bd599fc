"""`On … wrote:` in its many tongues: the one to four lines above a quote."""

import re
from collections.abc import Sequence

MOST_LINES = 4
_JOINED_LIMIT = 400

_VERBS = (
    r"(?:\b(?:wrote|writes|schrieb|a [ée]crit|ha scritto|scrive|escribi[óo]|escreveu|skrev|schreef|"
    r"napisa[łl](?:\(a\)|a)?|napsala?|nap[íi]sal|kirjoitti|[íi]rta|yazd[ıi]|viết|a scris|"
    r"написал\w*|написав\w*|пишет|пише|писал\w*|έγραψε)(?!\w)|"
    r"写道|寫道|が書きました|のメール|님이 작성)"
)
_VERB = re.compile(_VERBS, re.IGNORECASE)
_ENDS_WITH_VERB = re.compile(_VERBS + r"\s*[-]{0,4}\s*[:：]?\s*$", re.IGNORECASE)
_ENDS_WITH_COLON = re.compile(r"[:：]\s*$")
_ENDS_WITH_ADDRESS = re.compile(r"<[^<>\s]{1,200}@[^<>\s]{1,200}>\s*[:：]?\s*$")
_ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
_DATE = re.compile(
    r"\d{1,2}[:.h]\d{2}\b|\b(?:19|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}年"
)
_WEEKDAYS = (
    "mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|gio|sab|dom|"
    "mi[ée]|jue|vie|s[áa]b|seg|ter|qua|qui|sex|m[åa]n|tir|ons|tor|fre|l[øo]r|l[öo]r|s[øo]n|s[öo]n|"
    "pon|wt|śr|czw|pt|sob|niedz|пн|вт|ср|чт|пт|сб|вс|нд"
)
_OPENING = re.compile(
    rf"\s*-{{0,4}}\s*(?:(?:on|am|le|il|el|em|op|den|d\.|p[åa]|dnia|w dniu|in data|dne|de|"
    rf"a \(z\)|vào)\b|(?:{_WEEKDAYS})\w{{0,8}}[.,]?\s|[\"“]?\d|在|於)",
    re.IGNORECASE,
)
_BARE_STAMP = re.compile(
    r"\s*\d{4}[-/.]\d{1,2}[-/.]\d{1,2} \d{1,2}:\d{2}(?::\d{2})? (?:GMT|UTC)?[+-]\d{2}:?\d{2} "
    r"\S.{0,60}$"
)


def attribution_ending_at(lines: Sequence[str], last: int) -> int | None:
    """Return the first line of the attribution that ends at `last`, or None.

    `lines` are without quote marks; the tightest run of at most four full lines wins, so
    that what was typed right above is left alone.
    """
    if not _may_end(lines[last]):
        return None
    joined = ""
    for start in range(last, max(last - MOST_LINES, -1), -1):
        if not lines[start].strip():
            return None
        joined = f"{lines[start].strip()} {joined}".strip()
        if len(joined) > _JOINED_LIMIT:
            return None
        if _is_whole(joined):
            return start
    return None


def is_loose_attribution(line: str) -> bool:
    """Say whether a line such as `Ann wrote:`, undated, can head the marked quote below it."""
    return len(line) <= 120 and _ENDS_WITH_VERB.search(line) is not None


def _may_end(line: str) -> bool:
    tail = line[-_JOINED_LIMIT:]
    return bool(
        _ENDS_WITH_COLON.search(tail)
        or _ENDS_WITH_VERB.search(tail)
        or _ENDS_WITH_ADDRESS.search(tail)
        or _BARE_STAMP.match(line[:_JOINED_LIMIT])
    )


def _is_whole(joined: str) -> bool:
    if _BARE_STAMP.match(joined):
        return True
    if joined.count("<") < joined.count(">") or joined.count("(") < joined.count(")"):
        return False
    if not _DATE.search(joined):
        return False
    if not _OPENING.match(joined):
        # `Ann <ann@…> wrote on 3 May 2024, 10:00:` begins with the name.
        return bool(_ENDS_WITH_COLON.search(joined) and _VERB.search(joined)) and bool(
            _ADDRESS.search(joined)
        )
    if _VERB.search(joined):
        return bool(_ENDS_WITH_COLON.search(joined) or _ENDS_WITH_VERB.search(joined))
    return bool(_ENDS_WITH_ADDRESS.search(joined))
