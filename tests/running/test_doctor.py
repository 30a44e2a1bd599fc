"""`pbem doctor` names what is wrong and what mends it; `pbem testmail` says what became of it."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import dns.exception
import dns.resolver
import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from pbem.cli import doctor, main
from pbem.cli.dns_records import public_half
from pbem.database import Database
from pbem.models import Letter
from pbem.settings import Settings
from tests.support.post_office import outside
from tests.support.servers import RedisServer, free_port
from tests.support.service_rows import new_table

PUBLIC = {"PBEM_MAIL__ADDRESS": "game@play.fnord.org"}


def run(*command: str, **env: str) -> Result:
    return CliRunner().invoke(main, command, env=env)


def findings(**env: str) -> dict[str, list[dict[str, str]]]:
    """What the doctor finds, by what it is about; each that is not good has its mend."""
    told = run("doctor", "--json", **env)
    found = json.loads(told.stdout)
    assert told.exit_code == any(one["state"] == "bad" for one in found)
    topics: dict[str, list[dict[str, str]]] = {}
    for one in found:
        topics.setdefault(one["about"], []).append(one)
    return topics


@pytest.fixture(autouse=True)
def no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS that nobody answers, as on a machine without a network."""

    def silent(name: str, kind: str) -> list[str]:
        raise dns.exception.Timeout

    monkeypatch.setattr(doctor, "_look_up", silent)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "dkim.pem"
    made = rsa.generate_private_key(65537, 2048)
    kind = serialization.PrivateFormat.TraditionalOpenSSL
    pem = made.private_bytes(serialization.Encoding.PEM, kind, serialization.NoEncryption())
    path.write_bytes(pem)
    path.chmod(0o600)
    return path


def test_a_whole_installation_is_good(sqlite_url: str, key: Path) -> None:
    Path(sqlite_url.removeprefix("sqlite:///")).chmod(0o600)
    with outside() as world:
        told = run(
            "doctor",
            PBEM_DATABASE__URL=sqlite_url,
            PBEM_MAIL__SMTP_OUT__PORT=str(world.box.port),
            PBEM_MAIL__DKIM__KEY=str(key),
            PBEM_WEB__URL="https://play.fnord.org",
            **PUBLIC,
        )
    assert told.exit_code == 0, told.output
    states = [line.split()[0] for line in told.stdout.splitlines() if " disk " not in line]
    assert states == ["good"] * 7 + ["unknown"]


def test_settings_that_cannot_be_read(tmp_path: Path) -> None:
    config = tmp_path / "pbem.toml"
    config.write_text('[mail]\naddres = "game@example.org"\n')
    (only,) = findings(PBEM_CONFIG=str(config))["configuration"]
    assert only["state"] == "bad" and "mail.addres: unknown key" in only["text"] and only["mend"]


def test_a_database_that_is_not_there(tmp_path: Path) -> None:
    (found,) = findings(PBEM_DATABASE__URL=f"sqlite:///{tmp_path}/no/pbem.db")["database"]
    assert found["state"] == "bad" and "`pbem migrate` makes it" in found["text"]
    assert list(tmp_path.iterdir()) == []


def test_a_relay_that_is_away() -> None:
    (found,) = findings(PBEM_MAIL__SMTP_OUT__PORT=str(free_port()))["relay"]
    assert found["state"] == "bad" and "Connection refused" in found["text"] and found["mend"]


@pytest.mark.parametrize(
    ("setting", "value", "says"),
    [("STARTTLS", "true", "STARTTLS"), ("USERNAME", "game", "AUTH")],
)
def test_a_relay_that_cannot_do_what_is_set(setting: str, value: str, says: str) -> None:
    with outside() as world:
        env = {"PBEM_MAIL__SMTP_OUT__PORT": str(world.box.port)}
        env[f"PBEM_MAIL__SMTP_OUT__{setting}"] = value
        (found,) = findings(**env)["relay"]
    assert found["state"] == "bad" and says in found["text"]


def test_a_broker_that_is_away() -> None:
    (found,) = findings(PBEM_BROKER__URL=f"redis://127.0.0.1:{free_port()}/0")["broker"]
    assert found["state"] == "bad" and "[broker] url" in found["mend"]


def test_a_broker_that_answers(redis_server: RedisServer) -> None:
    (found,) = findings(PBEM_BROKER__URL=redis_server.url)["broker"]
    assert found["state"] == "good"


def test_a_key_that_is_none(tmp_path: Path) -> None:
    key = tmp_path / "dkim.pem"
    key.write_text("my key")
    (found,) = findings(PBEM_MAIL__DKIM__KEY=str(key))["DKIM"]
    assert found["state"] == "bad" and "openssl genrsa" in found["mend"]


def test_secrets_that_others_can_read(key: Path) -> None:
    key.chmod(0o644)
    (found,) = findings(PBEM_MAIL__DKIM__KEY=str(key))["permissions"]
    assert found["state"] == "warning" and found["mend"] == f"Run: chmod o= {key}"


def test_settings_that_others_can_read_may_hold_no_secret(tmp_path: Path) -> None:
    config = tmp_path / "pbem.toml"
    config.write_text('[mail.dkim]\nkey = "/etc/pbem/dkim.pem"\n')
    config.chmod(0o644)
    (found,) = findings(PBEM_CONFIG=str(config))["permissions"]
    assert found["state"] == "good"
    config.write_text('[mail.smtp_out]\npassword = "correct horse"\n')
    (found,) = findings(PBEM_CONFIG=str(config))["permissions"]
    assert found["state"] == "warning" and str(config) in found["mend"]


def test_a_letter_of_tomorrow(sqlite_database: Database, sqlite_url: str) -> None:
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    table = new_table(sqlite_database, settings)
    sent = table.send("ann", "STATUS")
    with sqlite_database.write() as session:
        letter = session.get(Letter, sent)
        assert letter is not None
        letter.received_at = sqlite_database.now() + timedelta(days=1)
    (found,) = findings(PBEM_DATABASE__URL=sqlite_url)["clock"]
    assert found["state"] == "bad" and "NTP" in found["mend"]


def test_what_dns_lacks_is_written_out(key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_look_up", lambda name, kind: [])
    found = findings(PBEM_MAIL__DKIM__KEY=str(key), **PUBLIC)["DNS"]
    assert [one["state"] for one in found] == ["bad", "warning", "warning", "warning"]
    assert found[0]["mend"] == "Publish: play.fnord.org. MX 10 mail.play.fnord.org."
    public = public_half(key)
    wanted = f'Publish: pbem._domainkey.play.fnord.org. TXT "v=DKIM1; k=rsa; p={public}"'
    assert found[3]["mend"] == wanted


def test_what_dns_has_is_good(key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    zone = {
        ("play.fnord.org", "MX"): ["mail.fnord.org."],
        ("play.fnord.org", "TXT"): ["colour=red", "v=spf1 mx -all"],
        ("_dmarc.play.fnord.org", "TXT"): ["v=DMARC1; p=none"],
        ("pbem._domainkey.play.fnord.org", "TXT"): [f"k=rsa; p={public_half(key)}"],
    }
    monkeypatch.setattr(doctor, "_look_up", lambda name, kind: zone[name, kind])
    found = findings(PBEM_MAIL__DKIM__KEY=str(key), **PUBLIC)["DNS"]
    assert [one["state"] for one in found] == ["good"] * 4


def test_a_mail_that_is_taken(key: Path) -> None:
    with outside() as world:
        port = str(world.box.port)
        env = {"PBEM_MAIL__SMTP_OUT__PORT": port, "PBEM_MAIL__DKIM__KEY": str(key)}
        told = run("testmail", "op@example.org", **env)
        (mail,) = world.wait_for_mails("op@example.org", 1)
    assert told.exit_code == 0 and f"127.0.0.1:{port} took the mail" in told.stdout
    assert mail["Subject"] == "A test of Illuminati by mail"
    assert mail["From"] == "Illuminati by mail <game@localhost>"
    assert "d=localhost" in mail["DKIM-Signature"]


def test_a_mail_that_is_not_taken() -> None:
    told = run("testmail", "op@example.org", PBEM_MAIL__SMTP_OUT__PORT=str(free_port()))
    assert told.exit_code == 1 and "Connection refused" in told.stderr
    assert "`pbem doctor`" in told.stderr
