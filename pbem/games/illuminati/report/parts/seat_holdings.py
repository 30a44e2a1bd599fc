"""What a seat holds, hidden things included, for a reader who may see everything."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.state import State
from engine.illuminati.view import view
from pbem.documents.layout.cast import listed, person
from pbem.documents.layout.plain import proper_name
from pbem.games.illuminati.report.parts.names import card_name
from pbem.games.illuminati.report.parts.world import Structure, structures


@dataclass(frozen=True, slots=True)
class SeatHoldings:
    """What a seat would have: his structure, and what only he would know."""

    name: str
    structure: Structure
    money: int
    hand: str
    goal: str


def seat_holdings(state: State, name: str) -> SeatHoldings:
    known = view(state, name)
    own = next(s for s in structures(known) if s.person.is_you)
    me = next(seat for seat in known.seats if seat.name == name)
    hand = listed([SPECIALS[card].name for card in known.hand if card in SPECIALS])
    return SeatHoldings(
        proper_name(name),
        replace(own, person=person(name, "")),
        sum(card.money or 0 for card in me.cards),
        hand or "nothing",
        card_name(known.goal) if known.goal in CARDS else known.goal or "",
    )
