"""Golden files: what is made now against what a person has read and accepted."""

import difflib
from pathlib import Path


def assert_golden(path: Path, text: str, accept: bool = False) -> None:
    """Fail unless the file holds exactly this text; with `accept` write it instead."""
    if accept:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    assert path.exists(), f"{path} is missing; read what `pytest --accept` writes, then keep it"
    expected = path.read_text(encoding="utf-8")
    if text != expected:
        diff = difflib.unified_diff(
            expected.splitlines(), text.splitlines(), f"{path.name} (accepted)", "now", lineterm=""
        )
        raise AssertionError("\n".join(diff) or f"{path.name}: line ends differ")
