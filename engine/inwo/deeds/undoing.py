"""What a cancel does to moves and to Relief: undone, or done after all (I9.5, I19.5, I22.10)."""

from __future__ import annotations

from engine.core.arrangement import Laid
from engine.inwo import events as ev
from engine.inwo.attacks.results import remove_branch
from engine.inwo.evolve import evolve_inwo
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.reach import printed_power
from engine.inwo.state import AttackPlay, InwoState
from engine.inwo.structure import fit, is_sound, places_without

TIMES = 3
"""Relief takes actions of so many times the Place's printed Power."""

# --- moves ----------------------------------------------------------------------------------


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


# --- Relief (I19.5) -------------------------------------------------------------------------


def relief_needed(known: Facts, place: str) -> int:
    """The Power of the actions that Relieve a Place (I19.4)."""
    return TIMES * printed_power(known, place)


def relief_standing(state: InwoState, place: str) -> list[AttackPlay]:
    """The actions for a Place that are open and have not been cancelled."""
    acts = (play for play in state.plays if play.what == "relief" and play.card == place)
    return [play for play in acts if not play.cancelled]


def undo_relief(table: InwoTable, play: AttackPlay) -> None:
    """Whether the Place is Relieved by the actions that stand, now that this one is out or in."""
    place = table.state.table.get(play.card)
    if play.what != "relief" or place is None:
        return
    standing = relief_standing(table.state, play.card)
    is_enough = sum(one.amount for one in standing) >= relief_needed(table.known, play.card)
    is_relieved = bool(standing) and is_enough
    if place.devastated is is_relieved:
        table.emit(ev.Devastated(play.card, is_relieved=is_relieved))
