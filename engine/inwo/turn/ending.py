"""The end of a turn: failed Groups, the knock, victory, the limits on Plots (I5.6, I7, I26)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.attacks.results import bring_back, check_bereft
from engine.inwo.cards import card_of
from engine.inwo.deeds.moves import return_plot
from engine.inwo.deeds.questions import shed_order
from engine.inwo.deeds.relief import relieve_freely
from engine.inwo.facts import Facts
from engine.inwo.goals import goals_held
from engine.inwo.goals import nearness as nearness
from engine.inwo.inwotable import InwoTable
from engine.inwo.turn.moments import open_moment
from engine.inwo.turn.rounds import tell_refused
from engine.inwo.turn.start import begin_turn_of
from engine.inwo.turn.triggers import tell_triggers
from engine.inwo.turn.victory import declare, hide_goals, is_victory_open, judge

MOST_PLOTS = 5
MOST_GOALS = 1


def end_turn(table: InwoTable) -> None:
    """E1 to E3: failed Groups go, then whoever can and will declares victory (I5.6)."""
    seat = table.state.turn.seat
    table.emit(ev.StepBegan("e1"))
    tell_triggers(table)
    _discard_failed(table, seat)
    open_moment(table, "lost")
    tell_refused(table)
    relieve_freely(table, is_next_turn=False)
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
        table.emit(ev.StepBegan("over"))
        table.emit(ev.InwoWon(winners))
        return
    hide_goals(table)
    bring_back(table)
    table.emit(ev.ChangesEnded("turn"))
    table.emit(ev.InwoTurnEnded(seat, number))
    _shed_all(table)
    for bereft in table.state.seats:
        check_bereft(table, bereft.name, bereft.name)
    left = tuple(one.name for one in table.state.seats if not one.is_out)
    if len(left) <= 1:
        table.emit(ev.StepBegan("over"))
        table.emit(ev.InwoWon(left))
        return
    begin_turn_of(table, next(table.state.seats_after(seat)).name)


def _discard_failed(table: InwoTable, seat: str) -> None:
    """Groups he failed to take, and has not taken since (I14.6)."""
    if any(card.seat == seat for card, _ in table.known.of_kind(ab.KeepsFailed)):
        return
    for copy in table.state.seat(seat).failed:
        table.discard(seat, copy, "groups", "failed")


# --- limits (I7.6 to I7.8) ------------------------------------------------------------------


def _shed_all(table: InwoTable) -> None:
    for seat in table.state.seats:
        if not seat.is_out:
            shed(table, seat.name)


def shed(table: InwoTable, seat: str) -> None:
    """What is too much goes: by his order, else the newest back to the top of his deck (I7.8)."""
    most, most_goals = may_hold(table.known, seat)
    while len(goals_held(table.state, seat)) > most_goals:
        _shed_one(table, seat, goals_held(table.state, seat))
    while len(table.state.seat(seat).plots) > most:
        _shed_one(table, seat, list(table.state.seat(seat).plots))


def _more(known: Facts, seat: str, what: str) -> int:
    limits = [limit for card, limit in known.of_kind(ab.HandLimit) if card.seat == seat]
    # One Plot may be held or laid down, and counts once (I38.64).
    held = (card_of(plot).ability(ab.HandLimit) for plot in known.state.seat(seat).plots)
    limits += [limit for limit in held if limit is not None and limit not in limits][:1]
    if what == "goals":
        return sum(limit.goals for limit in limits)
    return sum(limit.plots for limit in limits) + _stored_apart(known, seat)


def _stored_apart(known: Facts, seat: str) -> int:
    """Plots that lie under a Group outside the limit (I38.29)."""
    stores = (card_of(host).ability(ab.Store) for host in known.state.seat(seat).stored.values())
    return sum(store is not None and store.own_only for store in stores)


def _shed_one(table: InwoTable, seat: str, among: list[str]) -> None:
    held, to = next(shed_order(table, seat, among))
    if to == "discards":
        table.discard(seat, held, "plots", "shed")
    else:
        return_plot(table, seat, held, -1 if to == "bottom" else 0)


def may_hold(known: Facts, seat: str) -> tuple[int, int]:
    """How many Plots and Goals a seat may hold outside its turn (I7.6, I7.7)."""
    return MOST_PLOTS + _more(known, seat, "plots"), MOST_GOALS + _more(known, seat, "goals")
