"""A PostgreSQL server in a scratch directory, durable as a real one, where it is installed."""

from __future__ import annotations

import glob
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HOST = "127.0.0.1"
PATIENCE = 30.0


@contextmanager
def scratch_postgresql() -> Iterator[str]:
    """The URL of a server of its own, "" where none is installed or none can be started."""
    initdb, postgres = _program("initdb"), _program("postgres")
    if initdb is None or postgres is None:
        yield ""
        return
    folder = Path(tempfile.mkdtemp(prefix="pbem-pg-"))
    # PostgreSQL refuses to run as root.
    owner = "postgres" if os.geteuid() == 0 else None
    server: subprocess.Popen[bytes] | None = None
    try:
        if owner:
            shutil.chown(folder, owner, owner)
        server, port = _started(initdb, postgres, folder, owner)
        yield f"postgresql://pbem@{HOST}:{port}/postgres" if server is not None else ""
    finally:
        if server is not None:
            server.terminate()
            server.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def _program(name: str) -> str | None:
    # Debian keeps them out of the PATH.
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name)


def _started(
    initdb: str, postgres: str, folder: Path, owner: str | None
) -> tuple[subprocess.Popen[bytes] | None, int]:
    data = str(folder / "data")
    made = [initdb, "-D", data, "-U", "pbem", "-A", "trust", "-E", "UTF8", "--no-locale"]
    done = subprocess.run(
        made, capture_output=True, cwd=folder, check=False, user=owner, group=owner
    )
    if done.returncode:
        return None, 0
    with socket.create_server((HOST, 0)) as probe:
        port: int = probe.getsockname()[1]
    run = [postgres, "-D", data, "-p", str(port), "-k", str(folder)]
    run += ["-c", f"listen_addresses={HOST}"]
    server = subprocess.Popen(
        run,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        user=owner,
        group=owner,
    )
    until = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection((HOST, port), 0.5).close()
        except OSError:
            time.sleep(0.05)
        else:
            # It listens a moment before it takes connections.
            time.sleep(0.5)
            return server, port
    server.kill()
    return None, 0
