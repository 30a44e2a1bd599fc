"""What a moderator edits by hand: a line of one of a game's forms, or any field of the stored state
by its path."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from pbem.games.contract.values import RulesetError, S, Step

MOST_JSON = 4000
MOST_TOLD = 80
SEAT, CARD = r"(?P<seat>\S+)", r"(?P<card>.+?)"


@dataclass(frozen=True, slots=True)
class StateEdit(Generic[S]):
    """Another state: `text` for the moderator, `said` to all, `to` single seats.

    `broken` are the invariants it breaks, in words; such a state is never kept.
    """

    state: S
    text: str
    said: str
    to: Mapping[str, str] = field(default_factory=dict)
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edits(Generic[S]):
    """What a moderator may change by hand: every form behind EDIT, and what it does."""

    forms: Mapping[str, str]
    edited: Callable[[S, str], StateEdit[S]]
    """The change that a line asks for; RulesetError if it asks for none."""
    allow: Callable[[S, str], Step[S, Any]] | None = None
    """Let a seat do, in the open turn, what the rules leave to the table; RulesetError if not."""


EditForms = Sequence[tuple[re.Pattern[str], Callable[[S, re.Match[str]], StateEdit[S]]]]
"""What each form of line does, in the order in which they are tried."""


def edit_form(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def how_to_edit(forms: Iterable[str]) -> str:
    """What is said to a moderator whose line is none of the forms."""
    return (
        f"There are: {'; '.join(forms)}. With TRY after it, nothing is changed. The reason comes "
        "after BECAUSE."
    )


def edit_of(forms: EditForms[S], how: str, state: S, text: str) -> StateEdit[S]:
    """The change that a line such as `MONEY OF Mafia 7` asks for; RulesetError for no such line."""
    line = " ".join(text.split()).rstrip(".")
    for form, make in forms:
        found = form.fullmatch(line)
        if found:
            return make(state, found)
    raise RulesetError(f'"{line[:60]}" is not an edit. {how}')


def with_value(
    encoded: str, path: str, text: str, fixed: Collection[str], grows: Collection[str] = ()
) -> tuple[str, str]:
    """A state as JSON with another value there, and a sentence on it; RulesetError where it cannot.

    `fixed` fields cannot be edited; a mapping that `grows` may get a key that it has not.
    """
    value, whole = _value(text), json.loads(encoded)
    steps = path.split(".")
    if steps[0] in fixed:
        raise RulesetError(f"{steps[0]} cannot be edited: other things rest on it.")
    place, step = _parent(whole, steps, grows)
    before = place[step] if isinstance(place, list) else place.get(step)
    place[step] = value
    return json.dumps(whole), f"{path} is {_short(value)} instead of {_short(before)}."


def _value(text: str) -> Any:
    if len(text) > MOST_JSON:
        raise RulesetError(f"A value has at most {MOST_JSON} characters.")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesetError(f'"{text[:40]}" is not JSON, such as 7, "ann" or ["mafia"].') from error


def _parent(whole: Any, steps: list[str], grows: Collection[str]) -> tuple[Any, Any]:
    """The object or list that holds the last step, and that step as its key or index."""
    place = whole
    for at, step in enumerate(steps):
        where, is_last = ".".join(steps[:at]), at == len(steps) - 1
        key = _key(place, step, where, may_grow=is_last and where in grows)
        if is_last:
            return place, key
        place = place[key]
    raise RulesetError("A path is needed, such as seats.bob.turns_taken")


def _key(place: Any, step: str, where: str, *, may_grow: bool) -> str | int:
    if isinstance(place, list):
        names = [row.get("name") for row in place if isinstance(row, dict)]
        if step in names:
            return names.index(step)
        if step.isascii() and step.isdecimal() and int(step) < len(place):
            return int(step)
        raise RulesetError(
            f"{where} has {len(place)} entries, counted from 0; none is {step[:30]}."
        )
    if isinstance(place, dict):
        if step in place or may_grow:
            return step
        there = ", ".join(list(place)[:20])
        raise RulesetError(f"There is no {step[:30]} in {where or 'a state'}; there are: {there}.")
    raise RulesetError(f"{where} is a value and has no {step[:30]}.")


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST_TOLD else f"{text[: MOST_TOLD - 4]} ..."
