"""`/play`: the lobby as a page. What is sent there is a letter, and confirmed like any other."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid

from flask import Blueprint, abort, make_response, render_template, request
from flask import Response as FlaskResponse
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFError, CSRFProtect, generate_csrf

from pbem.mail.address import is_address
from pbem.service.console.login import cookie_key
from pbem.service.context import ServiceContext
from pbem.service.lobby.places import CLOCKS, offers
from pbem.web.console_auth import NO_STORE, is_from_here, origin_of
from pbem.web.inbound import AcceptPosted
from pbem.web.rate import TOO_OFTEN, forms_limit

_LINES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "TUTORIAL": (),
    "JOIN": (("game", ""), ("alias", "AS"), ("password", "PASSWORD")),
    "CREATE": (
        *(("game", ""), ("players", "PLAYERS"), ("clock", "CLOCK"), ("alias", "AS")),
        ("password", "PASSWORD"),
    ),
}
"""The fields of each form, in the order of the line it stands for, with the word before each."""
_MOST_FIELD = 60
_OLD = "This page was too old to be sent. Go back, load it again, and send it once more."


def lobby_pages(
    service: ServiceContext, accept: AcceptPosted, csrf: CSRFProtect, limiter: Limiter
) -> Blueprint:
    """The games that can be joined, with a form for each line that a stranger may write."""
    pages = Blueprint("lobby", __name__)
    limiter.limit(forms_limit, methods=["POST"], error_message=TOO_OFTEN)(pages)

    @pages.before_request
    def open_door() -> None:
        cookie_key(service)

    @pages.get("/play")
    def play() -> FlaskResponse:
        games = offers(service)
        page = render_template("play.html", games=games, clocks=CLOCKS, csrf=generate_csrf())
        return _kept_nowhere(page)

    @pages.post("/play")
    def send() -> FlaskResponse:
        if not is_from_here(request.headers, {origin_of(request.host_url)}):
            abort(403, "This form was sent from a page that is not ours.")
        try:
            csrf.protect()
        except CSRFError:
            abort(400, _OLD)
        sender = request.form.get("address", "").strip()
        line = _line(request.form)
        if not is_address(sender) or line is None:
            abort(400, "Write your own mail address, and what a form asks for.")
        own = service.settings.mail.address
        accept(_letter(sender, own, line), own, sender, {})
        return _kept_nowhere(render_template("play_sent.html", sender=sender))

    return pages


def _kept_nowhere(page: str) -> FlaskResponse:
    response = make_response(page)
    response.headers.update(NO_STORE)
    return response


def _line(form: Mapping[str, str]) -> str | None:
    """The line that a form stands for; None where it is none of ours."""
    verb = form.get("verb", "")
    fields = _LINES.get(verb)
    if fields is None:
        return None
    words = [verb]
    for name, lead in fields:
        typed = " ".join(form.get(name, "").split())[:_MOST_FIELD]
        words += [lead, typed] if typed else []
    return " ".join(filter(None, words))


def _letter(sender: str, own: str, line: str) -> bytes:
    """A letter as its sender would have written it."""
    letter = EmailMessage(policy=SMTP)
    letter["From"], letter["To"], letter["Subject"] = sender, own, "From the web"
    letter["Message-ID"] = make_msgid(domain=own.rpartition("@")[2])
    letter.set_content(f"{line}\n")
    return letter.as_bytes()
