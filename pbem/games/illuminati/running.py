"""A turn goes on with what seats have on file: announced, run, and left (R12.2, R12.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from engine.core.dice import Dice
from engine.illuminati import events as ev
from engine.illuminati.attacks.stances import covers
from engine.illuminati.events import Event
from engine.illuminati.evolve import evolve
from engine.illuminati.game import end_by_clock, resolve
from engine.illuminati.gametable import Instructions, OpenScript, Policies
from engine.illuminati.orders import Line, Policy, Resign, Script, Stance
from engine.illuminati.state import HeldLine, State
from engine.illuminati.turn.acting import act, must_wait
from engine.illuminati.turn.announcing import AnnouncedAttack, bulletin
from engine.illuminati.turn.upkeep import scripts_wanted
from pbem.games.contract.values import Filed, Step
from pbem.games.illuminati.filed_lines import (
    announced_lines,
    lines_of,
    names_in,
    open_script,
    policies_of,
)
from pbem.games.illuminati.language import (
    ParsedLine,
    as_given,
    format_line,
    script_of,
    vocabulary_for,
)
from pbem.grammar.times.kept import moment_kept

ASK_ALWAYS, ASK_NEVER, UNLESS_ATTACKED = "ASK ME", "ASK ME NEVER", "READY UNLESS ATTACKED"
"""Standing lines about being asked (R12.3)."""
_LEAVING = Line(1, Resign(), text="RESIGN")


def advanced(
    state: State, filed: Filed, dice: Dice, at: datetime
) -> tuple[Step[State, Event], ...]:
    """A script is announced, or run; in a round all that are left are (R12.2)."""
    announced = _announcement(state, filed)
    if announced is not None:
        return (announced,)
    names = names_in(state)
    waiting = [(row, lines_of(names, row.seat, (row.line,))[0]) for row in state.held]
    before = settle(state, filed, dice, at)
    state, left, steps = before.state, set(scripts_wanted(state)), []
    while True:
        mover, number = state.turn.seat, state.turn.number
        steps.append(_play(state, filed, dice, at))
        state = steps[-1].state
        left.discard(mover)
        if state.turn.number == number or state.winners or state.turn.seat not in left:
            break
    steps[0] = replace(steps[0], events=(*before.events, *steps[0].events))
    for row, line in waiting:
        policies = _policies(steps[-1].state, filed, at)
        steps.append(_released(steps[-1].state, row, line, policies, dice))
    return tuple(steps)


def _policies(
    state: State, filed: Filed, at: datetime | None = None
) -> dict[str, tuple[Policy, ...]]:
    return policies_of(names_in(state), filed.standing, at)


def _released(
    state: State, row: HeldLine, line: ParsedLine, policies: Policies, dice: Dice
) -> Step[State, Event]:
    """A line that was held is carried out as things stand when it comes up (R9.1)."""
    done = act(state, row.seat, as_given((line,)), dice, Instructions(policies))
    (ruling,) = done.rulings
    facts = tuple(sorted(ruling.facts.items()))
    event = ev.LineReleased(row.seat, row.line, ruling.reason, ruling.rule, facts)
    return Step(evolve(done.state, event), (*done.events, event), row.seat, (row.line,))


def _announcement(state: State, filed: Filed) -> Step[State, Event] | None:
    """The script of the open turn is announced before it is run; None where it is run at once.

    A script without an attack is, one that has been announced already, and one nobody is left to
    answer.
    """
    seat = state.turn.seat
    if state.announced or not state.options.is_announced or len(list(state.seats_in())) < 2:
        return None
    lines = lines_of(names_in(state), seat, filed.sheets.get(seat, ()))
    attacks = bulletin(state, script_of(lines), _policies(state, filed))
    if not attacks:
        return None
    texts, numbers = _texts(state, seat, lines), tuple(attack.line for attack in attacks)
    event = ev.ScriptAnnounced(seat, texts, numbers)
    return Step(evolve(state, event), (event,), seat, texts)


def _texts(state: State, seat: str, lines: Sequence[ParsedLine]) -> tuple[str, ...]:
    names = vocabulary_for(state, seat)
    return tuple(format_line(line, names) for line in lines)


def _play(state: State, filed: Filed, dice: Dice, at: datetime) -> Step[State, Event]:
    """One turn, or one part of it, with everybody's answers."""
    seat, announced = state.turn.seat, state.announced
    names, answers = names_in(state), dict[str, Script]()
    if announced is None:
        lines = lines_of(names, seat, filed.sheets.get(seat, ()))
    else:
        lines = announced_lines(state, names)
        answers = {
            name: as_given(lines_of(names, name, texts)) for name, texts in filed.sheets.items()
        }
    script = script_of(lines)
    waiting = OpenScript(script, announced.lines) if announced else None
    instructions = Instructions(_policies(state, filed, at), answers, waiting)
    done = resolve(state, script, dice, instructions)
    return Step(done.state, done.events, seat, _texts(state, seat, lines), is_turn=True)


def settle(state: State, filed: Filed, dice: Dice, at: datetime) -> Step[State, Event]:
    """Offers whose day has passed are closed, and policies are at an end (R9.3, R12.4)."""
    offers = [offer for offer in state.offers if _has_passed(offer.until_at, at)]
    ended = [
        (seat, order)
        for seat, orders in _policies(state, filed).items()
        for order in dict.fromkeys(orders)
        if isinstance(order, Stance) and _has_passed(order.until_at, at)
    ]
    if not offers and not ended:
        return Step(state)
    done = end_by_clock(state, offers, ended, dice)
    return Step(done.state, done.events)


def _has_passed(until_at: str | None, at: datetime) -> bool:
    ends_at = moment_kept(until_at)
    return ends_at is not None and ends_at < at


# --- who is waited for ------------------------------------------------------------------


def excused(state: State, ask: str, filed: Filed) -> tuple[str, ...]:
    """The seats whose standing orders answer what is announced (R12.3)."""
    if state.announced is None:
        return ()
    asked = [name for name, texts in filed.standing.items() if ASK_ALWAYS not in texts]
    policies = _policies(state, filed)
    attacks = bulletin(state, script_of(announced_lines(state, names_in(state))), policies)
    return tuple(
        name
        for name in asked
        if _is_covered(state, name, filed.standing[name], policies[name], attacks)
    )


def _is_covered(
    state: State,
    seat: str,
    texts: Sequence[str],
    policies: Sequence[Policy],
    attacks: Sequence[AnnouncedAttack],
) -> bool:
    is_attacked = any(attack.owner == seat for attack in attacks)
    if is_attacked and ASK_NEVER not in texts:
        return False
    if UNLESS_ATTACKED in texts and not is_attacked:
        return True
    return bool(attacks) and all(covers(state, seat, policies, attack) for attack in attacks)


# --- leaving ----------------------------------------------------------------------------


def leave(state: State, seat: str, filed: Filed, dice: Dice) -> Step[State, Event] | None:
    """A seat resigns (R10.3)."""
    done = act(state, seat, (_LEAVING,), dice, Instructions(_policies(state, filed)))
    if done.rulings[0].status != "ok":
        return None
    return Step(done.state, done.events, seat, ("RESIGN",))


def may_leave(state: State, seat: str, filed: Filed) -> bool:
    """Whether announced attacks could be made as announced once the seat has left (R12.2)."""
    waiting = open_script(state, names_in(state))
    if waiting is None:
        return True
    instructions = Instructions(_policies(state, filed), announced=waiting)
    return must_wait(state, seat, _LEAVING, instructions) is None
