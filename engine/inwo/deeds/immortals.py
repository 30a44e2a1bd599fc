"""A Resource that keeps a Personality from being killed, and may take one just played (I37)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.aimed import Aimed, AimedEffect, is_claimed
from engine.inwo.deeds.takeovers import takeover_places
from engine.inwo.inwotable import InwoTable, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import OnTable
from engine.inwo.structure import Places


def just_played(aimed: Aimed) -> str | None:
    """The Personality that is attacked from a hand, if it is meant (I1.5)."""
    attack, on = aimed.known.state.attack, aimed.order.on
    if attack is None or not attack.from_hand or on[0] not in (attack.target, card_id(on[0])):
        return None
    is_it = card_id(attack.target) == card_id(on[0])
    return attack.target if is_it and attack.target not in aimed.known.table else None


def _places(aimed: Aimed, copy: str) -> Places:
    order = aimed.order
    under = order.under if isinstance(order, od.UseAbility) else None
    at = order.at if isinstance(order, od.UseAbility) else None
    return takeover_places(aimed.known.state, aimed.seat, under, at, copy)


def _refuse(aimed: Aimed) -> Refusal | None:
    """While it is linked to nobody: a Personality of his, or one that was just played."""
    state, known = aimed.known.state, aimed.known
    root = state.seat(aimed.seat).illuminati
    if state.table[aimed.card].host != root:
        return refuse(rl.LINKED_FOR_GOOD, card=aimed.card)
    if len(aimed.order.on) != 1:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    played = just_played(aimed)
    copy = played or on_table(state, aimed.order.on[0], aimed.seat)
    if copy is None or "personality" not in card_of(copy).words:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    if played is None:
        is_his = state.controller(copy) == aimed.seat
        return None if is_his else refuse(rl.TARGET_UNFIT, card=aimed.card, on=copy)
    assert state.attack is not None
    if is_claimed(aimed):
        return refuse(rl.TARGET_UNFIT, card=aimed.card, on=copy)
    barred = lg.refuse_taking_part(known, state.attack, aimed.seat)
    barred = barred or lg.refuse_control(known, aimed.seat, copy)
    return barred or (None if _places(aimed, copy) else refuse(rl.NO_PLACE, card=root))


def _immortalize(table: InwoTable, aimed: Aimed) -> None:
    """He comes to an open arrow without a roll, and the attack falls; it is linked for good."""
    now = aimed._replace(known=table.known)
    if aimed.card not in table.state.table or _refuse(now) is not None:
        return
    played = just_played(now)
    copy = played or on_table(table.state, aimed.order.on[0], aimed.seat)
    assert copy is not None
    if played is not None:
        master, arrow = _places(now, played)[0]
        owner = table.attack.seat
        if owner != aimed.seat:
            cards = (played,)
            table.emit(
                ev.CardsMoved(owner, cards, "groups", "groups", "taken", 0, True, aimed.seat)
            )
        came = OnTable(played, aimed.seat, master, arrow)
        table.emit(ev.CameIntoPlay(came, "groups", "by-card", late=True))
    table.emit(ev.Relinked(aimed.card, copy))


ON_IMMORTALS: Mapping[ab.DeedName, AimedEffect] = {
    "immortalize": AimedEffect(_refuse, _immortalize),
}
"""A row a deed."""
