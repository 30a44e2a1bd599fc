"""Setting a game up: Illuminati, Plots, leads, hands, who goes first (I4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.dice import Dice, Roll
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.cards import card_id, card_of
from engine.inwo.decks import are_named, common_cards, copies_of, illuminati_of
from engine.inwo.deeds.rolls import roll_powers
from engine.inwo.evolve import evolve_inwo
from engine.inwo.inwotable import InwoAnswers, InwoPolicies, InwoTable
from engine.inwo.state import AskKind, InwoOptions, OpenAsk
from engine.inwo.turn.leads import leads_said, place_leads

PLOTS_DEALT = 3
GROUPS_DEALT = 6
LYING = 4
"""Groups in the uncontrolled area as a game with One Big Deck begins (I30.1)."""
ILLUMINATI: AskKind = "illuminati"
LEADS: AskKind = "leads"


def new_inwo_game(
    decks: Mapping[str, Sequence[str]], options: InwoOptions, dice: Dice
) -> InwoTable:
    """Decks locked and shuffled, hands dealt as far as they come before leads (I4.1 to I4.3).

    A deck is a list of ids, the Illuminati first; the seats play in the order given. Of what is
    common a seat brings nothing (I29.1, I30.1).
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
        _lock(table, seat, cards[1:], at)
        if not options.shared:
            table.shuffle(seat, "plot_deck")
            table.draw(seat, "plot_deck", PLOTS_DEALT, "dealt")
    if options.shared:
        _lock_common(table, copies)
        for seat in decks:
            if options.has_plot_decks:
                table.shuffle(seat, "plot_deck")
            table.draw(seat, "plot_deck", PLOTS_DEALT, "dealt")
        _deal_groups(table)
    _ask_first(table)
    return table


def _lock(table: InwoTable, seat: str, cards: Sequence[str], draw: int) -> None:
    plots = tuple(copy for copy in cards if card_of(copy).is_plot)
    groups = tuple(copy for copy in cards if not card_of(copy).is_plot)
    table.emit(ev.DeckLocked(seat, plots, groups, draw))


def _lock_common(table: InwoTable, copies: Mapping[str, Sequence[str]]) -> None:
    """The cards that all have in common are those of the first seat, behind what it brings."""
    options, (first, own) = table.state.options, next(iter(copies.items()))
    draw = table.state.draws
    cards = ("", *table.dice.shuffle(draw, "common deck", common_cards(options)))
    common = copies_of((*own, *cards[1:]), 0)[len(own) :]
    _lock(table, first, (*own[1:], *common), draw)
    for deck in options.shared:
        table.shuffle(first, "plot_deck" if deck == "plot_deck" else "group_deck")


def asks_before_turns(options: InwoOptions) -> int:
    """How often all are asked before the first turn."""
    return 2 if are_named(options) else 1


def _ask_first(table: InwoTable) -> None:
    """Who may choose his Illuminati names it first; else all name their leads (I4.3, I30.1)."""
    _ask_all(table, ILLUMINATI if are_named(table.state.options) else LEADS)


def _ask_all(table: InwoTable, kind: AskKind) -> None:
    """Before the game all are asked at once."""
    table.emit(ev.Asked(OpenAsk(kind, kind, tuple(seat.name for seat in table.state.seats))))


def settle_illuminati(table: InwoTable, wishes: Mapping[str, od.NameIlluminati]) -> None:
    """All are shown together; who names none keeps the one he has; same ones are factions."""
    known = illuminati_of(table.state.options)
    for seat in table.state.seats:
        wish = wishes.get(seat.name)
        if wish is not None and card_id(wish.card) in known:
            letter = seat.illuminati.partition("@")[2]
            table.emit(ev.IlluminatiNamed(seat.name, f"{card_id(wish.card)}@{letter}"))
    table.emit(ev.AskClosed(ILLUMINATI))
    _ask_all(table, LEADS)


def settle_leads(table: InwoTable, answers: InwoAnswers, policies: InwoPolicies) -> None:
    """Leads round by round, then hands and who goes first (I4.3 to I4.6).

    Where the Group deck is common they come from hands that are dealt before (I29.2, I30.1).
    """
    table.policies = policies
    is_common = "group_deck" in table.state.options.shared
    if is_common and not any(seat.groups for seat in table.state.seats):
        _deal_groups(table)
    place_leads(table, leads_said(answers), "groups" if is_common else "group_deck")
    roll_powers(table)
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
