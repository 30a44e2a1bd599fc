"""The proof that a game was played fairly: every draw, roll and state computed again (R12.10).

What any exported game has to hold is here; what chance a single event tells of, its game checks.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from pbem.games.contract.fairness import (
    DRAWS_OF_A_TIMELINE,
    WORDS,
    commitment,
    dice_key,
    read_export,
)
from pbem.games.contract.ruleset import Codec, Rules
from pbem.games.contract.tools import Progress
from pbem.games.contract.values import E, GameDice, S


@dataclass(frozen=True, slots=True)
class Happened(Generic[S, E]):
    """An event of a record: the state before it (None at the very first), and what follows it."""

    state: S | None
    event: E
    following: Sequence[E]
    dice: GameDice


@dataclass(frozen=True, slots=True)
class Proof(Generic[S, E]):
    """What it takes to prove games of one kind.

    `draws` is the number of a state's next draw. `check` finds what is wrong with the chance in an
    event, `check_record` with that of a whole record.
    """

    rules: Rules[S, E]
    codec: Codec[S, E]
    dice: Callable[[bytes], GameDice]
    draws: Callable[[S], int]
    check: Callable[[Happened[S, E]], Iterator[str]]
    check_record: Callable[[Sequence[E], GameDice], Iterator[str]] = lambda _events, _dice: iter(())

    def verify(self, text: str, progress: Progress | None = None) -> list[str]:
        """Everything in an exported game that does not add up; empty when it was played fairly.

        What a moderator did to it openly is no fault of its kind; `remarks` tells it.
        `progress(done, all)` is called after each record. Raises ExportError for anything but an
        exported game.
        """
        export = read_export(text)
        return list(_Verification(self, export).faults(progress))


@dataclass(slots=True)
class _Verification(Generic[S, E]):
    """The states of an exported game by record, as far as they have been computed."""

    proof: Proof[S, E]
    export: dict[str, Any]
    states: dict[int, S] = field(default_factory=dict)
    timeline: int = 0
    most_draws: int = 0

    def faults(self, progress: Progress | None) -> Iterator[str]:
        export, proof = self.export, self.proof
        secret = bytes.fromhex(export["secret"])
        if commitment(secret) != export["secret_hash"]:
            yield "the secret does not have the hash that was published before the first card"
        dice = proof.dice(dice_key(secret, _words_at_first(export)))
        state: S | None = None
        for at, record in enumerate(export["records"], 1):
            try:
                if record["seq"] != at:
                    yield f"record {at}: it is numbered {record['seq']}"
                if record["kind"] == WORDS:
                    yield from _check_words(export, record)
                    dice = proof.dice(dice_key(secret, _words_of(export, record)))
                found: list[str] = []
                state = self._replayed(self._before(state, record, found), record, dice, found)
                yield from found
            except (AssertionError, KeyError, ValueError, IndexError, TypeError) as error:
                yield from found
                yield f"record {at}: its events cannot have happened: {error}"
                return
            self.states[record["seq"]] = state
            self.most_draws = max(self.most_draws, proof.draws(state))
            if progress:
                progress(at, len(export["records"]))
        if state is not None and list(proof.rules.status(state).winners) != export["winners"]:
            yield "the winners are not those of the last record"

    def _before(self, state: S | None, record: dict[str, Any], found: list[str]) -> S | None:
        """The state in which a record's events happen; what is wrong with it is `found`.

        KeyError, ValueError and TypeError for a record that no moderator can have made.
        """
        if record["kind"] == "rollback":
            return self._back(record, found)
        return self._edited(state, record, found) if record["kind"] == "edit" else state

    def _edited(self, state: S | None, record: dict[str, Any], found: list[str]) -> S:
        where, proof = f"record {record['seq']}, edit", self.proof
        edited = proof.codec.decode_state(json.dumps(record["orders"]["state"]))
        broken = "; ".join(proof.rules.audit(edited))
        if broken:
            found.append(f"{where}: the new state is unsound: {broken}")
        if state is None or proof.draws(edited) != proof.draws(state):
            found.append(f"{where}: draws cannot be edited")
        self.timeline = record["orders"].get("era", self.timeline)
        return edited

    def _back(self, record: dict[str, Any], found: list[str]) -> S:
        orders = record["orders"]
        state, timeline, draws = self.states[orders["to"]], orders["era"], orders.get("draws")
        where = f"record {record['seq']}, rollback"
        if timeline != self.timeline + 1:
            found.append(f"{where}: timeline {timeline} after timeline {self.timeline}")
        self.timeline = timeline
        if draws is None:
            return state
        if draws != timeline * DRAWS_OF_A_TIMELINE or draws < self.most_draws:
            found.append(f"{where}: the dice are not fresh from draw {draws} on")
        return self.proof.rules.from_draw(state, draws)

    def _replayed(
        self, state: S | None, record: dict[str, Any], dice: GameDice, found: list[str]
    ) -> S:
        proof = self.proof
        events = proof.codec.decode_events(json.dumps(record["events"]))
        for at, event in enumerate(events):
            where = f"record {record['seq']}, {type(event).__name__}"
            happened = Happened(state, event, events[at + 1 :], dice)
            found.extend(f"{where}: {what}" for what in proof.check(happened))
            state = proof.rules.evolve(state, event)
        assert state is not None
        found.extend(f"record {record['seq']}: {w}" for w in proof.check_record(events, dice))
        digest = hashlib.sha256(proof.codec.encode_state(state).encode()).hexdigest()
        if digest != record["state_hash"]:
            found.append(f"record {record['seq']}: the state after it is not the one recorded")
        return state


def _words_at_first(export: dict[str, Any]) -> list[str]:
    """What the seats had added before the first card: nothing, where they did so later."""
    is_later = any(record.get("kind") == WORDS for record in export["records"])
    return ["" if is_later else seat["words"] for seat in export["seats"]]


def _words_of(export: dict[str, Any], record: dict[str, Any]) -> list[str]:
    return [str(record["orders"]["words"][seat["name"]]) for seat in export["seats"]]


def _check_words(export: dict[str, Any], record: dict[str, Any]) -> Iterator[str]:
    """Words are mixed in once, before any turn is run, and are those the seats are said to have."""
    where = f"record {record['seq']}, words"
    before = [other["kind"] for other in export["records"][: record["seq"] - 1]]
    if "turn" in before or WORDS in before:
        yield f"{where}: they were mixed in too late"
    if _words_of(export, record) != [seat["words"] for seat in export["seats"]]:
        yield f"{where}: they are not those of the seats"


def remarks(text: str) -> list[str]:
    """What moderators did in an exported game: turns undone, states edited, by whose reason.

    Raises ExportError for anything but an exported game.
    """
    return list(_act_sentences(read_export(text)["records"]))


def _act_sentences(records: Sequence[dict[str, Any]]) -> Iterator[str]:
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
