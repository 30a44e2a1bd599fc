"""Why an order is refused, in English that says what would have worked."""

from __future__ import annotations

import re

from engine.core.rulings import RefusalFacts
from engine.illuminati.abilities import ALIGNMENTS
from engine.illuminati.rulings import REASONS
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name
from pbem.games.illuminati.language.reasons.reason_texts import (
    ADVANCED_TEXTS,
    MONEY_TEXTS,
    PACE_TEXTS,
    TRADE_TEXTS,
    UNMODERATED_TEXTS,
)

NOT_YOURS = tuple(reason.code for reason in REASONS if reason.code.startswith("not-yours"))
"""Each deed refuses a card of somebody else by its own rule, in the same words."""

TEXTS: dict[str, tuple[str, ...]] = {
    **TRADE_TEXTS,
    **ADVANCED_TEXTS,
    **MONEY_TEXTS,
    **PACE_TEXTS,
    "not-your-turn": (
        "This can be done in your own turn only.",
        "{seat} is to move; the line can stay in the script for your next turn.",
    ),
    "actions-spent": (
        "Both actions of the turn are spent by then.",
        "Free lines still run; remove an earlier attack, move or bribe to make room.",
    ),
    "already-passed": ("The turn has been passed.", "Take PASS out to do anything else."),
    "pass-after-deeds": (
        "A turn in which something was done cannot be passed.",
        "Send PASS as the only line.",
    ),
    "not-in-play": (
        "{target|That group} is not in play.",
        "An uncontrolled group or one of another player would do.",
    ),
    **dict.fromkeys(NOT_YOURS, ("{card|That card} is not yours.", "Name a card of your own.")),
    "no-power": (
        "{card|That card} has no Power of its own and can only aid.",
        "Attack with another card and put this one after AID.",
    ),
    "attacked-already": (
        "{card|That card} attacks or aids in an earlier line; a card does either once a turn.",
        "Another card of yours may, also a group that an earlier line brings in.",
    ),
    "target-illuminati": (
        "{target|An Illuminati} is an Illuminati and cannot be attacked.",
        "Any group under it can.",
    ),
    "aid-itself": (
        "{card|The attacking card} attacks and cannot aid itself.",
        "Take it out of AID.",
    ),
    "aid-twice": ("{card|A card} is named twice after AID.", "Each card aids once."),
    "no-transferable": (
        "{card|That card} has no transferable Power and cannot aid.",
        "Name a card whose second number is above 0.",
    ),
    "target-yours": (
        "{target|That group} is already yours.",
        "MOVE puts it elsewhere; only an attack to destroy can target your own group.",
    ),
    "neutralizes-own": (
        "{target|That group} is yours.",
        "Only groups of other players are neutralized; DROP frees one of yours at no cost.",
    ),
    "target-not-controlled": (
        "{target|That group} is controlled by nobody.",
        "It can be attacked to control or to destroy, but not to neutralize.",
    ),
    "no-open-arrow": (
        "{card|That card} has no open arrow for a captive.",
        "Use a card that has one, or MOVE a group away first.",
    ),
    "no-room": (
        "{card|That card} has no open arrow for {target|another group}.",
        "Name a card that has one, or MOVE or DROP a group first.",
    ),
    "arrow-not-open": (
        "Arrow {arrow|there} of {card|that card} is not open.",
        "Open now: {open}.",
        "Without AT the best open arrow is taken.",
    ),
    "arrow-not-printed": (
        "{card|That card} has no arrow {arrow|there}.",
        "Its arrows: {open}.",
        "Without AT the best open arrow is taken.",
    ),
    "target-powerless": (
        "{target|That group} has Power 0 and cannot be attacked to destroy.",
        "It can be attacked to control.",
    ),
    "attacks-itself": (
        "{target|A group} cannot attack itself or aid its own destruction.",
        "Use another card.",
    ),
    "immune": (
        "{card|That card} is {alignment|so aligned} and may not attack or aid against "
        "{target|that structure}.",
        "Use a card that is neither Straight nor Government.",
    ),
    "not-enough-money": (
        "There is not enough money on {card|the cards that may pay}.",
        "It has {money} MB.",
        "{attacker} and {master} have {together} MB.",
        "{needed} MB are asked for.",
        "Give a smaller amount, or TRANSFER money there first.",
    ),
    "wrong-treasury": (
        "{card|That card} cannot pay for this attack.",
        "Money comes from {attacker|the attacking card} or from your Illuminati.",
    ),
    "no-amount": ("The amount must be at least 1 MB.",),
    "not-adjacent": (
        "{card|That card} and {to|the other} are not next to each other.",
        "Money moves to the card's master or to one of its puppets.",
    ),
    "same-card": (
        "{card|The money} is there already.",
        "Name two different cards after FROM and TO.",
    ),
    "transfers-spent": (
        "Both transfers of the turn are spent.",
        "TRANSFER … AS ACTION uses one of the two actions instead.",
    ),
    "moves-illuminati": (
        "{card|An Illuminati} is an Illuminati and stays where it is.",
        "Groups under it can be moved.",
    ),
    "under-itself": (
        "{card|A group} cannot lie under itself or its own branch.",
        "Name a master outside its branch.",
    ),
    "wish-not-puppet": (
        "{card|That card} is not in the branch of {target|that group}.",
        "After WITH, name only groups that come along.",
    ),
    "drops-illuminati": ("{card|An Illuminati} cannot be dropped.", "Name a group; or RESIGN."),
    "not-in-hand": ("{card|That card} is not in your hand.", "STATUS tells what you hold."),
    "no-such-seat": ("There is no player {seat|of that name} in this game.",),
    "gives-himself": (
        "That would be from you to yourself.",
        "Name another player; TRANSFER moves money between your own cards.",
    ),
    "seat-out": ("{seat|That player} is out of the game.", "Name a player who is still in."),
    "not-playable": (
        "{card|That Special} cannot be played there.",
        "It can be given away or kept for another moment.",
    ),
    "not-uncontrolled": (
        "{target|That group} is not uncontrolled.",
        "Name one of the uncontrolled groups.",
    ),
    "not-dead": ("{target|That group} is not destroyed.", "Name a group of the dead pile."),
    "not-first": (
        "{card|That Special} must be the first line of the script.",
        "Give it the lowest number.",
    ),
    "needs-target": (
        "{card|That Special} must say what it is played on.",
        "Add ON and a name.",
    ),
    "too-much-spread": (
        "That is more money than you have.",
        "You have {money} MB in all.",
        "{needed} MB are asked for.",
        "Name smaller amounts; the rest goes to the Illuminati.",
    ),
    "power-used": (
        "{card|That card} has used its power in this turn.",
        "It can be used again in your next turn.",
    ),
    "buy-used": (
        "{card|That card} has drawn a card in this turn.",
        "It can draw again in your next turn.",
    ),
    "skips-himself": (
        "{card|That Special} costs another player his turn, never yourself.",
        "Name another player after ON.",
    ),
    "too-few-to-abolish": (
        "{card|That Special} alone does not abolish privilege.",
        "Name two Specials of your hand, or the one made for it.",
    ),
    "not-its-power": (
        "{card|That card} does not have that power.",
        "HELP USE lists the cards that have one.",
    ),
    "other-group-only": (
        "{target|That card} cannot be changed by it.",
        "Name another group in play, not the card itself and no Illuminati.",
    ),
    "has-alignment": (
        "{target|That group} is {alignment|so aligned} already.",
        "Name an alignment it lacks.",
    ),
    "lacks-alignment": (
        "{target|That group} is not {alignment|so aligned}.",
        "Name an alignment it has.",
    ),
    "no-opposite": (
        "{alignment|That alignment} has no opposite to be reversed to.",
        "It can be added or removed.",
    ),
    "not-illuminatis-power": (
        "{card|Your Illuminati} does not have that power.",
        "The Bermuda Triangle arranges and the Gnomes of Zurich spread.",
    ),
    "arranged-twice": ("{card|A card} is named twice.", "Give each card one place."),
    "overlaps": (
        "{card|Two cards} would overlap {other|or share an arrow}.",
        "Put one of them on another arrow.",
    ),
    "no-secret-goal": ("{card|Your Illuminati} has its own goal and chooses none.",),
    "goal-too-late": ("The goal is chosen before the first turn only.",),
    "no-such-goal": (
        "{card|That} is not a goal you may choose.",
        "Name one of the other seven Illuminati.",
    ),
    "game-over": ("The game is over.",),
    "turn-lost": ("The whole turn was lost before the line came up.",),
    "condition-false": ("The condition was not met, so the line was skipped.",),
    "no-such-line": (
        "There is no line {line|of that number} before it.",
        "IF can name earlier lines only.",
    ),
}
"""Sentences of each reason. {fact|words} stands for a fact or, where it is missing, the words;
a sentence with a missing {fact} and no words is left out."""

_RULE = {reason.code: reason.rule for reason in REASONS}
_PLACE = re.compile(r"\{(\w+)(?:\|([^}]*))?\}")
_CARDS = frozenset({"card", "target", "attacker", "master", "other", "to"})


OWN_TEXTS: dict[str, tuple[str, ...]] = {
    "seat-out": ("You are out of the game, so no order of yours can be carried out.",),
}
"""The same, where what is said of a seat is said of the reader's own."""


def explain(reason_code: str, facts: RefusalFacts, names: Vocabulary) -> str:
    """The refusal in English, ending in its rule number; any code and any facts are told."""
    texts = TEXTS if names.is_moderated else {**TEXTS, **UNMODERATED_TEXTS}
    sentences = texts.get(reason_code, (f"This is not allowed: {reason_code}.",))
    if facts.get("seat") == names.me:
        sentences = OWN_TEXTS.get(reason_code, sentences)
    filled = [found for text in sentences if (found := _filled(text, facts, names))]
    rule = _RULE.get(reason_code)
    return " ".join(filled) + (f" ({rule})" if rule else "")


def _filled(text: str, facts: RefusalFacts, names: Vocabulary) -> str:
    """The sentence with its facts, or "" where one is missing."""
    for place in _PLACE.finditer(text):
        if place[1] not in facts and place[2] is None:
            return ""

    def fact(place: re.Match[str]) -> str:
        if place[1] not in facts:
            return place[2]
        return _format(place[1], facts[place[1]], names)

    filled = _PLACE.sub(fact, text)
    return filled[:1].upper() + filled[1:]


def _format(name: str, value: str | int, names: Vocabulary) -> str:
    """A card by its printed name, arrows parted by commas, anything else as it is."""
    if not isinstance(value, str):
        return str(value)
    if name == "open":
        return ", ".join(value.split()) or "none"
    if name == "alignment" and value in ALIGNMENTS:
        return value.capitalize()
    if name in _CARDS and value not in names.seats:
        return card_name(value)
    return value
