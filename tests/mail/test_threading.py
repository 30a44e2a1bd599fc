"""Long threads hold together in mail programs, also with ids of 120 characters and lost mails."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pbem.mail.compose import Message, render
from tests.support.jwz import mails_in, threads

KEPT = 8
"""Ids the service keeps beside the root."""


def long_id(number: int, length: int = 120) -> str:
    tail = f"{number:04}.abcdefghijklmnopqrstuvwxyz@play.example.org>"
    return f"<{'x' * (length - len(tail) - 1)}{tail}"


def thread_of(count: int, length: int = 120, game: str = "a") -> list[bytes]:
    """A seat's mails, each naming the root and the last few before it."""
    message = Message(
        to="ann@example.net",
        subject="[Fnord-7] Turn",
        text="x\n",
        message_id="<x@x>",
        from_addr="game@example.org",
        date_at=datetime(2026, 11, 21, tzinfo=UTC),
    )
    ids: list[str] = []
    raws = []
    for number in range(count):
        own = long_id(number, length).replace("<x", f"<{game}", 1)
        kept = tuple([*ids[:1], *ids[1:][-KEPT:]])
        last = ids[-1] if ids else ""
        raws.append(render(replace(message, message_id=own, references=kept, in_reply_to=last)))
        ids.append(own)
    return raws


@pytest.mark.parametrize("length", [60, 77, 78, 79, 120, 200])
def test_a_game_is_one_thread(length: int) -> None:
    assert len(long_id(1, length)) == length
    (root,) = threads(thread_of(60, length))
    assert mails_in(root) == 60


def test_each_mail_hangs_under_the_one_before_it() -> None:
    (root,) = threads(thread_of(12))
    depth = 1
    while root.children:
        (root,) = root.children
        depth += 1
    assert depth == 12


def test_mails_that_came_out_of_order_or_were_thrown_away_do_not_break_it() -> None:
    raws = thread_of(40)
    (root,) = threads([*raws[20:], *raws[:20]])
    assert mails_in(root) == 40
    (root,) = threads(raws[:5] + raws[9:11] + raws[30:])
    assert mails_in(root) == 5 + 2 + 10


def test_two_seats_or_games_never_share_a_thread() -> None:
    roots = threads([*thread_of(9), *thread_of(9, game="b")])
    assert [mails_in(root) for root in roots] == [9, 9]


def test_an_encoded_id_would_be_seen() -> None:
    """What the standard library makes of long ids, which is why we do not leave them to it."""
    broken = [
        raw.replace(b"References: <", b"References: =?utf-8?q?=3C").replace(
            b"In-Reply-To: <", b"In-Reply-To: =?utf-8?q?=3C"
        )
        for raw in thread_of(4)
    ]
    assert len(threads(broken)) > 1
