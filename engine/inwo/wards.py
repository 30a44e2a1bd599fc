"""What a card cannot touch by its abilities, as that is immune to it (I17.1, I17.3)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts


def is_warded(known: Facts, by: str, seat: str, target: str) -> bool:
    """Whether a card of a seat counts for nothing against another that is immune (I17.1, I17.3).

    Immunity to attacks alone keeps no ability off.
    """
    attacked = known.table.get(target)
    if attacked is None or attacked.seat == seat:
        return False
    is_card = card_of(by).family in ("plot", "resource")
    words = known.words(by) if by in known.table else card_of(by).words
    return any(
        (immune.cards or not is_card)
        and not immune.attacks
        and immune.to.fits(card_id(by), words)
        and known.reaches(card, immune.covers, target)
        and known.fits(immune.of, target)
        for card, immune in known.of_kind(ab.Immune)
    )


def is_inseparable(known: Facts, copy: str) -> bool:
    """Whether it is a Magic Artifact of who is destroyed by Magic alone: it goes with him (I37)."""
    host = known.table[copy].host if copy in known.table else None
    is_undead = host is not None and card_of(host).ability(ab.Undead) is not None
    return is_undead and {"Magic", "artifact"} <= known.words(copy)


def is_linked_for_good(known: Facts, copy: str) -> bool:
    """Whether a Resource stays with the Group that it is linked to (I20.3)."""
    card = known.table[copy]
    terms = card_of(copy).ability(ab.ResourceTerms)
    if card.host is None or card.host == known.state.seat(card.seat).illuminati:
        return False
    is_locked = card_of(card.host).ability(ab.LinkLock) is not None
    return is_locked or (terms is not None and terms.for_good) or is_inseparable(known, copy)


def reaches_player(known: Facts, by: str, seat: str, rival: str) -> bool:
    """Whether a constant ability of a seat's card reaches a rival (I4.7, I17.1)."""
    root = known.state.seat(rival).illuminati
    is_kept = known.state.shelters(rival, seat) or is_warded(known, by, seat, root)
    return seat != rival and not is_kept
