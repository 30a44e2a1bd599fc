"""What texts to all cost while a name is a trademark (I33.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.dice import Dice
from engine.inwo import events as ev
from engine.inwo.abilities import Trademark
from engine.inwo.deeds.trademarks import pay_for_names
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import InwoState
from pbem.games.inwo.adjudication.said import named_loosely
from pbem.games.inwo.filed_lines import policies_of
from pbem.grammar.orders.parsed import ALL, TalkText


def pay_for_text(
    state: InwoState, seat: str, talk: TalkText, standing: Iterable[str], dice: Dice
) -> tuple[InwoState, tuple[ev.InwoEvent, ...]]:
    """What a text to all costs in which trademarks stand by less than their full names."""
    is_printed = talk.to == ALL and talk.kind in ("say", "rumour")
    if not is_printed or not any(facts(state).of_kind(Trademark)):
        return state, ()
    table = InwoTable(state, dice, {seat: policies_of(state, seat, standing)})
    pay_for_names(table, seat, named_loosely(talk.text))
    return table.state, tuple(table.events)
