"""Setting a game up: Illuminati, Plots, leads, hands, who goes first (I4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.core.dice import Dice, Roll
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.cards import card_id, card_of
from engine.inwo.decks import copies_of
from engine.inwo.evolve import evolve_inwo
from engine.inwo.inwotable import InwoPolicies, InwoTable, find
from engine.inwo.state import InwoOptions, OnTable, OpenAsk
from engine.inwo.structure import fit, places_under

PLOTS_DEALT = 3
GROUPS_DEALT = 6
LEADS = "leads"


def new_inwo_game(
    decks: Mapping[str, Sequence[str]], options: InwoOptions, dice: Dice
) -> InwoTable:
    """Decks locked and shuffled, three Plots dealt; leads are asked next (I4.1 to I4.3).

    A deck is a list of ids, the Illuminati first; the seats play in the order given.
    """
    shuffled = {
        seat: (cards[0], *dice.shuffle(at, f"deck {seat}", cards[1:]))
        for at, (seat, cards) in enumerate(decks.items())
    }
    copies = {seat: copies_of(cards, at) for at, (seat, cards) in enumerate(shuffled.items())}
    began = ev.InwoBegan(options, tuple((seat, cards[0]) for seat, cards in copies.items()))
    table = InwoTable(evolve_inwo(None, began), dice)
    table.events.append(began)
    for at, (seat, cards) in enumerate(copies.items()):
        plots = tuple(copy for copy in cards[1:] if card_of(copy).is_plot)
        groups = tuple(copy for copy in cards[1:] if not card_of(copy).is_plot)
        table.emit(ev.DeckLocked(seat, plots, groups, at))
        table.shuffle(seat, "plot_deck")
        table.draw(seat, "plot_deck", PLOTS_DEALT, "dealt")
    table.emit(ev.Asked(OpenAsk(LEADS, "leads", tuple(decks))))
    return table


Leads = Mapping[str, od.PlaceLead]


def settle_leads(table: InwoTable, wishes: Leads, policies: InwoPolicies) -> None:
    """Leads round by round, then hands and who goes first (I4.3 to I4.6)."""
    table.policies = policies
    waiting = [seat.name for seat in table.state.seats]
    barred: set[str] = set()
    while waiting:
        named = {seat: _wish(table, seat, wishes.get(seat), barred) for seat in waiting}
        counts = Counter(card_id(copy) for copy in named.values() if copy)
        waiting = []
        for seat, copy in named.items():
            if copy is None:
                continue
            barred.add(card_id(copy))
            if counts[card_id(copy)] > 1:
                table.put(seat, (copy,), "group_deck", "bounced", "bounced")
                waiting.append(seat)
            else:
                _place_lead(table, seat, copy, wishes.get(seat))
    for state in table.state.seats:
        table.shuffle(state.name, "group_deck")
        table.draw(state.name, "group_deck", GROUPS_DEALT, "dealt")
        if state.bounced:
            table.put(state.name, state.bounced, "bounced", "group_deck", "bounced")
            table.shuffle(state.name, "group_deck")
    table.emit(ev.AskClosed(LEADS))
    table.emit(ev.FirstChosen(roll_for_first(table)))


def _wish(table: InwoTable, seat: str, wish: od.PlaceLead | None, barred: set[str]) -> str | None:
    """The first Group of his list still allowed, else the strongest of his deck (I4.6)."""
    deck = [c for c in table.state.seat(seat).group_deck if "group" in card_of(c).words]
    for name in wish.cards if wish else ():
        copy = find(deck, name)
        if copy is not None and card_id(copy) not in barred:
            return copy
    left = [copy for copy in sorted(deck) if card_id(copy) not in barred]
    if wish is not None and wish.word:
        left = [copy for copy in left if wish.word in card_of(copy).words] or left
    return max(left, key=lambda copy: card_of(copy).power, default=None)


def _place_lead(table: InwoTable, seat: str, copy: str, wish: od.PlaceLead | None) -> None:
    root = table.state.seat(seat).illuminati
    places = places_under(table.state, seat, (root,), (wish and wish.at) or "N")
    laid = fit(table.state, seat, copy, places)
    assert laid is not None
    card = OnTable(copy, seat, root, laid.laid[0].arrow)
    table.emit(ev.CameIntoPlay(card, "group_deck", "lead"))


def roll_for_first(table: InwoTable) -> str:
    """Two dice each, the highest goes first; ties roll again among themselves (I4.5)."""
    seats = [seat.name for seat in table.state.seats]
    while len(seats) > 1:
        draw = table.state.draws
        rolls: list[tuple[str, Roll]] = []
        for at, seat in enumerate(seats):
            rolls.append((seat, table.dice.roll(draw + at, "first")))
        table.emit(ev.FirstRolled(tuple(rolls), draw + len(seats) - 1))
        best = max(sum(roll) for _, roll in rolls)
        seats = [seat for seat, roll in rolls if sum(roll) == best]
    return seats[0]
