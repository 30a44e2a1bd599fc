"""Moments that close at once: orders on file for them are made, then the game goes on (I23)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.deeds.copying import card_played, moments_of
from engine.inwo.deeds.on_draws import ABOUT_TO_DRAW, is_about_to_draw
from engine.inwo.deeds.opportunity import opportunity_of
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import WindowMoment
from engine.inwo.turn.conditions import holds
from engine.inwo.turn.entitlement import finish_start
from engine.inwo.turn.exclusive import outdone
from engine.inwo.turn.lines import refuse_line
from engine.inwo.turn.rounds import answer, make_paid_draws
from engine.inwo.turn.triggers import announce_draw, deck_paid_for, run_triggers
from engine.inwo.turn.windows import close_and_ask, is_halted, is_moment_halted, is_new

_MOMENTS: Mapping[ab.ClosingMoment, WindowMoment] = {
    "turn-begins": "M9",
    "drawn": "M5",
    "lost": "M6",
}
"""Those that have a window of their own where the table wants it (I23.1)."""


def open_moment(table: InwoTable, moment: ab.ClosingMoment) -> bool:
    """Cards for this moment are played; whether the game stops for a window of its own (I23.1).

    Where it has none, lines on file and triggers play them. Where the game waits for answers to
    attacks, what was played cannot be answered: the moment is over.
    """
    run_triggers(table)
    if (its_own := _MOMENTS.get(moment)) and table.state.options.has_window(its_own):
        return is_new(table.state, its_own) and is_moment_halted(table, its_own)
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


def is_late_halted(table: InwoTable) -> bool:
    """Whether the game stops for a window of what was drawn or lost since the last (M5, M6)."""
    if table.state.attack is not None or table.state.segment:
        return False
    moments: tuple[WindowMoment, ...] = ("M5", "M6")
    return any(is_new(table.state, one) and is_moment_halted(table, one) for one in moments)


def is_play_halted(table: InwoTable) -> bool:
    """Whether the game stops for what was played outside any window, or for what came of it."""
    return is_halted(table) or _is_purchase_halted(table) or is_late_halted(table)


def _is_purchase_halted(table: InwoTable) -> bool:
    """Whether the game stops for a window before what was bought outside any is drawn (M5)."""
    if table.state.turn.paid and is_draw_halted(table):
        return True
    make_paid_draws(table, len(table.state.turn.paid))
    return False


def is_draw_halted(table: InwoTable) -> bool:
    """Whether the game stops for a window as somebody is about to draw (M5)."""
    return is_moment_halted(table, "M5")


def waits_for_draw(table: InwoTable, line: od.InwoLine) -> bool:
    """Whether the game stops for a window before a draw that is paid for (M5)."""
    seat, deck = table.state.turn.seat, deck_paid_for(line.order)
    if not deck or not table.state.options.has_window("M5") or is_about_to_draw(table.state):
        return False
    if not holds(table.state, seat, line):
        return False
    if table.state.turn.step == "b3" and isinstance(line.order, od.DrawGroupCard):
        finish_start(table)
    if refuse_line(table.state, seat, line.order) is not None:
        return False
    table.emit(ev.OnceUsed(seat, ABOUT_TO_DRAW))
    announce_draw(table, seat, deck)
    return is_draw_halted(table)


def _is_for(table: InwoTable, seat: str, line: od.InwoLine, moment: ab.ClosingMoment) -> bool:
    if not isinstance(line.order, od.PlayPlot | od.UseAbility):
        return False
    copy = card_played(table.state, seat, line.order)
    if copy is not None and moment == "lost" and opportunity_of(copy):
        return True
    return copy is not None and moment in moments_of(copy)
