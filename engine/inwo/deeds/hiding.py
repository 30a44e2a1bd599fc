"""Resources laid under another as they are taken over, and what comes with that (I37)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_of
from engine.inwo.deeds import automatic, takeovers
from engine.inwo.deeds.hidden import HIDDEN_NOW
from engine.inwo.deeds.questions import ask
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, came_mark, find, find_among
from engine.inwo.rulings import refuse
from engine.inwo.state import SEEN, UNSEARCHED, InwoState, Question


def refuse_hiding(state: InwoState, seat: str, order: od.StorePlot, store: str) -> Refusal | None:
    """Why a Resource does not come in hidden, or is not hidden as it has just come (I8.4)."""
    if state.table[store].seat != seat:
        return refuse(rl.NO_ABILITY, card=order.under)
    if facts(state).is_paralyzed(store):
        return refuse(rl.PARALYZED, card=store)
    if state.turn.seat != seat:
        return refuse(rl.NOT_MAIN, seat=seat)
    held = find(state.seat(seat).groups, order.card)
    if held is not None and "resource" not in card_of(held).words:
        return refuse(rl.NOT_A_RESOURCE, card=held)
    if held is not None and is_automatic(state):
        return automatic.refuse_automatic(state, seat, od.TakeOver((held,)))
    if held is not None:
        return takeovers.refuse_bringing(state, seat, od.BringResource(held))
    return _refuse_laying_under(state, seat, order.card, store)


def _refuse_laying_under(state: InwoState, seat: str, name: str, store: str) -> Refusal | None:
    """Why a Resource in play is not hidden: only one that he has taken over in this turn is."""
    copy = _in_play(state, seat, name)
    if copy is None:
        return refuse(rl.NOT_IN_HAND, card=name)
    is_new = came_mark(copy) in state.seat(seat).used
    if copy == store or not is_new or SEEN in state.table[copy].marks:
        return refuse(rl.NOT_HIDDEN, card=copy)
    return None


def is_automatic(state: InwoState) -> bool:
    """Whether a Resource comes now by the automatic takeover (I8.1)."""
    return state.turn.step == "b3" and not state.turn.taken_over


def _in_play(state: InwoState, seat: str, name: str) -> str | None:
    mine = (c for c, card in state.table.items() if card.seat == seat)
    return find_among(state, (c for c in mine if "resource" in card_of(c).words), name)


def hide(table: InwoTable, seat: str, order: od.StorePlot, store: str) -> Refusal | None:
    """It lies face down: others learn only that there is one more (I31.16)."""
    refusal = refuse_hiding(table.state, seat, order, store)
    if refusal is not None:
        return refusal
    held = find(table.state.seat(seat).groups, order.card)
    if held is None:
        copy = _in_play(table.state, seat, order.card)
        assert copy is not None
        table.emit(ev.LeftPlay(((copy, seat),), "hidden", "hidden"))
    else:
        _pay(table, seat)
        table.put(seat, (held,), "groups", "hidden", "hidden")
    table.emit(ev.OnceUsed(seat, HIDDEN_NOW))
    return None


def _pay(table: InwoTable, seat: str) -> None:
    """The automatic takeover, which does not tell the card; else an Illuminati action (I8.4)."""
    if is_automatic(table.state):
        table.emit(ev.TakeoverUsed(seat, ""))
        return
    table.spend(seat, table.state.seat(seat).illuminati, "bring")
    table.emit(ev.OnceUsed(seat, "bring"))


def search_stores(table: InwoTable) -> None:
    """With it comes a card of the hand, or one that is chosen from the deck (I37)."""
    state = table.state
    if state.segment or state.attack:
        return
    for copy, card in tuple(state.table.items()):
        rule = card_of(copy).ability(ab.HidesResources) if UNSEARCHED in card.marks else None
        if rule is None:
            continue
        table.emit(ev.Marked(copy, UNSEARCHED, is_off=True))
        found = tuple(_choices(state, card.seat, rule))
        key = f"question-{state.turn.number}.{copy}.stock"
        ask(table, Question(key, card.seat, "stock", copy, cards=found))


def _choices(state: InwoState, seat: str, rule: ab.HidesResources) -> list[str]:
    """Those of his hand, then those of his deck by name, never in its order (I33.1)."""
    known, holder = facts(state), state.seat(seat)
    deck = sorted(holder.group_deck, key=lambda copy: card_of(copy).name)
    return [
        copy
        for copy in (*holder.groups, *deck)
        if known.fits(rule.brings, copy) and lg.refuse_takeover(known, seat, copy) is None
    ]
