"""Settings: defaults, files, variables, and mistakes that are named."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from pbem.settings import Settings, SettingsError, asset_folder, load_settings
from tests.support.places import ROOT

CONFIG = ROOT / "config"


def write(folder: Path, text: str) -> Path:
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_default_file_says_what_the_code_does() -> None:
    assert load_settings(CONFIG / "default.toml") == Settings()


@pytest.mark.parametrize(
    "name", sorted({path.name for path in CONFIG.glob("*.toml")} - {"cards.example.toml"})
)
def test_every_shipped_service_file_can_be_loaded(name: str) -> None:
    assert load_settings(CONFIG / name).mail.domain


def test_defaults_need_nothing_installed() -> None:
    settings = load_settings()
    assert settings.database.is_sqlite
    assert settings.broker.is_embedded
    assert (settings.mail.listener.host, settings.mail.listener.port) == ("127.0.0.1", 8025)
    assert settings.web.port == 8080


def test_a_variable_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "[clock]\nturn_hours = 24")
    monkeypatch.setenv("PBEM_CONFIG", str(path))
    assert load_settings().clock.turn_hours == 24


def test_a_variable_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, '[mail.smtp_out]\nhost = "mx.example.org"\nport = 587')
    monkeypatch.setenv("PBEM_MAIL__SMTP_OUT__PORT", "2525")
    out = load_settings(path).mail.smtp_out
    assert (out.host, out.port) == ("mx.example.org", 2525)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[mail]\nadress = 'a@b.org'", "mail.adress: unknown key"),
        ("[mail.smtp_out]\nhots = 'x'", "mail.smtp_out.hots: unknown key"),
        ("[males]\nx = 1", "males: unknown key"),
        ("[web]\nport = 70000", "web.port"),
        ("[web]\nport = 'often'", "web.port"),
        ("[mail]\naddress = 'nobody'", "mail.address"),
        ("[mail]\naddress = 'game+tag@example.org'", "mail.address"),
        ("[database]\nurl = 'mysql://x/y'", "database.url"),
        ("[database]\nurl = 'sqlite://'", "database.url"),
        ("[broker]\nurl = 'amqp://x'", "broker.url"),
        ("[clock]\nturn_hours = 0", "clock.turn_hours"),
        ("[mail", "not TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, key: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        load_settings(path)
    assert key in str(caught.value)
    assert "my.toml" in str(caught.value)


@pytest.mark.parametrize("name", ["PBEM_MALE__ADDRESS", "PBEM_MAIL__ADRESS"])
def test_an_unknown_variable_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "game@example.org")
    with pytest.raises(SettingsError, match=r"(?i)male|adress"):
        load_settings()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="nowhere.toml: cannot be read"):
        load_settings(tmp_path / "nowhere.toml")


def test_a_mistake_never_shows_the_value(tmp_path: Path) -> None:
    path = write(tmp_path, "[mail]\nwebhook_secret = ['hunter2']")
    with pytest.raises(SettingsError) as caught:
        load_settings(path)
    assert "mail.webhook_secret" in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_secrets_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_MAIL__SMTP_OUT__PASSWORD", "hunter2")
    settings = load_settings()
    assert "hunter2" not in repr(settings)
    assert settings.mail.smtp_out.password.get_secret_value() == "hunter2"


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        Settings().mail.listener.port = 1  # type: ignore[misc]


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_any_postgresql_url_gets_our_driver(scheme: str) -> None:
    settings = Settings.model_validate({"database": {"url": f"{scheme}://u@h/d"}})
    assert settings.database.url == "postgresql+psycopg://u@h/d"
    assert not settings.database.is_sqlite


def test_assets_are_found() -> None:
    assert (asset_folder("config") / "default.toml").is_file()
