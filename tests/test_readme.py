"""The README keeps its word: its mails are made anew, its commands run, its tables are whole."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from shutil import which

import click
import pytest
from places import ROOT
from servers import free_port, missing
from sqlmodel import select

from engine.illuminati.state import GameOptions
from pbem.cli import COMMANDS, command_of
from pbem.database import Database
from pbem.models import Outbox
from pbem.service.arriving.intake import accept
from pbem.service.context import ServiceContext
from pbem.service.due.adjudication import adjudicate
from pbem.service.letters.reading import read_letter
from pbem.service.players.tokens import written_out
from pbem.service.snapshots import load_game
from pbem.service.turns.founding import Newcomer, create_game
from pbem.settings import Settings

README = ROOT / "README.md"
Golden = Callable[[Path, str], None]

CAST = ("ann", "bob", "cat", "dee")
BEGAN_AT = datetime(2026, 11, 23, 19, 30, tzinfo=UTC)
LETTER = """\
From: Ann <ann@example.org>
To: Illuminati by mail <{address}>
Subject: Re: {subject}
In-Reply-To: {message_id}
Message-ID: <20261124.0815@example.org>

Dear referee,

atack Hollywood with UFOs spend 4
if 1 fails: attack Hollywood with UFOs spend 4
Ready

--\x20
Ann

On Mon, 23 Nov 2026 at 20:30, Illuminati by mail wrote:
> +----------------------------------------------------------------------+
> | FNORD-7, TURN 1                                                      |
"""
MADE = re.compile(r"(<!-- made by tests/test_readme.py: (\w+) -->\n```text\n).*?(\n```\n)", re.S)
BLOCK = re.compile(r"(?P<above>[^\n]*)\n```(?P<kind>\w+)\n(?P<text>.*?)\n```\n", re.S)
NOT_RUN = "<!-- not run by the tests"


def readme() -> str:
    return README.read_text(encoding="utf-8")


def blocks(kind: str) -> list[tuple[str, str]]:
    """Every fenced block of a kind, with the line above it."""
    return [(b["above"], b["text"]) for b in BLOCK.finditer(readme()) if b["kind"] == kind]


# --- one turn as it goes by mail -----------------------------------------------------------


@pytest.fixture
def turn_by_mail(sqlite_database: Database) -> dict[str, str]:
    """The letter, its answer and the next player's report, made by the service itself."""
    settings = Settings.model_validate({"mail": {"address": "game@example.org", "key": "0" * 32}})
    clock = [BEGAN_AT]
    service = ServiceContext(sqlite_database, settings, lambda: clock[0])
    secret, *tokens = [sha256(f"3{at}".encode()).digest() for at in range(5)]
    newcomers = [
        Newcomer(name, f"{name}@example.org", "Europe/Berlin", name=name.capitalize())
        for name in CAST
    ]
    chance = [secret, *(token[:16] for token in tokens)]
    options = GameOptions(pace="policies")
    game = create_game(service, "Fnord-7", newcomers, chance, options=options)
    first = written_out(service, mails_to(service, game, "ann")[0])
    letter = LETTER.format(
        address=first.reply_to, subject=first.subject, message_id=first.message_id
    )
    clock[0] = datetime(2026, 11, 24, 7, 15, 9, tzinfo=UTC)
    assert first.reply_to is not None
    raw = letter.replace("\n", "\r\n").encode()
    assert read_letter(service, accept(service, raw, first.reply_to, "ann@example.org"))
    assert adjudicate(service, game)
    answer = mails_to(service, game, "ann")[1]
    with service.database.read() as session:
        mover = load_game(session, game).state.turn.seat
    report = mails_to(service, game, mover)[-1]
    return {"letter": letter.rstrip(), "answer": whole(answer), "report": excerpt(whole(report))}


def mails_to(service: ServiceContext, game: int, name: str) -> list[Outbox]:
    with service.database.read() as session:
        seat = load_game(session, game).seats[name]
        rows = session.exec(
            select(Outbox).where(Outbox.seat_id == seat.id).order_by(Outbox.id)
        ).all()
        return sorted(rows, key=lambda row: row.id or 0)


def whole(mail: Outbox) -> str:
    return f"To: {mail.rcpt}\nSubject: {mail.subject}\n\n{mail.text.rstrip()}"


def excerpt(report: str) -> str:
    """The box, the story, and the first options: what a player reads first."""
    top, _, rest = report.partition("== YOUR SECRETS")
    options = rest[rest.index("== YOUR OPTIONS") :].splitlines()[:8]
    return "\n".join([top.rstrip(), "", "[...]", "", *options, "[...]"])


def test_the_mails_shown_are_those_the_service_writes(
    turn_by_mail: dict[str, str], golden: Golden
) -> None:
    shown = [found[2] for found in MADE.finditer(readme())]
    assert shown == ["letter", "answer", "report"]
    golden(README, MADE.sub(lambda m: m[1] + turn_by_mail[m[2]] + m[3], readme()))


# --- commands ------------------------------------------------------------------------------

TIDY = "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n"
"""What a script has left running would keep the test waiting."""

RUN = [text for above, text in blocks("sh") if not above.startswith(NOT_RUN)]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("script", RUN, ids=lambda text: text.splitlines()[0])
def test_every_command_shown_can_be_run(script: str, tmp_path: Path) -> None:
    for tool in ("curl",):
        if tool in script and which(tool) is None:
            missing(tool)
    # Whoever runs the tests may have a service of his own on the ports of the text.
    ports = {port: str(free_port()) for port in ("8025", "8080", "2525")}
    for port, free in ports.items():
        script = script.replace(port, free)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {
        **os.environ,
        "PATH": path,
        "PBEM_MAIL__LISTENER__PORT": ports["8025"],
        "PBEM_WEB__PORT": ports["8080"],
    }
    process = subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", TIDY + script],
        cwd=tmp_path,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        told, _ = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert process.returncode == 0, told
    assert "Traceback" not in told


def test_what_is_run_is_most_of_what_is_shown() -> None:
    assert len(RUN) >= len(blocks("sh")) / 2


@pytest.mark.parametrize("text", [text for _, text in blocks("toml")])
def test_every_setting_shown_is_one(text: str) -> None:
    Settings(**tomllib.loads(text))


def test_the_table_of_commands_is_whole() -> None:
    listed = re.findall(r"^\| `pbem ([a-z-]+)", readme(), re.M)
    assert sorted(set(listed)) == sorted(COMMANDS)
    shown = "\n".join(text for _, text in blocks("sh")).replace("\\\n", " ")
    ours = "\n".join(line for line in shown.splitlines() if line.startswith("pbem "))
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", ours))
    outer = [command_of(name) for name in COMMANDS]
    inner = [c for g in outer if isinstance(g, click.Group) for c in g.commands.values()]
    known = {
        option
        for command in [*outer, *inner]
        for parameter in command.params
        for option in parameter.opts
    }
    assert options
    assert options <= known


def test_what_it_points_to_is_there() -> None:
    found = re.findall(r"\]\((?!http)([^)#]+)\)", readme())
    tree = re.findall(r"^((?:[a-z.]+/)+[\w.-]*) ", readme(), re.M)
    assert found and len(tree) > 8
    assert [path for path in (*found, *tree) if not (ROOT / path).exists()] == []


def test_lines_are_wrapped() -> None:
    outside = re.sub(r"^```.*?^```|^\|.*?$", "", readme(), flags=re.S | re.M)
    assert max(map(len, outside.splitlines())) <= 100
