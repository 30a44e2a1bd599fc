"""`pbem doctor`: what is wrong with an installation, each in a line with its mend."""

from __future__ import annotations

import re
import shutil
import smtplib
import ssl
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import click
import dns.exception
import dns.resolver
import sqlalchemy as sa
from sqlmodel import col

from pbem.cli.dns_records import WantedRecord, is_this_machine, wanted_records
from pbem.cli.output import print_json
from pbem.database import Database, open_database
from pbem.migrations import NoTables, UnfitDatabase, check
from pbem.models import Letter
from pbem.service.due.health import LEAST_FREE_BYTES
from pbem.service.sending.signing import check_key
from pbem.settings import Settings, SettingsError, SmtpOutSettings, config_file, load_settings
from worker.app import why_unreachable

DiagnosisState = Literal["good", "warning", "bad", "unknown"]
PATIENCE = 5.0
"""Seconds that each question to a server or to DNS may take."""
MOST_SKEW = timedelta(seconds=2)
FULL_PERCENT = 90
_SECRET = re.compile(
    r'^\s*\w*(?:password|secret|key)\s*=\s*"[^"/]{8,}"|://[^/@"]*:[^/@"]+@', re.MULTILINE
)
"""A secret in a file of settings; a key that is a path is none."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found about one thing; `mend` says what to do where it is not good."""

    about: str
    state: DiagnosisState
    text: str
    mend: str = ""


@click.command("doctor")
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A TOML file of settings; default: the file PBEM_CONFIG names, else the defaults.",
)
@click.option("--json", "as_json", is_flag=True, help="Tell it as JSON.")
def doctor_command(config: Path | None, as_json: bool) -> None:
    """Look over the whole installation: each finding in a line, with what mends it.

    It asks the database, the broker, the mail server and DNS, and changes nothing. Exit code 1
    where something is bad; a warning, or what could not be found out, leaves it at 0.
    """
    findings = list(examine(config))
    if as_json:
        print_json([asdict(one) for one in findings])
    else:
        for one in findings:
            mend = f" {one.mend}" if one.mend else ""
            click.echo(f"{one.state:8} {one.about:13} {one.text}{mend}")
    sys.exit(any(one.state == "bad" for one in findings))


def examine(config: Path | None) -> Iterator[Diagnosis]:
    """Every finding; where the settings cannot be read there is nothing else to look at."""
    try:
        settings = load_settings(config)
    except SettingsError as error:
        text = "; ".join(str(error).splitlines())
        yield Diagnosis("configuration", "bad", f"{text}.", "Correct that line, then try again.")
        return
    yield from _configuration(settings)
    yield from _permissions(settings, config_file(config))
    database = open_database(settings)
    yield from _database(database)
    yield _broker(settings)
    yield from _relay(settings.mail.smtp_out)
    yield from _dkim_key(settings)
    yield from _dns(settings)
    yield from _disk(database)


def _configuration(settings: Settings) -> Iterator[Diagnosis]:
    about, mail, web = "configuration", settings.mail, settings.web
    yield Diagnosis(about, "good", f"Read; players write to {mail.address}.")
    if not _is_public(mail.domain):
        text = f"No mail from outside reaches {mail.domain}."
        yield Diagnosis(about, "warning", text, "Set [mail] address to one of your own domain.")
    if not web.url:
        mend = "Set [web] url to the address of the pages."
        yield Diagnosis(about, "warning", "Mails have no links to the pages.", mend)
    elif web.url.startswith("http://"):
        mend = "Put a proxy with TLS before them and set [web] url to https://."
        yield Diagnosis(about, "warning", f"The pages at {web.url} are not encrypted.", mend)


def _permissions(settings: Settings, config: Path | None) -> Iterator[Diagnosis]:
    url, key = settings.database.url, settings.mail.dkim.key
    found = [config if config and _SECRET.search(config.read_text()) else None]
    found.append(Path(key) if key else None)
    if settings.database.is_sqlite:
        found.append(Path(url.removeprefix("sqlite:///")))
    open_ones = [path for path in found if path and path.exists() and path.stat().st_mode & 0o007]
    for path in open_ones:
        mend = f"Run: chmod o= {path}"
        yield Diagnosis("permissions", "warning", f"Anybody on this machine can use {path}.", mend)
    if not open_ones:
        yield Diagnosis("permissions", "good", "No file of secrets is open to others.")


def _database(database: Database) -> Iterator[Diagnosis]:
    about, shown = "database", database.shown
    try:
        check(database)
    except NoTables as error:
        yield Diagnosis(about, "bad", f"{error}.")
        return
    except UnfitDatabase as error:
        yield Diagnosis(
            about, "bad", f"{error}.", "Check that it runs and that [database] url is right."
        )
        return
    yield Diagnosis(about, "good", f"{shown} has the tables of this version.")
    yield _clock(database)


def _clock(database: Database) -> Diagnosis:
    """A clock that went back would let deadlines pass twice, or not at all."""
    ours = datetime.now(UTC)
    newest = sa.select(sa.func.max(col(Letter.received_at)))
    with database.read() as session:
        letter: datetime | None = session.scalar(newest)
    skew = abs(database.now() - ours)
    mend = "Let the machine keep its time by NTP."
    if skew > MOST_SKEW:
        text = f"This machine and the database differ by {skew.total_seconds():.0f} s."
        return Diagnosis("clock", "bad", text, mend)
    if letter is not None and letter > ours + MOST_SKEW:
        return Diagnosis(
            "clock", "bad", f"A letter came at {letter:%F %T} UTC, which is in the future.", mend
        )
    return Diagnosis("clock", "good", f"It is {ours:%F %T} UTC.")


def _broker(settings: Settings) -> Diagnosis:
    if settings.broker.is_embedded:
        return Diagnosis("broker", "good", "None is needed: `pbem serve` runs everything.")
    why = why_unreachable(settings.broker.url)
    if why:
        mend = "Check that Redis runs and that [broker] url is right."
        return Diagnosis("broker", "bad", f"Redis does not answer: {why}.", mend)
    return Diagnosis("broker", "good", "Redis answers.")


def _relay(out: SmtpOutSettings) -> Iterator[Diagnosis]:
    """EHLO, TLS and login, as when mail is sent."""
    where = f"{out.host}:{out.port}"
    try:
        with smtplib.SMTP(out.host, out.port, timeout=min(PATIENCE, out.timeout)) as client:
            client.ehlo_or_helo_if_needed()
            yield from _encryption(client, out)
            if out.username:
                client.login(out.username, out.password.get_secret_value())
    except smtplib.SMTPAuthenticationError as error:
        mend = "Set [mail.smtp_out] username and password to those it takes."
        yield Diagnosis("relay", "bad", f"{where} refuses the login ({error.smtp_code}).", mend)
    except ssl.SSLError as error:
        mend = "Set [mail.smtp_out] host to the name in its certificate."
        yield Diagnosis("relay", "bad", f"{where} fails at TLS: {error.reason or error}.", mend)
    except (smtplib.SMTPException, OSError) as error:
        mend = "Check that it runs and that [mail.smtp_out] is right."
        yield Diagnosis("relay", "bad", f"{where} takes no mail: {_one_line(error)}.", mend)
    else:
        done = " and the login" if out.username else ""
        yield Diagnosis("relay", "good", f"{where} takes EHLO{done}; `pbem testmail` sends a mail.")


def _encryption(client: smtplib.SMTP, out: SmtpOutSettings) -> Iterator[Diagnosis]:
    if out.starttls:
        client.starttls(context=ssl.create_default_context())
        client.ehlo()
    elif not is_this_machine(out.host):
        text = f"Mail, and the password with it, goes to {out.host} unencrypted."
        yield Diagnosis("relay", "warning", text, "Set [mail.smtp_out] starttls = true.")


def _dkim_key(settings: Settings) -> Iterator[Diagnosis]:
    if not settings.mail.dkim.key:
        mend = "Give [mail.dkim] a key, unless your mail server signs."
        yield Diagnosis("DKIM", "warning", "Our mail is not signed here.", mend)
        return
    try:
        check_key(settings.mail)
    except SettingsError as error:
        mend = "Make one with: openssl genrsa -out dkim.pem 2048"
        yield Diagnosis("DKIM", "bad", f"{error}.", mend)
        return
    yield Diagnosis("DKIM", "good", f"{settings.mail.dkim.key} can sign.")


def _dns(settings: Settings) -> Iterator[Diagnosis]:
    domain = settings.mail.domain
    if not _is_public(domain):
        yield Diagnosis("DNS", "unknown", f"{domain} is no domain of the Internet.")
        return
    for record in wanted_records(settings.mail):
        try:
            found = _look_up(record.name, record.kind)
        except (dns.exception.DNSException, OSError) as error:
            yield Diagnosis("DNS", "unknown", f"No answer about {domain}: {_one_line(error)}.")
            return
        yield _judged(record, found)


def _judged(record: WantedRecord, found: list[str]) -> Diagnosis:
    """Whether one of those found will do."""
    if any(map(record.fits, found)):
        return Diagnosis("DNS", "good", f"{record.name} has its {record.what} record.")
    state: DiagnosisState = "bad" if record.is_needed else "warning"
    text = f"{record.name} has no {record.what} record that fits."
    return Diagnosis("DNS", state, text, f"Publish: {record.line}")


def _look_up(name: str, kind: str) -> list[str]:
    """The records of a name, each in one line; [] where it has none."""
    try:
        answer = dns.resolver.resolve(name, kind, lifetime=PATIENCE)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    if kind == "MX":
        return [str(one.exchange) for one in answer]
    return [b"".join(one.strings).decode("utf-8", "replace") for one in answer]


def _disk(database: Database) -> Iterator[Diagnosis]:
    if database.file is None:
        yield Diagnosis("disk", "unknown", "Its disk is the database server's.")
        return
    folder = next((path for path in database.file.absolute().parents if path.exists()), Path("/"))
    usage = shutil.disk_usage(folder)
    percent = 100 * usage.used // usage.total
    text = f"The disk of {folder} is {percent} % full; {usage.free:,} bytes are free."
    mend = "Make room: without it letters are put off and nothing is played."
    if usage.free < LEAST_FREE_BYTES:
        yield Diagnosis("disk", "bad", text, mend)
    elif percent > FULL_PERCENT:
        yield Diagnosis("disk", "warning", text, mend)
    else:
        yield Diagnosis("disk", "good", text)


def _is_public(domain: str) -> bool:
    is_reserved = domain.endswith((".example", ".invalid", ".localhost", ".test", ".local"))
    return "." in domain and not is_reserved


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
