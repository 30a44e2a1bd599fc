"""The end of a turn: failed Groups, the knock, victory, the limits on Plots (I5.6, I7, I26)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.attacks.results import check_bereft
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.moves import return_plot
from engine.inwo.facts import Facts
from engine.inwo.goals import goals_held, may_win, met_goals, special_goals
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.turn.start import begin_turn_of

MOST_PLOTS = 5
MOST_GOALS = 1


def end_turn(table: InwoTable) -> None:
    """E1 to E4, then the next turn begins unless somebody has won."""
    seat, number = table.state.turn.seat, table.state.turn.number
    table.emit(ev.StepBegan("e1"))
    _discard_failed(table, seat)
    table.emit(ev.StepBegan("e3"))
    winners = judge(table)
    if winners:
        table.emit(ev.StepBegan("over"))
        table.emit(ev.InwoWon(winners))
        return
    table.emit(ev.ChangesEnded("turn"))
    table.emit(ev.InwoTurnEnded(seat, number))
    _shed_all(table)
    for bereft in table.state.seats:
        check_bereft(table, bereft.name, bereft.name)
    following = next(table.state.seats_after(seat), None)
    assert following is not None
    if not any(table.state.seats_after(following.name)):
        table.emit(ev.StepBegan("over"))
        table.emit(ev.InwoWon((following.name,)))
        return
    begin_turn_of(table, following.name)


def _discard_failed(table: InwoTable, seat: str) -> None:
    """Groups he failed to take, and has not taken since (I14.6)."""
    if any(card.seat == seat for card, _ in table.known.of_kind(ab.KeepsFailed)):
        return
    for copy in table.state.seat(seat).failed:
        table.discard(seat, copy, "groups", "failed")


# --- victory (I26.7 to I26.11) --------------------------------------------------------------


def judge(table: InwoTable) -> tuple[str, ...]:
    """Who wins at this knock: the last in the game, or all who declare and meet a Goal."""
    playing = [seat.name for seat in table.state.seats if not seat.is_out]
    if len(playing) == 1:
        return (playing[0],)
    if not may_win(table.state):
        return ()
    declaring: list[str] = []
    for seat in playing:
        policy = next(table.policies_of(seat, od.DeclarePolicy), od.DeclarePolicy())
        goals = met_goals(table.state, seat) if policy.always else ()
        if goals:
            table.emit(ev.VictoryDeclared(seat, goals))
            declaring.append(seat)
    winners = [seat for seat in declaring if not _has_faction_rival(table, seat, declaring)]
    sharing = _sharing(table, playing, declaring)
    return tuple(seat for seat in playing if seat in winners or seat in sharing)


def _has_faction_rival(table: InwoTable, seat: str, declaring: list[str]) -> bool:
    """Factions of one Illuminati never share a victory (I26.8)."""
    mine = card_id(table.state.seat(seat).illuminati)
    return any(
        card_id(table.state.seat(other).illuminati) == mine for other in declaring if other != seat
    )


def _sharing(table: InwoTable, playing: list[str], declaring: list[str]) -> set[str]:
    """All players of an Illuminati whose Special Goal is everybody's, where one meets it."""
    shared: set[str] = set()
    for seat in declaring:
        root = table.state.seat(seat).illuminati
        goal = card_of(root).ability(ab.TotalGoal)
        is_met = any(c.goal == root and c.is_met for c in special_goals(table.state, seat))
        if goal is not None and goal.everyone and is_met:
            roots = {other: card_id(table.state.seat(other).illuminati) for other in playing}
            shared |= {other for other, id_ in roots.items() if id_ == card_id(root)}
    return shared


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
    return sum(
        limit.goals if what == "goals" else limit.plots
        for card, limit in known.of_kind(ab.HandLimit)
        if card.seat == seat
    )


def _shed_one(table: InwoTable, seat: str, among: list[str]) -> None:
    for policy in table.policies_of(seat, od.ShedPolicy):
        for name in policy.cards:
            held = find(among, name)
            if held is not None:
                _shed_to(table, seat, held, policy.to)
                return
    exposed = table.state.seat(seat).exposed
    hidden = [plot for plot in among if plot not in exposed]
    return_plot(table, seat, (hidden or among)[-1])


def _shed_to(table: InwoTable, seat: str, held: str, to: str) -> None:
    if to == "discards":
        table.discard(seat, held, "plots", "shed")
    else:
        return_plot(table, seat, held, -1 if to == "bottom" else 0)


def may_hold(known: Facts, seat: str) -> tuple[int, int]:
    """How many Plots and Goals a seat may hold outside its turn (I7.6, I7.7)."""
    return MOST_PLOTS + _more(known, seat, "plots"), MOST_GOALS + _more(known, seat, "goals")
