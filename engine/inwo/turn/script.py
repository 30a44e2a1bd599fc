"""Scripts: lines in their order, each carried out or told why not (I31.2, I31.3)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.course import announce, close_attack
from engine.inwo.attacks.legality import refuse_attack
from engine.inwo.attacks.rounds import apply_round, tell_refused
from engine.inwo.attacks.strikes import refuse_strike, strike, strike_of
from engine.inwo.deeds import moves, relief, takeovers
from engine.inwo.deeds.abilities import refuse_use, use
from engine.inwo.deeds.plots import play_plot, refuse_plot
from engine.inwo.inwotable import InwoTable, in_hand
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState, OpenAsk
from engine.inwo.turn.ending import end_turn
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
        if table.state.seat(table.state.turn.seat).is_out:
            break
        if table.state.attack is not None and is_halted(table):
            return
    if table.state.turn.step == "b3":
        finish_start(table)
    end_turn(table)


def run_line(table: InwoTable, seat: str, line: od.InwoLine) -> None:
    """One line: carried out, or refused with the reason (I31.2)."""
    refusal = carry_out(table, seat, line)
    if refusal is None:
        table.emit(ev.LineSettled(seat, line.number, "ok"))
    else:
        reason = refusal.reason
        table.emit(ev.LineSettled(seat, line.number, "illegal", reason.code, reason.rule))


def carry_out(table: InwoTable, seat: str, line: od.InwoLine) -> Refusal | None:  # noqa: C901  a row an order
    """Do what a line orders, or say why it cannot be done."""
    match line.order:
        case od.LaunchAttack() as order:
            return announce(table, seat, line.number, order)
        case od.TakeOver() as order:
            return takeovers.take_over(table, seat, order)
        case od.MoveGroup() as order:
            return moves.move(table, seat, order)
        case od.BringResource() as order:
            return takeovers.bring(table, seat, order)
        case od.LinkResource() as order:
            return takeovers.link(table, seat, order)
        case od.PlayPlot() as order:
            return _play(table, seat, line.number, order)
        case od.Relieve() as order:
            return relief.relieve(table, seat, order)
        case od.RemoveZaps() as order:
            return relief.unzap(table, seat, order)
        case od.FreeGroup() as order:
            return relief.free(table, seat, order)
        case od.UseAbility() as order:
            return use(table, seat, order)
        case od.BuyPlot() as order:
            return moves.buy(table, seat, order)
        case od.DrawGroupCard():
            return moves.draw_group(table, seat)
        case od.ExposePlot() as order:
            return moves.expose(table, seat, order)
        case od.DiscardCard() as order:
            return moves.give_up(table, seat, order)
        case od.ReturnPlot() as order:
            return moves.put_back(table, seat, order)
        case od.RemoveToken() as order:
            return moves.remove_token(table, seat, order)
        case _:
            return refuse(rl.NO_ATTACK, seat=seat)


def _play(table: InwoTable, seat: str, number: int, order: od.PlayPlot) -> Refusal | None:
    held = in_hand(table.state, seat, order.card)
    if held is not None and strike_of(held):
        return strike(table, seat, number, order)
    return play_plot(table, seat, order)


def refuse_line(  # noqa: C901  a row an order
    state: InwoState, seat: str, order: od.InwoOrder
) -> Refusal | None:
    """Why a line would be refused as things stand; the same questions that `carry_out` asks."""
    match order:
        case od.LaunchAttack():
            return refuse_attack(state, seat, order)
        case od.TakeOver():
            return takeovers.refuse_automatic(state, seat, order)
        case od.MoveGroup():
            return moves.refuse_move(state, seat, order)
        case od.BringResource():
            return takeovers.refuse_bringing(state, seat, order)
        case od.LinkResource():
            return takeovers.refuse_linking(state, seat, order)
        case od.PlayPlot():
            held = in_hand(state, seat, order.card)
            is_strike = held is not None and strike_of(held) is not None
            return (refuse_strike if is_strike else refuse_plot)(state, seat, order)
        case od.Relieve():
            return relief.refuse_relief(state, seat, order)
        case od.RemoveZaps():
            return relief.refuse_unzapping(state, seat, order)
        case od.FreeGroup():
            return relief.refuse_freeing(state, seat, order)
        case od.UseAbility():
            return refuse_use(state, seat, order)
        case od.BuyPlot():
            return moves.refuse_buying(state, seat, order)
        case od.DrawGroupCard():
            return moves.refuse_drawing(state, seat)
    return None


# --- windows (I31.5 to I31.8) ---------------------------------------------------------------


def is_halted(table: InwoTable) -> bool:
    """Settle the attack under way at once in pace `policies`; else open its window.

    True where the script stops for answers.
    """
    if table.state.options.pace == "policies":
        rounds = 0
        while apply_round(table) and rounds < MOST_ROUNDS:
            rounds += 1
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
    run_script(table)
