"""Standing orders in a round: triggers, guards, opposition, support, reserves (I31.7)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import orders as od
from engine.inwo.attacks.parts import throw_in_at_once
from engine.inwo.attacks.plays import defend, join
from engine.inwo.attacks.sum import LEAST_NEED, need_now
from engine.inwo.attacks.throwing import throw_in
from engine.inwo.cards import card_id, card_of
from engine.inwo.inwotable import InwoTable, on_table
from engine.inwo.turn.occasions import Make
from engine.inwo.turn.triggers import answer_by_triggers


def is_needed(table: InwoTable, side: str, until: int | None) -> bool:
    """One by one only while the need is on the wrong side of the number (I31.7)."""
    if until is None:
        return True
    need = need_now(table.state)
    return need < until if side == "aid" else need > until


def defend_all(
    table: InwoTable, seat: str, until: int | None, all_in: bool, keep: int
) -> Refusal | None:
    """The target's tokens, then those of whoever may oppose, nearest first (I12.4)."""
    refusal: Refusal | None = None
    target = table.attack.target
    if not all_in and not table.state.tokens.get(target) and is_needed(table, "oppose", until):
        return defend(table, seat)
    while table.state.tokens.get(target, 0) > 0 and is_needed(table, "oppose", until):
        refusal = defend(table, seat)
        if refusal:
            break
    for copy in _near_first(table, seat) if all_in else ():
        if not is_needed(table, "oppose", until) or _tokens_left(table, seat) <= keep:
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


def answer_by_standing(table: InwoTable, seat: str, make: Make, *, is_subject: bool) -> None:
    """What a seat has on file for what is open: its triggers, then its policies."""
    answer_by_triggers(table, seat, make)
    if table.state.attack is not None and not is_subject:
        _answer_by_policy(table, seat)


def _answer_by_policy(table: InwoTable, seat: str) -> None:
    target = table.state.table.get(table.attack.target)
    if table.attack.instant or _stands_aside(table, seat):
        return
    if target is not None and target.seat == seat:
        for guard in table.policies_of(seat, od.GuardPolicy):
            if guard.card in (None, target.copy, card_id(target.copy)):
                _guard(table, seat, guard)
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


def _guard(table: InwoTable, seat: str, guard: od.GuardPolicy) -> None:
    """The Groups and Plots that are named, one by one; where none is, whoever may."""
    if not guard.groups and not guard.plays:
        defend_all(table, seat, guard.until, guard.all_in, guard.keep)
    for name in guard.groups:
        if not is_needed(table, "oppose", guard.until):
            return
        if on_table(table.state, name, seat) == table.attack.target:
            defend(table, seat)
        else:
            join(table, seat, od.Helper(name), "oppose")
    for plot in guard.plays:
        if is_needed(table, "oppose", guard.until):
            throw_in(table, seat, od.PlayPlot(plot))


def _stands_aside(table: InwoTable, seat: str) -> bool:
    """Whether he wants no standing order to answer an attack on this player or card."""
    target = table.attack.target
    named = (card_id(target), table.state.controller(target))
    return any(policy.on in named for policy in table.policies_of(seat, od.AsidePolicy))


def _join_each(
    table: InwoTable, seat: str, side: str, policy: od.OpposePolicy | od.SupportPolicy
) -> None:
    """The Groups of a standing order, one by one while they are needed."""
    for copy in policy.groups:
        if is_needed(table, side, policy.until):
            join(table, seat, od.Helper(copy), side)


def _is_taken(table: InwoTable, taking: str) -> bool:
    """Whether the target is of a word, or that card; "" means any."""
    target = table.attack.target
    words = table.known.words(target) if target in table.state.table else card_of(target).words
    return taking in ("", card_id(target)) or taking in words


def throw_reserves(table: InwoTable) -> None:
    attack = table.attack
    until = attack.until if attack.until is not None else LEAST_NEED
    for helper in attack.reserves:
        if is_needed(table, "aid", until):
            join(table, attack.seat, helper, "aid")
    for play in attack.reserve_plays:
        if is_needed(table, "aid", until):
            throw_in_at_once(table, attack.seat, play)
