"""One game in the console: how it stands, the forms, and what came of a command."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from flask import Blueprint, abort, g, request, session

from pbem.grammar.commands import MODERATORS, Command, read_commands
from pbem.grammar.commands.spec import FORM_GROUPS, Field, Form
from pbem.grammar.commands.typed import SURE
from pbem.service.console.access import open_game
from pbem.service.console.edits import EditPreview, edits_ahead
from pbem.service.console.game import GamePage, game_page
from pbem.service.console.log import ActLine, log_page
from pbem.service.console.login import use_form
from pbem.service.context import ServiceContext
from pbem.service.moderating.running import CommandAnswer, run_commands
from pbem.web.console_words import render_sight
from pbem.web.sessions import VISIT

FREE = "line"
"""The form whose text is the command itself."""


class FormText(NamedTuple):
    """The text that a form stands for; where it is not one command, `problem` says why."""

    text: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class CommandForm:
    """A form of a command as it is shown, in some phases of a game."""

    id: str
    verb: str
    group: str
    button: str
    fields: tuple[Field, ...]
    phases: tuple[str, ...]


def all_forms() -> Iterator[CommandForm]:
    """The forms of all commands, their groups in the order of FORM_GROUPS."""
    for topic, group in FORM_GROUPS.items():
        for spec in MODERATORS.rows:
            ever = ("running", "paused", *(("finished",) if spec.when_over else ()))
            for form in (spec.web,) if isinstance(spec.web, Form) else spec.web:
                if spec.kind == topic:
                    form_id = form.id or spec.name.lower().replace(" ", "-")
                    where, phases = form.group or group, form.phases or ever
                    yield CommandForm(form_id, spec.name, where, form.button, form.fields, phases)


def form_of(form_id: str) -> CommandForm | None:
    """The form of that id; None where there is none."""
    return next((form for form in all_forms() if form.id == form_id), None)


def forms_for(
    phase: str, *, is_blind: bool, leave_out: Collection[str] = ()
) -> dict[str, list[CommandForm]]:
    """The forms that make sense in a game, by group, without those that show the blind anything."""
    groups: dict[str, list[CommandForm]] = {}
    for form in all_forms():
        is_hidden = is_blind and MODERATORS[form.verb].shows_hidden
        if phase in form.phases and form.id not in leave_out and not is_hidden:
            groups.setdefault(form.group, []).append(form)
    return groups


def line_of(form_id: str, typed: Mapping[str, str]) -> FormText:
    """The text a form stands for; none with a field left empty, or for more than one command."""
    if form_id == FREE:
        return FormText("\n".join(typed.get(FREE, "").splitlines()).strip())
    form = form_of(form_id)
    if form is None:
        return FormText(problem="There is no such form here.")
    values = {field.name: _value(field, typed.get(field.name, "")) for field in form.fields}
    missing = [f.label for f in form.fields if f.is_needed and not values[f.name]]
    if missing:
        return FormText(problem=f"{form.button}: fill in {' and '.join(missing)}.")
    filled = [(field.lead, values[field.name]) for field in form.fields if values[field.name]]
    line = " ".join(part for part in (form.verb, *chain.from_iterable(filled)) if part)
    found = read_commands(line)
    if len(found) != 1 or found[0].verb not in ("", form.verb):
        why = "this reads as more than one command. Send it in parts."
        return FormText(problem=f"{form.button}: {why}")
    return FormText(line)


def commands_in(text: str) -> tuple[Command, ...]:
    """The commands of a text that are read as such."""
    return tuple(found for found in read_commands(text) if isinstance(found, Command))


def needs_confirmation(commands: Iterable[Command]) -> bool:
    """Whether one of them cannot easily be taken back, so that it is asked about first."""
    return any(
        (MODERATORS[command.verb].guarded and command.key != "TRY") or command.text == SURE
        for command in commands
    )


def _value(field: Field, typed: str) -> str:
    """What was typed as one line, or as lines without a blank one between them."""
    if field.kind == "check":
        return field.hint if typed else ""
    lines = [" ".join(line.split()) for line in typed.splitlines()]
    return ("\n" if field.kind == "area" else " ").join(line for line in lines if line)


GONE = "There is no such page among your games."
_SENT_BEFORE = (
    "This form was sent before, and it is not carried out twice. Its log shows what was done; "
    "to do the same again, fill in the form below."
)


def add_game(pages: Blueprint, service: ServiceContext) -> None:
    """`/game/ID` shows a game, a POST to `/game/ID/do` commands in it."""

    @pages.get("/game/<int(max=2147483647):game_id>")
    def game(game_id: int) -> str:
        return _shown(service, game_id)

    @pages.post("/game/<int(max=2147483647):game_id>/do")
    def do(game_id: int) -> str | tuple[str, int]:
        typed = request.form
        text, problem = line_of(typed.get("form", FREE), typed)
        if not text:
            return _shown(service, game_id, [problem or "Nothing was typed."], typed), 422
        if needs_confirmation(commands_in(text)) and not typed.get("sure"):
            return _checked(service, game_id, text, typed)
        return _obeyed(service, game_id, text, typed)


def _obeyed(
    service: ServiceContext, game_id: int, text: str, typed: Mapping[str, str]
) -> str | tuple[str, int]:
    access = open_game(service, g.player.id, game_id)
    if access is None:
        abort(404, GONE)
    if not use_form(service, session[VISIT], typed.get("key", "")):
        return _shown(service, game_id, [_SENT_BEFORE]), 409
    version = int(v) if (v := typed.get("version", "")).isdecimal() and len(v) < 18 else -1
    done = run_commands(service, game_id, text, access.actor, expected_version=version)
    refused = [one for one in done if not (one.is_done or one.is_ignored)]
    if done and not refused:
        return render_sight("console/done.html", access, done=done)
    answers = [one.answer for one in refused] or ["None of it was a command."]
    code = 409 if any(one.is_outdated for one in refused) else 422
    return _shown(service, game_id, answers, _not_done(text, typed, done), done), code


def _not_done(
    text: str, typed: Mapping[str, str], done: Sequence[CommandAnswer]
) -> Mapping[str, str]:
    """What was typed without the commands that were carried out: sent again, it does no harm."""
    if typed.get("form", FREE) != FREE or not any(one.is_done for one in done):
        return typed
    left = [one.line for one in done if not (one.is_done or one.is_ignored)]
    left += [read.line for read in read_commands(text)[len(done) :]]
    return {"form": FREE, FREE: "\n\n".join(f"{x}\nEND" if "\n" in x else x for x in left)}


def _shown(
    service: ServiceContext,
    game_id: int,
    answers: Sequence[str] = (),
    typed: Mapping[str, str] | None = None,
    done: Sequence[CommandAnswer] = (),
) -> str:
    """The game as it is now; `answers` say why what was `typed` was not done, and it is kept."""
    page = _page(service, game_id)
    access = page.access
    return render_sight(
        "console/game.html",
        access,
        page=page,
        groups=forms_for(access.game.phase, is_blind=access.is_blind, leave_out=_left_out(page)),
        edits=page.edits,
        answers=answers,
        done=done,
        typed=typed or {},
        acts=_newest_acts(service, game_id),
    )


MOST_ACTS = 8
"""Acts in the timeline of a game's page; the log has all."""


def _newest_acts(service: ServiceContext, game_id: int) -> Sequence[ActLine]:
    found = log_page(service, g.player.id, game_id)
    return found[1].rows[:MOST_ACTS] if found else ()


def _left_out(page: GamePage) -> list[str]:
    asked = any(state == "asked" for member in page.members for _, _, state in member.away)
    out = [] if asked else ["approve", "refuse"]
    game = page.access.game
    out.append("archive" if game.archived_at is not None else "unarchive")
    if not page.moderators:
        out.append("demote")
    if game.closed_at is None:
        out.append("release")
    return out if page.turns else [*out, "rollback"]


def _checked(
    service: ServiceContext, game_id: int, text: str, typed: Mapping[str, str]
) -> str | tuple[str, int]:
    """The second page, unless an edit on it would be refused: then why, at once.

    What an edit does is worked out where nothing else is done before it.
    """
    commands = commands_in(text)
    lines = [one.text for one in commands if one.verb == "EDIT"]
    is_alone = len(lines) == len(commands)
    edits = edits_ahead(service, g.player.id, game_id, lines) if is_alone else ()
    problems = [one.problem for one in edits if one.problem]
    if problems:
        return _shown(service, game_id, problems, typed), 422
    return _asked(service, game_id, text, typed, edits)


def _asked(
    service: ServiceContext,
    game_id: int,
    text: str,
    typed: Mapping[str, str],
    edits: Sequence[EditPreview],
) -> str:
    """The second page of what cannot easily be taken back: what will happen."""
    page = _page(service, game_id)
    commands = commands_in(text)
    kept = {name: typed[name] for name in _names(typed) if name in typed}
    return render_sight(
        "console/sure.html",
        page.access,
        page=page,
        text=text,
        commands=[(one.line, MODERATORS[one.verb]) for one in commands],
        edits=edits,
        kept=kept,
        version=typed.get("version", ""),
        key=typed.get("key", ""),
    )


def _names(typed: Mapping[str, str]) -> list[str]:
    form = form_of(typed.get("form", FREE))
    return ["form", FREE, *(field.name for field in form.fields)] if form else ["form", FREE]


def _page(service: ServiceContext, game_id: int) -> GamePage:
    page = game_page(service, g.player.id, game_id)
    if page is None:
        abort(404, GONE)
    return page
