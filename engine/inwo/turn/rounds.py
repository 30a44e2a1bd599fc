"""Rounds of answers to an attack: everybody in turn, by lines and by policies (I31.6, I31.7)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.plays import defend, join, send_agents, shore_up, throw_in
from engine.inwo.attacks.sum import LEAST_NEED, need_now
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.dice import change_dice, dice_of
from engine.inwo.deeds.effects import carry_waiting, deeds_of, source_of
from engine.inwo.deeds.plots import main_of
from engine.inwo.deeds.secrets import refuse_stored
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState
from engine.inwo.turn.conditions import holds
from engine.inwo.turn.lines import ANY_TIME, carry_out

NOTHING_MEANT = (rl.NO_OPEN_PLAY, rl.NO_SUCH_OFFER)
"""Reasons that tell less than one that was found when there was something to answer."""


def apply_round(table: InwoTable) -> bool:
    """Everybody's answers in order of play, the subject's last; whether any was made (I31.7)."""
    before, made = len(table.state.plays), len(table.made)
    table.emit(ev.RoundBegan(table.state.round + 1))
    subject = subject_of(table.state)
    for seat in table.state.seats_after(subject):
        for line in table.answers.get(seat.name, ()):
            answer(table, seat.name, line)
        if table.state.attack is not None:
            _by_policy(table, seat.name)
    for line in table.answers.get(subject, ()):
        answer(table, subject, line)
    if table.state.attack is not None:
        _throw_reserves(table)
    carry_waiting(table)
    return len(table.state.plays) > before or len(table.made) > made


def answer_dice(table: InwoTable) -> None:
    """Orders on file for dice, asked round and round until none fires (M2, I31.12)."""
    attack = table.attack
    if attack.roll is None:
        return
    seats = [*(seat.name for seat in table.state.seats_after(attack.seat)), attack.seat]
    fired = True
    while fired:
        fired = False
        for seat in seats:
            for line in table.answers.get(seat, ()):
                fired |= _change_dice(table, seat, line)


def _change_dice(table: InwoTable, seat: str, line: od.InwoLine) -> bool:
    """One line that is for dice; whether it was made."""
    key = (seat, line.number)
    if key in table.made or not isinstance(line.order, od.PlayPlot | od.UseAbility):
        return False
    copy = source_of(table.state, seat, line.order)
    if copy is None or dice_of(copy) is None:
        return False
    refusal = change_dice(table, seat, line.order)
    if refusal:
        table.refused[key] = refusal
        return False
    table.made.add(key)
    table.refused.pop(key, None)
    table.emit(ev.LineSettled(seat, line.number, "ok"))
    return True


def subject_of(state: InwoState) -> str:
    """The player whose attack or play a window is about."""
    if state.attack is not None:
        return state.attack.seat
    return state.segment[0].seat if state.segment else state.turn.seat


def _is_meant(table: InwoTable, line: od.InwoLine) -> bool:
    """Whether a line is for what is open: any window, or that of a line, or one round (I39.6)."""
    attack = table.state.attack
    named = getattr(line.order, "attack", None)
    if named is not None and (attack is None or attack.number != named):
        return False
    if not line.window:
        return attack is not None or isinstance(line.order, ANY_TIME)
    if line.window == "victory":
        return table.state.turn.step == "e3"
    number, _, round_ = line.window.partition(".")
    is_open = any(play.line == number for play in table.state.plays)
    return is_open and round_ in ("", str(table.state.round))


def answer(table: InwoTable, seat: str, line: od.InwoLine) -> None:
    """One line of a seat's answers, if it has not been made and means what is open."""
    key = (seat, line.number)
    if key in table.made or not _is_meant(table, line) or not holds(table.state, seat, line):
        return
    if isinstance(line.order, od.PlayPlot | od.UseAbility):
        copy = source_of(table.state, seat, line.order)
        if copy is not None and dice_of(copy):
            table.refused.setdefault(key, refuse(rl.NOT_FIRED, card=copy))
            return
    before = len(table.events)
    refusal = _make(table, seat, line)
    is_made = refusal is None or isinstance(line.order, od.JoinAttack | od.DefendTarget)
    if len(table.events) > before and is_made:
        table.made.add(key)
        table.refused.pop(key, None)
        table.emit(ev.LineSettled(seat, line.number, "ok"))
    elif refusal and (refusal.reason not in NOTHING_MEANT or key not in table.refused):
        table.refused[key] = refusal


def _make(table: InwoTable, seat: str, line: od.InwoLine) -> Refusal | None:
    refusal: Refusal | None = None
    match line.order:
        case od.JoinAttack(side, groups, until):
            for helper in groups:
                if _is_needed(table, side, until):
                    refusal = join(table, seat, helper, side) or refusal
        case od.DefendTarget() as order:
            refusal = _defend_as_told(table, seat, order)
        case od.SendAgents(side):
            refusal = send_agents(table, seat, side)
        case od.PlayPlot() as order if _counts_in_attack(table, seat, order):
            refusal = refuse_stored(table.state, seat, order) or throw_in(table, seat, order)
        case order if isinstance(order, ANY_TIME):
            refusal = carry_out(table, seat, line)
    return refusal


def _counts_in_attack(table: InwoTable, seat: str, order: od.PlayPlot) -> bool:
    """Whether it is a Plot for attacks; any other is played as outside one (I23)."""
    if table.state.attack is None:
        return False
    held = find(table.state.seat(seat).plots, order.card)
    return held is None or (main_of(held) is None and not deeds_of(held))


def tell_refused(table: InwoTable) -> None:
    """Each answer that could not be made, with the reason of its last try (I39.5)."""
    for (seat, line), refusal in table.refused.items():
        reason = refusal.reason
        table.emit(ev.LineSettled(seat, line, "illegal", reason.code, reason.rule))
    table.refused.clear()


def _is_needed(table: InwoTable, side: str, until: int | None) -> bool:
    """One by one only while the need is on the wrong side of the number (I31.7)."""
    if until is None:
        return True
    need = need_now(table.state)
    return need < until if side == "aid" else need > until


def _defend_as_told(table: InwoTable, seat: str, order: od.DefendTarget) -> Refusal | None:
    """The boosts, then the Groups that are named; where none is, the target's own tokens."""
    refusal: Refusal | None = None
    for plot in order.boosts:
        if _is_needed(table, "oppose", order.until):
            refusal = shore_up(table, seat, plot) or refusal
    for helper in order.groups:
        if _is_needed(table, "oppose", order.until):
            refusal = _defend_with(table, seat, helper) or refusal
    if order.groups or refusal:
        return refusal
    return _defend_all(table, seat, order.until, order.all_in, 0)


def _defend_with(table: InwoTable, seat: str, helper: od.Helper) -> Refusal | None:
    """One Group of those named: the target's own token, or a Group that opposes."""
    if on_table(table.state, helper.card, seat) == table.attack.target:
        return defend(table, seat, helper.boosts)
    return join(table, seat, helper, "oppose")


def _defend_all(
    table: InwoTable, seat: str, until: int | None, all_in: bool, keep: int
) -> Refusal | None:
    """The target's tokens, then those of whoever may oppose, nearest first (I12.4)."""
    refusal: Refusal | None = None
    target = table.attack.target
    while table.state.tokens.get(target, 0) > 0 and _is_needed(table, "oppose", until):
        refusal = defend(table, seat)
        if refusal:
            break
    for copy in _near_first(table, seat) if all_in else ():
        if not _is_needed(table, "oppose", until) or _tokens_left(table, seat) <= keep:
            break
        join(table, seat, od.Helper(copy), "oppose")
    return refusal


def _tokens_left(table: InwoTable, seat: str) -> int:
    groups = table.known.groups[seat]
    return sum(table.state.tokens.get(copy, 0) for copy in groups)


def _near_first(table: InwoTable, seat: str) -> list[str]:
    """Who has a token: master and puppets of the target first, then in the order they joined."""
    target = table.state.table.get(table.attack.target)
    near = {target.master if target else None, *table.known.puppets.get(table.attack.target, ())}
    groups = [c for c in table.known.groups[seat] if table.state.tokens.get(c, 0) > 0]
    return sorted(groups, key=lambda copy: copy not in near)


def _by_policy(table: InwoTable, seat: str) -> None:
    target = table.state.table.get(table.attack.target)
    if table.attack.instant:
        return
    if target is not None and target.seat == seat:
        for guard in table.policies_of(seat, od.GuardPolicy):
            if guard.card in (None, target.copy, card_id(target.copy)):
                _defend_all(table, seat, guard.until, guard.all_in, guard.keep)
                return
        return
    for policy in table.policies_of(seat, od.OpposePolicy):
        if policy.seat == table.attack.seat and _is_taken(table, policy.taking):
            _join_each(table, seat, "oppose", policy)
            return
    for support in table.policies_of(seat, od.SupportPolicy):
        owner = target.seat if target is not None else ""
        if support.seat == table.attack.seat and support.against in ("", owner):
            _join_each(table, seat, "aid", support)
            return


def _join_each(
    table: InwoTable, seat: str, side: str, policy: od.OpposePolicy | od.SupportPolicy
) -> None:
    """The Groups of a standing order, one by one while they are needed."""
    for copy in policy.groups:
        if _is_needed(table, side, policy.until):
            join(table, seat, od.Helper(copy), side)


def _is_taken(table: InwoTable, taking: str) -> bool:
    """Whether the target is of a word, or that card; "" means any."""
    target = table.attack.target
    words = table.known.words(target) if target in table.state.table else card_of(target).words
    return taking in ("", card_id(target)) or taking in words


def _throw_reserves(table: InwoTable) -> None:
    attack = table.attack
    for helper in attack.reserves:
        if _is_needed(table, "aid", attack.until if attack.until is not None else LEAST_NEED):
            join(table, attack.seat, helper, "aid")
