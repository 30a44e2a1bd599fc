"""What a table of INWO may choose before the game starts, as words (I30.6)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from engine.inwo.cards.card import CardSet
from engine.inwo.state import DECK_SIZE, PLOT_DECK_SIZE, InwoOptions
from pbem.games.contract.ruleset import OptionRow, option_of
from pbem.games.contract.values import RulesetError

GOALS = range(5, 31)
COPIES = range(DECK_SIZE)
DECK_SIZES = range(10, DECK_SIZE + 1)
SETS: tuple[str, ...] = get_args(CardSet)
MOMENTS = ("M2", "M5", "M6", "M7", "M9", "M11")
"""Those that have a window only where the table wants it."""
OPTIONS = (
    OptionRow(
        "pace",
        "How others answer (I31.4): attacks and the plays before them are announced and answered "
        "together; or each line by itself, as at a table; or standing orders alone answer, and a "
        "turn is played by one letter.",
        "announce",
        ("announce", "table", "policies"),
    ),
    OptionRow(
        "roll_window",
        "How dice can be changed once they are rolled (I31.12): by orders sent beforehand, or in a "
        "window of their own that is open to everybody.",
        "orders",
        ("orders", "open"),
    ),
    OptionRow(
        "windows",
        "Which other moments have a window of their own for answers (I23.1), with commas between "
        "them: M2 and M7, dice; M5, a card is drawn; M6, a card is lost; M9, a turn begins; "
        "M11, a trade is agreed; or all of them.",
    ),
    OptionRow(
        "game_form",
        "Whose decks are played: each player's own; one Plot deck and one Group deck for all, "
        "with every card of the sets (I30.1); or those of SubGenius alone, for up to four (I29).",
        "standard",
        ("standard", "one-big-deck", "subgenius"),
    ),
    OptionRow(
        "decks",
        "Whose decks are played in the standard form: each player's own; or a Plot deck of each "
        "player, and one Group deck for all, with every Group and Resource of the sets (I30.4).",
        "own",
        ("own", "common-groups"),
    ),
    OptionRow(
        "deck_size",
        f"How many Plots each player brings, {DECK_SIZES[0]} to {DECK_SIZES[-1]}, where the Group "
        f"deck is common (I30.4); {PLOT_DECK_SIZE} unless you say otherwise.",
    ),
    OptionRow(
        "cards",
        "The shape of the cards on the table (I9.2).",
        "square",
        ("square", "portrait", "free"),
    ),
    OptionRow(
        "hand_in_play",
        "Whether a Group that is attacked from a hand counts as in play meanwhile (I1.5).",
        "false",
        ("true", "false"),
    ),
    OptionRow(
        "devastated_half",
        "Whether the Power of a Devastated Place is halved first, before anything is added to it; "
        "or last, with all that is added (I10.3).",
        "first",
        ("first", "last"),
    ),
    OptionRow(
        "basic_goal", f"How many Groups the Basic Goal asks, {GOALS[0]} to {GOALS[-1]} (I26.2)."
    ),
    OptionRow(
        "sets",
        "Which sets of cards decks may use, with commas between them: unlimited, assassins, "
        "subgenius; or all (I3.3).",
        "unlimited",
    ),
    OptionRow(
        "copies",
        f"How many copies of a card a deck may have, 0 for any, at most {COPIES[-1]} (I3.1).",
    ),
    OptionRow(
        "table_cards",
        "Whether decks may have the cards that are made for people at one table (I33.14).",
        "true",
        ("true", "false"),
    ),
    OptionRow(
        "jesus_b",
        "Whether Jesus B. gives one Slack a game for nothing, or has no ability (I33.8).",
        "free",
        ("free", "refused"),
    ),
    OptionRow("house", "The house rules of a table (I30.5).", "", ("", "pittsburgh")),
)


_RANGES = (("basic_goal", GOALS), ("copies", COPIES), ("deck_size", DECK_SIZES))


def options_from(texts: Mapping[str, str]) -> InwoOptions:
    """The options written as words; RulesetError names what there is instead of a wrong one."""
    values: dict[str, Any] = {}
    for name, text in texts.items():
        option_of(OPTIONS, name, text)
        values[name] = text
    for name, among in _RANGES:
        if name in values:
            values[name] = _number(name, values[name], among)
    if "sets" in values:
        values["sets"] = _sets(values["sets"])
    if "windows" in values:
        values["windows"] = _windows(values["windows"])
    for name in ("hand_in_play", "table_cards"):
        if name in values:
            values[name] = values[name] == "true"
    if values.get("game_form") == "subgenius":
        values.setdefault("sets", ("subgenius",))
    return _agreeing(InwoOptions(**values))


def _agreeing(options: InwoOptions) -> InwoOptions:
    """The options, if none of them asks for decks that their form does not have (I30.4)."""
    if options.decks == "common-groups" and options.game_form != "standard":
        raise RulesetError(f"decks: in the form {options.game_form} all decks are common (I30.1)")
    if options.deck_size is not None and not options.has_plot_decks:
        raise RulesetError("deck_size: only decks common-groups has Plot decks of a size (I30.4)")
    return options


def _number(name: str, text: str, among: range) -> int:
    if text not in map(str, among):
        raise RulesetError(f"{name}: {text!r} is not from {among[0]} to {among[-1]}")
    return int(text)


def _sets(text: str) -> tuple[str, ...]:
    """The sets that a text names, in the order of their making."""
    named = set(re.split(r"[\s,+]+", text.casefold().strip()))
    if unknown := sorted(named - {*SETS, "all"}):
        known = ", ".join((*SETS, "all"))
        raise RulesetError(f"{unknown[0]!r} is no set of cards; there are {known}")
    return tuple(name for name in SETS if name in named or "all" in named)


def _windows(text: str) -> tuple[str, ...]:
    """The moments that a text names, in their order."""
    named = set(re.split(r"[\s,+]+", text.upper().strip())) - {"", "NONE"}
    if unknown := sorted(named - {*MOMENTS, "ALL"}):
        known = ", ".join((*MOMENTS, "all"))
        raise RulesetError(f"windows: {unknown[0]!r} is not one of {known}")
    return tuple(name for name in MOMENTS if name in named or "ALL" in named)


def players_for(options: InwoOptions | None) -> range:
    """How many may play: up to eight, four of them SubGenius (I30.7)."""
    is_small = options is not None and options.game_form == "subgenius"
    return range(2, 5 if is_small else 9)


def format_options(stored: str) -> tuple[str, ...]:
    """The sentences for a game's options as they are stored."""
    options = msgspec.json.decode(stored, type=InwoOptions)
    return tuple(sentence for is_so, sentence in _sentences(options) if is_so)


def _sentences(options: InwoOptions) -> tuple[tuple[bool, str], ...]:
    """What may be said of a table's options, and whether it is so."""
    form, pace, is_quiet = options.game_form, options.pace, options.pace == "policies"
    sets, house = ", ".join(options.sets), options.house.capitalize()
    dice = "After dice are rolled, there is time to play cards that change them (I31.12)."
    draws = "Before and after each draw there is time to play cards (I23.1)."
    losses = "When cards go to a pile there is time to play cards (I23.1)."
    trades = "Before a trade is carried out, each party may play a card against it (I23.1)."
    begins = "Before a player draws on his turn, there is time to play cards (I23.1)."
    return (
        (is_quiet, "Standing orders alone answer: each turn is played by one letter (I31)."),
        (not is_quiet, "Attacks and plays are announced, and everybody may answer (I31)."),
        (pace == "table", "Each line is answered before the next one is announced (I31.4)."),
        (options.has_open_rolls, dice),
        (options.has_window("M5") and not is_quiet, draws),
        (options.has_window("M6") and not is_quiet, losses),
        (options.has_window("M9") and not is_quiet, begins),
        (options.has_window("M11") and not is_quiet, trades),
        (
            form == "one-big-deck",
            "Everybody draws from one Plot deck and one Group deck (I30.1).",
        ),
        (
            form == "subgenius",
            "The SubGenius game: common decks, and Groups that nobody controls (I29).",
        ),
        (
            options.has_plot_decks,
            f"Everybody brings a Plot deck of {options.cards_brought} cards, and draws from one "
            "Group deck (I30.4).",
        ),
        (options.cards != "square", f"Cards on the table: {options.cards} (I9.2)."),
        (options.hand_in_play, "A Group attacked from a hand counts as in play (I1.5)."),
        (
            options.devastated_half == "last",
            "The Power of a Devastated Place is halved last, after all is added (I10.3).",
        ),
        (
            bool(options.basic_goal),
            f"The Basic Goal asks {options.basic_goal} Groups (I26.2).",
        ),
        (options.sets != InwoOptions().sets, f"Decks may use these sets: {sets} (I3.3)."),
        (bool(options.copies), f"A deck has at most {options.copies} of a card (I3.1)."),
        (
            not options.table_cards,
            "Cards made for people at one table are not played (I33.14).",
        ),
        (options.jesus_b == "refused", "Jesus B. has no ability (I33.8)."),
        (bool(options.house), f"House rules: {house} (I30.5)."),
    )
