"""`pbem init`: five questions, a file of settings, and what has to stand in DNS and in Postfix."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import click
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pbem.cli.doctor import public_half
from pbem.cli.output import InputError, print_json
from pbem.settings import SettingsError, asset_folder, load_settings

LMTP_PORT = 8024
SELECTOR = "pbem"
_EXAMPLE = "play.example.org"
_FILE = """\
# Made by `pbem init`. Every other setting, with its default, is in config/default.toml of pbem.
# Passwords belong into variables, such as PBEM_MAIL__SMTP_OUT__PASSWORD, and not into this file.

[database]
# Where all that pbem knows is kept. `pbem backup` copies it while the service runs.
url = "{database}"

[mail]
# Players write to this address; the address of each seat is made from it.
address = "game@{domain}"

[mail.listener]
# Postfix hands letters in here; the lines for it were printed when this file was made.
protocol = "lmtp"
port = {port}

[mail.smtp_out]
# The server that takes our mail.
host = "{relay_host}"
port = {relay_port}
{starttls}
{dkim}[web]
# How the world reaches the pages; behind a proxy that does TLS. Empty: mails have no links to them.
url = "{web}"
"""
_DKIM = """\
[mail.dkim]
# Our mail is signed with this key. Nobody but pbem may read it.
key = "{key}"
selector = "{selector}"

"""


@dataclass(frozen=True, slots=True)
class NewInstallation:
    """What was asked, or given as options."""

    domain: str
    relay: str
    database: str
    moderator: str
    web: str

    @property
    def relay_host(self) -> str:
        return self.relay.partition(":")[0]

    @property
    def relay_port(self) -> int:
        port = self.relay.partition(":")[2] or "25"
        if not port.isdigit() or int(port) > 65535:
            raise InputError(f"--relay {self.relay!r} is no HOST:PORT, such as 127.0.0.1:25")
        return int(port)


@dataclass(frozen=True, slots=True)
class DnsRecord:
    """A record to be published."""

    name: str
    type: str
    value: str


@click.command("init")
@click.option("--domain", help="The domain that players write to.")
@click.option("--relay", help="The mail server that takes our mail, as HOST:PORT.")
@click.option("--database", help="sqlite:///FILE, or postgresql://HOST/NAME.")
@click.option("--moderator", help="The mail address of the first moderator; - for none.")
@click.option("--web", help="Where the pages are reached, as https://HOST; - for nowhere.")
@click.option(
    "--file",
    "path",
    default="pbem.toml",
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of settings to write; the DKIM key is written beside it.",
)
@click.option("--dkim/--no-dkim", default=True, help="Make a key that signs our mail.")
@click.option("--force", is_flag=True, help="Replace a file that is there already.")
@click.option("--yes", is_flag=True, help="Ask nothing: take the defaults for what is not given.")
@click.option("--json", "as_json", is_flag=True, help="Ask nothing, and print one JSON object.")
def init_command(
    path: Path, dkim: bool, force: bool, yes: bool, as_json: bool, **given: str | None
) -> None:
    """Set pbem up: five questions, a file of settings, lines for DNS and Postfix.

    Each question can be answered by an option. Printed are the records that DNS should have for
    the domain, the lines for Postfix, and what to do next. Nothing is sent anywhere, and no file is
    replaced unless you say --force.
    """
    wanted = _answers(given, asks=not (yes or as_json))
    key = path.with_name("dkim.pem")
    for there in (path, key) if dkim else (path,):
        if there.exists() and not force:
            raise InputError(f"{there} is there already; --force replaces it")
    if dkim:
        _write(key, _new_key())
    _write(path, _settings_text(wanted, key.absolute() if dkim else None))
    records = _records(wanted, key if dkim else None)
    told = {
        "config": str(path),
        "dkim_key": str(key) if dkim else None,
        "records": [asdict(record) for record in records],
        "postfix": _postfix(wanted),
        "next": _next(wanted, path),
    }
    _check(path)
    if as_json:
        print_json(told)
    else:
        _tell(told, records)


_QUESTIONS = {
    "domain": ("The domain that players write to", "localhost"),
    "relay": ("The mail server that takes our mail, HOST:PORT", "127.0.0.1:25"),
    "database": ("The database, sqlite:///FILE or postgresql://HOST/NAME", "sqlite:///var/pbem.db"),
    "moderator": ("The mail address of the first moderator, - for none", "-"),
    "web": ("Where the pages are reached, https://HOST, - for nowhere", "-"),
}


def _answers(given: Mapping[str, str | None], *, asks: bool) -> NewInstallation:
    """What is given, and for the rest what is answered, or the default."""
    found: dict[str, str] = {}
    for name, (question, default) in _QUESTIONS.items():
        value = given[name]
        if value is None:
            value = click.prompt(question, default=default) if asks else default
        found[name] = "" if value.strip() == "-" else value.strip()
        if not found[name].isprintable() or '"' in found[name] or "\\" in found[name]:
            raise InputError(f"--{name} {value!r} has a letter that cannot stand in it")
    return NewInstallation(**found)


def _settings_text(wanted: NewInstallation, key: Path | None) -> str:
    is_here = wanted.relay_host in ("localhost", "127.0.0.1", "::1")
    values = {
        "database": wanted.database,
        "domain": wanted.domain,
        "port": LMTP_PORT,
        "relay_host": wanted.relay_host,
        "relay_port": wanted.relay_port,
        "starttls": "" if is_here else "starttls = true\n",
        "web": wanted.web,
        "dkim": _DKIM.format(key=key, selector=SELECTOR) if key else "",
    }
    return _FILE.format(**values)


def _check(path: Path) -> None:
    """Whatever is wrong with an answer is told, and the file is gone."""
    try:
        load_settings(path)
    except SettingsError as error:
        path.unlink()
        raise InputError(str(error)) from None


def _write(path: Path, text: str) -> None:
    """For its owner alone: it is, or names, a secret."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None


def _new_key() -> str:
    private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    kind = PrivateFormat.TraditionalOpenSSL
    return private.private_bytes(Encoding.PEM, kind, NoEncryption()).decode()


def _records(wanted: NewInstallation, key: Path | None) -> list[DnsRecord]:
    """What mail servers elsewhere look for."""
    domain, reports = wanted.domain, f"postmaster@{wanted.domain}"
    found = [
        DnsRecord(f"{domain}.", "MX", f"10 mail.{domain}."),
        DnsRecord(f"{domain}.", "TXT", '"v=spf1 mx -all"'),
        DnsRecord(f"_dmarc.{domain}.", "TXT", f'"v=DMARC1; p=none; rua=mailto:{reports}"'),
    ]
    if key is not None:
        value = f'"v=DKIM1; k=rsa; p={public_half(key)}"'
        found.append(DnsRecord(f"{SELECTOR}._domainkey.{domain}.", "TXT", value))
    return found


def _postfix(wanted: NewInstallation) -> list[str]:
    """The lines for main.cf of a domain that is ours alone, as they are tried with Postfix."""
    text = (asset_folder("config") / "postfix" / "own-domain.cf").read_text(encoding="utf-8")
    lines = (line for line in text.replace(_EXAMPLE, wanted.domain).splitlines())
    return [line for line in lines if line.strip() and not line.startswith("#")]


def _next(wanted: NewInstallation, path: Path) -> list[str]:
    moderator = f" --moderator {wanted.moderator}" if wanted.moderator else ""
    return [
        f"export PBEM_CONFIG={path.absolute()}",
        "pbem migrate",
        "pbem doctor",
        "pbem serve",
        "pbem new Fnord-7 --player ann=ann@example.org --player bob=bob@example.org" + moderator,
    ]


def _tell(told: Mapping[str, object], records: list[DnsRecord]) -> None:
    click.echo(f"Written: {told['config']}" + (f" and {told['dkim_key']}" * bool(told["dkim_key"])))
    click.echo("\nRecords for DNS; mail. stands for the machine that your mail leaves from:")
    for record in records:
        click.echo(f"  {record.name}  {record.type}  {record.value}")
    for heading, key in (("Lines for Postfix, in main.cf:", "postfix"), ("Next:", "next")):
        lines = told[key]
        assert isinstance(lines, list)
        click.echo(f"\n{heading}\n" + "\n".join(f"  {line}" for line in lines))
