"""An alignment of a Group is added, removed or reversed (I2.3, I35.19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.cards import card_of
from engine.inwo.deeds.aimed import Aimed, AimedEffect, refuse_aim, targets_of
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.rulings import refuse
from engine.inwo.selectors import OPPOSED, TEN
from engine.inwo.state import Change


def is_rewording(known: Facts, copy: str, value: str, ways: Sequence[str]) -> bool:
    """Whether `REVERSE Straight` and the like can be done to a Group, in one of these ways."""
    way, word = _way_and_word(value, ways)
    if way not in ways or word not in TEN:
        return False
    has = word in known.words(copy)
    is_paired = OPPOSED.get(word) not in (None, word)
    return has is not (way == "ADD") and (way != "REVERSE" or is_paired)


def _way_and_word(value: str, ways: Sequence[str]) -> tuple[str, str]:
    """`REVERSE Straight`; where there is one way only the word alone says it."""
    way, _, word = value.rpartition(" ")
    return way.upper() or (ways[0] if len(ways) == 1 else ""), word.capitalize()


def reworded(copy: str, value: str, ways: Sequence[str]) -> Change:
    """The change that was told, until the turn ends."""
    way, word = _way_and_word(value, ways)
    gained = OPPOSED[word] if way == "REVERSE" else word
    return Change(copy, "alignment", "lose" if way == "REMOVE" else "gain", gained)


def refuse_words(known: Facts, resource: str, host: str, value: str) -> Refusal | None:
    """Why what is told as a Resource is linked cannot be (I35.19)."""
    rule = card_of(resource).ability(ab.WordOfHost)
    if not value or rule is not None and is_rewording(known, host, value, rule.ways):
        return None
    return refuse(rl.TARGET_UNFIT, card=resource, on=host)


def reword_host(table: InwoTable, host: str, value: str) -> None:
    """What was told holds for good, whatever becomes of the Resource."""
    if value:
        change = reworded(host, value, ())
        table.emit(ev.ChangeBegan(Change(host, change.stat, change.op, change.value, until="good")))


def refuse_realigning(aimed: Aimed) -> Refusal | None:
    """One alignment is added, removed or reversed (I2.3, I35.19)."""
    refusal = refuse_aim(aimed)
    if refusal is None:
        value, ways = aimed.order.value, aimed.deed.ways
        is_fit = is_rewording(aimed.known, targets_of(aimed)[0], value, ways)
        refusal = None if is_fit else refuse(rl.TARGET_UNFIT, card=aimed.card)
    return refusal


def realign(table: InwoTable, aimed: Aimed) -> None:
    source = table.state.plays[-1].full
    by = "" if isinstance(aimed.order, od.PlayPlot) else aimed.card
    for copy in targets_of(aimed):
        change = reworded(copy, aimed.order.value, aimed.deed.ways)
        table.emit(ev.ChangeBegan(changed(change, source=source, by=by)))


REWORDING: Mapping[ab.DeedName, AimedEffect] = {
    "realign": AimedEffect(refuse_realigning, realign, waits=False),
}
"""A row a deed."""
