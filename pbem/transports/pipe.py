"""Mail by a pipe, for hosts that have only aliases: one letter on standard input."""

from collections.abc import Callable

from pbem.database import StorageError

EX_OK = 0
EX_DATAERR = 65
EX_NOUSER = 67
EX_TEMPFAIL = 75
MOST_BYTES = 1024 * 1024


def read_pipe(
    stdin_bytes: bytes, take: Callable[[bytes], bool], most_bytes: int = MOST_BYTES
) -> int:
    """Store one letter as it came; return the exit code of sysexits.h for the mail server.

    `take` must have made it durable when it returns, and says False where it is for none of our
    addresses. StorageError and OSError (a full disk, a writer's queue that timed out) make the
    server try again; anything else is a bug and propagates, which servers take for a failure too.
    """
    if not stdin_bytes or len(stdin_bytes) > most_bytes:
        return EX_DATAERR
    try:
        return EX_OK if take(stdin_bytes) else EX_NOUSER
    except (StorageError, OSError):
        return EX_TEMPFAIL
