"""Clients that hold connections to the web server and say next to nothing: others are answered."""

from __future__ import annotations

import contextlib
import http.client
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from pbem.web.server import WebLimits, WebServer

pytestmark = pytest.mark.long

MANY = 150
"""More connections than one peer may have, and than waitress would take on its own."""
Serve = Callable[..., WebServer]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers of a page each, with whatever is given to them, and stops them."""
    with contextlib.ExitStack() as stack:

        def start(trusted_proxy: str = "", **more: Any) -> WebServer:
            app = Flask(__name__)
            app.add_url_rule("/", "page", lambda: "here", methods=["GET", "POST"])
            server = WebServer(app, "127.0.0.1", 0, trusted_proxy, WebLimits(**more))
            server.start()
            stack.callback(server.stop)
            return server

        yield start


@pytest.fixture
def slow() -> Iterator[Callable[..., list[socket.socket]]]:
    """Opens connections that begin a request and never end it."""
    with contextlib.ExitStack() as stack:

        def begin(server: WebServer, many: int, peer: str = "127.0.0.1") -> list[socket.socket]:
            found = []
            for _ in range(many):
                client = socket.create_connection(
                    ("127.0.0.1", server.port), timeout=10, source_address=(peer, 0)
                )
                stack.enter_context(client)
                client.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n")
                found.append(client)
            return found

        yield begin


def answered(server: WebServer, peer: str = "127.0.0.1") -> bool:
    """Whether somebody who asks for the page has it soon."""
    client = http.client.HTTPConnection(
        "127.0.0.1", server.port, timeout=10, source_address=(peer, 0)
    )
    with contextlib.closing(client):
        client.request("GET", "/")
        return client.getresponse().read() == b"here"


def is_closed(client: socket.socket) -> bool:
    """Whether the server has closed a connection; it is waited for."""
    with contextlib.suppress(ConnectionResetError):
        return client.recv(100) == b""
    return True


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.0.0.2"])
def test_slow_connections_of_one_peer_block_nobody(
    serve: Serve, slow: Callable[..., list[socket.socket]], peer: str
) -> None:
    server = serve()
    clients = slow(server, MANY)
    assert answered(server, peer)
    assert is_closed(clients[0]), "the one that has waited longest makes room"


def test_slow_connections_of_many_peers_make_room_as_well(
    serve: Serve, slow: Callable[..., list[socket.socket]]
) -> None:
    server = serve(connections=40)
    for number in range(2, 10):
        slow(server, 10, f"127.0.0.{number}")
    assert answered(server, "127.0.0.99")


def test_a_proxy_may_have_more_connections_than_one_client(
    serve: Serve, slow: Callable[..., list[socket.socket]]
) -> None:
    server = serve(trusted_proxy="127.0.0.1")
    clients = slow(server, 60)
    assert answered(server)
    for client in clients:
        client.sendall(b"\r\n123456789")
        assert client.recv(100).startswith(b"HTTP/1.1 200")


def test_a_request_must_come_whole_within_a_time(
    serve: Serve, slow: Callable[..., list[socket.socket]]
) -> None:
    server = serve(patience=0.5)
    (client,) = slow(server, 1)
    began = time.monotonic()
    with contextlib.suppress(OSError):
        while time.monotonic() < began + 10:
            client.sendall(b"X")
            time.sleep(0.1)
    assert time.monotonic() < began + 8, "a byte now and then keeps it open for ever"


def test_whoever_is_served_is_never_put_out(serve: Serve) -> None:
    server = serve(patience=0.5)
    client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    with contextlib.closing(client):
        for _ in range(4):
            client.request("GET", "/")
            assert client.getresponse().read() == b"here"
            time.sleep(0.2)


def test_endless_headers_are_refused(serve: Serve) -> None:
    server = serve()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        client.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * 40_000)
        assert b" 431 " in client.recv(100)
