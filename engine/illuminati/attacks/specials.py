"""What each kind of Special does, a few lines a kind, beside when it may be played (R9.6)."""

from __future__ import annotations

from engine.core.geometry import Side
from engine.core.rulings import Refusal
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import rulings as rl
from engine.illuminati.advanced.hidden import true_card
from engine.illuminati.attacks.windows import play_card
from engine.illuminati.cards import SPECIALS
from engine.illuminati.deeds.moves import refuse_action, refuse_not_in_hand, refuse_not_own
from engine.illuminati.deeds.powers import refuse_amounts, spread_amounts
from engine.illuminati.gametable import DeedRules, Deeds, GameTable, deed, nothing
from engine.illuminati.orders import Play
from engine.illuminati.state import State
from engine.illuminati.structure import cards_of, open_places, place
from engine.illuminati.structure.places import refuse_arrow, replaced

ANY_TIME = (ab.Gain, ab.Spy, ab.Revive, ab.RearrangeMoney)
"""Effects that need no turn of one's own and no window (R9.6)."""


def refuse_play(state: State, start: State, seat: str, order: Play) -> Refusal | None:
    """Why the Special cannot be played now, or None."""
    refusal = refuse_not_in_hand(state, seat, order.card)
    if refusal:
        return refusal
    effect = SPECIALS[order.card].effect
    if state.turn.seat != seat and not isinstance(effect, ANY_TIME):
        return Refusal(rl.NOT_YOUR_TURN, {"card": order.card, "seat": state.turn.seat})
    match effect:
        case ab.Gain():
            return None
        case ab.Bribe():
            return _refuse_bribe(state, start, seat, order)
        case ab.Spy():
            return _refuse_spy(state, seat, order)
        case ab.Revive():
            return _refuse_revive(state, order)
        case ab.RearrangeMoney(amount=more):
            return refuse_amounts(state, seat, order.amounts, more)
        case ab.RepeatIncome():
            is_first = not state.turn.is_busy and not state.turn.actions
            return None if is_first else Refusal(rl.NOT_FIRST, {"card": order.card})
        case _:
            return Refusal(rl.NOT_PLAYABLE, {"card": order.card})


def run_play(table: GameTable, seat: str, order: Play) -> bool:
    """Carry out a legal play: the card is discarded; its effect happens unless it is cancelled."""
    effect = SPECIALS[order.card].effect
    illuminati = table.state.seat(seat).illuminati
    on = true_card(table.state, seat, order.on) if order.on else None
    owner = table.state.owner(on) if on else None
    if not play_card(table, seat, order.card, (order.against, owner)):
        return False
    match effect:
        case ab.Gain(amount=amount):
            table.emit(ev.Gained(seat, illuminati, amount))
        case ab.Bribe():
            _bribe(table, seat, order)
        case ab.Spy():
            _spy(table, seat, order)
        case ab.Revive():
            table.emit(ev.Revived(seat, order.on or ""))
        case ab.RearrangeMoney(amount=more):
            amounts = spread_amounts(table.state, seat, order.amounts, more)
            table.emit(ev.SpreadOut(seat, amounts))
        case ab.RepeatIncome():
            held = [pay for pay in table.state.turn.income if table.state.owner(pay[0]) == seat]
            table.emit(ev.IncomePaid(seat, tuple(held), is_repeat=True))
        case _:
            raise AssertionError(f"{order.card} was allowed but has no effect here")
    return True


def _refuse_bribe(state: State, start: State, seat: str, order: Play) -> Refusal | None:
    if order.on is None:
        return Refusal(rl.NEEDS_TARGET, {"card": order.card})
    if order.on not in state.uncontrolled:
        return Refusal(rl.NOT_UNCONTROLLED, {"target": order.on})
    if order.master is not None:
        not_own = refuse_not_own(state, seat, rl.NOT_YOURS_TO_PLACE, order.master)
        refusal = not_own or refuse_arrow(state, start, seat, order.master, order.arrow)
        if refusal:
            return refusal
    places = _bribe_places(state, seat, order)
    if order.master is None and order.arrow and order.arrow not in [side for _, side in places]:
        facts = {"card": state.seat(seat).illuminati, "arrow": order.arrow}
        return Refusal(rl.ARROW_NOT_OPEN, facts)
    if not places:
        return Refusal(rl.NO_ROOM, {"card": order.master or state.seat(seat).illuminati})
    return refuse_action(state)


def _bribe_places(state: State, seat: str, order: Play) -> list[tuple[str, Side]]:
    masters = [order.master] if order.master else cards_of(state, seat)
    places = open_places(state, seat, masters)
    ordered = [(master, arrow) for master, arrow in places if arrow == order.arrow]
    return ordered or places


def _bribe(table: GameTable, seat: str, order: Play) -> None:
    assert order.on is not None
    places = _bribe_places(table.state, seat, order)
    laid = place(table.state, seat, order.on, places)
    assert laid is not None, "a bribe was allowed without an open arrow"
    wanted = replaced(order.arrow, laid)
    table.emit(ev.Bribed(seat, order.card, order.on, laid.laid, wanted))


def _refuse_spy(state: State, seat: str, order: Play) -> Refusal | None:
    if order.on is None and order.against is None:
        return Refusal(rl.NEEDS_TARGET, {"card": order.card})
    if order.on is not None:
        on = true_card(state, seat, order.on)
        in_play = on is not None and state.owner(on) is not None
        return None if in_play else Refusal(rl.NOT_IN_PLAY, {"target": order.on})
    assert order.against is not None
    if order.against == seat:
        return Refusal(rl.GIVES_HIMSELF, {"seat": seat})
    if all(other.name != order.against or other.is_out for other in state.seats):
        return Refusal(rl.NO_SUCH_SEAT, {"seat": order.against})
    return None


def _spy(table: GameTable, seat: str, order: Play) -> None:
    on = true_card(table.state, seat, order.on) if order.on else None
    if on is not None:
        table.emit(ev.SpiedMoney(seat, on, table.state.money(on)))
    elif order.against is not None:
        hand = table.state.seat(order.against).hand
        table.emit(ev.SpiedHand(seat, order.against, hand))


def _refuse_revive(state: State, order: Play) -> Refusal | None:
    if order.on is None:
        return Refusal(rl.NEEDS_TARGET, {"card": order.card})
    return None if order.on in state.dead else Refusal(rl.NOT_DEAD, {"target": order.on})


DEEDS: Deeds = {
    Play: DeedRules(refuse_play, deed(nothing, run_play).run),
}
"""Orders of this module as they are refused and carried out."""
