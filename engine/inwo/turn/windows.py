"""Windows: who is asked, rounds until a quiet one, then what was announced happens (I31)."""

from __future__ import annotations

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.sum import need_now
from engine.inwo.deeds.rearranging import ask_all_to_rearrange
from engine.inwo.deeds.rolls import heed_choices
from engine.inwo.inwotable import InwoTable
from engine.inwo.orders import IN_MAIN_PHASE, IN_VICTORY, UNANSWERED
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoSeat, InwoState, OpenAsk, Question, RunningAttack, WindowMoment
from engine.inwo.turn.conditions import holds
from engine.inwo.turn.dice import answer_dice
from engine.inwo.turn.limits import shed_all
from engine.inwo.turn.rounds import (
    answer,
    apply_round,
    make_paid_draws,
    report_refused,
    subject_of,
)
from engine.inwo.turn.settling import close_roll_window, close_window
from engine.inwo.turn.using import settle_late, settle_uses

MOST_ROUNDS = 40


def is_halted(table: InwoTable) -> bool:
    """Settle what is open at once in pace `policies`; else open its window.

    True where the game stops for answers.
    """
    if table.state.attack is None and not table.state.segment:
        return False
    if table.state.options.pace == "policies":
        _settle_at_once(table)
        return settle_uses(table) and is_halted(table)
    asked = asked_of(table.state)
    if not asked:
        return close_and_ask(table)
    table.emit(ev.Asked(_window_of(table.state, asked, 1)))
    return True


def is_moment_halted(table: InwoTable, moment: WindowMoment) -> bool:
    """Rounds of answers at a moment, if it has a window of its own and is new (I23.1).

    True where the game stops for them; what is already open is answered in them, too.
    """
    if not table.state.options.has_window(moment):
        return False
    if table.state.options.pace == "policies":
        _settle_moment_at_once(table)
        _mark_asked(table, moment)
        return settle_uses(table) and is_halted(table)
    _mark_asked(table, moment)
    asked = asked_at_dice(table.state)
    if asked:
        turn = table.state.turn
        key = f"moment-{turn.number}.{turn.asked}"
        table.emit(ev.Asked(OpenAsk(key, "answers", asked, moment=moment)))
    return bool(asked)


def is_moment_resumed(table: InwoTable) -> bool:
    """Whether the window goes on in which an Instant attack has begun that is over (I18.5)."""
    while table.state.turn.interrupted:
        ask = table.state.turn.interrupted[-1]
        if seats := asked_at_dice(table.state):
            passed = tuple(seat for seat in ask.passed if seat in seats)
            _mark_asked(table, ask.moment)
            again = changed(ask, seats=seats, passed=passed, round=ask.round + 1)
            table.emit(ev.Asked(again))
            return True
        table.emit(ev.AskClosed(ask.key))
    return False


def is_new(state: InwoState, moment: WindowMoment) -> bool:
    """Whether a Plot has been drawn, or cards have been lost, since such a moment was answered."""
    turn = state.turn
    has_happened = {"M5": turn.drawn is not None, "M6": bool(turn.lost)}.get(moment, True)
    return has_happened and _mark(state, moment) not in state.seat(turn.seat).used


def _mark(state: InwoState, moment: WindowMoment) -> str:
    """What the mover keeps of a moment that was answered."""
    turn = state.turn
    number = {"M5": turn.drawings, "M6": len(turn.lost)}.get(moment, 0)
    return f"{moment}:{number}"


def _mark_asked(table: InwoTable, moment: WindowMoment) -> None:
    if moment in ("M5", "M6") and is_new(table.state, moment):
        table.emit(ev.OnceUsed(table.state.turn.seat, _mark(table.state, moment)))


def close_and_ask(table: InwoTable) -> bool:
    """A window closes; before a New World Order counts all may move Groups (I37).

    Whether the game stops for answers to the dice that have fallen (I31.12).
    """
    make_paid_draws(table, len(table.state.turn.paid))
    is_open = table.state.options.has_open_rolls
    asked = asked_at_dice(table.state) if is_open and table.state.attack is not None else ()
    if close_window(table, is_roll_open=bool(asked)):
        key = _attack_key("roll", table.state, table.attack)
        table.emit(ev.Asked(OpenAsk(key, "rolls", asked)))
        return True
    _ask_to_rearrange(table)
    return False


def _ask_to_rearrange(table: InwoTable) -> None:
    """Outside an attack; a New World Order that waits for it does not count yet."""
    if table.state.attack is None:
        ask_all_to_rearrange(table)


def _settle_at_once(table: InwoTable) -> None:
    """Rounds until a quiet one, an Instant attack inside among them; then it closes (I18.5)."""
    for _ in range(MOST_ROUNDS):
        was_inside = table.state.paused is not None
        has_played = apply_round(table)
        shed_all(table, is_over=False)
        if not has_played:
            break
        if table.state.paused is not None and not was_inside:
            _settle_at_once(table)
    close_and_ask(table)


def _settle_moment_at_once(table: InwoTable) -> None:
    """The same at a moment: it goes on after an attack that has begun in it (I18.5)."""
    for _ in range(MOST_ROUNDS):
        before = len(table.events)
        _settle_at_once(table)
        if not any(isinstance(event, ev.AttackAnnounced) for event in table.events[before:]):
            return


def is_use_halted(table: InwoTable, question: Question) -> bool:
    """A Plot is used or lost, Groups are moved; whether the game stops for answers to it."""
    settle_late(table, question)
    return is_halted(table)


def _window_of(state: InwoState, seats: tuple[str, ...], round_: int) -> OpenAsk:
    """The window of the attack under way, or of the plays outside one, in its n-th round."""
    if state.attack is not None:
        key = _attack_key("attack", state, state.attack)
    else:
        key = f"plays-{state.turn.number}.{state.segment[0].line}"
    return OpenAsk(key, "answers", seats, round_)


def _attack_key(what: str, state: InwoState, attack: RunningAttack) -> str:
    """The window of its announcement, or of its dice; after each attack inside it a new one."""
    inside = sum(play.what == "strike" for play in attack.plays)
    again = f"-{inside}" if inside else ""
    return f"{what}-{state.turn.number}.{attack.number}{again}"


def asked_of(state: InwoState) -> tuple[str, ...]:
    """Whom it may concern, by public facts alone: never by what is hidden (I31.5).

    The attacker too, while he may still call it off (I11.9).
    """
    attack = state.attack
    target = state.controller(attack.target) if attack is not None else None
    asked: list[str] = []
    for seat in state.seats_after(subject_of(state)):
        is_shut = attack is not None and attack.privileged and attack.round > 0
        if (not is_shut or seat.name == target) and _has_means(state, seat):
            asked.append(seat.name)
    if asked and attack is not None and attack.intent is not None:
        asked.append(attack.seat)
    return tuple(asked)


def asked_at_dice(state: InwoState) -> tuple[str, ...]:
    """Whom dice may concern, by public facts alone; the attacker comes last (I23, I31.5)."""
    seats = (*state.seats_after(subject_of(state)), state.seat(subject_of(state)))
    return tuple(seat.name for seat in seats if not seat.is_out and _has_means(state, seat))


def _has_means(state: InwoState, seat: InwoSeat) -> bool:
    """Whether he has a card in his hand, or a token on the table."""
    tokens = state.tokens.items()
    has_tokens = any(number and state.table[copy].seat == seat.name for copy, number in tokens)
    return bool(seat.plots or seat.groups) or has_tokens


def answer_window(table: InwoTable, key: str) -> bool:
    """A round of answers; whether another is opened (I31.8)."""
    ask = next(ask for ask in table.state.asks if ask.key == key)
    was_inside = table.state.paused is not None
    has_played = apply_round(table)
    shed_all(table, is_over=False)
    report_refused(table)
    if table.state.paused is not None and not was_inside:
        table.emit(ev.AskClosed(key))
        return _open_again(table, 1)
    again = _next_round(table.state, ask) if has_played and ask.round < MOST_ROUNDS else None
    if again is None or again.key != key:
        table.emit(ev.AskClosed(key))
    if again is not None:
        _mark_asked(table, again.moment)
        is_other = ask.moment != again.moment
        table.emit(ev.Asked(again if is_other else with_passes(table, ask, again)))
        return True
    return close_and_ask(table) or _goes_on_outside(table)


def _next_round(state: InwoState, ask: OpenAsk) -> OpenAsk | None:
    """The window once more, or that of the attack which has begun in it; None if nothing is open
    that anybody could answer."""
    if ask.moment and state.attack is None:
        seats = asked_at_dice(state)
        again = OpenAsk(ask.key, "answers", seats, ask.round + 1, moment=ask.moment)
        return again if seats else None
    asked = asked_of(state)
    is_open = state.attack is not None or bool(state.segment)
    return _window_of(state, asked, ask.round + 1) if is_open and asked else None


def answer_rolls(table: InwoTable, key: str) -> bool:
    """A round of answers to dice; whether another is opened, or another window (I31.12)."""
    ask = next(ask for ask in table.state.asks if ask.key == key)
    has_changed = answer_dice(table)
    shed_all(table, is_over=False)
    _refuse_others(table)
    report_refused(table)
    asked = asked_at_dice(table.state)
    if has_changed and asked and ask.round < MOST_ROUNDS:
        again = OpenAsk(key, "rolls", asked, ask.round + 1)
        table.emit(ev.Asked(with_passes(table, ask, again)))
        return True
    table.emit(ev.AskClosed(key))
    close_roll_window(table)
    _ask_to_rearrange(table)
    return _goes_on_outside(table)


def _refuse_others(table: InwoTable) -> None:
    """Lines for something else than the dice that lie."""
    for seat, lines in table.answers.items():
        for line in lines:
            key = (seat, line.number)
            if key not in table.made and not isinstance(line.order, od.PassRound):
                table.refused.setdefault(key, refuse(rl.DICE_LIE))


def _goes_on_outside(table: InwoTable) -> bool:
    """Whether the attack goes on inside which another was (I18.5)."""
    return table.state.attack is not None and _open_again(table, table.attack.round + 1)


def _open_again(table: InwoTable, round_: int) -> bool:
    """The window of the attack inside another, or of that again; whether there is one (I18.5)."""
    while table.state.attack is not None:
        asked = asked_of(table.state)
        if asked:
            table.emit(ev.Asked(_window_of(table.state, asked, round_)))
            return True
        if close_and_ask(table):
            return True
        round_ = table.state.round + 1
    return False


def reopen(table: InwoTable) -> None:
    """The window of an attack inside which another was that is over, or what follows it."""
    _goes_on_outside(table)


def with_passes(table: InwoTable, before: OpenAsk, ask: OpenAsk) -> OpenAsk:
    """The next round, with those who have passed in all: they are asked, but not waited for."""
    need = need_now(table.state) if table.state.attack is not None else None
    wakes, unless = dict(before.wakes), dict(before.unless)
    active = {seat for seat, _ in table.made}
    passed: list[str] = []
    for seat in ask.seats:
        lines = table.answers.get(seat, ())
        last = lines[-1].order if lines else None
        is_pass = isinstance(last, od.PassRound) and (last.all_rounds or last.until is not None)
        if last is not None:
            wakes.pop(seat, None)
            unless.pop(seat, None)
        if isinstance(last, od.PassRound) and last.until is not None:
            wakes[seat] = last.until
        if isinstance(last, od.PassRound) and last.unless:
            unless[seat] = last.unless
        is_awake = need is not None and seat in wakes and wakes[seat].fits(need)
        is_awake = is_awake or unless.get(seat) in active
        if (is_pass or last is None and seat in before.passed) and not is_awake:
            passed.append(seat)
    rows = tuple(row for row in wakes.items() if row[0] in ask.seats)
    others = tuple(row for row in unless.items() if row[0] in ask.seats)
    return changed(ask, passed=tuple(passed), wakes=rows, unless=others)


def try_unanswered(table: InwoTable) -> None:
    """What nobody can answer is done as soon as it is legal (I39.5)."""
    heed_choices(table)
    if table.state.options.pace != "policies":
        return
    for seat in table.state.seats_after(table.state.turn.seat):
        for line in table.answers.get(seat.name, ()):
            if isinstance(line.order, UNANSWERED) and not line.window:
                answer(table, seat.name, line)


def try_the_rest(table: InwoTable) -> None:
    """Lines on file that no window took are tried as interrupts before the knock (I39.5)."""
    if table.state.options.pace != "policies":
        return
    for seat in table.state.seats_after(table.state.turn.seat):
        lines = table.answers.get(seat.name, ())
        for line in lines:
            if line.window == "victory" or isinstance(line.order, IN_VICTORY):
                continue
            key = (seat.name, line.number)
            waits = key in table.refused and table.refused[key].reason is rl.ATTACK_WAITS
            # An Instant attack sent during another has waited for that to be over (I18.5).
            answer(table, seat.name, changed(line, window="") if waits else line)
            is_halted(table)
            if key not in table.made and holds(table.state, seat.name, line):
                is_early = isinstance(line.order, IN_MAIN_PHASE)
                is_choice = isinstance(line.order, od.Choose)
                why = rl.NO_QUESTION if is_choice else rl.NOT_MAIN if is_early else rl.NO_ATTACK
                table.refused.setdefault(key, refuse(why, seat=seat.name))
    _refuse_choices(table, table.state.turn.seat)


def _refuse_choices(table: InwoTable, seat: str) -> None:
    """Choices of the mover for which no card has asked (I39.5)."""
    for line in table.answers.get(seat, ()):
        key = (seat, line.number)
        is_open = key not in table.made and holds(table.state, seat, line)
        if isinstance(line.order, od.Choose) and is_open:
            table.refused.setdefault(key, refuse(rl.NO_QUESTION, seat=seat))
