"""What Plots and cards in play do when they are used: one row a deed (I35.15 to I35.29)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.costs import TokenPayment, costs_meant, pay, payment_of, tender_of
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds import on_cards as cards
from engine.inwo.deeds import on_players as players
from engine.inwo.deeds.aimed import (
    Aimed,
    AimedEffect,
    AimedOrder,
    TokenRows,
    play_meant,
    refuse_aim,
    targets_of,
)
from engine.inwo.deeds.cancels import acting, record, settle_cancels
from engine.inwo.deeds.doomed import ON_ACTIONS, tired_by_diet
from engine.inwo.deeds.halves import DIVIDING
from engine.inwo.deeds.on_all import ON_ALL
from engine.inwo.deeds.on_answers import ON_ANSWERS
from engine.inwo.deeds.on_drawn import ON_DRAWN
from engine.inwo.deeds.on_draws import ON_DRAWS
from engine.inwo.deeds.on_hands import ON_HANDS
from engine.inwo.deeds.on_leave import ON_LEAVE
from engine.inwo.deeds.on_piles import ON_PILES, ruin_meant
from engine.inwo.deeds.on_plays import ON_PLAYS
from engine.inwo.deeds.on_reactions import ON_REACTIONS
from engine.inwo.deeds.on_starts import ON_STARTS, taken_group
from engine.inwo.deeds.on_structures import ON_STRUCTURES
from engine.inwo.deeds.on_tokens import (
    ON_TOKENS,
    is_last,
    plays_silenced,
    silenced,
    sold_rows,
)
from engine.inwo.deeds.on_trips import ON_TRIPS, hostile_plays
from engine.inwo.deeds.reshaping import RESHAPING
from engine.inwo.deeds.rewording import REWORDING
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.selectors import TEN, selector
from engine.inwo.state import AttackPlay, InwoState

EFFECTS: Mapping[ab.DeedName, AimedEffect] = {
    **ON_PLAYS,
    **ON_PILES,
    **ON_TOKENS,
    **ON_STARTS,
    **ON_ACTIONS,
    **cards.ON_CARDS,
    **ON_HANDS,
    **ON_DRAWS,
    **ON_ANSWERS,
    **ON_STRUCTURES,
    **RESHAPING,
    **REWORDING,
    **DIVIDING,
    **ON_ALL,
    **ON_DRAWN,
    **ON_LEAVE,
    **ON_REACTIONS,
    **ON_TRIPS,
    "take-tokens": AimedEffect(cards.refuse_taking, cards.take_tokens, waits=False),
    "place-tokens": AimedEffect(refuse_aim, cards.place_tokens, waits=False),
    "ruin-resource": AimedEffect(refuse_aim, cards.set_off, waits=False),
    "self-ruin": AimedEffect(refuse_aim, cards.set_off, waits=False),
    "discard-orders": AimedEffect(refuse_aim, cards.set_off, waits=False),
    "undo": AimedEffect(cards.refuse_undoing, cards.undo, waits=False),
    "freeze": AimedEffect(cards.refuse_freezing, cards.freeze, waits=False),
    "lose-word": AimedEffect(refuse_aim, cards.lose_word, waits=False),
    "pass-token": AimedEffect(cards.refuse_passing, cards.place_tokens, waits=False),
    "remove-zaps": AimedEffect(cards.refuse_unzapping, cards.unzap),
    "bring-resource": AimedEffect(cards.refuse_bringing, cards.bring),
    "discard-exposed": AimedEffect(players.refuse_exposed, players.discard_exposed),
    "steal-exposed": AimedEffect(players.refuse_exposed, players.steal_exposed),
    "bury-exposed": AimedEffect(players.refuse_exposed, players.bury_exposed),
    "expose": AimedEffect(players.refuse_hidden, players.expose),
    "hide-own": AimedEffect(players.refuse_hiding, players.hide),
    "look": AimedEffect(players.refuse_hidden, players.look),
    "look-top": AimedEffect(players.refuse_player, players.look_top),
    "discard-random": AimedEffect(players.refuse_hidden, players.discard_random),
    "discard-top": AimedEffect(players.refuse_player, players.discard_top),
    "draw-to": AimedEffect(players.refuse_drawing_to, players.draw_to),
    "redraw": AimedEffect(players.refuse_drawing_to, players.draw_to),
    "all-draw": AimedEffect(cards.refuse_nothing, players.all_draw),
    "gain-token": AimedEffect(cards.refuse_gaining, cards.gain_token, waits=False),
    "remove-all-zaps": AimedEffect(cards.refuse_cease_fire, cards.cease_fire),
    "recall": AimedEffect(refuse_aim, cards.recall),
    "gain-openly": AimedEffect(cards.refuse_nothing, players.gain_openly),
    "borrow-token": AimedEffect(cards.refuse_borrowing, cards.borrow, waits=False),
    "lay-bare": AimedEffect(refuse_aim, cards.lay_bare, waits=False),
    "weaken": AimedEffect(cards.refuse_weakening, cards.weaken, waits=False),
    "pick-take": AimedEffect(players.refuse_hidden, players.pick_discard),
    "swap-groups": AimedEffect(players.refuse_swapping, players.swap_groups),
    "expose-both": AimedEffect(players.refuse_exposing_both, players.expose_both),
    "expose-but-one": AimedEffect(players.refuse_exposing_rest, players.expose_rest),
    "redeal": AimedEffect(players.refuse_redealing, players.redeal),
    "ask-discard": AimedEffect(players.refuse_player, players.ask_discard),
    "ask-groups": AimedEffect(players.refuse_upheaval, players.ask_groups),
    "pick-discard": AimedEffect(players.refuse_hidden, players.pick_discard),
}
CANCELS = (
    *("cancel-plot", "cancel-action", "take-plot", "cancel-agents", "send-back"),
    "cancel-exposing",
)
CARDS_TOLD: tuple[ab.DeedName, ...] = ("sell-out", "fish", "search-deck", "divide")
"""Deeds for which cards are named as what they are told."""
_REACTIONS = (*CANCELS, "take-back", "turn-zap", "bar-plot", "double-cost")
"""What is aimed at a play, not at what is on the table."""


# --- using one ------------------------------------------------------------------------------


def deeds_of(copy: str) -> list[ab.Deed]:
    """What a card can do when it is played or used."""
    return [one for one in card_of(copy).abilities if isinstance(one, ab.Deed)]


def playable_deeds(copy: str) -> list[ab.Deed]:
    """What a Plot does when it is played: not what it does once it lies on the table."""
    return [one for one in deeds_of(copy) if not one.lies]


def is_deed(copy: str, order: od.PlayPlot) -> bool:
    """Whether a Plot is played for what it does; on a card one that can be linked is linked."""
    is_linked = bool(order.on) and card_of(copy).ability(ab.LinkedChange) is not None
    return bool(playable_deeds(copy)) and not is_linked


def is_reaction(state: InwoState, seat: str, order: od.PlayPlot) -> bool:
    """Whether a Plot is one that cancels or counters other plays."""
    copy = source_of(state, seat, order)
    return copy is not None and any(deed.does in _REACTIONS for deed in deeds_of(copy))


def source_of(state: InwoState, seat: str, order: AimedOrder) -> str | None:
    """The Plot of the hand, or the card of his in play, that is to do it."""
    if isinstance(order, od.PlayPlot):
        return find(state.seat(seat).plots, order.card)
    copy = on_table(state, order.card, seat)
    is_open = copy is not None and any(deed.anyone for deed in deeds_of(copy))
    return copy if copy is not None and (is_open or state.table[copy].seat == seat) else None


def refuse_deed(state: InwoState, seat: str, order: AimedOrder) -> Refusal | None:
    """Why a deed cannot be done (I34.4, I34.5)."""
    aimed = chosen(state, seat, order)
    return aimed if isinstance(aimed, Refusal) else None


def chosen(state: InwoState, seat: str, order: AimedOrder) -> Aimed | Refusal:
    """The first deed of the card that can be done as ordered, or why the last cannot."""
    copy = source_of(state, seat, order)
    if copy is None:
        is_play = isinstance(order, od.PlayPlot)
        return refuse(rl.NOT_IN_HAND if is_play else rl.NOT_ON_TABLE, card=order.card)
    refusals: list[Refusal] = []
    is_use = isinstance(order, od.UseAbility)
    lying = [deed for deed in deeds_of(copy) if deed.lies]
    for deed in (lying or deeds_of(copy)) if is_use else deeds_of(copy):
        if (deed.free and isinstance(order, od.UseAbility) and order.by_action) or (
            deed.lies and not is_use
        ):
            continue
        aimed = Aimed(facts(state), seat, copy, deed, order)
        unfit = _refuse_one(aimed)
        if unfit is None:
            return aimed
        refusals.append(unfit)
    return _most_specific(refusals, order) or refuse(rl.NO_ABILITY, card=copy)


def _most_specific(refusals: list[Refusal], order: AimedOrder) -> Refusal | None:
    """That it costs too much, else the last reason; nothing to answer is one at a play."""
    is_at_play = bool(order.on) and order.on[0][:1].isdecimal()
    least = rl.TARGET_UNFIT if is_at_play else rl.NO_OPEN_PLAY
    telling = [one for one in refusals if one.reason is not least]
    telling.sort(key=lambda one: one.reason is rl.COST_NOT_MET)
    return next(iter((*telling[::-1], *refusals[::-1])), None)


def _refuse_one(aimed: Aimed) -> Refusal | None:
    if aimed.deed.named and aimed.order.value != aimed.deed.named:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    holder, turn = _limited(aimed), aimed.known.state.turn
    if holder and _once(aimed) in _used(aimed, holder):
        reason = rl.PLAYED_ONCE if aimed.deed.limit == "game" else rl.ONCE_A_TURN
        return refuse(reason, card=aimed.card)
    if aimed.deed.own_turn and turn.seat != aimed.seat:
        return refuse(rl.NOT_MAIN, seat=aimed.seat)
    if aimed.deed.after_tokens and (turn.acted or turn.step not in ("b4", "main")):
        return refuse(rl.NOT_AFTER_TOKENS, card=aimed.card)
    unfit = _refuse_use(aimed) or EFFECTS[aimed.deed.does].refuse(aimed)
    unfit = unfit or _refuse_moment(aimed)
    return unfit or (None if _price(aimed) else refuse(rl.COST_NOT_MET, card=aimed.card))


def _refuse_moment(aimed: Aimed) -> Refusal | None:
    """What is for the end of a turn, or for Groups that came after the tokens (I34.4)."""
    state = aimed.known.state
    if aimed.deed.last and not (state.turn.seat == aimed.seat and is_last(state)):
        return refuse(rl.NOT_LAST, card=aimed.card)
    if aimed.deed.fresh and any(copy not in state.turn.late for copy in targets_of(aimed)):
        return refuse(rl.NOT_FRESH, card=aimed.card)
    return None


def _refuse_use(aimed: Aimed) -> Refusal | None:
    """A card in play spends its own token, or is used once a turn (I1.6, I34.5)."""
    if isinstance(aimed.order, od.PlayPlot):
        return None
    if aimed.known.is_idle(aimed.card) or _is_silenced(aimed):
        return refuse(rl.PARALYZED, card=aimed.card)
    if not aimed.deed.free:
        return lg.refuse_acting(aimed.known, _actor(aimed), rl.NO_TOKEN_TO_USE)
    is_used = not aimed.deed.often and _once(aimed) in aimed.known.state.seat(aimed.seat).used
    return refuse(rl.ONCE_A_TURN, card=aimed.card) if is_used else None


def _actor(aimed: Aimed) -> str:
    """Whose token it takes: its own, or that of the Group it is linked to."""
    return (aimed.known.table[aimed.card].host or "") if aimed.deed.host else aimed.card


def _is_silenced(aimed: Aimed) -> bool:
    """Whether a card that has a token takes this one its ability (I38.4)."""
    known = aimed.known
    return any(
        rule.while_token
        and known.state.tokens.get(card.copy, 0)
        and known.fits(rule.of, aimed.card)
        for card, rule in known.of_kind(ab.Disabled)
    )


def _once(aimed: Aimed) -> str:
    return f"use:{card_id(aimed.card) if aimed.deed.limit else aimed.card}"


def _used(aimed: Aimed, holder: str) -> tuple[str, ...]:
    """What that seat has used up for this turn, or for the game."""
    seat = aimed.known.state.seat(holder)
    return seat.used_up if aimed.deed.limit == "game" else seat.used


def _limited(aimed: Aimed) -> str:
    """The seat for which the use counts: his own, or that of the victim."""
    if aimed.deed.limit != "victim":
        return aimed.seat if aimed.deed.limit else ""
    target = next((copy for copy in targets_of(aimed)), "")
    return aimed.known.state.controller(target) or aimed.seat


def _limit(aimed: Aimed) -> tuple[str, str, bool] | None:
    """For which seat it counts as used, and whether for the turn or the game."""
    if holder := _limited(aimed):
        return holder, _once(aimed), aimed.deed.limit == "game"
    is_free_use = aimed.deed.free and isinstance(aimed.order, od.UseAbility)
    return (aimed.seat, _once(aimed), False) if is_free_use else None


def _price(aimed: Aimed) -> TokenPayment | None:
    if aimed.deed.master_pays:
        return _price_of_master(aimed)
    if not aimed.deed.costs:
        return TokenPayment(ab.Cost())
    costs = [_cost(aimed, cost) for cost in costs_meant(aimed.deed.costs, aimed.order.discards)]
    return payment_of(aimed.known, aimed.seat, costs, tender_of(aimed.order), aimed.card)


def words_about(aimed: Aimed) -> list[str]:
    """The alignments of the Group that a play is about: destroyed, changed, or its target."""
    known, buried = aimed.known, ruin_meant(aimed) if aimed.deed.does == "revive" else None
    if buried is not None:
        return [word for word in TEN if word in buried[1].words]
    about = taken_group(known.state) if aimed.deed.does == "undo-takeover" else None
    about = about or cards.changed_by(aimed)
    return known.alignments(about) if about else []


def _price_of_master(aimed: Aimed) -> TokenPayment | None:
    """An action of the target's master; nothing directly under the Illuminati (I35.19)."""
    state = aimed.known.state
    master = state.table[targets_of(aimed)[0]].master
    if master == state.seat(aimed.seat).illuminati:
        return TokenPayment(ab.Cost())
    is_able = lg.refuse_acting(aimed.known, master or "", rl.NO_TOKEN_TO_PAY) is None
    return TokenPayment(ab.Cost(), (master or "",)) if is_able else None


def _cost(aimed: Aimed, cost: ab.Cost) -> ab.Cost:
    """A cost that must exceed the Power of the Group it is about (I38.2)."""
    if aimed.deed.each:
        number = len(aimed.order.on)
        cost = changed(cost, number=cost.number * number, plots=cost.plots * number)
    if aimed.deed.of_player and aimed.order.value in TEN:
        cost = changed(cost, payer=selector(f"Media {aimed.order.value} power>=2"))
    if cost.shares:
        words = " | ".join(word for word in words_about(aimed) if word != "Fanatic")
        shared = selector(words or f"={aimed.card}")
        # Of actions of some total Power one must share it (I38.45).
        cost = changed(cost, one=shared) if cost.payer else changed(cost, payer=shared)
    play = play_meant(aimed) if cost.over else None
    cards = [c for c in acting(play) if aimed.known.is_group(c)] if play else []
    return changed(cost, total=1 + aimed.known.power(cards[0])) if cards else cost


def do_deed(table: InwoTable, seat: str, order: AimedOrder) -> Refusal | None:
    """Pay, announce, and carry out what counts at once (I22.10)."""
    aimed = chosen(table.state, seat, order)
    if isinstance(aimed, Refusal):
        return aimed
    effect, target = EFFECTS[aimed.deed.does], play_meant(aimed)
    paid = _spend(table, aimed)
    placed, taken = _token_rows(aimed)
    play = AttackPlay(0, seat, "effect", aimed.card, paid=paid, waits=effect.waits, order=order)
    play = changed(play, tokens=placed, taken=taken, once=_limit(aimed))
    play = changed(play, deed=deeds_of(aimed.card).index(aimed.deed))
    if target is not None and aimed.deed.does in CANCELS:
        play = changed(play, what="cancel", cancels=target.full, line=target.line)
    if aimed.deed.does == "silence":
        play = changed(play, cancels=" ".join(one.full for one in plays_silenced(aimed)))
    if aimed.deed.does == "take-trip":
        play = changed(play, cancels=" ".join(one.full for one in hostile_plays(aimed)))
    record(table, play)
    if play.cancels:
        settle_cancels(table)
    if not effect.waits:
        effect.carry(table, aimed)
    return None


def _token_rows(aimed: Aimed) -> tuple[TokenRows, TokenRows]:
    """The tokens placed and taken, which a cancel takes and places again."""
    if aimed.deed.does == "gain-token":
        return ((aimed.card, 1),), ()
    if aimed.deed.does in ("place-tokens", "pass-token"):
        return cards.placeable(aimed), ()
    if aimed.deed.does == "sell-out":
        return sold_rows(aimed), ()
    if aimed.deed.does == "diet":
        return (), tired_by_diet(aimed)
    if aimed.deed.does == "silence":
        return (), silenced(aimed)
    return (), cards.tokens_of(aimed) if aimed.deed.does == "take-tokens" else ()


def _spend(table: InwoTable, aimed: Aimed) -> tuple[str, ...]:
    """What the deed costs; the Groups that acted for it."""
    payment, used = _price(aimed), _limit(aimed)
    assert payment is not None
    if used is not None:
        table.emit(ev.OnceUsed(*used))
    if not (isinstance(aimed.order, od.PlayPlot) or aimed.deed.free):
        table.spend(aimed.seat, _actor(aimed), "ability")
    pay(table, aimed.seat, payment)
    if isinstance(aimed.order, od.PlayPlot):
        table.discard(aimed.seat, aimed.card, "plots", "played")
    return payment.cards


def carry_waiting(table: InwoTable, is_last: bool = False) -> None:
    """Plays that waited and stand take effect as the round after them closes (I22.10)."""
    for play in table.state.plays:
        if is_last and ends_turn(play) and _stands(table, play):
            table.emit(ev.TurnCut(play.card))
        if not play.waits or (play.round >= table.state.round and not is_last):
            continue
        if _stands(table, play):
            table.emit(ev.PlayCarriedOut(play.full))
            deed = deeds_of(play.card)[play.deed]
            assert play.order is not None
            aimed = Aimed(table.known, play.seat, play.card, deed, play.order)
            # What it was aimed at may be gone by now (I22.5).
            if deed.does in _REACTIONS or EFFECTS[deed.does].refuse(aimed) is None:
                EFFECTS[deed.does].carry(table, aimed)


def ends_turn(play: AttackPlay) -> bool:
    """Whether the turn is over once it stands (I5.7)."""
    deeds = deeds_of(play.card) if play.what == "effect" and play.order is not None else []
    return bool(deeds) and deeds[play.deed].ends_turn


def _stands(table: InwoTable, play: AttackPlay) -> bool:
    return any(one.full == play.full and not one.cancelled for one in table.state.plays)
