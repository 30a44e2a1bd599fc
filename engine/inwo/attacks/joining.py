"""Why a Group may not aid or oppose, a target defend itself, agents be sent (I12, I15, I35.1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.bonuses import refuse_magic
from engine.inwo.attacks.cardpower import is_aid_barred
from engine.inwo.attacks.privilege import is_opened
from engine.inwo.attacks.sum import are_eligible, joining_power
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import find
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState, RunningAttack


def refuse_join(
    known: Facts, attack: RunningAttack, seat: str, copy: str, side: str
) -> Refusal | None:
    """Why a Group may not aid or oppose the attack under way."""
    card = known.table.get(copy)
    if card is None or "resource" in card_of(copy).words:
        return refuse(rl.NOT_ON_TABLE, card=copy)
    if card.seat != seat:
        return refuse(rl.NOT_YOURS, card=copy)
    is_leader = copy == attack.attacker and (side == "oppose" or not _may_spend_more(copy))
    if is_leader:
        return refuse(rl.ATTACKER_JOINS, card=copy)
    if side == "aid" and copy == attack.target:
        return refuse(rl.ATTACKS_ITSELF, card=copy)
    joined = [play for play in attack.standing("aid", "oppose") if play.card == copy]
    if joined and not (_may_spend_more(copy) and all(play.what == side for play in joined)):
        return refuse(rl.JOINED_ALREADY, card=copy)
    return (
        _refuse_part(known, attack, seat, copy, side)
        or lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_JOIN)
        or _refuse_side(known, attack, copy, side)
    )


def _may_spend_more(copy: str) -> bool:
    """Whether a Group may spend several tokens in one attack, on one side of it (I38.30)."""
    keeps = (one.keeps for one in card_of(copy).abilities if isinstance(one, ab.ExtraTokens))
    return card_of(copy).family == "group" and any(keeps)


def _refuse_part(
    known: Facts, attack: RunningAttack, seat: str, copy: str, side: str
) -> Refusal | None:
    """Privilege keeps a player out, but not what ends it by joining (I16.3, I38.33)."""
    refusal = lg.refuse_taking_part(known, attack, seat)
    is_let_in = ends_privilege(known, attack, copy) or is_opened(known, attack, copy, side)
    if refusal is not None and refusal.reason is rl.PRIVILEGED and is_let_in:
        return None
    return refusal


def ends_privilege(known: Facts, attack: RunningAttack, copy: str) -> bool:
    """Whether a Group that joins an attack ends its privilege."""
    helpers = [attack.attacker, *(play.card for play in attack.standing("aid"))]
    for card, right in known.of_kind(ab.MayJoin):
        if card.copy != copy or not right.ends_privilege or not attack.privileged:
            continue
        led_by = right.by
        if led_by is None or any(one and known.fits(led_by, one) for one in helpers):
            return True
    return False


def _refuse_side(known: Facts, attack: RunningAttack, copy: str, side: str) -> Refusal | None:
    disaster = card_of(attack.by_card).ability(ab.DisasterPlot) if attack.by_card else None
    is_closed = disaster is not None and disaster.closed and side == "aid"
    follow = card_of(attack.by_card).ability(ab.FollowStrike) if attack.by_card else None
    if follow is not None:
        is_fit = known.fits(follow.joiners, copy)
        return None if is_fit else refuse(rl.CONVENTION_CLOSED, card=copy)
    is_root = attack.own_bonuses and copy == known.state.seat(attack.seat).illuminati
    is_open = is_opened(known, attack, copy, side) or (is_root and side == "aid")
    if attack.instant and not is_open:
        return _refuse_adding(known, attack, copy, side)
    if is_closed:
        return refuse(rl.DISASTER_CLOSED, card=copy)
    target = attack.target
    if side == "aid" and is_aid_barred(known, attack):
        return refuse(rl.APATHY, card=copy)
    closed = [n.value for n in known.changes if n.stat == "closed" and n.on == target]
    if side == "aid" and any(word in known.words(copy) for word in closed):
        return refuse(rl.KEPT_OUT, card=copy, by=target)
    refusal = _refuse_kept_out(known, attack, copy) if side == "oppose" else None
    is_eligible = are_eligible(known, attack, copy, side)
    refusal = refusal or lg.refuse_helping(known, attack, copy, side, is_eligible=is_eligible)
    if refusal:
        return refusal
    if joining_power(known, attack, copy, side) < 1:
        return refuse(rl.NOT_ELIGIBLE, card=copy)
    return None


def _refuse_adding(known: Facts, attack: RunningAttack, copy: str, side: str) -> Refusal | None:
    """Of an Instant attack one Group of its player may add its Power, later too (I18.9)."""
    held = card_of(attack.by_card) if attack.by_card else None
    plot = (held.ability(ab.AssassinPlot) or held.ability(ab.DisasterPlot)) if held else None
    adds = plot.adds if plot is not None else None
    is_fit = adds is not None and known.fits(adds, copy)
    if side != "aid" or not is_fit or known.table[copy].seat != attack.seat:
        return refuse(rl.INSTANT_CLOSED, card=copy)
    if any(attack.standing("aid")):
        return refuse(rl.STRIKE_UNHELPED, card=copy)
    is_magic = "Magic" in known.words(copy)
    return refuse_magic(known, attack.seat, attack.target) if is_magic else None


def _refuse_kept_out(known: Facts, attack: RunningAttack, copy: str) -> Refusal | None:
    """A Group that makes or aids the attack keeps such Groups out of the defense (I36.5)."""
    attacking = (attack.attacker, *(play.card for play in attack.standing("aid")))
    for card, rule in known.of_kind(ab.KeepsOut):
        if card.copy in attacking and known.fits(rule.of, copy):
            return refuse(rl.KEPT_OUT, card=copy, by=card.copy)
    return None


def refuse_self_defense(known: Facts, attack: RunningAttack, seat: str) -> Refusal | None:
    """Why the target may not spend a token in its own defense (I12.4)."""
    card = known.table.get(attack.target)
    if card is None or card.seat != seat:
        return refuse(rl.NOT_YOURS, card=attack.target)
    if attack.instant:
        return refuse(rl.INSTANT_TARGET, card=attack.target)
    # A frozen Group may still defend itself (I35.7).
    if known.is_paralyzed(attack.target):
        return refuse(rl.PARALYZED, card=attack.target)
    if known.state.tokens.get(attack.target, 0) < 1:
        return refuse(rl.NO_TOKEN_TO_JOIN, card=attack.target)
    return None


def refuse_boost(
    state: InwoState, seat: str, plot: str, copy: str, taken: Iterable[str] = ()
) -> Refusal | None:
    """Why a +10 of the hand does not go to a Group's action or defense (I35.1, I11.10)."""
    known = facts(state)
    held = find(state.seat(seat).plots, plot)
    boost = card_of(held).ability(ab.PlotBoost) if held else None
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=plot)
    if boost is None:
        return refuse(rl.BOOST_UNFIT, card=held, on=copy)
    if barred := lg.refuse_any_play(state, seat, held):
        return barred
    host = state.seat(seat).stored.get(held)
    store = card_of(host).ability(ab.Store) if host else None
    if store is not None and store.own_only and copy != host:
        return refuse(rl.STORED_FOR, card=held)
    if not known.fits(boost.of, copy):
        return refuse(rl.BOOST_UNFIT, card=held, on=copy)
    used = list(taken)
    if state.attack is not None:
        mine = [p for p in state.attack.plays if p.seat == seat and not p.cancelled]
        used += [card for play in mine for card in (play.card, *play.boosts)]
    if any(card_id(card) == card_id(held) for card in used):
        return refuse(rl.SECOND_COPY, card=held)
    return None


# --- agents (I15) ---------------------------------------------------------------------------


def refuse_agents(known: Facts, attack: RunningAttack, seat: str, side: str) -> Refusal | None:
    """Why a seat may not play a copy of the target as hidden agents."""
    state = known.state
    target = known.table.get(attack.target)
    if attack.instant:
        return refuse(rl.AGENTS_INSTANT, card=attack.target)
    if attack.privileged and seat != attack.seat:
        return refuse(rl.AGENTS_PRIVILEGED, seat=seat)
    if target is None and (seat == attack.seat or side == "aid"):
        return refuse(rl.AGENTS_OF_HAND, card=attack.target)
    if target is not None and target.seat == seat:
        return refuse(rl.AGENTS_OWN, card=attack.target)
    if any(attack.standing("agents")):
        return refuse(rl.AGENTS_USED, card=attack.target)
    if find(state.seat(seat).groups, card_id(attack.target)) is None:
        return refuse(rl.NO_AGENTS, card=attack.target)
    linked = (attack.target, *known.linked.get(attack.target, ()))
    if target is not None and any(card_of(plot).ability(ab.AgentProof) for plot in linked):
        return refuse(rl.AGENTS_REFUSED, card=attack.target)
    if target is not None and any(c.seat == target.seat for c, _ in known.of_kind(ab.NoAgents)):
        return refuse(rl.AGENTS_REFUSED, card=attack.target)
    return lg.refuse_taking_part(known, attack, seat)
