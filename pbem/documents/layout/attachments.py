"""Files of a game: the picture, the deadline and the view for programs, and its calendar."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from pbem.documents.layout.mail_context import AttachedFile, MailContext
from pbem.documents.layout.plain import one_line

_MOST_OCTETS = 75
_TWO_DAYS = timedelta(days=2)
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def deadline_entry(context: MailContext) -> bytes | None:
    """The calendar file of the seat's own deadline, None where none runs or another acts.

    Times are UTC, lines are folded at 75 octets and end in CRLF. The UID is that of game, turn
    and seat; SEQUENCE grows with the time of writing, so that a deadline moved later on moves the
    entry. Its alarm rings a day before, or two hours before where less than two days are left.
    """
    if context.deadline_at is None or context.to_move != context.seat:
        return None
    game = one_line(context.game, 60)
    rows = [
        ("METHOD", "PUBLISH"),
        ("BEGIN", "VEVENT"),
        ("UID", _uid(context)),
        ("SEQUENCE", str(int(context.now.timestamp()))),
        ("DTSTAMP", _utc(context.now)),
        ("DTSTART", _utc(context.deadline_at)),
        ("SUMMARY", _text(f"{game}: orders for turn {context.turn}")),
        ("DESCRIPTION", _text(f"Until then {one_line(context.seat, 40)} may send orders.")),
        ("TRANSP", "TRANSPARENT"),
        ("BEGIN", "VALARM"),
        ("ACTION", "DISPLAY"),
        ("DESCRIPTION", _text(f"{game}: your orders for turn {context.turn} are due soon")),
        ("TRIGGER", "-P1D" if context.deadline_at - context.now >= _TWO_DAYS else "-PT2H"),
        ("END", "VALARM"),
        ("END", "VEVENT"),
    ]
    return _calendar(rows)


def public_calendar(
    game: str, secret_hash: str, turn: int, deadline_at: datetime | None, since_at: datetime | None
) -> bytes:
    """A calendar to subscribe to: when a game is due, as everybody knows it, if a deadline runs."""
    name = one_line(game, 60)
    rows = [
        ("NAME", _text(name)),
        ("X-WR-CALNAME", _text(name)),
        ("REFRESH-INTERVAL;VALUE=DURATION", "PT1H"),
    ]
    if deadline_at is not None:
        rows += [
            ("BEGIN", "VEVENT"),
            ("UID", f"{secret_hash[:24]}-{turn}@due.pbem"),
            ("DTSTAMP", _utc(since_at or deadline_at)),
            ("DTSTART", _utc(deadline_at)),
            ("SUMMARY", _text(f"{name}: turn {turn} is due")),
            ("TRANSP", "TRANSPARENT"),
            ("END", "VEVENT"),
        ]
    return _calendar(rows)


def _calendar(rows: Sequence[tuple[str, str]]) -> bytes:
    """A calendar of these content lines (RFC 5545 3.4)."""
    begin = [
        ("BEGIN", "VCALENDAR"),
        ("VERSION", "2.0"),
        ("PRODID", "-//pbem//Play by email//EN"),
    ]
    whole = [*begin, *rows, ("END", "VCALENDAR")]
    return b"".join(_folded(f"{name}:{value}") for name, value in whole)


def _uid(context: MailContext) -> str:
    # The dice's hash is public and tells games of the same name apart.
    seat = "".join(filter(str.isalnum, context.seat)).lower()[:40]
    return f"{context.secret_hash[:24]}-{context.turn}-{seat}@deadline.pbem"


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    return text.translate(_ESCAPED)


def _folded(line: str) -> bytes:
    """One content line; what is folded off begins with a blank, and no letter is torn."""
    rows = [b""]
    for char in line:
        octets = char.encode("utf-8", "replace")
        if len(rows[-1]) + len(octets) > _MOST_OCTETS:
            rows.append(b" ")
        rows[-1] += octets
    return b"\r\n".join(rows) + b"\r\n"


PICTURE_CID = "structures"
_PNG, _CALENDAR, _JSON = "image/png", "text/calendar", "application/json"


def attachments_for(
    context: MailContext, *, view: str = "", with_calendar: bool = True, plain: str = ""
) -> tuple[AttachedFile, ...]:
    """The attachments of a turn report.

    `view` is what its picture is yet to be drawn from, and `plain` what its reader may know, as
    JSON, for whoever asked for that; "" for none. The calendar entry is for who has a deadline.
    """
    stem = f"{file_stem(context.game)}-{context.turn}"
    found = []
    if view:
        found.append(AttachedFile(f"{stem}.png", _PNG, cid=PICTURE_CID, view=view))
    if with_calendar and (entry := deadline_entry(context)):
        found.append(AttachedFile(f"{stem}.ics", _CALENDAR, entry))
    if plain:
        text = json.dumps(json.loads(plain), indent=1, sort_keys=True, ensure_ascii=True) + "\n"
        found.append(AttachedFile(f"{stem}.json", _JSON, text.encode("ascii")))
    return tuple(found)


def file_stem(game: str) -> str:
    """What files of a game are called, before the dot."""
    kept = "".join(char for char in game if char.isascii() and (char.isalnum() or char in "-_"))
    return kept[:40] or "game"
