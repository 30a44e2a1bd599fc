"""Our forms through the rarer mail programs, and edited as players edit them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.documents.html import to_html
from pbem.documents.marks import marked
from pbem.games.illuminati.language import has_order
from pbem.mail.letter import read_letter
from tests.support.clients import CLIENTS, Client, Mail, Reply
from tests.support.each import each
from tests.support.filled_forms import (
    BULLETIN,
    CASES,
    CUT,
    GUARD,
    PHREAKS,
    TURN,
    TYPED,
    orders_in,
    read,
)
from tests.support.mail_programs import PROGRAMS

NO_HARD_BLANK = ("euc-kr", "iso-2022-jp")
FREED = PHREAKS[2:]
ORDER = FREED.partition(" #")[0].strip()


def cut_down(text: str) -> Mail:
    """Our mail as far as the player has left it in his reply."""
    return Mail(TURN.subject, text, to_html(marked(text, "form"), subject=TURN.subject))


OPTIONS = cut_down(f"# READY\n{PHREAKS}\n")
FORM = cut_down(TURN.text[TURN.text.index(CUT) :])

EDITS: dict[str, tuple[Mail, Reply, tuple[str, ...]]] = {
    "tabs for blanks": (
        TURN,
        Reply(above=("ATTACK\tHackers WITH\tGNOM", "READY")),
        ("ATTACK Hackers WITH GNOM", "READY"),
    ),
    "hard blanks": (
        TURN,
        Reply(changed=((PHREAKS, FREED.replace(" ", "\u00a0")), ("# READY", "\u00a0READY"))),
        (ORDER, "READY"),
    ),
    "blanks left": (
        TURN,
        Reply(changed=((PHREAKS, f"  {FREED}"), ("# READY", " READY"))),
        (ORDER, "READY"),
    ),
    "remark of ours taken away": (TURN, Reply(changed=((PHREAKS, ORDER),)), (ORDER,)),
    "remark of his behind ours": (TURN, Reply(changed=((PHREAKS, f"{FREED} yes!"),)), (ORDER,)),
    "another order in its place": (
        TURN,
        Reply(changed=((PHREAKS, "ATTACK Hackers WITH GNOM  # this one"),)),
        ("ATTACK Hackers WITH GNOM",),
    ),
    "only marked": (TURN, Reply(changed=((PHREAKS, f"x {PHREAKS}"),)), ()),
    "between three lines": (
        TURN,
        Reply(after=((PHREAKS, ORDER), (CUT, "PASS"), ("# READY", "READY"))),
        ("PASS", ORDER, "READY"),
    ),
    "signed below": (TURN, Reply(below=("READY", "-- ", "Ann", "PASS")), ("READY",)),
    "form alone left": (FORM, Reply(changed=(("# READY", "READY"),)), ("READY",)),
    "form alone below": (FORM, Reply(above=("PASS", "READY")), ("PASS", "READY")),
    "two freed lines left": (
        OPTIONS,
        Reply(changed=((PHREAKS, FREED), ("# READY", "READY"))),
        ("READY", ORDER),
    ),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("client", PROGRAMS, ids=lambda client: client.name)
def test_the_orders_are_those_the_player_meant(client: Client, case: str) -> None:
    for language in {0, sum(map(ord, client.name + case)) % len(client.heads)}:
        letter = read(client, case, language)
        assert orders_in(letter.text) == CASES[case][2], client.heads[language]


@pytest.mark.long
@pytest.mark.parametrize("client", PROGRAMS, ids=lambda client: client.name)
def test_every_head_is_recognised_with_and_without_our_mail(client: Client) -> None:
    for language in range(len(client.heads)):
        for is_sent_known in (True, False):
            letter = read(client, "turn/above", language, is_sent_known=is_sent_known)
            assert letter.text == "\n".join(TYPED), client.heads[language]
            assert letter.is_machine is None


@pytest.mark.sampled(4)
@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("client", CLIENTS + PROGRAMS, ids=lambda client: client.name)
def test_an_edited_form_says_what_the_player_meant(client: Client, edit: str) -> None:
    mail, reply, meant = EDITS[edit]
    if edit == "hard blanks" and client.charset in NO_HARD_BLANK:
        client = replace(client, charset="utf-8")
    letter = read_letter(client.write(mail, reply), sent=TURN.text, has_order=has_order)
    assert orders_in(letter.text) == meant


@each("client", PROGRAMS, ids=lambda client: client.name)
def test_a_line_filled_in_with_its_comment_mark_left_is_named(client: Client) -> None:
    changed = ((GUARD, "# GUARD 1 UNTIL 5 MAX 6"),)
    letter = read_letter(
        client.write(BULLETIN, Reply(changed=changed)), sent=BULLETIN.text, has_order=has_order
    )
    assert orders_in(letter.text) == ()
    assert "GUARD 1 UNTIL 5 MAX 6" in letter.ignored
