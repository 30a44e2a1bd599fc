"""How often one client may send a form, counted by Flask-Limiter for all processes together."""

from __future__ import annotations

import hashlib
import ipaddress

from flask import Flask, request, session
from flask_limiter import Limiter, RequestLimit

from pbem.log import get_logger
from pbem.settings import BrokerSettings
from pbem.web.sessions import PLAYER

log = get_logger(__name__)

STRANGERS, PLAYERS = "30 per 10 minutes", "120 per 10 minutes"
TOO_OFTEN = "Too many tries in a short time. Wait ten minutes and try again."
_REDIS_OPTIONS: dict[str, str | int] = {"socket_connect_timeout": 1, "socket_timeout": 1}


def make_limiter(app: Flask, broker: BrokerSettings) -> Limiter:
    """Counts in Redis where the service has it, else in this process.

    While Redis cannot be reached each process counts for itself. Addresses are kept as digests.
    """
    is_shared = not broker.is_embedded
    return Limiter(
        app=app,
        key_func=sender_key,
        storage_uri=broker.url if is_shared else "memory://",
        storage_options=dict(_REDIS_OPTIONS) if is_shared else {},
        # By windows of the calendar: times kept for a moving one lie in the future, and count until
        # they come, once the clock is set back.
        strategy="sliding-window-counter",
        key_prefix="pbem",
        in_memory_fallback_enabled=is_shared,
        on_breach=_log_breach,
    )


def forms_limit() -> str:
    """How often whoever sends this request may send a form."""
    return PLAYERS if session.get(PLAYER) else STRANGERS


def sender_key() -> str:
    """Whom this request counts for: the player whose session it is, or else its address."""
    player = session.get(PLAYER)
    if player:
        return f"player:{player}"
    return hashlib.sha256(client_of(request.remote_addr or "").encode()).hexdigest()[:32]


def client_of(peer: str) -> str:
    """An address as it is counted: of IPv6 the network of 64 bits, as one client has them all."""
    try:
        found = ipaddress.ip_address(peer)
    except ValueError:
        return peer[:64]
    if found.version == 6:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def _log_breach(_limit: RequestLimit) -> None:
    log.warning("too many forms", client=client_of(request.remote_addr or ""))
