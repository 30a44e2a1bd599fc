"""The console's session: one signed cookie, and nothing in this process."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from flask import Response
from itsdangerous import BadSignature, URLSafeSerializer

LIFE = timedelta(hours=12)


def _signer(key: bytes) -> URLSafeSerializer:
    seal = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
    return URLSafeSerializer(key, salt="pbem console", signer_kwargs=seal)


@dataclass(frozen=True, slots=True)
class Visit:
    """Who is at the console: nobody yet (`player_id` 0), or a player until `ends_at`.

    `number` is compared with the one his sessions must have; `csrf` is in every form of his.
    """

    csrf: str
    ends_at: datetime
    player_id: int = 0
    number: int = 0

    @property
    def is_in(self) -> bool:
        """Whether somebody has come in."""
        return self.player_id > 0


def new_visit(now: datetime) -> Visit:
    """A session of nobody, with a CSRF token that nobody has had before."""
    return Visit(secrets.token_urlsafe(24), now + LIFE)


def entered(now: datetime, player_id: int, number: int) -> Visit:
    """A session of a player; nothing of the one before it is kept."""
    return replace(new_visit(now), player_id=player_id, number=number)


def cookie_name(is_https: bool) -> str:
    """With https a name that no other host and no http page can set (RFC 6265bis)."""
    return "__Host-pbem-console" if is_https else "pbem-console"


def read_visit(cookies: Mapping[str, str], name: str, key: bytes, now: datetime) -> Visit | None:
    """The session a cookie holds; None where it is forged, over, or not there."""
    try:
        kept = _signer(key).loads(cookies.get(name, ""))
        visit = Visit(
            str(kept["csrf"]),
            datetime.fromtimestamp(kept["until"], UTC),
            int(kept["player"]),
            int(kept["number"]),
        )
    except (BadSignature, KeyError, TypeError, ValueError):
        return None
    return visit if visit.ends_at > now else None


def write_visit(
    response: Response, visit: Visit, name: str, key: bytes, now: datetime, *, is_https: bool
) -> None:
    """Set the cookie.

    SameSite is Lax: with Strict a link to a game in a mail would find its reader logged out. What
    changes anything is a POST, which Lax does not let come from elsewhere either.
    """
    kept = {
        "csrf": visit.csrf,
        "until": int(visit.ends_at.timestamp()),
        "player": visit.player_id,
        "number": visit.number,
    }
    response.set_cookie(
        name,
        str(_signer(key).dumps(kept)),
        max_age=int((visit.ends_at - now).total_seconds()),
        secure=is_https,
        httponly=True,
        samesite="Lax",
        path="/",
    )


def drop_visit(response: Response, name: str, *, is_https: bool) -> None:
    """Take the cookie away."""
    response.delete_cookie(name, secure=is_https, httponly=True, samesite="Lax", path="/")
