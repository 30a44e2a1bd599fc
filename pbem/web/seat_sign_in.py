"""The door of seats' pages: who comes in by a mail's button, on which device, and how often."""

from __future__ import annotations

import secrets

from flask import (
    Blueprint,
    abort,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect, generate_csrf
from werkzeug.wrappers import Response as AnyResponse

from pbem.service.context import ServiceContext
from pbem.service.pages.sign_in import (
    Browser,
    CodeAsked,
    SignInPage,
    sign_in,
    sign_in_by_code,
    sign_in_page,
    sign_out,
    visitor,
)
from pbem.web.forms import check_request, keep_from_caches
from pbem.web.rate import TOO_OFTEN, client_of
from pbem.web.sessions import DEVICE, SEATS, WORD

OPEN = ("seat.look", "seat.enter", "seat.code")
"""Pages for who is not in yet."""
ENTERING, FILING, CHECKING = "30 per 10 minutes", "120 per 10 minutes", "900 per 10 minutes"
MOST_SEATS = 20
"""Pages that are open in one browser."""
_GONE = (
    "This way in is closed: a later report has come, or the seat has another player or address. "
    "Open your page from your newest mail."
)
_NOT_HERE = (
    "This page is not open on this device, or no longer. Press the button in your newest mail of "
    "the game."
)


class SeatSignIn:
    """Stands before every page of the blueprint; `g.visitor` says whose page it is."""

    def __init__(
        self, service: ServiceContext, pages: Blueprint, csrf: CSRFProtect, limiter: Limiter
    ) -> None:
        self.service, self.csrf = service, csrf
        limiter.limit(_limit, key_func=_sender, methods=["POST"], error_message=TOO_OFTEN)(pages)
        pages.before_request(self.open)
        pages.after_request(keep_from_caches)
        self._add_ways_in(pages)

    def open(self) -> None:
        """Say who is there, or refuse."""
        check_request(self.service, self.csrf)
        if request.endpoint in OPEN:
            return
        seat_id = (request.view_args or {}).get("seat_id", 0)
        secret = session.get(SEATS, {}).get(str(seat_id), "")
        g.visitor = visitor(self.service, seat_id, secret)
        if g.visitor is None:
            abort(403, _NOT_HERE)
        g.zone = g.visitor.zone

    def _add_ways_in(self, pages: Blueprint) -> None:
        # Scanners of mail follow every link, so a GET opens nothing.
        @pages.get("/enter/<handle>")
        def look(handle: str) -> str:
            return render_template("seat/enter.html", way=self._way(handle), csrf=generate_csrf())

        @pages.post("/enter/<handle>")
        def enter(handle: str) -> AnyResponse | str:
            way = self._way(handle)
            known = session.get(SEATS, {}).get(str(way.seat_id), "")
            found = sign_in(self.service, handle, Browser(known, _device()))
            if isinstance(found, CodeAsked):
                session[WORD] = found.word
                return self._asked(way, handle, is_mailed=found.is_mailed)
            return _opened(way, found)

        @pages.post("/code/<handle>")
        def code(handle: str) -> AnyResponse | tuple[str, int]:
            way = self._way(handle)
            typed = request.form.get("code", "")[:40]
            word = session.get(WORD, "")
            found = sign_in_by_code(self.service, handle, word, typed, _device())
            if found is None:
                return self._asked(way, handle, is_mailed=True, is_wrong=True), 403
            return _opened(way, found)

        @pages.post("/<int(max=2147483647):seat_id>/leave")
        def leave(seat_id: int) -> AnyResponse:
            sign_out(self.service, g.visitor, everywhere=bool(request.form.get("everywhere")))
            session[SEATS] = {k: v for k, v in session[SEATS].items() if k != str(seat_id)}
            return redirect(url_for("public.games"), 303)

    def _way(self, handle: str) -> SignInPage:
        way = sign_in_page(self.service, handle[:80])
        if way is None:
            abort(410, _GONE)
        return way

    def _asked(
        self, way: SignInPage, handle: str, *, is_mailed: bool, is_wrong: bool = False
    ) -> str:
        values = {"is_mailed": is_mailed, "is_wrong": is_wrong, "csrf": generate_csrf()}
        return render_template("seat/code.html", way=way, handle=handle, **values)


def _opened(way: SignInPage, secret: str | None) -> AnyResponse:
    if secret is None:
        abort(410, _GONE)
    others = {k: v for k, v in session.get(SEATS, {}).items() if k != str(way.seat_id)}
    newest = dict([*others.items()][-(MOST_SEATS - 1) :])
    session[SEATS] = {**newest, str(way.seat_id): secret}
    session.pop(WORD, None)
    session.permanent = True
    return redirect(url_for("seat.page", seat_id=way.seat_id), 303)


def _device() -> str:
    """The number of this browser, which it gets with its first page."""
    number: str = session.setdefault(DEVICE, secrets.token_hex(8))
    return number


def _limit() -> str:
    if request.endpoint in OPEN:
        return ENTERING
    return CHECKING if request.endpoint == "seat.check" else FILING


def _sender() -> str:
    """Whom a request counts for: who sends it, at which seat."""
    seat_id = (request.view_args or {}).get("seat_id", 0)
    return f"seat:{seat_id}:{client_of(request.remote_addr or '')}"
