"""Any field of a stored state by its path, for a moderator who edits it by hand."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from pbem.games.contract.values import RulesetError

MOST_JSON = 4000
MOST_TOLD = 80


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
