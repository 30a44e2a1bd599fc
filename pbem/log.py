"""Logs as JSON lines on standard error, with ids bound and every secret taken out."""

import logging
import re
import sys
from collections.abc import Mapping
from typing import Any, TextIO

import structlog
from structlog.contextvars import bound_contextvars
from structlog.typing import EventDict, Processor, WrappedLogger

HIDDEN = "[hidden]"

# 128 random bits in base32 are 26 characters; the last holds only three of them.
_TOKEN = r"[A-Za-z2-7]{26}"
_TOKENS = re.compile(rf"(?<![A-Za-z0-9]){_TOKEN}(?![A-Za-z0-9])")
_URL_PASSWORD = re.compile(r"(://[^\s/:@]*:)[^\s/@]+(?=@)")
_NAMED = re.compile(
    r"(?i)\b((?:\w*_)?(?:password|passwd|secret|token|api_key))(['\"]?\s*[=:]\s*['\"]?)[^\s'\",;&}]+"
)
_SECRET_KEY = re.compile(r"(?i)(password|passwd|secret|token|authorization|cookie|signature)")
_PRIVATE_KEYS = frozenset({"body", "html", "orders", "policies", "raw", "sheet", "text", "words"})
_FOR_THE_OPERATOR = "link_to_open"
"""The one field that is shown as it is: a link that somebody must open, whatever is in it."""

# These say at "info" what concerns nobody but who looks for a fault: every task, every connection.
_CHATTY = ("celery", "kombu", "alembic", "mail.log")

bound = bound_contextvars
"""`with bound(letter=4711, game=17):` puts the ids on every line logged inside."""


def scrub(text: str) -> str:
    """The text without seat tokens, passwords in URLs and `secret=value` pairs."""
    text = _TOKENS.sub(HIDDEN, text)
    text = _URL_PASSWORD.sub(rf"\1{HIDDEN}", text)
    return _NAMED.sub(rf"\1\2{HIDDEN}", text)


def scrub_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Structlog processor: clean every value, however deep; mail bodies shrink to their length."""
    # Keys with an underscore are structlog's own and never shown.
    return {key: v if key.startswith("_") else _clean(key, v) for key, v in event.items()}


def _clean(key: str, value: object) -> Any:
    if _SECRET_KEY.search(key):
        return HIDDEN
    if key == _FOR_THE_OPERATOR:
        return str(value)
    if isinstance(value, bytes):
        return f"[{len(value)} bytes]"
    if key in _PRIVATE_KEYS and isinstance(value, str):
        return f"[{len(value)} characters]"
    match value:
        case None | bool() | int() | float():
            return value
        case Mapping():
            return {scrub(str(k)): _clean(str(k), v) for k, v in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_clean(key, item) for item in value]
        case _:
            return scrub(str(value))


def configure_logging(level: str = "info", stream: TextIO | None = None) -> None:
    """Send structlog and the standard library's loggers to one stream of JSON lines.

    `level` is a name such as "info"; `stream` defaults to standard error. May be called again.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        scrub_secrets,
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(sort_keys=True, ensure_ascii=False),
        ],
    )
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    for old in [h for h in root.handlers if isinstance(h.formatter, type(formatter))]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())
    quiet = level.upper() if level in ("debug", "error") else "WARNING"
    for name in _CHATTY:
        logging.getLogger(name).setLevel(quiet)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def get_logger(name: str) -> structlog.stdlib.BoundLogger:
    """A logger whose events carry the bound ids; `name` is the module's."""
    logger: structlog.stdlib.BoundLogger = structlog.get_logger(name)
    return logger
