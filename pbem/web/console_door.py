"""The console's door: who comes in, how often, and with forms of whose making."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, Response, abort, g, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from pbem.database import StorageError
from pbem.log import get_logger
from pbem.service.console.login import Pass, console_url, cookie_key, holder
from pbem.service.desk import Desk
from pbem.web.csrf import FIELD, is_from_here, is_token, origin_of
from pbem.web.rate import client_of
from pbem.web.sessions import (
    Visit,
    cookie_name,
    drop_visit,
    new_visit,
    read_visit,
    write_visit,
)
from pbem.web.shared_rate import rate_for

log = get_logger(__name__)

MOST_BYTES = 256 * 1024
OPEN = ("console.login", "console.ask", "console.look", "console.come_in")
"""Pages for who has not come in yet."""
NO_STORE = {"Cache-Control": "no-store", "Vary": "Cookie"}
_EXPIRED = "This page was too old to be sent. Go back, load it again, and send it once more."
_TOO_OFTEN = "That was too much in too short a time. Wait ten minutes and try again."


class Door:
    """Stands before every page of the blueprint; `g.visit` and `g.player` say who is in."""

    def __init__(self, desk: Desk, pages: Blueprint) -> None:
        self.desk = desk
        self.is_https = desk.settings.web.url.startswith("https://")
        self.name = cookie_name(self.is_https)
        self._key = b""
        broker = desk.settings.broker
        self._strangers = rate_for(broker, "strangers", 30, timedelta(minutes=10))
        self._players = rate_for(broker, "players", 120, timedelta(minutes=10))
        pages.before_request(self.open)
        pages.after_request(self.close)
        pages.register_error_handler(HTTPException, _refusal)
        pages.register_error_handler(StorageError, _storage_failed)
        pages.register_error_handler(TimeoutError, _storage_failed)

    def open(self) -> AnyResponse | None:
        """Say who is there; None where he may go on."""
        request.max_content_length = MOST_BYTES
        now = self.desk.clock()
        g.player, g.keep = None, None
        found = read_visit(request.cookies, self.name, self.key(), now)
        g.visit = found or new_visit(now)
        if found is None:
            g.keep = g.visit
        if request.method == "POST":
            self._check_form(found)
        if g.visit.is_in:
            g.player = holder(self.desk, Pass(g.visit.player_id, g.visit.number))
        if g.player is None and request.endpoint not in OPEN:
            return redirect(url_for("console.login"), 303)
        return None

    def close(self, response: Response) -> Response:
        """Keep the session, and keep the page out of every cache."""
        response.headers.update(NO_STORE)
        if self.is_https:
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        visit: Visit | None = g.get("keep")
        if visit is not None:
            now = self.desk.clock()
            write_visit(response, visit, self.name, self.key(), now, is_https=self.is_https)
        elif g.get("leaves"):
            drop_visit(response, self.name, is_https=self.is_https)
        return response

    def key(self) -> bytes:
        """What sessions are signed with; read when it is first needed. Raises StorageError."""
        if not self._key:
            self._key = cookie_key(self.desk)
        return self._key

    def _check_form(self, visit: Visit | None) -> None:
        here = {origin_of(console_url(self.desk)), origin_of(request.host_url)}
        if not is_from_here(request.headers, here):
            log.warning("form from elsewhere", path=request.endpoint)
            abort(403, "This form was sent from a page that is not ours.")
        client = client_of(request.remote_addr or "", request.headers.get("X-Forwarded-For", ""))
        if visit is not None and visit.is_in:
            is_over = self._players.is_over(str(visit.player_id), self.desk.clock())
        else:
            is_over = self._strangers.is_over(client, self.desk.clock())
        if is_over:
            log.warning("too many forms", client=client)
            abort(429, _TOO_OFTEN)
        if visit is None or not is_token(request.form.get(FIELD, ""), visit.csrf):
            abort(400, _EXPIRED)


def _refusal(error: HTTPException) -> tuple[str, int]:
    return render_template("console/refused.html", said=error.description), error.code or 500


def _storage_failed(error: Exception) -> tuple[str, int]:
    log.error("database failed", error=str(error))
    said = "The database cannot be reached. Nothing was done; try again in a minute."
    return render_template("console/refused.html", said=said), 503
