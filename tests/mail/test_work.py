"""However hostile a letter is, and whoever sent it: telling what is new in it is so much work."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.budget import A_LETTER
from pbem.games.illuminati.language import carries_order, has_order
from pbem.mail.letter import ReceivedMail, read_envelope, with_new_text
from tests.support.counting import calls
from tests.support.places import TESTS

SENT = (TESTS / "mail" / "replies" / "sent.txt").read_text(encoding="utf-8")
SIZE = 65536
A_STEP, A_CHARACTER = 40, 4
"""Calls of functions that a step may take, and that a character of a letter may take beside."""
TOKEN = "abcdefghijklmnopqrstuvwxyz"
HEAD = f"""\
From: Ann Conda <ann@example.net>
To: Illuminati by mail <game+{TOKEN}@example.org>
Subject: {{}}
In-Reply-To: <aaaabbbbccccddddeeeeffff.{TOKEN}@example.org>
Content-Type: text/{{}}; charset=utf-8
Content-Transfer-Encoding: 8bit

"""


def filled(*lines: str) -> str:
    """A letter of 64 kB, or of 2,000 lines, of these lines over and over."""
    block = "".join(f"{line}\n" for line in lines)
    return block * max(1, min(2000 // len(lines), SIZE // len(block.encode())))


HOSTILE = {
    "telephones": filled("Sent from a a a a a a a a a a"),
    "long telephones": filled("Sent from " + "a " * 70),
    "outlooks": filled("outlook " * 18),
    "orders": filled("attack a with b spend 1 if need 3"),
    "attributions": filled("On 3 May 2025 at 10:00, a b c d e f wrote:"),
    "attributions in pieces": filled(
        "On 3 May 2025", "at 10:00, a b c <a@b.c>", "d wrote:", "PASS"
    ),
    "verbs of writing": filled("wrote wrote wrote wrote wrote:"),
    "many verbs of writing": filled("wrote " * 160),
    "names": filled("Support " * 10 + " <a@b.c> wrote on 3.4.2025:"),
    "fields": filled("From: a@b.c"),
    "fields far apart": filled("From: a@b.c", "x", "x", "x"),
    "colons": filled("From: " + "a: " * 300),
    "fields run together": filled("From: a", "To: b", "x: y z", "To: " + "to: " * 9),
    "fields without colons": filled("From a@b.c", "To b", "x"),
    "frames": filled("PASS ---- Original message ----From: a@b.c To: x", "> x"),
    "broken frames": filled("---- Original message", "----From: a", "> x"),
    "dashes": filled("-" * 998),
    "words and dashes": filled("--a--b" * 160),
    "quotes in quotes": filled(*(">" * depth + " x" for depth in range(1, 60))),
    "heads in quotes": filled(
        *(">" * depth + " On 3 May 2025, x wrote:" for depth in range(1, 60))
    ),
    "quotes by turns": filled("> a", ">> b", "c"),
    "struck": filled("~~a~~ " * 160),
    "struck letters": filled("a\u0336" * 300),
    "pictures": filled("[image: x"),
    "talk": filled("SAY TO ALL: x"),
    "talk and heads": filled("SAY TO ALL x On 3 May 2025 at 10:00, y wrote: On 3 May 2025"),
    "addresses": filled("a@" * 490),
    "brackets": filled("<" * 998),
    "our own lines": filled(
        "> # ATTACK CCD WITH CONV AID CTHU, MIB            # need 10, 92 %", "> x"
    ),
    "pieces of ours": filled("> C", "> I", "> A", "> a"),
    "dates": filled("3.4.2025 10:00 " * 60 + ":"),
    "conditions": filled("if is is is is is is is is is is:"),
    "many in one line": filled("SUPPORT bob ON" + " GIVE ON" * 120),
    "cut lines": filled("--- orders below this line ---", "> ATTACK a WITH b"),
    "armour": filled("-----BEGIN PGP SIGNED MESSAGE-----", "Hash: x", "- a"),
    "one long line": "ATTACK a " * (SIZE // 9),
    "semicolons": filled("PASS;" * 190),
    "sentences": filled("PASS. " * 150),
    "bars": filled("| a | b | c", "AE> x", "| From | a@b.c |"),
    "signatures": filled("-- ", "x", "> y"),
    "nothing": "\n" * SIZE,
}


def check_work(body: str, sent: str | None = SENT, *, subject: str = "Re: Turn 11") -> ReceivedMail:
    """See that a letter takes no more than its steps, and a step no more than a few calls."""
    raw = (HEAD.format(subject, "plain") + body).encode()
    found: list[ReceivedMail] = []

    def read() -> None:
        letter = read_envelope(raw, has_order=has_order, carries_order=carries_order)
        found.append(with_new_text(letter, raw, sent=sent, has_order=has_order))

    made, budget = calls(read), found[0].budget
    assert budget.spent <= A_LETTER
    assert made <= A_STEP * budget.spent + A_CHARACTER * len(raw) + 20_000
    return found[0]


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize("sent", [SENT, None], ids=["answered", "alone"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_letter_of_64_kb_is_so_many_steps(kind: str, sent: str | None) -> None:
    # Half of the steps are left for what the new lines mean.
    assert check_work(HOSTILE[kind], sent).budget.left >= A_LETTER // 3


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", HOSTILE)
def test_an_automatic_reply_of_64_kb_is_so_many_steps(kind: str) -> None:
    check_work(HOSTILE[kind], subject="Automatic reply: x")


GLUE = (
    *("On ", "3 May 2025 ", "at 10:00, ", "a@b.c ", "<a@b.c> ", "wrote", "schrieb ", ":", "From: "),
    *("Sent: ", "To: ", "> ", ">> ", "| ", "# ", "-- ", "-----", "Original Message", "Sent from "),
    *("my iPhone ", "ATTACK ", "WITH ", "IF ", "SAY TO ", "ALL: ", ";", ". ", "\n", "\n\n", "~~"),
    *("CCD WITH CONV AID CTHU, MIB ", "TRANSFER ", "[image: ", "é", "写道", "outlook ", "x", " "),
)
_phrases = st.lists(st.sampled_from(GLUE), min_size=1, max_size=8).map("".join)
_blocks = st.builds(lambda phrase, times: (phrase * times)[:SIZE], _phrases, st.integers(1, 2000))


@settings(max_examples=40, deadline=None)
@given(st.lists(_blocks, min_size=1, max_size=3), st.sampled_from([SENT, None]))
def test_no_letter_takes_more_than_its_steps(blocks: list[str], sent: str | None) -> None:
    check_work("\n".join(blocks)[:SIZE], sent)


@pytest.mark.long
@settings(max_examples=20, deadline=None)
@given(st.lists(_blocks, min_size=1, max_size=3))
def test_no_automatic_reply_takes_more_than_its_steps(blocks: list[str]) -> None:
    check_work("\n".join(blocks)[:SIZE], subject="Automatic reply: x")
