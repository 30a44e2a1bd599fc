"""`pbem init`: five questions make settings that can be used, and lines for DNS and Postfix."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.cli.doctor import public_half
from pbem.settings import load_settings


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
    assert public_half(here / "dkim.pem") in told.output
    assert "relay_domains = play.fnord.org" in told.output
    for path in ("pbem.toml", "dkim.pem"):
        assert (here / path).stat().st_mode & 0o077 == 0, "for its owner alone"


def test_what_init_wrote_is_sound_to_the_doctor_and_can_be_migrated(here: Path) -> None:
    assert init("--domain", "play.fnord.org", "--yes", "--no-dkim").exit_code == 0
    env = {"PBEM_CONFIG": "pbem.toml"}
    assert CliRunner().invoke(main, ["migrate"], env=env).exit_code == 0
    assert (here / "var" / "pbem.db").exists()


def test_nothing_is_replaced_unless_it_is_said(here: Path) -> None:
    (here / "pbem.toml").write_text("# mine\n")
    told = init("--yes")
    assert told.exit_code == 2 and "--force replaces it" in told.output
    assert (here / "pbem.toml").read_text() == "# mine\n" and not (here / "dkim.pem").exists()
    assert init("--yes", "--force").exit_code == 0


def test_json_asks_nothing(here: Path) -> None:
    told = json.loads(init("--domain", "play.fnord.org", "--json").output)
    assert {record["type"] for record in told["records"]} == {"MX", "TXT"}
    assert [record["name"] for record in told["records"]][-1].startswith("pbem._domainkey.")
    assert any("lmtp:inet:" in line for line in told["postfix"]) and told["next"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--relay", "smtp.fnord.org:mail"), "no HOST:PORT"),
        (("--database", "mysql://here"), "sqlite:///FILE"),
        (("--web", "fnord.org"), "https://HOST"),
        (("--domain", 'a"b'), "cannot stand in it"),
        (("--file", "/proc/nowhere/pbem.toml"), "cannot be written"),
    ],
)
def test_a_bad_answer_is_told_and_leaves_no_settings(
    here: Path, words: tuple[str, str], why: str
) -> None:
    told = init("--yes", "--no-dkim", *words)
    assert told.exit_code == 2 and why in told.output
    assert not (here / "pbem.toml").exists()
