"""The game in a handful of functions: play a turn, begin the next, end what the clock ends."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.dice import Dice
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import winning as goals
from engine.illuminati.advanced.hidden import settle_stated
from engine.illuminati.attacks.kept_specials import skip_turn, window_plays
from engine.illuminati.attacks.policing import end_policies
from engine.illuminati.deals.trades import close_stale, expire
from engine.illuminati.gametable import NO_INSTRUCTIONS, GameTable, Instructions, Policies
from engine.illuminati.state import OfferObject, State
from engine.illuminati.turn import upkeep
from engine.illuminati.turn.committed import report_not_made
from engine.illuminati.turn.outcome import Outcome, rulings_of
from engine.illuminati.turn.script import run_script


def _outcome(table: GameTable) -> Outcome:
    return Outcome(table.counted_state(), tuple(table.events), rulings_of(table.events))


def begin_turn(state: State, policies: Policies, dice: Dice) -> Outcome:
    """Income, tax, upkeep and draw of the seat whose turn comes next (R2.1 to R2.6).

    In a game of rounds: the next turn of the round, or all that of the next round (R12.2).
    """
    table = GameTable(state, dice, Instructions(policies))
    _begin_next(table)
    return _outcome(table)


def _begin_next(table: GameTable) -> None:
    state = table.state
    if state.options.pace == "conclave":
        if not upkeep.call_next(table) and any(state.seats_in()):
            upkeep.open_round(table, upkeep.next_initiative(state), table.instructions.policies)
        close_stale(table)
        return
    following = next(state.seats_after(state.turn.seat), None)
    seat = following or state.seat(state.turn.seat)
    if not seat.is_out:
        upkeep.begin(table, seat.name, state.turn.number + 1, table.instructions.policies)
        close_stale(table)


def play_turn(
    state: State, script: od.Script, dice: Dice, instructions: Instructions = NO_INSTRUCTIONS
) -> Outcome:
    """The turn of the seat to move, from after its income and draw, through the victory check.

    Where it goes on in another part, only up to there: the same turn is open still (R12.1).
    """
    table = GameTable(state, dice, instructions)
    _play(table, script)
    return _outcome(table)


def _play(table: GameTable, script: od.Script) -> bool:
    """Run the script, and unless the turn goes on in another part end it; True if it is over."""
    seat, number = table.state.turn.seat, table.state.turn.number
    is_lost = not table.state.turn.parts and _is_lost(table, seat)
    is_run = not is_lost and not table.state.seat(seat).is_out
    is_paused = is_run and run_script(table, seat, script)
    report_not_made(table, seat)
    if is_paused:
        table.emit(ev.TurnPaused(seat, number, table.state.turn.parts + 1))
        return False
    window_plays(table, "T2")
    table.emit(ev.TurnEnded(seat, number))
    goals.eliminate_bereft(table)
    end_policies(table)
    won = goals.winners(table.state)
    if won:
        table.emit(ev.Won(won))
    return True


def _is_lost(table: GameTable, seat: str) -> bool:
    """Once a turn, before anything of it is run: whether somebody costs the seat all of it."""
    if table.state.turn.number == 1:
        _draw_goals(table)
    settle_stated(table, seat)
    return not table.state.seat(seat).is_out and skip_turn(table, seat)


def _draw_goals(table: GameTable) -> None:
    """Who has not chosen his secret goal by the first deadline gets one (R1.5)."""
    choices = goals.choosable_goals()
    for seat in table.state.seats:
        if goals.chooses_goal(table.state, seat) and seat.goal is None:
            # A stream of its own: the numbers of public draws must not tell that he did not choose.
            draw = table.state.seats.index(seat)
            chosen = choices[table.dice.pick(draw, "goal", len(choices))]
            table.emit(ev.GoalChosen(seat.name, chosen, draw))


def resolve(
    state: State, script: od.Script, dice: Dice, instructions: Instructions = NO_INSTRUCTIONS
) -> Outcome:
    """Play the turn of the seat to move; unless somebody has won, begin the next.

    In a round the next is one that waits, or else a round (R12.2). Where the script has stopped
    the same turn is open still, with one part more: the next call goes on with it (R12.1). Of a
    script that was announced only the attacks that all were told of are made (R12.2).
    """
    table = GameTable(state, dice, instructions)
    if _play(table, script) and not table.state.winners:
        _begin_next(table)
    return _outcome(table)


def end_by_clock(
    state: State,
    offers: Sequence[OfferObject],
    policies: Sequence[tuple[str, od.Policy]],
    dice: Dice,
) -> Outcome:
    """Close these offers and end these seats' policies, their `until_at` having passed."""
    table = GameTable(state, dice)
    expire(table, offers)
    for seat, order in policies:
        table.emit(ev.PolicyEnded(seat, order, "day-passed"))
    return Outcome(table.counted_state(), tuple(table.events))
