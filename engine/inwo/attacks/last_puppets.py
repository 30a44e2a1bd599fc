"""Who has lost his last puppet: out, unless he wins by it (I27.1, I27.3, I38.77)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.cards import card_id, card_of
from engine.inwo.inwotable import InwoTable
from engine.inwo.ruins import credited
from engine.inwo.state import BARE, UNCONTROLLED, InwoSeat


def check_bereft(table: InwoTable, loser: str, by: str) -> None:
    """Who has completed his third turn and has no puppet left is out at once (I27.1)."""
    if loser == UNCONTROLLED:
        return
    seat = table.state.seat(loser)
    if seat.is_out or len(table.known.groups[loser]) > 1 or _stays_bare(table, seat, by):
        return
    if seat.turns_taken < 3:
        return
    if loser == by and destroys_to_win(table, loser):
        return
    helped = tuple(name for name in _helpers(table, by) if name != loser)
    if by != loser:
        _inherit(table, seat, by)
    _leave_hidden(table, loser)
    leave_groups(table, loser)
    table.emit(ev.PlayerOut(loser, by if by != loser else None, "eliminated", helped))


def leave_groups(table: InwoTable, loser: str) -> None:
    """Where the Group deck is common the Groups of his hand go to the area (I30.2)."""
    if "group_deck" in table.state.options.shared:
        held = table.state.seat(loser).groups
        groups = [copy for copy in held if "group" in card_of(copy).words]
        table.lay_open(groups, "groups", "failed")


def _inherit(table: InwoTable, loser: InwoSeat, by: str) -> None:
    """Resources go to who removed it with the same Illuminati (I27.2), there Plots too (I29.12)."""
    is_subgenius = table.state.options.game_form == "subgenius"
    is_kin = card_id(table.state.seat(by).illuminati) == card_id(loser.illuminati)
    if not (is_subgenius or is_kin):
        return
    for copy, card in tuple(table.state.table.items()):
        if card.seat == loser.name and "resource" in card_of(copy).words:
            table.emit(ev.ResourceGiven(copy, by, table.state.seat(by).illuminati))
    plots = table.state.seat(loser.name).plots
    if is_subgenius and plots:
        moved = ev.CardsMoved(loser.name, plots, "plots", "plots", "inherited", to_seat=by)
        table.emit(moved)


def _leave_hidden(table: InwoTable, loser: str) -> None:
    """What lies hidden goes with the card that hides it, if that is another's by now (I37)."""
    hidden = table.state.seat(loser).hidden
    stores = [c for c in table.state.table if card_of(c).ability(ab.HidesResources) is not None]
    taker = next((table.state.controller(copy) for copy in stores), None)
    if hidden and taker and taker != loser:
        table.emit(ev.CardsMoved(loser, hidden, "hidden", "hidden", "captured", to_seat=taker))


def _helpers(table: InwoTable, by: str) -> list[str]:
    """Who had a hand in taking the last puppet: by any play that counted (I26.15)."""
    attack = table.state.attack
    plays = attack.plays if attack is not None else ()
    helped = [play.seat for play in plays if not play.cancelled and play.favours == "attack"]
    return list(dict.fromkeys((by, *helped)))


def _stays_bare(table: InwoTable, seat: InwoSeat, by: str) -> bool:
    """Who has the Goal for it shows it, and stays in the game until the turn ends (I38.77)."""
    if by == seat.name or BARE in seat.used:
        return by != seat.name
    goal = next((plot for plot in seat.plots if card_of(plot).ability(ab.BareGoal)), None)
    if goal is None:
        return False
    if goal not in seat.exposed:
        table.emit(ev.PlotExposed(seat.name, goal))
    table.emit(ev.OnceUsed(seat.name, BARE))
    return True


def destroys_to_win(table: InwoTable, name: str) -> bool:
    """Whether who destroyed his own last puppet wins by it (I27.3)."""
    seat = table.state.seat(name)
    goal = card_of(seat.illuminati).ability(ab.DestroyGoal)
    return goal is not None and len(credited(table.state, name)) + seat.ousted >= goal.outright
