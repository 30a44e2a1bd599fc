"""What a deed costs, and who pays it (I6.8, I35.19, I38.2)."""

from __future__ import annotations

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.costs import TokenPayment, costs_meant, payment_of, tender_of
from engine.inwo.deeds import on_cards as cards
from engine.inwo.deeds.aimed import Aimed, may_touch, play_meant, targets_of
from engine.inwo.deeds.cancels import acting
from engine.inwo.deeds.on_piles import ruin_meant
from engine.inwo.deeds.on_starts import taken_group
from engine.inwo.selectors import TEN, selector


def price_of_deed(aimed: Aimed) -> TokenPayment | None:
    if aimed.deed.master_pays:
        return _price_of_master(aimed)
    if not aimed.deed.costs:
        return TokenPayment(ab.Cost())
    costs = [_cost(aimed, cost) for cost in costs_meant(aimed.deed.costs, aimed.order)]
    return payment_of(aimed.known, aimed.seat, costs, tender_of(aimed.order), aimed.card)


def words_about(aimed: Aimed) -> list[str]:
    """The alignments of the Group that a play is about: destroyed, changed, or its target."""
    known, buried = aimed.known, ruin_meant(aimed) if aimed.deed.does == "revive" else None
    if buried is not None:
        return [word for word in TEN if word in buried[1].words]
    about = taken_group(known.state) if aimed.deed.does == "undo-takeover" else None
    about = about or cards.changed_by(aimed)
    return known.alignments(about) if about else []


def _price_of_master(aimed: Aimed) -> TokenPayment | None:
    """An action of the target's master; nothing directly under the Illuminati (I35.19)."""
    state = aimed.known.state
    master = state.table[targets_of(aimed)[0]].master
    if master == state.seat(aimed.seat).illuminati:
        return TokenPayment(ab.Cost())
    is_able = lg.refuse_acting(aimed.known, master or "", rl.NO_TOKEN_TO_PAY) is None
    return TokenPayment(ab.Cost(), (master or "",)) if is_able else None


def _cost(aimed: Aimed, cost: ab.Cost) -> ab.Cost:
    """A cost that must exceed the Power of the Group it is about (I38.2)."""
    if aimed.deed.each:
        number = len(aimed.order.on)
        cost = changed(cost, number=cost.number * number, plots=cost.plots * number)
    if aimed.deed.of_player and aimed.order.value in TEN:
        cost = changed(cost, payer=selector(f"Media {aimed.order.value} power>=2"))
    if cost.shares:
        words = " | ".join(word for word in words_about(aimed) if word != "Fanatic")
        shared = selector(words or f"={aimed.card}")
        # Of actions of some total Power one must share it (I38.45).
        cost = changed(cost, one=shared) if cost.payer else changed(cost, payer=shared)
    play = play_meant(aimed) if cost.over else None
    cards = [c for c in acting(play) if may_touch(aimed, c)] if play else []
    return changed(cost, total=1 + aimed.known.power(cards[0])) if cards else cost
