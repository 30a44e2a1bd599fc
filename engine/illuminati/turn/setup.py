"""Set-up: Illuminati dealt, deck shuffled, four Groups turned up, who begins (R1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.dice import Dice
from engine.illuminati import events as ev
from engine.illuminati.cards import EXTRAS, GROUPS, dealt_from
from engine.illuminati.cards.custom import deck_with
from engine.illuminati.evolve import evolve
from engine.illuminati.gametable import GameTable
from engine.illuminati.state import GameOptions
from engine.illuminati.turn import upkeep
from engine.illuminati.turn.outcome import Outcome
from engine.illuminati.turn.upkeep import open_round

FIRST_GROUPS = 4
"""Groups turned up at the start (R1.3)."""
SEATS = range(2, 9)
"""Players a game may have (R1.1)."""


IlluminatiPreferences = Mapping[str, tuple[str, ...]]


def new_game(
    seats: Sequence[str],
    options: GameOptions,
    dice: Dice,
    preferences: IlluminatiPreferences | None = None,
) -> Outcome:
    """A game up to the first decision: set-up, then income and draw of the first turn or round.

    `preferences` are the Illuminati a seat would like, best first, for `deal = "choose"` (R1.1).
    ValueError unless there are 2 to 8 different names, the Illuminati named exist, and only
    extras that there are.
    """
    wanted = tuple((name, tuple((preferences or {}).get(name, ()))) for name in seats)
    for name, liked in wanted:
        for card in liked:
            if card not in dealt_from(options.extras):
                raise ValueError(f"{name} would like {card!r}, which is no Illuminati (R1.1)")
    if len(seats) not in SEATS or len(set(seats)) != len(seats):
        raise ValueError("a game needs 2 to 8 players with different names (R1.1)")
    for extra in options.extras:
        if extra not in EXTRAS:
            raise ValueError(f"there is no extra Illuminati {extra!r} (R11.6)")
    liked_by = tuple(row for row in wanted if row[1])
    began = ev.GameBegan(options, tuple(seats), liked_by)
    table = GameTable(evolve(None, began), dice)
    _deal(table, dict(liked_by))
    _turn_up(table)
    _settle_order(table)
    names = [seat.name for seat in table.state.seats]
    if options.pace == "conclave":
        open_round(table, names, {})
    else:
        upkeep.begin(table, names[0], 1, {})
    return Outcome(table.counted_state(), (began, *table.events))


def _deal(table: GameTable, preferences: IlluminatiPreferences) -> None:
    names = [seat.name for seat in table.state.seats]
    if table.state.options.deal == "choose":
        lots = table.state.draws
        names_by_lot = table.dice.shuffle(lots, "lots", names)
        table.emit(ev.LotsDrawn(names_by_lot, lots))
        names = list(names_by_lot)
    else:
        preferences = {}
    draw = table.state.draws
    pile = table.dice.shuffle(draw, "deal", dealt_from(table.state.options.extras))
    for name, illuminati in dealt(names, pile, preferences):
        table.emit(ev.Dealt(name, illuminati, draw))
    for seat in table.state.seats:
        table.emit(ev.IncomePaid(seat.name, upkeep.income_of(table.state, seat.name)))


def dealt(
    names: Sequence[str], pile: Sequence[str], preferences: IlluminatiPreferences
) -> list[tuple[str, str]]:
    """Who gets which Illuminati: by lot the best that is left of what each would like; whoever is
    left over the next of the shuffled pile (R1.1)."""
    left = list(pile)
    given: dict[str, str] = {}
    for name in names:
        liked = [card for card in preferences.get(name, ()) if card in left]
        if liked:
            left.remove(liked[0])
            given[name] = liked[0]
    return [(name, given.get(name) or left.pop(0)) for name in names]


def _turn_up(table: GameTable) -> None:
    draw = table.state.draws
    deck = table.dice.shuffle(draw, "shuffle", deck_with(table.state.options.own_cards))
    table.emit(ev.Shuffled(deck, draw))
    while len(table.state.uncontrolled) < FIRST_GROUPS:
        card = table.state.deck[0]
        table.emit(ev.TurnedUp(card))
        if card not in GROUPS:
            draw = table.state.draws
            deck = table.dice.shuffle(draw, "shuffle", table.state.deck)
            table.emit(ev.Shuffled(deck, draw))


def _settle_order(table: GameTable) -> None:
    """Two dice each; the highest begins, ties roll again among themselves (R1.4)."""
    names = [seat.name for seat in table.state.seats]
    rolling = names
    while len(rolling) > 1:
        totals = {}
        for name in rolling:
            draw = table.state.draws
            roll = table.dice.roll(draw, "order")
            table.emit(ev.RolledForOrder(name, roll, draw))
            totals[name] = sum(roll)
        rolling = [name for name in rolling if totals[name] == max(totals.values())]
    at = names.index(rolling[0])
    table.emit(ev.OrderSettled((*names[at:], *names[:at])))
