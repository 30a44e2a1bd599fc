"""The application factory, its security headers and what every page shares."""

from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, render_template, request
from flask_wtf.csrf import CSRFProtect
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException, SecurityError, ServiceUnavailable

from pbem.database import StorageError
from pbem.log import get_logger
from pbem.service.context import ServiceContext
from pbem.settings import WebSettings, asset_folder
from pbem.web.console import console_pages
from pbem.web.health import health_pages, metrics_pages
from pbem.web.inbound import AcceptPosted, KnowsAddress, inbound_pages
from pbem.web.inbound_providers import provider_pages
from pbem.web.inbound_sns import Fetch, fetch_certificate
from pbem.web.lobby import open_pages
from pbem.web.pages import public_pages, stop_pages, utc_stamp, utc_text
from pbem.web.rate import make_limiter
from pbem.web.seat import seat_pages
from pbem.web.sessions import keep_sessions

log = get_logger(__name__)

NO_DATABASE = "the database cannot be reached; try again later"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "img-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # Links may one day carry tokens.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def create_app(
    service: ServiceContext,
    accept: AcceptPosted,
    knows: KnowsAddress,
    fetch: Fetch = fetch_certificate,
) -> Flask:
    """A WSGI application that reads the database and hands letters to `accept`.

    `knows(rcpt)` says whether an address is ours; `accept(raw, rcpt, mail_from, verdicts)` stores
    a letter durably before it returns, and raises StorageError or OSError when it cannot;
    `fetch(address)` gets the certificates Amazon signs with.
    """
    settings, database, clock = service.settings, service.database, service.clock
    folder = asset_folder("templates") / "web"
    app = Flask("pbem", template_folder=str(folder), static_folder=str(folder / "static"))
    app.config["MAX_CONTENT_LENGTH"] = settings.mail.max_letter_bytes
    app.config["TRUSTED_HOSTS"] = trusted_hosts(settings.web)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["name"] = settings.mail.name
    app.jinja_env.filters.update(utc_stamp=utc_stamp, utc_text=utc_text)
    app.register_blueprint(health_pages(database, clock))
    app.register_blueprint(metrics_pages(database, settings.web, clock))
    app.register_blueprint(inbound_pages(settings.mail, accept, knows, clock))
    app.register_blueprint(provider_pages(settings.mail, accept, knows, clock, fetch))
    app.register_blueprint(stop_pages(service))
    keep_sessions(app, service)
    limiter = make_limiter(app, settings.broker)
    csrf = make_csrf(app)
    app.register_blueprint(console_pages(service, csrf, limiter))
    for pages in open_pages(service, accept, csrf, limiter):
        app.register_blueprint(pages)
    app.register_blueprint(seat_pages(service, csrf, limiter))
    app.register_blueprint(public_pages(service))
    app.after_request(_with_security_headers)
    app.register_error_handler(HTTPException, _refusal)
    app.register_error_handler(StorageError, _storage_failed)
    app.register_error_handler(TimeoutError, _storage_failed)
    return app


def make_csrf(app: Flask) -> CSRFProtect:
    """Checks forms where a page asks for it: webhooks and one-click links have none.

    Tokens live as long as the session; where a form comes from is checked by the console's door.
    """
    app.config.update(
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_FIELD_NAME="csrf",
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
    )
    return CSRFProtect(app)


def trusted_hosts(web: WebSettings) -> list[str] | None:
    """The names our pages are asked for by; None for any.

    Any will do where the pages listen everywhere and nobody has said what they are called, or
    where they are called by an address of IPv6, which Flask cannot compare.
    """
    url = urlsplit(web.url).hostname
    if not url and not web.hosts and (web.host == "0.0.0.0" or ":" in web.host):
        return None
    return [name for name in (url, web.host, *web.hosts, "localhost", "127.0.0.1") if name]


def _with_security_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _refusal(error: HTTPException) -> tuple[Response | str, int]:
    """A page for a browser, JSON for a program."""
    code, text = error.code or 500, error.description or error.name
    # On a host that is not ours no address can be named, so there is no page either.
    if isinstance(error, SecurityError):
        return jsonify(error="these pages have another name; the setting is web.hosts"), code
    if request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html":
        return render_template("refused.html", text=text, what=error.name), code
    return jsonify(error=text), code


def _storage_failed(error: Exception) -> tuple[Response | str, int]:
    log.error("database failed", error=str(error))
    return _refusal(ServiceUnavailable(NO_DATABASE))
