"""POSITION.toml of INWO: read, checked field by field, and placed (I39.7 to I39.11)."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, get_args

import msgspec

from engine.core.geometry import SIDES
from engine.core.toml_text import toml_table
from engine.inwo.abilities import LinkedChange
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import INWO_CARDS
from engine.inwo.placing import DEEDS, NUMBERS, PositionError, place
from engine.inwo.state import InwoPace, InwoState, MomentName
from pbem.games.contract.tools import PositionFile
from pbem.games.contract.values import RulesetError
from pbem.games.inwo.impossible import impossible_parts
from pbem.games.inwo.options import COPIES, DECK_SIZES, GOALS, OPTIONS, SETS

STEPS = ("leads", "b0", "b1", "b2", "b3", "b4", "main", "e1", "e3")
"""Where a run may begin."""
MOST_OF_SUBGENIUS = 4
MOST_FAULTS, MOST_OF_A_FAULT = 20, 300
"""Faults that are told, and letters of each."""
MARKS = ("vampire", "chief-justice", "half", "any-side", "captured", "flu-immune")
STATS = ("power", "global", "resistance", "alignment", "attribute", "arrow", "frozen", "immune")
FAMILIES = {"illuminati": "an Illuminati", "group": "a Group", "resource": "a Resource"}

_COPY = re.compile(r"@[a-z]\d+")
"""What the audit calls a copy by, behind its id; a position knows it by the id alone."""
Where = str
Check = Callable[[Any, Where], Iterator[str]]


def read_inwo_position(file: PositionFile) -> tuple[InwoState, str]:
    """The state of a position and the step to run from; RulesetError says all its faults."""
    try:
        table = toml_table(file.text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(f"{file.name}: the position is not TOML: {error}") from error
    faults = [*_fields(table, POSITION, "the position"), *_whole(table)]
    faults = faults or list(impossible_parts(table))
    if not faults:
        try:
            state = place({**table, "options": {**table.get("options", {}), "pace": "policies"}})
        except PositionError as error:
            faults = list(error.faults)
        except msgspec.ValidationError as error:
            faults = [f"options: {error}"]
        else:
            faults = [_COPY.sub("", fault) for fault in audit_inwo(state)]
    if faults:
        raise RulesetError("\n".join(f"{file.name}: {fault}" for fault in in_short(faults)))
    return state, table.get("step", "main")


def in_short(faults: Sequence[str]) -> Iterator[str]:
    """The first faults, each cut where it tells too much of what stands in the file."""
    for fault in faults[:MOST_FAULTS]:
        yield fault if len(fault) <= MOST_OF_A_FAULT else f"{fault[:MOST_OF_A_FAULT]} ..."
    if len(faults) > MOST_FAULTS:
        yield f"and {len(faults) - MOST_FAULTS} more faults"


def _whole(table: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a position whose fields may each be sound."""
    rows = table.get("seat")
    if not isinstance(rows, list) or not 2 <= len(rows) <= 8:
        yield "the position: 2 to 8 seats play; write a [[seat]] for each (I4.1)"
        return
    names = [row.get("name") for row in rows if isinstance(row, dict)]
    called = [str(name).casefold() for name in names]
    for name in sorted({name for name in called if called.count(name) > 1}):
        yield f"the position: seat {name} is there twice; in lines case does not matter"
    for key in ("to_move", "first"):
        if key in table and table[key] not in names:
            yield f"the position: {key}: {table[key]!r} is not a seat"
    yield from _of_forms(table)
    mover = table.get("to_move")
    out = [row.get("name") for row in rows if isinstance(row, dict) and row.get("eliminated")]
    if mover is None:
        yield "the position: to_move is missing"
    elif mover in out:
        yield f"the position: to_move: {mover} is eliminated"


def _of_forms(table: Mapping[str, Any]) -> Iterator[str]:
    """What only the games with common decks have; and what is not offered at all (I30.6)."""
    options = table.get("options", {})
    if not isinstance(options, dict):
        return
    form, has_plot_decks = options.get("game_form"), options.get("decks") == "common-groups"
    is_common = options.get("game_form", "standard") != "standard"
    if has_plot_decks and is_common:
        yield f"options: decks: in the form {form} all decks are common (I30.1)"
    elif "deck_size" in options and not has_plot_decks:
        yield "options: deck_size: only decks common-groups has Plot decks of a size (I30.4)"
    has = {"plot_deck": is_common, "group_deck": is_common or has_plot_decks}
    has |= {"plot_discards": is_common, "group_discards": has["group_deck"]}
    if form == "subgenius" and len(table["seat"]) > MOST_OF_SUBGENIUS:
        yield f"the position: 2 to {MOST_OF_SUBGENIUS} play SubGenius (I29.1, I30.7)"
    for key, is_there in has.items():
        if table.get(key) and not is_there:
            yield f"the position: {key}: without a common deck each [[seat]] has its own (I30.1)"


# --- what a field must be -----------------------------------------------------------------------


def _fields(row: Any, known: Mapping[str, Check], where: Where) -> Iterator[str]:
    if not isinstance(row, dict):
        yield f"{where}: must be a table"
        return
    for key, value in row.items():
        if key in known:
            yield from known[key](value, f"{where}: {key}")
            continue
        near = difflib.get_close_matches(key, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
        yield f"{where}: unknown key {key!r}; {hint}"


def _text(value: Any, where: Where) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"{where} must be a text, not {value!r}"


def _number(value: Any, where: Where) -> Iterator[str]:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        yield f"{where} must be a whole number from 0, not {value!r}"


def _flag(value: Any, where: Where) -> Iterator[str]:
    if not isinstance(value, bool):
        yield f"{where} must be true or false, not {value!r}"


def _any(value: Any, where: Where) -> Iterator[str]:
    """What another reader checks."""
    yield from ()


def _one_of(words: Collection[str]) -> Check:
    def check(value: Any, where: Where) -> Iterator[str]:
        if value not in words:
            told = ", ".join(word or '""' for word in words)
            yield f"{where} must be one of {told}, not {value!r}"

    return check


def _pace(value: Any, where: Where) -> Iterator[str]:
    if value == "conclave":
        yield f"{where}: conclave is not offered, as turns depend on each other (I31.4)"
    else:
        yield from _one_of(get_args(InwoPace))(value, where)


def _among(numbers: range) -> Check:
    def check(value: Any, where: Where) -> Iterator[str]:
        if not isinstance(value, int) or isinstance(value, bool) or value not in numbers:
            what = f"a whole number from {numbers[0]} to {numbers[-1]}"
            yield f"{where} must be {what}, not {value!r}"

    return check


def _card(*families: str) -> Check:
    def check(value: Any, where: Where) -> Iterator[str]:
        card = INWO_CARDS.get(value) if isinstance(value, str) else None
        if card is None:
            near = difflib.get_close_matches(str(value), INWO_CARDS, n=3)
            hint = f"; near: {', '.join(near)}" if near else ""
            yield f"{where}: no such card as {value!r}{hint}"
        elif families and card.family not in families:
            kinds = " or ".join(FAMILIES.get(one, "a Plot") for one in families)
            yield f"{where}: {value} is not {kinds}"

    return check


def _or_empty(check: Check) -> Check:
    """What may be left out, and so may be empty (I39.7)."""

    def check_told(value: Any, where: Where) -> Iterator[str]:
        yield from () if value == "" else check(value, where)

    return check_told


def _list(check: Check) -> Check:
    def check_all(value: Any, where: Where) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{where} must be a list"
            return
        for number, one in enumerate(value, start=1):
            yield from check(one, f"{where} {_called(one, number)}".rstrip())

    return check_all


def _called(value: Any, number: int) -> str:
    """What a row of a list is called in its faults; a plain value is told with its fault."""
    if not isinstance(value, dict):
        return ""
    name = value.get("name", value.get("id"))
    return name if isinstance(name, str) and name else str(number)


def _table(known: Mapping[str, Check], *needed: str, plain: Check | None = None) -> Check:
    """A table of known fields, or just what `plain` takes."""

    def check(value: Any, where: Where) -> Iterator[str]:
        if plain is not None and not isinstance(value, dict):
            yield from plain(value, where)
            return
        yield from _fields(value, known, where)
        for key in needed:
            if isinstance(value, dict) and key not in value:
                yield f"{where} has no {key}"

    return check


def _owned(*families: str) -> Check:
    """A card of a list, or a table with its owner (I39.8)."""
    card = _card(*families)
    return _table({"id": card, "owner": _text}, "id", plain=card)


_PLOT, _GROUP = _card("plot"), _card("group", "resource")


def _linkable(value: Any, where: Where) -> Iterator[str]:
    """A Plot, or a Group card that may be played as one (I37)."""
    card = INWO_CARDS.get(value) if isinstance(value, str) else None
    if card is None or card.ability(LinkedChange) is None:
        yield from _PLOT(value, where)


def _use(value: Any, where: Where) -> Iterator[str]:
    """A card, one copy of it, or what is done once a turn without a card."""
    name = value.partition("#")[0] if isinstance(value, str) else ""
    if value not in DEEDS and name not in INWO_CARDS:
        yield f"{where}: {value!r} is no card, nor one of {', '.join(DEEDS)}"


_LINKED = {"id": _linkable, "owner": _text, "to": _text, "value": _text}
_GROUP_ROW: Mapping[str, Check] = {
    "id": _card("group"),
    "owner": _text,
    "copy": _number,
    "master": _text,
    "arrow": _one_of(SIDES),
    "tokens": _number,
    "devastated": _flag,
    "linked": _list(_table(_LINKED, "id", plain=_linkable)),
    "linked_to": _text,
    "marks": _list(_one_of(MARKS)),
    "stores": _list(_PLOT),
    "called": _text,
}
_RESOURCE: Mapping[str, Check] = {
    "id": _card("resource"),
    "owner": _text,
    "copy": _number,
    "linked": _text,
    "tokens": _number,
    "note": _or_empty(_card()),
    "stores": _list(_card("resource")),
}
_RUIN: Mapping[str, Check] = {"id": _card(), "owner": _text, "killed": _flag, "beyond": _flag}
_SEAT: Mapping[str, Check] = {
    "name": _text,
    "illuminati": _card("illuminati"),
    "tokens": _number,
    **dict.fromkeys(("plots", "exposed", "plot_deck"), _list(_owned("plot", "illuminati"))),
    **dict.fromkeys(("group_hand", "group_deck"), _list(_owned("group", "resource"))),
    "failed": _list(_GROUP),
    "discards": _list(_owned()),
    "destroyed": _list(_table(_RUIN, "id", plain=_card())),
    "turns_taken": _number,
    "eliminated": _flag,
    "used": _list(_use),
    "used_up": _list(_card()),
    "agents": _list(_card("illuminati")),
    "resources": _list(_table(_RESOURCE, "id", plain=_card("resource"))),
    "zaps": _list(_table({"id": _PLOT, "owner": _text}, "id", plain=_PLOT)),
    "groups": _list(_table(_GROUP_ROW, "id", "master", "arrow")),
}


def _change(row: Any, where: Where) -> Iterator[str]:
    """A number, a word, or a bar alone; with the operations that fit it (I39.10)."""
    faults = list(_table(_CHANGE, "on", "stat")(row, where))
    yield from faults
    if faults:
        return
    stat, is_number = row["stat"], row["stat"] in NUMBERS
    ops = ("set", "times", "add") if is_number else ("gain", "lose")
    if stat not in ("frozen", "immune") and row.get("op", ops[-1 if is_number else 0]) not in ops:
        yield f"{where}: op of {stat} must be one of {', '.join(ops)}, not {row['op']!r}"
    value = row.get("value")
    if is_number and (not isinstance(value, int) or isinstance(value, bool)):
        yield f"{where}: value of {stat} must be a whole number, not {value!r}"
    if not is_number and stat != "frozen" and not isinstance(value, str):
        yield f"{where}: value of {stat} must be a word, not {value!r}"
    if not re.fullmatch(r"turn|good|action|turn-of:.+", row.get("until", "turn")):
        yield f"{where}: until must be turn, good, action or turn-of: and a seat"


_CHANGE: Mapping[str, Check] = {
    "on": _text,
    "is": _text,
    "stat": _one_of(STATS),
    "op": _one_of(("set", "times", "add", "gain", "lose")),
    "value": _any,
    "for": _one_of(("", "defense")),
    "until": _text,
}
_OPTIONS: Mapping[str, Check] = {
    **{row.name: _one_of(row.values) for row in OPTIONS if row.values},
    "pace": _pace,
    **dict.fromkeys(("hand_in_play", "table_cards"), _flag),
    "basic_goal": _among(range(1, GOALS.stop)),
    "copies": _among(COPIES),
    "deck_size": _among(DECK_SIZES),
    "sets": _list(_one_of(SETS)),
    "windows": _list(_one_of(get_args(MomentName))),
}
POSITION: Mapping[str, Check] = {
    "game": _one_of(("inwo",)),
    "to_move": _text,
    "turn_number": _number,
    "step": _one_of(STEPS),
    "first": _text,
    "players_began": _number,
    "options": _table(_OPTIONS),
    "nwos": _list(_table({"id": _PLOT, "by": _text, "choice": _text}, "id", plain=_PLOT)),
    "changes": _list(_change),
    "barred": _list(_PLOT),
    "off_hours": _flag,
    "seat": _list(_table(_SEAT, "name", "illuminati")),
    "uncontrolled": _list(_table({"id": _GROUP}, "id", plain=_GROUP)),
    **dict.fromkeys(("plot_deck", "plot_discards"), _list(_card("plot", "illuminati"))),
    **dict.fromkeys(("group_deck", "group_discards"), _list(_GROUP)),
}
