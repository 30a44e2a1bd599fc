"""Mail by a pipe, for hosts that have only aliases: one letter on standard input."""

from collections.abc import Callable

EX_OK = 0
EX_DATAERR = 65
EX_TEMPFAIL = 75
MOST_BYTES = 1024 * 1024


def read_pipe(stdin_bytes: bytes, store: Callable[[bytes], None]) -> int:
    """Store one letter as it came; return the exit code of sysexits.h for the mail server.

    `store` must have made it durable when it returns. OSError makes the server try again;
    anything else is a bug and propagates, which servers take for a failure too.
    """
    if len(stdin_bytes) > MOST_BYTES:
        return EX_DATAERR
    try:
        store(stdin_bytes)
    except OSError:
        return EX_TEMPFAIL
    return EX_OK
