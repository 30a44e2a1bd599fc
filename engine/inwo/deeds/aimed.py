"""A deed about to be done: with which card, at what, and whether it may be (I34.3, I35)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.sum import terms_of
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.cancels import acting, is_plot, open_play
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, InwoState
from engine.inwo.wards import is_inseparable, is_warded

AimedOrder = od.PlayPlot | od.UseAbility
TokenRows = tuple[tuple[str, int], ...]


class Aimed(NamedTuple):
    """A deed about to be done: who does it, with which card, as ordered."""

    known: Facts
    seat: str
    card: str
    deed: ab.Deed
    order: AimedOrder


class AimedEffect(NamedTuple):
    """Why it cannot be done, what it does; one that cannot be undone waits (I22.10)."""

    refuse: Callable[[Aimed], Refusal | None]
    carry: Callable[[InwoTable, Aimed], None]
    waits: bool = True


_IN_LINE: tuple[ab.DeedName, ...] = ("cancel-plot", "take-plot", "cancel-agents")
"""What answers a play of others, if only the line of an attack is named, the last that fits."""


def play_meant(aimed: Aimed) -> AttackPlay | None:
    """The open play that is answered."""
    state, name = aimed.known.state, (aimed.order.on or ("",))[0]
    meant = _answered(aimed, open_play(state, name)) if name else None
    if meant is None and aimed.deed.does == "cancel-action":
        return _paid_by(aimed, name)
    if meant is not None or not name.isdecimal() or aimed.deed.does not in _IN_LINE:
        return meant
    plays = [play for play in state.plays if play.full.startswith(f"{name}.")]
    if not plays or is_plot(plays[0]):
        return None
    others = [play for play in reversed(plays) if play.seat != aimed.seat]
    found = (_answered(aimed, open_play(state, play.full)) for play in others)
    return next((play for play in found if play is not None), None)


def _paid_by(aimed: Aimed, name: str) -> AttackPlay | None:
    """The open play that an action of a Group powers, which the card may touch (I38.4)."""
    state = aimed.known.state
    for play in reversed(state.plays):
        named = [copy for copy in play.paid if name in (copy, card_id(copy))]
        if any(may_touch(aimed, copy) for copy in named) and open_play(state, play.full) is play:
            return play
    return None


def is_claimed(aimed: Aimed, target: str = "") -> bool:
    """Whether a play of another seat stands that does what only one can do now (I22.11)."""
    state = aimed.known.state
    plays = (p for p in state.plays if p.seat != aimed.seat and p.waits and not p.cancelled)
    if target:
        plays = (p for p in plays if p.order and named_card(state, p.order.on[0]) == target)
    deeds = (card_of(play.card).ability(ab.Deed) for play in plays)
    return any(deed is not None and deed.does == aimed.deed.does for deed in deeds)


def _answered(aimed: Aimed, play: AttackPlay | None) -> AttackPlay | None:
    """The play, if the card answers such a one."""
    if play is None or play.card == aimed.card:
        return None
    if aimed.deed.does == "cancel-agents":
        return play if play.what == "agents" else None
    if aimed.deed.does == "cancel-exposing":
        return play
    if aimed.deed.looking:
        return play if is_plot(play) and _looks(play, aimed.seat) else None
    if aimed.deed.changing:
        return play if is_plot(play) and _changes(aimed.known.state, play) else None
    if aimed.deed.does != "cancel-action":
        is_meant = aimed.deed.of.fits(card_id(play.card), frozenset()) or _is_on(aimed, play)
        return play if is_plot(play) and is_meant else None
    return play if any(may_touch(aimed, copy) for copy in acting(play)) else None


def _changes(state: InwoState, play: AttackPlay) -> bool:
    """Whether a Plot changes the alignments or numbers of one Group for a time."""
    kinds = ("alignment", "power", "global", "resistance")
    made = (one for one in state.changes if one.source == play.full and one.on in state.table)
    return play.what in ("boost", "defend") or any(one.stat in kinds for one in made)


_LOOKS: tuple[ab.DeedName, ...] = ("look", "pick-discard", "pick-take", "expose-both", "fish")


_LOSSES: tuple[ab.DeedName, ...] = ("ruin-resource", "self-ruin", "recall", "gamble")


def _looks(play: AttackPlay, seat: str) -> bool:
    """Whether a rival's Plot looks at the hidden Plots of a player (I36.16)."""
    deeds = [one for one in card_of(play.card).abilities if isinstance(one, ab.Deed)]
    if not deeds or play.order is None or play.seat == seat or not play.order.on:
        return False
    deed = deeds[play.deed]
    return deed.does in _LOOKS and not deed.groups and play.order.on[0] == seat


def _is_on(aimed: Aimed, play: AttackPlay) -> bool:
    """Whether a Plot was played on a card of the kind that the cancel is for."""
    state, of = aimed.known.state, aimed.deed.play_on
    if of is None:
        return False
    laid = state.table.get(play.card)
    on = [copy for copy, _ in (*play.tokens, *play.taken)]
    on += [laid.host] if laid is not None and laid.host is not None else []
    on += [named_card(state, name) for name in play.order.on] if play.order is not None else []
    return any(copy in state.table and aimed.known.fits(of, copy) for copy in on)


def may_touch(aimed: Aimed, copy: str) -> bool:
    """Whether a deed is for such a card, and none of a Group where it is immune or Secret (I17)."""
    known = aimed.known
    if not known.fits(aimed.deed.of, copy, aimed.card):
        return False
    is_group = known.is_group(aimed.card)
    is_held = aimed.deed.does in _LOSSES and is_inseparable(known, copy)
    if is_held or not is_group and is_warded(known, aimed.card, aimed.seat, copy):
        return False
    return not is_group or lg.refuse_touching(known, aimed.card, copy, uses_ability=True) is None


def targets_of(aimed: Aimed) -> list[str]:
    """The cards it is aimed at: those named, or all that fit (I34.3).

    A player is named for his Illuminati.
    """
    state = aimed.known.state
    if aimed.deed.most:
        roots = {seat.name: seat.illuminati for seat in state.seats}
        return [roots.get(name) or named_card(state, name) for name in aimed.order.on]
    # Besides all that fit, those that he names of others, or all of a player (Full Moon).
    others = [c for name in aimed.order.on for c in _cards_named(aimed, name)]
    named = [c for c in others if aimed.deed.others and c in state.table and may_touch(aimed, c)]
    return [copy for copy in state.table if _suits(aimed, copy) or copy in named]


def _refuse_passed_over(aimed: Aimed, targets: list[str]) -> Refusal | None:
    """That a player or card is named, where all that fit are meant and it does not."""
    if aimed.deed.does != "place-tokens" or aimed.deed.most:
        return None
    fit = set(targets)
    missed = [name for name in aimed.order.on if fit.isdisjoint(_cards_named(aimed, name))]
    return refuse(rl.TARGET_UNFIT, card=aimed.card, on=missed[0]) if missed else None


def _cards_named(aimed: Aimed, name: str) -> Sequence[str]:
    """The card of that name, or the Groups of a player where cards of others may be named."""
    groups = aimed.known.groups if aimed.deed.others else {}
    return groups.get(name, (named_card(aimed.known.state, name),))


def named_card(state: InwoState, name: str) -> str:
    """The card on the table, or one attacked from a hand that counts as in play (I1.5)."""
    found, attack = on_table(state, name), state.attack
    if found is None and attack is not None and state.options.hand_in_play:
        return attack.target if name in (attack.target, card_id(attack.target)) else name
    return found or name


def _controller(state: InwoState, copy: str) -> str | None:
    if state.attack is not None and copy == state.attack.target and state.attack.from_hand:
        return state.attack.seat
    return state.controller(copy)


def _suits(aimed: Aimed, copy: str) -> bool:
    is_mine = _controller(aimed.known.state, copy) == aimed.seat
    is_whose = {"any": True, "mine": is_mine, "rival": not is_mine}[aimed.deed.whose]
    if aimed.deed.of_player:
        is_his = _controller(aimed.known.state, copy) in aimed.order.on
        is_whose = is_whose and is_his and aimed.order.value in aimed.known.words(copy)
    laid = aimed.known.table.get(copy)
    is_order = card_of(copy).ability(ab.WorldOrder) is not None
    is_order = is_order and laid is not None and laid.host is None
    is_kind = is_order if aimed.deed.does == "discard-orders" else "plot" not in card_of(copy).words
    return is_whose and is_kind and may_touch(aimed, copy)


def refuse_named(aimed: Aimed) -> Refusal | None:
    """That it is aimed at nothing, and yet a card, player or play is named."""
    return refuse(rl.TARGET_UNFIT, card=aimed.card) if aimed.order.on else None


def refuse_surplus(aimed: Aimed, more: Sequence[str]) -> Refusal | None:
    """That more is named than it is aimed at: something else would be done than is meant."""
    return refuse(rl.TARGET_UNFIT, card=aimed.card, on=more[0]) if more else None


def refuse_aim(aimed: Aimed) -> Refusal | None:
    """Why it is not aimed so: what it is for, and first turns (I4.7)."""
    state, targets = aimed.known.state, targets_of(aimed)
    if not targets or (aimed.deed.most and len(targets) > aimed.deed.most):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    if aimed.deed.outside and state.attack is not None:
        return refuse(rl.IN_ATTACK, card=aimed.card)
    if aimed.deed.unprivileged and state.attack is not None and state.attack.privileged:
        return refuse(rl.PRIVILEGED, seat=aimed.seat)
    if state.attack is not None:
        refusal = lg.refuse_taking_part(aimed.known, state.attack, aimed.seat)
        if refusal:
            return refusal
    passed_over = _refuse_passed_over(aimed, targets)
    return passed_over or _refuse_player(aimed) or _refuse_each(aimed, targets)


def _refuse_player(aimed: Aimed) -> Refusal | None:
    """Why it is not aimed at that player."""
    if not aimed.deed.of_player:
        return None
    named = next(iter(aimed.order.on), "")
    player = next((one for one in aimed.known.state.seats if one.name == named), None)
    if player is None or player.is_out:
        return refuse(rl.NO_SUCH_PLAYER, seat=named)
    if surplus := refuse_surplus(aimed, aimed.order.on[1:]):
        return surplus
    is_first = aimed.known.state.shelters(named, aimed.seat)
    return refuse(rl.FIRST_TURN, seat=named) if is_first else None


def _refuse_each(aimed: Aimed, targets: list[str]) -> Refusal | None:
    """Why one of the cards named is not fit, or they are not together."""
    state = aimed.known.state
    one_of = aimed.deed.one_of
    attacked = state.attack.target if state.attack is not None else None
    if any(copy not in state.table and copy != attacked for copy in targets):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    if len(set(targets)) < len(targets):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    if one_of is not None and sum(aimed.known.fits(one_of, copy) for copy in targets) > 1:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    for copy in targets if aimed.deed.most else ():
        seat = _controller(state, copy)
        if seat is None:
            return refuse(rl.NOT_ON_TABLE, card=copy)
        if not _suits(aimed, copy):
            return _refuse_kept_off(aimed, copy) or refuse(
                rl.TARGET_UNFIT, card=aimed.card, on=copy
            )
        if state.shelters(seat, aimed.seat):
            return refuse(rl.FIRST_TURN, seat=seat)
        if aimed.deed.in_attack_on_him and not _takes_part(aimed, copy):
            return refuse(rl.NOT_IN_ATTACK, card=copy)
    return None


def _refuse_kept_off(aimed: Aimed, copy: str) -> Refusal | None:
    """That a card which would be fit is immune or Secret (I17)."""
    known = aimed.known
    if not known.is_group(aimed.card) or not known.fits(aimed.deed.of, copy, aimed.card):
        return None
    return lg.refuse_touching(known, aimed.card, copy, uses_ability=True)


def _takes_part(aimed: Aimed, resource: str) -> bool:
    """Whether a Resource is used in an attack on his, or linked to who makes it (I35.25)."""
    state = aimed.known.state
    attack = state.attack
    if attack is None or attack.seat == aimed.seat:
        return False
    if state.controller(attack.target) != aimed.seat:
        return False
    attacking = [attack.attacker, *(play.card for play in attack.standing("aid"))]
    counted = {term.who for term in terms_of(state, attack)}
    used = {play.card for play in attack.standing("plot")}
    return resource in used | counted or state.table[resource].host in attacking
