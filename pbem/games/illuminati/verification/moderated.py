"""What moderators did in an exported game: it goes back, or has another state (R12.10).

A "rollback" record goes on from the record that its orders name, with draws of its own where the
dice were fresh; an "edit" record has the whole new state in its orders.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.values import changed
from engine.illuminati.audit import audit
from engine.illuminati.state import State
from pbem.games.contract.fairness import DRAWS_OF_AN_ERA
from pbem.games.illuminati.codec import decode_state


class Story:
    """The states of a game by record, as far as they have been computed."""

    def __init__(self) -> None:
        self.states: dict[int, State] = {}
        self.era = 0
        self.most_draws = 0

    def before(self, state: State | None, record: dict[str, Any], found: list[str]) -> State | None:
        """The state in which a record's events happen; what is wrong with it is `found`.

        KeyError, ValueError and TypeError for a record that no moderator can have made.
        """
        if record["kind"] == "rollback":
            return self._back(record, found)
        return self._edited(state, record, found) if record["kind"] == "edit" else state

    def _edited(self, state: State | None, record: dict[str, Any], found: list[str]) -> State:
        where = f"record {record['seq']}, edit"
        edited = decode_state(json.dumps(record["orders"]["state"]))
        broken = "; ".join(audit(edited))
        if broken:
            found.append(f"{where}: the new state is unsound: {broken}")
        if state is None or edited.draws != state.draws:
            found.append(f"{where}: draws cannot be edited")
        self.era = record["orders"].get("era", self.era)
        return edited

    def _back(self, record: dict[str, Any], found: list[str]) -> State:
        orders = record["orders"]
        state, era, draws = self.states[orders["to"]], orders["era"], orders.get("draws")
        where = f"record {record['seq']}, rollback"
        if era != self.era + 1:
            found.append(f"{where}: era {era} after era {self.era}")
        self.era = era
        if draws is None:
            return state
        if draws != era * DRAWS_OF_AN_ERA or draws < self.most_draws:
            found.append(f"{where}: the dice are not fresh from draw {draws} on")
        return changed(state, draws=draws)

    def after(self, state: State, record: dict[str, Any]) -> None:
        """Keep the state that a record leaves."""
        self.states[record["seq"]] = state
        self.most_draws = max(self.most_draws, state.draws)


def told(records: Sequence[dict[str, Any]]) -> Iterator[str]:
    """A sentence for each act of a moderator that changed the game, in order."""
    for record in records:
        orders, seq, kind = record.get("orders"), record.get("seq"), record.get("kind")
        if not isinstance(orders, dict):
            continue
        if kind == "rollback":
            dice = "with fresh dice" if orders.get("draws") is not None else "with the same dice"
            way = f"turns were undone by the moderator, {dice}"
            if orders.get("forward"):
                way = "a rollback was taken back by the moderator"
            yield (
                f"record {seq}: {way}; turn {record.get('turn')} goes on from record "
                f"{orders.get('to')}"
            )
        elif kind == "edit":
            why = orders.get("why") or "no reason given"
            yield f"record {seq}: edited by the moderator at turn {record.get('turn')}: {why}"
