"""What can be done in an attack under way: aid, oppose, boost, agents, Plots (I12, I15)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import joining as jn
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.bonuses import names_kind
from engine.inwo.attacks.costs import costs_meant, pay, payment_of
from engine.inwo.attacks.sum import are_eligible, need_of, terms_of
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, InwoState


def _joined(table: InwoTable, play: AttackPlay) -> None:
    """The play joins the list; then the sum is another."""
    play = changed(play, line=table.attack.number, round=table.attack.round)
    table.emit(ev.AttackJoined(play, _need_with(table, play)))


def _need_with(table: InwoTable, play: AttackPlay) -> int:
    attack = table.attack
    return need_of(terms_of(table.state, changed(attack, plays=(*attack.plays, play))))


def _number(table: InwoTable) -> int:
    return len(table.attack.plays) + 2


def boost_attacker(table: InwoTable, seat: str, plot: str) -> Refusal | None:
    """A +10 for the attacker's own action, in the announcement alone (I11.7, I35.1)."""
    attacker = table.attack.attacker
    assert attacker is not None
    refusal = jn.refuse_boost(table.state, seat, plot, attacker)
    if refusal is None:
        (held,) = _play_boosts(table, seat, (plot,))
        _joined(table, AttackPlay(_number(table), seat, "boost", held))
    return refusal


def _play_boosts(table: InwoTable, seat: str, plots: Iterable[str]) -> tuple[str, ...]:
    held: list[str] = []
    for plot in plots:
        copy = find(table.state.seat(seat).plots, plot)
        assert copy is not None
        table.discard(seat, copy, "plots", "played")
        held.append(copy)
    return tuple(held)


def join(table: InwoTable, seat: str, helper: od.Helper, side: str) -> Refusal | None:
    """A Group spends its token to aid or oppose, with its boosts (I12)."""
    copy = on_table(table.state, helper.card, seat)
    if copy is None:
        return refuse(rl.NOT_ON_TABLE, card=helper.card)
    refusal = jn.refuse_join(table.known, table.attack, seat, copy, side)
    if refusal:
        return refusal
    if jn.ends_privilege(table.known, copy):
        table.emit(ev.PrivilegeEnded(table.attack.number, copy))
    boosts = _fitting(table, seat, copy, helper.boosts)
    table.spend(seat, copy, side)
    if not are_eligible(table.known, table.attack, copy, side):
        boosts = ()
    held = _play_boosts(table, seat, boosts)
    play = AttackPlay(_number(table), seat, "aid", copy, held, "attack")
    if side == "oppose":
        play = changed(play, what="oppose", favours="defense")
    _joined(table, play)
    return None


def add_power(table: InwoTable, seat: str, helper: od.Helper) -> None:
    """The Group that adds its Power to a card's attack spends its token (I18.9)."""
    copy = on_table(table.state, helper.card, seat)
    assert copy is not None
    fitting = _fitting(table, seat, copy, helper.boosts)
    table.spend(seat, copy, "aid")
    held = _play_boosts(table, seat, fitting)
    _joined(table, AttackPlay(_number(table), seat, "aid", copy, held))


def _fitting(table: InwoTable, seat: str, copy: str, boosts: Iterable[str]) -> tuple[str, ...]:
    fitting: list[str] = []
    for plot in boosts:
        if jn.refuse_boost(table.state, seat, plot, copy, fitting) is None:
            fitting.append(find(table.state.seat(seat).plots, plot) or plot)
    return tuple(fitting)


def defend(table: InwoTable, seat: str, boosts: Iterable[str] = ()) -> Refusal | None:
    """A token of the target in its own defense (I12.4)."""
    refusal = jn.refuse_self_defense(table.known, table.attack, seat)
    if refusal:
        return refusal
    target = table.attack.target
    fitting = _fitting(table, seat, target, boosts)
    table.spend(seat, target, "self-defense")
    held = _play_boosts(table, seat, fitting)
    _joined(table, AttackPlay(_number(table), seat, "self-defense", target, held, "defense"))
    return None


def shore_up(table: InwoTable, seat: str, plot: str, on: str = "") -> Refusal | None:
    """A +10 for the defense of the value attacked, `on` that Group if one is named (I35.1)."""
    attack = table.attack
    target = table.state.table.get(attack.target)
    if target is None or target.seat != seat:
        return refuse(rl.NOT_YOURS, card=attack.target)
    if on and on_table(table.state, on, seat) != attack.target:
        return refuse(rl.BOOST_UNFIT, card=plot, on=on)
    if attack.instant:
        return refuse(rl.NOT_PLAYABLE, card=plot)
    refusal = jn.refuse_boost(table.state, seat, plot, attack.target)
    if refusal is None:
        (held,) = _play_boosts(table, seat, (plot,))
        _joined(table, AttackPlay(_number(table), seat, "defend", held, favours="defense"))
    return refusal


def send_agents(table: InwoTable, seat: str, side: str) -> Refusal | None:
    """A copy of the target from the hand, for or against (I15)."""
    refusal = jn.refuse_agents(table.known, table.attack, seat, side)
    if refusal:
        return refusal
    held = find(table.state.seat(seat).groups, card_id(table.attack.target))
    assert held is not None
    table.discard(seat, held, "groups", "agents")
    play = AttackPlay(_number(table), seat, "agents", held)
    _joined(table, play if side == "aid" else changed(play, favours="defense"))
    return None


def throw_in(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    """A Plot of the hand that counts in an attack (I35.13)."""
    held = find(table.state.seat(seat).plots, order.card)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    attack, known = table.attack, table.known
    if card_of(held).ability(ab.NegatePrivilege):
        return negate_privilege(table, seat, held)
    refusal = None if lg.enters(held) else lg.refuse_taking_part(known, attack, seat)
    if refusal:
        return refusal
    if card_of(held).ability(ab.PlotBoost):
        return shore_up(table, seat, held, next(iter(order.on), ""))
    mine = [play.card for play in attack.plays if play.seat == seat and not play.cancelled]
    if any(card_id(card) == card_id(held) for card in mine):
        return refuse(rl.SECOND_COPY, card=held)
    plot = _fitting_plot(table.state, held, order.value)
    if plot is None:
        return refuse(rl.NOT_PLAYABLE, card=held)
    if plot.magic and plot.side == "attack":
        refusal = lg.refuse_magic(known, seat, attack.target)
        if refusal:
            return refusal
    paid = _pay_for(table, seat, plot, held, order)
    if paid is None:
        return refuse(rl.COST_NOT_MET, card=held)
    table.discard(seat, held, "plots", "played")
    play = AttackPlay(_number(table), seat, "plot", held, (), plot.side, plot.amount)
    _joined(table, changed(play, paid=tuple(paid)))
    return None


def _pay_for(
    table: InwoTable, seat: str, plot: ab.AttackPlot, held: str, order: od.PlayPlot
) -> tuple[str, ...] | None:
    """What a Plot in an attack costs is paid; None where it cannot be (I6.8, I34.5)."""
    if plot.costs:
        costs = costs_meant(plot.costs, order.discards)
        payment = payment_of(table.known, seat, costs, order.paying, held)
        if payment is None:
            return None
        pay(table, seat, payment)
        return payment.cards
    if plot.payer is None:
        return ()
    payers = [on_table(table.state, name, seat) or name for name in order.paying]
    paid = tuple(copy for copy in payers if _may_pay(table, seat, copy, plot))
    if sum(table.known.power(copy) for copy in paid) < plot.payer_power or not paid:
        return None
    for copy in paid:
        table.spend(seat, copy, "cost")
    return paid


def _fitting_plot(state: InwoState, copy: str, value: str) -> ab.AttackPlot | None:
    """The part of a card that counts in this attack; `DEFENSE` asks for one that hinders it."""
    parts = [a for a in card_of(copy).abilities if isinstance(a, ab.AttackPlot)]
    parts = [a for a in parts if a.side == "defense"] if value == "DEFENSE" else parts
    return next((part for part in parts if _suits(state, part)), None)


def refuse_lending(state: InwoState, seat: str, order: od.UseAbility) -> Refusal | None:
    """Why a card in play does not lend its points to the attack (I38.93)."""
    known, attack = facts(state), state.attack
    assert attack is not None
    copy = on_table(state, order.card, seat)
    if copy is None or state.table[copy].seat != seat:
        return refuse(rl.NOT_ON_TABLE, card=order.card)
    refusal = None if lg.enters(copy) else lg.refuse_taking_part(known, attack, seat)
    if refusal:
        return refusal
    if any(play.card == copy and play.what == "plot" for play in attack.plays):
        return refuse(rl.SECOND_COPY, card=copy)
    plot = _fitting_plot(state, copy, order.value)
    if plot is None or known.is_idle(copy):
        return refuse(rl.NOT_PLAYABLE, card=copy)
    if plot.side == "attack" and lg.is_warded(known, copy, seat, attack.target):
        return refuse(rl.IMMUNE, card=attack.target, by=copy)
    return None if plot.free else lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_USE)


def lend(table: InwoTable, seat: str, order: od.UseAbility) -> Refusal | None:
    """A card in play gives points to one side, or takes some from the attack (I38.53)."""
    refusal = refuse_lending(table.state, seat, order)
    if refusal:
        return refusal
    copy = on_table(table.state, order.card, seat)
    assert copy is not None
    plot = _fitting_plot(table.state, copy, order.value)
    assert plot is not None
    if not plot.free and not plot.discards:
        table.spend(seat, copy, "ability")
    is_lower = order.value == "LOWER" and plot.lower > 0
    side = "defense" if is_lower else plot.side
    amount = plot.lower if is_lower else plot.amount
    _joined(table, AttackPlay(_number(table), seat, "plot", copy, (), side, amount))
    if plot.discards:
        owner = table.state.owner_of(copy).name
        table.emit(ev.LeftPlay(((copy, owner),), "discards", "used"))
    return None


def play_privilege(table: InwoTable, seat: str, plot: str) -> None:
    """The Plot that makes the attack privileged, with its bonus if it has one (I16.2)."""
    held = find(table.state.seat(seat).plots, plot)
    assert held is not None
    bonus = card_of(held).ability(ab.AttackPlot)
    table.discard(seat, held, "plots", "played")
    amount = bonus.amount if bonus else 0
    _joined(table, AttackPlay(_number(table), seat, "plot", held, amount=amount))


def play_along(table: InwoTable, seat: str, copy: str) -> None:
    """A Plot in the attack that adds nothing, and counts once it is settled."""
    _joined(table, AttackPlay(_number(table), seat, "plot", copy))


def negate_privilege(table: InwoTable, seat: str, held: str) -> Refusal | None:
    """Anyone may end the privilege of an attack (I16.3)."""
    if not table.attack.privileged:
        return refuse(rl.NOT_PLAYABLE, card=held)
    table.discard(seat, held, "plots", "played")
    _joined(table, AttackPlay(_number(table), seat, "plot", held, favours="defense"))
    table.emit(ev.PrivilegeEnded(table.attack.number, held))
    return None


def _suits(state: InwoState, plot: ab.AttackPlot) -> bool:
    attack, known = state.attack, facts(state)
    assert attack is not None
    if attack.form not in plot.forms or not known.fits(plot.target, attack.target):
        return False
    if not names_kind(attack, plot.instants, plot.only):
        return False
    if plot.about is not None and not _is_about(known, plot, attack.target):
        return False
    if plot.cards.clauses and not (attack.by_card and known.fits(plot.cards, attack.by_card)):
        return False
    if plot.privileged and not attack.privileged:
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


def _is_about(known: Facts, plot: ab.AttackPlot, target: str) -> bool:
    """Such a Group, a puppet of it, or its master unless that is directly under the Illuminati."""
    card = known.table.get(target)
    near = [target] if card is None or card.master is None else [target, card.master]
    near += known.puppets.get(target, []) if card is not None and known.distance(target) else []
    return plot.about is not None and any(known.fits(plot.about, copy) for copy in near)


def _may_pay(table: InwoTable, seat: str, copy: str, plot: ab.AttackPlot) -> bool:
    assert plot.payer is not None
    if table.state.controller(copy) != seat or copy == table.attack.attacker:
        return False
    return table.state.tokens.get(copy, 0) > 0 and table.known.fits(plot.payer, copy)
