"""`pbem demo`: robots play a whole game by real mail on this machine."""

from __future__ import annotations

import hashlib
import shutil
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

import click

from pbem.cli.inputs import InputError
from pbem.cli.serving import House
from pbem.cli.settling import say_json
from pbem.demo.game import Tally, Unfinished, play
from pbem.demo.robot import Robot
from pbem.log import configure_logging
from pbem.service.exporting import export_game
from pbem.service.founding import Newcomer, create_game
from pbem.settings import (
    BrokerSettings,
    ClockSettings,
    DatabaseSettings,
    ListenerSettings,
    LogSettings,
    MailSettings,
    Settings,
    SmtpOutSettings,
    WebSettings,
)
from pbem.transports.mailbox import Mailbox
from pbem.verification import verify

CAST = ("ann", "bob", "cat", "dee", "eve", "fay", "gus", "hal")
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC")
HABITS = (
    ("Gmail", "Gmail", "plain text"),
    ("Outlook", "Outlook", "plain text"),
    ("Apple Mail", "Apple Mail", "plain text"),
    ("Thunderbird", "Thunderbird", "the form"),
)
MADE = ("mails", "letters", "pbem.db", "pbem.db-wal", "pbem.db-shm", "game.json", "log.jsonl")
"""What a demo leaves in its folder, and the next one in the same folder replaces."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is told at the end."""

    game: str
    tally: Tally
    seconds: float
    problems: list[str]


@click.command("demo")
@click.option("--players", default=4, show_default=True, type=click.IntRange(2, 8))
@click.option("--seed", default=7, show_default=True, help="The same seed plays the same game.")
@click.option(
    "--folder",
    default="demo",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where mails, letters and the database are left.",
)
@click.option(
    "--most-turns",
    default=200,
    show_default=True,
    type=click.IntRange(1),
    help="Give up when nobody has won by then.",
)
@click.option("--json", "as_json", is_flag=True, help="Tell the end as one JSON object.")
def demo_command(players: int, seed: int, folder: Path, most_turns: int, as_json: bool) -> None:
    """Play a whole game of robots by real mail on this machine, and say where the mails are.

    The service runs as `pbem serve` runs it, on free ports of the loopback address. Each robot
    is a mail program: it gets the referee's mail by SMTP, reads its own report, and replies by
    SMTP. No mail leaves this machine.
    """
    _prepare(folder)
    name = f"Fnord-{seed}"
    started = time.monotonic()
    with (folder / "log.jsonl").open("w", encoding="utf-8") as log:
        configure_logging("info", log)
        try:
            tally, exported = _play(name, players, seed, folder, most_turns)
        except Unfinished as error:
            raise click.ClickException(
                f"{error}. The mails so far are in {folder}/mails."
            ) from error
        finally:
            configure_logging("error")
    (folder / "game.json").write_text(exported, encoding="utf-8")
    told = Told(name, tally, time.monotonic() - started, verify(exported))
    if as_json:
        say_json(_plain(told))
    else:
        click.echo("\n".join(_farewell(told, folder)))
    if told.problems:
        sys.exit(1)


def _prepare(folder: Path) -> None:
    """Make the folder, or empty it of an earlier demo; nothing else is ever removed."""
    strange = [path.name for path in folder.glob("*") if path.name not in MADE]
    if strange:
        raise InputError(
            f"{folder} holds {sorted(strange)[0]}, which is not of a demo; name another --folder"
        )
    for name in MADE:
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)


def _play(name: str, players: int, seed: int, folder: Path, most_turns: int) -> tuple[Tally, str]:
    """The game from its founding to the last report, and its export."""
    robots = [
        Robot(seat, f"{seat}@example.org", seed, HABITS[at % len(HABITS)])
        for at, seat in enumerate(CAST[:players])
    ]
    newcomers = [
        Newcomer(robot.name, robot.email, ZONES[at % len(ZONES)], f"{robot.name} {seed}")
        for at, robot in enumerate(robots)
    ]
    mailbox = Mailbox()
    mailbox.start()
    try:
        with House(settings_for(folder, mailbox.port)) as house, _Progress(sys.stderr) as progress:
            create_game(house.desk, name, newcomers, _chance(seed, players))
            tally = play(
                robots,
                mailbox,
                house.listener.port,
                folder,
                house.desk.clock,
                most_turns=most_turns,
                each=progress.show,
            )
            return tally, export_game(house.desk, name)
    finally:
        mailbox.stop()


def settings_for(folder: Path, mail_port: int) -> Settings:
    """The embedded defaults on free ports, sending to `mail_port` of this machine.

    Whatever the environment configures is left aside: a demo must never reach real players.
    """
    return Settings.model_construct(
        database=DatabaseSettings(url=f"sqlite:///{folder.resolve() / 'pbem.db'}"),
        broker=BrokerSettings(),
        mail=MailSettings(
            listener=ListenerSettings(port=0), smtp_out=SmtpOutSettings(port=mail_port)
        ),
        web=WebSettings(port=0),
        clock=ClockSettings(),
        log=LogSettings(),
    )


def _chance(seed: int, players: int) -> list[bytes]:
    """The secret and the seat addresses of a demo, from its seed: never for a real game."""
    blocks = [hashlib.sha256(f"demo:{seed}:{at}".encode()).digest() for at in range(players + 1)]
    return [blocks[0], *(block[:16] for block in blocks[1:])]


class _Progress:
    """One line on a terminal, redrawn with every mail; a line every twenty turns elsewhere."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_live = stream.isatty()
        self._told_turn = 0

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._is_live:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def show(self, tally: Tally) -> None:
        """Say how far the game is."""
        if not self._is_live and tally.turn // 20 == self._told_turn // 20:
            return
        self._told_turn = tally.turn
        most, wanted = tally.lead
        bar = ("#" * (20 * most // max(wanted, 1))).ljust(20, ".")[:20]
        line = (
            f"{bar} turn {tally.turn}, {tally.letters} letters, {tally.mails} mails; "
            f"most groups {most} of {wanted}"
        )
        self._stream.write(f"\r\x1b[K{line}" if self._is_live else f"{line}\n")
        self._stream.flush()


def _plain(told: Told) -> dict[str, Any]:
    return {
        "game": told.game,
        **asdict(told.tally),
        "seconds": round(told.seconds, 1),
        "problems": told.problems,
    }


def _command() -> str:
    """How this command was called, where that is a short way."""
    called = Path(sys.argv[0])
    return str(called) if not called.is_absolute() and len(called.parts) > 1 else "pbem"


def _farewell(told: Told, folder: Path) -> list[str]:
    tally = told.tally
    mails = sorted((folder / "mails").glob("*.eml"))
    letters = sorted((folder / "letters").glob("*.eml"))
    programs = ", ".join(f"{name} {count}" for name, count in sorted(tally.programs.items()))
    fair = told.problems or ["Every draw, roll and state adds up: the game was played fairly."]
    return [
        f"{told.game} is over after {tally.turn} turns. {tally.winners}",
        f"{tally.letters} letters ({programs}),",
        f"{tally.mails} mails back, in {told.seconds:.0f} seconds, all by SMTP on this machine.",
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
    ]
