"""Deeds by which a rival, or everybody, must choose, or has other Groups (I33.3, I36.15)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.deeds.aimed import Aimed, AimedEffect
from engine.inwo.deeds.on_cards import refuse_nothing
from engine.inwo.deeds.on_players import (
    hidden_plots,
    question_key,
    refuse_hidden,
    refuse_player,
    victim_of,
)
from engine.inwo.deeds.questions import ask
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import ONLY_DEFENSE, Question


def offer_choice(table: InwoTable, aimed: Aimed) -> None:
    """A rival picks one of his hidden Plots; unseen, that or all others will lie open (I36.15)."""
    rival = victim_of(aimed)
    hidden = hidden_plots(table.state, rival)
    key = question_key(table, rival)
    question = Question(key, rival, "hold-out", aimed.card, 1, hidden, credit=aimed.seat)
    ask(table, question)


def refuse_upheaval(aimed: Aimed) -> Refusal | None:
    """Not before every player has completed a turn (I38.49)."""
    seats = aimed.known.state.seats
    is_early = any(not seat.turns_taken and not seat.is_out for seat in seats)
    return refuse(rl.FIRST_TURN, seat=aimed.seat) if is_early else None


def ask_groups(table: InwoTable, aimed: Aimed) -> None:
    """Each player chooses a Group of his structure that he discards (I38.49)."""
    for seat in (aimed.seat, *(one.name for one in table.state.seats_after(aimed.seat))):
        ask(table, Question(question_key(table, seat), seat, "lose-group", aimed.card))


def refuse_smiting(aimed: Aimed) -> Refusal | None:
    """Outside an attack; he needs two Group cards himself, or one that lies uncontrolled."""
    state = aimed.known.state
    if state.attack is not None:
        return refuse(rl.IN_ATTACK, card=aimed.card)
    has_enough = len(state.in_reach(aimed.seat)) >= (1 if state.has_area else 2)
    return None if has_enough else refuse(rl.NOT_IN_HAND, card=aimed.card)


def smite(table: InwoTable, aimed: Aimed) -> None:
    """Each rival puts a Group card of his hand, or of the area, under his deck, and he two."""
    for seat in table.state.seats_after(aimed.seat):
        if seat.turns_taken:
            key = question_key(table, seat.name)
            ask(table, Question(key, seat.name, "bury-groups", aimed.card))
    key = question_key(table, aimed.seat)
    ask(table, Question(key, aimed.seat, "bury-groups", aimed.card, 2))


def refuse_begging(aimed: Aimed) -> Refusal | None:
    """While his Illuminati has no token, of a rival whose has (I38.83)."""
    state = aimed.known.state
    refusal = refuse_player(aimed)
    if refusal:
        return refusal
    if state.tokens.get(state.seat(aimed.seat).illuminati, 0):
        return refuse(rl.HAS_TOKEN, card=state.seat(aimed.seat).illuminati)
    root = state.seat(victim_of(aimed)).illuminati
    return None if state.tokens.get(root, 0) else refuse(rl.NO_TOKEN_TO_USE, card=root)


def beg(table: InwoTable, aimed: Aimed) -> None:
    """The rival gives a token of his Illuminati, or discards a Group."""
    rival = victim_of(aimed)
    table.emit(ev.OnceUsed(aimed.seat, ONLY_DEFENSE))
    root = table.state.seat(rival).illuminati
    cards = (root, *(c for c in table.known.groups[rival][1:] if not lg.is_burden(c)))
    key = question_key(table, rival)
    ask(table, Question(key, rival, "pay-or-lose", aimed.card, 1, cards, credit=aimed.seat))


def all_draw(table: InwoTable, aimed: Aimed) -> None:
    """Each player draws a Group card, shown to all, or turns one up in the area."""
    for seat in (aimed.seat, *(one.name for one in table.state.seats_after(aimed.seat))):
        if table.state.has_area:
            table.turn_up(seat, 1, "by-card")
            continue
        if table.draw(seat, "group_deck", 1, "effect"):
            shown = table.state.seat(seat).groups[-1:]
            table.emit(ev.CardsShown(seat, "", shown))


def refuse_swapping(aimed: Aimed) -> Refusal | None:
    """Group cards of his hand, each named; or outside an attack all of the area (I36.15)."""
    state = aimed.known.state
    if state.has_area and state.attack is None:
        return None if state.in_reach(aimed.seat) else refuse(rl.TARGET_UNFIT, card=aimed.card)
    held = [find(state.seat(aimed.seat).groups, name) for name in aimed.order.on]
    if state.attack is not None:
        return refuse(rl.IN_ATTACK, card=aimed.card)
    if None in held or len(set(held)) < len(held):
        return refuse(rl.NOT_IN_HAND, card=aimed.card)
    return None if held else refuse(rl.TARGET_UNFIT, card=aimed.card)


def swap_groups(table: InwoTable, aimed: Aimed) -> None:
    """They are discarded, and as many drawn; those of the area are shuffled into the deck."""
    if table.state.has_area:
        lying = table.state.in_reach(aimed.seat)
        rows = tuple((copy, aimed.seat) for copy in lying)
        table.emit(ev.LeftPlay(rows, "group_deck", "effect", -1))
        table.shuffle(aimed.seat, "group_deck")
        dealt = table.state.seat(aimed.seat).group_deck[: len(lying)]
        table.lay_open(dealt, "group_deck", "by-card")
        return
    for name in aimed.order.on:
        held = find(table.state.seat(aimed.seat).groups, name)
        assert held is not None
        table.discard(aimed.seat, held, "groups", "effect")
    table.draw(aimed.seat, "group_deck", len(aimed.order.on), "effect")


ON_ALL: Mapping[ab.DeedName, AimedEffect] = {
    "ask-groups": AimedEffect(refuse_upheaval, ask_groups),
    "offer-choice": AimedEffect(refuse_hidden, offer_choice),
    "smite": AimedEffect(refuse_smiting, smite),
    "beg": AimedEffect(refuse_begging, beg),
    "all-draw": AimedEffect(refuse_nothing, all_draw),
    "swap-groups": AimedEffect(refuse_swapping, swap_groups),
}
"""A row a deed."""
