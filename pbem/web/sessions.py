"""Sessions of the web: a signed cookie that names a row, so that leaving ends it everywhere."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeTimedSerializer

from pbem.database import StorageError
from pbem.service.console.login import SESSION_LIFE, cookie_key
from pbem.service.context import ServiceContext
from pbem.service.pages.sign_in import VISIT_LIFE

VISIT, PLAYER = "visit", "player"
"""What the cookie holds of someone who has come in: his session's secret, and his number."""
SEATS, WORD, DEVICE = "seats", "word", "device"
"""The secrets of the seats' pages that are open here, the word that a mailed code goes with, and a
number of the browser."""


class Sessions(SecureCookieSessionInterface):
    """Flask's own sessions, for the pages below some paths alone: others set no cookie.

    The key is read from the tables when it is first needed. While it cannot be, there is no
    session, and the page that needs one asks for the key itself and says what failed.
    """

    def __init__(self, service: ServiceContext, paths: tuple[str, ...]) -> None:
        self.service, self.paths = service, paths

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of a request below one of the paths; None elsewhere."""
        return super().open_session(app, request) if request.path.startswith(self.paths) else None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs the cookie; None while the tables cannot be read."""
        if not app.secret_key:
            try:
                app.secret_key = cookie_key(self.service)
            except (StorageError, TimeoutError):
                return None
        return super().get_signing_serializer(app)


def begin_anew(session: SessionMixin) -> None:
    """Forget who was in the console, the token of his forms too; seats' pages stay open."""
    kept = {key: session[key] for key in (SEATS, DEVICE) if session.get(key)}
    session.clear()
    session.update(kept)


def keep_sessions(app: Flask, service: ServiceContext) -> None:
    """Give an application its sessions, with cookies kept from scripts and other sites.

    SameSite is Lax: with Strict a link to a game in a mail would find its reader logged out. What
    changes anything is a POST, which Lax does not let come from elsewhere either. With https the
    cookie's name is one that no other host and no http page can set (RFC 6265bis).
    """
    is_https = service.settings.web.url.startswith("https://")
    app.config.update(
        SESSION_COOKIE_NAME="__Host-pbem-console" if is_https else "pbem-console",
        SESSION_COOKIE_PATH="/",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=is_https,
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=max(SESSION_LIFE, VISIT_LIFE) + timedelta(minutes=1),
    )
    app.session_interface = Sessions(service, ("/console", "/decks", "/play", "/seat"))
