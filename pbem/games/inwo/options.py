"""What a table of INWO may choose before the game starts, as words (I30.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.inwo.state import InwoOptions
from pbem.games.contract.ruleset import OptionRow, option_of
from pbem.games.contract.values import RulesetError

GOALS = range(5, 31)
OPTIONS = (
    OptionRow(
        "pace",
        "How others answer (I31): attacks and plays are announced and answered; or standing orders "
        "alone answer, and a turn is played by one letter.",
        "announce",
        ("announce", "policies"),
    ),
    OptionRow(
        "cards",
        "The shape of the cards on the table (I9.2).",
        "square",
        ("square", "portrait", "free"),
    ),
    OptionRow(
        "basic_goal", f"How many Groups the Basic Goal asks, {GOALS[0]} to {GOALS[-1]} (I26.2)."
    ),
    OptionRow("house", "The house rules of a table (I30.5).", "", ("", "pittsburgh")),
)


def options_from(texts: Mapping[str, str]) -> InwoOptions:
    """The options written as words; RulesetError names what there is instead of a wrong one."""
    values: dict[str, Any] = {}
    for name, text in texts.items():
        option_of(OPTIONS, name, text)
        values[name] = text
    goal = values.get("basic_goal")
    if goal is not None:
        if goal not in map(str, GOALS):
            raise RulesetError(f"basic_goal: {goal!r} is not from {GOALS[0]} to {GOALS[-1]}")
        values["basic_goal"] = int(goal)
    return InwoOptions(**values)


def options_told(stored: str) -> tuple[str, ...]:
    """The sentences for a game's options as they are stored."""
    options = msgspec.json.decode(stored, type=InwoOptions)
    told = [
        "Attacks and plays are announced, and everybody may answer (I31)."
        if options.pace != "policies"
        else "Standing orders alone answer: each turn is played by one letter (I31)."
    ]
    if options.cards != "square":
        told.append(f"Cards on the table: {options.cards} (I9.2).")
    if options.basic_goal:
        told.append(f"The Basic Goal asks {options.basic_goal} Groups (I26.2).")
    if options.house:
        told.append(f"House rules: {options.house.capitalize()} (I30.5).")
    return tuple(told)
