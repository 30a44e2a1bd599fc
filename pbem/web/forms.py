"""Forms that are from our own pages: how long they may be, and that no cache keeps the pages."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, request
from flask_wtf.csrf import CSRFError, CSRFProtect
from werkzeug.datastructures import Headers

from pbem.log import get_logger
from pbem.service.console.login import console_url, cookie_key
from pbem.service.context import ServiceContext

log = get_logger(__name__)

MOST_BYTES = 256 * 1024
_NO_STORE = {"Cache-Control": "no-store", "Vary": "Cookie"}
_EXPIRED = "This page was too old to be sent. Go back, load it again, and send it once more."


def guard_forms(pages: Blueprint, service: ServiceContext, csrf: CSRFProtect) -> None:
    """Check every request for pages with forms that anybody may send."""

    @pages.before_request
    def check() -> None:
        check_request(service, csrf)

    pages.after_request(keep_from_caches)


def check_request(service: ServiceContext, csrf: CSRFProtect) -> None:
    """Refuse what is too long or a form that is not from a page of ours. Raises StorageError."""
    request.max_content_length = MOST_BYTES
    cookie_key(service)
    if request.method == "POST":
        _check_form(service, csrf)


def keep_from_caches(response: Response) -> Response:
    """Tell browsers and what stands between to keep no copy of the page."""
    response.headers.update(_NO_STORE)
    return response


def _check_form(service: ServiceContext, csrf: CSRFProtect) -> None:
    """Refuse a form that is not from a page of ours, as this service is called or is asked for."""
    here = {origin_of(console_url(service)), origin_of(request.host_url)}
    if not _is_from_here(request.headers, here):
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


def _is_from_here(headers: Headers, origins: Collection[str]) -> bool:
    """Whether Origin, or where there is none Referer, names us.

    Browsers send one of them with every form; what sends neither has no cookies of others to abuse
    and is stopped by the token.
    """
    if headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    named = headers.get("Origin") or headers.get("Referer")
    return named is None or origin_of(named) in origins
