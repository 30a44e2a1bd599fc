"""Deeds that put Groups and Resources in their places without a fight (I36.14, I36.19, I37)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.results import remove_branch
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.aimed import Aimed, AimedEffect
from engine.inwo.deeds.takeovers import takeover_places
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.selectors import OPPOSED, TEN
from engine.inwo.state import Change, InwoState, OnTable, Ruin
from engine.inwo.structure import Places, fit, places_under, sides_of

# --- moved within its structure (I38.32) ----------------------------------------------------


def _shifted(aimed: Aimed) -> tuple[str, str, Places] | None:
    """The Group, whose it is, and where it would go."""
    state, order = aimed.known.state, aimed.order
    copy = on_table(state, order.on[0]) if order.on else None
    seat = state.controller(copy) if copy else None
    if copy is None or seat is None or not aimed.known.is_group(copy):
        return None
    under = on_table(state, getattr(order, "under", None) or "", seat)
    if under is None or under not in aimed.known.groups[seat] or under in aimed.known.branch(copy):
        return None
    places = places_under(state, seat, (under,), getattr(order, "at", None), card=copy)
    return (copy, seat, places) if places else None


def _refuse_shift(aimed: Aimed) -> Refusal | None:
    """Not in an attack, and no direct puppet of a rival Illuminati."""
    state, shifted = aimed.known.state, _shifted(aimed)
    if state.attack is not None:
        return refuse(rl.IN_ATTACK, card=aimed.card)
    if shifted is None:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    copy, seat, places = shifted
    if lg.is_burden(copy):
        return refuse(rl.FIXED, card=copy)
    if seat != aimed.seat and aimed.known.table[copy].master == state.seat(seat).illuminati:
        return refuse(rl.TARGET_UNFIT, card=aimed.card, on=copy)
    if state.shelters(seat, aimed.seat):
        return refuse(rl.FIRST_TURN, seat=seat)
    barred = lg.refuse_touching(aimed.known, aimed.card, copy, uses_ability=True)
    barred = barred or lg.refuse_master(aimed.known, copy, places[0][0])
    is_room = fit(state, seat, copy, places) is not None
    return barred or (None if is_room else refuse(rl.ARROW_NOT_OPEN, card=places[0][0]))


def _shift(table: InwoTable, aimed: Aimed) -> None:
    """It goes with its branch; what does not fit goes to the hand (I9.5)."""
    shifted = _shifted(aimed._replace(known=table.known))
    laid = fit(table.state, shifted[1], shifted[0], shifted[2]) if shifted else None
    if shifted is not None and laid is not None:
        for root in laid.lost:
            remove_branch(table, root, "groups", "no-room")
        table.emit(ev.BranchLaid(shifted[1], laid.laid, "moved"))


# --- one Group in the place of another (I37) ------------------------------------------------


def _refuse_substitute(aimed: Aimed) -> Refusal | None:
    """A Group of his hand that he may take over."""
    state = aimed.known.state
    held = find(state.seat(aimed.seat).groups, next(iter(aimed.order.on), ""))
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=next(iter(aimed.order.on), ""))
    if "group" not in card_of(held).words:
        return refuse(rl.TARGET_UNFIT, card=aimed.card, on=held)
    master = state.table[aimed.card].master or ""
    refusal = lg.refuse_takeover(aimed.known, aimed.seat, held)
    return refusal or lg.refuse_master(aimed.known, held, master)


def _substitute(table: InwoTable, aimed: Aimed) -> None:
    """It lies where the card lay, which is discarded."""
    held = find(table.state.seat(aimed.seat).groups, aimed.order.on[0])
    old = table.state.table.get(aimed.card)
    if held is None or old is None:
        return
    owner = table.state.owner_of(aimed.card).name
    table.emit(ev.LeftPlay(((aimed.card, owner),), "discards", "replaced"))
    late = not table.state.is_before_tokens
    card = OnTable(held, aimed.seat, old.master, old.arrow)
    table.emit(ev.CameIntoPlay(card, "groups", "by-card", late))


def _prey(aimed: Aimed) -> tuple[str, str, Ruin] | None:
    """The attacker of the attack just over, and the Group that it has destroyed, not for good."""
    state = aimed.known.state
    leader, target = (*state.turn.feast, "", "")[:2]
    pile = state.seat(aimed.seat).destroyed
    ruin = next((one for one in reversed(pile) if one.copy == target), None)
    is_his = aimed.known.is_group(leader) and state.controller(leader) == aimed.seat
    if ruin is None or lg.is_beyond(state, ruin):
        return None
    return (leader, target, ruin) if is_his else None


def _refuse_devouring(aimed: Aimed) -> Refusal | None:
    """Right after a Group of his, no Illuminati, has destroyed a Group."""
    prey = _prey(aimed)
    if prey is None:
        return refuse(rl.NOTHING_EATEN, card=aimed.card)
    if lg.is_indestructible(aimed.known, prey[0]):
        return refuse(rl.NEVER_DESTROYED, card=prey[0])
    return lg.refuse_control(aimed.known, aimed.seat, prey[1])


def _devour(table: InwoTable, aimed: Aimed) -> None:
    """The destroyed Group lies where its destroyer lay; puppets on its arrows, else to the hand."""
    prey = _prey(aimed._replace(known=table.known))
    if prey is None:
        return
    leader, target, _ = prey
    known, old = table.known, table.state.table[leader]
    words = tuple(sorted(known.words(leader)))
    for copy in known.linked.get(leader, ()):
        owner = table.state.owner_of(copy).name
        table.emit(ev.LeftPlay(((copy, owner),), "discards", "host-destroyed"))
    card = OnTable(target, aimed.seat, old.master, old.arrow)
    table.emit(ev.RuinRevived(aimed.seat, card))
    table.emit(ev.Replaced(leader, target))
    table.emit(ev.LeaderLost(aimed.seat, Ruin(leader, words, credit=False)))
    for puppet in tuple(table.known.puppets.get(target, ())):
        _hang_anew(table, aimed.seat, puppet, target)


def _hang_anew(table: InwoTable, seat: str, puppet: str, master: str) -> None:
    """A puppet on an arrow of its new master, as it was if it can be."""
    if table.state.table[puppet].arrow in sides_of(table.state, puppet):
        return
    places = places_under(table.state, seat, (master,), card=puppet)
    laid = fit(table.state, seat, puppet, places) if places else None
    if laid is None:
        remove_branch(table, puppet, "groups", "no-room")
    else:
        table.emit(ev.BranchLaid(seat, laid.laid, "moved"))


# --- the killed come back (I37) -------------------------------------------------------------


def _killed(aimed: Aimed) -> tuple[str, Ruin] | None:
    """The Personality just killed, and in whose pile it lies."""
    state = aimed.known.state
    rows = [copy for copy, _, why in reversed(state.turn.lost) if why == "destroyed"][:1]
    for pile in state.seats:
        for ruin in pile.destroyed:
            if ruin.copy in rows and ruin.killed and not lg.is_beyond(state, ruin):
                return pile.name, ruin
    return None


def _clone_places(aimed: Aimed) -> Places:
    order, state = aimed.order, aimed.known.state
    names = [name for name in order.on if on_table(state, name, aimed.seat)]
    under = getattr(order, "under", None) or next(iter(names), None)
    return takeover_places(state, aimed.seat, under, getattr(order, "at", None))


def _refuse_cloning(aimed: Aimed) -> Refusal | None:
    """It comes to an open arrow of his structure."""
    if _killed(aimed) is None:
        return refuse(rl.NOTHING_LOST, card=aimed.card)
    root = aimed.known.state.seat(aimed.seat).illuminati
    return None if _clone_places(aimed) else refuse(rl.NO_PLACE, card=root)


def _clone(table: InwoTable, aimed: Aimed) -> None:
    aimed = aimed._replace(known=table.known)
    killed, places = _killed(aimed), _clone_places(aimed)
    if killed is not None and places:
        master, arrow = places[0]
        table.emit(ev.RuinRevived(killed[0], OnTable(killed[1].copy, aimed.seat, master, arrow)))


def _refuse_abduction(aimed: Aimed) -> Refusal | None:
    """A Personality of his hand or of the area, in his own main phase (I38.64)."""
    state, name = aimed.known.state, next(iter(aimed.order.on), "")
    held = find(_abductable(state, aimed.seat), name)
    if held is None or not aimed.deed.of.fits(card_id(held), card_of(held).words):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    if state.turn.seat != aimed.seat or state.attack is not None:
        return refuse(rl.NOT_MAIN, seat=aimed.seat)
    refusal = lg.refuse_takeover(aimed.known, aimed.seat, held)
    places = takeover_places(state, aimed.seat, card=held)
    root = state.seat(aimed.seat).illuminati
    return refusal or (None if places else refuse(rl.NO_PLACE, card=root))


def _abduct(table: InwoTable, aimed: Aimed) -> None:
    """It comes into play without a roll."""
    held = find(_abductable(table.state, aimed.seat), aimed.order.on[0])
    places = takeover_places(table.state, aimed.seat, card=held or "")
    if held is not None and places:
        master, arrow = places[0]
        card = OnTable(held, aimed.seat, master, arrow)
        zone: ev.CardZone | Literal["table"] = "table" if held in table.state.table else "groups"
        table.emit(ev.CameIntoPlay(card, zone, "by-card", late=True))


def _abductable(state: InwoState, seat: str) -> tuple[str, ...]:
    """The cards of his hand, and those that nobody controls."""
    return (*state.seat(seat).groups, *state.uncontrolled)


# --- Resources (I36.14) ---------------------------------------------------------------------


def _refuse_bringing(aimed: Aimed) -> Refusal | None:
    """A Resource of the kind from his hand."""
    state = aimed.known.state
    held = find(state.seat(aimed.seat).groups, next(iter(aimed.order.on), ""))
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=next(iter(aimed.order.on), ""))
    if not aimed.known.fits(aimed.deed.of, held):
        return refuse(rl.TARGET_UNFIT, card=aimed.card, on=held)
    if state.turn.seat != aimed.seat or state.attack is not None:
        return refuse(rl.NOT_MAIN, seat=aimed.seat)
    return lg.refuse_takeover(aimed.known, aimed.seat, held)


def _bring(table: InwoTable, aimed: Aimed) -> None:
    """It is linked to the Group that brings it."""
    held = find(table.state.seat(aimed.seat).groups, aimed.order.on[0])
    if held is not None and aimed.card in table.state.table:
        card = OnTable(held, aimed.seat, host=aimed.card)
        table.emit(ev.CameIntoPlay(card, "groups", "by-card", late=True))


def _found(aimed: Aimed) -> str | None:
    """The first of his wishes that lies in his Group deck (I33.1)."""
    state, order = aimed.known.state, aimed.order
    wishes = [*order.on, *(part.strip() for part in order.value.split(",") if part.strip())]
    deck = [c for c in state.seat(aimed.seat).group_deck if aimed.known.fits(aimed.deed.of, c)]
    if aimed.deed.with_help is not None:
        rivals = [card_id(c) for c, card in state.table.items() if card.seat != aimed.seat]
        deck = [copy for copy in deck if card_id(copy) in rivals]
    found = (find(deck, wish) for wish in wishes)
    return next((copy for copy in found if copy is not None), next(iter(deck), None))


def _refuse_search(aimed: Aimed) -> Refusal | None:
    """In his own main phase; he must be able to have what he finds (I8.4)."""
    state, found = aimed.known.state, _found(aimed)
    if state.turn.seat != aimed.seat or state.attack is not None:
        return refuse(rl.NOT_MAIN, seat=aimed.seat)
    if lg.is_barred(aimed.known, aimed.seat, "resources"):
        return refuse(rl.ZAPPED, card=aimed.card)
    if found is None and (aimed.order.on or aimed.order.value):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    if found is None:
        return refuse(rl.EMPTY_DECK, seat=aimed.seat)
    return lg.refuse_takeover(aimed.known, aimed.seat, found)


def _search(table: InwoTable, aimed: Aimed) -> None:
    """It comes into play with its tokens; the deck is shuffled."""
    found = _found(aimed._replace(known=table.known))
    if found is None:
        return
    card = OnTable(found, aimed.seat, host=table.state.seat(aimed.seat).illuminati)
    table.emit(ev.CameIntoPlay(card, "group_deck", "by-card", late=True))
    tokens = card_of(found).action_tokens
    if tokens:
        table.emit(ev.TokensPlaced(aimed.seat, ((found, tokens),)))
    table.shuffle(aimed.seat, "group_deck")


# --- alignments for a time (I35.19) ---------------------------------------------------------


def _group_meant(aimed: Aimed) -> str | None:
    copy = on_table(aimed.known.state, next(iter(aimed.order.on), ""))
    if copy is None or not (aimed.known.is_group(copy) or copy in aimed.known.state.uncontrolled):
        return None
    return copy


def _refuse_losing(aimed: Aimed) -> Refusal | None:
    """A Group of the kind, of anybody who has had a turn."""
    copy, state = _group_meant(aimed), aimed.known.state
    if copy is None or not aimed.known.fits(aimed.deed.of, copy):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    seat = state.table[copy].seat
    if state.shelters(seat, aimed.seat):
        return refuse(rl.FIRST_TURN, seat=seat)
    attack = state.attack
    return lg.refuse_taking_part(aimed.known, attack, aimed.seat) if attack else None


def _lose_words(table: InwoTable, aimed: Aimed) -> None:
    """It has no alignment and can get none until the turn ends."""
    copy, source = _group_meant(aimed._replace(known=table.known)), table.state.plays[-1].full
    if copy is not None:
        table.emit(ev.ChangeBegan(Change(copy, "no-alignment", "gain", "", source=source)))


def _reversible(aimed: Aimed) -> list[str]:
    """The alignments that are named, or all that can be reversed (I2.3)."""
    copy = _group_meant(aimed)
    words = aimed.known.alignments(copy) if copy else []
    able = [word for word in words if OPPOSED.get(word) not in (None, word)]
    named = [part.strip() for part in aimed.order.value.removeprefix("REVERSE ").split(",")]
    named = [word for word in named if word and word != "ALL"]
    return [word for word in able if word in named] if named else able


def _refuse_reversing(aimed: Aimed) -> Refusal | None:
    copy, state = _group_meant(aimed), aimed.known.state
    if copy is None or state.table[copy].seat != aimed.seat:
        return refuse(rl.NOT_YOURS if copy else rl.NOT_ON_TABLE, card=copy or aimed.card)
    named = [part.strip() for part in aimed.order.value.removeprefix("REVERSE ").split(",")]
    named = [word for word in named if word and word != "ALL"]
    words = _reversible(aimed)
    is_fit = bool(words) and all(word in TEN and word in words for word in named)
    return None if is_fit else refuse(rl.TARGET_UNFIT, card=aimed.card, on=copy)


def _reverse(table: InwoTable, aimed: Aimed) -> None:
    """For one action of that Group, and for no Goal."""
    aimed = aimed._replace(known=table.known)
    copy, source = _group_meant(aimed), table.state.plays[-1].full
    for word in _reversible(aimed) if copy else ():
        until, gained = f"one-action:{copy}", OPPOSED[word]
        change = Change(copy or "", "alignment", "gain", gained, until=until, source=source)
        table.emit(ev.ChangeBegan(change))


ON_STRUCTURES: Mapping[ab.DeedName, AimedEffect] = {
    "shift-group": AimedEffect(_refuse_shift, _shift),
    "substitute": AimedEffect(_refuse_substitute, _substitute),
    "devour": AimedEffect(_refuse_devouring, _devour),
    "clone-killed": AimedEffect(_refuse_cloning, _clone),
    "take-personality": AimedEffect(_refuse_abduction, _abduct),
    "bring-linked": AimedEffect(_refuse_bringing, _bring),
    "find-resource": AimedEffect(_refuse_search, _search),
    "lose-words": AimedEffect(_refuse_losing, _lose_words, waits=False),
    "reverse-words": AimedEffect(_refuse_reversing, _reverse, waits=False),
}
"""A row a deed."""
