"""What can be done in an attack under way: aid, oppose, boost, agents, Plots (I12, I15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import joining as jn
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.bonuses import names_kind, refuse_magic
from engine.inwo.attacks.costs import costs_meant, pay, payment_of, tender_of
from engine.inwo.attacks.sum import are_eligible, need_of, terms_of
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import UNCONTROLLED, AttackPlay, Change, InwoState, RunningAttack


def joined(table: InwoTable, play: AttackPlay) -> None:
    """The play joins the list; then the sum is another."""
    play = changed(play, line=table.attack.number, round=table.attack.round)
    table.emit(ev.AttackJoined(play, _need_with(table, play)))


def _need_with(table: InwoTable, play: AttackPlay) -> int:
    attack = table.attack
    return need_of(terms_of(table.state, changed(attack, plays=(*attack.plays, play))))


def next_number(table: InwoTable) -> int:
    return len(table.attack.plays) + 2


def boost_attacker(table: InwoTable, seat: str, plot: str) -> Refusal | None:
    """A +10 for the attacker's own action, in the announcement alone (I11.7, I35.1)."""
    attacker = table.attack.attacker
    assert attacker is not None
    refusal = jn.refuse_boost(table.state, seat, plot, attacker)
    if refusal is None:
        (held,) = _play_boosts(table, seat, (plot,))
        joined(table, AttackPlay(next_number(table), seat, "boost", held))
    return refusal


def _play_boosts(table: InwoTable, seat: str, plots: Iterable[str]) -> tuple[str, ...]:
    held: list[str] = []
    for plot in plots:
        copy = find(table.state.seat(seat).plots, plot)
        assert copy is not None
        table.discard(seat, copy, "plots", "played")
        held.append(copy)
    return tuple(held)


def roll_words(table: InwoTable, number: str, cards: Iterable[str]) -> None:
    """Who has a word by the dice rolls for it as he gets a part in an attack (I38.21)."""
    for copy in cards:
        rule = card_of(copy).ability(ab.RolledWord)
        if rule is not None and copy in table.state.table and table.die(copy) <= rule.most:
            until = f"attack:{number}"
            table.emit(ev.ChangeBegan(Change(copy, "alignment", "gain", rule.word, until=until)))


def obey_dice_law(table: InwoTable) -> None:
    """A natural 2 is 12, and costs a token of his Illuminati."""
    attack = table.attack
    attacking = [(attack.seat, attack.attacker or "")]
    attacking += [(play.seat, play.card) for play in attack.standing("aid")]
    for seat, copy in attacking:
        law = card_of(copy).ability(ab.DiceLaw) if copy else None
        if law is not None and attack.roll == (1, 1):
            table.emit(ev.DiceChanged(attack.number, "set", 12))
            root = table.state.seat(seat).illuminati
            if table.state.tokens.get(root, 0):
                table.emit(ev.TokensTaken(seat, ((root, 1),), "dice-law"))


def join(table: InwoTable, seat: str, helper: od.Helper, side: str) -> Refusal | None:
    """A Group spends its token to aid or oppose, with its boosts (I12)."""
    copy = on_table(table.state, helper.card, seat)
    if copy is None:
        return refuse(rl.NOT_ON_TABLE, card=helper.card)
    refusal = jn.refuse_join(table.known, table.attack, seat, copy, side)
    if refusal:
        return refusal
    if jn.ends_privilege(table.known, table.attack, copy):
        table.emit(ev.PrivilegeEnded(table.attack.number, copy))
    boosts = _fitting(table, seat, copy, helper.boosts)
    table.spend(seat, copy, side)
    roll_words(table, table.attack.number, (copy,))
    if not are_eligible(table.known, table.attack, copy, side):
        for plot in boosts:
            table.leave_out(f"BOOST {card_id(plot)}", refuse(rl.BOOST_UNFIT, card=plot))
        boosts = ()
    held = _play_boosts(table, seat, boosts)
    play = AttackPlay(next_number(table), seat, "aid", copy, held, "attack")
    if side == "oppose":
        play = changed(play, what="oppose", favours="defense")
    joined(table, play)
    return None


def add_power(table: InwoTable, seat: str, helper: od.Helper) -> None:
    """The Group that adds its Power to a card's attack spends its token (I18.9)."""
    copy = on_table(table.state, helper.card, seat)
    assert copy is not None
    fitting = _fitting(table, seat, copy, helper.boosts)
    table.spend(seat, copy, "aid")
    roll_words(table, table.attack.number, (copy,))
    held = _play_boosts(table, seat, fitting)
    joined(table, AttackPlay(next_number(table), seat, "aid", copy, held))


def _fitting(table: InwoTable, seat: str, copy: str, boosts: Iterable[str]) -> tuple[str, ...]:
    fitting: list[str] = []
    for plot in boosts:
        refusal = jn.refuse_boost(table.state, seat, plot, copy, fitting)
        if refusal is None:
            fitting.append(find(table.state.seat(seat).plots, plot) or plot)
        else:
            table.leave_out(f"BOOST {card_id(plot)}", refusal)
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
    joined(table, AttackPlay(next_number(table), seat, "self-defense", target, held, "defense"))
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
        joined(table, AttackPlay(next_number(table), seat, "defend", held, favours="defense"))
    return refusal


def send_agents(table: InwoTable, seat: str, side: str) -> Refusal | None:
    """A copy of the target from the hand, for or against (I15)."""
    refusal = jn.refuse_agents(table.known, table.attack, seat, side)
    if refusal:
        return refusal
    held = find(table.state.seat(seat).groups, card_id(table.attack.target))
    assert held is not None
    table.discard(seat, held, "groups", "agents")
    play = AttackPlay(next_number(table), seat, "agents", held)
    joined(table, play if side == "aid" else changed(play, favours="defense"))
    return None


def throw_in(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    """A Plot of the hand that counts in an attack (I35.13)."""
    held = find(table.state.seat(seat).plots, order.card)
    if held is None:
        return _give_in(table, seat, order)
    if table.state.is_extra_for(seat):
        return refuse(rl.NO_PLAYS, card=held)
    part = card_of(held).ability(ab.AttackPlot)
    if part and part.spoken and order.said is not None and part.spoken not in order.said:
        return refuse(rl.UNSAID, card=held)
    attack, known = table.attack, table.known
    if card_of(held).ability(ab.NegatePrivilege):
        return negate_privilege(table, seat, held)
    refusal = None if lg.enters(held) else lg.refuse_taking_part(known, attack, seat)
    if refusal:
        return refusal
    if card_of(held).ability(ab.PlotBoost):
        if table.state.controller(attack.target) != seat:
            late = rl.BOOST_LATE if seat == attack.seat else rl.HELPER_BOOST_LATE
            return refuse(late, card=held)
        return shore_up(table, seat, held, next(iter(order.on), ""))
    return _throw_in(table, seat, held, order)


def _give_in(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    """A Group card of the hand that is played as a Plot, and goes to the target's player (I37)."""
    attack, held = table.attack, find(table.state.seat(seat).groups, order.card)
    parts = card_of(held).abilities if held is not None else ()
    given = next((one for one in parts if isinstance(one, ab.AttackPlot) and one.given), None)
    if held is None or given is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    rival = table.state.controller(attack.target)
    is_fit = _suits(table.state, given) and rival in [one.name for one in table.state.seats]
    if not is_fit or rival == seat or rival is None:
        return refuse(rl.NOT_PLAYABLE, card=held)
    refusal = lg.refuse_taking_part(table.known, attack, seat)
    if refusal is None:
        table.emit(ev.CardsMoved(seat, (held,), "groups", "groups", "given", 0, True, rival))
        play = AttackPlay(next_number(table), seat, "plot", held, amount=given.amount)
        joined(table, play)
    return refusal


def _throw_in(table: InwoTable, seat: str, held: str, order: od.PlayPlot) -> Refusal | None:
    """One that adds points, or opens the attack."""
    attack, known = table.attack, table.known
    mine = [play.card for play in attack.plays if play.seat == seat and not play.cancelled]
    plot = fitting_plot(table.state, held, _side_meant(table, seat, held, order.value))
    if any(card_id(card) == card_id(held) for card in mine) or _is_taken(table, held, plot):
        return refuse(rl.SECOND_COPY, card=held)
    if plot is None:
        return refuse_attack_plot(held)
    is_magic = plot.magic and plot.side == "attack"
    refusal = refuse_magic(known, seat, attack.target) if is_magic else None
    if refusal:
        return refusal
    paid = _pay_for(table, seat, plot, held, order)
    if paid is None:
        return refuse(rl.COST_NOT_MET, card=held)
    if plot.sole:
        _send_back(table, held)
    table.discard(seat, held, "plots", "played")
    play = AttackPlay(next_number(table), seat, "plot", held, (), plot.side, plot.amount)
    joined(table, changed(play, paid=tuple(paid)))
    return None


def _side_meant(table: InwoTable, seat: str, held: str, value: str) -> str:
    """Of a Plot for either side the target's player means the defense (I36.4)."""
    parts = [a for a in card_of(held).abilities if isinstance(a, ab.AttackPlot)]
    is_either = len({part.side for part in parts}) > 1 and any(part.sole for part in parts)
    is_his = table.state.controller(table.attack.target) == seat != table.attack.seat
    is_against = value.upper() in ("AGAINST", "DEFENSE") or (not value and is_his)
    return "DEFENSE" if is_either and is_against else value


def _is_taken(table: InwoTable, held: str, plot: ab.AttackPlot | None) -> bool:
    """Whether one is in the attack already of which there is but one, on any side but this."""
    if plot is None or not plot.sole:
        return False
    same = [p for p in table.attack.standing("plot") if card_id(p.card) == card_id(held)]
    return any(play.favours == "defense" or plot.side == "attack" for play in same)


def _send_back(table: InwoTable, held: str) -> None:
    """The attacker takes his back, exposed, where the defender plays one (I36.4)."""
    for play in tuple(table.attack.standing("plot")):
        owner = table.state.owner_of(play.card).name
        if card_id(play.card) == card_id(held) and play.card in table.state.seat(owner).discards:
            table.emit(ev.PlayCancelled(play.full))
            card = (play.card,)
            table.emit(ev.CardsMoved(owner, card, "discards", "plots", "back", 0, True, play.seat))


def _pay_for(
    table: InwoTable, seat: str, plot: ab.AttackPlot, held: str, order: od.PlayPlot
) -> tuple[str, ...] | None:
    """What a Plot in an attack costs is paid; None where it cannot be (I6.8, I34.5)."""
    if plot.costs:
        costs = costs_meant(plot.costs, order.discards)
        payment = payment_of(table.known, seat, costs, tender_of(order), held)
        if payment is None:
            return None
        pay(table, seat, payment)
        return payment.cards
    if plot.payer is None:
        return ()
    root, *groups = table.known.groups[seat]
    named = [on_table(table.state, name, seat) or name for name in order.paying]
    # Where nobody is named the weakest pays, his Illuminati last (I34.5).
    payers = named or [*sorted(groups, key=table.known.power), root]
    paid = tuple(copy for copy in payers if _may_pay(table, seat, copy, plot))[:1]
    for copy in paid:
        table.spend(seat, copy, "cost")
    return paid or None


def fitting_plot(state: InwoState, copy: str, value: str) -> ab.AttackPlot | None:
    """The part of a card that counts in this attack; `DEFENSE` asks for one that hinders it."""
    parts = [a for a in card_of(copy).abilities if isinstance(a, ab.AttackPlot)]
    parts = [a for a in parts if a.side == "defense"] if value == "DEFENSE" else parts
    parts = [a for a in parts if a.discards] if value == "DISCARD" else parts
    return next((part for part in parts if _suits(state, part)), None)


def refuse_attack_plot(copy: str) -> Refusal:
    """Why a card counts for nothing in this attack: it is for others, or for none."""
    is_of_attacks = card_of(copy).ability(ab.AttackPlot) is not None
    return refuse(rl.TARGET_UNFIT if is_of_attacks else rl.NOT_PLAYABLE, card=copy)


def play_privilege(table: InwoTable, seat: str, plot: str) -> None:
    """The Plot that makes the attack privileged, with its bonus if it has one (I16.2)."""
    held = find(table.state.seat(seat).plots, plot)
    assert held is not None
    bonus = card_of(held).ability(ab.AttackPlot)
    table.discard(seat, held, "plots", "played")
    amount = bonus.amount if bonus else 0
    joined(table, AttackPlay(next_number(table), seat, "plot", held, amount=amount))


def play_along(
    table: InwoTable, seat: str, copy: str, what: Literal["plot", "card"] = "plot"
) -> None:
    """A Plot in the attack that adds nothing, and counts once it is settled; or a second card."""
    joined(table, AttackPlay(next_number(table), seat, what, copy))


def negate_privilege(table: InwoTable, seat: str, held: str) -> Refusal | None:
    """Anyone may end the privilege of an attack (I16.3)."""
    if not table.attack.privileged:
        return refuse(rl.NOT_PLAYABLE, card=held)
    table.discard(seat, held, "plots", "played")
    joined(table, AttackPlay(next_number(table), seat, "plot", held, favours="defense"))
    table.emit(ev.PrivilegeEnded(table.attack.number, held))
    return None


def _suits(state: InwoState, plot: ab.AttackPlot) -> bool:
    attack, known = state.attack, facts(state)
    assert attack is not None
    if attack.form not in plot.forms or not known.fits(plot.target, attack.target):
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


def _may_pay(table: InwoTable, seat: str, copy: str, plot: ab.AttackPlot) -> bool:
    assert plot.payer is not None
    if table.state.controller(copy) != seat or copy == table.attack.attacker:
        return False
    is_able = lg.refuse_acting(table.known, copy, rl.NO_TOKEN_TO_PAY) is None
    return is_able and table.known.fits(plot.payer, copy)
