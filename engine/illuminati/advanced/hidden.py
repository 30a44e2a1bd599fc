"""Hidden Illuminati: who is unknown to whom, what he passes for, accusations (R11.3).

The state holds every Illuminati under its true id. What a seat may know is `known(state, seat)`:
the same state with each hidden rival's Illuminati under the id of a stand-in card ("hidden-1" to
"hidden-8", numbered by the seats' names in alphabetical order), and `masked` does the same to an
event. The stand-ins are cards of their own in CARDS (`cards.UNKNOWN`), with a name for reports and
letters, four arrows, no numbers and no powers; no game holds one. Views, events shown, checks,
options and names in letters are made from what is known, so none of them can tell. A seat is
hidden until he is rightly accused, is out, or the game is won.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from engine.core.rulings import Refusal
from engine.core.values import Value, changed
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS, UNKNOWN, dealt_from
from engine.illuminati.deeds.moves import refuse_action, refuse_receiver
from engine.illuminati.evolve.ledger import known_under as ledger_under
from engine.illuminati.gametable import Deeds, GameTable, deed
from engine.illuminati.state import Holding, SeatState, State, TurnState
from engine.illuminati.structure.in_force import face, full_income

T = TypeVar("T")
Masks = Mapping[str, str]
"""The stand-in of each Illuminati somebody may not know, by its true id."""

_PERSONS = ("seat", "seats", "owner", "by", "against", "winners")
"""Fields that name seats; a seat may be called like a card."""
_TELLS_GUESS = (ev.Accused, ev.Copied, ev.GoalChosen, ev.GameBegan, ev.LineRuled)
"""Events that name an Illuminati without telling who plays it; a line's own words stay his."""


def is_hidden(state: State, seat: SeatState) -> bool:
    """Whether the seat's Illuminati still lies face down."""
    return (
        state.options.hidden_illuminati
        and not seat.is_identified
        and not seat.is_out
        and not state.winners
    )


def masks_for(state: State, viewer: str) -> Masks:
    """What the viewer may not know; empty where nothing is hidden."""
    if not state.options.hidden_illuminati:
        return {}
    names = sorted(seat.name for seat in state.seats)
    return {
        seat.illuminati: UNKNOWN[names.index(seat.name)].id
        for seat in state.seats
        if seat.name != viewer and seat.illuminati and is_hidden(state, seat)
    }


def true_card(state: State, viewer: str, card: str) -> str | None:
    """The card the viewer means by an id he knows; None for one he may not know of."""
    masks = masks_for(state, viewer)
    if masks.get(card, card) != card:
        return None
    return next((true for true, mask in masks.items() if mask == card), card)


def known(state: State, viewer: str) -> State:
    """The state as far as the viewer may know whose Illuminati is which."""
    if not state.options.hidden_illuminati:
        return state
    return known_under(state, masks_for(state, viewer))


def known_under(state: State, masks: Masks) -> State:
    """The state with these Illuminati under their stand-ins, and what only they have left out."""
    if not masks:
        return state
    holdings: dict[str, Holding] = {}
    for holding in state.holdings.values():
        card, master = masks.get(holding.card, holding.card), holding.master
        master = masks.get(master, master) if master else None
        holdings[card] = changed(holding, card=card, master=master)
    seats = tuple(
        changed(
            seat,
            illuminati=masks[seat.illuminati],
            copies=None,
            stated_power=None,
            stated_income=None,
        )
        if seat.illuminati in masks
        else changed(seat, schemes=renamed(seat.schemes, masks, keep=_PERSONS))
        for seat in state.seats
    )
    waiting = tuple(_turn_known(turn, masks) for turn in state.waiting)
    turn = _turn_known(state.turn, masks)
    ledger = ledger_under(state.ledger, masks)
    return changed(state, holdings=holdings, seats=seats, turn=turn, waiting=waiting, ledger=ledger)


def _turn_known(turn: TurnState, masks: Masks) -> TurnState:
    return changed(
        turn,
        took_part={masks.get(card, card): n for card, n in turn.took_part.items()},
        powers_used=renamed(turn.powers_used, masks),
        attackers=renamed(turn.attackers, masks),
        income=renamed(turn.income, masks),
        taxes=tuple(
            (payer, renamed(card, masks), renamed(rows, masks)) for payer, card, rows in turn.taxes
        ),
    )


def renamed(value: T, masks: Masks, *, keep: tuple[str, ...] = ()) -> T:
    """The value with ids replaced wherever they stand, but in the fields to keep."""
    return _renamed(value, masks, keep)  # type: ignore[no-any-return]


def _renamed(value: Any, masks: Masks, keep: tuple[str, ...]) -> Any:
    if isinstance(value, str):
        return masks.get(value, value)
    if isinstance(value, tuple):
        return tuple(_renamed(item, masks, keep) for item in value)
    if isinstance(value, Value):
        changes = {
            name: _renamed(getattr(value, name), masks, keep)
            for name in value.__struct_fields__
            if name not in keep
        }
        return changed(value, **changes)
    return value


def masked(event: ev.Event, masks: Masks) -> ev.Event:
    """The event with hidden Illuminati under their stand-ins."""
    if isinstance(event, _TELLS_GUESS):
        return event
    to = () if isinstance(event, ev.Transferred) else ("to",)
    return renamed(event, masks, keep=(*_PERSONS, *to))


# --- what he passes for -----------------------------------------------------------------


def refuse_state(state: State, seat: str, order: od.Understate) -> Refusal | None:
    """Less than it has, or with `overstate` one more (R11.3)."""
    me = state.seat(seat)
    if not is_hidden(state, me):
        return Refusal(rl.NOT_HIDDEN, {"seat": seat})
    most = full_income(state, me.illuminati)
    if order.what == "power":
        most = face(state, me.illuminati).power
    most += 1 if state.options.overstate else 0
    if not 0 <= order.amount <= most:
        return Refusal(rl.STATES_TOO_MUCH, {"amount": order.amount, "most": most})
    return None


def settle_stated(table: GameTable, seat: str) -> None:
    """What he passes for from now on, by his newest policies (R11.3)."""
    if not table.state.options.hidden_illuminati:
        return
    newest: dict[str, int] = {}
    for order in table.policies(seat):
        if isinstance(order, od.Understate) and refuse_state(table.state, seat, order) is None:
            newest[order.what] = order.amount
    me = table.state.seat(seat)
    if newest.get("power") != me.stated_power:
        table.emit(ev.Stated(seat, "power", newest.get("power")))
    if newest.get("income") != me.stated_income:
        table.emit(ev.Stated(seat, "income", newest.get("income")))


# --- accusations ------------------------------------------------------------------------


def refuse_accuse(state: State, seat: str, order: od.Accuse) -> Refusal | None:
    """An action, against somebody still hidden, of an Illuminati that may have been dealt."""
    refusal = refuse_receiver(state, seat, order.seat)
    if refusal:
        return refusal
    if not is_hidden(state, state.seat(order.seat)):
        return Refusal(rl.NOT_HIDDEN, {"seat": order.seat})
    if order.illuminati not in dealt_from(state.options.extras):
        return Refusal(rl.NO_SUCH_ILLUMINATI, {"card": order.illuminati})
    return refuse_action(state)


def run_accuse(table: GameTable, seat: str, order: od.Accuse) -> bool:
    """A right guess turns the card face up, a wrong one does nothing; True if it is right."""
    is_right = table.state.seat(order.seat).illuminati == order.illuminati
    table.emit(ev.Accused(seat, order.seat, order.illuminati, is_right))
    return is_right


class Figures(Value):
    """Power, transferable Power and MB of income; what it only passes for is not counted."""

    power: int
    transferable: int
    income: int


def figures_of(state: State, seat: SeatState, viewer: str) -> Figures | None:
    """What the seat's Illuminati counts for; of a hidden one only its player knows (R11.3)."""
    card = seat.illuminati
    if card not in CARDS or (seat.name != viewer and is_hidden(state, seat)):
        return None
    now = face(state, card)
    return Figures(now.power, now.transferable, full_income(state, card))


def can_copy(state: State, seat: str) -> bool:
    """Whether the seat's own Illuminati is one that copies."""
    return CARDS[state.seat(seat).illuminati].ability(ab.CopyIlluminati) is not None


def copyable(state: State, seat: str) -> tuple[str, ...]:
    """What may be copied now, in order of play: every other Illuminati in play.

    Where Illuminati are hidden it is every one that may be dealt and is not known to be out, so
    that nobody learns who is in play (ours).
    """
    own = state.seat(seat).illuminati
    if state.options.hidden_illuminati:
        out = [other.illuminati for other in state.seats if other.is_out]
        possible = dealt_from(state.options.extras)
        return tuple(card for card in possible if card != own and card not in out)
    return tuple(other.illuminati for other in state.seats_after(seat))


def refuse_copy(state: State, seat: str, order: od.Copy) -> Refusal | None:
    """R11.6."""
    if not can_copy(state, seat) or order.illuminati not in copyable(state, seat):
        return Refusal(rl.CANNOT_COPY, {"card": order.illuminati})
    return None


def copy_illuminati(table: GameTable, seat: str) -> None:
    """Copy the one he named last, else the one copied before, else the one with most income."""
    state = table.state
    if not can_copy(state, seat):
        return
    choices = copyable(state, seat)
    named = [p.illuminati for p in table.policies(seat) if isinstance(p, od.Copy)]
    richest = sorted(choices, key=lambda card: -CARDS[card].income)
    wanted = [*reversed(named), state.seat(seat).copies, *richest]
    chosen = next((card for card in wanted if card in choices), None)
    if chosen is not None:
        table.emit(ev.Copied(seat, chosen))


DEEDS: Deeds = {
    od.Accuse: deed(refuse_accuse, run_accuse, may_fail=True),
    od.Understate: deed(refuse_state, lambda t, seat, o: t.emit(ev.Stated(seat, o.what, o.amount))),
}
"""Orders of this module as they are refused and carried out."""
