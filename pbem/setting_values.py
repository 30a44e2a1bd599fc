"""What single settings may be: each function returns the value to be used, or raises ValueError."""

from pydantic import SecretStr


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
