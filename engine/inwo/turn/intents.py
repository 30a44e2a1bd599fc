"""Attacks announced TENTATIVE: after the first round called off for nothing, or meant (I11.8)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.course import fall
from engine.inwo.attacks.parts import take_parts
from engine.inwo.inwotable import InwoTable
from engine.inwo.rulings import refuse
from engine.inwo.turn.conditions import holds
from engine.inwo.turn.policies import throw_reserves


def attacker_last(table: InwoTable) -> None:
    """What the attacker's order says for the end of a round (I31.10)."""
    settle_intent(table)
    if table.state.attack is not None:
        throw_reserves(table)


def settle_intent(table: InwoTable) -> None:
    """At the end of the first round: called off if its CALL OFF IF holds, else meant (I11.9)."""
    attack = table.state.attack
    if attack is None or attack.intent is None:
        return
    line = od.InwoLine(0, od.PassRound(), conditions=attack.intent.call_off)
    trial = InwoTable(table.state, table.dice, table.policies)
    _commit(trial)
    is_off = bool(line.conditions) and holds(trial.state, attack.seat, line)
    if is_off:
        fall(table, is_called_off=True)
    else:
        _commit(table)


def call_off(table: InwoTable, seat: str, order: od.CallOff | od.CommitAttack) -> Refusal | None:
    """The attacker's own word, while he is not committed (I11.8)."""
    attack = table.state.attack
    if attack is None or attack.seat != seat:
        return refuse(rl.NO_ATTACK, seat=seat)
    if attack.intent is None:
        return refuse(rl.COMMITTED, seat=seat)
    if isinstance(order, od.CommitAttack):
        _commit(table)
    else:
        fall(table, is_called_off=True)
    return None


def commit_by_play(table: InwoTable, seat: str, events: Sequence[ev.InwoEvent]) -> None:
    """Who plays a Plot or agents, or takes a token off, in an attack of his means it (I11.8)."""
    attack = table.state.attack
    if attack is None or attack.intent is None or attack.seat != seat:
        return
    plays = [one.play.seat for one in events if isinstance(one, ev.AttackJoined | ev.PlayMade)]
    tokens = [one.seat for one in events if isinstance(one, ev.TokensTaken)]
    if seat in (*plays, *tokens):
        _commit(table)


def _commit(table: InwoTable) -> None:
    """The token is spent and what was only named is played; without a token it falls (I22.7)."""
    attack = table.attack
    assert attack.intent is not None and attack.attacker is not None
    if table.state.tokens.get(attack.attacker, 0) < 1:
        fall(table)
        return
    table.emit(ev.AttackCommitted(attack.number))
    table.spend(attack.seat, attack.attacker, "attack")
    take_parts(table, attack.seat, int(attack.number), attack.intent)
