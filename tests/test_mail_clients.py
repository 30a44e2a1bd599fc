"""Our own forms, filled in and sent back by the mail programs of the world."""

from __future__ import annotations

from pathlib import Path

import pytest
from clients import CLIENTS, Client, Mail, Reply

from pbem.language.reading.lines import statements_of
from pbem.language.reading.sighting import has_order
from pbem.language.verbs.table import FIRST_WORDS
from pbem.mail.letter import Letter, read_letter
from pbem.reports import to_html

REPORTS = Path(__file__).parent / "reports"
CUT = "--- orders below this line ---"


def mail_of(name: str) -> Mail:
    subject, _, text = (REPORTS / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")
    subject = subject.removeprefix("Subject: ")
    return Mail(subject, text, to_html(text, subject=subject))


TURN = mail_of("first_mover")
BULLETIN = mail_of("bulletin_bob")
COVERED = mail_of("covered")
PHREAKS = "# ATTACK Phone Phreaks WITH Gnomes of Zurich    # need 6, 42 %"
NUKES = "# ATTACK TO DESTROY Nuclear Power Companies WITH GNOM  # need 3, 8 %"
TYPED = ("ATTACK Hackers WITH GNOM SPEND 3", "Transfer 5 from Mafia to Illuminati", "PASS", "READY")

CASES: dict[str, tuple[Mail, Reply, tuple[str, ...]]] = {
    "turn/above": (TURN, Reply(above=TYPED), TYPED),
    "turn/greeted": (
        TURN,
        Reply(above=("Dear referee,", "", *TYPED, "", "Best regards,", "Ann")),
        TYPED,
    ),
    "turn/filled": (
        TURN,
        Reply(changed=((PHREAKS, PHREAKS[2:]), ("# READY", "READY"))),
        (PHREAKS[2:].partition(" #")[0].strip(), "READY"),
    ),
    "turn/filled and above": (
        TURN,
        Reply(above=("see below", "PASS"), changed=((NUKES, NUKES[2:]), ("# READY", "READY"))),
        ("PASS", NUKES[2:].partition(" #")[0].strip(), "READY"),
    ),
    "turn/extended": (
        TURN,
        Reply(changed=(("# ATTACK", "ATTACK Hackers WITH GNOM SPEND 3"), ("# READY", "READY"))),
        ("ATTACK Hackers WITH GNOM SPEND 3", "READY"),
    ),
    "turn/between": (
        TURN,
        Reply(after=((CUT, "ATTACK Hackers WITH GNOM"), ("# READY", "READY"))),
        ("ATTACK Hackers WITH GNOM", "READY"),
    ),
    "turn/below": (TURN, Reply(below=TYPED), TYPED),
    "turn/signed": (
        TURN,
        Reply(above=(*TYPED, "", "-- ", "Ann", "ATTACK Yuppies WITH CIA")),
        TYPED,
    ),
    "turn/nothing": (TURN, Reply(above=("Thanks for the report!",)), ()),
    "bulletin/nothing": (BULLETIN, Reply(), ()),
    "covered/nothing": (COVERED, Reply(), ()),
    "bulletin/above": (
        BULLETIN,
        Reply(above=("OPPOSE 2 UNTIL 5 MAX 6",)),
        ("OPPOSE 2 UNTIL 5 MAX 6",),
    ),
    "bulletin/filled": (
        BULLETIN,
        Reply(changed=(("# STAND ASIDE", "STAND ASIDE"), ("# READY", "READY"))),
        ("STAND ASIDE", "READY"),
    ),
    "bulletin/extended": (
        BULLETIN,
        Reply(changed=(("# GUARD 1", "GUARD 1 MAX 4"), ("# OPPOSE 2", "OPPOSE 2 UNTIL 5 MAX 6"))),
        ("GUARD 1 MAX 4", "OPPOSE 2 UNTIL 5 MAX 6"),
    ),
    "bulletin/between": (
        BULLETIN,
        Reply(after=((CUT, "GUARD 1 UNTIL 3"), ("# READY", "READY"))),
        ("GUARD 1 UNTIL 3", "READY"),
    ),
    "covered/above": (COVERED, Reply(above=("2: none", "CLEAR")), ("none", "CLEAR")),
}  # fmt: skip


def orders_in(text: str) -> tuple[str, ...]:
    found = []
    for statement in statements_of(text):
        words = statement.text.split()
        if words and words[0].strip(":.,").casefold() in FIRST_WORDS or statement.text == "none":
            found.append(" ".join(statement.text.split()))
    return tuple(found)


def read(client: Client, case: str, language: int = 0, *, is_sent_known: bool = True) -> Letter:
    mail, reply, _meant = CASES[case]
    raw = client.write(mail, reply, language)
    return read_letter(raw, sent=mail.text if is_sent_known else None, has_order=has_order)


def test_there_are_nineteen_clients_and_more() -> None:
    assert len({client.name for client in CLIENTS}) == len(CLIENTS) >= 19


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_the_orders_are_those_the_player_meant(client: Client, case: str) -> None:
    for language in (0, sum(map(ord, client.name + case)) % len(client.heads)):
        letter = read(client, case, language)
        assert orders_in(letter.text) == CASES[case][2], client.heads[language]


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_every_language_has_its_head_recognised(client: Client) -> None:
    for language in range(len(client.heads)):
        letter = read(client, "turn/above", language)
        assert letter.text == "\n".join(TYPED), client.heads[language]
        assert letter.is_machine is None


MARKED = [client for client in CLIENTS if client.mark_wrapped]


@pytest.mark.parametrize("case", ["turn/above", "turn/between", "bulletin/between"])
@pytest.mark.parametrize("client", MARKED, ids=lambda client: client.name)
def test_without_our_mail_at_hand_new_text_and_form_are_read(client: Client, case: str) -> None:
    for language in (0, len(client.heads) - 1):
        letter = read(client, case, language, is_sent_known=False)
        assert orders_in(letter.text) == CASES[case][2], client.heads[language]


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_an_order_in_a_signature_is_named(client: Client) -> None:
    letter = read(client, "turn/signed")
    assert "ATTACK Yuppies WITH CIA" in letter.ignored


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_a_line_filled_in_with_its_comment_mark_left_is_named(client: Client) -> None:
    changed = (("# OPPOSE 2", "# OPPOSE 2 UNTIL 5 MAX 6"),)
    letter = read_letter(
        client.write(BULLETIN, Reply(changed=changed)), sent=BULLETIN.text, has_order=has_order
    )
    assert orders_in(letter.text) == ()
    assert "OPPOSE 2 UNTIL 5 MAX 6" in letter.ignored


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_nothing_of_ours_is_named_as_not_read(client: Client) -> None:
    letter = read(client, "turn/above")
    assert [line for line in letter.ignored if orders_in(line)] == []
