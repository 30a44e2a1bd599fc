"""The console's forms: each builds one command, the same line a moderator would type."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from string import Formatter

from pbem.commands import BY_NAME, Command, read_commands
from pbem.commands.typed import SURE
from pbem.web.console_form_table import BY_ID, FORMS, CommandForm, Field

FREE = "line"
"""The form whose text is the command itself."""


class FormError(ValueError):
    """What was typed is not one command; the text says why."""


def forms_for(
    phase: str, *, is_blind: bool, leave_out: Collection[str] = ()
) -> dict[str, list[CommandForm]]:
    """The forms that make sense in a game, by group, without those that show the blind anything."""
    groups: dict[str, list[CommandForm]] = {}
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
        raise FormError("There is no such form here.")
    values = {field.name: _value(field, typed.get(field.name, "")) for field in form.fields}
    missing = [f.label for f in form.fields if f.is_needed and not values[f.name]]
    if missing:
        raise FormError(f"{form.button}: fill in {' and '.join(missing)}.")
    line = " ".join(part.format(**values) for part in form.parts if _is_filled(part, values))
    found = read_commands(line)
    if len(found) != 1 or found[0].verb not in ("", form.verb):
        raise FormError(f"{form.button}: this reads as more than one command. Send it in parts.")
    return line


def commands_in(text: str) -> tuple[Command, ...]:
    """The commands of a text that are read as such."""
    return tuple(found for found in read_commands(text) if isinstance(found, Command))


def is_grave(commands: Iterable[Command]) -> bool:
    """Whether one of them cannot easily be taken back, so that it is asked about first."""
    return any(
        (BY_NAME[command.verb].is_destructive and command.key != "TRY") or command.text == SURE
        for command in commands
    )


def _value(field: Field, typed: str) -> str:
    """What was typed as one line, or as lines without a blank one between them."""
    if field.kind == "check":
        return field.hint if typed else ""
    lines = [" ".join(line.split()) for line in typed.splitlines()]
    return ("\n" if field.kind == "area" else " ").join(line for line in lines if line)


def _is_filled(part: str, values: Mapping[str, str]) -> bool:
    return all(values[name] for _, name, _, _ in Formatter().parse(part) if name)
