"""Setting a game up: Illuminati, Plots, leads, hands, who goes first (I4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

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
LYING = 4
"""Groups in the uncontrolled area as a game with One Big Deck begins (I30.1)."""
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
LeadZone = Literal["groups", "group_deck"]


def settle_leads(table: InwoTable, wishes: Leads, policies: InwoPolicies) -> None:
    """Leads round by round, then hands and who goes first (I4.3 to I4.6).

    Where the Group deck is common they come from hands that are dealt before (I29.2, I30.1).
    """
    table.policies = policies
    is_common = "group_deck" in table.state.options.shared
    if is_common:
        _deal_groups(table)
    _lead(table, wishes, "groups" if is_common else "group_deck")
    if table.state.options.game_form != "subgenius" and is_common:
        _fill_area(table)
    for state in () if is_common else table.state.seats:
        table.shuffle(state.name, "group_deck")
        table.draw(state.name, "group_deck", GROUPS_DEALT, "dealt")
        if state.bounced:
            table.put(state.name, state.bounced, "bounced", "group_deck", "bounced")
            table.shuffle(state.name, "group_deck")
    table.emit(ev.AskClosed(LEADS))
    table.emit(ev.FirstChosen(roll_for_first(table)))


def _deal_groups(table: InwoTable) -> None:
    """Three Group cards each, or ten, from the common deck."""
    number = 3 if table.state.options.game_form == "subgenius" else 10
    for seat in table.state.seats:
        table.draw(seat.name, "group_deck", number, "dealt")


def _fill_area(table: InwoTable) -> None:
    """Four Groups are turned up; Resources among them go under the deck (I30.1)."""
    seat = table.state.seats[0]
    left = LYING
    for copy in seat.group_deck:
        if left and "group" in card_of(copy).words:
            table.lay_open((copy,), "group_deck", "turned-up")
            left -= 1
        elif left:
            under = ev.CardsMoved(seat.name, (copy,), "group_deck", "group_deck", "under", -1)
            table.emit(under)


def _lead(table: InwoTable, wishes: Leads, zone: LeadZone) -> None:
    """Who names what another names has bounced, and names again (I4.3)."""
    waiting = [seat.name for seat in table.state.seats]
    barred: set[str] = set()
    while waiting:
        named = {seat: _wish(table, seat, wishes.get(seat), zone, barred) for seat in waiting}
        counts = Counter(card_id(copy) for copy in named.values() if copy)
        waiting = []
        for seat, copy in named.items():
            if copy is None:
                continue
            barred.add(card_id(copy))
            if counts[card_id(copy)] > 1:
                _bounce(table, seat, copy, zone)
                waiting.append(seat)
            else:
                _place_lead(table, seat, copy, wishes.get(seat))


def _bounce(table: InwoTable, seat: str, copy: str, zone: LeadZone) -> None:
    """It is set aside; of a hand it stays there, or another is drawn for it (I29.2, I30.1)."""
    if zone == "group_deck":
        table.put(seat, (copy,), zone, "bounced", "bounced")
    elif table.state.options.game_form == "subgenius":
        table.draw(seat, "group_deck", 1, "dealt")
        table.emit(ev.CardsMoved(seat, (copy,), "groups", "group_deck", "bounced", -1))
        table.shuffle(seat, "group_deck")


def _wish(
    table: InwoTable, seat: str, wish: od.PlaceLead | None, zone: LeadZone, barred: set[str]
) -> str | None:
    """The first Group of his list still allowed, else the strongest of his deck (I4.6).

    In SubGenius it may be a Resource (I29.2).
    """
    held: tuple[str, ...] = getattr(table.state.seat(seat), zone)
    deck = [copy for copy in held if "group" in card_of(copy).words]
    may_lead = held if table.state.options.game_form == "subgenius" else deck
    for name in wish.cards if wish else ():
        copy = find(may_lead, name)
        if copy is not None and card_id(copy) not in barred:
            return copy
    left = [copy for copy in sorted(deck or may_lead) if card_id(copy) not in barred]
    if wish is not None and wish.word:
        left = [copy for copy in left if wish.word in card_of(copy).words] or left
    return max(left, key=lambda copy: card_of(copy).power, default=None)


def _place_lead(table: InwoTable, seat: str, copy: str, wish: od.PlaceLead | None) -> None:
    root = table.state.seat(seat).illuminati
    zone: LeadZone = "groups" if copy in table.state.seat(seat).groups else "group_deck"
    if "group" not in card_of(copy).words:
        table.emit(ev.CameIntoPlay(OnTable(copy, seat, host=root), zone, "lead"))
        return
    places = places_under(table.state, seat, (root,), (wish and wish.at) or "N")
    laid = fit(table.state, seat, copy, places)
    assert laid is not None
    card = OnTable(copy, seat, root, laid.laid[0].arrow)
    table.emit(ev.CameIntoPlay(card, zone, "lead"))


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
