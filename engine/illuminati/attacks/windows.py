"""When Specials are played: in order of play after the attacker, round and round (R12.6)."""

from __future__ import annotations

from collections.abc import Callable

from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.advanced.cheating import misread
from engine.illuminati.attacks.policing import report_card
from engine.illuminati.attacks.stances import matches
from engine.illuminati.cards import SPECIALS
from engine.illuminati.gametable import Fight, GameTable
from engine.illuminati.odds import HIGHEST, LOWEST
from engine.illuminati.structure.in_force import ability_of

Concerns = tuple[str | None, ...]
"""The seats a play is about, beside the one who plays."""


def play_card(table: GameTable, seat: str, card: str, concerns: Concerns = ()) -> bool:
    """Take a Special from the hand to the discards; False if it is cancelled as it is played."""
    table.emit(ev.Played(seat, card))
    if not table.has_prepared(od.Cancel):
        return True
    for other in table.seats_around(seat)[:-1]:
        order = _cancels(table, other, seat, card, concerns)
        if order is not None and play_kept(table, other, order, (seat,)):
            table.emit(ev.Cancelled(other, order.card, seat, card))
            return False
    return True


def play_kept(
    table: GameTable,
    seat: str,
    order: od.Cancel | od.FixRoll | od.JoinIn | od.SkipTurn,
    concerns: Concerns = (),
    line: int | None = None,
) -> bool:
    """Play a card that was kept for this moment, and tell its player; False if cancelled."""
    stands = play_card(table, seat, order.card, concerns)
    report_card(table, seat, order, "played" if stands else "cancelled", line)
    return stands


def _cancels(
    table: GameTable, seat: str, by: str, card: str, concerns: Concerns
) -> od.Cancel | None:
    """The order with which a seat cancels this play, if it said so and has its card."""
    for order in table.prepared(seat):
        if (
            isinstance(order, od.Cancel)
            and order.special in (None, card)
            and order.by in (None, by)
            and (not order.against_me or seat in concerns)
        ):
            if holds(table, seat, order.card, ab.CancelSpecial):
                return order
            report_card(table, seat, order, "no-card")
    return None


def holds(table: GameTable, seat: str, card: str, *effects: type[ab.Effect]) -> bool:
    """Whether the seat has the Special in hand and it is of one of the kinds, if any are named."""
    if card not in table.state.seat(seat).hand:
        return False
    return not effects or isinstance(SPECIALS[card].effect, effects)


Do = Callable[[str, od.Order], bool]
"""Play what a seat said, if it can be now; True if something was played."""


def run_window(table: GameTable, first_after: str, do: Do) -> None:
    """Ask everyone in order of play until a whole round brings nothing."""
    has_played = True
    while has_played:
        has_played = False
        for seat in table.seats_around(first_after):
            for order in list(table.prepared(seat)):
                if do(seat, order):
                    has_played = True
                    break


# --- W1: announced ----------------------------------------------------------------------


def claim_privilege(table: GameTable, fight: Fight) -> None:
    """The attacker's privilege, paid with a Special or his Illuminati's MB (R6.3)."""
    privilege = fight.order.privilege
    if privilege is None:
        return
    seat = fight.seat
    if privilege.card is not None:
        if not play_card(table, seat, privilege.card, (fight.owner,)):
            return
        table.emit(ev.Privileged(seat, fight.line, privilege.card, 0))
    else:
        table.emit(ev.Privileged(seat, fight.line, None, privilege_fee(table, seat)))
    fight.is_privileged = True


def privilege_fee(table: GameTable, seat: str) -> int:
    """MB for a privilege of this seat's Illuminati; 0 where it has no such power."""
    power = ability_of(table.state, table.state.seat(seat).illuminati, ab.BuyPrivilege)
    return power.cost if power else 0


def window_announced(table: GameTable, fight: Fight) -> None:
    """W1: privilege abolished, or one player let in (R6.4)."""
    if not fight.is_privileged or not table.has_prepared(od.Abolish, od.JoinIn):
        return

    def do(seat: str, order: od.Order) -> bool:
        if seat == fight.seat or not fight.is_privileged:
            return False
        if isinstance(order, od.Abolish) and matches(order.pattern, table.state, fight):
            return _abolish(table, fight, seat, order)
        if isinstance(order, od.JoinIn) and matches(order.pattern, table.state, fight):
            return _join(table, fight, seat, order)
        return False

    run_window(table, fight.seat, do)


def _abolish(table: GameTable, fight: Fight, seat: str, order: od.Abolish) -> bool:
    if not can_abolish(table, seat, order):
        report_card(table, seat, order, "no-card", fight.line)
        return False
    stands = [play_card(table, seat, card, (fight.seat, fight.owner)) for card in order.cards]
    report_card(table, seat, order, "played" if all(stands) else "cancelled", fight.line)
    if all(stands):
        fight.is_privileged = False
        table.emit(ev.PrivilegeAbolished(seat, fight.line, order.cards))
    return True


def can_abolish(table: GameTable, seat: str, order: od.Abolish) -> bool:
    """One card made for it, or any two of the hand (R6.4)."""
    hand = list(table.state.seat(seat).hand)
    for card in order.cards:
        if card not in hand:
            return False
        hand.remove(card)
    if len(order.cards) == 1:
        return isinstance(SPECIALS[order.cards[0]].effect, ab.AbolishPrivilege)
    return len(order.cards) == 2


def _join(table: GameTable, fight: Fight, seat: str, order: od.JoinIn) -> bool:
    if seat in fight.joined or seat == fight.owner:
        return False
    if not holds(table, seat, order.card, ab.Interfere):
        report_card(table, seat, order, "no-card", fight.line)
        return False
    if play_kept(table, seat, order, (fight.seat, fight.owner), fight.line):
        fight.joined = (*fight.joined, seat)
        table.emit(ev.JoinedIn(seat, fight.line, order.card))
    return True


# --- W3: after the dice -----------------------------------------------------------------


def window_rolled(table: GameTable, fight: Fight, roll: tuple[int, int]) -> int:
    """W3: the total after the cards that replace it; the last one played governs (R9.6)."""
    total = misread(table, fight, sum(roll))
    if not table.has_prepared(od.FixRoll):
        return total

    def do(seat: str, order: od.Order) -> bool:
        nonlocal total
        if not isinstance(order, od.FixRoll) or not matches(order.pattern, table.state, fight):
            return False
        succeeds = LOWEST <= total <= min(fight.need, HIGHEST)
        if order.if_succeeds not in (None, succeeds):
            return False
        if not holds(table, seat, order.card, ab.SetRoll):
            report_card(table, seat, order, "no-card", fight.line)
            return False
        effect = SPECIALS[order.card].effect
        assert isinstance(effect, ab.SetRoll)
        if play_kept(table, seat, order, (fight.seat, fight.owner), fight.line):
            total = effect.total
            table.emit(ev.RollSet(seat, fight.line, order.card, roll, total))
        return True

    run_window(table, fight.seat, do)
    return total
