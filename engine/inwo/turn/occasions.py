"""What sets off standing orders with WHEN, and what is made of them then (I31.14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.attacks.sum import need_now
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.on_draws import DRAW_OF
from engine.inwo.inwotable import InwoTable, on_table
from engine.inwo.state import AttackPlay, InwoState

IT = "it"
"""What a trigger's order calls the card or play that set it off."""
HIM, HIS_ROOT = "HIM", "HIS ILLUMINATI"
"""What it calls the player who did."""
THE_OFFER = 0
"""The number by which it calls the offer that did."""
Make = Callable[[InwoTable, str, od.InwoLine], Refusal | None]


class FiledTrigger(NamedTuple):
    """A trigger of a seat, with its place among the seat's standing orders."""

    seat: str
    number: int
    trigger: od.Trigger


class Occasion(NamedTuple):
    """Something that has happened: who did it, to which card, and what IT means in an order.

    What is done to one player is for `whom` alone; a draw has the `form` of its deck. A card that
    has left its player was `of` him.
    """

    event: od.TriggerEvent
    key: str
    who: str
    card: str = ""
    it: str = ""
    play: AttackPlay | None = None
    form: str = ""
    whom: str = ""
    of: str = ""


# --- what is meant --------------------------------------------------------------------------


def triggers_of(table: InwoTable, seat: str) -> Iterator[FiledTrigger]:
    """The triggers of a seat, the newest first."""
    rows = list(enumerate(table.policies.get(seat, ())))
    for number, policy in reversed(rows):
        if isinstance(policy, od.Trigger):
            yield FiledTrigger(seat, number, policy)


_DONE_TO: tuple[od.TriggerEvent, ...] = (
    *("killed", "destroyed", "devastated", "captured", "relieved"),
)
"""What befalls a card sets off triggers of him too who did it (WHEN Elvis IS KILLED)."""
_ALSO: dict[str, tuple[str, ...]] = {"destroyed": ("destroyed", "killed")}
"""Who is killed is destroyed too (I18.5)."""


def is_meant(table: InwoTable, filed: FiledTrigger, occasion: Occasion) -> bool:
    state, seat, trigger = table.state, filed.seat, filed.trigger
    if occasion.event not in _ALSO.get(trigger.event, (trigger.event,)):
        return False
    is_own = occasion.who == seat != trigger.who and not trigger.mine
    is_own = is_own and occasion.event not in _DONE_TO
    if trigger.who not in ("", occasion.who) or is_own:
        return False
    if occasion.whom not in ("", seat) or _is_lapsed(table, filed):
        return False
    whom = seat if trigger.mine else trigger.whom
    if whom and not _is_against(state, whom, occasion):
        return False
    if trigger.cost and not _costs(state, occasion.play, trigger.cost):
        return False
    if occasion.form:
        return trigger.form in ("", occasion.form)
    return _is_form(state, trigger.form) and _is_named(table, trigger, occasion.card)


def _costs(state: InwoState, play: AttackPlay | None, cost: od.TriggerCost) -> bool:
    """Whether a play is powered by such an action."""
    if play is None or cost == "nothing":
        return play is not None and not play.paid
    root = state.seat(play.seat).illuminati
    return bool(play.paid) and (cost == "action" or root in play.paid)


def _is_lapsed(table: InwoTable, filed: FiledTrigger) -> bool:
    """Whether what narrows a trigger keeps it from being made now (I31.14)."""
    state, trigger = table.state, filed.trigger
    if trigger.until_turn and state.turn.number > trigger.until_turn:
        return True
    if trigger.once and mark_of(trigger) in state.seat(filed.seat).spent:
        return True
    held = sum(state.tokens.get(copy, 0) for copy in table.known.groups[filed.seat])
    if trigger.keep and held <= trigger.keep:
        return True
    need = need_now(state) if state.attack is not None else None
    return trigger.unless is not None and need is not None and trigger.unless.fits(need)


def mark_of(trigger: od.Trigger) -> str:
    """What is kept of a trigger that is made once."""
    return sha256(msgspec.json.encode(trigger)).hexdigest()[:16]


def _takes(card: str, lost: str) -> bool:
    """Whether a card is for taking such a card as is lost (I38.43)."""
    return any(
        isinstance(one, ab.Deed)
        and one.does == "take-lost"
        and one.of.fits(card_id(lost), card_of(lost).words)
        for one in card_of(card).abilities
    )


def _is_named(table: InwoTable, trigger: od.Trigger, card: str) -> bool:
    """Whether the card is the one that is named, or of the word, and not the one left out."""
    if trigger.other_than and card_id(card) == trigger.other_than:
        return False
    if not trigger.what or not card:
        return not trigger.what
    words = table.known.words(card) if card in table.state.table else card_of(card).words
    return trigger.what == card_id(card) or trigger.what in words


def _is_form(state: InwoState, form: str) -> bool:
    """Whether the attack under way is of that form."""
    attack = state.attack
    if not form:
        return True
    if attack is None:
        return False
    is_so = {
        "instant": attack.instant,
        "from-hand": attack.from_hand,
        "privileged": attack.privileged,
    }
    return is_so.get(form, attack.form == form)


def _is_against(state: InwoState, seat: str, occasion: Occasion) -> bool:
    """Whether something is done to a player or to what he has."""
    play = occasion.play
    if play is None:
        return (occasion.of or state.controller(occasion.card)) == seat
    attack = state.attack
    if attack is not None and play.line == attack.number and play.what != "effect":
        hurt = state.controller(attack.target) if play.favours == "attack" else attack.seat
        return hurt == seat
    host = state.table[play.card].host if play.card in state.table else None
    named = play.order.on if play.order is not None else ()
    found = [host, *(on_table(state, name) for name in named)]
    return seat in named or any(copy and state.controller(copy) == seat for copy in found)


# --- what is made ---------------------------------------------------------------------------


def make_all(table: InwoTable, filed: FiledTrigger, occasion: Occasion, make: Make) -> None:
    """The orders one after another, as long as the one before was legal."""
    seat, number = filed.seat, filed.number
    key = f"{seat}:{number}:{occasion.event}:{occasion.key}"
    if occasion.key and key in table.state.turn.fired:
        return
    for order in filed.trigger.orders:
        before = len(table.events)
        refusal = make(table, seat, od.InwoLine(0, meant(table.state, order, occasion)))
        if refusal is not None:
            reason = refusal.reason
            table.emit(ev.TriggerTested(seat, number, key, reason.code, reason.rule))
            return
        if len(table.events) == before:
            return
    mark = mark_of(filed.trigger) if filed.trigger.once else ""
    table.emit(ev.TriggerTested(seat, number, key, mark=mark))


def meant(state: InwoState, order: Any, occasion: Occasion) -> Any:
    """The order with who and what set it off."""
    order = _with_it(order, occasion)
    if getattr(order, "to", None) == HIM:
        return changed(order, to=occasion.who)
    on = getattr(order, "on", ())
    if not isinstance(on, tuple) or not {HIM, HIS_ROOT} & {*on}:
        return order
    root = next((one.illuminati for one in state.seats if one.name == occasion.who), "")
    is_zap = card_of(order.card).ability(ab.Zap) is not None
    # A Zap on a player lies on his Illuminati (I35.5).
    words = {HIM: root if is_zap else occasion.who, HIS_ROOT: root}
    return changed(order, on=tuple(words.get(one, one) for one in on))


def _with_it(order: Any, occasion: Occasion) -> Any:
    """The order with what IT is; an answer to a play that names none means that play."""
    if isinstance(order, od.AcceptDeal | od.DeclineDeal) and order.number == THE_OFFER:
        return changed(order, number=int(occasion.it or THE_OFFER))
    if not isinstance(order, od.PlayPlot | od.UseAbility):
        return order
    if IT in order.on:
        return changed(order, on=tuple(occasion.it if one == IT else one for one in order.on))
    is_answer = occasion.play is not None or occasion.it.startswith(DRAW_OF)
    is_answer |= occasion.event in ("discarded", "destroyed") and _takes(order.card, occasion.it)
    is_answer = is_answer and not order.on
    return changed(order, on=(occasion.it,)) if is_answer else order
