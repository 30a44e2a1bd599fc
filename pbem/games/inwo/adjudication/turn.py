"""A turn from the lines of all seats: the script, the answers on file, the state after E4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.core.dice import Dice, Roll, SecretDice
from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.evolve import evolve_inwo
from engine.inwo.game import Advanced, act, advance, is_on_file
from engine.inwo.inwotable import InwoAnswers, InwoPolicies, InwoTable
from engine.inwo.state import InwoState
from engine.inwo.turn.leads import refuse_lead
from engine.inwo.turn.lines import carry_out
from engine.inwo.turn.rounds import make_paid_draws
from engine.inwo.turn.setup import PLOTS_DEALT, settle_leads
from engine.inwo.turn.triggers import announce_paid_draw, run_triggers
from pbem.games.inwo.adjudication.edges import after_main, begin, for_the_start, without_script
from pbem.games.inwo.adjudication.letters import Letters, RunLine, read_letters

T = TypeVar("T")


class InOrder:
    """Chance where no dice are given: nothing is shuffled, the first that qualifies is taken."""

    _dice = SecretDice(b"adjudicate")

    def pick(self, draw: int, purpose: str, sides: int) -> int:
        return 0

    def roll(self, draw: int, purpose: str) -> Roll:
        return self._dice.roll(draw, purpose)

    def shuffle(self, draw: int, purpose: str, things: Sequence[T]) -> tuple[T, ...]:
        return tuple(things)


@dataclass(frozen=True)
class InwoRun:
    """A turn as it went: the lines, the events up to its end, the states before and after."""

    lines: tuple[RunLine, ...]
    before: InwoState
    events: tuple[ev.InwoEvent, ...]
    after: InwoState
    to_move: str


def adjudicate_turn(state: InwoState, step: str, text: str, dice: Dice) -> InwoRun:
    """The turn of the seat to move from a step through E4 (I39.1)."""
    letters = read_letters(text, state)
    policies = {seat: tuple(rows) for seat, rows in letters.policies.items()}
    answers = {seat: tuple(rows) for seat, rows in letters.answers.items()}
    before = _at_step(state, step)
    if step == "leads":
        return _set_up(before, letters.lines, answers, policies, dice)
    early = _before_step(before, letters, policies, dice)
    answers = _left(answers, early.events)
    if step in ("e1", "e3"):
        early, answers = after_main(early, answers, dice)
        first = answers
    else:
        first = {**answers, before.turn.seat: for_the_start(early.state, answers)}
    begun = begin(InwoTable(early.state, dice, policies, first), step)
    state, events = begun.state, [*early.events, *begun.events]
    mover = before.turn.seat
    while state.asks and not is_over(events, mover):
        is_script = state.asks[0].kind == "script"
        is_extra = is_script and state.turn.seat != mover
        lines = _of_extra_turn(answers, mover, state.turn.seat) if is_extra else answers
        done = advance(state, state.asks[0].key, lines, policies, dice)
        events += done.events
        state = done.state
        answers = _left(answers, events)
        if is_script and not is_extra:
            answers = without_script(answers, mover)
    kept = _through_the_end(events, mover)
    following = next((e.seat for e in events[len(kept) :] if isinstance(e, ev.InwoTurnBegan)), "")
    after = before
    for event in kept:
        after = evolve_inwo(after, event)
    return InwoRun(tuple(letters.lines), before, tuple(kept), after, following)


def _before_step(
    state: InwoState, letters: Letters, policies: InwoPolicies, dice: Dice
) -> Advanced:
    """What others have done before the step (I39.5, I39.6)."""
    events: list[ev.InwoEvent] = []
    for seat, row in letters.before:
        if letters.is_early(seat, row):
            done = act(state, seat, (row,), dice)
        else:
            table = InwoTable(state, dice, policies)
            announce_paid_draw(table, seat, row.order)
            if carry_out(table, seat, row) is not None:
                # It waits until something makes it legal.
                continue
            table.emit(ev.LineSettled(seat, row.number, "ok"))
            make_paid_draws(table, len(table.state.turn.paid))
            run_triggers(table)
            done = Advanced(table.state, tuple(table.events))
        state, events = done.state, [*events, *done.events]
    return Advanced(state, tuple(events))


def _set_up(
    before: InwoState,
    lines: list[RunLine],
    answers: InwoAnswers,
    policies: InwoPolicies,
    dice: Dice,
) -> InwoRun:
    """The set-up from I4.2 on, and nothing after it (I39.2)."""
    table = InwoTable(before, dice, policies)
    for seat in before.seats:
        table.draw(seat.name, "plot_deck", PLOTS_DEALT, "dealt")
    _judge_leads(table, answers)
    settle_leads(table, answers, policies)
    return InwoRun(tuple(lines), before, tuple(table.events), table.state, table.state.first)


def _judge_leads(table: InwoTable, answers: InwoAnswers) -> None:
    for seat, rows in answers.items():
        for line in rows:
            refusal = None
            if isinstance(line.order, od.PlaceLead):
                refusal = refuse_lead(table.state, seat, line.order)
            if refusal is not None:
                why = refusal.reason
                table.emit(ev.LineSettled(seat, line.number, "illegal", why.code, why.rule))


def _at_step(state: InwoState, step: str) -> InwoState:
    """The state before what is to be run: of a whole turn the moment before it begins."""
    if step == "b0":
        turn = changed(state.turn, number=state.turn.number - 1, step="e3")
        return changed(state, turn=turn, asks=())
    is_asked_later = step in ("leads", "b1", "b2", "e1", "e3")
    return changed(state, asks=()) if is_asked_later else state


def is_over(events: Sequence[ev.InwoEvent], mover: str) -> bool:
    """Whether the turn has ended, or the game; an extra turn before it is none (I39.1)."""
    return any(
        isinstance(event, ev.InwoWon) or isinstance(event, ev.InwoTurnEnded) and event.seat == mover
        for event in events
    )


def _of_extra_turn(
    answers: dict[str, tuple[od.InwoLine, ...]], mover: str, seat: str
) -> dict[str, tuple[od.InwoLine, ...]]:
    """It is played as a PASS; the script of the one to move waits for his own turn (I39.1)."""
    return {**answers, mover: tuple(filter(is_on_file, answers.get(mover, ()))), seat: ()}


def _left(
    answers: dict[str, tuple[od.InwoLine, ...]], events: Sequence[ev.InwoEvent]
) -> dict[str, tuple[od.InwoLine, ...]]:
    """The lines on file that have not been made: all wait for the windows still to come."""
    made = {(e.seat, e.line) for e in events if isinstance(e, ev.LineSettled) and e.status == "ok"}
    return {
        seat: tuple(line for line in lines if (seat, line.number) not in made)
        for seat, lines in answers.items()
    }


def _through_the_end(events: Sequence[ev.InwoEvent], mover: str) -> list[ev.InwoEvent]:
    """The events up to the next turn, which is not begun (I39.1)."""
    kept: list[ev.InwoEvent] = []
    for event in events:
        if isinstance(event, ev.InwoTurnBegan) and is_over(kept, mover):
            if isinstance(kept[-1], ev.ChangesEnded):
                kept.pop()
            break
        kept.append(event)
    return kept
