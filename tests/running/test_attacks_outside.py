"""`pbem serve`, attacked by mail from outside: nothing is gained, honest letters are answered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.outside_attacks import (
    ANN,
    BASE,
    BOB,
    EDGE,
    FORGED_VERDICTS,
    MO,
    SLOW_LINES,
    Town,
    code_in,
    letter,
    running_town,
)
from tests.support.post_office import text_of
from tests.support.servers import wait_for

pytestmark = pytest.mark.long
CHIEF = "chief@corp.example"
WELCOME = "You moderate this game"
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """One for all, in any order: what one test has done to it changes nothing for another."""
    with running_town(tmp_path_factory.mktemp("town")) as made:
        yield made


def test_an_address_that_nobody_proved_is_nobodys(town: Town) -> None:
    """bob claims chief's address as his own; then the operator appoints the real chief."""
    bobs = town.seat_address(BOB)
    town.send(CHIEF, bobs, letter(CHIEF, bobs, "STATUS"))
    code = code_in(town.wait_to_be_asked(BOB, CHIEF))
    town.send(BOB, bobs, letter(BOB, bobs, f"CONFIRM ALWAYS {code}"))
    town.world.wait_for_mails(CHIEF, 1)
    added = town.pbem("moderators", "add", "Fnord-7", CHIEF, "--name", "Chief")
    assert added.returncode == 0, added.stderr
    wait_for(lambda: any(WELCOME in str(m["Subject"]) for m in town.world.mails(CHIEF)), "word")
    town.ask_status(BOB, bobs)
    assert not [mail for mail in town.world.mails(BOB) if WELCOME in str(mail["Subject"])]
    to_bob = {str(mail["Reply-To"]) for mail in town.world.mails(BOB)}
    assert not to_bob & {str(mail["Reply-To"]) for mail in town.world.mails(CHIEF)}


@pytest.mark.parametrize("body", SLOW_LINES)
def test_letters_that_are_dear_to_read_keep_nobody_waiting(town: Town, body: str) -> None:
    anns, bobs = town.seat_address(ANN), town.seat_address(BOB)
    for number in range(6):
        machine = letter(
            f"x{number}@evil.example",
            BASE,
            body,
            "In-Reply-To: <abcdefghijklmnopqrstuvwx.abcdefghijklmnopqrstuvwxyz@example.org>",
            subject="Automatic reply: orders",
        )
        town.send(f"x{number}@evil.example", BASE, machine)
        town.send(BOB, bobs, letter(BOB, bobs, body))
    assert "how things stand" in str(town.ask_status(ANN, anns)["Subject"])
    assert "Traceback" not in (town.folder / "serve.log").read_text()


@pytest.mark.parametrize("header", FORGED_VERDICTS)
def test_a_forged_verdict_vouches_for_nobody(town: Town, header: str) -> None:
    """The lines reach us as they were written, as the edge let them through."""
    assert_vouches_for_nobody(town, header.format(EDGE))


def assert_vouches_for_nobody(town: Town, header: str) -> None:
    anns = town.seat_address(ANN)
    before = {who: len(town.world.mails(who)) for who in (ANN, BOB)}
    town.send("eve@evil.example", BASE, letter(ANN, BASE, "ATTACK Mafia WITH CIA\nREADY", header))
    town.send("eve@evil.example", BASE, letter(MO, BASE, "PAUSE Fnord-7", header))
    town.ask_status(ANN, anns)
    town.ask_status(BOB, town.seat_address(BOB))
    anns_new, bobs_new = (town.world.mails(who)[before[who] :] for who in (ANN, BOB))
    assert not [mail for mail in anns_new if "COVERED" in str(mail["Subject"])]
    told = "".join(map(text_of, anns_new + bobs_new))
    assert "PAUSE" not in told and "paused" not in told.lower()


def test_nobody_is_shut_out_by_his_name_on_an_envelope(town: Town) -> None:
    bobs = town.seat_address(BOB)
    for number in range(260):
        town.send(BOB, BASE, letter(BOB, BASE, f"HELP {number}"))
    assert "Turn" in str(town.ask_status(BOB, bobs)["Subject"])


def test_nobody_is_flooded_through_us(town: Town) -> None:
    town.ask_status(ANN, town.seat_address(ANN))  # by then her mails of the start are all there
    before = len(town.world.mails(ANN))
    names = {
        "".join(c.upper() if number >> at & 1 else c for at, c in enumerate("game"))
        for number in range(16)
    }
    for name in sorted(names):
        for number in range(8):
            to = f"{name}@play.example.org"
            town.send(ANN, to, letter(ANN, to, f"PASS {number}"))
    town.ask_status(BOB, town.seat_address(BOB))
    most_in_a_day = 6
    assert len(town.world.mails(ANN)) - before <= most_in_a_day
    assert "Turn" in str(town.ask_status(ANN, town.seat_address(ANN))["Subject"])


def test_one_letter_fills_no_disk(town: Town) -> None:
    big = letter("eve@evil.example", BASE, "x" * 70 + ("\r\n" + "y" * 70) * 12_000)
    before = stored(town)
    invented = [f"postmaster@invented-{number}.example" for number in range(50)]
    assert set(town.send("eve@evil.example", invented, big).values()) == {550}
    ours = [BASE, *(f"{name}@play.example.org" for name in ("postmaster", "Postmaster", "GAME"))]
    town.send("eve@evil.example", ours, big)
    town.ask_status(ANN, town.seat_address(ANN))
    assert stored(town) - before < 5 * MEGABYTE


def stored(town: Town) -> int:
    return sum(path.stat().st_size for path in town.folder.glob("pbem.db*"))


def test_no_file_of_the_service_is_for_everybodys_eyes(town: Town) -> None:
    town.ask_status(ANN, town.seat_address(ANN))
    files = [path for path in town.folder.glob("pbem.db*") if path.exists()]
    assert files
    assert {path.name: oct(path.stat().st_mode & 0o077) for path in files} == {
        path.name: "0o0" for path in files
    }
