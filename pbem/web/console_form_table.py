"""The table of the console's forms: which command each stands for, and what is filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

FieldKind = Literal["text", "area", "seat", "turn", "number", "check", "chair"]


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `kind` says how it is shown, `hint` what may be typed.

    A "chair" is one of the game's moderators, by his address.
    """

    name: str
    label: str
    kind: FieldKind = "text"
    hint: str = ""
    is_needed: bool = True


@dataclass(frozen=True, slots=True)
class CommandForm:
    """One form: its line is every part whose fields are filled, in order."""

    id: str
    verb: str
    group: str
    button: str
    parts: tuple[str, ...]
    fields: tuple[Field, ...] = ()
    phases: tuple[str, ...] = ("running", "paused")


_RUN, _PAUSED = ("running",), ("paused",)
_EVER = ("running", "paused", "finished")
WHY = Field("why", "Because", hint="bob is ill", is_needed=False)
_BECAUSE = "BECAUSE {why}"
_SOON = Field("really", "Even to less than an hour from now", "check", "REALLY", is_needed=False)
_SEAT = Field("seat", "Seat", "seat")

FORMS: tuple[CommandForm, ...] = (
    CommandForm(
        *("extend", "EXTEND", "The clock", "Extend", ("EXTEND {when}", _BECAUSE)),
        (Field("when", "By, or until", hint="24h, or TO Fri 18:00"), WHY),
    ),
    CommandForm(
        *("shorten", "SHORTEN", "The clock", "Shorten", ("SHORTEN {when}", "{really}", _BECAUSE)),
        (Field("when", "By, or until", hint="12h, or TO tomorrow 18:00"), _SOON, WHY),
    ),
    CommandForm(
        *("deadline", "SET DEADLINE", "The clock", "Set deadline"),
        ("SET DEADLINE {when}", "{really}", _BECAUSE),
        (Field("when", "When", hint="Fri 18:00"), _SOON, WHY),
    ),
    CommandForm(
        *("pause", "PAUSE", "The clock", "Pause", ("PAUSE", "UNTIL {when}", _BECAUSE)),
        (Field("when", "Until", hint="2 Jan 18:00, or nothing", is_needed=False), WHY),
    ),
    CommandForm("resume", "RESUME", "The clock", "Resume", ("RESUME",), (), _PAUSED),
    CommandForm(
        *("set", "SET", "The clock", "Set", ("SET {key}", "{value}", _BECAUSE)),
        (
            Field("key", "What", hint="SCRIPT NEXT, DAYS, ZONE, RELEASE ..."),
            Field("value", "To", hint="3d, mon-fri, on ..."),
            WHY,
        ),
    ),
    CommandForm(
        *("preview", "PREVIEW", "The turn", "Preview", ("PREVIEW", "{seat}")),
        (Field("seat", "For", "seat", "everything", is_needed=False),),
    ),
    CommandForm(
        *("process", "PROCESS", "The turn", "Run it now", ("PROCESS TURN {turn}", _BECAUSE)),
        (Field("turn", "Turn", "number"), WHY),
        _RUN,
    ),
    CommandForm(
        *("release", "RELEASE", "The turn", "Release results", ("RELEASE TURN {turn}",)),
        (Field("turn", "Turn", "number"),),
        _RUN,
    ),
    CommandForm(
        *("rollback", "ROLLBACK", "The turn", "Roll back"),
        ("ROLLBACK TO TURN {turn}", "{dice}", _BECAUSE),
        (
            Field("turn", "To turn", "turn"),
            Field("dice", "The same dice again", "check", "SAME DICE", is_needed=False),
            WHY,
        ),
        _EVER,
    ),
    CommandForm(
        *("rollforward", "ROLLFORWARD", "The turn", "Roll forward", ("ROLLFORWARD", _BECAUSE)),
        (WHY,),
        _EVER,
    ),
    CommandForm(
        *("become", "BECOME", "The turn", "Write for the seat", ("BECOME {seat}:", "\n{text}")),
        (_SEAT, Field("text", "Orders", "area", "one a line")),
    ),
    CommandForm(
        *("allow", "ALLOW", "The turn", "Allow", ("ALLOW {seat}", _BECAUSE)),
        (Field("seat", "Gifts and trades of (R9.4)", "seat"), WHY),
    ),
    CommandForm(
        *("edit", "EDIT", "The state", "Show what it would be", ("EDIT {what}", _BECAUSE)),
        (
            Field("what", "What", hint="MONEY OF Mafia 7"),
            Field("why", "Because", hint="of a slip in turn 9"),
        ),
    ),
    CommandForm(
        *("set-my", "SET MY", "Words", "Set for my mails", ("SET MY {own}", "{value}")),
        (
            Field("own", "What", hint="ZONE, DATES, FORMAT or QUIET"),
            Field("value", "To", hint="Europe/Berlin, iso, text ..."),
        ),
        _EVER,
    ),
    CommandForm(
        *("notice", "NOTICE", "Words", "Tell everybody", ("NOTICE {text}",)),
        (Field("text", "Notice", "area", "to every player, at once"),),
        _EVER,
    ),
    CommandForm(
        *("rule", "RULE", "Words", "Publish ruling", ("RULE {text}",)),
        (Field("text", "Ruling", "area", "for this game, with a number"),),
        _EVER,
    ),
    CommandForm(
        *("replace", "REPLACE", "Players", "Replace"),
        ("REPLACE {seat} BY {address}", "NAMED {named}", _BECAUSE),
        (
            _SEAT,
            Field("address", "By", hint="eve@example.org"),
            Field("named", "Named", hint="Eve", is_needed=False),
            WHY,
        ),
    ),
    CommandForm(
        "offer", "OFFER", "Players", "Offer to standbys", ("OFFER {seat}", _BECAUSE), (_SEAT, WHY)
    ),
    CommandForm("approve", "APPROVE", "Players", "Grant absence", ("APPROVE {seat}",), (_SEAT,)),
    CommandForm(
        *("refuse", "REFUSE", "Players", "Refuse absence", ("REFUSE {seat}", _BECAUSE)),
        (_SEAT, WHY),
    ),
    CommandForm(
        *("eject", "EJECT", "Players", "Eject", ("EJECT {seat}", "{really}", _BECAUSE)),
        (
            _SEAT,
            Field("really", "Even if that ends the game", "check", "REALLY", is_needed=False),
            Field("why", "Because", hint="he has not written for a month"),
        ),
    ),
    CommandForm(
        *("promote", "PROMOTE", "Players", "Make moderator"),
        ("PROMOTE {address}", "NAMED {named}"),
        (
            Field("address", "Address", hint="eve@example.org"),
            Field("named", "Named", hint="Eve", is_needed=False),
        ),
        _EVER,
    ),
    CommandForm(
        *("demote", "DEMOTE", "Players", "No longer moderator", ("DEMOTE {address}", _BECAUSE)),
        (Field("address", "Moderator", "chair"), WHY),
        _EVER,
    ),
    CommandForm(
        *("standby", "STANDBY", "Players", "Put on the list"),
        ("STANDBY ADD {address}", "NAMED {named}"),
        (
            Field("address", "Who would take over a seat", hint="eve@example.org"),
            Field("named", "Named", hint="Eve", is_needed=False),
        ),
    ),
    CommandForm(
        *("standby-off", "STANDBY", "Players", "Take off the list", ("STANDBY REMOVE {address}",)),
        (Field("address", "Who would no longer", hint="eve@example.org"),),
    ),
    CommandForm(
        *("hold", "HOLD", "Letters", "Hold", ("HOLD {number}",)),
        (Field("number", "Letter", "number"),),
    ),
    CommandForm(
        *("hold-seat", "HOLD SEAT", "Letters", "Hold all of a seat"),
        ("HOLD SEAT {seat}", _BECAUSE),
        (_SEAT, WHY),
    ),
    CommandForm(
        *("release-seat", "RELEASE SEAT", "Letters", "Read them again", ("RELEASE SEAT {seat}",)),
        (_SEAT,),
    ),
    CommandForm(
        *("hold-sender", "HOLD SENDER", "Letters", "Hold all from an address"),
        ("HOLD SENDER {address}", _BECAUSE),
        (Field("address", "Sender", hint="fay@example.org"), WHY),
    ),
    CommandForm(
        *("release-sender", "RELEASE SENDER", "Letters", "Read them again"),
        ("RELEASE SENDER {address}",),
        (Field("address", "Sender", hint="fay@example.org"),),
    ),
    CommandForm(
        *("retry", "RETRY", "Letters", "Read again", ("RETRY {number}",)),
        (Field("number", "Letter", "number"),),
        _EVER,
    ),
    CommandForm(
        *("let", "LET", "Letters", "Let through", ("LET {number}",)),
        (Field("number", "Letter", "number"),),
    ),
    CommandForm(
        *("terminate", "TERMINATE", "The end", "End the game", ("TERMINATE", _BECAUSE)),
        (Field("why", "Because", hint="two of four have left"),),
    ),
    CommandForm("archive", "ARCHIVE", "The end", "Put away", ("ARCHIVE",), (), ("finished",)),
    CommandForm(
        "unarchive", "UNARCHIVE", "The end", "Take out again", ("UNARCHIVE",), (), ("finished",)
    ),
)
BY_ID: Mapping[str, CommandForm] = {form.id: form for form in FORMS}
