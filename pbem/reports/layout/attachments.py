"""What travels with a turn report: the picture, the deadline, and the view for programs."""

from __future__ import annotations

import json

from engine.illuminati.view import View
from pbem.reports.layout.ics import deadline_entry
from pbem.reports.layout.mail_context import AttachedFile, MailContext

PICTURE_CID = "structures"
PICTURE_ALT = (
    "The power structures as they lie and the uncontrolled groups. "
    "The tables below say the same in words."
)
_PNG, _CALENDAR, _JSON = "image/png", "text/calendar", "application/json"


def attachments_for(
    view: View,
    about: MailContext,
    *,
    with_picture: bool = True,
    with_calendar: bool = True,
    plain: object | None = None,
) -> tuple[AttachedFile, ...]:
    """The attachments of a turn report to the seat of `view`.

    The picture is for the HTML and yet to be drawn; the calendar entry for who has a deadline;
    `plain` is the view as `codec.plain_view` gives it, for who asked for JSON.
    """
    stem = f"{_stem(about.game)}-{about.turn}"
    found = []
    if with_picture:
        found.append(AttachedFile(f"{stem}.png", _PNG, cid=PICTURE_CID, view=view))
    if with_calendar and (entry := deadline_entry(about)):
        found.append(AttachedFile(f"{stem}.ics", _CALENDAR, entry))
    if plain is not None:
        text = json.dumps(plain, indent=1, sort_keys=True, ensure_ascii=True) + "\n"
        found.append(AttachedFile(f"{stem}.json", _JSON, text.encode("ascii")))
    return tuple(found)


def _stem(game: str) -> str:
    kept = "".join(char for char in game if char.isascii() and (char.isalnum() or char in "-_"))
    return kept[:40] or "game"
