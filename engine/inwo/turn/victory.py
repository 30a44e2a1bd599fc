"""The victory window: who declares, what is played against it, who has won (I26.7 to I26.14)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.cards import card_id, card_of
from engine.inwo.goals import is_basic_only, may_win, met_goals, special_goals
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import InwoState, OpenAsk
from engine.inwo.turn.declaring import declares_now, end_copies, show_goals, tell_undeclared
from engine.inwo.turn.limits import shed_all
from engine.inwo.turn.rounds import apply_round, report_refused
from engine.inwo.turn.using import settle_uses
from engine.inwo.turn.windows import MOST_ROUNDS, close_and_ask, is_halted, with_passes


def declare(table: InwoTable) -> bool:
    """Ask all who may answer what is declared; False where nobody declares (I26.7, I26.13)."""
    playing = _playing(table)
    if len(playing) == 1:
        return False
    tell_undeclared(table)
    if not may_win(table.state):
        return False
    policies = {
        seat: od.DeclarePolicy()
        if declares_now(table.state, seat)
        else next(table.policies_of(seat, od.DeclarePolicy), od.DeclarePolicy())
        for seat in playing
    }
    # Who looks at others declares after them, and so often as one more has declared.
    for is_free in (True, *(False for _ in playing)):
        for seat, policy in policies.items():
            if (not policy.beside and not policy.without) is is_free:
                _declare_by(table, seat, policy)
    if not table.state.turn.declared:
        return False
    _ask(table, 1)
    return True


def _declare_by(table: InwoTable, seat: str, policy: od.DeclarePolicy) -> None:
    """A seat declares if it can and its policy is so as the others have declared."""
    declared = table.state.turn.declared
    is_so = all(one in declared for one in policy.beside)
    is_so = is_so and not any(one in declared for one in policy.without)
    if policy.always and is_so and seat not in declared:
        goals = met_goals(table.state, seat)
        if goals:
            table.emit(ev.VictoryDeclared(seat, goals))


def _playing(table: InwoTable) -> list[str]:
    return [seat.name for seat in table.state.seats if not seat.is_out]


def _ask(table: InwoTable, round_: int, before: OpenAsk | None = None) -> None:
    """Everybody is asked but a declarer who is alone (I26.14)."""
    declared = table.state.turn.declared
    alone = next(iter(declared)) if len(declared) == 1 else ""
    seats = tuple(seat for seat in _playing(table) if seat != alone)
    key = f"victory-{table.state.turn.number}"
    ask = OpenAsk(key, "victory", seats, round_)
    table.emit(ev.Asked(ask if before is None else with_passes(table, before, ask)))


def is_victory_open(table: InwoTable, key: str) -> bool:
    """A round of answers; a quiet one closes the window (I26.14)."""
    ask = next((ask for ask in table.state.asks if ask.key == key), None)
    if ask is None:
        # An attack by a card has been settled inside the window.
        _ask(table, 2)
        return True
    has_played = apply_round(table)
    shed_all(table, is_over=False)
    report_refused(table)
    if table.state.attack is not None:
        table.emit(ev.AskClosed(key))
        if is_halted(table):
            return True
    if has_played and ask.round < MOST_ROUNDS and len(_playing(table)) > 1:
        _ask(table, ask.round + 1, ask)
        return True
    if any(one.key == key for one in table.state.asks):
        table.emit(ev.AskClosed(key))
    close_and_ask(table)
    settle_uses(table)
    return False


def judge(table: InwoTable) -> tuple[str, ...]:
    """The last in the game, or those who declared and still meet a Goal (I26.8, I26.11)."""
    playing = _playing(table)
    if len(playing) == 1:
        return (playing[0],)
    declared = [seat for seat in table.state.turn.declared if seat in playing]
    declaring = [seat for seat in declared if met_goals(table.state, seat)]
    winners = [seat for seat in declaring if not _has_faction_rival(table, seat, declaring)]
    sharing = _sharing(table, playing, declaring)
    return tuple(seat for seat in playing if seat in winners or seat in sharing)


def hide_goals(table: InwoTable) -> None:
    """Shown Goals go back to the hands, exposed (I26.10); copies of them are gone (I33.12)."""
    for seat, goals in table.state.turn.declared.items():
        show_goals(table, seat, goals)
    end_copies(table)


def _has_faction_rival(table: InwoTable, seat: str, declaring: list[str]) -> bool:
    """Factions of one Illuminati never share a victory (I26.8)."""
    mine = card_id(table.state.seat(seat).illuminati)
    return not _shares_all(table, seat) and any(
        card_id(table.state.seat(other).illuminati) == mine
        for other in declaring
        if other != seat and not _shares_all(table, other)
    )


def _shares_all(table: InwoTable, seat: str) -> bool:
    """Whether he wins by a Goal that may be shared with anybody (I38.77)."""
    goals = table.state.turn.declared.get(seat, ())
    return any(card_of(goal).ability(ab.BareGoal) for goal in goals)


def _sharing(table: InwoTable, playing: list[str], declaring: list[str]) -> set[str]:
    """All players of an Illuminati whose Special Goal is everybody's, where one meets it."""
    shared: set[str] = set()
    for seat in () if is_basic_only(table.state) else declaring:
        root = table.state.seat(seat).illuminati
        goal = card_of(root).ability(ab.TotalGoal)
        is_met = any(c.goal == root and c.is_met for c in special_goals(table.state, seat))
        if goal is not None and goal.everyone and is_met:
            roots = {other: card_id(table.state.seat(other).illuminati) for other in playing}
            shared |= {other for other, id_ in roots.items() if id_ == card_id(root)}
    return shared


def may_share(state: InwoState, seats: Sequence[str]) -> bool:
    """Whether these could win together: all are in, and no two are factions (I26.8)."""
    playing = {seat.name: card_id(seat.illuminati) for seat in state.seats if not seat.is_out}
    if state.winners or not seats or not playing.keys() >= set(seats):
        return False
    return len({playing[seat] for seat in seats}) == len(seats)
