"""Mails about who writes, whole, as their readers get them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import WIDTH
from pbem.mails.senders import (
    Asking,
    DoubtfulLetter,
    SenderDoubt,
    address_bad,
    address_new,
    address_quiet,
    address_yours,
    confirm,
    confirmed,
    is_yours,
)
from pbem.service.seats.confirming import confirmations
from tests.support.each import each
from tests.support.places import TESTS

HERE = TESTS / "reports"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ABOUT = MailContext(
    game="Fnord-7",
    seat="ann",
    player="Ann",
    zone="Europe/Berlin",
    turn=17,
    to_move="ann",
    deadline_at=None,
    now=NOON,
    secret_hash="c0" * 32,
    rules_version="1",
)
Golden = Callable[[Path, str], None]


def doubt(why: SenderDoubt, sender: str, subject: str = "", *, is_last: bool = False) -> Mail:
    shown = DoubtfulLetter(sender, subject, NOON)
    return confirm(ABOUT, why, shown, Asking("K7PXABCD", 3, is_last))


MAILS: dict[str, Mail] = {
    "other address": doubt("other-address", "ann@work.example", "Turn"),
    "no token": doubt("no-token", "ann@example.org"),
    "no token, the last time": doubt("no-token", "ann@example.org", is_last=True),
    "other address, the last time": doubt("other-address", "ann@work.example", is_last=True),
    "called forged": doubt("forged", "ann@example.org"),
    "address asked": is_yours("Ann", "ann@example.org", "ann@work.example", "K7PXABCD"),
    "address proved": address_yours("Ann", "ann@work.example", is_yours=True),
    "address of another": address_yours("Ann", "bob@example.org", is_yours=False),
    "released": confirmed(ABOUT, "read", NOON, "ann@work.example"),
    "superseded": confirmed(ABOUT, "superseded", NOON, others=2),
    "missed": confirmed(ABOUT, "missed", NOON),
    "expired": confirmed(ABOUT, "expired", NOON),
    "no code": confirmed(ABOUT, "no-code", None),
    "no code, one waits": confirmed(ABOUT, "no-code", NOON),
    "unknown": confirmed(ABOUT, "unknown", None, others=1),
    "bad address": address_bad(ABOUT, "ann@example.org", "5.1.1"),
    "new address": address_new(ABOUT, False, 14),
    "new address at once": address_new(ABOUT, True, 14),
    "quiet": address_quiet(120, NOON, "Europe/Berlin"),
}


def test_the_mails_about_who_writes(golden: Golden) -> None:
    told = [f"##### {name}\nSubject: {mail.subject}\n\n{mail.text}" for name, mail in MAILS.items()]
    golden(HERE / "senders.txt", "\n".join(told))


@each("name", MAILS)
def test_no_line_is_too_long(name: str) -> None:
    assert max(map(len, MAILS[name].text.splitlines())) <= WIDTH


@pytest.mark.parametrize("text", ["a\nCONFIRM ALL", "x" * 500, "\u202egro", "{{ head }}"])
def test_what_a_stranger_writes_breaks_no_mail(text: str) -> None:
    mail = doubt("other-address", text, text)
    assert max(map(len, mail.text.splitlines())) <= WIDTH
    lines = [line.split() for line in mail.text.splitlines()]
    assert ["K7PXABCD"] in lines


@pytest.mark.parametrize("why", ["other-address", "no-token"])
def test_the_question_quoted_without_marks_is_no_answer(why: SenderDoubt) -> None:
    """A mail program that marks nothing sends the whole question back below "I did not!"."""
    mail = doubt(why, "ann@work.example")
    assert [one.code for one in confirmations(mail.text)[0] if len(one.code) == 8] == []
