"""What Plots and cards in play do when they are used: one row a deed (I35.15 to I35.29)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.cancels import acting, is_plot, open_play, record, settle_cancels
from engine.inwo.deeds.costs import Payment, pay, payment_of
from engine.inwo.deeds.plots import bars_tokens
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.selectors import OPPOSED, TEN
from engine.inwo.state import AttackPlay, Change, InwoState

Order = od.PlayPlot | od.UseAbility


class Aimed(NamedTuple):
    """A deed about to be done: who does it, with which card, as ordered."""

    known: Facts
    seat: str
    card: str
    deed: ab.Deed
    order: Order


class Effect(NamedTuple):
    """Why it cannot be done, what it does; one that cannot be undone waits (I22.10)."""

    refuse: Callable[[Aimed], Refusal | None]
    carry: Callable[[InwoTable, Aimed], None]
    waits: bool = True


# --- cancelling (I38.2 to I38.4) ------------------------------------------------------------


def _refuse_cancel(aimed: Aimed) -> Refusal | None:
    play, state = _play_meant(aimed), aimed.known.state
    if play is None:
        return refuse(rl.NO_OPEN_PLAY, card=aimed.card)
    if state.attack is not None:
        return lg.refuse_taking_part(aimed.known, state.attack, aimed.seat)
    is_protected = play.seat != aimed.seat and not state.seat(play.seat).turns_taken
    return refuse(rl.FIRST_TURN, seat=play.seat) if is_protected else None


def _play_meant(aimed: Aimed) -> AttackPlay | None:
    play = open_play(aimed.known.state, aimed.order.on[0]) if aimed.order.on else None
    if play is None or play.card == aimed.card:
        return None
    if aimed.deed.does != "cancel-action":
        of = aimed.deed.of
        return play if is_plot(play) and of.fits(card_id(play.card), frozenset()) else None
    return play if any(_may_touch(aimed, copy) for copy in acting(play)) else None


def _may_touch(aimed: Aimed, copy: str) -> bool:
    """Whether a deed is for such a card, and none of a Group where it is immune or Secret (I17)."""
    known = aimed.known
    if not known.fits(aimed.deed.of, copy, aimed.card):
        return False
    is_group = known.is_group(aimed.card)
    return not is_group or lg.refuse_touching(known, aimed.card, copy) is None


def _take_plot(table: InwoTable, aimed: Aimed) -> None:
    """The Plot cancelled comes into the hand (I38.3)."""
    number = next(p.cancels for p in table.state.plays if p.card == aimed.card)
    taken = next(p.card for p in table.state.plays if p.full == number)
    owner = table.state.owner_of(taken).name
    if taken in table.state.table:
        table.emit(ev.LeftPlay(((taken, aimed.seat),), "plots", "taken"))
    elif taken in table.state.seat(owner).discards:
        moved = ev.CardsMoved(owner, (taken,), "discards", "plots", "taken", to_seat=aimed.seat)
        table.emit(moved)


def _nothing(table: InwoTable, aimed: Aimed) -> None:
    """All of it is the cancel itself."""


# --- drawing (I35.18) -----------------------------------------------------------------------


def _refuse_draw(aimed: Aimed) -> Refusal | None:
    deck = getattr(aimed.known.state.seat(aimed.seat), _deck(aimed.deed))
    return None if deck else refuse(rl.EMPTY_DECK, seat=aimed.seat)


def _draw(table: InwoTable, aimed: Aimed) -> None:
    table.draw(aimed.seat, _deck(aimed.deed), aimed.deed.amount, "effect")


def _deck(deed: ab.Deed) -> ev.DeckZone:
    return "plot_deck" if deed.does == "draw-plots" else "group_deck"


# --- aimed at cards on the table ------------------------------------------------------------


def _targets(aimed: Aimed) -> list[str]:
    """The cards it is aimed at: those named, or all that fit (I34.3)."""
    state = aimed.known.state
    if aimed.deed.most:
        return [_meant(state, name) for name in aimed.order.on]
    return [copy for copy in state.table if _suits(aimed, copy)]


def _meant(state: InwoState, name: str) -> str:
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
    is_order = card_of(copy).ability(ab.WorldOrder) is not None
    is_kind = is_order if aimed.deed.does == "discard-orders" else "plot" not in card_of(copy).words
    return is_whose and is_kind and _may_touch(aimed, copy)


def _refuse_aim(aimed: Aimed) -> Refusal | None:
    """Why it is not aimed so: what it is for, and first turns (I4.7)."""
    state, targets = aimed.known.state, _targets(aimed)
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
    for copy in targets if aimed.deed.most else ():
        seat = _controller(state, copy)
        if seat is None:
            return refuse(rl.NOT_ON_TABLE, card=copy)
        if not _suits(aimed, copy):
            return refuse(rl.TARGET_UNFIT, card=aimed.card, on=copy)
        if seat != aimed.seat and not state.seat(seat).turns_taken:
            return refuse(rl.FIRST_TURN, seat=seat)
    return None


def _refuse_realigning(aimed: Aimed) -> Refusal | None:
    """One alignment is added, removed or reversed (I2.3, I35.19)."""
    way, _, word = aimed.order.value.partition(" ")
    refusal = _refuse_aim(aimed)
    if refusal or way not in aimed.deed.ways or word not in TEN:
        return refusal or refuse(rl.TARGET_UNFIT, card=aimed.card)
    has = word in aimed.known.words(_targets(aimed)[0])
    is_fit = has is not (way == "ADD") and (
        way != "REVERSE" or OPPOSED.get(word) not in (None, word)
    )
    return None if is_fit else refuse(rl.TARGET_UNFIT, card=aimed.card)


def _realign(table: InwoTable, aimed: Aimed) -> None:
    way, _, word = aimed.order.value.partition(" ")
    gained = OPPOSED[word] if way == "REVERSE" else word
    op: Literal["gain", "lose"] = "lose" if way == "REMOVE" else "gain"
    source = table.state.plays[-1].full
    by = "" if isinstance(aimed.order, od.PlayPlot) else aimed.card
    for copy in _targets(aimed):
        change = Change(copy, "alignment", op, gained, source=source, by=by)
        table.emit(ev.ChangeBegan(change))


def _tokens_of(aimed: Aimed) -> tuple[tuple[str, int], ...]:
    """The tokens that go, all of each target (I35.20)."""
    tokens = aimed.known.state.tokens
    return tuple((copy, tokens[copy]) for copy in _targets(aimed) if tokens.get(copy, 0))


def _refuse_taking(aimed: Aimed) -> Refusal | None:
    nothing = None if _tokens_of(aimed) else refuse(rl.NO_TOKEN_TO_USE, card=aimed.card)
    return _refuse_aim(aimed) or nothing


def _take_tokens(table: InwoTable, aimed: Aimed) -> None:
    for row in _tokens_of(aimed):
        table.emit(ev.TokensTaken(table.state.table[row[0]].seat, (row,), "effect"))


def _placeable(aimed: Aimed) -> tuple[tuple[str, int], ...]:
    """A token for each target that may have one (I6.2)."""
    targets = _targets(aimed)
    return tuple((copy, 1) for copy in targets if not bars_tokens(aimed.known, copy))


def _place_tokens(table: InwoTable, aimed: Aimed) -> None:
    rows = _placeable(aimed)
    if rows:
        table.emit(ev.TokensPlaced(aimed.seat, rows))


def _set_off(table: InwoTable, aimed: Aimed) -> None:
    """Cards out of force at once; they leave when it can be cancelled no more (I22.10)."""
    for copy in _targets(aimed):
        table.emit(ev.CardSetOff(copy, aimed.card))


EFFECTS: Mapping[ab.DeedName, Effect] = {
    "cancel-plot": Effect(_refuse_cancel, _nothing, waits=False),
    "cancel-action": Effect(_refuse_cancel, _nothing, waits=False),
    "take-plot": Effect(_refuse_cancel, _take_plot),
    "draw-plots": Effect(_refuse_draw, _draw),
    "draw-groups": Effect(_refuse_draw, _draw),
    "realign": Effect(_refuse_realigning, _realign, waits=False),
    "take-tokens": Effect(_refuse_taking, _take_tokens, waits=False),
    "place-tokens": Effect(_refuse_aim, _place_tokens, waits=False),
    "ruin-resource": Effect(_refuse_aim, _set_off, waits=False),
    "self-ruin": Effect(_refuse_aim, _set_off, waits=False),
    "discard-orders": Effect(_refuse_aim, _set_off, waits=False),
}
_CANCELS = ("cancel-plot", "cancel-action", "take-plot")


# --- using one ------------------------------------------------------------------------------


def deeds_of(copy: str) -> list[ab.Deed]:
    """What a card can do when it is played or used."""
    return [one for one in card_of(copy).abilities if isinstance(one, ab.Deed)]


def source_of(state: InwoState, seat: str, order: Order) -> str | None:
    """The Plot of the hand, or the card of his in play, that is to do it."""
    if isinstance(order, od.PlayPlot):
        return find(state.seat(seat).plots, order.card)
    copy = on_table(state, order.card, seat)
    return copy if copy is not None and state.table[copy].seat == seat else None


def refuse_deed(state: InwoState, seat: str, order: Order) -> Refusal | None:
    """Why a deed cannot be done (I34.4, I34.5)."""
    chosen = _chosen(state, seat, order)
    return chosen if isinstance(chosen, Refusal) else None


def _chosen(state: InwoState, seat: str, order: Order) -> Aimed | Refusal:
    """The first deed of the card that can be done as ordered, or why the first cannot."""
    copy = source_of(state, seat, order)
    if copy is None:
        is_play = isinstance(order, od.PlayPlot)
        return refuse(rl.NOT_IN_HAND if is_play else rl.NOT_ON_TABLE, card=order.card)
    refusal: Refusal | None = None
    for deed in deeds_of(copy):
        aimed = Aimed(facts(state), seat, copy, deed, order)
        unfit = _refuse_one(aimed)
        if unfit is None:
            return aimed
        refusal = refusal or unfit
    return refusal or refuse(rl.NO_ABILITY, card=copy)


def _refuse_one(aimed: Aimed) -> Refusal | None:
    if aimed.deed.own_turn and aimed.known.state.turn.seat != aimed.seat:
        return refuse(rl.NOT_MAIN, seat=aimed.seat)
    unfit = _refuse_use(aimed) or EFFECTS[aimed.deed.does].refuse(aimed)
    return unfit or (None if _price(aimed) else refuse(rl.COST_NOT_MET, card=aimed.card))


def _refuse_use(aimed: Aimed) -> Refusal | None:
    """A card in play spends its own token, or is used once a turn (I1.6, I34.5)."""
    if isinstance(aimed.order, od.PlayPlot):
        return None
    if aimed.known.is_idle(aimed.card):
        return refuse(rl.PARALYZED, card=aimed.card)
    if not aimed.deed.free:
        return lg.refuse_acting(aimed.known, aimed.card, rl.NO_TOKEN_TO_USE)
    is_used = _once(aimed) in aimed.known.state.seat(aimed.seat).used
    return refuse(rl.ONCE_A_TURN, card=aimed.card) if is_used else None


def _once(aimed: Aimed) -> str:
    return f"use:{aimed.card}"


def _price(aimed: Aimed) -> Payment | None:
    if not aimed.deed.costs:
        return Payment(ab.Cost())
    paying = aimed.order.paying if isinstance(aimed.order, od.PlayPlot) else ()
    costs = [_cost(aimed, cost) for cost in aimed.deed.costs]
    return payment_of(aimed.known, aimed.seat, costs, paying, aimed.card)


def _cost(aimed: Aimed, cost: ab.Cost) -> ab.Cost:
    """A cost that must exceed the Power of the Group it is about (I38.2)."""
    play = _play_meant(aimed) if cost.over else None
    cards = [c for c in acting(play) if aimed.known.is_group(c)] if play else []
    return changed(cost, total=1 + aimed.known.power(cards[0])) if cards else cost


def do_deed(table: InwoTable, seat: str, order: Order) -> Refusal | None:
    """Pay, announce, and carry out what counts at once (I22.10)."""
    aimed = _chosen(table.state, seat, order)
    if isinstance(aimed, Refusal):
        return aimed
    effect, target = EFFECTS[aimed.deed.does], _play_meant(aimed)
    paid = _spend(table, aimed)
    placed, taken = _token_rows(aimed)
    play = AttackPlay(0, seat, "effect", aimed.card, paid=paid, waits=effect.waits, order=order)
    play = changed(play, tokens=placed, taken=taken)
    play = changed(play, deed=deeds_of(aimed.card).index(aimed.deed))
    if target is not None and aimed.deed.does in _CANCELS:
        play = changed(play, what="cancel", cancels=target.full, line=target.line)
    record(table, play)
    if play.cancels:
        settle_cancels(table)
    if not effect.waits:
        effect.carry(table, aimed)
    return None


Rows = tuple[tuple[str, int], ...]


def _token_rows(aimed: Aimed) -> tuple[Rows, Rows]:
    """The tokens placed and taken, which a cancel takes and places again."""
    if aimed.deed.does == "place-tokens":
        return _placeable(aimed), ()
    return (), _tokens_of(aimed) if aimed.deed.does == "take-tokens" else ()


def _spend(table: InwoTable, aimed: Aimed) -> tuple[str, ...]:
    """What the deed costs; the Groups that acted for it."""
    payment = _price(aimed)
    assert payment is not None
    if isinstance(aimed.order, od.PlayPlot):
        table.discard(aimed.seat, aimed.card, "plots", "played")
    elif aimed.deed.free:
        table.emit(ev.OnceUsed(aimed.seat, _once(aimed)))
    else:
        table.spend(aimed.seat, aimed.card, "ability")
    pay(table, aimed.seat, payment)
    return payment.cards


def carry_waiting(table: InwoTable, is_last: bool = False) -> None:
    """Plays that waited and stand take effect as the round after them closes (I22.10)."""
    for play in table.state.plays:
        if not play.waits or (play.round >= table.state.round and not is_last):
            continue
        if _stands(table, play):
            table.emit(ev.PlayCarriedOut(play.full))
            deed = deeds_of(play.card)[play.deed]
            assert play.order is not None
            aimed = Aimed(table.known, play.seat, play.card, deed, play.order)
            EFFECTS[deed.does].carry(table, aimed)


def _stands(table: InwoTable, play: AttackPlay) -> bool:
    return any(one.full == play.full and not one.cancelled for one in table.state.plays)
