"""The web console of moderators: every page below `/console`, behind one door."""

from __future__ import annotations

from typing import TypeVar

from flask import Blueprint, abort, g, render_template, request
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect

from pbem.games.registry import rulesets
from pbem.grammar.commands import MODERATORS, help_text
from pbem.service.console.access import games_of
from pbem.service.console.game import filed_page
from pbem.service.console.letters import letter_page, letters_page
from pbem.service.console.log import act_page, log_page
from pbem.service.console.outbox import mail_page, outbox_page
from pbem.service.context import ServiceContext
from pbem.web.console_auth import ConsoleAuth
from pbem.web.console_game import GONE, add_game
from pbem.web.console_login import add_login
from pbem.web.console_system import add_system
from pbem.web.console_words import add_words, render_sight

T = TypeVar("T")


def add_mail(pages: Blueprint, service: ServiceContext) -> None:
    """The pages below `/game/ID`: letters, outbox, filed, log."""
    game = "/game/<int(max=2147483647):game_id>"

    @pages.get(f"{game}/letters")
    def letters(game_id: int) -> str:
        access, page = _found(letters_page(service, g.player.id, game_id, older_than()))
        return render_sight("console/letters.html", access, page=page)

    @pages.get(f"{game}/letters/<int(max=2147483647):number>")
    def letter(game_id: int, number: int) -> str:
        shown = _found(letter_page(service, g.player.id, game_id, number))
        return render_sight("console/letter.html", shown.access, shown=shown)

    @pages.get(f"{game}/outbox")
    def outbox(game_id: int) -> str:
        access, page = _found(outbox_page(service, g.player.id, game_id, older_than()))
        return render_sight("console/outbox.html", access, page=page)

    @pages.get(f"{game}/outbox/<int(max=2147483647):number>")
    def mail(game_id: int, number: int) -> str:
        shown = _found(mail_page(service, g.player.id, game_id, number))
        return render_sight("console/mail.html", shown.access, shown=shown)

    @pages.get(f"{game}/filed")
    def filed(game_id: int) -> str:
        access, rows = _found(filed_page(service, g.player.id, game_id))
        return render_sight("console/filed.html", access, rows=rows)

    @pages.get(f"{game}/log")
    def log(game_id: int) -> str:
        access, page = _found(log_page(service, g.player.id, game_id, older_than()))
        return render_sight("console/log.html", access, page=page)

    @pages.get(f"{game}/log/<int(max=2147483647):number>")
    def act(game_id: int, number: int) -> str:
        access, one = _found(act_page(service, g.player.id, game_id, number))
        return render_sight("console/act.html", access, act=one)


def _found(page: T | None) -> T:
    if page is None:
        abort(404, GONE)
    return page


def console_pages(service: ServiceContext, csrf: CSRFProtect, limiter: Limiter) -> Blueprint:
    """Pages for who has come in by a mailed link; they show games and build lines for `obey`."""
    pages = Blueprint("console", __name__, url_prefix="/console")
    add_words(pages, service)
    ConsoleAuth(service, pages, csrf, limiter)
    add_login(pages, service)
    add_games(pages, service)
    add_game(pages, service)
    add_mail(pages, service)
    add_system(pages, service)
    return pages


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
