"""What a ruling may say THAT of a new game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from engine.core.dice import Dice, SecretDice
from engine.illuminati import events as ev
from engine.illuminati.cards import CARDS, GROUPS, SPECIALS, full_deck
from engine.illuminati.state import GameOptions
from engine.illuminati.turn.outcome import Outcome
from engine.illuminati.turn.setup import new_game
from tests.support.ruling_cases import Case

MOST_KEYS = 200


def check_setup(case: Case, dice: Dice) -> Outcome:
    """Begin the game the case asks for and check every THAT."""
    names_text, *extras = case.sections["NEW"][0].split(";")
    names = [name.strip() for name in names_text.split(",")]
    outcome = new_game(names, GameOptions(), dice)
    if any("until a Special is turned up" in extra for extra in extras):
        outcome = _with_special(names)
    for claim in case.sections["THAT"]:
        found = [(re.fullmatch(pattern, claim), test) for pattern, test in _CLAIMS.items()]
        match, test = next((m, t) for m, t in found if m is not None)
        test(outcome, names, *match.groups())
    return outcome


def _with_special(names: list[str]) -> Outcome:
    """The first game of a row of keys that turns up a Special."""
    for number in range(MOST_KEYS):
        outcome = new_game(names, GameOptions(), SecretDice(b"key %d" % number))
        if any(isinstance(e, ev.TurnedUp) and e.card in SPECIALS for e in outcome.events):
            return outcome
    raise AssertionError("no Special was ever turned up")


def _different(outcome: Outcome, names: list[str], number: str) -> None:
    seats = outcome.state.seats
    assert sorted(seat.name for seat in seats) == sorted(names)
    assert len({seat.illuminati for seat in seats}) == int(number)
    held = [h.card for h in outcome.state.holdings.values() if h.master is None]
    assert sorted(held) == sorted(seat.illuminati for seat in seats)


def _income(outcome: Outcome, names: list[str], more: str) -> None:
    first = outcome.state.turn.seat
    for seat in outcome.state.seats:
        once = CARDS[seat.illuminati].income + int(more)
        times = 2 if seat.name == first else 1
        assert outcome.state.money(seat.illuminati) == once * times, seat


def _turned_up(outcome: Outcome, names: list[str], number: str) -> None:
    groups = [e.card for e in outcome.events if isinstance(e, ev.TurnedUp) and e.card in GROUPS]
    drawn = [e.card for e in outcome.events if isinstance(e, ev.Drew) and not e.is_special]
    assert len(groups) == int(number)
    assert list(outcome.state.uncontrolled) == [*groups, *drawn]


def _somewhere(outcome: Outcome, names: list[str], number: str) -> None:
    state = outcome.state
    hands = [card for seat in state.seats for card in seat.hand]
    found = Counter((*state.deck, *state.uncontrolled, *hands))
    assert found.total() == int(number)
    assert found == Counter(full_deck())


def _shuffled_back(outcome: Outcome, names: list[str]) -> None:
    for at, event in enumerate(outcome.events):
        if isinstance(event, ev.TurnedUp) and event.card in SPECIALS:
            after = outcome.events[at + 1]
            assert isinstance(after, ev.Shuffled) and after.deck is not None
            assert event.card in after.deck


def _order(outcome: Outcome, names: list[str], order: str) -> None:
    assert ", ".join(seat.name for seat in outcome.state.seats) == order


def _repeatable(outcome: Outcome, names: list[str]) -> None:
    def begin(key: bytes) -> Outcome:
        return new_game(names, GameOptions(), SecretDice(key))

    assert begin(b"one") == begin(b"one")
    assert begin(b"one").state.deck != begin(b"two").state.deck


def _numbered(outcome: Outcome, names: list[str]) -> None:
    draws = [e.draw for e in outcome.events if getattr(e, "draw", None) is not None]
    assert draws == sorted(draws)
    assert sorted(set(draws)) == list(range(draws[-1] + 1))
    assert outcome.state.draws == draws[-1] + 1


_CLAIMS: dict[str, Callable[..., None]] = {
    r"(\d) seats have different Illuminati": _different,
    r"each Illuminati holds its income plus (\d)": _income,
    r"(\d) Groups were turned up": _turned_up,
    r"(\d+) cards are somewhere, each once": _somewhere,
    r"after a Special turned up the deck is shuffled": _shuffled_back,
    r"the order of play is (.*)": _order,
    r"the same key makes the same game, another key another": _repeatable,
    r"draws are numbered in order, without a gap": _numbered,
}
