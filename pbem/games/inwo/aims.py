"""What a Plot or ability that was aimed wrongly, or at nothing, could be aimed at instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, NamedTuple

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.aimed import AimedOrder
from engine.inwo.deeds.aims import ability_uses, aims_of, plot_uses
from engine.inwo.deeds.card_deeds import deeds_of, source_of
from engine.inwo.deeds.moves import tokens_to_spare
from engine.inwo.inwotable import find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState
from engine.inwo.turn.lines import refuse_line
from pbem.games.inwo.formats import format_of_robot
from pbem.games.inwo.labels import label
from pbem.games.inwo.suggestions import KeptByState, with_tokens

MOST_TRIED, MOST_TOLD = 80, 3
_OF_AIM = {one.code for one in (rl.TARGET_UNFIT, rl.NOT_ON_TABLE, rl.NOT_PLAYABLE, rl.NO_OPEN_PLAY)}
"""Reasons that another aim may do away with."""
_OF_PAYERS = {one.code for one in (rl.PLOT_PRICE, rl.NOT_ON_TABLE, rl.NOT_YOURS)}
"""And those that other payers may do away with."""


class OtherAims(NamedTuple):
    """A hint with lines that would be taken; the reason that is nearer, where none would."""

    hint: str = ""
    refusal: Refusal | None = None


_KEPT = KeptByState[OtherAims](64)


def other_aims(view: InwoState, seat: str, order: Any, refusal: Refusal) -> OtherAims:
    """What the card of a refused order could be aimed at now; what was tried lately is kept."""
    if isinstance(order, od.BuyPlot):
        return _other_payers(view, seat, order, refusal)
    if not isinstance(order, AimedOrder):
        return OtherAims()
    if refusal.reason.code == rl.COST_NOT_MET.code:
        return OtherAims(f"CARD {label(order.card)} tells what it costs.")
    if refusal.reason.code not in _OF_AIM | {rl.NO_ABILITY.code, rl.NOT_IN_HAND.code}:
        return OtherAims()
    copy = source_of(view, seat, order)
    if copy is None:
        return _other_verb(view, seat, order)
    found = _KEPT.get(view, (seat, copy), lambda: _found(view, seat, copy, order))
    is_vague = not order.on or found.hint
    return found if is_vague else OtherAims()


def _other_payers(view: InwoState, seat: str, order: od.BuyPlot, refusal: Refusal) -> OtherAims:
    """Whose tokens would buy a Plot, where those that are named do not."""
    if refusal.reason.code not in _OF_PAYERS:
        return OtherAims()
    state = with_tokens(view) if view.turn.seat == seat else view
    keeps = (od.BuyPolicy(), od.BuyPolicy(spares_root=True))
    ways = [od.BuyPlot(tokens_to_spare(state, seat, one), order.is_group) for one in keeps]
    return OtherAims(
        _taken(state, seat, [one for one in ways if not refuse_line(state, seat, one)])
    )


def _taken(state: InwoState, seat: str, orders: Iterable[od.InwoOrder]) -> str:
    """The hint that tells some of these orders; nothing where there are none."""
    lines = dict.fromkeys(format_of_robot(one, state, seat) for one in orders)
    told = "; ".join(islice(lines, MOST_TOLD))
    return f"This would be taken: {told}." if told else ""


def _other_verb(view: InwoState, seat: str, order: AimedOrder) -> OtherAims:
    """PLAY of a Group or Resource in the hand, USE of a Plot, PLAY of a card in play."""
    holder, id_ = view.seat(seat), card_id(order.card)
    name, refusal = label(id_), refuse(rl.NOT_PLAYABLE, card=order.card)
    if find(holder.groups, order.card):
        is_group = "group" in card_of(id_).words
        other = f"ATTACK {name} FROM HAND WITH a Group" if is_group else f"BRING {name}"
        return OtherAims(f"It comes into play by TAKEOVER {name}, or {other}.", refusal)
    if isinstance(order, od.UseAbility) and find(holder.plots, order.card):
        return OtherAims(
            f"It is a Plot in your hand: write PLAY for USE, as in PLAY {name}.", refusal
        )
    laid = on_table(view, order.card, seat) if isinstance(order, od.PlayPlot) else None
    if laid and view.table[laid].seat == seat and (deeds_of(laid) or _lends(laid)):
        return OtherAims(f"It is in play: write USE for PLAY, as in USE {name}.", refusal)
    return OtherAims()


def _found(view: InwoState, seat: str, copy: str, order: AimedOrder) -> OtherAims:
    name = label(copy.partition("@")[0])
    if isinstance(order, od.UseAbility) and view.attack is None and _lends(copy):
        hint = f"When an attack is announced, answer USE {name} ON 1, or another number."
        return OtherAims(hint, refuse(rl.NO_ATTACK, card=copy))
    state = with_tokens(view) if view.turn.seat == seat else view
    tried = [
        (one, refuse_line(state, seat, one))
        for one in islice(_uses(state, seat, copy, order), MOST_TRIED)
    ]
    if hint := _taken(state, seat, (one for one, unfit in tried if unfit is None)):
        return OtherAims(hint)
    if card_of(copy).ability(ab.PlotBoost) is not None:
        return OtherAims(f"It is named where a Group acts, as in ATTACK ... BOOST {name}.")
    nearer = [unfit for _, unfit in tried if unfit and unfit.reason.code not in _OF_AIM]
    codes = Counter(unfit.reason.code for unfit in nearer)
    return OtherAims("", max(nearer, key=lambda one: codes[one.reason.code], default=None))


def _lends(copy: str) -> bool:
    return card_of(copy).ability(ab.AttackPlot) is not None


def _uses(state: InwoState, seat: str, copy: str, order: AimedOrder) -> Iterator[od.InwoOrder]:
    """What the card could be told to do, once each."""
    if isinstance(order, od.UseAbility):
        yield from (one for one in ability_uses(state, seat) if getattr(one, "card", "") == copy)
        return
    aimed = (od.PlayPlot(copy, on, value) for on, value in aims_of(state, seat, copy))
    plots = (one for one in plot_uses(state, seat) if isinstance(one, od.PlayPlot))
    yield from dict.fromkeys(chain((one for one in plots if one.card == copy), aimed))
