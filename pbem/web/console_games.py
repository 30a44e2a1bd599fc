"""The console's list of games, and its help."""

from __future__ import annotations

from flask import Blueprint, g, render_template, request

from pbem.games.registry import rulesets
from pbem.grammar.commands import MODERATORS, help_text
from pbem.service.console.access import games_of
from pbem.service.context import ServiceContext

MOST = 2**31 - 1
"""The greatest number a row may have."""


def older_than() -> int | None:
    """The number a page begins below, from its address; None for the newest."""
    number = request.args.get("before", type=int)
    return None if number is None else max(0, min(number, MOST))


def add_games(pages: Blueprint, service: ServiceContext) -> None:
    """`/` and `/help`."""

    @pages.get("/")
    def games() -> str:
        is_all = request.args.get("all") == "yes"
        page = games_of(service, g.player.id, older_than(), with_archived=is_all)
        return render_template("console/games.html", page=page, is_all=is_all)

    @pages.get("/help")
    def commands() -> str:
        word = request.args.get("verb", "")[:40]
        edits = {form: about for played in rulesets() for form, about in played.edit_forms.items()}
        text = help_text(word, edits)
        return render_template("console/help.html", text=text, verbs=MODERATORS.rows, word=word)
