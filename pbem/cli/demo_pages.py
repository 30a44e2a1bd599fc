"""The pages of a demo's game, kept up until somebody has seen enough."""

from __future__ import annotations

import socket

import click

from pbem.cli.serve import until_signalled
from pbem.cli.server_parts import make_web
from pbem.database import open_database
from pbem.service.context import ServiceContext
from pbem.settings import Settings, WebSettings

HOST = "127.0.0.1"


def page_of(game: str, port: int) -> str:
    """Where anybody may look at a game."""
    return f"http://{HOST}:{port}/game/{game}"


def keep_up(settings: Settings, game: str) -> None:
    """Serve the pages of a game that is over until SIGINT or SIGTERM."""
    stopping = until_signalled()
    database = open_database(settings)
    web = WebSettings(port=free_port())
    shown = settings.model_copy(update={"web": web})
    server = make_web(ServiceContext(database, shown, database.now))
    server.start()
    click.echo(f"\nIts page is up until you press Ctrl+C: {page_of(game, server.port)}")
    try:
        stopping.wait()
    finally:
        server.stop()
        database.close()


def free_port() -> int:
    """The usual port of the pages where it is free, else any."""
    usual = WebSettings().port
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return usual if tried.connect_ex((HOST, usual)) else 0
