"""A Plot that goes from one Personality to the next as turns begin (I37)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.deeds.laying import is_spared
from engine.inwo.deeds.questions import ask
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import FLU_IMMUNE, Question


def pass_plagues(table: InwoTable) -> None:
    """Its host is immune now; his controller gives it on, or it is over once all are immune."""
    for card, _ in tuple(table.known.of_kind(ab.Plague)):
        host = card.host or ""
        if host not in table.state.table:
            continue
        table.emit(ev.Marked(host, FLU_IMMUNE))
        known = table.known
        left = [
            copy
            for copy in known.table
            if known.is_group(copy) and "personality" in known.words(copy)
            if known.table[copy].seat and not is_spared(known, card.copy, copy)
        ]
        if left:
            seat = table.state.table[host].seat
            key = f"question-plague-{table.state.turn.number}.{card.copy}"
            ask(table, Question(key, seat, "infect", card.copy, cards=tuple(left)))
        else:
            owner = table.state.owner_of(card.copy).name
            table.emit(ev.LeftPlay(((card.copy, owner),), "discards", "over"))
