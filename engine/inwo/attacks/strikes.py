"""Cards that attack: Assassinations and Disasters (I18)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.plays import add_power
from engine.inwo.attacks.results import gain_at_once
from engine.inwo.attacks.sum import attacked_value, terms_of
from engine.inwo.cards import card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState, RunningAttack

Strike = ab.AssassinPlot | ab.DisasterPlot | ab.FollowStrike


def strike_of(copy: str) -> Strike | None:
    """The ability by which a Plot attacks."""
    card = card_of(copy)
    follow = card.ability(ab.FollowStrike)
    return card.ability(ab.AssassinPlot) or card.ability(ab.DisasterPlot) or follow


def refuse_strike(state: InwoState, seat: str, order: od.PlayPlot) -> Refusal | None:
    """Why a card that attacks cannot be played so (I18.6, I18.7, I11.6)."""
    held = find(state.seat(seat).plots, order.card)
    strike = strike_of(held) if held else None
    if held is None or strike is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    if state.attack is not None:
        return refuse(rl.IN_ATTACK, card=held)
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
    if not is_fit:
        return refuse(rl.TARGET_UNFIT, card=held, on=target)
    refusal = lg.refuse_struck(known, seat, held, target)
    if refusal is None and _is_magic(known, seat, strike, order):
        refusal = lg.refuse_magic(known, seat, target)
    return refusal or _refuse_added(state, seat, strike, order)


def _victim(strike: Strike) -> str:
    if isinstance(strike, ab.FollowStrike):
        return "organization"
    return "personality" if isinstance(strike, ab.AssassinPlot) else "place"


def _refuse_added(
    state: InwoState, seat: str, strike: Strike, order: od.PlayPlot
) -> Refusal | None:
    """One Group of the kind named adds its Power by its action (I18.9)."""
    is_needed = isinstance(strike, ab.DisasterPlot) and strike.adds is not None
    if not order.paying:
        return refuse(rl.STRIKE_UNHELPED, card=order.card) if is_needed else None
    known = facts(state)
    copy = on_table(state, order.paying[0], seat)
    if copy is None or state.table[copy].seat != seat:
        return refuse(rl.NOT_ON_TABLE, card=order.paying[0])
    adds = None if isinstance(strike, ab.FollowStrike) else strike.adds
    if adds is None or len(order.paying) > 1 or not known.fits(adds, copy):
        return refuse(rl.STRIKE_UNHELPED, card=copy)
    return lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_JOIN)


def strike(table: InwoTable, seat: str, number: int, order: od.PlayPlot) -> Refusal | None:
    """Announce the attack of a card; its window is that of any attack (I18.1)."""
    refusal = refuse_strike(table.state, seat, order)
    if refusal:
        return refusal
    held = find(table.state.seat(seat).plots, order.card)
    target = on_table(table.state, order.on[0])
    assert held is not None and target is not None
    plot = strike_of(held)
    is_disaster = isinstance(plot, ab.DisasterPlot)
    is_instant = not isinstance(plot, ab.DisasterPlot) or plot.instant
    table.discard(seat, held, "plots", "played")
    loses_token = is_disaster and table.state.tokens.get(target, 0) > 0
    attack = RunningAttack(
        str(number),
        seat,
        "destroy",
        target,
        by_card=held,
        instant=is_instant,
        disaster=is_disaster,
        assassination=isinstance(plot, ab.AssassinPlot),
        magic=_is_magic(table.known, seat, plot, order),
        token_lost=loses_token,
        fixed=attacked_value(table.known, target, "destroy") if is_instant else None,
    )
    if loses_token:
        table.spend(table.state.table[target].seat, target, "disaster")
    _stun(table, plot)
    table.emit(ev.AttackAnnounced(attack, terms_of(table.state, attack)))
    gain_at_once(table)
    for name in order.paying:
        add_power(table, seat, od.Helper(name, order.boosts))
    return None


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
    added = [on_table(known.state, name, seat) for name in order.paying]
    is_own = isinstance(plot, ab.AssassinPlot) and plot.magic
    return is_own or any(copy and "Magic" in known.words(copy) for copy in added)
