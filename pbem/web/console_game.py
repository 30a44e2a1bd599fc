"""One game in the console: how it stands, the forms, and what came of a command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, g, render_template, request

from pbem.commands import BY_NAME
from pbem.commands.edits import EDITS
from pbem.service.console.access import look
from pbem.service.console.edits import EditSight, edits_ahead
from pbem.service.console.game import GameSight, game_page
from pbem.service.desk import Desk
from pbem.service.moderating.obeying import Obeyed, changed_meanwhile, obey
from pbem.web.console_form_table import BY_ID
from pbem.web.console_forms import (
    FREE,
    Unfit,
    commands_in,
    forms_for,
    is_grave,
    line_of,
)

GONE = "There is no such page among your games."


def add_game(pages: Blueprint, desk: Desk) -> None:
    """`/game/ID` shows a game, a POST to `/game/ID/do` commands in it."""

    @pages.get("/game/<int(max=2147483647):game_id>")
    def game(game_id: int) -> str:
        return _shown(desk, game_id)

    @pages.post("/game/<int(max=2147483647):game_id>/do")
    def do(game_id: int) -> str | tuple[str, int]:
        typed = request.form
        try:
            text = line_of(typed.get("form", FREE), typed)
        except Unfit as problem:
            return _shown(desk, game_id, [str(problem)], typed), 422
        if not text:
            return _shown(desk, game_id, ["Nothing was typed."], typed), 422
        if is_grave(commands_in(text)) and not typed.get("sure"):
            return _checked(desk, game_id, text, typed)
        return _obeyed(desk, game_id, text, typed)


def _obeyed(desk: Desk, game_id: int, text: str, typed: Mapping[str, str]) -> str | tuple[str, int]:
    sight = look(desk, g.visit.player_id, game_id)
    if sight is None:
        abort(404, GONE)
    version = int(v) if (v := typed.get("version", "")).isdecimal() and len(v) < 18 else -1
    done = obey(desk, game_id, text, sight.actor, expected_version=version)
    if done and all(one.is_done or one.is_ignored for one in done):
        return render_template("console/done.html", sight=sight, done=done)
    answers = [one.answer for one in done] or ["Nothing of it was a command."]
    code = 409 if any(changed_meanwhile(one) for one in done) else 422
    return _shown(desk, game_id, answers, typed, done), code


def _shown(
    desk: Desk,
    game_id: int,
    answers: Sequence[str] = (),
    typed: Mapping[str, str] | None = None,
    done: Sequence[Obeyed] = (),
) -> str:
    """The game as it is now; `answers` say why what was `typed` was not done, and it is kept."""
    page = _page(desk, game_id)
    sight = page.sight
    return render_template(
        "console/game.html",
        page=page,
        sight=sight,
        groups=forms_for(sight.game.phase, is_blind=sight.is_blind, leave_out=_left_out(page)),
        edits=EDITS,
        answers=answers,
        done=done,
        typed=typed or {},
    )


def _left_out(page: GameSight) -> list[str]:
    asked = any(state == "asked" for member in page.members for _, _, state in member.away)
    out = [] if asked else ["approve", "refuse"]
    game = page.sight.game
    out.append("archive" if game.archived_at is not None else "unarchive")
    if not page.moderators:
        out.append("demote")
    if game.closed_at is None:
        out.append("release")
    return out if page.turns else [*out, "rollback"]


def _checked(
    desk: Desk, game_id: int, text: str, typed: Mapping[str, str]
) -> str | tuple[str, int]:
    """The second page, unless an edit on it would be refused: then why, at once.

    What an edit does is worked out where nothing else is done before it.
    """
    commands = commands_in(text)
    lines = [one.text for one in commands if one.verb == "EDIT"]
    is_alone = len(lines) == len(commands)
    edits = edits_ahead(desk, g.visit.player_id, game_id, lines) if is_alone else ()
    problems = [one.problem for one in edits if one.problem]
    if problems:
        return _shown(desk, game_id, problems, typed), 422
    return _asked(desk, game_id, text, typed, edits)


def _asked(
    desk: Desk, game_id: int, text: str, typed: Mapping[str, str], edits: Sequence[EditSight]
) -> str:
    """The second page of what cannot easily be taken back: what will happen."""
    page = _page(desk, game_id)
    commands = commands_in(text)
    kept = {name: typed[name] for name in _names(typed) if name in typed}
    return render_template(
        "console/sure.html",
        page=page,
        sight=page.sight,
        text=text,
        told=[(one.line, BY_NAME[one.verb]) for one in commands],
        edits=edits,
        kept=kept,
        version=typed.get("version", ""),
    )


def _names(typed: Mapping[str, str]) -> list[str]:
    form = BY_ID.get(typed.get("form", FREE))
    return ["form", FREE, *(field.name for field in form.fields)] if form else ["form", FREE]


def _page(desk: Desk, game_id: int) -> GameSight:
    page = game_page(desk, g.visit.player_id, game_id)
    if page is None:
        abort(404, GONE)
    return page
