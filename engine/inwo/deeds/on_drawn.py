"""Deeds about what is drawn: taken from who drew it, chosen from a whole deck (I36.10)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.benefits import mark_givers
from engine.inwo.cards import INWO_CARDS, card_of
from engine.inwo.deeds.aimed import Aimed, AimedEffect, is_claimed
from engine.inwo.deeds.questions import ask
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.selectors import Selector
from engine.inwo.state import BARRED, SEARCHED, InwoState, OnTable, Question

DECKS: Mapping[ab.DeckName, ev.DeckZone] = {"plots": "plot_deck", "groups": "group_deck"}


def draws_due(known: Facts, seat: str, deck: ab.DeckName) -> int:
    """How many cards of a deck a turn of his begins with (I5.2)."""
    return 1 + sum(
        extra.amount * times(known, card, extra.per)
        for card, extra in known.of_seat(seat, ab.ExtraDraw)
        if extra.deck == deck and not extra.in_area
    )


def extra_turned_up(known: Facts, seat: str) -> int:
    """How many Group cards more his cards turn up as his turn begins (I35.18)."""
    return sum(extra.amount for _, extra in known.of_seat(seat, ab.ExtraDraw) if extra.in_area)


def turn_draws(table: InwoTable, seat: str, deck: ab.DeckName) -> int:
    """The same as his turn begins: a link that brings a card more has given something (I20.3)."""
    mark_givers(table, lambda state: draws_due(facts(state), seat, deck))
    return draws_due(table.known, seat, deck)


def times(known: Facts, card: OnTable, per: Selector | None) -> int:
    """Once, or for each direct puppet that fits."""
    puppets = known.puppets.get(card.copy, ())
    return 1 if per is None else sum(known.fits(per, copy) for copy in puppets)


# --- taken from who drew it (I38.26) --------------------------------------------------------


def _drawn(aimed: Aimed) -> tuple[str, str] | None:
    """Who has just drawn a Plot, and which, while he keeps it hidden in his hand."""
    state: InwoState = aimed.known.state
    seat, copy = state.turn.drawn or ("", "")
    if seat in ("", aimed.seat) or aimed.order.on[:1] not in ((), (seat,)):
        return None
    holder = state.seat(seat)
    is_hidden = copy not in holder.exposed and copy not in holder.stored
    return (seat, copy) if copy in holder.plots and is_hidden else None


def _refuse_taking(aimed: Aimed) -> Refusal | None:
    drawn = _drawn(aimed)
    if drawn is None or is_claimed(aimed):
        return refuse(rl.NOTHING_DRAWN, card=aimed.card)
    is_first = aimed.known.state.shelters(drawn[0], aimed.seat)
    return refuse(rl.FIRST_TURN, seat=drawn[0]) if is_first else None


def _take(table: InwoTable, aimed: Aimed) -> None:
    drawn = _drawn(aimed._replace(known=table.known))
    if drawn is not None:
        seat, copy = drawn
        table.emit(ev.CardsMoved(seat, (copy,), "plots", "plots", "taken", to_seat=aimed.seat))


# --- a whole deck for the draws of a turn (I33.1) -------------------------------------------


def _wishes(aimed: Aimed) -> tuple[str, ...]:
    """The cards he would have, in order."""
    listed = (name.strip() for name in aimed.order.value.split(","))
    named = (*aimed.order.on, *listed)
    return tuple(name for name in named if name.partition("#")[0] in INWO_CARDS)


def _deck_meant(aimed: Aimed) -> ab.DeckName:
    return "plots" if card_of(_wishes(aimed)[0].partition("#")[0]).is_plot else "groups"


def _refuse_search(aimed: Aimed) -> Refusal | None:
    """As his own turn begins: one of his decks, if he may draw of it."""
    state, wishes = aimed.known.state, _wishes(aimed)
    if state.turn.step != "b0" or state.turn.seat != aimed.seat:
        return refuse(rl.NOT_TURN_START, card=aimed.card)
    if not wishes:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    deck, holder = _deck_meant(aimed), state.seat(aimed.seat)
    is_turned_up = deck == "groups" and state.options.game_form == "subgenius"
    if BARRED[deck] in holder.used or is_turned_up:
        return refuse(rl.DRAWS_BARRED, seat=aimed.seat)
    return None if getattr(holder, DECKS[deck]) else refuse(rl.EMPTY_DECK, seat=aimed.seat)


def _search(table: InwoTable, aimed: Aimed) -> None:
    """So many of his wishes as he would draw cards; for the rest he is asked (I33.1)."""
    seat, name = aimed.seat, _deck_meant(aimed)
    deck = DECKS[name]
    table.emit(ev.OnceUsed(seat, f"{SEARCHED}{name}"))
    missing = draws_due(table.known, seat, name)
    for wish in _wishes(aimed):
        cards: tuple[str, ...] = getattr(table.state.seat(seat), deck)
        found = find(cards, wish)
        if found is not None and missing:
            table.take(seat, deck, (found,), "searched")
            missing -= 1
    left: tuple[str, ...] = getattr(table.state.seat(seat), deck)
    if missing and left:
        key = f"question-search-{table.state.turn.number}.{name}"
        named = tuple(sorted(left, key=lambda copy: (card_of(copy).name, copy)))
        ask(table, Question(key, seat, "search", aimed.card, min(missing, len(left)), named))
    else:
        table.shuffle(seat, deck)


ON_DRAWN: Mapping[ab.DeedName, AimedEffect] = {
    "take-drawn": AimedEffect(_refuse_taking, _take),
    "search-deck": AimedEffect(_refuse_search, _search),
}
"""A row a deed."""
