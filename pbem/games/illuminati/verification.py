"""The proof that a game was played fairly: every draw, roll and state computed again (R12.10)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.dice import Dice, SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.audit import audit
from engine.illuminati.cards import dealt_from
from engine.illuminati.cards.custom import deck_with
from engine.illuminati.evolve import evolve
from engine.illuminati.state import State
from engine.illuminati.turn.setup import dealt as give_out
from engine.illuminati.winning import choosable_goals
from pbem.games.contract.fairness import DRAWS_OF_AN_ERA, FORMAT, WORDS, commitment, dice_key
from pbem.games.contract.tools import Progress
from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.codec import decode_events, decode_state, encode_state


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


class ExportError(RulesetError):
    """The text is no exported game; the message says what is missing."""


def verify(text: str, progress: Progress | None = None) -> list[str]:
    """Everything in an exported game that does not add up; empty when it was played fairly.

    What a moderator did to it openly is no fault of its kind; `remarks` tells it. `progress(done,
    all)` is called after each record. Raises ExportError for anything but an exported game.
    """
    export = _read(text)
    found = []
    secret = bytes.fromhex(export["secret"])
    if commitment(secret) != export["secret_hash"]:
        found.append("the secret does not have the hash that was published before the first card")
    words = _words_at_first(export)
    dice = SecretDice(dice_key(secret, words))
    state: State | None = None
    story = Story()
    for at, record in enumerate(export["records"], 1):
        try:
            if record["seq"] != at:
                found.append(f"record {at}: it is numbered {record['seq']}")
            if record["kind"] == WORDS:
                found.extend(_check_words(export, record))
                dice = SecretDice(dice_key(secret, _words_of(export, record)))
            state = story.before(state, record, found)
            state = _replay(state, record, dice, found)
        except (AssertionError, KeyError, ValueError, IndexError, TypeError) as error:
            found.append(f"record {at}: its events cannot have happened: {error}")
            return found
        story.after(state, record)
        if progress:
            progress(at, len(export["records"]))
    if state is not None and list(state.winners) != export["winners"]:
        found.append("the winners are not those of the last record")
    return found


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
    return list(told(_read(text)["records"]))


def _read(text: str) -> dict[str, Any]:
    try:
        export = json.loads(text)
    except json.JSONDecodeError as error:
        raise ExportError(f"not JSON: {error}") from error
    if not isinstance(export, dict) or export.get("format") != FORMAT:
        raise ExportError(f'not an exported game: "format" must be "{FORMAT}"')
    for key in ("secret", "secret_hash", "seats", "records", "winners"):
        if key not in export:
            raise ExportError(f'"{key}" is missing')
    try:
        bytes.fromhex(export["secret"])
    except (TypeError, ValueError):
        raise ExportError('"secret" must be hex') from None
    return export


def _replay(state: State | None, record: dict[str, Any], dice: Dice, found: list[str]) -> State:
    events = decode_events(json.dumps(record["events"]))
    for event in events:
        where = f"record {record['seq']}, {type(event).__name__}"
        if state is not None:
            found.extend(f"{where}: {what}" for what in _check(state, event, dice))
        state = evolve(state, event)
    assert state is not None
    if not _is_dealt_fairly(events, dice):
        found.append(f"record {record['seq']}: the Illuminati were not dealt so")
    digest = hashlib.sha256(encode_state(state).encode()).hexdigest()
    if digest != record["state_hash"]:
        found.append(f"record {record['seq']}: the state after it is not the one recorded")
    return state


def _check(state: State, event: ev.Event, dice: Dice) -> Iterator[str]:
    """What is wrong with the chance in one event."""
    draw = getattr(event, "draw", None)
    if draw is not None and draw != state.draws and not isinstance(event, ev.Dealt | ev.GoalChosen):
        yield f"draw {draw} where draw {state.draws} was next"
    if isinstance(event, ev.Attacked):
        yield from _check_attack(event, dice)
    elif not _is_fair(state, event, dice):
        yield "the dice say otherwise"


def _is_fair(state: State, event: ev.Event, dice: Dice) -> bool:
    """Whether an event's outcome is what the dice, or the deck they shuffled, give."""
    match event:
        case ev.LotsDrawn():
            names = [seat.name for seat in state.seats]
            return dice.shuffle(event.draw, "lots", names) == event.seats
        case ev.Shuffled():
            before = state.deck or deck_with(state.options.own_cards)
            return dice.shuffle(event.draw, "shuffle", before) == event.deck
        case ev.RolledForOrder():
            return dice.roll(event.draw, "order") == event.roll
        case ev.GoalChosen(draw=int(number)):
            choices = choosable_goals()
            return choices[dice.pick(number, "goal", len(choices))] == event.goal
        case ev.Drew():
            return bool(state.deck) and state.deck[0] == event.card
        case _:
            return True


def _is_dealt_fairly(events: Sequence[ev.Event], dice: Dice) -> bool:
    """Whether each seat got the Illuminati that lots, wishes and dice give it (R1.1)."""
    dealt = [event for event in events if isinstance(event, ev.Dealt)]
    if not dealt:
        return True
    began = next(event for event in events if isinstance(event, ev.GameBegan))
    lots = [event.seats for event in events if isinstance(event, ev.LotsDrawn)]
    pile = dice.shuffle(dealt[0].draw, "deal", dealt_from(began.options.extras))
    likes = dict(began.preferences) if lots else {}
    expected = give_out(lots[0] if lots else began.seats, pile, likes)
    return expected == [(event.seat, event.illuminati) for event in dealt]


def _check_attack(event: ev.Attacked, dice: Dice) -> Iterator[str]:
    if dice.roll(event.draw, "attack") != event.roll:
        yield "another roll was made"
    if sum(part.value for part in event.parts) != event.need:
        yield "the parts do not add up to the need"
    if event.success != (sum(event.roll) <= min(event.need, 10)):
        yield "the result does not follow from need and roll"
