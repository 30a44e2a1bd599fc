"""Scripts: lines in their order, each carried out or told why not (I31.2, I31.3)."""

from __future__ import annotations

from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.attacks.course import close_attack
from engine.inwo.deeds.plots import settle_powers
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import InwoState, OpenAsk
from engine.inwo.turn.ending import end_turn
from engine.inwo.turn.lines import carry_out
from engine.inwo.turn.rounds import apply_round, tell_refused
from engine.inwo.turn.start import finish_start

BEFORE_TOKENS = (
    *(od.TakeOver, od.BuyPlot, od.ExposePlot, od.DiscardCard, od.ReturnPlot, od.RemoveToken),
)
"""Lines that do not bring B4 about (I5.4, I31.1)."""
MOST_ROUNDS = 40


def run_script(table: InwoTable) -> None:
    """What is left of the script, up to the next window or through the end of the turn."""
    while table.state.turn.script:
        line, *rest = table.state.turn.script
        table.emit(ev.ScriptTaken(table.state.turn.seat, tuple(rest)))
        if isinstance(line.order, od.Knock):
            break
        if table.state.turn.step == "b3" and not isinstance(line.order, BEFORE_TOKENS):
            finish_start(table)
        run_line(table, table.state.turn.seat, line)
        if table.state.attack is not None and is_halted(table):
            return
        settle_powers(table)
        if table.state.seat(table.state.turn.seat).is_out or is_decided(table.state):
            break
    if table.state.turn.step == "b3":
        finish_start(table)
    end_turn(table)


def is_decided(state: InwoState) -> bool:
    """Whether all but one are out: he wins at once (I26.11)."""
    return sum(not seat.is_out for seat in state.seats) == 1


def run_line(table: InwoTable, seat: str, line: od.InwoLine) -> None:
    """One line: carried out, or refused with the reason (I31.2)."""
    refusal = carry_out(table, seat, line)
    if refusal is None:
        table.emit(ev.LineSettled(seat, line.number, "ok"))
    else:
        reason = refusal.reason
        table.emit(ev.LineSettled(seat, line.number, "illegal", reason.code, reason.rule))


# --- windows (I31.5 to I31.8) ---------------------------------------------------------------


def is_halted(table: InwoTable) -> bool:
    """Settle the attack under way at once in pace `policies`; else open its window.

    True where the script stops for answers.
    """
    if table.state.options.pace == "policies":
        rounds = 0
        while apply_round(table) and rounds < MOST_ROUNDS:
            rounds += 1
        tell_refused(table)
        close_attack(table)
        return False
    asked = asked_of(table.state)
    if not asked:
        close_attack(table)
        return False
    table.emit(ev.Asked(window_of(table.state, asked, 1)))
    return True


def window_of(state: InwoState, seats: tuple[str, ...], round_: int) -> OpenAsk:
    """The window of the attack under way, in its n-th round."""
    assert state.attack is not None
    return OpenAsk(f"attack-{state.turn.number}.{state.attack.number}", "answers", seats, round_)


def asked_of(state: InwoState) -> tuple[str, ...]:
    """Whom the attack may concern, by public facts alone: never by what is hidden (I31.5)."""
    attack = state.attack
    assert attack is not None
    target = state.controller(attack.target)
    asked: list[str] = []
    for seat in state.seats_after(attack.seat):
        is_shut = attack.privileged and seat.name != target and attack.round > 0
        has_tokens = any(
            number and state.table[copy].seat == seat.name for copy, number in state.tokens.items()
        )
        if not is_shut and (seat.plots or seat.groups or has_tokens):
            asked.append(seat.name)
    return tuple(asked)


def answer_window(table: InwoTable, key: str) -> None:
    """A round of answers to the attack under way: another round, or the dice (I31.8)."""
    ask = next(ask for ask in table.state.asks if ask.key == key)
    has_played = apply_round(table)
    tell_refused(table)
    asked = asked_of(table.state)
    if has_played and asked and ask.round < MOST_ROUNDS:
        table.emit(ev.Asked(window_of(table.state, asked, ask.round + 1)))
        return
    table.emit(ev.AskClosed(key))
    close_attack(table)
    settle_powers(table)
    run_script(table)
