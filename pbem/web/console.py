"""The web console of moderators: every page below `/console`, behind one door."""

from __future__ import annotations

from typing import TypeVar

from flask import (
    Blueprint,
    abort,
    g,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask import Response as FlaskResponse
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect
from werkzeug.wrappers import Response

from pbem.database import StorageError
from pbem.games.registry import rulesets
from pbem.grammar.commands import MODERATORS, help_text
from pbem.log import get_logger
from pbem.service.console.access import games_of
from pbem.service.console.game import filed_page
from pbem.service.console.letters import letter_page, letters_page
from pbem.service.console.log import act_page, log_page
from pbem.service.console.login import call_back, enter, is_open, leave, send_link
from pbem.service.console.outbox import mail_page, outbox_page
from pbem.service.context import ServiceContext
from pbem.web.console_auth import ConsoleAuth
from pbem.web.console_game import GONE, add_game
from pbem.web.console_words import add_words, render_sight
from pbem.web.sessions import PLAYER, VISIT, begin_anew

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


log = get_logger(__name__)

_USED = "This link has been used, or is too old. Ask for another one."


def add_login(pages: Blueprint, service: ServiceContext) -> None:
    """`/login` asks for an address, `/enter/TOKEN` is the link, `/leave` the way out."""

    @pages.get("/login")
    def login() -> Response | str:
        if g.player is not None:
            return redirect(url_for("console.games"))
        return render_template("console/login.html")

    @pages.post("/login")
    def ask() -> FlaskResponse:
        email = request.form.get("address", "").strip()
        answer = make_response(render_template("console/asked.html"))
        # After the answer has gone: how long it takes must not tell who is a moderator.
        answer.call_on_close(lambda: _send(service, email))
        return answer

    # Scanners of mail follow every link, so a GET must not use it up.
    @pages.get("/enter/<token>")
    def look(token: str) -> str:
        if not is_open(service, token):
            abort(410, _USED)
        return render_template("console/enter.html")

    @pages.post("/enter/<token>")
    def come_in(token: str) -> Response:
        found = enter(service, token)
        if found is None:
            abort(410, _USED)
        # Nothing of the session before it is kept, its token for forms included.
        begin_anew(session)
        session.update({VISIT: found.secret, PLAYER: found.person_id})
        session.permanent = True
        return redirect(url_for("console.games"), 303)

    @pages.post("/leave")
    def go() -> Response:
        leave(service, session[VISIT])
        if request.form.get("everywhere"):
            call_back(service, g.player.id)
        begin_anew(session)
        return redirect(url_for("console.login"), 303)


def _send(service: ServiceContext, email: str) -> None:
    try:
        send_link(service, email)
    except (StorageError, TimeoutError) as error:
        log.error("console link not sent", error=str(error))


def console_pages(service: ServiceContext, csrf: CSRFProtect, limiter: Limiter) -> Blueprint:
    """Pages for who has come in by a mailed link; they show games and build lines for `obey`."""
    pages = Blueprint("console", __name__, url_prefix="/console")
    add_words(pages, service)
    ConsoleAuth(service, pages, csrf, limiter)
    add_login(pages, service)
    add_games(pages, service)
    add_game(pages, service)
    add_mail(pages, service)
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
