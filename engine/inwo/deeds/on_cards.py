"""Deeds aimed at cards on the table: alignments, tokens, Resources, Orders (I35.16 to I35.25)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.devastation import devastate, ruin_resource
from engine.inwo.attacks.results import destroy_group
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.aimed import (
    Aimed,
    AimedEffect,
    is_claimed,
    play_meant,
    refuse_aim,
    refuse_surplus,
    targets_of,
)
from engine.inwo.deeds.freeing import zaps_on
from engine.inwo.deeds.laying import bars_tokens
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import Change, OnTable


def tokens_of(aimed: Aimed) -> tuple[tuple[str, int], ...]:
    """The tokens that go, all of each target or so many (I35.20)."""
    tokens, deed = aimed.known.state.tokens, aimed.deed
    named = [copy for copy in targets_of(aimed) if copy in aimed.known.table]
    if deed.branch:
        named = [copy for root in named for copy in aimed.known.branch(root)]
    elif deed.limit == "victim":
        rich = (copy for copy in named if tokens.get(copy, 0) >= deed.least)
        return tuple((copy, deed.amount) for copy in rich if not _has_any(aimed, copy))
    return tuple((copy, tokens[copy]) for copy in named if tokens.get(copy, 0))


def _has_any(aimed: Aimed, copy: str) -> bool:
    """Whether the controller of a card has such Groups as would save it."""
    of, seat = aimed.deed.without, aimed.known.state.table[copy].seat
    return of is not None and aimed.known.count(of, seat, copy) > 0


def refuse_borrowing(aimed: Aimed) -> Refusal | None:
    """A token of another Group of his, while it has none itself (I35.16)."""
    return refuse_gaining(aimed) or refuse_taking(aimed)


def borrow(table: InwoTable, aimed: Aimed) -> None:
    for copy in targets_of(aimed):
        table.emit(ev.TokensTaken(aimed.seat, ((copy, 1),), "effect"))
    table.emit(ev.TokensPlaced(aimed.seat, ((aimed.card, 1),)))


def refuse_weakening(aimed: Aimed) -> Refusal | None:
    """A Group of his hand alone, or of the area (I35.14)."""
    return refuse(rl.TARGET_UNFIT, card=aimed.card) if _held(aimed) is None else None


def _held(aimed: Aimed) -> str | None:
    hand = aimed.known.state.in_reach(aimed.seat)
    copy = find(hand, aimed.order.on[0]) if len(aimed.order.on) == 1 else None
    return copy if copy is not None and aimed.known.fits(aimed.deed.of, copy) else None


def weaken(table: InwoTable, aimed: Aimed) -> None:
    """It has no Resistance until the turn ends."""
    copy, source = _held(aimed), table.state.plays[-1].full
    if copy is not None:
        table.emit(ev.ChangeBegan(Change(copy, "resistance", "set", 0, source=source)))


def refuse_taking(aimed: Aimed) -> Refusal | None:
    refusal = refuse_aim(aimed)
    if refusal is None and not tokens_of(aimed):
        known = [copy for copy in targets_of(aimed) if copy in aimed.known.table]
        is_saved = any(_has_any(aimed, copy) for copy in known)
        return refuse(rl.TARGET_UNFIT if is_saved else rl.NO_TOKEN_TO_USE, card=aimed.card)
    return refusal


def take_tokens(table: InwoTable, aimed: Aimed) -> None:
    for row in tokens_of(aimed):
        table.emit(ev.TokensTaken(table.state.table[row[0]].seat, (row,), "effect"))


def placeable(aimed: Aimed) -> tuple[tuple[str, int], ...]:
    """A token for each target that may have one (I6.2)."""
    targets = targets_of(aimed)
    return tuple((copy, 1) for copy in targets if not bars_tokens(aimed.known, copy))


def place_tokens(table: InwoTable, aimed: Aimed) -> None:
    rows = placeable(aimed)
    if rows:
        table.emit(ev.TokensPlaced(aimed.seat, rows))


def freeze(table: InwoTable, aimed: Aimed) -> None:
    """Until the turn ends none of them spends tokens except in self-defense."""
    source = table.state.plays[-1].full
    for word in aimed.deed.words:
        table.emit(ev.ChangeBegan(Change("all", "frozen", "gain", word, source=source)))


def lose_word(table: InwoTable, aimed: Aimed) -> None:
    """An attribute is lost until the turn ends (I35.19)."""
    source = table.state.plays[-1].full
    for copy in targets_of(aimed):
        for word in aimed.deed.words:
            change = Change(copy, "attribute", "lose", word, source=source)
            table.emit(ev.ChangeBegan(change))


def refuse_passing(aimed: Aimed) -> Refusal | None:
    """A token goes to another Group of his that has none (I35.16)."""
    refusal = refuse_aim(aimed)
    if refusal:
        return refusal
    copy = targets_of(aimed)[0]
    kin = (aimed.known.table[aimed.card].master, *aimed.known.puppets.get(aimed.card, ()))
    is_by_card = aimed.deed.of.fits(card_id(copy), card_of(copy).words)
    if aimed.deed.near and (copy not in kin or not is_by_card):
        return refuse(rl.TARGET_UNFIT, card=aimed.card, on=copy)
    if copy not in aimed.known.state.tokens:
        return refuse(rl.TARGET_UNFIT, card=aimed.card, on=copy)
    is_full = aimed.known.state.tokens.get(copy, 0) > 0 or bars_tokens(aimed.known, copy)
    return refuse(rl.HAS_TOKEN_ALREADY, card=copy) if is_full else None


def refuse_gaining(aimed: Aimed) -> Refusal | None:
    """A token for itself, if it has none (I35.16)."""
    is_full = aimed.known.state.tokens.get(aimed.card, 0) > 0
    is_barred = bars_tokens(aimed.known, aimed.card)
    return refuse(rl.HAS_TOKEN_ALREADY, card=aimed.card) if is_full or is_barred else None


def gain_token(table: InwoTable, aimed: Aimed) -> None:
    table.emit(ev.TokensPlaced(aimed.seat, ((aimed.card, 1),)))


def _zapped(aimed: Aimed) -> list[str]:
    state = aimed.known.state
    return [seat.name for seat in state.seats if zaps_on(state, seat.name)]


def refuse_cease_fire(aimed: Aimed) -> Refusal | None:
    """Only where more than one player is Zapped."""
    return None if len(_zapped(aimed)) > 1 else refuse(rl.NO_ZAPS, seat=aimed.seat)


def cease_fire(table: InwoTable, aimed: Aimed) -> None:
    """Every Zap is removed."""
    for seat in _zapped(aimed):
        for copy in zaps_on(table.state, seat):
            owner = table.state.owner_of(copy).name
            table.emit(ev.LeftPlay(((copy, owner),), "discards", "removed"))


def recall(table: InwoTable, aimed: Aimed) -> None:
    """A rival takes a Resource back into his hand."""
    for copy in targets_of(aimed):
        if copy in table.state.table:
            seat = table.state.table[copy].seat
            table.emit(ev.LeftPlay(((copy, seat),), "groups", "recalled"))


def refuse_unzapping(aimed: Aimed) -> Refusal | None:
    """Why no Zap is removed; the player is named (I35.5)."""
    name = aimed.order.on[0] if aimed.order.on else aimed.seat
    if not any(seat.name == name for seat in aimed.known.state.seats):
        return refuse(rl.NO_SUCH_PLAYER, seat=name)
    is_zapped = bool(zaps_on(aimed.known.state, name))
    unfit = None if is_zapped else refuse(rl.NO_ZAPS, seat=name)
    return refuse_surplus(aimed, aimed.order.on[1:]) or unfit


def unzap(table: InwoTable, aimed: Aimed) -> None:
    """All Zaps of one player are discarded."""
    for copy in zaps_on(table.state, aimed.order.on[0] if aimed.order.on else aimed.seat):
        owner = table.state.owner_of(copy).name
        table.emit(ev.LeftPlay(((copy, owner),), "discards", "removed"))


def refuse_bringing(aimed: Aimed) -> Refusal | None:
    """Why Resources of the hand do not come into play (I8.4)."""
    state, on = aimed.known.state, aimed.order.on
    held = [find(state.in_reach(aimed.seat), name) for name in on]
    fitting = [copy for copy in held if copy is not None and aimed.known.fits(aimed.deed.of, copy)]
    if not on or len(set(fitting)) < len(on) or len(on) > aimed.deed.most:
        return refuse(rl.NOT_A_RESOURCE, card=aimed.card)
    if state.turn.seat != aimed.seat or state.attack is not None:
        return refuse(rl.NOT_MAIN, seat=aimed.seat)
    refusals = (lg.refuse_takeover(aimed.known, aimed.seat, copy) for copy in fitting)
    return next((refusal for refusal in refusals if refusal), None)


def bring(table: InwoTable, aimed: Aimed) -> None:
    """They come beside the Illuminati, without a roll (I35.30)."""
    for name in aimed.order.on:
        held = find(table.state.in_reach(aimed.seat), name)
        if held is None or lg.refuse_takeover(table.known, aimed.seat, held) is not None:
            continue
        root = table.state.seat(aimed.seat).illuminati
        card = OnTable(held, aimed.seat, host=root)
        zone: ev.CardZone | Literal["table"] = "table" if held in table.state.table else "groups"
        table.emit(ev.CameIntoPlay(card, zone, "by-card", late=True))
        tokens = card_of(held).action_tokens if aimed.deed.with_tokens else 0
        if tokens:
            table.emit(ev.TokensPlaced(aimed.seat, ((held, tokens),)))


def lay_bare(table: InwoTable, aimed: Aimed) -> None:
    """No Resistance, loyalty or shield until the turn ends, whatever lies on it now (I35.14)."""
    source = table.state.plays[-1].full
    for copy in targets_of(aimed):
        older = " ".join(table.known.linked.get(copy, ()))
        table.emit(ev.ChangeBegan(Change(copy, "bare", "gain", older, source=source)))


def set_off(table: InwoTable, aimed: Aimed) -> None:
    """Cards out of force at once; they leave when it can be cancelled no more (I22.10)."""
    for copy in targets_of(aimed):
        table.emit(ev.CardSetOff(copy, aimed.card))


# --- changes undone (I35.15) ----------------------------------------------------------------


def changed_by(aimed: Aimed) -> str | None:
    """The Group whose alignments or numbers the Plot changes that is named."""
    state = aimed.known.state
    linked = _linked_plot(aimed)
    if linked is not None:
        return state.table[linked].host
    play, attack = play_meant(aimed), state.attack
    if play is None:
        return None
    if attack is not None and play.what in ("boost", "defend"):
        return attack.attacker if play.what == "boost" else attack.target
    on = [one.on for one in state.changes if one.source == play.full]
    return next((copy for copy in on if copy in state.table), None)


def _linked_plot(aimed: Aimed) -> str | None:
    """A Plot that is linked to a Group and changes it."""
    copy = on_table(aimed.known.state, aimed.order.on[0]) if aimed.order.on else None
    card = aimed.known.table.get(copy or "")
    if card is None or card.host is None or card_of(card.copy).family != "plot":
        return None
    kinds = (ab.ChangeAlignment, ab.RaisePower, ab.StatChange, ab.Identity)
    is_change = any(isinstance(one, kinds) for one in card_of(card.copy).abilities)
    return copy if is_change and "group" in card_of(card.host).words else None


def refuse_undoing(aimed: Aimed) -> Refusal | None:
    """Only a Plot linked to a Group; a New World Order stays."""
    return None if _linked_plot(aimed) else refuse(rl.TARGET_UNFIT, card=aimed.card)


def undo(table: InwoTable, aimed: Aimed) -> None:
    copy = _linked_plot(aimed)
    if copy is not None:
        table.emit(ev.CardSetOff(copy, aimed.card))


# --- a wish for what a card is to do, and destruction by it (I36.7, I36.21) -----------------


def refuse_nothing(aimed: Aimed) -> Refusal | None:
    """It can always be wished."""
    return None


def prefer(table: InwoTable, aimed: Aimed) -> None:
    """Until the turn ends it does the other thing that it can."""
    table.emit(ev.OnceUsed(aimed.seat, f"prefers:{aimed.card}"))


def gamble(table: InwoTable, aimed: Aimed) -> None:
    """A die: 1 destroys the target alone, 6 the card alone, all else both (I38.51)."""
    number = table.die(aimed.card)
    lost = [] if number == 6 else targets_of(aimed)
    lost += [] if number == 1 else [aimed.card]
    for copy in lost:
        if copy in table.state.table:
            ruin_resource(table, aimed.seat, copy)


def refuse_striking_down(aimed: Aimed) -> Refusal | None:
    """Only the Group that a rival has just taken from his hand (I38.46)."""
    state = aimed.known.state
    copy, on = state.turn.came, aimed.order.on
    seat = state.controller(copy)
    is_group = aimed.known.is_group(copy)
    is_other = bool(on) and on[0] not in (copy, card_id(copy))
    if not is_group or seat == aimed.seat or is_other or is_claimed(aimed):
        return refuse(rl.NOTHING_TAKEN, card=aimed.card)
    if seat is not None and state.shelters(seat, aimed.seat):
        return refuse(rl.FIRST_TURN, seat=seat)
    is_safe = lg.is_indestructible(aimed.known, copy)
    return refuse(rl.NEVER_DESTROYED, card=copy) if is_safe else None


def strike_down(table: InwoTable, aimed: Aimed) -> None:
    """It is destroyed, for no Goal."""
    copy = table.state.turn.came
    if table.known.is_group(copy):
        destroy_group(table, aimed.seat, copy, credit=False)


def refuse_corrupting(aimed: Aimed) -> Refusal | None:
    """A Place that was Relieved in this turn (I36.12)."""
    state, targets = aimed.known.state, targets_of(aimed)
    is_fit = len(targets) == 1 and targets[0] in state.turn.relieved
    is_fit = is_fit and targets[0] in state.table and not state.table[targets[0]].devastated
    if not is_fit or is_claimed(aimed, targets[0]):
        return refuse(rl.NOT_RELIEVED, card=aimed.card)
    seat = state.table[targets[0]].seat
    is_first = state.shelters(seat, aimed.seat)
    return refuse(rl.FIRST_TURN, seat=seat) if is_first else None


def corrupt(table: InwoTable, aimed: Aimed) -> None:
    """The Relief is lost, and none may be tried until after his next turn."""
    (copy,) = targets_of(aimed)
    devastate(table, copy)
    until = f"turn-of:{aimed.seat}"
    table.emit(ev.ChangeBegan(Change(copy, "no-relief", "gain", "", until=until)))


ON_CARDS: Mapping[ab.DeedName, AimedEffect] = {
    "prefer": AimedEffect(refuse_nothing, prefer, waits=False),
    "gamble": AimedEffect(refuse_aim, gamble),
    "strike-down": AimedEffect(refuse_striking_down, strike_down),
    "corrupt": AimedEffect(refuse_corrupting, corrupt),
}
"""A row a deed."""
