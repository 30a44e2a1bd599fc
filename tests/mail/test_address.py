"""Seat addresses and their tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.address import (
    new_token,
    reply_address,
    same_token,
    token_of,
    token_of_message_id,
    tokens_in,
)
from pbem.mail.compose import message_id_for
from tests.support.each import each

TOKEN = "abcdefghijklmnopqrstuvwxyz"
OTHER = "22222222222222222222222222"


@given(st.binary(min_size=16, max_size=16))
def test_a_token_survives_its_address_and_message_id(random_bytes: bytes) -> None:
    token = new_token(random_bytes)
    assert len(token) == 26
    assert token == token.lower()
    assert token_of(reply_address("game@example.org", token)) == token
    assert (
        token_of_message_id(message_id_for(b"k", "report:1:2:ann", "example.org", token)) == token
    )


def test_tokens_need_sixteen_bytes() -> None:
    with pytest.raises(ValueError, match="16 random bytes"):
        new_token(b"short")


@pytest.mark.parametrize(
    "address", [f"game+{TOKEN}@example.org", f"game-{TOKEN.upper()}@x", f"<a-b+{TOKEN}@x>"]
)
def test_plus_and_minus_and_case(address: str) -> None:
    assert token_of(address) == TOKEN


@each(
    "address",
    [
        "",
        "game@example.org",
        f"game+{TOKEN}",
        f"{TOKEN}@x",
        f"game+{TOKEN}a@x",
        "g+a1@x",
        "+" * 999,
    ],
)
def test_no_token(address: str) -> None:
    assert token_of(address) is None


def test_a_base_must_be_an_address() -> None:
    with pytest.raises(ValueError, match="not a mail address"):
        reply_address("game", TOKEN)


def test_same_token_folds_case() -> None:
    assert same_token(TOKEN, TOKEN.upper())
    assert not same_token(TOKEN, OTHER)
    assert not same_token(TOKEN, "é")


def test_tokens_of_recipients_come_before_those_of_the_thread() -> None:
    headers = {
        "references": (f"<x.{OTHER}@example.org>",),
        "to": (f"Referee <game+{TOKEN}@example.org>, bob@example.net",),
        "in-reply-to": (f"<x.{TOKEN}@example.org>",),
        "subject": (f"game+{OTHER[:25]}a@example.org",),
    }
    assert tokens_in(headers) == (TOKEN, OTHER)
