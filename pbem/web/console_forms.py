"""The console's forms: each builds one command, the same line a moderator would type."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Literal

from pbem.commands import BY_NAME, Command, read_commands

Kind = Literal["text", "area", "seat", "turn", "number", "check"]
FREE = "line"
"""The form whose text is the command itself."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `kind` says how it is shown, `hint` what may be typed."""

    name: str
    label: str
    kind: Kind = "text"
    hint: str = ""
    is_needed: bool = True


@dataclass(frozen=True, slots=True)
class Form:
    """One form: its line is every part whose fields are filled, in order."""

    id: str
    verb: str
    group: str
    button: str
    parts: tuple[str, ...]
    fields: tuple[Field, ...] = ()
    phases: tuple[str, ...] = ("running", "paused")


class Unfit(ValueError):
    """What was typed is not one command; the text says why."""


_RUN, _PAUSED = ("running",), ("paused",)
_EVER = ("running", "paused", "finished")
WHY = Field("why", "Because", hint="bob is ill", is_needed=False)
_BECAUSE = "BECAUSE {why}"
_SEAT = Field("seat", "Seat", "seat")

FORMS: tuple[Form, ...] = (
    Form(
        *("extend", "EXTEND", "The clock", "Extend", ("EXTEND {when}", _BECAUSE)),
        (Field("when", "By, or until", hint="24h, or TO Fri 18:00"), WHY),
    ),
    Form(
        *("shorten", "SHORTEN", "The clock", "Shorten", ("SHORTEN {when}", _BECAUSE)),
        (Field("when", "By, or until", hint="12h, or TO tomorrow 18:00"), WHY),
    ),
    Form(
        *("deadline", "SET DEADLINE", "The clock", "Set deadline"),
        ("SET DEADLINE {when}", _BECAUSE),
        (Field("when", "When", hint="Fri 18:00"), WHY),
    ),
    Form(
        *("pause", "PAUSE", "The clock", "Pause", ("PAUSE", "UNTIL {when}", _BECAUSE)),
        (Field("when", "Until", hint="2 Jan 18:00, or nothing", is_needed=False), WHY),
        _RUN,
    ),
    Form("resume", "RESUME", "The clock", "Resume", ("RESUME",), (), _PAUSED),
    Form(
        *("set", "SET", "The clock", "Set", ("SET {key}", "{value}", _BECAUSE)),
        (
            Field("key", "What", hint="SCRIPT NEXT, DAYS, ZONE, RELEASE ..."),
            Field("value", "To", hint="3d, mon-fri, on ..."),
            WHY,
        ),
    ),
    Form(
        *("preview", "PREVIEW", "The turn", "Preview", ("PREVIEW", "{seat}")),
        (Field("seat", "For", "seat", "everything", is_needed=False),),
    ),
    Form(
        *("process", "PROCESS", "The turn", "Run it now", ("PROCESS TURN {turn}", _BECAUSE)),
        (Field("turn", "Turn", "number"), WHY),
        _RUN,
    ),
    Form(
        *("release", "RELEASE", "The turn", "Release results", ("RELEASE TURN {turn}",)),
        (Field("turn", "Turn", "number"),),
        _RUN,
    ),
    Form(
        *("rollback", "ROLLBACK", "The turn", "Roll back"),
        ("ROLLBACK TO TURN {turn}", "{fresh}", _BECAUSE),
        (
            Field("turn", "To turn", "turn"),
            Field("fresh", "Fresh dice", "check", "FRESH DICE", is_needed=False),
            WHY,
        ),
        _EVER,
    ),
    Form(
        *("rollforward", "ROLLFORWARD", "The turn", "Roll forward", ("ROLLFORWARD", _BECAUSE)),
        (WHY,),
        _EVER,
    ),
    Form(
        *("become", "BECOME", "The turn", "Write for the seat", ("BECOME {seat}:", "\n{text}")),
        (_SEAT, Field("text", "Orders", "area", "one a line")),
    ),
    Form(
        *("notice", "NOTICE", "Words", "Tell everybody", ("NOTICE {text}",)),
        (Field("text", "Notice", "area", "to every player, at once"),),
        _EVER,
    ),
    Form(
        *("rule", "RULE", "Words", "Publish ruling", ("RULE {text}",)),
        (Field("text", "Ruling", "area", "for this game, with a number"),),
        _EVER,
    ),
    Form(
        *("replace", "REPLACE", "Players", "Replace"),
        ("REPLACE {seat} BY {address}", "NAMED {named}", _BECAUSE),
        (
            _SEAT,
            Field("address", "By", hint="eve@example.org"),
            Field("named", "Named", hint="Eve", is_needed=False),
            WHY,
        ),
    ),
    Form(
        "offer", "OFFER", "Players", "Offer to standbys", ("OFFER {seat}", _BECAUSE), (_SEAT, WHY)
    ),
    Form("approve", "APPROVE", "Players", "Grant absence", ("APPROVE {seat}",), (_SEAT,)),
    Form(
        *("refuse", "REFUSE", "Players", "Refuse absence", ("REFUSE {seat}", _BECAUSE)),
        (_SEAT, WHY),
    ),
    Form(
        *("eject", "EJECT", "Players", "Eject", ("EJECT {seat}", _BECAUSE)),
        (_SEAT, Field("why", "Because", hint="he has not written for a month")),
    ),
    Form(
        *("promote", "PROMOTE", "Players", "Make moderator"),
        ("PROMOTE {address}", "NAMED {named}"),
        (
            Field("address", "Address", hint="eve@example.org"),
            Field("named", "Named", hint="Eve", is_needed=False),
        ),
        _EVER,
    ),
    Form(
        *("hold", "HOLD", "Letters", "Hold", ("HOLD {number}",)),
        (Field("number", "Letter", "number"),),
    ),
    Form(
        *("retry", "RETRY", "Letters", "Read again", ("RETRY {number}",)),
        (Field("number", "Letter", "number"),),
        _EVER,
    ),
    Form(
        *("let", "LET", "Letters", "Let through", ("LET {number}",)),
        (Field("number", "Letter", "number"),),
    ),
    Form(
        *("terminate", "TERMINATE", "The end", "End the game", ("TERMINATE", _BECAUSE)),
        (Field("why", "Because", hint="two of four have left"),),
    ),
    Form("archive", "ARCHIVE", "The end", "Put away", ("ARCHIVE",), (), ("finished",)),
)
BY_ID: Mapping[str, Form] = {form.id: form for form in FORMS}


def forms_for(
    phase: str, *, is_blind: bool, leave_out: Collection[str] = ()
) -> dict[str, list[Form]]:
    """The forms that make sense in a game, by group, without those that show the blind anything."""
    groups: dict[str, list[Form]] = {}
    for form in FORMS:
        is_hidden = is_blind and BY_NAME[form.verb].shows_hidden
        if phase in form.phases and form.id not in leave_out and not is_hidden:
            groups.setdefault(form.group, []).append(form)
    return groups


def line_of(form_id: str, typed: Mapping[str, str]) -> str:
    """The text a form stands for. Raises Unfit for a field left empty, or more than one command."""
    if form_id == FREE:
        return "\n".join(typed.get(FREE, "").splitlines()).strip()
    form = BY_ID.get(form_id)
    if form is None:
        raise Unfit("There is no such form here.")
    values = {field.name: _value(field, typed.get(field.name, "")) for field in form.fields}
    missing = [f.label for f in form.fields if f.is_needed and not values[f.name]]
    if missing:
        raise Unfit(f"{form.button}: fill in {' and '.join(missing)}.")
    line = " ".join(part.format(**values) for part in form.parts if _is_filled(part, values))
    found = read_commands(line)
    if len(found) != 1 or found[0].verb not in ("", form.verb):
        raise Unfit(f"{form.button}: this reads as more than one command. Send it in parts.")
    return line


def commands_in(text: str) -> tuple[Command, ...]:
    """The commands of a text that are read as such."""
    return tuple(found for found in read_commands(text) if isinstance(found, Command))


def is_grave(commands: Iterable[Command]) -> bool:
    """Whether one of them cannot easily be taken back, so that it is asked about first."""
    return any(BY_NAME[command.verb].is_destructive for command in commands)


def _value(field: Field, typed: str) -> str:
    """What was typed as one line, or as lines without a blank one between them."""
    if field.kind == "check":
        return field.hint if typed else ""
    lines = [" ".join(line.split()) for line in typed.splitlines()]
    return ("\n" if field.kind == "area" else " ").join(line for line in lines if line)


def _is_filled(part: str, values: Mapping[str, str]) -> bool:
    return all(values[name] for _, name, _, _ in Formatter().parse(part) if name)
