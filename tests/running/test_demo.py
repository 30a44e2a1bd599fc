"""The demo: what robots read, choose and write, and a whole game of them by mail."""

import json
import re
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.demoing import demo_command, settings_for
from pbem.demo.game import MailRobot, read_mail
from pbem.demo.programs import PROGRAMS, AnsweredMail, Draft
from pbem.documents.html import to_html
from pbem.mail.compose import Message, render
from pbem.mail.letter import read_letter
from tests.support.each import each
from tests.support.report_games import NOW, random_game, report

ADDRESS = "game+abcdefghijklmnopqrstuvwxyz@example.org"


# --- writing -------------------------------------------------------------------------------


@each("program", PROGRAMS)
def test_what_a_robot_types_is_what_is_read_as_new(program: str) -> None:
    steps = random_game("a")[:9]
    mover = steps[-1].state.turn.seat
    sent = report(steps, mover)
    offered = re.findall(r"^# (ATTACK .+?)  +#", sent.text, re.M)
    lines = [*offered[:2], "READY"]
    assert len(lines) > 1
    html = to_html(sent.body, subject=sent.subject)
    mail = AnsweredMail(
        "The Referee", ADDRESS, sent.subject, "<1@example.org>", NOW, sent.text, html
    )
    draft = Draft("Ann", "ann@example.org", lines, mail, "<2@example.org>", NOW)
    raw = PROGRAMS[program](draft).as_bytes()
    letter = read_letter(raw, sent=sent.text, mail_from="ann@example.org")
    assert letter.from_addr == "ann@example.org"
    assert letter.in_reply_to == "<1@example.org>"
    assert not letter.is_machine
    courtesies = ("Hello referee,", "Best regards,", "Ann", "")
    typed = [line.split("  #")[0] for line in letter.text.splitlines() if line not in courtesies]
    typed = [line for line in typed if not line.startswith("#")]
    if program == "a phone":
        lines = [". ".join(line.capitalize() for line in lines) + "."]
    assert (Counter if program == "the # taken away" else list)(typed) == (
        Counter if program == "the # taken away" else list
    )(lines)


def test_the_same_mail_is_answered_with_the_same_bytes() -> None:
    sent = report(random_game("b")[:11], "ann")
    raw = render(
        Message(
            to="ann@example.org",
            subject=sent.subject,
            text=sent.text,
            message_id="<abc.def@example.org>",
            from_addr="game@example.org",
            date_at=NOW,
            reply_to=ADDRESS,
        )
    )
    robot = MailRobot("ann", "ann@example.org", 7, tuple(PROGRAMS))
    now = datetime(2025, 4, 22, tzinfo=UTC)
    first, second = (robot.answer(read_mail(raw), ["PASS", "READY"], now) for _ in range(2))
    assert first == second and first.rcpt == ADDRESS


# --- a whole game --------------------------------------------------------------------------


def run(*arguments: str) -> Result:
    """The command as a user would run it, but for the process."""
    return CliRunner().invoke(demo_command, arguments)


def run_apart(*arguments: str) -> None:
    """The command in a process of its own, whose hashes differ."""
    command = "from pbem.cli.demoing import demo_command; demo_command()"
    subprocess.run([sys.executable, "-c", command, *arguments], capture_output=True, timeout=900)


@pytest.mark.long
def test_a_whole_game_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A demo on the machine of a real service must not write to its players.
    monkeypatch.setenv("PBEM_MAIL__SMTP_OUT__HOST", "mail.invalid")
    monkeypatch.setenv("PBEM_DATABASE__URL", "sqlite:////nowhere/pbem.db")
    folder = tmp_path / "demo"
    ended = run("--players", "3", "--seed", "4", "--folder", str(folder), "--json")
    assert ended.exit_code == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert told["problems"] == []
    assert told["questions"] == []
    assert told["covered"] == told["letters"] and told["turn"] < 100
    assert " win" in told["winners"]
    assert "turn 20" in ended.stderr or told["turn"] < 20
    mails = sorted(path.name for path in (folder / "mails").iterdir())
    letters = sorted(path.name for path in (folder / "letters").iterdir())
    assert (len(mails), len(letters)) == (told["mails"], told["letters"])
    assert sum(name.endswith(f"-last-report-turn-{told['turn']}.eml") for name in mails) == 3
    # Two rivals read and answer what the third has announced; a READY held back is sent again.
    answers = sum("-answers-" in name for name in letters)
    bulletins = sum("-bulletin-" in name for name in mails)
    orders = [name.partition("-orders-")[2] for name in letters if "-orders-" in name]
    assert answers > 20 and bulletins == answers == len(letters) - len(orders)
    assert len(set(orders)) == told["turn"] <= len(orders) <= told["turn"] + 5
    # Three reports to begin with, then three a turn, and an answer to every letter.
    assert len(mails) == 3 + 3 * told["turn"] + len(letters) + bulletins
    assert letters[0].startswith("0001-") and letters[0].endswith("-orders-turn-1.eml")
    assert "Traceback" not in (folder / "log.jsonl").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.slow
def test_a_whole_game_of_inwo_by_mail(tmp_path: Path) -> None:
    """Leads, scripts, windows and answers, by robots that know nothing but their mail."""
    folder = tmp_path / "demo"
    ended = run("--ruleset", "inwo", "--players", "6", "--folder", str(folder), "--json")
    assert ended.exit_code == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert told["problems"] == [] and told["questions"] == [] and " win" in told["winners"]
    letters = sorted(path.name for path in (folder / "letters").iterdir())
    assert told["covered"] == told["letters"] == len(letters) > 6 + told["turn"]
    assert len(told["programs"]) > 5, "robots write with the programs that people have"


@pytest.mark.long
def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    typed = []
    for folder, play in ((tmp_path / "one", run), (tmp_path / "two", run_apart)):
        play("--seed", "5", "--folder", str(folder), "--most-turns", "6")
        # Who answers an announcement first is not the game's doing.
        letters = sorted((folder / "letters").glob("*-orders-*"))
        orders = [re.findall("^(?:ATTACK|PLAY|PASS).*", path.read_text(), re.M) for path in letters]
        names = [path.name.partition("-")[2] for path in letters]
        typed.append(list(zip(names, orders, strict=True)))
    assert len(typed[0]) == 6
    assert typed[0] == typed[1]


@pytest.mark.long
def test_a_game_that_does_not_end_is_broken_off(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    ended = run("--folder", str(folder), "--most-turns", "2")
    assert ended.exit_code == 1
    assert "nobody has won after 2 turns" in ended.stderr
    assert list((folder / "mails").glob("*-report-turn-3.eml"))
    # And the next one in the same folder begins anew.
    run("--folder", str(folder), "--most-turns", "1")
    assert not list((folder / "letters").glob("*-turn-2.eml"))


@pytest.mark.long
def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    (tmp_path / "mails").mkdir()
    ended = run("--folder", str(tmp_path))
    assert ended.exit_code == 2
    assert "thesis.txt" in ended.stderr
    assert (tmp_path / "mails").is_dir()


def test_the_environment_does_not_reach_a_demo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_MAIL__SMTP_OUT__PORT", "25")
    monkeypatch.setenv("PBEM_BROKER__URL", "redis://localhost:6379/0")
    settings = settings_for(tmp_path, 4711)
    assert (settings.mail.smtp_out.host, settings.mail.smtp_out.port) == ("127.0.0.1", 4711)
    assert settings.broker.is_embedded
    assert settings.database.url == f"sqlite:///{tmp_path}/pbem.db"
