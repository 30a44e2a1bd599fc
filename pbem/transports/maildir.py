"""Letters of a Maildir: stored from `new`, then moved to `cur` in one step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ImportLetter = Callable[[bytes], bool]


class NoMaildir(ValueError):
    """The folder is none; the text names what it lacks."""


@dataclass(slots=True)
class Imported:
    """What became of the letters; those not taken are still in `new`."""

    stored: int = 0
    not_ours: int = 0
    too_big: int = 0


def import_maildir(folder: Path, take: ImportLetter, most_bytes: int) -> Imported:
    """Take every letter of `folder/new` in the order of its names, oldest first.

    A letter is moved after `take` has stored it, so it may be taken twice after a crash and is
    never lost. What `take` raises ends the work; call again. Raises NoMaildir.
    """
    new, cur = folder / "new", folder / "cur"
    if not (new.is_dir() and cur.is_dir()):
        raise NoMaildir(f"{folder} has no folders new and cur")
    found = Imported()
    for path in sorted(new.iterdir(), key=_arrival):
        if path.name.startswith(".") or not path.is_file():
            continue
        if path.stat().st_size > most_bytes:
            found.too_big += 1
        elif not take(path.read_bytes()):
            found.not_ours += 1
        else:
            path.rename(cur / f"{path.name.partition(':')[0]}:2,S")
            found.stored += 1
    return found


def _arrival(path: Path) -> tuple[float, str]:
    # A name begins with the second of its delivery.
    seconds = path.name.partition(".")[0]
    return (float(seconds) if seconds.isdecimal() else path.stat().st_mtime, path.name)
