"""The end of a turn: failed Groups, the knock, victory, the limits on Plots (I5.6, I7, I26)."""

from __future__ import annotations

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.attacks.last_puppets import check_bereft
from engine.inwo.attacks.results import bring_back, end_actions
from engine.inwo.deeds.relief import relieve_freely
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import InwoState
from engine.inwo.turn.limits import pay_fees, shed_all
from engine.inwo.turn.moments import is_late_halted, open_moment
from engine.inwo.turn.rounds import report_refused
from engine.inwo.turn.start import begin_turn_of
from engine.inwo.turn.triggers import run_triggers
from engine.inwo.turn.victory import declare, hide_goals, is_victory_open, judge
from engine.inwo.turn.windows import is_halted, is_new


def end_turn(table: InwoTable) -> None:
    """E1 to E3: failed Groups go, then whoever can and will declares victory (I5.6)."""
    seat = table.state.turn.seat
    table.emit(ev.StepBegan("e1"))
    run_triggers(table)
    end_actions(table)
    pay_fees(table, seat)
    _discard_failed(table, seat)
    if open_moment(table, "lost") or table.state.attack is not None and is_halted(table):
        return
    go_on_ending(table)


def go_on_ending(table: InwoTable) -> None:
    """What follows once nothing is open that answers the Groups he failed to take."""
    report_refused(table)
    relieve_freely(table, is_next_turn=False)
    shed_all(table, is_over=False)
    come_to_victory(table)


def come_to_victory(table: InwoTable) -> None:
    """E3: who meets a Goal may declare; then the turn is over (I26.7)."""
    table.emit(ev.StepBegan("e3"))
    if not declare(table):
        conclude(table)


def cut_turn(table: InwoTable) -> None:
    """A card has ended the turn: failed Groups go, and nobody can win in it (I5.7)."""
    _discard_failed(table, table.state.turn.seat)
    conclude(table)


def victory_round(table: InwoTable, key: str) -> None:
    """A round of the victory window; when it closes the turn is over, or the game."""
    if not is_victory_open(table, key):
        conclude(table)


def conclude(table: InwoTable) -> None:
    """Who still meets a Goal wins; else E4, and the next turn begins (I26.8, I26.10)."""
    seat, number = table.state.turn.seat, table.state.turn.number
    winners = judge(table)
    if winners:
        _end_game(table, winners)
        return
    hide_goals(table)
    bring_back(table)
    table.emit(ev.ChangesEnded("turn"))
    table.emit(ev.InwoTurnEnded(seat, number))
    _end_delays(table, seat)
    shed_all(table)
    if table.state.options.has_window("M6") and is_new(table.state, "M6"):
        table.emit(ev.StepBegan("e4"))
        if is_late_halted(table):
            return
    begin_next_turn(table)


def begin_next_turn(table: InwoTable) -> None:
    """Who has no puppet left is out; then the next turn begins, if not one alone is left."""
    seat = table.state.turn.seat
    for bereft in table.state.seats:
        check_bereft(table, bereft.name, bereft.name)
    left = tuple(one.name for one in table.state.seats if not one.is_out)
    if len(left) <= 1:
        _end_game(table, left)
        return
    begin_turn_of(table, _following(table.state, seat))


def _end_game(table: InwoTable, winners: tuple[str, ...]) -> None:
    """All Plots of the winners are shown (I26.12)."""
    for seat in winners:
        holder = table.state.seat(seat)
        for plot in holder.plots:
            if plot not in holder.exposed:
                table.emit(ev.PlotExposed(seat, plot))
    table.emit(ev.StepBegan("over"))
    table.emit(ev.InwoWon(winners))


def _following(state: InwoState, seat: str) -> str:
    """Who is next; after a turn that was seized he whose turn it was before (I37)."""
    after = state.turn.before
    if after and not state.seat(after).is_out:
        return after
    return next(state.seats_after(after or seat)).name


def _end_delays(table: InwoTable, seat: str) -> None:
    """What waits for the end of his next turn; of this one where it is not his own (I35.15)."""
    table.emit(ev.ChangesEnded(f"end-of:{seat}"))
    for note in table.state.changes:
        if note.until == f"second-end-of:{seat}":
            table.emit(ev.ChangesEnded(note.until))
            table.emit(ev.ChangeBegan(changed(note, until=f"end-of:{seat}")))


def _discard_failed(table: InwoTable, seat: str) -> None:
    """Groups he failed to take, and has not taken since (I14.6)."""
    if any(card.seat == seat for card, _ in table.known.of_kind(ab.KeepsFailed)):
        return
    for copy in table.state.seat(seat).failed:
        if table.state.options.shared:
            table.lay_open((copy,), "groups", "failed")
        else:
            table.discard(seat, copy, "groups", "failed")
