"""The proof of any game: the secret is the one promised, and every state follows from its events.

A game that can compute its draws again proves more, by a tool of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.games.contract.fairness import commitment, read_export
from pbem.games.contract.ruleset import Ruleset


def verify_states(game: Ruleset[Any, Any], text: str) -> list[str]:
    """Everything in an exported game that does not add up; ExportError for anything else."""
    export = read_export(text)
    found = []
    if commitment(bytes.fromhex(export["secret"])) != export["secret_hash"]:
        found.append("the secret does not have the hash that was published before the first card")
    try:
        states = dict(_states(game, export, found))
    except (KeyError, ValueError, TypeError) as error:
        return [*found, f"the records cannot be read: {error}"]
    last = game.rules.status(states[max(states)])
    if sorted(last.winners) != sorted(export["winners"]):
        found.append("somebody else has won by the last state")
    return found


def _states(
    game: Ruleset[Any, Any], export: Mapping[str, Any], found: list[str]
) -> Iterator[tuple[int, Any]]:
    """The state after each record, by its number; what is wrong is `found`."""
    states: dict[int, Any] = {}
    state: Any = None
    for record in export["records"]:
        state = _before(game, record, states, state)
        for event in game.codec.decode_events(json.dumps(record["events"])):
            state = game.rules.evolve(state, event)
        encoded = game.codec.encode_state(state)
        if hashlib.sha256(encoded.encode()).hexdigest() != record["state_hash"]:
            found.append(f"record {record['seq']}, {record['kind']}: another state came of it")
        states[record["seq"]] = state
        yield record["seq"], state


def _before(
    game: Ruleset[Any, Any], record: Mapping[str, Any], states: Mapping[int, Any], state: Any
) -> Any:
    """The state in which the events of a record happen: turns may have been undone, or edited."""
    if record["kind"] == "rollback":
        state, draws = states[record["orders"]["to"]], record["orders"].get("draws")
        return state if draws is None else game.rules.from_draw(state, draws)
    if record["kind"] == "edit":
        return game.codec.decode_state(json.dumps(record["orders"]["state"]))
    return state
