"""Typed settings, read once from a TOML file and `PBEM_...` variables, then never changed."""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict


def with_driver(url: str) -> str:
    """Name the driver that is installed, so that any common PostgreSQL URL works."""
    for scheme in ("postgres://", "postgresql://"):
        if url.startswith(scheme):
            return "postgresql+psycopg://" + url.removeprefix(scheme)
    if url.startswith("postgresql+psycopg://"):
        return url
    if url.startswith("sqlite:///") and url != "sqlite:///" and ":memory:" not in url:
        return url
    raise ValueError("must be sqlite:///FILE or postgresql://HOST/NAME")


def known_broker(url: str) -> str:
    """The process itself, or Redis."""
    if url == "embedded" or url.startswith(("redis://", "rediss://", "unix://")):
        return url
    raise ValueError('must be "embedded" or redis://HOST:PORT/DB')


def one_address(address: str) -> str:
    """An address to which a plus part can be added."""
    local, at, domain = address.rpartition("@")
    if at and local and domain and "+" not in local and not any(c.isspace() for c in address):
        return address
    raise ValueError("must be one plain address such as game@example.org, without a plus part")


def address_or_none(address: str) -> str:
    """A mail address, or "" for none."""
    local, at, domain = address.rpartition("@")
    if not address or (at and local and domain and not any(c.isspace() for c in address)):
        return address
    raise ValueError("must be a mail address such as you@example.org, or empty")


def long_enough(key: SecretStr) -> SecretStr:
    """A key that cannot be guessed, or none."""
    if not key.get_secret_value() or len(key.get_secret_value()) >= 32:
        return key
    raise ValueError("must be 32 characters or more, or empty")


def public_url(url: str) -> str:
    """A web address without a slash at its end."""
    if not url or url.startswith(("https://", "http://")):
        return url.rstrip("/")
    raise ValueError("must be https://HOST, or empty")


def readable_text(path: str) -> str:
    """The path of a text file, or "" for none."""
    try:
        if path:
            Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise ValueError(f"{path} cannot be read as text") from None
    return path


PREFIX = "PBEM_"
CONFIG_VARIABLE = "PBEM_CONFIG"

Port = Annotated[int, Field(ge=0, le=65535)]
Seconds = Annotated[float, Field(gt=0)]


class SettingsError(ValueError):
    """The configuration cannot be used; the message names the file or variable and the key."""


class _Group(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DatabaseSettings(_Group):
    """Where the tables are: a SQLite file or a PostgreSQL server."""

    url: Annotated[str, AfterValidator(with_driver)] = "sqlite:///var/pbem.db"

    @property
    def is_sqlite(self) -> bool:
        """True for the embedded database."""
        return self.url.startswith("sqlite:")


class BrokerSettings(_Group):
    """How hints travel: inside the process, or through Redis (6.2 or later)."""

    url: Annotated[str, AfterValidator(known_broker)] = "embedded"

    @property
    def is_embedded(self) -> bool:
        """True when the worker lives in the serving process."""
        return self.url == "embedded"


class ListenerSettings(_Group):
    """Where letters come in by SMTP or LMTP."""

    host: str = "127.0.0.1"
    port: Port = 8025
    protocol: Literal["smtp", "lmtp"] = "smtp"


class SmtpOutSettings(_Group):
    """The server that takes our mail; `timeout` in seconds."""

    host: str = "127.0.0.1"
    port: Port = 25
    username: str = ""
    password: SecretStr = SecretStr("")
    starttls: bool = False
    timeout: Seconds = 30.0


class ImapSettings(_Group):
    """A mailbox that letters are fetched from; an empty `host` means none. Times in seconds."""

    host: str = ""
    port: Port = 993
    security: Literal["tls", "starttls", "none"] = "tls"
    username: str = ""
    password: SecretStr = SecretStr("")
    folder: str = "INBOX"
    stored: str = "Stored"
    refused: str = "Refused"
    look_again: Seconds = 300.0
    timeout: Seconds = 30.0


class DkimSettings(_Group):
    """How our mail is signed (RFC 6376); without a key it is not. `domain`: that of our address."""

    key: str = ""
    selector: str = "pbem"
    domain: str = ""


class WebhookSettings(_Group):
    """Secrets of the providers that may post letters; an empty one closes that way in."""

    mailgun_key: SecretStr = SecretStr("")
    postmark_password: SecretStr = SecretStr("")
    sendgrid_password: SecretStr = SecretStr("")
    ses_password: SecretStr = SecretStr("")
    ses_topic: str = ""


class MailSettings(_Group):
    """Our address, the way in, the way out, and the limits; sizes in bytes.

    `former_addresses` are those our mails had before, whose letters still come to us; `key` is what
    seats' addresses are computed from, empty for one made at first; `authserv_ids`
    are names of our own servers, whose Authentication-Results are believed; `operator` is who is
    told when something needs a person, empty for nobody; `notes` a folder where a cluster's workers
    note what was sent.
    """

    address: Annotated[str, AfterValidator(one_address)] = "game@localhost"
    former_addresses: tuple[Annotated[str, AfterValidator(one_address)], ...] = ()
    name: str = "Illuminati by mail"
    listener: ListenerSettings = ListenerSettings()
    imap: ImapSettings = ImapSettings()
    webhooks: WebhookSettings = WebhookSettings()
    smtp_out: SmtpOutSettings = SmtpOutSettings()
    dkim: DkimSettings = DkimSettings()
    letters_an_hour: Annotated[int, Field(ge=0)] = 240
    max_letter_bytes: Annotated[int, Field(ge=1024)] = 1_048_576
    webhook_secret: SecretStr = SecretStr("")
    answer_gap_seconds: Annotated[float, Field(ge=0)] = 60.0
    key: Annotated[SecretStr, AfterValidator(long_enough)] = SecretStr("")
    authserv_ids: tuple[str, ...] = ()
    answers_an_hour: Annotated[int, Field(ge=0)] = 120
    domain_mails_an_hour: Annotated[int, Field(ge=0)] = 0
    notes: str = "var/notes"
    operator: Annotated[str, AfterValidator(address_or_none)] = ""

    @property
    def addresses(self) -> tuple[str, ...]:
        """All that are ours, the present one first."""
        return (self.address, *self.former_addresses)

    @property
    def domain(self) -> str:
        """The part of our address after the @."""
        return self.address.rpartition("@")[2]


class WebSettings(_Group):
    """Where the pages are served; `url` is how the world reaches them, empty if it does not.

    `hosts` are more names they are asked for by, such as a health check's; `trusted_proxy` is the
    address of the proxy that is believed about who is behind it, empty for none; `metrics_token`
    what a monitor has to know, empty where there is none; `terms` a file with the operator's own
    text for the page of privacy and terms; `hooks` lets games call addresses outside.
    """

    host: str = "127.0.0.1"
    port: Port = 8080
    url: Annotated[str, AfterValidator(public_url)] = ""
    hosts: tuple[str, ...] = ()
    trusted_proxy: str = "127.0.0.1"
    metrics_token: Annotated[SecretStr, AfterValidator(long_enough)] = SecretStr("")
    terms: Annotated[str, AfterValidator(readable_text)] = ""
    hooks: bool = False


class ClockSettings(_Group):
    """Default length of a turn, and the service's own patience."""

    turn_hours: Annotated[float, Field(gt=0)] = 72.0
    grace_seconds: Annotated[float, Field(ge=0)] = 30.0
    sweep_seconds: Seconds = 0.25


KeptDays = Annotated[int, Field(ge=0)]


class KeepSettings(_Group):
    """For how many days `pbem prune` leaves old things as they are; 0 for ever."""

    letters_days: KeptDays = 0
    files_days: KeptDays = 0
    mails_days: KeptDays = 0


class FinaleSettings(_Group):
    """How long robots may play a game on when it is over, to find where it turned; 0 for not."""

    cpu_seconds: Annotated[float, Field(ge=0)] = 30.0


class CpuSettings(_Group):
    """Seconds of CPU a day and person for what can be done without: lines that are tried while they
    are typed, planners and finales of his games, tutorials; 0 for as many as it takes."""

    person_seconds: Annotated[float, Field(ge=0)] = 300.0


class LogSettings(_Group):
    """How much is logged."""

    level: Literal["debug", "info", "warning", "error"] = "info"


class Settings(BaseSettings):
    """All settings; a variable `PBEM_MAIL__ADDRESS` wins over `[mail] address` of the file."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter="__", frozen=True, extra="forbid"
    )

    database: DatabaseSettings = DatabaseSettings()
    broker: BrokerSettings = BrokerSettings()
    mail: MailSettings = MailSettings()
    web: WebSettings = WebSettings()
    clock: ClockSettings = ClockSettings()
    keep: KeepSettings = KeepSettings()
    finale: FinaleSettings = FinaleSettings()
    cpu: CpuSettings = CpuSettings()
    log: LogSettings = LogSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over what a file (passed as arguments) says."""
        return env_settings, init_settings


def load_settings(path: Path | None = None) -> Settings:
    """Settings of the file `path`, else of the file `PBEM_CONFIG` names, else the defaults.

    Raises SettingsError for a file that cannot be read, an unknown key or a bad value.
    """
    path = config_file(path)
    _refuse_unknown_variables()
    values = {} if path is None else _read(path)
    try:
        return Settings(**values)
    except ValidationError as error:
        raise SettingsError(_explain(error, path)) from None


def config_file(path: Path | None = None) -> Path | None:
    """The file that settings are read from: `path`, else what `PBEM_CONFIG` names, else none."""
    named = os.environ.get(CONFIG_VARIABLE)
    return path or (Path(named) if named else None)


def asset_folder(name: str) -> Path:
    """The folder `templates` or `config`, in an installed package or in a checkout."""
    packed = Path(__file__).parent / f"_{name}"
    return packed if packed.is_dir() else Path(__file__).parent.parent / name


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: not TOML: {error}") from None


def _refuse_unknown_variables() -> None:
    for variable in sorted(os.environ):
        group = variable.removeprefix(PREFIX).partition("__")[0].lower()
        if (
            variable.startswith(PREFIX)
            and variable != CONFIG_VARIABLE
            and group not in Settings.model_fields
        ):
            raise SettingsError(f"environment: {variable}: unknown key")


def _explain(error: ValidationError, path: Path | None) -> str:
    """One line a mistake; never the value, which may be a secret."""
    source = "environment" if path is None else f"{path} or environment"
    lines = []
    for mistake in error.errors(include_input=False, include_url=False):
        key = ".".join(str(part) for part in mistake["loc"])
        what = "unknown key" if mistake["type"] == "extra_forbidden" else mistake["msg"]
        lines.append(f"{source}: {key}: {what}")
    return "\n".join(lines)
