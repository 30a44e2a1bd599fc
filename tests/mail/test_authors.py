"""A quote of anybody's mail but ours answers nothing; what it holds is told."""

from __future__ import annotations

import pytest

from pbem.games.illuminati.language import has_order
from pbem.mail.letter import ReceivedMail, read_letter
from tests.support.each import each

SENT = "COVERED\n\nAnn, your script is on file:\nATTACK Hackers WITH CIA\nPASS\n\nHELP explains.\n"
OLD = ["ATTACK Yuppies WITH FBI", "READY"]
FED = SENT.replace("PASS", OLD[0]).splitlines()
OURS = "On Sat, 21 Nov 2026 at 10:00, Fnord-7 <game+abc@example.org> wrote:"
MINE = "On Sat, 21 Nov 2026 at 11:00, Ann <ann@example.net> wrote:"
BLOCK = "From: {}\nSent: 21 November 2026 11:00\nTo: {}\nSubject: RE: Turn 11\n"


def quote(lines: list[str], mark: str = "> ") -> str:
    return "".join(f"{mark}{line}\n" for line in lines)


def letter(body: str, to: str = "game+abc@example.org") -> ReceivedMail:
    headers = f"From: Ann <ann@example.net>\nTo: {to}\nSubject: Re: Turn 11\n\n"
    return read_letter((headers + body).encode(), sent=SENT, has_order=has_order)


@each(
    "quoted",
    [
        f"{MINE}\n\n{quote(OLD)}",
        f"Am 21.11.26 um 11:00 schrieb Ann:\n\n{quote(OLD)}",
        BLOCK.format("Ann <ann@example.net>", "game+abc@example.org") + "\n" + "\n".join(OLD),
        f"On Sat, 21 Nov 2026 at 11:00, Bob <bob@example.com> wrote:\n\n{quote(OLD)}",
        f"On Sat, 21 Nov 2026 at 11:00, Fnord-7 <noreply@mail.example.com> wrote:\n\n{quote(FED)}",
        f"{MINE}\n\n> {OURS}\n>\n{quote(SENT.replace('PASS', OLD[0]).splitlines(), '>> ')}",
    ],
)
def test_a_quote_that_is_not_ours_has_no_answers(quoted: str) -> None:
    found = letter(f"Changed my mind:\nCLEAR\n\n{quoted}")
    assert found.text == "Changed my mind:\nCLEAR"
    assert OLD[0] in found.ignored


@pytest.mark.parametrize(
    "head",
    [
        OURS,
        "On Sat, 21 Nov 2026 at 10:00, Fnord-7 <game@example.org> wrote:",
        "On Sat, 21 Nov 2026 at 10:00, Fnord-7 wrote:",
        BLOCK.format("Fnord-7 <game+abc@example.org>", "Ann <ann@example.net>").strip(),
    ],
)
def test_a_quote_of_ours_has_answers(head: str) -> None:
    changed = SENT.replace("PASS", OLD[0])
    assert letter(f"READY\n{head}\n{quote(changed.splitlines())}").text == f"READY\n\n{OLD[0]}"


def test_a_provider_that_all_write_from_tells_nobody_apart() -> None:
    body = f"READY\nBob <bob@example.net> wrote:\n{quote(OLD)}"
    assert letter(body, "game+abc@example.net").text == "READY"
