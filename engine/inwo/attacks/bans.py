"""What no attack, or nothing at all, captures or destroys (I10.8, I11.6, I35.32)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.inwo import abilities as ab
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts


def protecting(known: Facts, target: str, form: ab.Aim) -> Iterator[ab.Protected]:
    """What keeps attackers of a kind from a Group (I11.6, I35.32)."""
    for card, ban in known.of_kind(ab.Protected):
        is_covered = known.reaches(card, ban.covers, target) and known.fits(ban.of, target)
        linked = [card_id(copy) for copy in known.linked.get(card.copy, ())]
        is_now = ban.while_linked in ("", *linked) and known.fits(ban.while_self, card.copy)
        if form in ban.forms and is_covered and is_now:
            yield ban


def is_burden(copy: str) -> bool:
    """Whether a Group counts for no Goal, and is never moved or given (I37)."""
    return card_of(copy).ability(ab.Burden) is not None


def is_indestructible(known: Facts, target: str) -> bool:
    """Whether nothing at all destroys a Group, no effect of a card either (I10.8)."""
    bans = protecting(known, target, "destroy")
    return is_burden(target) or any(
        ban.by_cards and not ban.by.clauses and ban.covers != "others" for ban in bans
    )


def destructible(known: Facts, groups: Sequence[str]) -> tuple[str, ...]:
    """Those of some Groups that an effect may destroy."""
    return tuple(copy for copy in groups if not is_indestructible(known, copy))
