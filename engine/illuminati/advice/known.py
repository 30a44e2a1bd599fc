"""The game as one seat knows it: a state rebuilt from its view, what is hidden guessed (R9.5)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.illuminati.cards import CARDS
from engine.illuminati.deeds.moves import ACTIONS, TRANSFERS
from engine.illuminati.state import GameOptions, Holding, SeatState, State, TurnState
from engine.illuminati.view import CardView, SeatView, View

GROUP_INCOMES = 2
"""Turns of income guessed in a group's treasury of which only is known that it has money."""
ILLUMINATI_INCOMES = 1
"""The same of an Illuminati's treasury, which is spent from more often."""


def known_state(view: View, options: GameOptions) -> State:
    """A state that odds and legality can be asked about, made of nothing but a view.

    Other seats have no Specials here and no secret goal, the deck is empty, and a treasury that
    only is known to have money has some turns of its card's income. A hidden Illuminati is the
    stand-in it is shown as.
    """
    return State(
        options=options,
        seats=tuple(_seat(view, seat) for seat in view.seats),
        players_began=len(view.seats),
        turn=TurnState(
            view.turn,
            view.to_move,
            actions=ACTIONS - view.actions_left,
            transfers=TRANSFERS - view.transfers_left,
            is_busy=view.actions_left < ACTIONS,
            alignments=dict(view.realigned),
            took_part=dict(view.took_part),
            attackers=view.attackers,
            powers_used=view.powers_used,
            parts=view.parts,
        ),
        holdings={held.card: held for seat in view.seats for held in _holdings(seat)},
        uncontrolled=view.uncontrolled,
        dead=view.dead,
        discards=view.discards,
        winners=view.winners,
        offers=view.offers,
        round=view.round,
        initiative=view.initiative,
        waiting=tuple(TurnState(number, seat) for number, seat in view.waiting),
    )


def _seat(view: View, seat: SeatView) -> SeatState:
    is_own = seat.name == view.seat
    return SeatState(
        name=seat.name,
        illuminati=seat.illuminati,
        goal=view.goal if is_own else None,
        hand=view.hand if is_own else (),
        kills=seat.kills,
        turns_taken=seat.turns_taken,
        is_out=seat.is_out,
        neutralized=seat.neutralized,
        copies=seat.copies,
        is_identified=not seat.is_hidden,
        stated_power=view.stated_power if is_own else None,
        stated_income=view.stated_income if is_own else None,
    )


def _holdings(seat: SeatView) -> Iterator[Holding]:
    for held in seat.cards:
        yield Holding(held.card, seat.name, held.master, held.arrow, _money(held))


def _money(held: CardView) -> int:
    if held.money is not None:
        return held.money
    if not held.has_money:
        return 0
    incomes = ILLUMINATI_INCOMES if CARDS[held.card].is_illuminati else GROUP_INCOMES
    return max(1, incomes * CARDS[held.card].income)
