"""Which part of a card counts in the attack under way, if any does (I35.13)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import rulings as rl
from engine.inwo.attacks.bonuses import fits_struck, names_kind
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import UNCONTROLLED, InwoState, RunningAttack


def fitting_plot(state: InwoState, copy: str, value: str) -> ab.AttackPlot | None:
    """The part of a card that counts in this attack; `DEFENSE` asks for one that hinders it."""
    parts = [a for a in card_of(copy).abilities if isinstance(a, ab.AttackPlot)]
    parts = [a for a in parts if a.side == "defense"] if value == "DEFENSE" else parts
    parts = [a for a in parts if a.discards] if value == "DISCARD" else parts
    return next((part for part in parts if suits_attack(state, part)), None)


def refuse_attack_plot(copy: str) -> Refusal:
    """Why a card counts for nothing in this attack: it is for others, or for none."""
    is_of_attacks = card_of(copy).ability(ab.AttackPlot) is not None
    return refuse(rl.TARGET_UNFIT if is_of_attacks else rl.NOT_PLAYABLE, card=copy)


def suits_attack(state: InwoState, plot: ab.AttackPlot) -> bool:
    attack, known = state.attack, facts(state)
    assert attack is not None
    if attack.form not in plot.forms or not fits_struck(known, plot.target, attack.target):
        return False
    if not names_kind(attack, plot.instants, plot.only):
        return False
    if not _is_special(known, plot, attack):
        return False
    if plot.cards.clauses and not (attack.by_card and known.fits(plot.cards, attack.by_card)):
        return False
    if plot.privileged and not attack.privileged:
        return False
    if plot.near and not _is_near(state, attack.target, plot):
        return False
    agents = [play.favours for play in attack.standing("agents")]
    if plot.for_agents and plot.side not in agents:
        return False
    linked = [card_id(copy) for copy in known.linked.get(attack.target, ())]
    if plot.linked and plot.linked not in linked:
        return False
    leaders = [attack.attacker]
    leaders += [] if plot.direct else [play.card for play in attack.standing("aid")]
    return not plot.leader.clauses or any(c and known.fits(plot.leader, c) for c in leaders)


def _is_special(known: Facts, plot: ab.AttackPlot, attack: RunningAttack) -> bool:
    """Whether what few Plots ask of an attack is so (I36.20, I38.81)."""
    owner = known.table.get(attack.target)
    is_free = attack.from_hand or (owner is not None and owner.seat == UNCONTROLLED)
    if plot.sure and not is_free or plot.releases and owner is None:
        return False
    if plot.akin is not None and not _is_akin(known, plot, attack):
        return False
    return plot.about is None or _is_about(known, plot, attack.target)


def _is_akin(known: Facts, plot: ab.AttackPlot, attack: RunningAttack) -> bool:
    """Whether the attacker shares an alignment with the target, or is such a Group."""
    leader = attack.attacker
    if leader is None or plot.akin is None:
        return False
    theirs = known.words(attack.target)
    shared = [word for word in known.alignments(leader) if word in theirs and word != "Fanatic"]
    return bool(shared) or known.fits(plot.akin, leader)


def _is_about(known: Facts, plot: ab.AttackPlot, target: str) -> bool:
    """Such a Group, a puppet of it, or its master unless that is directly under the Illuminati."""
    card = known.table.get(target)
    near = [target] if card is None or card.master is None else [target, card.master]
    near += known.puppets.get(target, []) if card is not None and known.distance(target) else []
    return plot.about is not None and any(known.fits(plot.about, copy) for copy in near)


def _is_near(state: InwoState, target: str, plot: ab.AttackPlot) -> bool:
    """Whether the target is the card that has this text, its master or a puppet of it."""
    owner = next((c for c in state.table if plot in card_of(c).abilities), "")
    near = (owner, state.table[owner].master) if owner else ()
    return target in near or (target in state.table and state.table[target].master == owner)


def group_elsewhere(state: InwoState, seat: str, named: Sequence[str]) -> str | None:
    """A Group that a line names and that has no part in this attack: another one is meant."""
    attack = state.attack
    copy = on_table(state, named[0], seat) if named else None
    if attack is None or copy is None or card_of(copy).family != "group":
        return None
    taking_part = {attack.target, attack.attacker, *(play.card for play in attack.plays)}
    return None if copy in taking_part else copy
