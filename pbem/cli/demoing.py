"""`pbem demo`: robots play a whole game by real mail on this machine."""

from __future__ import annotations

import hashlib
import shutil
import sys
import time
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import click
from pydantic import SecretStr

from pbem.cli.demo_pages import keep_up
from pbem.cli.demo_progress import DemoSummary, ProgressLine, as_json_object, farewell
from pbem.cli.output import InputError, accepted, print_json
from pbem.cli.rulesets import GameOptionsCommand, options_given, ruleset_option
from pbem.cli.serving import AllInOneServer
from pbem.demo.game import DemoTable, GameTally, MailRobot, Unfinished, play
from pbem.games.contract.ruleset import Ruleset
from pbem.log import configure_logging
from pbem.service.history.exporting import export_game
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import (
    BrokerSettings,
    ClockSettings,
    DatabaseSettings,
    FinaleSettings,
    ListenerSettings,
    LogSettings,
    MailSettings,
    Settings,
    SmtpOutSettings,
    WebSettings,
)
from pbem.transports.mailbox import Mailbox

CAST = ("ann", "bob", "cat", "dee", "eve", "fay", "gus", "hal")
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC")
HABITS = (
    ("Gmail", "Gmail", "plain text"),
    ("Outlook", "HTML alone"),
    ("Apple Mail", "a phone"),
    ("Thunderbird", "the form", "the # taken away", "between the lines"),
)
"""What each robot writes with."""
MADE = ("mails", "letters", "pbem.db", "pbem.db-wal", "pbem.db-shm", "game.json", "log.jsonl")
"""What a demo leaves in its folder, and the next one in the same folder replaces."""


@click.command("demo", cls=GameOptionsCommand)
@click.option("--players", default=4, show_default=True, type=click.IntRange(2, 8))
@click.option("--seed", default=3, show_default=True, help="The same seed plays the same game.")
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
@click.option("--web", "is_shown", is_flag=True, help="Keep the game's page up at the end.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@ruleset_option
def demo_command(
    played: Ruleset[Any, Any], seed: int, folder: Path, as_json: bool, **words: Any
) -> None:
    """Play a whole game of robots by real mail on this machine, and say where the mails are.

    The service runs as `pbem serve` runs it, on free ports of the loopback address. Each robot
    is a mail program: it gets the referee's mail by SMTP, reads its own report, and replies by
    SMTP. No mail leaves this machine.
    """
    _prepare(folder)
    options = options_given(played, words)
    demo = _Demo(
        f"Fnord-{seed}", words["players"], seed, folder, words["most_turns"], options, played
    )
    started = time.monotonic()
    with (folder / "log.jsonl").open("w", encoding="utf-8") as log:
        configure_logging("info", log)
        try:
            tally, exported = _play(demo)
        except Unfinished as error:
            raise click.ClickException(
                f"{error}. The mails so far are in {folder}/mails."
            ) from error
        finally:
            configure_logging("error")
    (folder / "game.json").write_text(exported, encoding="utf-8")
    summary = DemoSummary(demo.name, tally, time.monotonic() - started, _problems(played, exported))
    if as_json:
        print_json(as_json_object(summary))
    else:
        click.echo("\n".join(farewell(summary, folder)))
    if words["is_shown"]:
        keep_up(settings_for(folder, 0, seed), demo.name)
    if summary.problems:
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


@dataclass(frozen=True, slots=True)
class _Demo:
    """What is played: `options` are those of the game."""

    name: str
    players: int
    seed: int
    folder: Path
    most_turns: int
    options: Any
    played: Ruleset[Any, Any]


def _problems(played: Ruleset[Any, Any], exported: str) -> list[str]:
    """What does not add up in the game, where it can be proved."""
    return played.tools.verify(exported, lambda _done, _of: None) if played.tools.verify else []


def _play(demo: _Demo) -> tuple[GameTally, str]:
    """The game from its founding to the last report, and its export."""
    seed, folder = demo.seed, demo.folder
    robots = [
        MailRobot(seat, f"{seat}@example.org", seed, habits)
        for seat, habits in zip(CAST[: demo.players], cycle(HABITS), strict=False)
    ]
    newcomers = [
        Newcomer(robot.name, robot.email, ZONES[at % len(ZONES)], f"{robot.name} {seed}")
        for at, robot in enumerate(robots)
    ]
    chance = _chance(seed, demo.players)
    mailbox = Mailbox()
    mailbox.start()
    settings = settings_for(folder, mailbox.port, seed)
    try:
        with AllInOneServer(settings) as server, ProgressLine(sys.stderr) as progress:
            new = NewGame(demo.name, newcomers, chance, demo.options, ruleset=demo.played.name)
            accepted(create_game(server.service, new))
            robots_of_game = demo.played.robots
            assert robots_of_game is not None, "a game without robots has no demo"
            table = DemoTable(
                server.service,
                mailbox,
                server.listener.port,
                folder,
                robots_of_game.stand_in,
                most_turns=demo.most_turns,
            )
            return play(table, robots, progress.show), export_game(server.service, demo.name)
    finally:
        mailbox.stop()


def settings_for(folder: Path, mail_port: int, seed: int = 0) -> Settings:
    """The embedded defaults on free ports, sending to `mail_port` of this machine.

    Whatever the environment configures is left aside: a demo must never reach real players. The
    key is made from the seed, as robots choose by the addresses that are made from it.
    """
    return Settings.model_construct(
        database=DatabaseSettings(url=f"sqlite:///{folder.resolve() / 'pbem.db'}"),
        broker=BrokerSettings(),
        mail=MailSettings(
            letters_an_hour=0,
            listener=ListenerSettings(port=0),
            smtp_out=SmtpOutSettings(port=mail_port),
            answer_gap_seconds=0,
            key=SecretStr(hashlib.sha256(f"demo:{seed}:key".encode()).hexdigest()),
        ),
        web=WebSettings(port=0),
        clock=ClockSettings(),
        finale=FinaleSettings(cpu_seconds=0),
        log=LogSettings(),
    )


def _chance(seed: int, players: int) -> list[bytes]:
    """The secret and the seat addresses of a demo, from its seed: never for a real game."""
    blocks = [hashlib.sha256(f"demo:{seed}:{at}".encode()).digest() for at in range(players + 1)]
    return [blocks[0], *(block[:16] for block in blocks[1:])]
