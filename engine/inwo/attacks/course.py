"""The course of an attack: announced, joined in rounds, rolled, settled (I11 to I14, I31, I32)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.results import settle_capture, settle_destruction, settle_disaster
from engine.inwo.attacks.sum import are_eligible, need_now, need_of, terms_of
from engine.inwo.cards import card_id, card_of
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, RunningAttack

LEAST_NEED = 2
SURE_FAILURES = (11, 12)
Told = Callable[[str, Refusal], None]


# --- announcing -----------------------------------------------------------------------------


def announce(table: InwoTable, seat: str, number: int, order: od.LaunchAttack) -> Refusal | None:
    """Announce an attack with all that its line names, or say why not (I11)."""
    refusal = lg.refuse_attack(table.state, seat, order) or _refuse_low(table, seat, order)
    if refusal:
        return refusal
    attacker, target, from_hand = lg.named(order, table.known, seat)
    assert attacker is not None and target is not None
    table.spend(seat, attacker, "attack")
    if order.privileged:
        table.emit(ev.OnceUsed(seat, "privilege"))
    attack = RunningAttack(
        str(number),
        seat,
        order.form,
        target,
        attacker,
        from_hand=from_hand,
        at=order.at,
        wishes=order.wishes,
        privileged=order.privileged,
        reserves=order.reserves,
        until=order.until,
    )
    table.emit(ev.AttackAnnounced(attack, terms_of(table.state, attack)))
    _take_parts(table, seat, number, order)
    return None


def _refuse_low(table: InwoTable, seat: str, order: od.LaunchAttack) -> Refusal | None:
    """Not announced at all where the need would be too low (I11.12)."""
    if order.only_if_need is None:
        return None
    trial = InwoTable(table.state, table.dice, table.policies)
    announce(trial, seat, 0, changed(order, only_if_need=None))
    need = need_now(trial.state)
    return refuse(rl.NEED_TOO_LOW, need=need) if need < order.only_if_need else None


def _take_parts(table: InwoTable, seat: str, number: int, order: od.LaunchAttack) -> None:
    """The parts of the line; what is not legal is left out and told (I11.12)."""

    def told(part: str, refusal: Refusal | None) -> None:
        if refusal:
            reason = refusal.reason
            table.emit(ev.LineSettled(seat, number, "illegal", reason.code, reason.rule, part))

    for plot in order.boosts:
        told(f"BOOST {plot}", boost_attacker(table, seat, plot))
    for helper in order.aid:
        told(f"AID {helper.card}", join(table, seat, helper, "aid"))
    if order.agents:
        told("AGENTS", send_agents(table, seat, "aid"))
    for play in order.plays:
        told(f"PLAY {play.card}", throw_in(table, seat, play))


def _joined(table: InwoTable, play: AttackPlay) -> None:
    """The play joins the list; then the sum is another."""
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
    refusal = lg.refuse_boost(table.state, seat, plot, attacker)
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


# --- plays of anybody -----------------------------------------------------------------------


def join(table: InwoTable, seat: str, helper: od.Helper, side: str) -> Refusal | None:
    """A Group spends its token to aid or oppose, with its boosts (I12)."""
    copy = on_table(table.state, helper.card, seat)
    if copy is None:
        return refuse(rl.NOT_ON_TABLE, card=helper.card)
    refusal = lg.refuse_join(table.known, table.attack, seat, copy, side)
    if refusal:
        return refusal
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


def _fitting(table: InwoTable, seat: str, copy: str, boosts: Iterable[str]) -> tuple[str, ...]:
    fitting: list[str] = []
    for plot in boosts:
        if lg.refuse_boost(table.state, seat, plot, copy, fitting) is None:
            fitting.append(find(table.state.seat(seat).plots, plot) or plot)
    return tuple(fitting)


def defend(table: InwoTable, seat: str, boosts: Iterable[str] = ()) -> Refusal | None:
    """A token of the target in its own defense (I12.4)."""
    refusal = lg.refuse_self_defense(table.known, table.attack, seat)
    if refusal:
        return refusal
    target = table.attack.target
    fitting = _fitting(table, seat, target, boosts)
    table.spend(seat, target, "self-defense")
    held = _play_boosts(table, seat, fitting)
    _joined(table, AttackPlay(_number(table), seat, "self-defense", target, held, "defense"))
    return None


def shore_up(table: InwoTable, seat: str, plot: str) -> Refusal | None:
    """A +10 for the defense of the value attacked (I35.1)."""
    attack = table.attack
    target = table.state.table.get(attack.target)
    if target is None or target.seat != seat:
        return refuse(rl.NOT_YOURS, card=attack.target)
    if attack.instant:
        return refuse(rl.NOT_PLAYABLE, card=plot)
    refusal = lg.refuse_boost(table.state, seat, plot, attack.target)
    if refusal is None:
        (held,) = _play_boosts(table, seat, (plot,))
        _joined(table, AttackPlay(_number(table), seat, "defend", held, favours="defense"))
    return refusal


def send_agents(table: InwoTable, seat: str, side: str) -> Refusal | None:
    """A copy of the target from the hand, for or against (I15)."""
    refusal = lg.refuse_agents(table.known, table.attack, seat, side)
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
    refusal = lg.refuse_taking_part(known, attack, seat)
    if refusal:
        return refusal
    if card_of(held).ability(ab.PlotBoost):
        return shore_up(table, seat, held)
    if any(play.seat == seat and card_id(play.card) == card_id(held) for play in attack.plays):
        return refuse(rl.SECOND_COPY, card=held)
    plots = [a for a in card_of(held).abilities if isinstance(a, ab.AttackPlot)]
    fitting = [a for a in plots if _suits(table, a)]
    if not fitting or attack.instant:
        return refuse(rl.NOT_PLAYABLE, card=held)
    plot = fitting[0]
    if plot.payer is not None:
        payers = [on_table(table.state, name, seat) or name for name in order.paying]
        paid = [c for c in payers if _may_pay(table, seat, c, plot)]
        if sum(known.power(copy) for copy in paid) < plot.payer_power or not paid:
            return refuse(rl.COST_NOT_MET, card=held)
        for copy in paid:
            table.spend(seat, copy, "cost")
    table.discard(seat, held, "plots", "played")
    _joined(table, AttackPlay(_number(table), seat, "plot", held, amount=plot.amount))
    return None


def _suits(table: InwoTable, plot: ab.AttackPlot) -> bool:
    attack, known = table.attack, table.known
    if attack.form not in plot.forms or not known.fits(plot.target, attack.target):
        return False
    if plot.privileged and not attack.privileged:
        return False
    leaders = [attack.attacker, *(play.card for play in attack.standing("aid"))]
    return not plot.leader.clauses or any(c and known.fits(plot.leader, c) for c in leaders)


def _may_pay(table: InwoTable, seat: str, copy: str, plot: ab.AttackPlot) -> bool:
    assert plot.payer is not None
    if table.state.controller(copy) != seat or copy == table.attack.attacker:
        return False
    return table.state.tokens.get(copy, 0) > 0 and table.known.fits(plot.payer, copy)


# --- rounds (I31.6 to I31.10) ---------------------------------------------------------------


def apply_round(table: InwoTable) -> bool:
    """Everybody's answers, after the attacker in order of play, he last; whether any was made."""
    before = len(table.attack.plays)
    table.emit(ev.RoundBegan(table.attack.round + 1))
    for seat in table.state.seats_after(table.attack.seat):
        for line in table.answers.get(seat.name, ()):
            _answer(table, seat.name, line)
        _by_policy(table, seat.name)
    attacker = table.attack.seat
    for line in table.answers.get(attacker, ()):
        _answer(table, attacker, line)
    _throw_reserves(table)
    return len(table.attack.plays) > before


def _answer(table: InwoTable, seat: str, line: od.InwoLine) -> None:
    """One line of a seat's answers, if it has not been made and means this attack."""
    key = (seat, line.number)
    if key in table.made or getattr(line.order, "attack", None) not in (None, table.attack.number):
        return
    before = len(table.attack.plays)
    refusal = _make(table, seat, line.order)
    if len(table.attack.plays) > before:
        table.made.add(key)
        table.refused.pop(key, None)
    elif refusal:
        table.refused[key] = refusal


def _make(table: InwoTable, seat: str, order: od.InwoOrder) -> Refusal | None:
    refusal: Refusal | None = None
    match order:
        case od.JoinAttack(side, groups, until):
            for helper in groups:
                if _is_needed(table, side, until):
                    refusal = join(table, seat, helper, side) or refusal
        case od.DefendTarget(boosts, until, all_in):
            for plot in boosts:
                if _is_needed(table, "oppose", until):
                    refusal = shore_up(table, seat, plot) or refusal
            refusal = refusal or _defend_all(table, seat, until, all_in, 0)
        case od.SendAgents(side):
            refusal = send_agents(table, seat, side)
        case od.PlayPlot():
            refusal = throw_in(table, seat, order)
    return refusal


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
        if policy.seat == table.attack.seat:
            for copy in policy.groups:
                if _is_needed(table, "oppose", policy.until):
                    join(table, seat, od.Helper(copy), "oppose")
            return


def _throw_reserves(table: InwoTable) -> None:
    attack = table.attack
    for helper in attack.reserves:
        if _is_needed(table, "aid", attack.until if attack.until is not None else LEAST_NEED):
            join(table, attack.seat, helper, "aid")


# --- the dice and the result ----------------------------------------------------------------


def close_attack(table: InwoTable) -> None:
    """Roll if there is anything to roll for, and carry out the result (I14)."""
    attack = table.attack
    tell_refused(table)
    if not _can_go_on(table):
        return
    terms = terms_of(table.state, attack)
    need = need_of(terms)
    roll, total, success, draw = None, None, False, -1
    if need >= LEAST_NEED:
        draw = table.state.draws
        roll = table.dice.roll(draw, "attack")
        total = sum(roll)
        success = total <= need and total not in SURE_FAILURES
    table.emit(ev.AttackResolved(attack.number, terms, need, roll, total, success, draw))
    if not success or total is None:
        failed = attack.target if attack.from_hand else None
        table.emit(ev.AttackEnded(attack.number, attack.seat, "none", failed))
    elif attack.disaster:
        settle_disaster(table, need - total)
    elif attack.form == "control":
        settle_capture(table)
    else:
        settle_destruction(table)


def _can_go_on(table: InwoTable) -> bool:
    """Whether the attack is legal as it closes; else tokens and Plots of helpers return (I22.7)."""
    attack, known = table.attack, table.known
    if attack.attacker is None:
        return True
    refusal: Refusal | None = None
    if not attack.from_hand:
        refusal = lg.refuse_touching(known, attack.attacker, attack.target)
    if attack.form == "control" and refusal is None:
        place = lg.refuse_capture(
            table.state, attack.seat, attack.attacker, attack.target, attack.at
        )
        refusal = place
    if refusal is None:
        return True
    rows = tuple((play.card, 1) for play in attack.standing("aid", "oppose", "self-defense"))
    if rows:
        table.emit(ev.TokensPlaced(attack.seat, rows))
    table.emit(ev.AttackEnded(attack.number, attack.seat, "none"))
    return False
