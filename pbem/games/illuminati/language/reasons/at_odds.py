"""Policies that stand in each other's way, in words that say which one counts (R12.4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.illuminati.attacks.contradictions import Code, Contradiction
from engine.illuminati.orders import Policy
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name

_TEXTS: dict[Code, str] = {
    "both-ways": "{second} and {first} pull the same attacks opposite ways; the newer one counts",
    "aside-too": "{second} and {first} are said of the same attacks; the newer one counts",
    "said-twice": "{first} takes the place of {second}",
    "two-reserves": "{first} takes the place of {second}",
    "card-twice": "{card} is kept for {second} and for {first}; what comes up first uses it",
    "above-purse": "{second} allows more than the {money} MB that your Illuminati has now",
    "below-hopeless": "{second}: no roll succeeds at a need of 1 or less, so it aims too low",
    "above-certain": "{second}: no roll above 10 succeeds, so it aims too high and stops at {most}",
    "ended": "{second} can do nothing: {why}",
}
_WHY = {
    "no-card": "its Special is not in your hand",
    "group-dead": "what it is about is destroyed",
    "seat-out": "it is about a player who is out of the game",
    "out": "you are out of the game",
    "unmasked": "your Illuminati lies face up",
}


def explain_odds(row: Contradiction, policies: Sequence[Policy], names: Vocabulary) -> str:
    """One sentence; `policies` are those in which it was found."""
    said, told = dict(row.facts), partial(names.language.format_order, names=names)
    card = said.get("card")
    words = {
        "second": told(policies[row.second]),
        "first": "" if row.first is None else told(policies[row.first]),
        "card": card_name(str(card)) if card else "",
        "why": _WHY.get(str(said.get("why")), ""),
        "money": said.get("money", ""),
        "most": said.get("most", ""),
    }
    return f"{_TEXTS[row.code].format_map(words)} ({row.rule})."
