"""Illuminati dealt by choice: what each would like, settled by lot (R1.1)."""

import pytest

from engine.core.dice import SecretDice
from engine.illuminati import events as ev
from engine.illuminati.state import GameOptions
from engine.illuminati.turn.setup import dealt, new_game
from engine.illuminati.view import seen

SEATS = ("ann", "bob", "cat")
CHOOSE = GameOptions(deal="choose")


def test_the_first_by_lot_gets_what_all_want_and_the_next_his_second_wish() -> None:
    likes = {"ann": ("ufos", "network"), "bob": ("ufos", "network"), "cat": ("ufos",)}
    pile = ("gnomes-of-zurich", "ufos", "network", "bermuda-triangle")
    assert dealt(("bob", "ann", "cat"), pile, likes) == [
        ("bob", "ufos"),
        ("ann", "network"),
        ("cat", "gnomes-of-zurich"),
    ]


def test_nobody_who_is_alone_with_his_wish_is_denied_it() -> None:
    for key in range(20):
        outcome = new_game(SEATS, CHOOSE, SecretDice(bytes([key])), {"cat": ("ufos",)})
        assert outcome.state.seat("cat").illuminati == "ufos"
        assert len({seat.illuminati for seat in outcome.state.seats}) == 3


def test_wishes_are_known_to_oneself_alone_and_count_for_nothing_otherwise() -> None:
    likes = {"cat": ("ufos",), "bob": ("network",)}
    outcome = new_game(SEATS, CHOOSE, SecretDice(b"x"), likes)
    began = outcome.events[0]
    shown = seen(began, "bob", outcome.state)
    assert isinstance(shown, ev.GameBegan) and shown.preferences == (("bob", ("network",)),)
    plain = new_game(SEATS, GameOptions(), SecretDice(b"x"), likes)
    assert plain.state == new_game(SEATS, GameOptions(), SecretDice(b"x")).state


def test_an_illuminati_there_is_not_is_an_error() -> None:
    with pytest.raises(ValueError, match="'elvis', which is no Illuminati"):
        new_game(SEATS, CHOOSE, SecretDice(b"x"), {"ann": ("elvis",)})
