"""What a table may choose before the game starts, as words (R11, R13.14)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import get_args

from engine.illuminati.state import GameOptions, Pace
from pbem.games.contract.ruleset import OptionRow, option_of
from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.cardfile import custom_cards_from
from pbem.games.illuminati.codec import CodecError, decode_options
from pbem.games.illuminati.report.parts.table_rules import table_rules

MOST_GOAL = 84
_YES_NO = ("true", "false")
OPTIONS = (
    OptionRow(
        "pace",
        "How turns are played (R12.2): scripts announced and answered; policies alone answering; "
        "all scripts of a round by one deadline; announced with one action a script. A "
        "clock may be made for another than the default.",
        "announce",
        get_args(Pace),
    ),
    OptionRow(
        "deal",
        "How the Illuminati are dealt; choose: by what each player likes, settled by lot (R1.1).",
        "random",
        ("random", "choose"),
    ),
    OptionRow(
        "treasuries",
        "Whether others see how much money lies on a card (R12.9).",
        "stacked",
        ("stacked", "open"),
    ),
    OptionRow(
        "cards",
        "The shape of the cards on the table (R8.1).",
        "square",
        ("square", "landscape"),
    ),
    OptionRow("basic_goal", "Raise the basic goal to so many groups, 2 to 84 (R10.5)."),
    OptionRow(
        "length",
        "very-long: nobody has a goal, and the most points win at the end (R11.1).",
        "standard",
        ("standard", "very-long"),
    ),
    OptionRow(
        "neutralize_needs_arrow",
        "Whether whoever neutralizes a group needs an open arrow for it (R4.5).",
        "true",
        _YES_NO,
    ),
    OptionRow("hidden_goals", "Everybody picks a secret goal (R11.2).", "false", _YES_NO),
    OptionRow(
        "hidden_illuminati", "Only its owner knows each Illuminati (R11.3).", "false", _YES_NO
    ),
    OptionRow(
        "overstate",
        "A hidden Illuminati may claim 1 Power or Income too much (R11.3).",
        "false",
        _YES_NO,
    ),
    OptionRow("cheating", "Players may CHEAT, and CATCH who does (R11.5).", "false", _YES_NO),
    OptionRow("extras", "More Illuminati to deal, with commas between them (R11.6)."),
    OptionRow(
        "own_cards",
        "Up to four Groups and Specials of your own, as TOML (R13.14); see `pbem cards`.",
        is_file=True,
    ),
)


def options_from(texts: Mapping[str, str]) -> GameOptions:
    """The options written as words; RulesetError names what there is instead of a wrong one."""
    values: dict[str, object] = {}
    for name, text in texts.items():
        if option_of(OPTIONS, name, text).is_file:
            values[name] = _own_cards(text)
        elif name == "extras":
            values[name] = text.split(",")
        else:
            values[name] = _value(text)
    goal = values.get("basic_goal")
    if goal is not None and not (isinstance(goal, int) and 2 <= goal <= MOST_GOAL):
        raise RulesetError(f"basic_goal: {texts['basic_goal']!r} is not from 2 to {MOST_GOAL}")
    try:
        return decode_options(json.dumps(values))
    except CodecError as error:
        raise RulesetError(str(error)) from error


def _value(text: str) -> object:
    if text in _YES_NO:
        return text == "true"
    return int(text) if text.isdigit() else text


def _own_cards(text: str) -> tuple[str, ...]:
    return custom_cards_from(text).texts


def format_options(stored: str) -> tuple[str, ...]:
    """The sentences for a game's options as they are stored."""
    return table_rules(decode_options(stored))
