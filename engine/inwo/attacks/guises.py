"""As what Groups count for their own part of an attack, where a text lets them choose (I36.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.inwo import abilities as ab
from engine.inwo.cards import card_of
from engine.inwo.facts import Facts
from engine.inwo.selectors import OPPOSED, TEN, WordSet
from engine.inwo.state import NOT_CONSERVATIVE, RunningAttack
from engine.inwo.values import change_words


def guises(known: Facts, attack: RunningAttack, copy: str) -> Iterator[tuple[WordSet, WordSet]]:
    """The words of a Group that makes or aids the attack, and of the target, in every way."""
    mine, theirs = known.words(copy), known.words(attack.target)
    rule = _guise(known, copy)
    if rule is not None and rule.mirrors in theirs and attack.form == "control":
        mine = _with(mine, (rule.mirrors,) if rule.mirrors else ())
    own_choice = card_of(copy).ability(ab.OwnChoice)
    if copy in known.table and known.table[copy].value == NOT_CONSERVATIVE:
        own_choice = None
    lent = [word for word in _lent(known, copy) if word not in mine]
    lent += [own_choice.word] if own_choice is not None else []
    swaps = rule.swaps if rule is not None else ()
    if not lent and not swaps:
        yield mine, theirs
        return
    for number in range(len(lent) + 1):
        for words in combinations(lent, number):
            gained = _with(mine, words)
            yield gained, theirs
            for seen in _swapped(theirs, swaps):
                yield gained, seen


def _guise(known: Facts, copy: str) -> ab.Guise | None:
    rule = card_of(copy).ability(ab.Guise)
    return None if rule is None or known.is_idle(copy) else rule


def _lent(known: Facts, copy: str) -> list[str]:
    """Alignments of its puppets that a Group may use as its own; an Illuminati has none (I1.4)."""
    puppets = () if "illuminati" in card_of(copy).words else known.puppets.get(copy, ())
    lenders = [one for one in puppets if (rule := _guise(known, one)) is not None and rule.lends]
    return list(dict.fromkeys(word for one in lenders for word in known.alignments(one)))


def _with(words: WordSet, gained: tuple[str, ...]) -> WordSet:
    after = set(words)
    change_words(after, gained, ())
    return frozenset(after)


def _swapped(words: WordSet, swaps: tuple[str, ...]) -> Iterator[WordSet]:
    """The words with one of a pair in the other's place."""
    if any(word in words for word in swaps):
        yield from (_with(words, (word,)) for word in swaps if word not in words)


def are_kin(known: Facts, one: str, other: str) -> bool:
    """Whether Fanatic of a master and of a puppet that copies it is alike (I38.71)."""
    a, b = known.table.get(one), known.table.get(other)
    return any(
        card is not None and card.master == master and card_of(card.copy).ability(ab.CopiesMaster)
        for card, master in ((a, other), (b, one))
    )


def alike(known: Facts, one: str, other: str, is_shared: bool) -> list[str]:
    """The alignments that two cards share."""
    theirs = known.words(other)
    is_shared = is_shared or are_kin(known, one, other)
    return [
        w for w in TEN if w in known.words(one) and w in theirs and (w != "Fanatic" or is_shared)
    ]


def do_match(known: Facts, attack: RunningAttack, copy: str, side: str, is_shared: bool) -> bool:
    """Whether alignments let a Group join: opposite ones to destroy, else shared ones (I12.3)."""
    seen = guises(known, attack, copy) if side == "aid" else _as_they_are(known, attack, copy)
    if side != "aid" or attack.form != "destroy":
        return any(
            word in theirs and (word != "Fanatic" or is_shared)
            for mine, theirs in seen
            for word in mine
            if word in TEN
        )
    return any(
        OPPOSED.get(word) in theirs
        for mine, theirs in seen
        for word in mine
        if word != "Fanatic" or not is_shared
    )


def _as_they_are(
    known: Facts, attack: RunningAttack, copy: str
) -> Iterator[tuple[WordSet, WordSet]]:
    """The words of a Group that opposes the attack, with one that its controller chooses."""
    choice, mine, theirs = (
        card_of(copy).ability(ab.OwnChoice),
        known.words(copy),
        known.words(attack.target),
    )
    yield mine, theirs
    if choice is not None:
        yield _with(mine, (choice.word,)), theirs
