"""`pbem init`: five questions, a file of settings, and what has to stand in DNS and in Postfix."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import click
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pbem.cli.dns_records import WantedRecord, is_this_machine, public_half, wanted_records
from pbem.cli.output import InputError, print_json
from pbem.mail.address import is_address
from pbem.settings import MailSettings, asset_folder, public_url, with_driver

NONE = "-"
"""The answer that leaves something out."""
MOST_STRING = 255
"""Characters of one string in DNS; a longer text is several strings."""
LMTP_PORT = 8024
"""Where Postfix hands letters in, as its lines say."""
_DOMAIN = re.compile(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}")
_RELAY = re.compile(r"(?:(?P<user>\S+)@)?(?P<host>[A-Za-z0-9.-]+)(?::(?P<port>[0-9]{1,5}))?")
_LINE = re.compile(r'(?P<key>\w+) = (?P<value>"[^"]*"|[^\s#]+)(?P<rest>.*)')
_HEAD = """\
# The settings of {domain}, written by `pbem init`: every setting there is, each with what it does.
# What you leave out is as in config/default.toml. A variable wins over this file: [mail] address is
# PBEM_MAIL__ADDRESS. Secrets are better variables than lines here. A misspelt key is an error.
"""


def _domain(text: str) -> str:
    found = text.strip().rstrip(".").lower()
    if found != "localhost" and not _DOMAIN.fullmatch(found):
        raise click.BadParameter(f"{text!r} is not a domain. Write one such as play.example.org.")
    return found


def _relay(text: str) -> str:
    fields = _RELAY.fullmatch(text.strip())
    if fields is None or not 0 < int(fields["port"] or 25) < 65536:
        raise click.BadParameter(
            f"{text!r} is not a mail server. Write HOST:PORT, or USER@HOST:PORT where it wants a "
            "login, such as 127.0.0.1:25 or game@smtp.example.net:587."
        )
    if fields["port"] == "465":
        raise click.BadParameter("Port 465 is not supported. Take port 587, which begins plain.")
    return text.strip()


def _database(text: str) -> str:
    try:
        with_driver(text.strip())
    except ValueError as error:
        raise click.BadParameter(f"The database {error}.") from None
    return text.strip()


def _moderator(text: str) -> str:
    if text.strip() in ("", NONE):
        return ""
    if not is_address(text.strip()):
        raise click.BadParameter(
            f"{text!r} is not a mail address. Write it alone, such as eve@example.org."
        )
    return text.strip()


def _web(text: str) -> str:
    try:
        return public_url("" if text.strip() == NONE else text.strip())
    except ValueError as error:
        raise click.BadParameter(f"The address of the pages {error}.") from None


@dataclass(frozen=True, slots=True)
class SetupQuestion:
    """What is asked, what is taken where nothing is said, and how it is read."""

    asks: str
    default: str
    read: Callable[[str], str]


_QUESTIONS = {
    "domain": SetupQuestion("The domain that players write to", "localhost", _domain),
    "relay": SetupQuestion(
        "The mail server that takes our mail, [USER@]HOST:PORT", "127.0.0.1:25", _relay
    ),
    "database": SetupQuestion(
        "The database, sqlite:///FILE or postgresql://HOST/NAME",
        "sqlite:///var/pbem.db",
        _database,
    ),
    "moderator": SetupQuestion(
        "The mail address of the first moderator, - for none", NONE, _moderator
    ),
    "web": SetupQuestion("Where the pages are reached, https://HOST, - for nowhere", NONE, _web),
}


@click.command("init")
@click.option("--domain", help="The domain that players write to.")
@click.option("--relay", help="The mail server that takes our mail, as [USER@]HOST:PORT.")
@click.option("--database", help="sqlite:///FILE, or postgresql://HOST/NAME.")
@click.option("--moderator", help="The mail address of the first moderator; - for none.")
@click.option("--web", help="Where the pages are reached, as https://HOST; - for nowhere.")
@click.option(
    "--file",
    "path",
    default="pbem.toml",
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of settings to write; the DKIM key is beside it.",
)
@click.option(
    "--dkim/--no-dkim", default=True, help="Sign our mail, with the key that is there or a new one."
)
@click.option("--force", is_flag=True, help="Replace a file of settings that is there already.")
@click.option("--yes", is_flag=True, help="Ask nothing: take the defaults for what is not given.")
@click.option("--json", "as_json", is_flag=True, help="Ask nothing, and print one JSON object.")
def init_command(
    path: Path, dkim: bool, force: bool, yes: bool, as_json: bool, **given: str | None
) -> None:
    """Set up pbem: five questions, a file of settings, lines for DNS and Postfix.

    Each question can be answered by an option. Printed are the records that DNS should have for
    the domain, the lines for Postfix, and what to do next. Nothing is sent anywhere. A file of
    settings is replaced only if you say --force, and a DKIM key never: DNS knows it.
    """
    if path.exists() and not force:
        raise InputError(f"{path} is there already; --force replaces it")
    answers = _answers(given, asks=not (yes or as_json))
    key = path.with_name("dkim.pem").absolute() if dkim else None
    if key is not None:
        _make_key(key)
    text = _filled_in(answers, key)
    _write(path, text.encode(), replace=force)
    mail = MailSettings(**tomllib.loads(text)["mail"])
    records = list(wanted_records(mail, answers["moderator"]))
    result = {
        "config": str(path),
        "dkim_key": str(key) if key else None,
        "records": [
            {"name": f"{one.name}.", "type": one.kind, "value": _value(one)} for one in records
        ],
        "postfix": _postfix(answers["domain"]),
        "next": _next(path, answers),
    }
    if as_json:
        print_json(result)
    else:
        _print_result(result, records)


def _answers(given: Mapping[str, str | None], *, asks: bool) -> dict[str, str]:
    """What is given, and for the rest what is answered, or the default."""
    found: dict[str, str] = {}
    for name, question in _QUESTIONS.items():
        default, answer = question.default, given[name]
        if name == "web" and found["domain"] != "localhost":
            default = f"https://{found['domain']}"
        if answer is None and asks:
            found[name] = click.prompt(
                question.asks, default=default, value_proc=question.read, err=True
            )
        else:
            found[name] = question.read(default if answer is None else answer)
    return found


def _filled_in(answers: Mapping[str, str], key: Path | None) -> str:
    """The file of all settings and their comments, with what the answers come to."""
    wanted = _settings(answers, key)
    _, _, body = (
        asset_folder("config").joinpath("default.toml").read_text("utf-8").partition("\n\n")
    )
    section, lines = "", []
    for line in body.splitlines():
        section = line.strip("[]") if line.startswith("[") else section
        found = _LINE.fullmatch(line)
        if found and (value := wanted.get(f"{section}.{found['key']}")) is not None:
            line = f"{found['key']} = {json.dumps(value)}{found['rest']}"
        lines.append(line)
    return "\n".join([_HEAD.format(domain=answers["domain"]), *lines, ""])


def _settings(answers: Mapping[str, str], key: Path | None) -> dict[str, str | int | bool]:
    relay = _RELAY.fullmatch(answers["relay"])
    assert relay is not None
    is_here = is_this_machine(relay["host"])
    return {
        "database.url": answers["database"],
        "mail.address": f"game@{answers['domain']}",
        "mail.listener.protocol": "lmtp",
        "mail.listener.port": LMTP_PORT,
        "mail.smtp_out.host": relay["host"],
        "mail.smtp_out.port": int(relay["port"] or (25 if is_here else 587)),
        "mail.smtp_out.username": relay["user"] or "",
        "mail.smtp_out.starttls": not is_here,
        "mail.dkim.key": str(key or ""),
        "web.url": answers["web"],
    }


def _make_key(path: Path) -> None:
    """A key that signs our mail, unless one is there; it is never replaced: DNS knows it."""
    if not path.exists():
        made = rsa.generate_private_key(65537, 2048)
        pem = made.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
        _write(path, pem)
    elif not public_half(path):
        raise InputError(
            f"{path} is not an RSA key that can be read: move it away, and a new one is made"
        )


def _write(path: Path, data: bytes, replace: bool = False) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if replace:
            path.unlink(missing_ok=True)
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
            out.write(data)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from None


def _value(record: WantedRecord) -> str:
    """A record's value as a zone file takes it: long texts in pieces."""
    if len(record.example) <= MOST_STRING:
        return record.example
    text = record.example.strip('"')
    pieces = [text[at : at + MOST_STRING] for at in range(0, len(text), MOST_STRING)]
    return " ".join(f'"{piece}"' for piece in pieces)


def _postfix(domain: str) -> list[str]:
    """The lines for main.cf of a domain that is ours alone, as they are tried with Postfix."""
    text = asset_folder("config").joinpath("postfix", "own-domain.cf").read_text("utf-8")
    lines = text.replace("play.example.org", domain).splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def _next(path: Path, answers: Mapping[str, str]) -> list[str]:
    """What is left to do, as commands."""
    relay = _RELAY.fullmatch(answers["relay"])
    login = ["export PBEM_MAIL__SMTP_OUT__PASSWORD=..."] if relay and relay["user"] else []
    moderator = f" --moderator {answers['moderator']}" if answers["moderator"] else ""
    return [
        f"export PBEM_CONFIG={path.absolute()}",
        *login,
        "pbem migrate",
        "pbem doctor",
        "pbem serve",
        "pbem new Fnord-7 --player ann=ann@example.org --player bob=bob@example.org" + moderator,
    ]


def _print_result(result: Mapping[str, object], records: Iterable[WantedRecord]) -> None:
    click.echo(f"Written: {result['config']}")
    if result["dkim_key"]:
        click.echo(f"The key that signs our mail: {result['dkim_key']}")
    click.echo("\nRecords for DNS; mail. stands for the machine that your mail leaves from:")
    for record in records:
        click.echo(f"  {record.name}.  {record.kind}  {_value(record)}")
    for heading, key in (("Lines for Postfix, in main.cf:", "postfix"), ("Next:", "next")):
        lines = result[key]
        assert isinstance(lines, list)
        click.echo(f"\n{heading}\n" + "\n".join(f"  {line}" for line in lines))
