"""The Power of a card that attacks, and who may join it by its text (I18.2, I35.9)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.inwo import abilities as ab
from engine.inwo.attacks.bonuses import is_magic
from engine.inwo.cards import card_of
from engine.inwo.events import Term
from engine.inwo.facts import Facts
from engine.inwo.state import RunningAttack


def card_power(known: Facts, attack: RunningAttack, card: str) -> int:
    """The Power of a card that attacks (I18.2)."""
    held = card_of(card)
    found, nomination = held.ability(ab.AssassinPlot), held.ability(ab.Nomination)
    if found:
        return found.if_magic if found.if_magic and is_magic(attack) else found.power
    if nomination is not None:
        return nomination.power
    follow = held.ability(ab.FollowStrike)
    if follow is not None:
        is_gone = known.state.turn.ruined == "destroyed"
        return follow.destroyed if is_gone else follow.devastated
    disaster = held.ability(ab.DisasterPlot)
    assert disaster is not None
    return _disaster(known, attack, disaster)


def added_cards(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    """The Power of a second card that attacks, while what joins the two stands (I37)."""
    for at, play in enumerate(attack.plays):
        if play.what == "card" and not play.cancelled and not attack.plays[at - 1].cancelled:
            yield Term("card", play.card, card_power(known, attack, play.card))


def _disaster(known: Facts, attack: RunningAttack, disaster: ab.DisasterPlot) -> int:
    power = next(power for fits, power in disaster.powers if known.fits(fits, attack.target))
    if disaster.per is not None:
        seat = known.table[attack.target].seat
        mine = [copy for copy, one in known.table.items() if one.seat == seat]
        power += disaster.more * sum(known.fits(disaster.per, copy) for copy in mine)
    for play in attack.standing("plot"):
        if disaster.swings is not None and known.fits(disaster.swings, play.card):
            power = power * 2 if play.favours == "attack" else power // 2
    return power


def is_free_for_all(known: Facts, attack: RunningAttack, copy: str, side: str) -> bool:
    """Whether anybody may join, or a Group of its kind for one that is on that side (I37)."""
    if attack.by_card and card_of(attack.by_card).ability(ab.Nomination):
        return True
    if ab.Rallies not in known.sources:
        return False
    on_side = [play.card for play in attack.standing(side)]
    on_side.append((attack.attacker or "") if side == "aid" else attack.target)
    rules = (rule for card, rule in known.of_kind(ab.Rallies) if card.copy in on_side)
    return any(known.fits(rule.of, copy) for rule in rules)


def is_aid_barred(known: Facts, attack: RunningAttack) -> bool:
    """Whether nobody may aid a Group that attacks (I35.11)."""
    return attack.attacker is not None and any(
        rule.no_aid for _, rule in known.of_kind(ab.WorldRule)
    )
