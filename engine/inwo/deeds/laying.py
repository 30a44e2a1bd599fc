"""Plots laid on the table: what they push out, and what they change at once (I24, I35)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.reach import disables
from engine.inwo.selectors import OPPOSED, TEN
from engine.inwo.state import FLU_IMMUNE, WAITS, AttackPlay, Change, InwoState, OnTable


def card_to_play(state: InwoState, seat: str, name: str) -> str | None:
    """The Plot of the hand of that name, or a Group card that may be played as one (I37)."""
    holder = state.seat(seat)
    dual = (copy for copy in holder.groups if card_of(copy).ability(ab.LinkedChange) is not None)
    return find((*holder.plots, *dual), name)


def bars_tokens(known: Facts, copy: str) -> bool:
    """Whether no token may lie there: reduced to Power 0, or Devastated (I6.2)."""
    is_inert = card_of(copy).ability(ab.Inert) is not None
    if (is_inert or card_of(copy).power > 0) and known.power(copy) == 0:
        return True
    if _is_ill(known, copy):
        return True
    is_barred = any(one.tokens and disables(known, one, copy) for one in known.disabling)
    return is_barred or known.is_devastated(copy)


def _is_ill(known: Facts, copy: str) -> bool:
    """Whether a plague lies on him to which he is not immune yet (I37)."""
    linked = known.linked.get(copy, ())
    plagues = (plot for plot in linked if card_of(plot).ability(ab.Plague))
    return any(not _is_immune(known, plague, copy) for plague in plagues)


def _is_immune(known: Facts, plague: str, copy: str) -> bool:
    """To this copy of a plague; a position does not say to which (I37, I39.11)."""
    return not {FLU_IMMUNE, immune_mark(plague)}.isdisjoint(known.table[copy].marks)


def immune_mark(plague: str) -> str:
    """The mark of who is immune to that copy of a plague."""
    return f"{FLU_IMMUNE}:{plague}"


def is_spared(known: Facts, plague: str, copy: str) -> bool:
    """Whether he does not catch it: immune, or in the structure of who keeps it out (I37)."""
    rule = card_of(plague).ability(ab.Plague)
    if rule is None:
        return False
    groups = known.groups.get(known.table[copy].seat, ())
    is_kept_out = any(known.fits(rule.spares, one) for one in groups)
    return is_kept_out or _is_immune(known, plague, copy)


def tokens_lost(known: Facts, held: str, targets: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The tokens that a Plot takes off its host as it is laid, which a cancel gives back."""
    held_by = known.state.tokens
    is_plague = card_of(held).ability(ab.Plague) is not None
    return tuple((copy, held_by[copy]) for copy in targets if is_plague and held_by.get(copy, 0))


def drop_older(table: InwoTable, plot: ab.CardAbility, held: str) -> None:
    """Of a Plot that is one in play the older goes (I38.57)."""
    if not isinstance(plot, ab.LinkedChange) or not plot.sole:
        return
    for copy in [copy for copy in table.state.table if card_id(copy) == card_id(held)]:
        owner = table.state.owner_of(copy).name
        table.emit(ev.LeftPlay(((copy, owner),), "discards", "ousted"))


def relieve(table: InwoTable, plot: ab.CardAbility, target: str) -> None:
    """The Place is Relieved, and gets a token (I35.36)."""
    if isinstance(plot, ab.LinkedChange) and plot.relieves:
        table.emit(ev.Devastated(target, is_relieved=True))
        if not bars_tokens(table.known, target):
            table.emit(ev.TokensPlaced(table.state.table[target].seat, ((target, 1),)))


def drop_ousted(table: InwoTable, plot: ab.CardAbility, target: str) -> None:
    """The Plot that cannot stay beside the new one is discarded (I35.4)."""
    if not isinstance(plot, ab.ChangeAlignment):
        return
    for copy in tuple(table.known.linked.get(target, ())):
        if card_id(copy) == plot.discards:
            owner = table.state.owner_of(copy).name
            table.emit(ev.LeftPlay(((copy, owner),), "discards", "ousted"))


def poll(table: InwoTable, play: AttackPlay, alignment: str, times: int) -> None:
    """Both numbers of all Groups of his that have the alignment, for defense (I38.14)."""
    until = f"turn-of:{play.seat}"
    for stat in ("power", "resistance"):
        change = Change(play.seat, "power", "times", times, "defense", until, alignment, play.full)
        table.emit(ev.ChangeBegan(change if stat == "power" else changed(change, stat=stat)))


def lay_order(table: InwoTable, seat: str, held: str, colour: ab.Colour, value: str) -> None:
    """A New World Order takes the place of the one of its colour (I24.1)."""
    for copy, card in tuple(table.state.table.items()):
        old = card_of(copy).ability(ab.WorldOrder)
        if old and old.colour == colour and card.host is None and not card.is_off:
            table.emit(ev.CardSetOff(copy, held))
    order = card_of(held).ability(ab.WorldOrder)
    marks = (WAITS,) if order is not None and order.waits else ()
    card = OnTable(held, seat, value=value, marks=marks)
    table.emit(ev.CameIntoPlay(card, "plots", "played"))


def is_gainable(known: Facts, targets: Sequence[str], order: od.PlayPlot) -> bool:
    """Whether the card named may gain the alignment that is told (I35.19)."""
    words = known.words(targets[0]) if targets and targets[0] in known.table else frozenset()
    opposite = OPPOSED.get(order.value)
    return order.value in TEN and order.value not in words and opposite not in words
