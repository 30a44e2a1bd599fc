"""What announced attacks count on, and the deeds that would take it away (R9.1, R12.2).

One rule for all deeds: a deed is tried out, and what counts is what it leaves behind. While attacks
are announced nothing may take money, cards, groups or actions that they count on. What would is
held until they have been made; a group that changes hands needs an action of the turn now open, so
that it cannot wait, and the deal stays open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.rulings import Refusal
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.deals.legality import offer_known
from engine.illuminati.gametable import GameTable, OpenScript
from engine.illuminati.orders import Attack
from engine.illuminati.state import State
from engine.illuminati.turn.conditions import bare, in_running_order
from engine.illuminati.turn.script import tried


def announced_attacks(waiting: OpenScript) -> Iterator[tuple[od.Line, Attack]]:
    """The attacks that all were told of, in the order in which they come up."""
    for line in in_running_order(waiting.script):
        if line.number in waiting.attacks and isinstance(line.order, Attack):
            yield line, line.order


def is_privileged(waiting: OpenScript) -> bool:
    """Whether an announced attack is privileged: then nothing at all changes hands (R6.3)."""
    return any(order.privilege is not None for _, order in announced_attacks(waiting))


def refuse_meanwhile(table: GameTable, seat: str, line: od.Line) -> Refusal | None:
    """Why a deed that is otherwise allowed must wait for attacks that are announced, or None.

    A cheat is caught at once, as it can be caught for a time only (R11.5).
    """
    before, facts = table.state, {"seat": table.state.turn.seat}
    waiting = table.instructions.announced
    if waiting is None or isinstance(line.order, od.Catch):
        return None
    hands_over = is_privileged(waiting) and isinstance(line.order, od.HANDS_OVER)
    if not hands_over and not _takes(before, tried(table, seat, line), seat, waiting):
        return None
    if _moves_groups(before, seat, line.order):
        return Refusal(rl.TRADE_ANNOUNCED, facts)
    return Refusal(rl.PRIVILEGED_OPEN if hands_over else rl.ATTACK_ANNOUNCED, facts)


def _moves_groups(state: State, seat: str, order: od.Order) -> bool:
    offer = offer_known(state, seat, order.number) if isinstance(order, od.Accept) else None
    return offer is not None and bool((*offer.gives.groups, *offer.wants.groups))


# --- what is counted on -----------------------------------------------------------------


def _takes(before: State, after: State, seat: str, waiting: OpenScript) -> bool:
    """Whether less is there than the announced attacks count on, or something else."""
    mover = before.turn.seat
    return (
        before.turn.actions != after.turn.actions
        or _structure(before, mover) != _structure(after, mover)
        or _takes_money(before, after, waiting)
        or _takes_cards(before, after, seat, waiting)
        or _takes_targets(before, after, waiting)
        or _takes_conditions(before, after, waiting)
    )


def _structure(state: State, seat: str) -> list[tuple[str, str | None, str | None]]:
    """Every card of a seat with its place: each may attack, aid or give a bonus."""
    return [(h.card, h.master, h.arrow) for h in state.holdings.values() if h.seat == seat]


def _takes_money(before: State, after: State, waiting: OpenScript) -> bool:
    """Money of the mover's Illuminati and attacking cards, however much an attack asks for."""
    cards = {before.seat(before.turn.seat).illuminati}
    cards |= {order.attacker for _, order in announced_attacks(waiting)}
    return any(after.money(card) < before.money(card) for card in cards)


def _takes_cards(before: State, after: State, seat: str, waiting: OpenScript) -> bool:
    """Specials of the mover's hand: all that others get, and his own plays of those he wrote of."""
    mover = before.turn.seat
    left = Counter(after.seat(mover).hand)
    lost = Counter(before.seat(mover).hand) - left
    if not lost:
        return False
    if seat != mover or len(after.discards) - len(before.discards) < lost.total():
        return True
    needed = Counter(_cards_named(waiting.script))
    return any(needed[card] > left[card] for card in lost)


def _cards_named(script: od.Script) -> Iterator[str]:
    """The Specials that the lines of a script use up."""
    for line in script:
        match line.order:
            case Attack(by=by, privilege=privilege):
                yield from filter(None, (by, privilege.card if privilege else None))
            case od.Play(card=card) | od.FixRoll(card=card) | od.Cancel(card=card):
                yield card
            case _:
                pass


def _takes_targets(before: State, after: State, waiting: OpenScript) -> bool:
    """What is attacked stays whose it is and where it is."""

    def place(state: State, card: str) -> tuple[str | None, str | None, bool]:
        held = state.holdings.get(card)
        return (held.seat, held.master, False) if held else (None, None, card in state.uncontrolled)

    targets = {order.target for _, order in announced_attacks(waiting)}
    return any(place(before, card) != place(after, card) for card in targets)


def _takes_conditions(before: State, after: State, waiting: OpenScript) -> bool:
    """What an attack was announced to hang on stays as it is.

    Of money that is any change, lest what is held tell how much there is (R12.9).
    """
    purse = before.seat(before.turn.seat).illuminati
    for line, _ in announced_attacks(waiting):
        for condition in map(bare, line.conditions):
            match condition:
                case od.HeldBy(card=card):
                    changes = before.owner(card) != after.owner(card)
                    changes |= (card in before.uncontrolled) != (card in after.uncontrolled)
                case od.Compare(left="money"):
                    changes = before.money(purse) != after.money(purse)
                case _:
                    changes = False
            if changes:
                return True
    return False


# --- what became of them ----------------------------------------------------------------


def report_not_made(table: GameTable, seat: str) -> None:
    """Name to everybody each announced attack that was not made, and why (R12.2).

    The figures of a refusal stay the mover's; a card that others cancelled is told beside it.
    """
    if table.instructions.announced is None:
        return
    begun = {e.line for e in table.events if isinstance(e, ev.Announced | ev.CalledOff)}
    why = {e.line: e.reason for e in table.events if isinstance(e, ev.LineRuled) and e.seat == seat}
    for line, order in announced_attacks(table.instructions.announced):
        if line.number in begun:
            continue
        owner = table.start.owner(order.target)
        reason = why.get(line.number, rl.TURN_LOST.code) or rl.CARD_CANCELLED.code
        if table.state.seat(seat).is_out:
            reason = rl.SEAT_OUT.code
        what = (seat, line.number, order.form, order.attacker, order.target, owner)
        table.emit(ev.NotMade(*what, reason))
