"""The console's door: who comes in, and how often."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from pbem.database import StorageError
from pbem.log import get_logger
from pbem.service.console.login import session_owner
from pbem.service.context import ServiceContext
from pbem.web.forms import check_request, keep_from_caches
from pbem.web.rate import TOO_OFTEN, forms_limit
from pbem.web.sessions import VISIT

log = get_logger(__name__)

OPEN = ("console.login", "console.ask", "console.look", "console.come_in")
"""Pages for people who have not come in yet."""


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
        g.player = None
        check_request(self.service, self.csrf)
        if VISIT in session:
            g.player = session_owner(self.service, session[VISIT])
        if g.player is None and request.endpoint not in OPEN:
            return redirect(url_for("console.login"), 303)
        return None

    def close(self, response: Response) -> Response:
        """Keep the page out of every cache, and the browser to https."""
        if self.is_https:
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        return keep_from_caches(response)


def _refusal(error: HTTPException) -> tuple[str, int]:
    return render_template("console/refused.html", text=error.description), error.code or 500


def _storage_failed(error: Exception) -> tuple[str, int]:
    log.error("database failed", error=str(error))
    text = "The database cannot be reached. Nothing was done; try again in a minute."
    return render_template("console/refused.html", text=text), 503
