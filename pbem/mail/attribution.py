"""`On … wrote:` in its many tongues: the one to four lines above a quote."""

import re
from collections.abc import Sequence

from pbem.mail.headerblock import is_header_field

MOST_LINES = 4
_JOINED_LIMIT = 400

_VERBS_APART = (
    "wrote|writes|schrieb|schrieben sie|geschrieben|a écrit|a ecrit|ha scritto|scrive|escribió|"
    "escribio|escribiu|escreveu|ha escrit|skrev|skrifaði|schreef|geschreven|napisał|napisała|"
    "napisał(a)|napisal|napisala|napisal(a)|napísal|napísala|napísal(a)|pisze|przez|napisao|"
    "napsal|napsala|napsal(a)|"
    "napisao je|napisao/la|napisala je|kirjoitti|kirjutas|írta|irta|yazdı|yazdi|viết|a scris|"
    "menulis|rašė|rakstīja|написал|написала|написал(а)|написал/ла|написали|написа|написав|"
    "пишет|пише|писал|писала|писал(а)|писали|έγραψε"
)
# Written without blanks, these stand right behind a name.
_VERBS_BEHIND = (
    "写道|寫道|写于|寫於|書きました|のメール|のメッセージ|님이 작성|작성|쓴 글|כתב|כתבה|كتب|เขียน"
)
_ENDINGS = tuple(f"{_VERBS_APART}|{_VERBS_BEHIND}".casefold().split("|"))
# The longest first: `napisał` must not end the search where `napisał(a)` stands.
_VERB_WORDS = "|".join(map(re.escape, sorted(_VERBS_APART.split("|"), key=len, reverse=True)))
_VERB_FORM = rf"(?:(?<![\w/-])(?:{_VERB_WORDS})(?!\w)|{_VERBS_BEHIND})"
_VERB = re.compile(_VERB_FORM, re.IGNORECASE)
_ENDS_WITH_VERB = re.compile(_VERB_FORM + r"[\s:：-]{0,9}$", re.IGNORECASE)
_BEHIND_VERB = " \t-:："
_LONGEST_END = 30
_LAST_LETTERS = frozenset(ending[-2:] for ending in _ENDINGS)
# Too common to stand for a quote without the `On`, `At` or `Le` of a date before them.
_SAID = re.compile(
    r"\b(?:said|says|a dit|sagte|zei|ha detto|dijo|disse)\s?[:：]\s*$", re.IGNORECASE
)
_COLONS = (":", "：")
_ENDS_WITH_COLON = re.compile(r"[:：]\s*$")
_ENDS_WITH_ADDRESS = re.compile(r"<[^<>\s]{1,200}@[^<>\s]{1,200}>\s*[:：]?\s*$")
_ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
# A date has a digit; what is whole without one has an address, or such arrows.
_TELLING = re.compile(r"[\d@]|>>>")
_DATE = re.compile(
    r"\d{1,2}[:.h]\d{2}(?!\d)|(?<!\d)(?:19|20)\d{2}(?!\d)|"
    r"(?<!\d)\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|"
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}\b",
    re.IGNORECASE,
)
# Who wrote is named so plainly that no date is needed: `Ann <ann@…> wrote:`, `Quoting Ann:`.
_SENDER = re.compile(r"[^!?<(]{0,80}[<(][^\s<>()@]{1,99}@[^\s<>()@]{1,99}[>)]")
_QUOTING = re.compile(
    r"(?:quoting|zitat von|citando|citant|citerar|citát|cytowanie)\b.{1,120}[:：]\s*$",
    re.IGNORECASE,
)
_NAME_FIRST = re.compile(
    r"\s*[\"“„']?[^\W\d_][\w.'’&-]{0,30}(?: [\w.'’&-]{1,30}){0,3}?[\"”“']?,?\s?"
    r"(?:[<(‹«\[][^\s<>‹›()]{0,300}[>)›»\]],?\s?)?(?:(?:hat|ha|heeft|je|ezt) [^,]{0,60}?)?"
    rf"{_VERB_FORM}",
    re.IGNORECASE,
)
# The end of one whose writer stands in the line above.
_NAMELESS = re.compile(rf"[\d\s.,:/()+-]*(?:[A-Z]{{2,5}} )?{_VERB_FORM}", re.IGNORECASE)
_LONGEST_UNDATED = 160
_BRACKETS = ("<", "(", "[")
_ENDS = (".", "!", "?", ":", "：", "。")
# Where the narrowest of mail programs break a line.
_NARROWEST = 56
_WEEKDAYS = (
    "mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|gio|sab|dom|"
    "mi[ée]|jue|vie|s[áa]b|seg|ter|qua|qui|sex|m[åa]n|tir|ons|tor|fre|l[øo]r|l[öo]r|s[øo]n|s[öo]n|"
    "pon|wt|śr|czw|pt|sob|niedz|пн|вт|ср|чт|пт|сб|вс|нд"
)
_OPENING = re.compile(
    rf"(?!say\b)(?:(?:on|at|am|le|il|el|em|no dia|às|op|den|d\.|p[åa]|dnia|w dniu|in data|dne|"
    rf"dňa|dana|pe|de|στις|на|pada|a \(z\)|vào)\b|(?:{_WEEKDAYS})\w{{0,8}}[.,]?\s|[\"“]?\d|在|於)",
    re.IGNORECASE,
)
_BARE_STAMP = re.compile(
    r"\s*\d{4}[-/.]\d{1,2}[-/.]\d{1,2} \d{1,2}:\d{2}(?::\d{2})? (?:GMT|UTC)?[+-]\d{2}:?\d{2} "
    r"\S.{0,60}$|\s*posted by \S.{0,60} on \d{1,2}/\d{1,2}/\d{4}\s*$|>>> .{1,100} >>>\s*$|"
    r"\s*\* \S.{0,80} \[\d[\d./: -]{7,24}\]\s*:\s*$|"
    r"\s*message du \d{1,2}/\d{1,2}/\d{2,4} \d{1,2}:\d{2}\s*$",
    re.IGNORECASE,
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
    undated: int | None = None
    for start in range(last, max(last - MOST_LINES, -1), -1):
        if not lines[start].strip() or is_header_field(lines[start]):
            break
        joined = f"{lines[start].strip()} {joined}".strip()
        if len(joined) > _JOINED_LIMIT:
            break
        is_whole = undated is None or _OPENING.match(joined) is not None
        if is_whole and _is_whole(joined, is_one_line=start == last):
            return _with_wrapped_above(lines, start, last, joined)
        if undated is None and _is_undated(joined):
            undated = start
    if undated is None:
        return None
    return _with_wrapped_above(lines, undated, last, " ".join(lines[undated : last + 1]))


def may_be_head(line: str) -> bool:
    """Say whether a line may end an attribution, or begin a header block: most lines cannot."""
    return (
        ":" in line
        or "@" in line
        or "|" in line
        or "/" in line
        or "：" in line
        or ">>>" in line
        or line.rstrip(_BEHIND_VERB)[-2:].casefold()[-2:] in _LAST_LETTERS
    )


def begins_with_name(joined: str) -> bool:
    """Say whether an attribution has its writer's name first, and right behind it the verb.

    `Support DE <support@…> schrieb am 22.11.2026:` is one though a verb of ours begins it; what
    is said of him, as in `SAY TO bob, who wrote:`, has more before the verb than a name.
    """
    joined = joined[:_JOINED_LIMIT]
    is_end = _ENDS_WITH_COLON.search(joined) is not None or _ends_with_verb(joined)
    return is_end and _NAME_FIRST.match(joined) is not None


def is_loose_attribution(line: str) -> bool:
    """Say whether a line such as `Ann wrote:`, undated, can head the marked quote below it."""
    return len(line) <= 120 and _ends_with_verb(line)


def is_dated(line: str) -> bool:
    """Say whether there is a date or a time in the line."""
    return _DATE.search(line) is not None


def names_sender(line: str) -> bool:
    """Say whether the line ends an attribution with the writer's address and a verb."""
    return _SENDER.match(line) is not None and _ends_with_verb(line)


def opens_attribution(line: str) -> bool:
    """Say whether the line begins with a date, a weekday or the `On` or `Le` in front of one."""
    return _OPENING.match(line) is not None


def is_opened_attribution(line: str) -> bool:
    """Say whether the line alone is one that begins with the `On`, `Am` or `Le` of a date."""
    is_short = len(line) <= _JOINED_LIMIT and _OPENING.match(line) is not None
    return is_short and attribution_ending_at([line], 0) == 0


def is_bare_attribution(line: str) -> bool:
    """Say whether the line is one of those that name writer and date without any verb."""
    return _BARE_STAMP.match(line[:_JOINED_LIMIT]) is not None


def _with_wrapped_above(lines: Sequence[str], start: int, last: int, joined: str) -> int:
    """Take in the lines above that a mail program has broken off: the name before the address."""
    while start > 0 and last - start + 1 < MOST_LINES:
        above = lines[start - 1].strip()[-_JOINED_LIMIT:]
        if not above or is_header_field(above):
            break
        if not _goes_on(above, lines[start].strip(), joined):
            break
        start -= 1
        joined = f"{above} {joined}"
    return start


def _goes_on(above: str, line: str, joined: str) -> bool:
    """Say whether a line is the rest of the one above, as what is whole without it may be."""
    is_full = len(above) + 1 + len(line.split(None, 1)[0]) > _NARROWEST
    if _SENDER.match(above) and not _ADDRESS.search(joined):
        if _NAMELESS.match(joined):
            return True
        return is_full or above.endswith(",")
    if above.endswith(_ENDS):
        return False
    if line[:1] in _BRACKETS:
        return True
    return is_full and line[:1].islower() and not _OPENING.match(joined)


def _may_end(line: str) -> bool:
    tail = line.rstrip(" -")
    last = tail[-1:]
    return (
        last in _COLONS
        or (last == ">" and _ENDS_WITH_ADDRESS.search(tail[-_JOINED_LIMIT:]) is not None)
        or _ends_with_verb(tail)
        or is_bare_attribution(line)
    )


def _ends_with_verb(line: str) -> bool:
    """Ask for the letters first, and for the pattern only where they are there: few have them."""
    tail = line[-_LONGEST_END:]
    end = tail.rstrip(_BEHIND_VERB)
    return (
        end[-2:].casefold()[-2:] in _LAST_LETTERS
        and end.casefold().endswith(_ENDINGS)
        and _ENDS_WITH_VERB.search(tail) is not None
    )


def _is_undated(joined: str) -> bool:
    if len(joined) > _LONGEST_UNDATED or not _ENDS_WITH_COLON.search(joined):
        return False
    is_named = " via " in joined or ("@" in joined and _SENDER.match(joined) is not None)
    return (is_named and _ends_with_verb(joined)) or _QUOTING.match(joined) is not None


def _is_whole(joined: str, *, is_one_line: bool) -> bool:
    if not _TELLING.search(joined):
        return False
    if _BARE_STAMP.match(joined):
        return True
    framed = _FRAME.match(joined)
    if framed is not None:
        # Lotus Notes: `-----Ann <ann@…> wrote: -----`, undated.
        joined = framed[1] or framed[2] or ""
        is_drawn = is_one_line or framed[2] is not None
        if is_drawn and _ADDRESS.search(joined) and _ENDS_WITH_VERB.search(joined):
            return True
    if joined.count("<") < joined.count(">") or joined.count("(") < joined.count(")"):
        return False
    return _DATE.search(joined) is not None and _is_dated_whole(
        joined, is_framed=framed is not None, is_one_line=is_one_line
    )


def _is_dated_whole(joined: str, *, is_framed: bool, is_one_line: bool) -> bool:
    has_address = _ADDRESS.search(joined) is not None
    is_opened = _OPENING.match(joined) is not None
    if _ENDS_WITH_COLON.search(joined) and has_address:
        # Whatever its tongue: a date, an address and a colon. Its verb need not be known.
        return True
    if is_opened and _ENDS_WITH_ADDRESS.search(joined) and (is_framed or not _VERB.search(joined)):
        return True
    if is_opened and _SAID.search(joined):
        return True
    if not _VERB.search(joined):
        return False
    if _ENDS_WITH_COLON.search(joined):
        return is_opened or has_address or is_one_line
    return (is_framed or has_address) and _ENDS_WITH_VERB.search(joined) is not None
