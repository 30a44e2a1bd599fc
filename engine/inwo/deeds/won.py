"""What players must choose as an attack is won: Plots lost, burdens handed on (I36.7, I37)."""

from __future__ import annotations

from engine.inwo import events as ev
from engine.inwo.attacks.losses import settle_losses
from engine.inwo.attacks.results import hands_on
from engine.inwo.deeds.on_players import pick_of_all
from engine.inwo.deeds.questions import ask
from engine.inwo.deeds.takeovers import may_get
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import Question, RunningAttack


def settle_won(table: InwoTable, known: Facts, attack: RunningAttack) -> None:
    """Ask whom it concerns; `known`: as the attack closed."""
    for seat, card in settle_losses(table, known, attack):
        pick_of_all(table, seat, card, attack.seat)
    resolved = next(e for e in reversed(table.events) if isinstance(e, ev.AttackResolved))
    if resolved.success and hands_on(attack):
        _ask_for_receiver(table, attack)


def _ask_for_receiver(table: InwoTable, attack: RunningAttack) -> None:
    """Who gets the burden: a rival who may, or nobody, and it is discarded."""
    holder, burden = table.state.controller(attack.target), attack.target
    rivals = [one for one in table.state.seats_after(attack.seat) if one.name != holder]
    open_ = [one for one in rivals if not table.state.shelters(one.name, attack.seat)]
    roots = [one.illuminati for one in open_ if may_get(table.state, one.name, burden)]
    key = f"question-{table.state.turn.number}.{attack.number}.hand-on"
    ask(table, Question(key, attack.seat, "hand-on", burden, cards=(burden, *roots)))
