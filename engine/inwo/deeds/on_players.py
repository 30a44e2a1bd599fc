"""Deeds aimed at a player's hand and decks: shown, exposed, discarded, taken (I35.21 to I35.29)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import INWO_CARDS, card_of
from engine.inwo.deeds.aimed import Aimed, refuse_surplus
from engine.inwo.deeds.questions import ask, settle_choice
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState, Question
from engine.inwo.wards import is_warded


def victim_of(aimed: Aimed) -> str:
    """The player it is aimed at: named, or who holds the exposed Plot that is named."""
    state, on = aimed.known.state, aimed.order.on
    name, _, holder = (on[0] if on else "").partition(" BY ")
    if any(seat.name == (holder or name) for seat in state.seats):
        return holder or name
    holders = (*state.seats_after(aimed.seat), state.seat(aimed.seat))
    return next((seat.name for seat in holders if find(seat.exposed, name) is not None), "")


def refuse_player(aimed: Aimed) -> Refusal | None:
    """Why nobody is meant, or he is protected (I4.7, I16.1)."""
    state, name = aimed.known.state, victim_of(aimed)
    if not name or state.seat(name).is_out or name == aimed.seat:
        return refuse(rl.NO_SUCH_PLAYER, seat=name or (aimed.order.on or ("",))[0])
    more = [seat.name for seat in state.seats if seat.name in aimed.order.on[1:]]
    if surplus := refuse_surplus(aimed, more):
        return surplus
    if state.shelters(name, aimed.seat):
        return refuse(rl.FIRST_TURN, seat=name)
    if barred := refuse_warded(aimed, name):
        return barred
    if state.attack is None:
        return None
    if aimed.deed.outside:
        return refuse(rl.IN_ATTACK, card=aimed.card)
    return lg.refuse_taking_part(aimed.known, state.attack, aimed.seat)


def refuse_nobody(aimed: Aimed) -> Refusal:
    """That nobody is meant: no player is named, or a Plot that lies exposed before none (I7.2)."""
    name = (aimed.order.on or ("",))[0].partition(" BY ")[0]
    is_plot = name in INWO_CARDS and INWO_CARDS[name].is_plot
    return refuse(rl.NOT_EXPOSED, card=name) if is_plot else refuse(rl.NO_SUCH_PLAYER, seat=name)


def refuse_warded(aimed: Aimed, name: str) -> Refusal | None:
    """Why hand, decks and discards of a player are not touched: his structure is immune (I17.1)."""
    root = aimed.known.state.seat(name).illuminati
    is_immune = is_warded(aimed.known, aimed.card, aimed.seat, root)
    return refuse(rl.IMMUNE, card=root, by=aimed.card) if is_immune else None


# --- hidden cards ---------------------------------------------------------------------------


def hidden_plots(state: InwoState, seat: str) -> tuple[str, ...]:
    """The Plots of a hand that nobody else sees, but for those laid under a Group."""
    holder = state.seat(seat)
    kept = (*holder.exposed, *holder.stored)
    return tuple(plot for plot in holder.plots if plot not in kept)


def refuse_hidden(aimed: Aimed) -> Refusal | None:
    """Why there is nothing hidden to be seen."""
    refusal = refuse_player(aimed)
    if refusal:
        return refusal
    return None if _pool(aimed) else refuse(rl.NOTHING_HIDDEN, seat=victim_of(aimed))


def _pool(aimed: Aimed) -> tuple[str, ...]:
    """The hidden Plots of the victim, or the Group cards of his hand."""
    state, seat = aimed.known.state, victim_of(aimed)
    return state.seat(seat).groups if aimed.deed.groups else hidden_plots(state, seat)


def _picked(table: InwoTable, aimed: Aimed) -> tuple[str, ...]:
    """Cards by lot, with equal chances, or all (I1.11)."""
    pool, number = _pool(aimed), aimed.deed.amount
    if not number or len(pool) <= number:
        return pool
    draw = table.state.draws
    table.emit(ev.PickedByLot(victim_of(aimed), number, draw))
    return table.dice.shuffle(draw, "random", pool)[:number]


def expose(table: InwoTable, aimed: Aimed) -> None:
    """Hidden Plots of a rival lie open from now on."""
    for copy in _picked(table, aimed):
        table.emit(ev.PlotExposed(victim_of(aimed), copy))
        table.spare(victim_of(aimed))


def look(table: InwoTable, aimed: Aimed) -> None:
    """The player sees cards of a rival's hand, or all see them; nothing else changes (I7.2)."""
    to = "" if aimed.deed.open_ else aimed.seat
    cards = _picked(table, aimed)
    if cards:
        table.emit(ev.CardsShown(victim_of(aimed), to, cards))
        if not aimed.deed.groups:
            table.spare(victim_of(aimed))


def discard_random(table: InwoTable, aimed: Aimed) -> None:
    """A rival discards hidden cards by lot."""
    for copy in _picked(table, aimed):
        zone: ev.CardZone = "groups" if aimed.deed.groups else "plots"
        table.discard(victim_of(aimed), copy, zone, "effect")


def discard_top(table: InwoTable, aimed: Aimed) -> None:
    """A rival discards from the top of a deck, Plots unseen (I35.27)."""
    seat = victim_of(aimed)
    holder = table.state.seat(seat)
    if aimed.deed.groups:
        for copy in holder.group_deck[: aimed.deed.amount]:
            table.discard(seat, copy, "group_deck", "effect")
    else:
        cards = holder.plot_deck[: aimed.deed.amount]
        table.put(seat, cards, "plot_deck", "unseen", "effect")


def look_top(table: InwoTable, aimed: Aimed) -> None:
    """The player sees the top cards of a deck, or those at the bottom."""
    seat = victim_of(aimed)
    holder = table.state.seat(seat)
    deck = holder.group_deck if aimed.deed.groups else holder.plot_deck
    number = aimed.deed.amount
    cards = deck[-number:] if aimed.order.value == "BOTTOM" else deck[:number]
    if aimed.deed.shuffles:
        cards = tuple(sorted(cards, key=lambda copy: card_of(copy).name))  # by name (I33.1)
    if cards:
        table.emit(ev.CardsShown(seat, aimed.seat, cards))
    if aimed.deed.shuffles and not any(table.policies_of(seat, od.ShufflePolicy)):
        table.shuffle(seat, "group_deck" if aimed.deed.groups else "plot_deck")


# --- what is chosen by somebody (I33.3) -----------------------------------------------------


def ask_discard(table: InwoTable, aimed: Aimed) -> None:
    """A rival chooses half of his Plots, rounded up, and discards them."""
    seat = victim_of(aimed)
    number = (len(table.state.seat(seat).plots) + 1) // 2
    ask(table, Question(question_key(table, seat), seat, "discard-plots", aimed.card, number))


def question_key(table: InwoTable, seat: str) -> str:
    """A name for a question to a player that exists once."""
    return f"question-{table.state.turn.number}.{table.line}.{seat}"


def pick_discard(table: InwoTable, aimed: Aimed) -> None:
    """Of cards that he sees the player chooses one, which the rival discards or loses to him.

    It is the one that he has named, if it is there.
    """
    cards = _picked(table, aimed)
    table.emit(ev.CardsShown(victim_of(aimed), aimed.seat, cards))
    if not aimed.deed.groups:
        table.spare(victim_of(aimed))
    key, victim, is_open = question_key(table, aimed.seat), victim_of(aimed), aimed.deed.open_
    question = Question(key, aimed.seat, "pick", aimed.card, 1, cards, victim, open_=is_open)
    if aimed.deed.does == "pick-take":
        question = changed(question, kind="take")
    wished = find(cards, aimed.order.value) if aimed.order.value else None
    if wished is not None:
        settle_choice(table, question, wished)
    else:
        ask(table, question)


def pick_of_all(table: InwoTable, seat: str, card: str, victim: str) -> None:
    """Of all Plots of a rival the player chooses one that is discarded (I36.7)."""
    cards = table.state.seat(victim).plots
    ask(table, Question(question_key(table, seat), seat, "pick", card, 1, cards, victim))


# --- Plots drawn anew (I35.18) --------------------------------------------------------------


def refuse_drawing_to(aimed: Aimed) -> Refusal | None:
    """Why no Plot is drawn: the hand is full enough, or the deck is empty."""
    holder = aimed.known.state.seat(aimed.seat)
    is_full = aimed.deed.does == "draw-to" and len(holder.plots) - 1 >= aimed.deed.amount
    return refuse(rl.EMPTY_DECK, seat=aimed.seat) if is_full or not holder.plot_deck else None


def draw_to(table: InwoTable, aimed: Aimed) -> None:
    """Plots up to so many in hand; or all given up, and as many drawn."""
    number = len(table.state.seat(aimed.seat).plots)
    if aimed.deed.does == "redraw":
        for copy in table.state.seat(aimed.seat).plots:
            table.discard(aimed.seat, copy, "plots", "effect")
        table.draw(aimed.seat, "plot_deck", min(number, aimed.deed.amount), "effect")
    else:
        table.draw(aimed.seat, "plot_deck", max(0, aimed.deed.amount - number), "effect")


def gain_openly(table: InwoTable, aimed: Aimed) -> None:
    """A token for his Illuminati; all his Plots lie open."""
    table.emit(ev.TokensPlaced(aimed.seat, ((table.state.seat(aimed.seat).illuminati, 1),)))
    for copy in hidden_plots(table.state, aimed.seat):
        table.emit(ev.PlotExposed(aimed.seat, copy))


_REDEALT: Mapping[str, tuple[ev.CardZone, ev.DeckZone]] = {
    "GROUPS": ("groups", "group_deck"),
    "PLOTS": ("plots", "plot_deck"),
}


def refuse_redealing(aimed: Aimed) -> Refusal | None:
    """All his Groups or all his Plots, as he says (I36.15)."""
    zones = _REDEALT.get(aimed.order.value.upper())
    if zones is None:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    hand = getattr(aimed.known.state.seat(aimed.seat), zones[0])
    return None if hand else refuse(rl.NOT_IN_HAND, card=aimed.card)


def redeal(table: InwoTable, aimed: Aimed) -> None:
    """They go back into their owners' decks; these are shuffled, and one fewer drawn."""
    hand, deck = _REDEALT[aimed.order.value.upper()]
    holder = table.state.seat(aimed.seat)
    cards: tuple[str, ...] = getattr(holder, hand)
    owners = dict.fromkeys(table.state.owner_of(card).name for card in cards)
    for card in cards:
        owner, was_open = table.state.owner_of(card).name, card in holder.exposed
        moved = ev.CardsMoved(aimed.seat, (card,), hand, deck, "returned", 0, was_open, owner)
        table.emit(moved)
    for owner in owners:
        table.shuffle(owner, deck)
    table.draw(aimed.seat, deck, len(cards) - 1, "effect")


# --- exposed by choice (I35.28, I36.15) -----------------------------------------------------


def refuse_exposing_both(aimed: Aimed) -> Refusal | None:
    """A rival is named first, then hidden Plots of his own."""
    mine = [find(hidden_plots(aimed.known.state, aimed.seat), name) for name in _own_named(aimed)]
    is_fit = None not in mine and len(set(mine)) == len(mine)
    return refuse_hidden(aimed) or (None if is_fit else refuse(rl.NOT_IN_HAND, card=aimed.card))


def _own_named(aimed: Aimed) -> tuple[str, ...]:
    """Of his own Plots those behind the player: ON bob, Jihad, or ON bob: Jihad."""
    named = [name for name in aimed.order.value.split(", ") if name]
    return (*aimed.order.on[1:], *named)


def expose_both(table: InwoTable, aimed: Aimed) -> None:
    """He sees all hidden Plots of the rival, and chooses as many as he exposes of his own."""
    rival, theirs = victim_of(aimed), _pool(aimed)
    mine = hidden_plots(table.state, aimed.seat)
    table.emit(ev.CardsShown(rival, aimed.seat, theirs))
    table.spare(rival)
    exposed = [find(mine, name) or name for name in _own_named(aimed)]
    for copy in exposed:
        table.emit(ev.PlotExposed(aimed.seat, copy))
    number, key = min(len(exposed), len(theirs)), question_key(table, aimed.seat)
    if number:
        ask(table, Question(key, aimed.seat, "expose", aimed.card, number, theirs, rival))


def refuse_exposing_rest(aimed: Aimed) -> Refusal | None:
    """Who has one hidden Plot at most, or a card that keeps him from it (I35.28)."""
    refusal, seat = refuse_player(aimed), victim_of(aimed)
    if refusal:
        return refusal
    spared = aimed.deed.without
    for copy, card in aimed.known.table.items():
        if spared is not None and card.seat == seat and aimed.known.fits(spared, copy):
            return refuse(rl.IMMUNE, card=copy, by=aimed.card)
    is_little = len(_pool(aimed)) < 2
    return refuse(rl.NOTHING_HIDDEN, seat=seat) if is_little else None


def expose_rest(table: InwoTable, aimed: Aimed) -> None:
    """The rival chooses the hidden Plot that he keeps back, by exposing all others."""
    rival, hidden = victim_of(aimed), _pool(aimed)
    if len(hidden) > 1:
        key = question_key(table, rival)
        ask(table, Question(key, rival, "expose", aimed.card, len(hidden) - 1, hidden))
