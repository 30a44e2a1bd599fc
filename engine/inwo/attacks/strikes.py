"""Cards that attack: Assassinations and Disasters (I18)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.bonuses import refuse_magic
from engine.inwo.attacks.plays import add_power, join, roll_words
from engine.inwo.attacks.results import gain_at_once
from engine.inwo.attacks.special import refuse_killing
from engine.inwo.attacks.sum import attacked_value, terms_of
from engine.inwo.cards import card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import CHIEF_JUSTICE, InwoState, RunningAttack

Strike = ab.AssassinPlot | ab.DisasterPlot | ab.FollowStrike | ab.Nomination


def strike_of(copy: str) -> Strike | None:
    """The ability by which a Plot attacks."""
    card = card_of(copy)
    other = card.ability(ab.FollowStrike) or card.ability(ab.Nomination)
    return card.ability(ab.AssassinPlot) or card.ability(ab.DisasterPlot) or other


def refuse_strike(state: InwoState, seat: str, order: od.PlayPlot) -> Refusal | None:
    """Why a card that attacks cannot be played so (I18.6, I18.7, I11.6)."""
    held = find(state.seat(seat).plots, order.card)
    strike = strike_of(held) if held else None
    if held is None or strike is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    if barred := lg.refuse_any_play(state, seat, held) or _refuse_inside(state, seat, strike):
        return barred
    if lg.is_barred(facts(state), seat, "strikes"):
        return refuse(rl.ZAPPED, card=held)
    target = on_table(state, order.on[0]) if order.on else None
    if target is None:
        return refuse(rl.NOT_ON_TABLE, card=order.on[0] if order.on else "")
    known = facts(state)
    if isinstance(strike, ab.FollowStrike) and not state.turn.ruined:
        return refuse(rl.NOTHING_RUINED, card=held)
    is_fit = _victim(strike) in card_of(target).words
    if isinstance(strike, ab.DisasterPlot):
        is_fit = is_fit and known.fits(strike.target, target)
        is_fit |= card_of(target).ability(ab.Strikable) is not None
    if not is_fit:
        return refuse(rl.TARGET_UNFIT, card=held, on=target)
    refusal = _refuse_victim(known, seat, held, target, order)
    return refusal or _refuse_added(state, seat, strike, order)


def _refuse_inside(state: InwoState, seat: str, strike: Strike) -> Refusal | None:
    """Inside an attack only an Instant one is made, and none inside an Instant one (I18.5)."""
    attack = state.attack
    if attack is None:
        return None
    if attack.instant or not is_instant(strike):
        return refuse(rl.ATTACK_WAITS, card=attack.target)
    return lg.refuse_taking_part(facts(state), attack, seat)


def is_instant(strike: Strike) -> bool:
    """Whether the attack of a card is Instant (I18.1)."""
    if isinstance(strike, ab.DisasterPlot):
        return strike.instant
    return not isinstance(strike, ab.Nomination)


def _refuse_victim(
    known: Facts, seat: str, held: str, target: str, order: od.PlayPlot
) -> Refusal | None:
    """Why this Group is not attacked by such a card (I17.3, I18.3, I37)."""
    strike = strike_of(held)
    marks = [mark for card in known.table.values() for mark in card.marks]
    if isinstance(strike, ab.Nomination) and CHIEF_JUSTICE in marks:
        return refuse(rl.NOT_PLAYABLE, card=held)
    refusal = lg.refuse_struck(known, seat, held, target)
    is_magic_attack = _is_magic(known, seat, strike, order)
    if refusal is None and isinstance(strike, ab.AssassinPlot):
        refusal = refuse_killing(known, target, is_magic_attack=is_magic_attack)
    if refusal is None and is_magic_attack:
        refusal = refuse_magic(known, seat, target)
    return refusal


def _victim(strike: Strike) -> str:
    if isinstance(strike, ab.FollowStrike):
        return "organization"
    return "place" if isinstance(strike, ab.DisasterPlot) else "personality"


def _refuse_added(
    state: InwoState, seat: str, strike: Strike, order: od.PlayPlot
) -> Refusal | None:
    """One Group of the kind named adds its Power by its action (I18.9)."""
    is_needed = isinstance(strike, ab.DisasterPlot) and strike.adds is not None
    if not order.paying:
        return refuse(rl.STRIKE_UNHELPED, card=order.card) if is_needed else None
    if isinstance(strike, ab.DisasterPlot) and strike.back_for is not None:
        return _refuse_return(facts(state), seat, strike, order)
    helpers = _helpers(facts(state), seat, strike, order)
    is_helped = any(refusal is None for refusal in helpers.values())
    return None if is_helped or not is_needed else next(iter(helpers.values()))


def _refuse_return(
    known: Facts, seat: str, strike: ab.DisasterPlot, order: od.PlayPlot
) -> Refusal | None:
    """Why the action that brings the card back is not paid so (I38.64)."""
    copy = on_table(known.state, order.paying[0], seat)
    if copy is None or known.table[copy].seat != seat:
        return refuse(rl.NOT_ON_TABLE, card=order.paying[0])
    is_fit = strike.back_for is not None and known.fits(strike.back_for, copy)
    if len(order.paying) > 1 or not is_fit:
        return refuse(rl.COST_NOT_MET, card=order.card)
    return lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_PAY)


def _helpers(
    known: Facts, seat: str, strike: Strike, order: od.PlayPlot
) -> dict[str, Refusal | None]:
    """Those named to add their Power: one does, and why the others do not (I11.12, I18.9)."""
    found: dict[str, Refusal | None] = {}
    for name in order.paying:
        is_taken = None in found.values()
        refusal = refuse(rl.STRIKE_UNHELPED, card=name) if is_taken else None
        found[name] = refusal or _refuse_helper(known, seat, strike, name, order.on[0])
    return found


def _refuse_helper(
    known: Facts, seat: str, strike: Strike, name: str, target: str
) -> Refusal | None:
    """Why a Group does not add its Power to a card's attack."""
    copy = on_table(known.state, name, seat)
    if copy is None:
        return refuse(rl.NOT_ON_TABLE, card=name)
    if known.table[copy].seat != seat:
        return refuse(rl.NOT_YOURS, card=copy)
    adds = strike.adds if isinstance(strike, ab.AssassinPlot | ab.DisasterPlot) else None
    if adds is None or not known.fits(adds, copy):
        return refuse(rl.STRIKE_UNHELPED, card=copy)
    victim = on_table(known.state, target) if "Magic" in known.words(copy) else None
    barred = refuse_magic(known, seat, victim) if victim is not None else None
    return barred or lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_JOIN)


def strike(table: InwoTable, seat: str, number: str, order: od.PlayPlot) -> Refusal | None:
    """Announce the attack of a card; its window is that of any attack (I18.1)."""
    refusal = refuse_strike(table.state, seat, order)
    if refusal:
        return refusal
    held = find(table.state.seat(seat).plots, order.card)
    target = on_table(table.state, order.on[0])
    assert held is not None and target is not None
    plot = strike_of(held)
    is_disaster = isinstance(plot, ab.DisasterPlot)
    assert plot is not None
    payer = _payer(table, seat, plot, order)
    is_joined = not (payer or is_instant(plot))
    helpers = {} if payer or is_joined else _helpers(table.known, seat, plot, order)
    table.discard(seat, held, "plots", "played")
    loses_token = is_disaster and table.state.tokens.get(target, 0) > 0
    attack = RunningAttack(
        number,
        seat,
        "destroy",
        target,
        by_card=held,
        instant=is_instant(plot),
        disaster=is_disaster,
        assassination=isinstance(plot, ab.AssassinPlot),
        magic=_is_magic(table.known, seat, plot, order),
        token_lost=loses_token,
        fixed=attacked_value(table.known, target, "destroy") if is_instant(plot) else None,
        payer=payer,
    )
    if loses_token:
        table.spend(table.state.table[target].seat, target, "disaster")
    _stun(table, plot)
    roll_words(table, attack.number, (target,))
    owner = table.state.controller(target) or ""
    table.emit(ev.AttackAnnounced(attack, terms_of(table.state, attack), owner))
    gain_at_once(table)
    for name, unfit in helpers.items():
        if unfit is None:
            add_power(table, seat, od.Helper(name, order.boosts))
        else:
            table.leave_out(f"AID {name}", unfit)
    for name in order.paying if is_joined else ():
        # An attack that is not Instant is aided by the usual rules (I18.8, I37).
        unfit = join(table, seat, od.Helper(name, order.boosts), "aid")
        if unfit is not None:
            table.leave_out(f"AID {name}", unfit)
    _leave_out_rest(table, order)
    return None


def _leave_out_rest(table: InwoTable, order: od.PlayPlot) -> None:
    """It strikes one card, and boosts are for a Group that adds its Power (I18.9)."""
    for name in order.on[1:]:
        table.leave_out(f"ON {name}", refuse(rl.TARGET_UNFIT, card=name))
    for boost in () if order.paying else order.boosts:
        table.leave_out(f"BOOST {boost}", refuse(rl.STRIKE_UNHELPED, card=boost))


def _payer(table: InwoTable, seat: str, plot: Strike | None, order: od.PlayPlot) -> str:
    """Whose action brings the card back, if it destroys (I38.64)."""
    is_paid = isinstance(plot, ab.DisasterPlot) and plot.back_for is not None and order.paying
    return on_table(table.state, order.paying[0], seat) or "" if is_paid else ""


def _stun(table: InwoTable, plot: Strike | None) -> None:
    """Groups that lose their token whenever such a Disaster is played (I35.9)."""
    stuns = plot.stuns if isinstance(plot, ab.DisasterPlot) else None
    if stuns is None:
        return
    for copy, number in tuple(table.state.tokens.items()):
        if number and table.known.fits(stuns, copy):
            table.spend(table.state.table[copy].seat, copy, "disaster")


def _is_magic(known: Facts, seat: str, plot: Strike | None, order: od.PlayPlot) -> bool:
    """Whether it is a Magic attack: of itself, or by the Group that adds its Power (I8.6)."""
    helpers = _helpers(known, seat, plot, order) if plot is not None else {}
    added = [on_table(known.state, name, seat) for name, unfit in helpers.items() if not unfit]
    is_own = isinstance(plot, ab.AssassinPlot) and plot.magic
    return is_own or any(copy and "Magic" in known.words(copy) for copy in added)
