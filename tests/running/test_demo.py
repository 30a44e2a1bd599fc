"""The demo: what robots read, choose and write, and a whole game of them by mail."""

import ast
import json
import random
import re
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from reports.table import CAST, NOW, about, random_game, report

from pbem.cli.demoing import settings_for
from pbem.demo import game as demo_game
from pbem.demo.plan import PlannedAttack, answers_for, orders_for
from pbem.demo.programs import PROGRAMS, AnsweredMail, Draft
from pbem.demo.report_reader import (
    OfferedAttack,
    ReportCard,
    RobotReport,
    SubjectHeading,
    heading_of,
    read_report,
)
from pbem.demo.robot import MailRobot, read_mail
from pbem.demo.screen import text_on_screen
from pbem.documents.html import to_html
from pbem.mail.compose import Message, render
from pbem.mail.letter import read_letter

ADDRESS = "game+abcdefghijklmnopqrstuvwxyz@example.org"
SEEDS = ("a", "b", "c", "d")


def papers() -> list[tuple[str, RobotReport]]:
    """Reports of random games, to the seat that moves, as text and as a robot reads it."""
    found = []
    for seed in SEEDS:
        steps = random_game(seed)
        for at in range(0, len(steps) - 1, 5):
            mover = steps[at].state.turn.seat
            text = report(steps[: at + 1], mover).text
            found.append((text, read_report(text)))
    return found


# --- reading -------------------------------------------------------------------------------


def test_a_robot_knows_its_own_cards_and_money() -> None:
    for seed in SEEDS:
        steps = random_game(seed)
        last = min(20, len(steps) - 2)
        state = steps[last].state
        seat = state.turn.seat
        paper = read_report(report(steps[: last + 1], seat).text)
        mine = [card for card, holding in state.holdings.items() if holding.seat == seat]
        assert len(paper.cards) == len(mine)
        assert sum(card.money for card in paper.cards) == sum(map(state.money, mine))


def test_a_robot_reads_every_attack_it_is_offered() -> None:
    told = [(text, paper) for text, paper in papers() if "\n# ATTACK " in text]
    assert len(told) > 10
    for text, paper in told:
        offered = text.partition("== YOUR OPTIONS")[2].partition("\n== ")[0].count("\n# ATTACK ")
        assert len(paper.offers) == offered


def test_subjects_say_what_a_mail_is() -> None:
    assert heading_of("[Fnord-7] Turn 14 - you act by Thu 24 Apr 20:00") == SubjectHeading(
        "Fnord-7", 14, "you act by Thu 24 Apr 20:00"
    )
    kinds = {
        "you act by Thu 24 Apr 20:00": (True, True, False),
        "bob acts by Thu 24 Apr 20:00": (True, False, False),
        "the game is over": (True, False, True),
        "COVERED": (False, False, False),
    }
    for rest, expected in kinds.items():
        heading = SubjectHeading("Fnord-7", 14, rest)
        assert (heading.is_report, heading.wants_orders, heading.is_over) == expected
    assert heading_of("Out of office") is None


def test_the_last_report_names_who_won() -> None:
    steps = next(g for seed in "abcdefgh" if (g := random_game(seed, 200))[-1].state.winners)
    winner, *_ = steps[-1].state.winners
    assert read_report(report(steps, winner).text).winners.startswith("You win with ")
    other = next(name for name in CAST if name not in steps[-1].state.winners)
    assert f"{winner} wins with " in read_report(report(steps, other).text).winners


# --- choosing ------------------------------------------------------------------------------

OWN = (ReportCard("DISC", 8, 10), ReportCard("MAFI", 3, 2), ReportCard("KGB", 2, 0))


def paper_of(*offers: OfferedAttack, cards: tuple[ReportCard, ...] = OWN) -> RobotReport:
    return RobotReport(cards, offers, (), (), {}, (3, 12), "")


def offer(form: str, target: str, attacker: str, aid: tuple[str, ...], need: int) -> OfferedAttack:
    """As it stands in a report."""
    to = "" if form == "control" else f"TO {form.upper()} "
    line = f"ATTACK {to}{target} WITH {attacker}" + (f" AID {', '.join(aid)}" if aid else "")
    return OfferedAttack(line, form, target, attacker, aid, need)


def test_two_attacks_never_use_a_card_or_a_megabuck_twice() -> None:
    paper = paper_of(
        offer("control", "Yuppies", "DISC", ("MAFI", "KGB"), 10),
        offer("control", "Hackers", "MAFI", ("DISC", "KGB"), 10),
        offer("control", "Texas", "MAFI", (), 3),
    )
    for seed in range(50):
        lines = orders_for(paper, random.Random(seed))
        assert lines[-1] == "READY"
        attacks = [line.split(" WITH ")[1] for line in lines if line.startswith("ATTACK")]
        used = [card for line in attacks for card in ("DISC", "MAFI", "KGB") if card in line]
        assert len(used) == len(set(used))
        spent = [int(line.split(" SPEND ")[1]) for line in attacks if " SPEND " in line]
        assert sum(spent) <= 12


def test_aid_taken_away_lowers_the_need_and_money_makes_up_for_it() -> None:
    paper = paper_of(
        offer("control", "Yuppies", "DISC", ("MAFI",), 10),
        offer("control", "Texas", "MAFI", (), 9),
    )
    both = "ATTACK Yuppies WITH DISC SPEND 3"
    assert any(both in orders_for(paper, random.Random(seed)) for seed in range(20))


def test_a_robot_without_a_fair_chance_passes() -> None:
    hopeless = paper_of(offer("control", "Yuppies", "KGB", (), 2), cards=(ReportCard("KGB", 2, 0),))
    assert orders_for(hopeless, random.Random(1)) == ["PASS", "READY"]
    assert orders_for(paper_of(), random.Random(1)) == ["PASS", "READY"]


def test_an_attack_is_typed_as_a_player_would() -> None:
    offered = offer("destroy", "Texas", "DISC", ("MAFI", "KGB"), 6)
    assert (
        PlannedAttack(offered, ("KGB",), 0, 0.4).line == "ATTACK TO DESTROY Texas WITH DISC AID KGB"
    )


BULLETIN = """
| dee has announced 2 attacks. YOU ANSWER by Sun 22 Nov 2026, 06:14 EST |
# OPPOSE 1 UNTIL 1 MAX 9                        # need 1, 0 %
# SUPPORT 2 UNTIL 8 MAX 9                       # need 8, 72 %
# STAND ASIDE
# READY                        # say no more; do not wait for me
"""


def test_a_robot_opposes_whoever_is_ahead_and_nobody_else() -> None:
    opposed = "OPPOSE 1 UNTIL 1 MAX 9"
    ahead, behind = {"You": 0.4, "dee": 1.0, "bob": 0.5}, {"You": 0.4, "dee": 0.5, "bob": 0.6}
    told = []
    for seed in range(50):
        chance = random.Random(seed)
        told.append(answers_for(BULLETIN, ahead, chance))
        assert answers_for(BULLETIN, behind, chance) == ["READY"]
        assert answers_for(BULLETIN, {}, chance) == ["READY"]
    assert 5 < told.count([opposed, "READY"]) < 30
    assert told.count(["READY"]) == 50 - told.count([opposed, "READY"])


def test_a_robot_guards_what_is_its_own() -> None:
    bulletin = BULLETIN.replace("OPPOSE 1", "GUARD 1")
    answers = [answers_for(bulletin, {}, random.Random(seed)) for seed in range(50)]
    assert 30 < sum("GUARD 1 UNTIL 1 MAX 9" in lines for lines in answers) < 50


def test_html_shows_a_robot_what_the_text_tells() -> None:
    found = 0
    for text, paper in papers():
        seen = read_report(text_on_screen(to_html(text, subject="Turn 1")))
        assert (seen.cards, seen.shares, seen.lead) == (paper.cards, paper.shares, paper.lead)
        assert (seen.offers, seen.plays) == (paper.offers, paper.plays)
        assert seen.transfers == paper.transfers
        found += len(seen.offers)
    assert found > 100


# --- writing -------------------------------------------------------------------------------


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_a_robot_types_is_what_is_read_as_new(program: str) -> None:
    steps = random_game("a")[:9]
    mover = steps[-1].state.turn.seat
    sent = report(steps, mover)
    lines = [*orders_for(read_report(sent.text), random.Random(4))]
    assert len(lines) > 1
    html = to_html(sent.text, subject=sent.subject)
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


def test_a_robot_answers_only_the_mail_that_asks_it_and_always_alike() -> None:
    steps = random_game("b")[:11]
    mover = steps[-1].state.turn.seat
    for name in CAST:
        sent = report(steps, name)
        raw = render(
            Message(
                to=f"{name}@example.org",
                subject=sent.subject,
                text=sent.text,
                message_id="<abc.def@example.org>",
                from_addr="game@example.org",
                date_at=NOW,
                kind="turn",
                reply_to=ADDRESS,
            )
        )
        reading = read_mail(raw)
        robot = MailRobot(name, f"{name}@example.org", 7, tuple(PROGRAMS))
        now = datetime(2025, 4, 22, tzinfo=UTC)
        letters = [robot.answer(reading, None, now) for _ in range(2)]
        assert letters[0] == letters[1]
        assert (letters[0] is not None) == (name == mover)
        if letters[0] is not None:
            assert letters[0].rcpt == ADDRESS
            assert letters[0].turn == about(steps[-1].state, name).turn


def test_robots_share_nothing_with_the_referee_but_mail() -> None:
    folder = Path(demo_game.__file__).parent
    allowed = {"game.py": ["pbem.transports.mailbox"]}
    for path in folder.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        plain = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
        names += [alias.name for node in plain for alias in node.names]
        ours = [
            name
            for name in names
            if name.split(".")[0] in ("pbem", "engine", "worker")
            and not name.startswith("pbem.demo")
        ]
        assert ours == allowed.get(path.name, []), path.name


# --- a whole game --------------------------------------------------------------------------


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as a user would run it."""
    command = "from pbem.cli.demoing import demo_command; demo_command()"
    return subprocess.run(
        [sys.executable, "-c", command, *arguments], capture_output=True, text=True, timeout=900
    )


@pytest.mark.long
def test_a_whole_game_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A demo on the machine of a real service must not write to its players.
    monkeypatch.setenv("PBEM_MAIL__SMTP_OUT__HOST", "mail.invalid")
    monkeypatch.setenv("PBEM_DATABASE__URL", "sqlite:////nowhere/pbem.db")
    folder = tmp_path / "demo"
    ended = run("--players", "3", "--seed", "4", "--folder", str(folder), "--json")
    assert ended.returncode == 0, ended.stderr
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
def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    typed = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        run("--seed", "5", "--folder", str(folder), "--most-turns", "8")
        # Who answers an announcement first is not the game's doing.
        letters = sorted((folder / "letters").glob("*-orders-*"))
        orders = [re.findall("^(?:ATTACK|PLAY|PASS).*", path.read_text(), re.M) for path in letters]
        names = [path.name.partition("-")[2] for path in letters]
        typed.append(list(zip(names, orders, strict=True)))
    assert len(typed[0]) == 8
    assert typed[0] == typed[1]


@pytest.mark.long
def test_a_game_that_does_not_end_is_broken_off(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    ended = run("--folder", str(folder), "--most-turns", "2")
    assert ended.returncode == 1
    assert "nobody has won after 2 turns" in ended.stderr
    assert list((folder / "mails").glob("*-report-turn-3.eml"))
    # And the next one in the same folder begins anew.
    run("--folder", str(folder), "--most-turns", "1")
    assert not list((folder / "letters").glob("*-turn-2.eml"))


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    (tmp_path / "mails").mkdir()
    ended = run("--folder", str(tmp_path))
    assert ended.returncode == 2
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
