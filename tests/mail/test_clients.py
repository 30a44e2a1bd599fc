"""Our own forms, filled in and sent back by the mail programs of the world."""

from __future__ import annotations

import pytest

from pbem.games.illuminati.language import has_order
from pbem.mail.letter import read_letter
from tests.support.clients import CLIENTS, Client, Reply
from tests.support.each import each
from tests.support.filled_forms import (
    BULLETIN,
    CASES,
    GUARD,
    TYPED,
    orders_in,
    read,
)


def test_there_are_nineteen_clients_and_more() -> None:
    assert len({client.name for client in CLIENTS}) == len(CLIENTS) >= 19


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_the_orders_are_those_the_player_meant(client: Client, case: str) -> None:
    for language in (0, sum(map(ord, client.name + case)) % len(client.heads)):
        letter = read(client, case, language)
        assert orders_in(letter.text) == CASES[case][2], client.heads[language]


@pytest.mark.long
@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_every_language_has_its_head_recognised(client: Client) -> None:
    for language in range(len(client.heads)):
        letter = read(client, "turn/above", language)
        assert letter.text == "\n".join(TYPED), client.heads[language]
        assert letter.is_machine is None


WITHIN = "Thunderbird HTML"
"""Answers stand within its quote, and above that no address of ours that shows the seat's token."""
MARKED = [client for client in CLIENTS if client.mark_wrapped]


@pytest.mark.long
@pytest.mark.parametrize("case", ["turn/above", "turn/between", "bulletin/between"])
@pytest.mark.parametrize("client", MARKED, ids=lambda client: client.name)
def test_without_our_mail_at_hand_new_text_and_form_are_read(client: Client, case: str) -> None:
    for language in (0, len(client.heads) - 1):
        letter = read(client, case, language, is_sent_known=False)
        meant = () if case != "turn/above" and client.name == WITHIN else CASES[case][2]
        assert orders_in(letter.text) == meant, client.heads[language]
        assert all(order in f"{letter.text}\n{letter.ignored}" for order in CASES[case][2])


@each("client", CLIENTS, ids=lambda client: client.name)
def test_an_order_in_a_signature_is_named(client: Client) -> None:
    letter = read(client, "turn/signed")
    assert "ATTACK Yuppies WITH CIA" in letter.ignored


@each("client", CLIENTS, ids=lambda client: client.name)
def test_a_line_filled_in_with_its_comment_mark_left_is_named(client: Client) -> None:
    changed = ((GUARD, "# GUARD 1 UNTIL 5 MAX 6"),)
    letter = read_letter(
        client.write(BULLETIN, Reply(changed=changed)), sent=BULLETIN.text, has_order=has_order
    )
    assert orders_in(letter.text) == ()
    assert "GUARD 1 UNTIL 5 MAX 6" in letter.ignored


@each("client", CLIENTS, ids=lambda client: client.name)
def test_nothing_of_ours_is_named_as_not_read(client: Client) -> None:
    letter = read(client, "turn/above")
    assert [line for line in letter.ignored if orders_in(line)] == []
