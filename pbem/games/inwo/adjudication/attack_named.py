"""Which announced attack an answer is for: its number, target, attacker or player is named."""

from __future__ import annotations

import re

from engine.inwo.cards import card_id, card_of
from pbem.games.inwo.adjudication.clauses import NUMBER, LineText
from pbem.games.inwo.adjudication.names import NoSuchLine, cards_called

_ATTACK_ON = re.compile(
    r"^(?:the\s+)?(?:(?:attack|raid)(?:\s+(?:on|against|by|from|of))?|this|that|it)(?:\s+|$)"
    r"(?:the\s+)?",
    re.IGNORECASE,
)
"""DEFEND the attack on Texas, OPPOSE it."""
_NUMBER_OF_LINE = re.compile(r"^(?:the\s+)?(?:attack|line|number)\s+(?=\d)", re.IGNORECASE)
"""OPPOSE attack 2 is OPPOSE 2."""


def attack_number(line: LineText) -> str | None:
    """The announced line that an answer names, None for the attack that is open."""
    number = _NUMBER_OF_LINE.sub("", line.subject)
    if not number or NUMBER.fullmatch(number):
        return number or None
    name = _ATTACK_ON.sub("", number).strip()
    if not name or _is_in_attack(line, name):
        return None
    if len(called := cards_called(name)) == 1:
        raise NoSuchLine(f"no attack on {card_of(called[0]).name} is announced")
    raise NoSuchLine(f"{line.subject!r} is not the number of an announced line")


def _is_in_attack(line: LineText, name: str) -> bool:
    """Whether the attack that is open is on that card, or made by it or by that player."""
    attack = line.state.attack
    if attack is None:
        return False
    if line.seat_named(name) == attack.seat:
        return True
    called = cards_called(name)
    cards = (attack.target, attack.attacker, attack.by_card)
    return any(card_id(card) in called for card in cards if card)
