"""Moments that close at once: orders on file for them are made, then the game goes on (I23)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.attacks.opportunity import opportunity_of
from engine.inwo.deeds.card_deeds import deeds_of, source_of
from engine.inwo.deeds.laying import is_spared
from engine.inwo.deeds.on_draws import search_instead
from engine.inwo.deeds.questions import ask
from engine.inwo.events import DeckZone
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import FLU_IMMUNE, Question, WindowMoment
from engine.inwo.turn.exclusive import outdone
from engine.inwo.turn.rounds import answer
from engine.inwo.turn.triggers import announce_draw, run_triggers
from engine.inwo.turn.windows import close_and_ask, is_halted, is_moment_halted


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


_MOMENTS: Mapping[ab.ClosingMoment, WindowMoment] = {"turn-begins": "M9"}
"""Those that have a window of their own where the table wants it (I23.1)."""


def open_moment(table: InwoTable, moment: ab.ClosingMoment) -> bool:
    """Cards for this moment are played; whether the game stops for a window of its own (I23.1).

    Where it has none, lines on file and triggers play them. Where the game waits for answers to
    attacks, what was played cannot be answered: the moment is over.
    """
    run_triggers(table)
    if (its_own := _MOMENTS.get(moment)) and table.state.options.has_window(its_own):
        return is_moment_halted(table, its_own)
    mover = table.state.turn.seat
    is_filed = table.state.options.pace == "policies"
    filed = [
        (seat, line)
        for seat in (*(one.name for one in table.state.seats_after(mover)), mover)
        for line in (table.answers.get(seat, ()) if is_filed else ())
        if (seat, line.number) not in table.made and _is_for(table, seat, line, moment)
    ]
    table.outdone = outdone(table, filed)
    for seat, line in filed:
        answer(table, seat, line)
    if is_filed:
        is_halted(table)
    elif table.state.segment and table.state.attack is None:
        close_and_ask(table)
    return False


def draw_at_start(table: InwoTable, seat: str, deck: DeckZone, number: int) -> None:
    """The draws of a turn: who waits for one acts before it and after it (M5)."""
    number -= announce_draw(table, seat, deck.replace("_deck", "s"))
    if deck == "plot_deck" and number > 0 and search_instead(table, seat):
        number -= 1
    table.draw(seat, deck, max(0, number), "turn")
    open_moment(table, "drawn")


def _is_for(table: InwoTable, seat: str, line: od.InwoLine, moment: ab.ClosingMoment) -> bool:
    if not isinstance(line.order, od.PlayPlot | od.UseAbility):
        return False
    copy = source_of(table.state, seat, line.order)
    if copy is not None and moment == "lost" and opportunity_of(copy):
        return True
    return copy is not None and any(deed.moment == moment for deed in deeds_of(copy))
