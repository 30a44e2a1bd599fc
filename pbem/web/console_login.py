"""Into the web console and out again."""

from __future__ import annotations

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
from werkzeug.wrappers import Response

from pbem.database import StorageError
from pbem.log import get_logger
from pbem.service.console.login import end_sessions, is_open, send_link, sign_in, sign_out
from pbem.service.context import ServiceContext
from pbem.web.sessions import PLAYER, VISIT, begin_anew

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
        found = sign_in(service, token)
        if found is None:
            abort(410, _USED)
        # Nothing of the session before it is kept, its token for forms included.
        begin_anew(session)
        session.update({VISIT: found.secret, PLAYER: found.person_id})
        session.permanent = True
        return redirect(url_for("console.games"), 303)

    @pages.post("/leave")
    def go() -> Response:
        sign_out(service, session[VISIT])
        if request.form.get("everywhere"):
            end_sessions(service, g.player.id)
        begin_anew(session)
        return redirect(url_for("console.login"), 303)


def _send(service: ServiceContext, email: str) -> None:
    try:
        send_link(service, email)
    except (StorageError, TimeoutError) as error:
        log.error("console link not sent", error=str(error))
