"""An exported game of INWO is proved event by event, and what was tampered with is found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.inwo.cards import INWO_CARDS
from pbem.games.contract.fairness import FORMAT, ExportError, commitment, dice_key
from pbem.games.contract.simulations import MOST_ROUNDS
from pbem.games.inwo.simulation import InwoPlay
from pbem.games.inwo.verification import remarks, verify
from pbem.games.registry import ruleset

SECRET = b"fnord" * 6 + b"!!"
Happening = dict[str, Any]


@cache
def exported() -> str:
    """A duel of greedy robots, as the service exports games."""
    codec = ruleset("inwo").codec
    play = InwoPlay(dice_key(SECRET, ["", ""]), ("greedy", "greedy"))
    records: list[dict[str, Any]] = []

    def keep(kind: str, since: int) -> None:
        row = {"seq": len(records) + 1, "kind": kind, "turn": 1, "seat": None, "orders": []}
        digest = hashlib.sha256(codec.encode_state(play.state).encode()).hexdigest()
        events = json.loads(codec.encode_events(play.events[since:]))
        records.append({**row, "at": "", "events": events, "state_hash": digest})

    keep("setup", 0)
    for _ in range(MOST_ROUNDS):
        if play.state.asks:
            since = len(play.events)
            play.step()
            keep("turn", since)
    export = {
        "format": FORMAT,
        "game": "Fnord-7",
        "ruleset": "inwo",
        "options": {},
        "secret_hash": commitment(SECRET),
        "secret": SECRET.hex(),
        "seats": [{"name": name, "words": ""} for name in ("ann", "bob")],
        "winners": list(play.state.winners),
        "records": records,
    }
    return json.dumps(export)


def tampered(change: Callable[[Happening], None], kind: str) -> list[str]:
    """What is found wrong when the first event of a kind is another."""
    export = json.loads(exported())
    events = [event for record in export["records"] for event in record["events"]]
    change(next(event for event in events if event["type"] == kind))
    return verify(json.dumps(export))


def test_a_game_is_proved() -> None:
    done: list[tuple[int, int]] = []
    assert verify(exported(), lambda at, of: done.append((at, of))) == []
    assert done[-1][0] == done[-1][1] > 10
    assert remarks(exported()) == []


def swap(event: Happening) -> None:
    event["cards"] = [*event["cards"][1:], event["cards"][0]]


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "change", "found"),
    [
        ("DeckShuffled", swap, "DeckShuffled: the dice say otherwise"),
        ("DiceRolled", lambda e: e.update(roll=[1, 1], draw=e["draw"]), "the dice say otherwise"),
        ("DiceRolled", lambda e: e.update(draw=e["draw"] + 1), "was next"),
        ("FirstRolled", lambda e: e["rolls"][0].__setitem__(1, [6, 6]), "the dice say otherwise"),
        ("AttackResolved", lambda e: e.update(need=e["need"] + 1), "do not add up to the need"),
        ("AttackResolved", lambda e: e.update(success=not e["success"]), "does not follow"),
        ("CardsMoved", swap, "these cards were not on top of the deck"),
    ],
)
def test_what_was_tampered_with_is_found(
    kind: str, change: Callable[[Happening], None], found: str
) -> None:
    """R12.10."""
    assert any(found in what for what in tampered(change, kind))


def test_a_game_of_another_secret_or_winner_is_found() -> None:
    export = json.loads(exported())
    assert any("hash" in what for what in verify(json.dumps({**export, "secret": "00" * 32})))
    assert any("winners" in what for what in verify(json.dumps({**export, "winners": ["cat"]})))
    with pytest.raises(ExportError, match='"format" must be'):
        verify("{}")


def test_a_card_out_of_nowhere_cannot_have_happened() -> None:
    export = json.loads(exported())
    event = next(e for e in export["records"][1]["events"] if e["type"] == "CameIntoPlay")
    event["card"]["copy"] = f"{next(iter(INWO_CARDS))}@a99"
    assert verify(json.dumps(export)) != []
