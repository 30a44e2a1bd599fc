"""Serving a WSGI application from threads of this process, with a clean stop."""

import socket
from typing import TYPE_CHECKING, Any

from waitress import create_server, wasyncore

from pbem.background import Background

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


def _proxy_options(trusted_proxy: str) -> dict[str, Any]:
    """Who is believed about the client behind it; nobody else's word about that is read."""
    if not trusted_proxy:
        return {}
    names = {"x-forwarded-for", "x-forwarded-proto"}
    return {"trusted_proxy": trusted_proxy, "trusted_proxy_headers": names}


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
        *,
        threads: int = 4,
        max_body_bytes: int = 1_048_576,
        trusted_proxy: str = "",
    ) -> None:
        super().__init__("web")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family)
        self.port: int = listening.getsockname()[1]
        self._map: dict[int, Any] = {}
        self._server = create_server(
            app,
            map=self._map,
            sockets=[listening],
            threads=threads,
            max_request_body_size=max_body_bytes,
            ident=None,
            **_proxy_options(trusted_proxy),
        )

    def run(self) -> None:
        """Serve in this thread until `stop` is called from another."""
        while not self._stopping.is_set():
            wasyncore.loop(timeout=1.0, map=self._map, count=1)
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
