"""What a demo says: how far the game is, and how it ended."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

from pbem.cli.demo_pages import page_of
from pbem.demo.game import GameTally
from pbem.settings import WebSettings


@dataclass(frozen=True, slots=True)
class DemoSummary:
    """What is told at the end."""

    game: str
    tally: GameTally
    seconds: float
    problems: list[str]


class ProgressLine:
    """One line on a terminal, redrawn with every mail; a line every twenty turns elsewhere."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_live = stream.isatty()
        self._turn_counts = 0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._is_live:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def show(self, tally: GameTally) -> None:
        """Say how far the game is."""
        if not self._is_live and tally.turn // 20 == self._turn_counts // 20:
            return
        self._turn_counts = tally.turn
        line = f"turn {tally.turn}, {tally.letters} letters, {tally.mails} mails"
        self._stream.write(f"\r\x1b[K{line}" if self._is_live else f"{line}\n")
        self._stream.flush()


def as_json_object(summary: DemoSummary) -> dict[str, Any]:
    """The end of a demo as plain values."""
    return {
        "game": summary.game,
        **asdict(summary.tally),
        "seconds": round(summary.seconds, 1),
        "problems": summary.problems,
    }


def _command() -> str:
    """How this command was called, where that is a short way."""
    called = Path(sys.argv[0])
    return str(called) if not called.is_absolute() and len(called.parts) > 1 else "pbem"


def farewell(summary: DemoSummary, folder: Path) -> list[str]:
    """The end of a demo in words, and where its mails are."""
    tally = summary.tally
    mails = sorted((folder / "mails").glob("*.eml"))
    letters = sorted((folder / "letters").glob("*.eml"))
    programs = ", ".join(f"{name} {count}" for name, count in sorted(tally.programs.items()))
    fair = summary.problems or ["Every draw, roll and state adds up: the game was played fairly."]
    return [
        f"{summary.game} is over after {tally.turn} turns. {tally.winners}",
        f"{tally.letters} letters ({programs}),",
        f"{tally.mails} mails back, in {summary.seconds:.0f} seconds, all by SMTP on this machine.",
        f"{tally.covered} letters were understood whole, "
        f"{len(tally.questions)} answered with a question or a refusal.",
        "",
        *fair,
        "",
        "Look at them:",
        f"  less {mails[0]}",
        f"  less {letters[0]}",
        f"  less {mails[-1]}",
        f"  {_command()} verify {folder / 'game.json'}",
        f"  {page_of(summary.game, WebSettings().port)}  ({_command()} demo --web keeps it up)",
    ]
