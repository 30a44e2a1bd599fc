"""Deeds between hands: Plots swapped, asked for, hidden; decks looked into (I36.13 to I36.16)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.aimed import Aimed, AimedEffect
from engine.inwo.deeds.on_piles import refuse_lost, take_lost
from engine.inwo.deeds.on_players import hidden_plots, refuse_nobody, refuse_player, victim_of
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import SHOWN_BEFORE, SHOWN_PLOTS

LUCKY = 3


# --- a Group of a rival's hand ---------------------------------------------------------------


def _groups_held(aimed: Aimed) -> tuple[str, ...]:
    held = aimed.known.state.seat(victim_of(aimed)).groups
    return tuple(copy for copy in held if "group" in card_of(copy).words)


def _refuse_taking(aimed: Aimed) -> Refusal | None:
    """A rival who holds a Group."""
    refusal = refuse_player(aimed)
    if refusal is None and not _groups_held(aimed):
        return refuse(rl.NOTHING_HIDDEN, seat=victim_of(aimed))
    return refusal


def _take_group(table: InwoTable, aimed: Aimed) -> None:
    """One by lot: kept if it is of the kind, else given back."""
    aimed, rival = aimed._replace(known=table.known), victim_of(aimed)
    pool, draw = _groups_held(aimed), table.state.draws
    if not pool:
        return
    if len(pool) > 1:
        table.emit(ev.PickedByLot(rival, 1, draw))
        pool = table.dice.shuffle(draw, "random", pool)
    table.emit(ev.CardsShown(rival, aimed.seat, pool[:1]))
    if aimed.deed.of.fits(card_id(pool[0]), card_of(pool[0]).words):
        to = aimed.seat
        table.emit(ev.CardsMoved(rival, pool[:1], "groups", "groups", "taken", to_seat=to))


# --- exposed Plots swapped ------------------------------------------------------------------


def _swapped(aimed: Aimed) -> tuple[str, list[str], list[str]]:
    """The rival, what he exposes that is wanted, and what is given for it."""
    state, order = aimed.known.state, aimed.order
    rival = victim_of(aimed)
    names = [name for name in order.on if name != rival]
    names += [part.strip() for part in order.value.split(",") if part.strip()]
    theirs = [find(state.seat(rival).exposed, name) for name in names] if rival else []
    mine = [find(state.seat(aimed.seat).plots, name) for name in order.paying]
    wanted = list(dict.fromkeys(copy for copy in theirs if copy is not None))
    given = list(dict.fromkeys(copy for copy in mine if copy is not None))
    is_whole = len(wanted) == len(names) and len(given) == len(order.paying)
    return (rival, wanted, given) if is_whole else (rival, [], [])


def _refuse_swap(aimed: Aimed) -> Refusal | None:
    """As many Plots of his own as exposed ones of one rival (I36.15)."""
    rival, wanted, given = _swapped(aimed)
    if not rival:
        return refuse_nobody(aimed)
    if aimed.known.state.shelters(rival, aimed.seat):
        return refuse(rl.FIRST_TURN, seat=rival)
    if wanted and len(wanted) != len(given):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    return None if wanted else refuse(rl.NOT_EXPOSED, card=aimed.card)


def _swap(table: InwoTable, aimed: Aimed) -> None:
    """Those received are hidden, those given lie open."""
    rival, wanted, given = _swapped(aimed._replace(known=table.known))
    if not wanted:
        return
    mine, theirs = tuple(given), tuple(wanted)
    moved = ev.CardsMoved(rival, theirs, "plots", "plots", "swapped", 0, True, aimed.seat)
    table.emit(moved)
    table.emit(ev.PlotsHidden(aimed.seat, theirs))
    table.emit(ev.CardsMoved(aimed.seat, mine, "plots", "plots", "swapped", 0, True, rival))


# --- a Plot asked for (I38.62) --------------------------------------------------------------


def _refuse_fishing(aimed: Aimed) -> Refusal | None:
    """A rival whose Plots have not been looked at, and the name of a Plot."""
    refusal, rival = refuse_player(aimed), victim_of(aimed)
    if refusal:
        return refusal
    if {SHOWN_PLOTS, SHOWN_BEFORE} & {*aimed.known.state.seat(rival).used}:
        return refuse(rl.ONCE_A_TURN, card=aimed.card)
    try:
        is_plot = card_of(aimed.order.value).is_plot
    except KeyError:
        is_plot = False
    return None if is_plot else refuse(rl.TARGET_UNFIT, card=aimed.card)


def _fish(table: InwoTable, aimed: Aimed) -> None:
    """He shows what he hides and gives every copy; if he has none, the asker is laid open."""
    rival, hidden = victim_of(aimed), hidden_plots(table.state, victim_of(aimed))
    table.emit(ev.OnceUsed(rival, SHOWN_PLOTS))
    if hidden:
        table.emit(ev.CardsShown(rival, aimed.seat, hidden))
    caught = tuple(copy for copy in hidden if card_id(copy) == card_id(aimed.order.value))
    if not caught:
        for copy in hidden_plots(table.state, aimed.seat):
            table.emit(ev.PlotExposed(aimed.seat, copy))
        return
    to = aimed.seat
    table.emit(ev.CardsMoved(rival, caught, "plots", "plots", "taken", to_seat=to))
    for copy in table.state.seat(rival).plot_deck[: 2 * len(caught)]:
        table.discard(rival, copy, "plot_deck", "effect")


# --- hiding, looking, picking up ------------------------------------------------------------


def _refuse_hiding(aimed: Aimed) -> Refusal | None:
    exposed = aimed.known.state.seat(aimed.seat).exposed
    if aimed.order.on:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    return None if exposed else refuse(rl.NOT_EXPOSED, card=aimed.card)


def _hide_all(table: InwoTable, aimed: Aimed) -> None:
    exposed = table.state.seat(aimed.seat).exposed
    if exposed:
        table.emit(ev.PlotsHidden(aimed.seat, exposed))


def _refuse_looking(aimed: Aimed) -> Refusal | None:
    """One deck or two, of anybody; a rival's whole hand where that is said (I35.21)."""
    state, on = aimed.known.state, aimed.order.on
    seats = {seat.name: seat for seat in state.seats if not seat.is_out}
    if not on or len(on) > 2 or any(name not in seats for name in on):
        return refuse(rl.NO_SUCH_PLAYER, seat=next(iter(on), ""))
    early = [name for name in on if state.shelters(name, aimed.seat)]
    if early:
        return refuse(rl.FIRST_TURN, seat=early[0])
    is_hand = aimed.deed.named == "HAND"
    is_many = len(on) > 1 and (is_hand or not _sees_more(aimed))
    is_many |= is_hand and on[0] == aimed.seat
    attack = state.attack
    if is_many or (aimed.order.value == "HAND" and not is_hand):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    return lg.refuse_taking_part(aimed.known, attack, aimed.seat) if attack else None


def _sees_more(aimed: Aimed) -> bool:
    """Whether it looks into two decks: always, or by a host of the kind."""
    if not aimed.deed.host:
        return True
    host = aimed.known.table[aimed.card].host or ""
    return aimed.deed.play_on is not None and aimed.known.fits(aimed.deed.play_on, host)


def _look(table: InwoTable, aimed: Aimed) -> None:
    """The top cards; of one deck twice as many where two might have been."""
    on, deed = aimed.order.on, aimed.deed
    if deed.named == "HAND":
        table.emit(ev.CardsShown(on[0], aimed.seat, hidden_plots(table.state, on[0])))
        table.spare(on[0])
        return
    is_doubled = deed.host and len(on) == 1 and _sees_more(aimed)
    for name in on:
        holder = table.state.seat(name)
        deck = holder.group_deck if aimed.order.value == "GROUPS" else holder.plot_deck
        cards = deck[: deed.amount * (2 if is_doubled else 1)]
        if cards:
            table.emit(ev.CardsShown(name, aimed.seat, cards))


def _roll_for_lost(table: InwoTable, aimed: Aimed) -> None:
    """A die of 3 or less, and it comes to the hand (I36.13)."""
    if table.die(aimed.card) <= LUCKY:
        take_lost(table, aimed)


ON_HANDS: Mapping[ab.DeedName, AimedEffect] = {
    "take-group": AimedEffect(_refuse_taking, _take_group),
    "swap-exposed": AimedEffect(_refuse_swap, _swap),
    "fish": AimedEffect(_refuse_fishing, _fish),
    "hide-all": AimedEffect(_refuse_hiding, _hide_all),
    "look-decks": AimedEffect(_refuse_looking, _look),
    "roll-lost": AimedEffect(refuse_lost, _roll_for_lost),
}
"""A row a deed."""
