"""Calls outside, over TLS: to public addresses alone, resolved once and called by number."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable, Sequence
from datetime import datetime
from urllib.parse import urlsplit

from pbem.service.context import ServiceContext
from pbem.service.sending.hook_calls import HookAnswer, HookRequest, call_hook
from pbem.service.sending.hook_calls import calling_failed as calling_failed

SECONDS = 10.0
PORT = 443
Resolve = Callable[[str], Sequence[str]]
"""A host's addresses; OSError where it has none."""


def resolve(host: str) -> Sequence[str]:
    """The addresses of a host, by the system's resolver."""
    found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return [str(row[4][0]) for row in found]


def is_public(address: str) -> bool:
    """Whether an address is anybody's on the internet: not of this machine or of a network here."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    inner = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    is_hidden = inner is not None and not inner.is_global
    return found.is_global and not found.is_multicast and not is_hidden


class _Pinned(http.client.HTTPSConnection):
    """A connection to one number, whose certificate must be the host's."""

    def __init__(self, host: str, address: str, port: int, context: ssl.SSLContext) -> None:
        super().__init__(host, PORT, timeout=SECONDS, context=context)
        self._context_of_host, self._number = context, (address, port)

    def connect(self) -> None:
        """Go to the number, and nowhere else."""
        plain = socket.create_connection(self._number, timeout=SECONDS)
        self.sock = self._context_of_host.wrap_socket(plain, server_hostname=self.host)


def call_outside(service: ServiceContext, call_id: int, now: datetime) -> bool:
    """Make a call of the queue over the net."""
    return call_hook(service, call_id, post_hook, now)


def post_hook(
    request: HookRequest,
    find: Resolve = resolve,
    is_allowed: Callable[[str], bool] = is_public,
    context: ssl.SSLContext | None = None,
    port: int = PORT,
) -> HookAnswer:
    """Send a call; a redirect is an answer like any other, and nothing follows it."""
    parts = urlsplit(request.url)
    host = parts.hostname or ""
    try:
        addresses = find(host)
    except OSError:
        return HookAnswer(0, "the host has no address")
    if not addresses or not all(map(is_allowed, addresses)):
        return HookAnswer(0, "the host is in a network that is not public")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection = _Pinned(host, addresses[0], port, context or ssl.create_default_context())
    try:
        connection.request("POST", target, request.body, dict(request.headers))
        return HookAnswer(connection.getresponse().status)
    except (OSError, http.client.HTTPException) as error:
        return HookAnswer(0, type(error).__name__)
    finally:
        connection.close()
