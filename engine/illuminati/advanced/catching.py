"""Catching a cheat: it is told to all and undone, as far as that can still be done (R11.5).

An attack is decided again without the cheat. A success that should have failed is taken back: the
group goes to its owner, to its old arrow if that is open, else wherever it fits (ours); it becomes
uncontrolled if it was or if there is no room; credit for it is lost. A failure that should have
succeeded takes effect now, if the target is still where it was and there is room (ours).
"""

from __future__ import annotations

from collections import Counter

from engine.core.rulings import Refusal
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.gametable import GameTable
from engine.illuminati.odds import HIGHEST, LOWEST
from engine.illuminati.state import Crooked, Scheme, SeatState, State
from engine.illuminati.structure import branch_of, cards_of, open_places, place
from engine.illuminati.structure.fitting import free_lost


def refuse_catch(state: State, seat: str, order: od.Catch) -> Refusal | None:
    """R11.5; who has named a line of that turn wrongly may not guess on (ours)."""
    if not state.options.cheating:
        return Refusal(rl.NO_CHEATING, {})
    if order.turn in state.seat(seat).missed:
        return Refusal(rl.CATCH_USED, {"turn": order.turn})
    return None


def run_catch(table: GameTable, seat: str, order: od.Catch) -> bool:
    """Undo the first cheat of others in that line; True if there is one."""
    found = next(
        (
            (other, scheme)
            for other in table.state.seats_after(seat)
            for scheme in other.schemes
            if (scheme.turn, scheme.line) == (order.turn, order.line)
        ),
        None,
    )
    if found is None:
        table.emit(ev.MissedCatch(seat, order.turn, order.line))
        return False
    _undo(table, seat, *found)
    return True


def _undo(table: GameTable, by: str, cheat: SeatState, scheme: Scheme) -> None:
    attack = scheme.attack
    was, should = (attack.success, without(scheme, attack)) if attack else (False, False)
    table.emit(
        ev.Caught(
            cheat.name,
            by,
            scheme.turn,
            scheme.line,
            scheme.what,
            scheme.amount,
            scheme.card,
            attack.target if attack and was and not should else None,
            _deck_before(table.state, scheme) if scheme.what == "stack" else None,
        )
    )
    if scheme.what == "bank":
        _pay_back(table, cheat, scheme.amount)
    if attack and was and not should:
        _take_back(table, attack)
    elif attack and should and not was:
        _make_good(table, attack)


def without(scheme: Scheme, attack: Crooked) -> bool:
    """Whether the attack succeeds without this cheat (R5.8)."""
    need, total = attack.need, attack.total
    if scheme.what == "power":
        need -= scheme.amount
    elif scheme.what == "resistance":
        need += scheme.amount
    else:
        total -= scheme.amount
    return LOWEST <= total <= min(need, HIGHEST)


def _deck_before(state: State, scheme: Scheme) -> tuple[str, ...]:
    """The top of the deck as it was, but for cards drawn since."""
    there = Counter(scheme.cards)
    left: Counter[str] = Counter()
    for card in state.deck[: len(scheme.cards)]:
        if left[card] >= there[card]:
            break
        left[card] += 1
    kept = []
    for card in scheme.cards:
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return tuple(kept)


def _pay_back(table: GameTable, cheat: SeatState, amount: int) -> None:
    payments = []
    for card in cards_of(table.state, cheat.name):
        paid = min(amount, table.state.money(card))
        if paid:
            payments.append((card, paid))
            amount -= paid
    if payments:
        table.emit(ev.PaidBack(cheat.name, tuple(payments)))


def _take_back(table: GameTable, attack: Crooked) -> None:
    """The target goes where it was before an attack that should have failed."""
    state, target = table.state, attack.target
    if attack.form == "control":
        if state.owner(target) != attack.seat:
            return
    elif target not in (state.dead if attack.form == "destroy" else state.uncontrolled):
        return
    if attack.form == "destroy":
        table.emit(ev.Revived(attack.seat, target))
    owner = attack.owner
    is_owed = owner is not None and not state.seat(owner).is_out and owner != attack.seat
    if is_owed and owner is not None and _restore(table, attack, owner):
        return
    if attack.form == "control":
        table.emit(ev.Freed(attack.seat, tuple(branch_of(table.state, target)), "caught"))


def _restore(table: GameTable, attack: Crooked, owner: str) -> bool:
    """Lay the target in its owner's structure again; False if there is no room."""
    state = table.state
    places = open_places(state, owner, cards_of(state, owner))
    old = [(master, arrow) for master, arrow in places if (master, arrow) == attack_place(attack)]
    for tried in (old, places):
        laid = place(state, owner, attack.target, tried) if tried else None
        if laid is not None:
            free_lost(table, attack.seat, laid, ())
            table.emit(ev.Restored(attack.seat, owner, attack.target, laid.laid))
            return True
    return False


def attack_place(attack: Crooked) -> tuple[str | None, str | None]:
    """The arrow on which the target lay."""
    return attack.master, attack.arrow


def _make_good(table: GameTable, attack: Crooked) -> None:
    """An attack that should have succeeded takes effect now."""
    state, target, seat = table.state, attack.target, attack.seat
    is_there = target in (*state.uncontrolled, *state.holdings)
    is_same = state.owner(target) == attack.owner
    if not (is_there and is_same and state.owner(attack.attacker) == seat):
        return
    cards = tuple(branch_of(state, target))
    if attack.form == "neutralize":
        table.emit(ev.Freed(seat, cards, "neutralized"))
    elif attack.form == "destroy":
        table.emit(ev.Destroyed(seat, target, attack.owner))
        if cards[1:]:
            table.emit(ev.Freed(seat, cards[1:], "master-destroyed"))
    else:
        laid = place(state, seat, target, open_places(state, seat, [attack.attacker]))
        if laid is not None:
            free_lost(table, seat, laid, ())
            money = tuple((row.card, state.money(row.card) // 2) for row in laid.laid)
            table.emit(ev.Captured(seat, attack.attacker, target, attack.owner, laid.laid, money))
