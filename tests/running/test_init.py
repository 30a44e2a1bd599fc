"""`pbem init`: five questions make settings that can be used, and lines for DNS and Postfix."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from pbem.cli import doctor, main
from pbem.cli.dns_records import public_half
from pbem.settings import load_settings
from tests.support.places import ROOT
from tests.support.post_office import outside

MADE = rsa.generate_private_key(65537, 1024).private_bytes(
    serialization.Encoding.PEM,
    serialization.PrivateFormat.TraditionalOpenSSL,
    serialization.NoEncryption(),
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def init(*words: str, answers: str = "") -> Result:
    return CliRunner().invoke(main, ["init", *words], input=answers)


def test_five_answers_make_settings_that_can_be_used(here: Path) -> None:
    answers = "play.fnord.org\nsmtp.fnord.org:587\nsqlite:///here.db\nmo@fnord.org\n"
    told = init(answers=answers + "https://play.fnord.org\n")
    assert told.exit_code == 0, told.output
    settings = load_settings(here / "pbem.toml")
    assert settings.mail.address == "game@play.fnord.org"
    assert settings.mail.listener.protocol == "lmtp"
    out = settings.mail.smtp_out
    assert (out.host, out.port, out.starttls) == ("smtp.fnord.org", 587, True)
    assert settings.database.url == "sqlite:///here.db"
    assert settings.web.url == "https://play.fnord.org"
    assert Path(settings.mail.dkim.key) == here / "dkim.pem"
    assert "--moderator mo@fnord.org" in told.output
    assert public_half(here / "dkim.pem") in told.output.replace('" "', "")
    assert "relay_domains = play.fnord.org" in told.output
    for path in ("pbem.toml", "dkim.pem"):
        assert (here / path).stat().st_mode & 0o077 == 0, "for its owner alone"


def test_what_init_wrote_is_sound_to_the_doctor(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with outside() as world:
        relay = f"--relay=127.0.0.1:{world.box.port}"
        told = init("--domain=play.fnord.org", relay, "--moderator=mo@fnord.org", "--json")
        zone = {
            (one["name"], one["type"]): one["value"] for one in json.loads(told.stdout)["records"]
        }

        def published(name: str, kind: str) -> list[str]:
            return [zone[f"{name}.", kind].replace('" "', "").strip('"')]

        monkeypatch.setattr(doctor, "_look_up", published)
        where = ["--config", "pbem.toml"]
        assert CliRunner().invoke(main, ["migrate", *where]).exit_code == 0
        looked = json.loads(CliRunner().invoke(main, ["doctor", *where, "--json"]).stdout)
    assert [one for one in looked if one["state"] != "good" and one["about"] != "disk"] == []
    assert {"relay", "DKIM", "DNS", "permissions"} <= {one["about"] for one in looked}
    assert zone["_dmarc.play.fnord.org.", "TXT"].endswith('rua=mailto:mo@fnord.org"')
    assert all(
        len(part) <= 255 for value in zone.values() for part in value.strip('"').split('" "')
    )


def test_all_settings_are_written_with_their_comments(here: Path) -> None:
    assert init("--domain=Play.Fnord.org.", "--relay=me@smtp.fnord.org", "--yes").exit_code == 0
    text = (here / "pbem.toml").read_text().partition("\n\n")[2]
    default = (ROOT / "config" / "default.toml").read_text().partition("\n\n")[2]
    pairs = list(zip(text.splitlines(), default.splitlines(), strict=True))
    assert [our.partition(" #")[2] for our, _ in pairs] == [
        had.partition(" #")[2] for _, had in pairs
    ]
    changed = {tomllib.loads(our).popitem() for our, had in pairs if our != had}
    assert {key for key, _ in changed} == {
        *("address", "protocol", "port", "host", "username", "starttls", "key", "url")
    }
    settings = load_settings(here / "pbem.toml")
    out = settings.mail.smtp_out
    assert (out.host, out.port, out.username, out.starttls) == ("smtp.fnord.org", 587, "me", True)
    assert settings.web.url == "https://play.fnord.org"


def test_it_asks_again_where_an_answer_will_not_do(here: Path) -> None:
    (here / "dkim.pem").write_bytes(MADE)
    told = init(
        answers="play\nplay.fnord.org\nsmtp:465\n\nmysql://x\n\nnobody\nmo@fnord.org\nfnord\n\n"
    )
    assert told.exit_code == 0, told.output
    assert [line for line in told.stderr.splitlines() if line.startswith("Error: ")] == [
        "Error: 'play' is not a domain. Write one such as play.example.org.",
        "Error: Port 465 is not supported. Take port 587, which begins plain.",
        "Error: The database must be sqlite:///FILE or postgresql://HOST/NAME.",
        "Error: 'nobody' is not a mail address. Write it alone, such as eve@example.org.",
        "Error: The address of the pages must be https://HOST, or empty.",
    ]


def test_nothing_is_replaced_unless_it_is_said(here: Path) -> None:
    (here / "pbem.toml").write_text("# mine\n")
    told = init("--yes")
    assert told.exit_code == 2 and "--force replaces it" in told.output
    assert (here / "pbem.toml").read_text() == "# mine\n" and not (here / "dkim.pem").exists()
    assert init("--yes", "--force", "--relay=smtp:465").exit_code == 2
    assert (here / "pbem.toml").read_text() == "# mine\n", "a bad answer costs nobody his settings"
    (here / "dkim.pem").write_bytes(MADE)
    assert init("--yes", "--force").exit_code == 0
    assert (here / "dkim.pem").read_bytes() == MADE, "DNS knows it"


def test_a_key_that_is_none_is_not_replaced(here: Path) -> None:
    (here / "dkim.pem").write_text("mine")
    told = init("--yes")
    assert told.exit_code == 2 and "move it away" in told.output
    assert (here / "dkim.pem").read_text() == "mine" and not (here / "pbem.toml").exists()


def test_json_asks_nothing(here: Path) -> None:
    told = json.loads(init("--domain", "play.fnord.org", "--json").output)
    assert {record["type"] for record in told["records"]} == {"MX", "TXT"}
    assert [record["name"] for record in told["records"]][-1].startswith("pbem._domainkey.")
    assert any("lmtp:inet:" in line for line in told["postfix"]) and told["next"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--moderator", "mo"), "not a mail address"),
        (("--relay", "smtp.fnord.org:mail"), "Write HOST:PORT"),
        (("--database", "mysql://here"), "sqlite:///FILE"),
        (("--web", "fnord.org"), "https://HOST"),
        (("--domain", 'a"b'), "is not a domain"),
        (("--file", "/proc/nowhere/pbem.toml"), "cannot be written"),
    ],
)
def test_a_bad_answer_is_told_and_leaves_no_settings(
    here: Path, words: tuple[str, str], why: str
) -> None:
    told = init("--yes", "--no-dkim", *words)
    assert told.exit_code == 2 and why in told.output
    assert not (here / "pbem.toml").exists()
