"""`On … wrote:` in its many tongues: the one to four lines above a quote."""

import re
from collections.abc import Sequence

from pbem.mail.headerblock import is_header_field

MOST_LINES = 4
_JOINED_LIMIT = 400

_VERBS = (
    r"(?:\b(?:wrote|writes|schrieb|geschrieben|a [ée]crit|ha scritto|scrive|escribi[óou]|escreveu|"
    r"ha escrit|skrev|skrifaði|schreef|geschreven|napisa[łl](?:\(a\)|a)?|pisze|przez|"
    r"napsala?(?:\(a\))?|nap[íi]sala?(?:\(a\))?|napisao(?:/la)?(?: je)?|napisala?(?:\(a\))?|"
    r"kirjoitti|kirjutas|[íi]rta|yazd[ıi]|viết|a scris|menulis|rašė|rakstīja|"
    r"написа\w*(?:\(а\)|/ла)?|написав\w*|пишет|пише|писал\w*|έγραψε)(?!\w)|"
    r"写道|寫道|書きました|のメール|님이 작성|작성|쓴 글|כתבה?|كتب|เขียน)"
)
_VERB = re.compile(_VERBS, re.IGNORECASE)
_ENDS_WITH_VERB = re.compile(_VERBS + r"\s*[-]{0,4}\s*[:：]?\s*$", re.IGNORECASE)
# The verb has two words at most; a dash and a colon may stand apart from it.
_VERB_WORDS = 4
_COLONS = (":", "：")
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
    rf"(?:(?:on|am|le|il|el|em|no dia|às|op|den|d\.|p[åa]|dnia|w dniu|in data|dne|dňa|dana|pe|"
    rf"de|στις|на|pada|a \(z\)|vào)\b|(?:{_WEEKDAYS})\w{{0,8}}[.,]?\s|[\"“]?\d|在|於)",
    re.IGNORECASE,
)
_BARE_STAMP = re.compile(
    r"\s*\d{4}[-/.]\d{1,2}[-/.]\d{1,2} \d{1,2}:\d{2}(?::\d{2})? (?:GMT|UTC)?[+-]\d{2}:?\d{2} "
    r"\S.{0,60}$"
)


_FRAME = re.compile(r"\s*[-*]{1,8}\s+(.*?)\s*[-]{0,8}\s*$|\s*-{3,8}(.*?)-{3,8}\s*$")


def attribution_ending_at(lines: Sequence[str], last: int) -> int | None:
    """Return the first line of the attribution that ends at `last`, or None.

    `lines` are without quote marks; the tightest run of at most four full lines wins, so
    that what was typed right above is left alone.
    """
    if not _may_end(lines[last]):
        return None
    joined = ""
    for start in range(last, max(last - MOST_LINES, -1), -1):
        if not lines[start].strip() or is_header_field(lines[start]):
            return None
        joined = f"{lines[start].strip()} {joined}".strip()
        if len(joined) > _JOINED_LIMIT:
            return None
        if _is_whole(joined, is_one_line=start == last):
            return _with_sender_above(lines, start, last, joined)
    return None


def is_loose_attribution(line: str) -> bool:
    """Say whether a line such as `Ann wrote:`, undated, can head the marked quote below it."""
    return len(line) <= 120 and _ends_with_verb(line)


def _with_sender_above(lines: Sequence[str], start: int, last: int, joined: str) -> int:
    """Take in the line above where the writer's name and address stand on it (Turkish)."""
    above = lines[start - 1].rstrip() if start else ""
    is_his = above.endswith(",") and _ADDRESS.search(above[:_JOINED_LIMIT]) is not None
    return start - 1 if is_his and not _ADDRESS.search(joined) and start > last - 3 else start


def _may_end(line: str) -> bool:
    tail = line[-_JOINED_LIMIT:].rstrip(" -")
    return bool(
        tail.rstrip()[-1:] in _COLONS
        or _ends_with_verb(tail)
        or (">" in tail and _ENDS_WITH_ADDRESS.search(tail))
        or _BARE_STAMP.match(line[:_JOINED_LIMIT])
    )


def _ends_with_verb(line: str) -> bool:
    """Search where the verb may begin and not from the first letter: most lines have none."""
    last = line.rstrip(" -:：")[-1:]
    if not (last.isalnum() or last.isspace() or last in "_)"):
        return False
    words = line.rsplit(None, _VERB_WORDS)
    start = len(words[0]) if len(words) > _VERB_WORDS else 0
    return _ENDS_WITH_VERB.search(line, start) is not None


def _is_whole(joined: str, *, is_one_line: bool) -> bool:
    if _BARE_STAMP.match(joined):
        return True
    framed = _FRAME.match(joined)
    if framed is not None:
        # Lotus Notes: `-----Ann <ann@…> wrote: -----`, undated.
        joined = framed[1] or framed[2] or ""
        if is_one_line and _ADDRESS.search(joined) and _ENDS_WITH_VERB.search(joined):
            return True
    if joined.count("<") < joined.count(">") or joined.count("(") < joined.count(")"):
        return False
    if not _DATE.search(joined):
        return False
    has_address = _ADDRESS.search(joined) is not None
    is_opened = _OPENING.match(joined) is not None
    if _ENDS_WITH_COLON.search(joined) and has_address:
        # Whatever its tongue: a date, an address and a colon. Its verb need not be known.
        return True
    if is_opened and _ENDS_WITH_ADDRESS.search(joined) and (framed or not _VERB.search(joined)):
        return True
    if not _VERB.search(joined):
        return False
    is_ended = _ENDS_WITH_COLON.search(joined) or _ENDS_WITH_VERB.search(joined)
    return bool(is_ended) and (is_opened or has_address or is_one_line)
