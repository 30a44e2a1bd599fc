"""`pbem alive`: whether a part of the service on this machine does its work, for health checks."""

from __future__ import annotations

import socket
from urllib.error import URLError
from urllib.request import urlopen

import click

from pbem.cli.settling import with_settings
from pbem.settings import Settings

PATIENCE = 5.0
"""Seconds that a part has to answer."""
EVERYWHERE = ("0.0.0.0", "::", "")


@click.command("alive")
@click.argument("part", type=click.Choice(["serve", "listen", "web", "worker", "sweeper"]))
@with_settings
def alive_command(settings: Settings, part: str) -> None:
    """Say whether PART works on this machine; exit code 1 if it does not.

    The listener is asked for its greeting, the web for its page /health; a worker or a sweeper has
    given a sign of life within a minute. It is for health checks of containers and monitors.
    """
    why = _why_not(settings, part)
    if why:
        raise click.ClickException(f"{part}: {why}")
    click.echo(f"{part}: alive")


def _why_not(settings: Settings, part: str) -> str:
    """What is wrong with it; "" where nothing is."""
    if part == "listen":
        return _no_greeting(settings)
    if part == "web":
        return _no_page(settings)
    if part == "serve":
        return _no_greeting(settings) or _no_page(settings) or _no_beat(settings, "sweeper")
    return _no_beat(settings, part)


def _no_greeting(settings: Settings) -> str:
    where = settings.mail.listener
    host = "127.0.0.1" if where.host in EVERYWHERE else where.host
    try:
        with socket.create_connection((host, where.port), PATIENCE) as connection:
            greeting = connection.recv(100)
    except OSError as error:
        return f"nobody listens on {host}:{where.port}: {error}"
    return "" if greeting.startswith(b"220") else f"{host}:{where.port} greets with {greeting!r}"


def _no_page(settings: Settings) -> str:
    web = settings.web
    host = "127.0.0.1" if web.host in EVERYWHERE else web.host
    url = f"http://{f'[{host}]' if ':' in host else host}:{web.port}/health"
    try:
        with urlopen(url, timeout=PATIENCE) as answer:
            return "" if answer.status == 200 else f"{url} answers {answer.status}"
    except (URLError, OSError) as error:
        return f"{url} does not answer: {error}"


def _no_beat(settings: Settings, part: str) -> str:
    from pbem.cli.contexts import reading_context
    from pbem.service.due.heartbeats import ALIVE_FOR, last_heartbeats

    service, host = reading_context(settings), socket.gethostname()
    with service.database.read() as session:
        own = [one for one in last_heartbeats(session) if (one.part, one.host) == (part, host)]
    last = max((one.at for one in own), default=None)
    if last is None:
        return f"no sign of life from {host} within a day"
    since = service.clock() - last
    return "" if since < ALIVE_FOR else f"no sign of life for {int(since.total_seconds())} seconds"
