"""What cards say, told to players: the short notation of bonuses in plain words (I34.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from engine.inwo.cards import INWO_CARDS, card_of

_BONUS = re.compile(
    r"(?P<whose>any|direct)\((?P<forms>[a-z+]+)(?:, (?P<whom>[^()]*))?\)"
    r"(?P<also> a further)?(?: (?P<points>\+\d+)|(?P<colon>:))"
)
_SHIELD = re.compile(r"def\(structure\) (\+\d+)")
_LEAST, _MOST = re.compile(r">= (\d+)"), re.compile(r"<= (\d+)")
_FORMS = {
    "control": "to control",
    "destroy": "to destroy",
    "control+destroy": "to control or destroy",
}
_ATTEMPTS = {"any": "on any attempt", "direct": "on its own attempts"}
_PLURALS = {
    "Personality": "Personalities",
    "Place": "Places",
    "Nation": "Nations",
    "Church": "Churches",
    "Bank": "Banks",
    "Group": "Groups",
}
_AS_THEY_ARE = ("another Group", "the same", "Vampires")


@cache
def card_text(id_: str) -> str:
    """What a card says, in plain words."""
    return in_plain_words(card_of(id_).text)


def in_plain_words(text: str) -> str:
    """A card's text without its notation."""
    text = _BONUS.sub(_bonus, text).replace(". a further", ". A further")
    text = _SHIELD.sub(r"\1 to defend anything in your structure", text)
    text = _LEAST.sub(r"\1 or more", text)
    return _MOST.sub(r"\1 or less", text)


def _bonus(found: re.Match[str]) -> str:
    attempt = f"{_ATTEMPTS[found['whose']]} {_FORMS[found['forms']]} {_targets(found['whom'])}"
    attempt = attempt.rstrip()
    if found["colon"]:
        return f"{attempt[:1].upper()}{attempt[1:]},"
    further = "a further " if found["also"] else ""
    return f"{further}{found['points']} {attempt}"


def _targets(whom: str | None) -> str:
    """Whom the attack is on: names of cards, or Groups by what they are."""
    if not whom or whom == "not Instant":
        return f"by an attack that is {whom}" if whom else ""
    parts = re.split(r" / ", whom)
    if len(parts) > 1:
        return _listed(parts)
    parts = [part.removeprefix("another ") for part in whom.split(" or ")]
    if whom in _AS_THEY_ARE or all(part in _names() for part in parts):
        return whom
    last = _plural(parts[-1])
    if not last.endswith(" Groups"):
        parts = [_plural(part) for part in parts]
    return _listed([*parts[:-1], last]).replace("rival's", "a rival's")


def _plural(what: str) -> str:
    """Media: Media Groups; Nation: Nations."""
    words = what.split(" ")
    if " that is " in what:
        return what.replace(" that is not a Nation", " Groups that are no Nations")
    if words[-1] in _PLURALS:
        return " ".join((*words[:-1], _PLURALS[words[-1]]))
    return what if what in _names() or "puppet" in what else f"{what} Groups"


def _listed(parts: Iterable[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} or {last}" if first else last


@cache
def _names() -> frozenset[str]:
    return frozenset(card.name for card in INWO_CARDS.values())
