"""The parts of the service, each made from the settings: listener, poller, web, sweeper."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import partial

from pbem.service.arriving.collecting import collect
from pbem.service.arriving.intake import accept, is_postmaster, knows
from pbem.service.context import ServiceContext
from pbem.service.due.alerts import alert_operator
from pbem.service.mailing.limiting import Peers, must_wait_an_hour
from pbem.transports.imap import Poller
from pbem.transports.listener import Listener, SmtpSession
from pbem.web.app import create_app
from pbem.web.inbound_providers import body_limit
from pbem.web.server import WebLimits, WebServer
from worker.hints import Hints
from worker.sweeper import Sweeper


def make_listener(service: ServiceContext) -> Listener:
    """The SMTP or LMTP listener of the settings, storing into the service's database."""

    def store(raw: bytes, rcpt: str, mail_from: str) -> None:
        accept(service, raw, rcpt, mail_from)

    def is_known(rcpt: str) -> bool:
        return knows(service, rcpt) or is_postmaster(service, rcpt)

    def must_wait(rcpt: str, peer: str) -> bool:
        return must_wait_an_hour(service, rcpt, peer, peers)

    where, peers = service.settings.mail.listener, Peers()
    session = SmtpSession(store, is_known, must_wait)
    return Listener(where, session, service.settings.mail.domain)


def make_poller(service: ServiceContext) -> Poller:
    """What fetches letters from the mailbox of the settings."""

    def take(raw: bytes) -> bool:
        return bool(collect(service, raw))

    mail = service.settings.mail
    return Poller(mail.imap, take, most_bytes=mail.max_letter_bytes)


def make_web(service: ServiceContext) -> WebServer:
    """The web server of the settings."""

    def take(raw: bytes, rcpt: str, mail_from: str, verdicts: Mapping[str, str]) -> int:
        return accept(service, raw, rcpt, mail_from, verdicts)

    def is_known(rcpt: str) -> bool:
        return knows(service, rcpt)

    settings = service.settings
    app = create_app(service, take, is_known)
    limits = WebLimits(body_bytes=body_limit(settings.mail))
    web = settings.web
    return WebServer(app, web.host, web.port, web.trusted_proxy, limits)


def make_sweeper(service: ServiceContext, publish: Hints) -> Sweeper:
    """The sweeper of the settings."""
    clock = service.settings.clock
    sweeper = Sweeper(
        service.database,
        publish,
        interval=clock.sweep_seconds,
        grace=timedelta(seconds=clock.grace_seconds),
    )
    sweeper.on_beat = partial(alert_operator, service)
    sweeper.behind = publish.behind
    return sweeper
