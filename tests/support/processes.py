"""The same code in two processes whose hashes differ."""

import subprocess
import sys

from tests.support.places import ROOT


def outputs(code: str) -> set[str]:
    """What the code prints: one text if nothing in it depends on the order of a set."""
    return {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
