"""Who may make an attack privileged, and let himself into one (I16.2, I16.3, I35.31)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.acting import refuse_acting, refuse_any_play
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts
from engine.inwo.inwotable import find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import RunningAttack


def is_always_privileged(known: Facts, attacker: str, target: str) -> bool:
    """Whether every attack of the Group is privileged, unless the target's cannot be (I35.31)."""
    barred = (
        known.reaches(card, rule.covers, target) for card, rule in known.of_kind(ab.NoPrivilege)
    )
    linked = (card.host == attacker for card, _ in known.of_kind(ab.AllPrivileged))
    return any(linked) and not any(barred)


def refuse_privilege(
    known: Facts, seat: str, order: od.LaunchAttack, attacker: str, target: str
) -> Refusal | None:
    """Why an attack is not privileged as its line claims (I16.2)."""
    if not order.privileged:
        return None
    if any(
        known.reaches(card, rule.covers, target) for card, rule in known.of_kind(ab.NoPrivilege)
    ):
        return refuse(rl.PRIVILEGE_IMMUNE, card=target)
    if is_always_privileged(known, attacker, target):
        return None
    if order.privileged_by is not None:
        return _refuse_claim(known, seat, order, attacker, target)
    free = sum(p.times for _, p in known.of_seat(seat, ab.FreePrivilege))
    used = known.state.seat(seat).used.count("privilege")
    return None if free > used else refuse(rl.NO_PRIVILEGE, seat=seat)


def _refuse_claim(
    known: Facts, seat: str, order: od.LaunchAttack, attacker: str, target: str
) -> Refusal | None:
    """A Plot that makes an attack privileged: in which attacks it may (I16.2)."""
    held = find(known.state.seat(seat).plots, order.privileged_by or "")
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.privileged_by or "")
    if barred := refuse_any_play(known.state, seat, held):
        return barred
    if card_of(held).ability(ab.ClaimPrivilege):
        is_able = _takes_part(known, seat, order, attacker) or claimer_of(known, seat, order)
        return None if is_able else refuse(rl.COST_NOT_MET, card=held)
    for plot in card_of(held).abilities:
        if not isinstance(plot, ab.AttackPlot) or not plot.privileged:
            continue
        helpers = [on_table(known.state, h.card, seat) for h in order.aid if not plot.direct]
        if plot.with_agents and not _has_agents(known, seat, order, target):
            continue
        if plot.leader.clauses and not any(
            copy and known.fits(plot.leader, copy) for copy in (attacker, *helpers)
        ):
            continue
        if order.form in plot.forms and known.fits(plot.target, target):
            return None
    return refuse(rl.TARGET_UNFIT, card=held)


def _may_claim(known: Facts, copy: str) -> bool:
    """Whether its part in the attack, or its token, is enough for the claim (I35.31)."""
    words = known.words(copy)
    return "illuminati" in words or "Secret" in words


def _takes_part(known: Facts, seat: str, order: od.LaunchAttack, attacker: str) -> bool:
    """Whether his Illuminati or a Secret Group attacks or aids, as the line has it."""
    helpers = (on_table(known.state, helper.card, seat) for helper in order.aid)
    return any(copy and _may_claim(known, copy) for copy in (attacker, *helpers))


def claimer_of(known: Facts, seat: str, order: od.LaunchAttack) -> str | None:
    """Who spends a token for a claim in which nobody fit takes part: the weakest, unless named."""
    held = find(known.state.seat(seat).plots, order.privileged_by or "")
    attacker = on_table(known.state, order.attacker, seat)
    if held is None or card_of(held).ability(ab.ClaimPrivilege) is None or attacker is None:
        return None
    if order.privilege_paid_by is None and _takes_part(known, seat, order, attacker):
        return None
    root, *groups = known.groups[seat]
    named = on_table(known.state, order.privilege_paid_by or "", seat)
    able = [
        copy
        for copy in (*sorted(groups, key=known.power), root)
        if copy != attacker and named in (None, copy) and _may_claim(known, copy)
    ]
    return next((c for c in able if refuse_acting(known, c, rl.NO_TOKEN_TO_PAY) is None), None)


def _has_agents(known: Facts, seat: str, order: od.LaunchAttack, target: str) -> bool:
    """Whether the line sends a copy of a rival's Group that is in the hand."""
    card = known.table.get(target)
    is_rivals = card is not None and card.seat != seat
    return (
        is_rivals
        and order.agents
        and find(known.state.seat(seat).groups, card_id(target)) is not None
    )


def enters(copy: str) -> bool:
    """Whether a card lets its player into a privileged attack (I35.23)."""
    return any(isinstance(one, ab.AttackPlot) and one.enters for one in card_of(copy).abilities)


def has_entered(attack: RunningAttack, seat: str) -> bool:
    """Whether a player has let himself into a privileged attack (I16.3)."""
    return any(enters(play.card) for play in attack.standing("plot") if play.seat == seat)


def is_opened(known: Facts, attack: RunningAttack, copy: str, side: str) -> bool:
    """Whether a play opens the attack to such Groups (I35.23)."""
    return any(
        (part.all_seats or known.table[copy].seat == play.seat) and known.fits(part.opens, copy)
        for play in attack.standing("plot")
        for part in card_of(play.card).abilities
        if isinstance(part, ab.AttackPlot) and part.opens is not None and side in part.sides
    )
