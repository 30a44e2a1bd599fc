"""Serving a WSGI application from threads of this process, with a clean stop."""

import socket
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from waitress import create_server, wasyncore

from pbem.background import Background
from pbem.web.rate import client_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


def _proxy_options(trusted_proxy: str) -> dict[str, Any]:
    """Who is believed about the client behind it; nobody else's word about that is read."""
    if not trusted_proxy:
        return {}
    names = {"x-forwarded-for", "x-forwarded-proto"}
    return {"trusted_proxy": trusted_proxy, "trusted_proxy_headers": names}


MOST_OF_PEER = 24
"""Connections of one peer that wait for something at once; a browser opens six."""
MOST_CONNECTIONS = 400
MOST_HEADER_BYTES = 32 * 1024
PATIENCE = 30.0
"""Seconds within which a request must have come whole, and an answer be taken."""
_LEFT_FREE = 10


class _Room:
    """Room for new connections: those that have waited longest for their client are closed.

    waitress counts the seconds since the last byte, so that a byte now and then holds a connection
    for ever, and 100 such hold the server. A connection whose request is being served never goes.
    """

    def __init__(self, connections: int, patience: float, trusted_proxy: str) -> None:
        self._connections, self._patience = connections, patience
        self._trusted_proxy = trusted_proxy
        self._since: dict[Any, float] = {}

    def make(self, channels: list[Any], now: float) -> None:
        """Close what has waited too long, or is too much for one peer or for the server."""
        since = {one: self._since.get(one, now) for one in channels if not one.requests}
        self._since = since
        waiting = sorted(since, key=lambda one: since[one])
        too_many = len(channels) - (self._connections - _LEFT_FREE)
        chosen = [*waiting[: max(0, too_many)], *self._of_greedy_peers(waiting)]
        chosen += [one for one in waiting if now - since[one] > self._patience]
        for one in chosen:
            one.will_close = True

    def _of_greedy_peers(self, waiting: list[Any]) -> list[Any]:
        """Of each peer but the proxy those beyond its share, the longest waiting ones."""
        of_peer: dict[str, list[Any]] = {}
        for one in waiting:
            peer = str(one.addr[0])
            if peer != self._trusted_proxy:
                of_peer.setdefault(client_of(peer), []).append(one)
        return [one for own in of_peer.values() for one in own[: max(0, len(own) - MOST_OF_PEER)]]


@dataclass(frozen=True, slots=True)
class WebLimits:
    """What a web server takes on; `patience` in seconds for a whole request."""

    threads: int = 4
    body_bytes: int = 1_048_576
    connections: int = MOST_CONNECTIONS
    patience: float = PATIENCE


_USUAL = WebLimits()


class WebServer(Background):
    """Listens on `host` and `port` (0: any free one) from the moment it is made.

    The address of a client behind `trusted_proxy` is the last one that proxy has put into
    X-Forwarded-For. waitress knows no stop but the end of the process, so its loop is turned here.
    """

    def __init__(
        self,
        app: "WSGIApplication",
        host: str,
        port: int,
        trusted_proxy: str = "",
        limits: WebLimits = _USUAL,
    ) -> None:
        super().__init__("web")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family)
        self.port: int = listening.getsockname()[1]
        self._map: dict[int, Any] = {}
        self._room = _Room(limits.connections, limits.patience, trusted_proxy)
        self._server = create_server(
            app,
            map=self._map,
            sockets=[listening],
            threads=limits.threads,
            max_request_body_size=limits.body_bytes,
            max_request_header_size=MOST_HEADER_BYTES,
            connection_limit=limits.connections,
            ident=None,
            **_proxy_options(trusted_proxy),
        )

    def run(self) -> None:
        """Serve in this thread until `stop` is called from another."""
        while not self._stopping.is_set():
            # Not by select, which knows no descriptor above 1023.
            wasyncore.loop(timeout=1.0, map=self._map, count=1, use_poll=True)
            self._room.make(list(self._server.active_channels.values()), time.monotonic())
        self._close()

    def stop(self, timeout: float = 10.0) -> None:
        """Close the port and return; requests under way get a few seconds."""
        self._stopping.set()
        self._server.pull_trigger()
        super().stop(timeout)
        if self._thread.ident is None:
            self._close()

    def _close(self) -> None:
        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._map)
