"""Real letters with the tokens that break parsers put into them: read, bounded, never answered."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pbem.mail.bounce import bounce_of
from pbem.mail.complaint import complaint_of
from pbem.mail.letter import ReceivedMail, read_letter
from pbem.mail.verdict import verdict_of
from pbem.service.arriving.intake import digest_of
from tests.support.clients import CLIENTS, Mail, Reply
from tests.support.places import TESTS

HERE = TESTS
CORPUS = HERE.parents[1] / "shared" / "mail-corpus" / "messages"
SENT = (HERE / "reports" / "bulletin_bob.txt").read_text(encoding="utf-8")
FORM = Mail("Turn 5", SENT, f"<html><body><pre>{SENT}</pre></body></html>")
ANSWER = Reply(above=("PASS",))
SEEDS = [
    *(path.read_bytes() for path in sorted(HERE.glob("mail/*.eml"))),
    *(client.write(FORM, ANSWER) for client in CLIENTS[::4]),
    *(path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))),
]
TOKENS = [
    b"=?", b"?=", b"=?utf-8?q?", b"=?x?b?=?=", b'"', b"<>", b"<", b">", b";", b"\0", b"\x80", b"\r",
    b"\n", b"\r\n\r\n", b"charset=", b"charset=\"utf-7", b"charset=idna", b"filename*0*=",
    b"filename*=''%", b"boundary=", b"\n--", b"--\n", b"(", b")", b"\\", b",", b":", b"@", b"=",
    b"=\n", b"\xff\xfe", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\xc2\xa0", b"> ", b"\n> ", b"&#0;",
    b"&#x110000;", b"<!--", b"<blockquote>", b"</blockquote>", b"<pre>", b"begin 644 x\n",
    b"\nContent-Type: ", b"multipart/mixed", b"message/rfc822", b"message/delivery-status",
    b"text/html",
    b"Content-Transfer-Encoding: base64\n", b"x-uuencode", b"format=flowed; delsp=yes", b"\n-- \n",
    b"-----Original Message-----\n", b"On 1 May 2025, a@b.c wrote:\n",
    b"From: a@b.c\nSent: 10:00\n",
    b"Authentication-Results: x; dmarc=pass", b"--- orders below this line ---\n",
]  # fmt: skip
EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from(TOKENS), st.integers(0, 12), st.integers(1, 9)),
    min_size=1,
    max_size=8,
)
CALLS_A_BYTE = 60
CALLS_AT_LEAST = 60_000


def mutated(seed: bytes, edits: list[tuple[float, bytes, int, int]]) -> bytes:
    """The seed with tokens put in, so many times, in place of so many bytes."""
    for where, token, dropped, times in edits:
        at = int(where * len(seed))
        seed = seed[:at] + token * times + seed[at + dropped :]
    return seed


def counted(work: Callable[[], Any]) -> int:
    """How many calls the work takes: its length in steps, whatever the machine is busy with."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


def check(letter: ReceivedMail) -> None:
    if not letter.is_cut:
        assert [line.text for line in letter.lines] == letter.body.split("\n")
    for text in (letter.text, letter.subject, letter.from_name, letter.from_addr, *letter.ignored):
        text.encode("utf-8")
        assert "\0" not in text
    assert "\n" not in letter.subject + letter.from_name + letter.from_addr


@pytest.mark.long
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(SEEDS), EDITS)
@example(SEEDS[0], [(0.0, b"charset=", 0, 1)])
def test_a_broken_letter_is_read_in_bounded_steps(
    seed: bytes, edits: list[tuple[float, bytes, int, int]]
) -> None:
    raw = mutated(seed, edits)
    kept = bytes(bytearray(raw))
    calls = counted(lambda: read_letter(raw, sent=SENT))
    assert calls <= CALLS_AT_LEAST + CALLS_A_BYTE * (len(raw) + len(SENT))
    letter = read_letter(raw, sent=SENT)
    check(letter)
    assert raw == kept
    assert letter == read_letter(kept, sent=SENT)
    assert verdict_of(letter, ["mx.example.org"]) == "none"
    assert digest_of(raw, "game@example.org") == digest_of(kept, "game@example.org")


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(SEEDS), EDITS)
def test_no_bytes_make_a_bounce_or_a_complaint_fail(
    seed: bytes, edits: list[tuple[float, bytes, int, int]]
) -> None:
    raw = mutated(seed, edits)
    found = bounce_of(raw)
    assert found is None or found.code[0] in "45"
    assert found is None or found.is_permanent == found.code.startswith("5")
    assert found is None or read_letter(raw).is_machine
    complaint = complaint_of(raw)
    assert complaint is None or complaint.kind


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(SEEDS), EDITS, st.sampled_from([b"\n", b"\r\n"]))
@example(SEEDS[0].replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"), [], b"\n")
@example(SEEDS[0], [(0.0, b"\r", 0, 1)], b"\n")
def test_whatever_follows_the_signs_of_a_machine_it_is_one(
    seed: bytes, edits: list[tuple[float, bytes, int, int]], end: bytes
) -> None:
    raw = mutated(seed, edits)
    assert read_letter(raw, mail_from="").is_machine
    assert read_letter(raw, mail_from="MAILER-DAEMON@example.net").is_machine
    for sign in (b"Auto-Submitted: auto-replied", b"Precedence: bulk", b"Return-Path: <>"):
        assert read_letter(sign + end + raw).is_machine
