"""Replies with stale or foreign text in them, and what `pbem extract` prints of each.

Each `replies/NAME.eml` answers `replies/sent.txt`; `NAME.txt` is what its writer newly typed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.extracting import extract_command
from tests.support.each import each
from tests.support.places import TESTS

FOLDER = TESTS / "mail" / "replies"
SENT = FOLDER / "sent.txt"
REPLIES = sorted(FOLDER.glob("*.eml"))
Golden = Callable[[Path, str], None]


def extracted(reply: Path, *options: str) -> str:
    done = CliRunner().invoke(extract_command, options, input=reply.read_bytes())
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("reply", REPLIES, ids=lambda reply: reply.stem)
def test_only_what_was_newly_typed_is_read(reply: Path, golden: Golden) -> None:
    golden(reply.with_suffix(".txt"), extracted(reply, "--sent", str(SENT)))


@each("reply", REPLIES, ids=lambda reply: reply.stem)
def test_without_our_mail_nothing_more_is_read(reply: Path) -> None:
    known = set(reply.with_suffix(".txt").read_text(encoding="utf-8").split("\n"))
    # What is pasted without marks cannot be told from what was typed.
    if not reply.stem.startswith("form-pasted"):
        assert set(extracted(reply).split("\n")) <= known
