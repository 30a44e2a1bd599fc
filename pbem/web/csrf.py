"""Whether a form was sent from a page of ours: by its token, and by where the browser says."""

from __future__ import annotations

import hmac
from collections.abc import Collection
from urllib.parse import urlsplit

from werkzeug.datastructures import Headers

FIELD = "csrf"


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
    said = headers.get("Origin") or headers.get("Referer")
    return said is None or origin_of(said) in origins


def is_token(given: str, wanted: str) -> bool:
    """Whether a form's token is the session's, in a time that says nothing of either."""
    return bool(wanted) and hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())
