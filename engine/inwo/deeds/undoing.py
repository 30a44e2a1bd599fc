"""Cards lie as a move has them lie, or as before it where it is cancelled (I9.5, I22.10)."""

from __future__ import annotations

from engine.core.arrangement import Laid
from engine.inwo import events as ev
from engine.inwo.attacks.results import remove_branch
from engine.inwo.evolve import evolve_inwo
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import AttackPlay
from engine.inwo.structure import fit, is_sound, places_without


def carry_move(table: InwoTable, play: AttackPlay) -> None:
    """What does not fit goes to the hand, the rest lies in its new place."""
    for root in play.lost:
        if root in table.state.table:
            remove_branch(table, root, "groups", "no-room")
    _lay(table, play, tuple(after for _, after in play.moved))
    if play.taken:
        table.emit(ev.TokensTaken(play.seat, play.taken, "powerless"))


def undo_move(table: InwoTable, play: AttackPlay, is_off: bool) -> None:
    """The branch lies as before, or anew where the cancel itself was cancelled."""
    if play.what == "move" and not play.waits:
        _lay(table, play, tuple(row[0 if is_off else 1] for row in play.moved))


def _lay(table: InwoTable, play: AttackPlay, rows: tuple[Laid, ...]) -> None:
    """Cards lie so if they still can: else their root hangs where there is room (I9.5)."""
    state, root = table.state, rows[0]
    needed = {*(row.card for row in rows), root.master}
    if any(copy not in state.table or state.controller(copy) != play.seat for copy in needed):
        return
    event = ev.BranchLaid(play.seat, rows, "moved")
    if is_sound(evolve_inwo(state, event), play.seat):
        table.emit(event)
        return
    masters = [one for one in table.known.groups[play.seat] if one not in needed]
    places = [*places_without(state, root.card, (root.master, *masters))]
    laid = fit(state, play.seat, root.card, places)
    if laid is not None:
        for lost in laid.lost:
            remove_branch(table, lost, "groups", "no-room")
        table.emit(ev.BranchLaid(play.seat, laid.laid, "moved"))
