"""The beginning of a turn: income, tax, upkeep, draw; and of a round of turns (R2, R12.2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati.advanced.hidden import copy_illuminati, settle_stated
from engine.illuminati.cards import tabulated
from engine.illuminati.deeds.powers import draw_card
from engine.illuminati.gametable import GameTable, Policies
from engine.illuminati.orders import ForegoTax, PayTaxFrom, PayUpkeepFrom, Policy
from engine.illuminati.state import State, TurnState
from engine.illuminati.structure import cards_of
from engine.illuminati.structure.in_force import ability_of, paid_income
from engine.illuminati.turn import upkeep

_TAXES = tabulated(lambda card: card.ability(ab.Tax))
_UPKEEPS = tabulated(lambda card: card.ability(ab.Upkeep))


def begin(table: GameTable, seat: str, number: int, policies: Policies) -> None:
    """Open the seat's turn: everything forced happens at once (R2.6)."""
    table.emit(ev.TurnBegan(seat, number))
    copy_illuminati(table, seat)
    settle_stated(table, seat)
    table.emit(ev.IncomePaid(seat, income_of(table.state, seat)))
    cards = cards_of(table.state, seat)
    for card in cards:
        if card in _TAXES:
            _take_tax(table, seat, card, _TAXES[card].amount, policies)
    for card in cards:
        if card in _UPKEEPS:
            _pay_upkeep(table, seat, card, _UPKEEPS[card].amount, policies)
    draw = ability_of(table.state, table.state.seat(seat).illuminati, ab.Draw)
    for _ in range(draw.cards if draw else 1):
        draw_card(table, seat)


def income_of(state: State, seat: str) -> ev.Amounts:
    """What each card of the seat collects (R2.1, R1.2, R11.3, R11.6)."""
    amounts = [(card, paid_income(state, card)) for card in cards_of(state, seat)]
    return tuple([row for row in amounts if row[1]])


def _last(policies: Policies, seat: str, kind: type[Policy]) -> Policy | None:
    """The seat's newest standing instruction of a kind."""
    found = [policy for policy in policies.get(seat, ()) if isinstance(policy, kind)]
    return found[-1] if found else None


def _take_tax(table: GameTable, owner: str, card: str, amount: int, policies: Policies) -> None:
    foregone = _last(policies, owner, ForegoTax)
    spared = foregone.seats if isinstance(foregone, ForegoTax) else ()
    for payer in [seat.name for seat in table.state.seats_after(owner)]:
        if payer in spared:
            table.emit(ev.TaxForegone(payer, owner, card))
            continue
        payments = tax_payments(table.state, payer, amount, policies)
        total = sum(paid for _, paid in payments)
        if total:
            table.emit(ev.TaxPaid(payer, owner, card, total, payments))


def tax_payments(state: State, payer: str, amount: int, policies: Policies) -> ev.Amounts:
    """From which treasuries a tax is paid: those he named, then the largest first (R2.2)."""
    instruction = _last(policies, payer, PayTaxFrom)
    named = instruction.cards if isinstance(instruction, PayTaxFrom) else ()
    cards = cards_of(state, payer)
    illuminati = state.seat(payer).illuminati
    rest = sorted(
        (card for card in cards if card not in named),
        key=lambda card: (-state.money(card), card != illuminati, cards.index(card)),
    )
    payments = []
    for card in [*(card for card in dict.fromkeys(named) if card in cards), *rest]:
        paid = min(amount, state.money(card))
        if paid:
            payments.append((card, paid))
            amount -= paid
    return tuple(payments)


def _pay_upkeep(table: GameTable, seat: str, card: str, amount: int, policies: Policies) -> None:
    instruction = _last(policies, seat, PayUpkeepFrom)
    from_master = isinstance(instruction, PayUpkeepFrom) and instruction.from_master
    master = table.state.holdings[card].master
    illuminati = table.state.seat(seat).illuminati
    payers = [master, illuminati] if from_master else [illuminati, master]
    for payer in payers:
        if payer is not None and table.state.money(payer) >= amount:
            table.emit(ev.UpkeepPaid(seat, card, payer, amount))
            return
    table.emit(ev.UpkeepUnpaid(seat, card))


def scripts_wanted(state: State) -> tuple[str, ...]:
    """The seats whose scripts are wanted now, in the order they will run; none when it is won.

    In a round it is everybody who has not moved in it, else the seat to move.
    """
    if state.winners:
        return ()
    names = (state.turn.seat, *(turn.seat for turn in state.waiting))
    return tuple(name for name in names if not state.seat(name).is_out)


def turn_of(state: State, seat: str) -> TurnState | None:
    """The seat's turn, if it is open or waits in the round; None for anybody else."""
    turns = (state.turn, *state.waiting)
    return next((turn for turn in turns if turn.seat == seat), None)


def as_its_turn(state: State, seat: str) -> State:
    """The state as it would be were the seat's waiting turn open now; else the state itself."""
    turn = turn_of(state, seat) if state.waiting else None
    return state if turn is None or turn is state.turn else changed(state, turn=turn)


def open_round(table: GameTable, seats: Sequence[str], policies: Policies) -> None:
    """Income, tax, upkeep and draw of these seats; the first of their turns is open then."""
    table.emit(ev.RoundOpened(table.state.round + 1, tuple(seats)))
    for turn in table.state.waiting:
        upkeep.begin(table, turn.seat, turn.number, policies)
    call_next(table)


def call_next(table: GameTable) -> bool:
    """Open the next turn of the round whose player is still in; False if there is none."""
    for turn in table.state.waiting:
        if not table.state.seat(turn.seat).is_out:
            table.emit(ev.TurnCalled(turn.seat, turn.number))
            return True
    return False


def next_initiative(state: State) -> tuple[str, ...]:
    """The order of the next round: who came second begins, those who are out left out."""
    began = state.initiative[0] if state.initiative else state.turn.seat
    others = [seat.name for seat in state.seats_after(began)]
    return tuple(others if state.seat(began).is_out else [*others, began])
