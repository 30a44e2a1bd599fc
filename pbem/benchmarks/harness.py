"""What every benchmark has: the machine it ran on."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Any


def machine(runs: int) -> dict[str, Any]:
    """What stands beside all figures: the Python, the processor, how many runs."""
    return {"python": platform.python_version(), "cpu": _cpu_name(), "runs": runs}


def _cpu_name() -> str:
    """The processor as the system calls it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor() or platform.machine()
    for row in text.splitlines():
        key, _, value = row.partition(":")
        if key.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()
