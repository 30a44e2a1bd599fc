"""The console's door: who comes in, how often, and with forms of whose making."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Response,
    abort,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFError, CSRFProtect
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from pbem.database import StorageError
from pbem.log import get_logger
from pbem.service.console.login import console_url, cookie_key, session_owner
from pbem.service.context import ServiceContext
from pbem.web.rate import TOO_OFTEN, forms_limit
from pbem.web.sessions import VISIT

log = get_logger(__name__)

MOST_BYTES = 256 * 1024
OPEN = ("console.login", "console.ask", "console.look", "console.come_in")
"""Pages for people who have not come in yet."""
NO_STORE = {"Cache-Control": "no-store", "Vary": "Cookie"}
_EXPIRED = "This page was too old to be sent. Go back, load it again, and send it once more."


class ConsoleAuth:
    """Stands before every page of the blueprint; `g.player` says who is in, None for nobody."""

    def __init__(
        self, service: ServiceContext, pages: Blueprint, csrf: CSRFProtect, limiter: Limiter
    ) -> None:
        self.service, self.csrf = service, csrf
        self.is_https = service.settings.web.url.startswith("https://")
        limiter.limit(forms_limit, methods=["POST"], error_message=TOO_OFTEN)(pages)
        pages.before_request(self.open)
        pages.after_request(self.close)
        pages.register_error_handler(HTTPException, _refusal)
        pages.register_error_handler(StorageError, _storage_failed)
        pages.register_error_handler(TimeoutError, _storage_failed)

    def open(self) -> AnyResponse | None:
        """Say who is there; None where he may go on. Raises StorageError."""
        request.max_content_length = MOST_BYTES
        g.player = None
        cookie_key(self.service)
        if request.method == "POST":
            check_form(self.service, self.csrf)
        if VISIT in session:
            g.player = session_owner(self.service, session[VISIT])
        if g.player is None and request.endpoint not in OPEN:
            return redirect(url_for("console.login"), 303)
        return None

    def close(self, response: Response) -> Response:
        """Keep the page out of every cache."""
        response.headers.update(NO_STORE)
        if self.is_https:
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        return response


def check_form(service: ServiceContext, csrf: CSRFProtect) -> None:
    """Refuse a form that is not from a page of ours, as this service is called or is asked for."""
    here = {origin_of(console_url(service)), origin_of(request.host_url)}
    if not is_from_here(request.headers, here):
        log.warning("form from elsewhere", path=request.endpoint)
        abort(403, "This form was sent from a page that is not ours.")
    try:
        csrf.protect()
    except CSRFError:
        abort(400, _EXPIRED)


def origin_of(url: str) -> str:
    """Scheme, host and port of an address, without a default port; "" where it is none."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    default = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, default) else "")


def is_from_here(headers: Headers, origins: Collection[str]) -> bool:
    """Whether Origin, or where there is none Referer, names us.

    Browsers send one of them with every form; what sends neither has no cookies of others to abuse
    and is stopped by the token.
    """
    if headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    named = headers.get("Origin") or headers.get("Referer")
    return named is None or origin_of(named) in origins


def _refusal(error: HTTPException) -> tuple[str, int]:
    return render_template("console/refused.html", text=error.description), error.code or 500


def _storage_failed(error: Exception) -> tuple[str, int]:
    log.error("database failed", error=str(error))
    text = "The database cannot be reached. Nothing was done; try again in a minute."
    return render_template("console/refused.html", text=text), 503
