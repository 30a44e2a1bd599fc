"""The same code in two processes whose hashes differ."""

import subprocess
import sys
from pathlib import Path

from places import ROOT, TESTS


def outputs(code: str, *folders: Path) -> set[str]:
    """What the code prints: one text if nothing in it depends on the order of a set."""
    path = ":".join(map(str, (*folders, TESTS, ROOT)))
    return {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
