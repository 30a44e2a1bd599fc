"""Rounds of answers to an attack: everybody in turn, by lines and by policies (I31.6, I31.7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.deeds.doing import carry_waiting
from engine.inwo.inwotable import InwoTable
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState
from engine.inwo.turn.answers import make_answer
from engine.inwo.turn.conditions import holds
from engine.inwo.turn.dice import dice_card
from engine.inwo.turn.exclusive import outdone
from engine.inwo.turn.intents import attacker_last, commit_by_play
from engine.inwo.turn.playing import is_strike
from engine.inwo.turn.policies import answer_by_standing

NOTHING_MEANT = (
    *(rl.NO_OPEN_PLAY, rl.NO_SUCH_OFFER, rl.NO_TAKEOVER, rl.NOT_TURN_START, rl.NOTHING_LOST),
    *(rl.NOTHING_DRAWN, rl.NO_DRAW),
)
"""Reasons that tell less than one that was found when there was something to answer."""


def apply_round(table: InwoTable) -> bool:
    """Everybody's answers in order of play, the subject's last; whether any was made (I31.7)."""
    due = len(table.state.turn.paid)
    before, made = len(table.state.plays), len(table.made) + len(table.state.turn.fired)
    table.emit(ev.RoundBegan(table.state.round + 1))
    table.outdone = outdone(table, _lines_meant(table))
    subject, was_inside = subject_of(table.state), table.state.paused is not None
    for seat in (*(one.name for one in table.state.seats_after(subject)), subject):
        is_begun = table.state.paused is not None and not was_inside
        for line in table.answers.get(seat, ()):
            (_wait if is_begun else answer)(table, seat, line)
        if not is_begun:
            answer_by_standing(table, seat, make_answer, is_subject=seat == subject)
    if table.state.paused is None or was_inside:
        attacker_last(table)
        carry_waiting(table)
        _strike_inside(table)
    has_drawn = make_paid_draws(table, due)
    after = len(table.made) + len(table.state.turn.fired)
    return len(table.state.plays) > before or after > made or has_drawn


def make_paid_draws(table: InwoTable, number: int) -> bool:
    """So many of the draws that are paid for come, but for those that are lost (M5)."""
    paid = table.state.turn.paid
    if number:
        table.emit(ev.DrawsPaid(paid[number:]))
    for draw in paid[:number]:
        if draw.lost or table.state.seat(draw.seat).is_out:
            continue
        if draw.deck == "groups":
            table.turn_up(draw.seat, 1)
        else:
            table.draw(draw.seat, "plot_deck", 1, "bought")
    return number > 0


def _strike_inside(table: InwoTable) -> None:
    """The first Instant attack that was sent in this round begins inside the attack (I18.5)."""
    held, table.held = table.held, []
    was_inside = table.state.paused is not None
    for seat, line in held:
        is_begun = table.state.paused is not None and not was_inside
        (_wait if is_begun else _answer)(table, seat, line)


def _wait(table: InwoTable, seat: str, line: od.InwoLine) -> None:
    """What was sent for this round waits for the attack inside to be over."""
    key = (seat, line.number)
    if key not in table.made:
        table.refused[key] = refuse(rl.ATTACK_WAITS, card=table.attack.target)


def subject_of(state: InwoState) -> str:
    """The player whose attack or play a window is about."""
    if state.attack is not None:
        return state.attack.seat
    return state.segment[0].seat if state.segment else state.turn.seat


def _is_meant(table: InwoTable, line: od.InwoLine) -> bool:
    """Whether a line is for what is open: any window, or that of a line, or one round (I39.6)."""
    attack = table.state.attack
    if isinstance(line.order, od.IN_VICTORY):
        return table.state.turn.step == "e3"
    named = getattr(line.order, "attack", None)
    if named is not None and (attack is None or attack.number != named):
        return False
    if not line.window:
        return attack is not None or isinstance(line.order, od.ANY_TIME)
    if line.window == "victory":
        return table.state.turn.step == "e3"
    number, _, round_ = line.window.partition(".")
    is_open = any(play.line == number for play in table.state.plays)
    return is_open and round_ in ("", str(table.state.round))


def _is_to_be_made(table: InwoTable, seat: str, line: od.InwoLine) -> bool:
    is_left = (seat, line.number) not in table.made
    return is_left and _is_meant(table, line) and holds(table.state, seat, line)


def _lines_meant(table: InwoTable) -> Iterator[tuple[str, od.InwoLine]]:
    """The lines of all seats that are for what is open."""
    for seat in table.state.seats:
        for line in table.answers.get(seat.name, ()):
            if _is_to_be_made(table, seat.name, line):
                yield seat.name, line


def answer(table: InwoTable, seat: str, line: od.InwoLine) -> None:
    """One line of a seat's answers, if it has not been made and means what is open."""
    key = (seat, line.number)
    if key in table.outdone or not _is_to_be_made(table, seat, line):
        return
    if card := dice_card(table, seat, line.order):
        table.refused.setdefault(key, refuse(rl.NOT_FIRED, card=card))
    elif table.state.attack is not None and is_strike(table.state, seat, line.order):
        table.held.append((seat, line))
    else:
        _answer(table, seat, line)


def _answer(table: InwoTable, seat: str, line: od.InwoLine) -> None:
    key, before = (seat, line.number), len(table.events)
    table.left_out.clear()
    refusal = make_answer(table, seat, line)
    is_made = refusal is None and len(table.events) > before
    if is_made or any(isinstance(event, ev.AttackJoined) for event in table.events[before:]):
        table.report_left_out(seat, line.number)
        table.settle_line(seat, line.number)
        commit_by_play(table, seat, table.events[before:])
    elif refusal and (refusal.reason not in NOTHING_MEANT or key not in table.refused):
        table.refused[key] = refusal
    table.left_out.clear()


def report_refused(table: InwoTable) -> None:
    """Each answer that could not be made, with the reason of its last try (I39.5)."""
    for (seat, line), refusal in table.refused.items():
        reason = refusal.reason
        table.emit(ev.LineSettled(seat, line, "illegal", reason.code, reason.rule))
    table.refused.clear()
