"""`pbem serve` and the parts of a cluster: web, listen, worker, sweeper."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from types import FrameType
from typing import Protocol

import click

from pbem.cli.output import InputError
from pbem.cli.server_parts import make_listener, make_sweeper, make_web
from pbem.cli.serving import AllInOneServer
from pbem.cli.settling import with_settings
from pbem.database import open_database
from pbem.log import get_logger
from pbem.migrations import check
from pbem.service.context import ServiceContext, minimal_context
from pbem.settings import Settings, SettingsError
from pbem.startup import freeze_loaded_objects
from worker.app import create_celery, why_unreachable
from worker.hints import Hints
from worker.main import worker_app

log = get_logger(__name__)


class ServicePart(Protocol):
    """Something that runs in threads of its own."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


def until_signalled() -> threading.Event:
    """An event that SIGTERM and SIGINT set."""
    stopping = threading.Event()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        stopping.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    return stopping


def _refuse_embedded(settings: Settings, command: str) -> None:
    """InputError unless this can be a part of a cluster: with a broker, and that one there."""
    if settings.broker.is_embedded:
        raise InputError(
            f"`pbem {command}` is a part of a cluster and needs a broker: set broker.url to "
            "redis://HOST:PORT/DB, or run everything in one process with `pbem serve`"
        )
    why = why_unreachable(settings.broker.url)
    if why:
        raise InputError(f"`pbem {command}` cannot start: the broker cannot be reached: {why}")


def _refuse_taken(*wanted: tuple[str, int, str]) -> None:
    """InputError where a port is taken, before anything has started that must be stopped."""
    for host, port, key in wanted:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            socket.create_server((host, port), family=family).close()
        except OSError as error:
            why = error.strerror or str(error)
            raise InputError(f"cannot listen on {host}:{port} ({key}): {why}") from None


@click.command("serve")
@with_settings
def serve_command(settings: Settings) -> None:
    """Run everything: web, listener, worker threads, sweeper.

    Letters come in by SMTP or LMTP on [mail.listener], and from the mailbox of [mail.imap] if one
    is configured; mail goes out through [mail.smtp_out],
    the pages are on [web]. With the defaults nothing else has to be installed: the database is
    the file var/pbem.db. Stops cleanly on SIGTERM; may be killed at any moment, nothing is lost.
    """
    mail, web = settings.mail, settings.web
    _refuse_taken(
        (mail.listener.host, mail.listener.port, "mail.listener"), (web.host, web.port, "web")
    )
    stopping = until_signalled()
    try:
        server = AllInOneServer(settings)
        server.start()
        freeze_loaded_objects()
    except SettingsError as error:
        raise InputError(str(error)) from None
    except OSError as error:
        raise InputError(f"cannot serve: {error.strerror or error}") from error
    click.echo(
        f"pbem serves: letters on {mail.listener.host}:{server.listener.port} "
        f"({mail.listener.protocol}), pages on http://{web.host}:{server.web.port}/",
        err=True,
    )
    try:
        server.wait(stopping)
    finally:
        server.stop()
    _leave()


def _leave() -> None:
    """End now, though a thread may still be at work: whatever it leaves is found again."""
    others = (thread for thread in threading.enumerate() if thread is not threading.main_thread())
    if any(not thread.daemon for thread in others):
        log.warning("stopped in the middle of something; it is done again at the next start")
        logging.shutdown()
        os._exit(0)


def cluster_context(settings: Settings) -> tuple[ServiceContext, Hints]:
    """The surroundings of a cluster's part, whose workers are told by the broker."""
    hints = Hints(create_celery(settings, "publish"))
    database = open_database(settings, hints)
    check(database)
    return ServiceContext(database, settings, database.now), hints


def run_part(part: ServicePart, **where: object) -> None:
    """Run a part until SIGTERM or SIGINT; the log says that it runs, and `where`."""
    stopping = until_signalled()
    part.start()
    freeze_loaded_objects()
    log.info("started", part=type(part).__name__.lower(), **where)
    try:
        stopping.wait()
    finally:
        part.stop()


@click.command("web")
@with_settings
def web_command(settings: Settings) -> None:
    """Cluster: the pages and the inbound webhook alone."""
    _refuse_taken((settings.web.host, settings.web.port, "web"))
    _refuse_embedded(settings, "web")
    part = make_web(cluster_context(settings)[0])
    run_part(part, host=settings.web.host, port=part.port)


@click.command("listen")
@with_settings
def listen_command(settings: Settings) -> None:
    """Cluster: the SMTP or LMTP listener alone."""
    where = settings.mail.listener
    _refuse_taken((where.host, where.port, "mail.listener"))
    _refuse_embedded(settings, "listen")
    part = make_listener(cluster_context(settings)[0])
    run_part(part, host=where.host, port=where.port, protocol=where.protocol)


@click.command("sweeper")
@with_settings
def sweeper_command(settings: Settings) -> None:
    """Cluster: look for due games and missed letters; run two or more, in any place."""
    _refuse_embedded(settings, "sweeper")
    service, hints = cluster_context(settings)
    run_part(make_sweeper(service, hints))


@click.command("worker")
@click.option("--processes", type=click.IntRange(1, 64), default=2, show_default=True)
@with_settings
def worker_command(settings: Settings, processes: int) -> None:
    """Cluster: a Celery worker that reads letters, plays turns and sends mail."""
    _refuse_embedded(settings, "worker")
    check(minimal_context(settings).database)
    # Celery's, such as the one about being root, would be lines that are no JSON.
    logging.captureWarnings(True)
    app = worker_app(settings)
    freeze_loaded_objects()
    # Its banner is no line of a log.
    app.worker_main(["--quiet", "worker", f"--concurrency={processes}", "--loglevel=WARNING"])
