"""Which deed of a card an order means, and why it cannot be done (I34.4, I34.5)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_id
from engine.inwo.deeds.aimed import Aimed, AimedOrder, refuse_surplus, targets_of
from engine.inwo.deeds.card_deeds import deeds_of, playable_deeds, source_of
from engine.inwo.deeds.deed_prices import price_of_deed
from engine.inwo.deeds.effects import EFFECTS
from engine.inwo.deeds.on_tokens import is_last
from engine.inwo.facts import facts
from engine.inwo.inwotable import on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState

AIMLESS: tuple[ab.DeedName, ...] = (
    *("draw-plots", "roll-draw", "draw-groups", "ask-groups", "all-draw", "gain-openly"),
    *("smite", "bar-wins", "redraw"),
)
"""Deeds for its own player, or for all, that are aimed at nobody."""
ONE_AIM: tuple[ab.DeedName, ...] = (
    *("rewrite", "reverse-words", "lose-words", "take-personality", "pay-to-know"),
)
"""Deeds that are aimed at one card."""


def refuse_deed(state: InwoState, seat: str, order: AimedOrder) -> Refusal | None:
    """Why a deed cannot be done (I34.4, I34.5)."""
    aimed = chosen(state, seat, order)
    return aimed if isinstance(aimed, Refusal) else None


def chosen(state: InwoState, seat: str, order: AimedOrder) -> Aimed | Refusal:
    """The first deed of the card that can be done as ordered, or why the last cannot."""
    copy = source_of(state, seat, order)
    if copy is None:
        is_play = isinstance(order, od.PlayPlot)
        return refuse(rl.NOT_IN_HAND if is_play else rl.NOT_ON_TABLE, card=order.card)
    refusals: list[Refusal] = []
    for deed in _deeds_meant(copy, order):
        aimed = Aimed(facts(state), seat, copy, deed, order)
        unfit = _refuse_one(aimed)
        if unfit is None:
            return aimed
        refusals.append(unfit)
    return _most_specific(refusals, order) or refuse(rl.NO_ABILITY, card=copy)


def _deeds_meant(copy: str, order: AimedOrder) -> list[ab.Deed]:
    """What it does when it is played; when it is used, what it does as it lies, if anything.

    Where who pays is named, what costs something is meant first.
    """
    if not isinstance(order, od.UseAbility):
        is_paid = bool(order.paying)
        return sorted(playable_deeds(copy), key=lambda deed: is_paid and not deed.costs)
    lying = [deed for deed in deeds_of(copy) if deed.lies]
    return [deed for deed in lying or deeds_of(copy) if not (deed.free and order.by_action)]


def _most_specific(refusals: list[Refusal], order: AimedOrder) -> Refusal | None:
    """That it costs too much, else the last reason; nothing to answer is one at a play."""
    is_at_play = bool(order.on) and order.on[0][:1].isdecimal()
    least = rl.TARGET_UNFIT if is_at_play else rl.NO_OPEN_PLAY
    telling = [one for one in refusals if one.reason is not least]
    telling.sort(key=lambda one: one.reason is rl.COST_NOT_MET)
    return next(iter((*telling[::-1], *refusals[::-1])), None)


def _refuse_one(aimed: Aimed) -> Refusal | None:
    if aimed.deed.named and aimed.order.value != aimed.deed.named:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    if _is_refused_here(aimed.known.state, aimed.deed):
        return refuse(rl.REFUSED_HERE, card=aimed.card)
    holder, turn = seat_limited(aimed), aimed.known.state.turn
    if holder and once_key(aimed) in _used(aimed, holder):
        reason = rl.PLAYED_ONCE if aimed.deed.limit == "game" else rl.ONCE_A_TURN
        return refuse(reason, card=aimed.card)
    if aimed.deed.own_turn and turn.seat != aimed.seat:
        return refuse(rl.NOT_MAIN, seat=aimed.seat)
    if aimed.deed.after_tokens and (turn.acted or turn.step not in ("b4", "main")):
        return refuse(rl.NOT_AFTER_TOKENS, card=aimed.card)
    unfit = refuse_surplus(aimed, _surplus(aimed)) or _refuse_use(aimed)
    unfit = unfit or EFFECTS[aimed.deed.does].refuse(aimed) or _refuse_moment(aimed)
    return unfit or (None if price_of_deed(aimed) else refuse(rl.COST_NOT_MET, card=aimed.card))


def _surplus(aimed: Aimed) -> Sequence[str]:
    """What is named beyond what it is aimed at, where that is nothing or one card."""
    state, on = aimed.known.state, aimed.order.on
    if aimed.deed.does in AIMLESS:
        seats = [seat.name for seat in state.seats]
        return [name for name in on if name in seats or on_table(state, name)]
    return on[1:] if aimed.deed.does in ONE_AIM else ()


def _is_refused_here(state: InwoState, deed: ab.Deed) -> bool:
    """Whether this table has chosen to do without it (I33.8)."""
    return bool(deed.option) and getattr(state.options, deed.option) == "refused"


def _refuse_moment(aimed: Aimed) -> Refusal | None:
    """What is for the main phase, the end of a turn, or Groups that came after the tokens (I34.4).

    In the main phase it is finished before an attack begins, or after it (I5.5).
    """
    state = aimed.known.state
    if aimed.deed.main and (state.turn.seat != aimed.seat or state.attack is not None):
        return refuse(rl.NOT_MAIN, seat=aimed.seat)
    if aimed.deed.last and not (state.turn.seat == aimed.seat and is_last(state)):
        return refuse(rl.NOT_LAST, card=aimed.card)
    if aimed.deed.fresh and any(copy not in state.turn.late for copy in targets_of(aimed)):
        return refuse(rl.NOT_FRESH, card=aimed.card)
    return None


def _refuse_use(aimed: Aimed) -> Refusal | None:
    """A card in play spends its own token, or is used once a turn (I1.6, I34.5)."""
    if isinstance(aimed.order, od.PlayPlot):
        return None
    if aimed.known.is_paralyzed(aimed.card):
        return refuse(rl.PARALYZED, card=aimed.card)
    if aimed.known.is_idle(aimed.card) or _is_silenced(aimed):
        return refuse(rl.SILENCED, card=aimed.card)
    if not aimed.deed.free:
        return lg.refuse_acting(aimed.known, actor_of(aimed), rl.NO_TOKEN_TO_USE)
    is_used = not aimed.deed.often and once_key(aimed) in aimed.known.state.seat(aimed.seat).used
    return refuse(rl.ONCE_A_TURN, card=aimed.card) if is_used else None


def actor_of(aimed: Aimed) -> str:
    """Whose token it takes: its own, or that of the Group it is linked to."""
    return (aimed.known.table[aimed.card].host or "") if aimed.deed.host else aimed.card


def _is_silenced(aimed: Aimed) -> bool:
    """Whether a card that has a token takes this one its ability (I38.4)."""
    known = aimed.known
    return any(
        rule.while_token
        and known.state.tokens.get(card.copy, 0)
        and known.fits(rule.of, aimed.card)
        for card, rule in known.of_kind(ab.Disabled)
    )


def once_key(aimed: Aimed) -> str:
    return f"use:{card_id(aimed.card) if aimed.deed.limit else aimed.card}"


def _used(aimed: Aimed, holder: str) -> tuple[str, ...]:
    """What that seat has used up for this turn, or for the game."""
    seat = aimed.known.state.seat(holder)
    return seat.used_up if aimed.deed.limit == "game" else seat.used


def seat_limited(aimed: Aimed) -> str:
    """The seat for which the use counts: his own, or that of the victim."""
    if aimed.deed.limit != "victim":
        return aimed.seat if aimed.deed.limit else ""
    target = next(iter(targets_of(aimed)), "")
    return aimed.known.state.controller(target) or aimed.seat


def limit_of(aimed: Aimed) -> tuple[str, str, bool] | None:
    """For which seat it counts as used, and whether for the turn or the game."""
    if holder := seat_limited(aimed):
        return holder, once_key(aimed), aimed.deed.limit == "game"
    is_free_use = aimed.deed.free and isinstance(aimed.order, od.UseAbility)
    return (aimed.seat, once_key(aimed), False) if is_free_use else None
