"""Cheats: what is done to an attack's figures, to bank and deck, and how it is caught (R11.5).

A cheat is a private event and stays a `Scheme` of its seat until his next turn begins; others see
only figures that cannot be right: a Power, Resistance or total that is not the printed or rolled
one, MB gained for nothing, a deck counted short. Every function does nothing unless the option is
on, so an attack may always ask.

A cheat that is caught is told to all and undone, as far as that can still be done. An attack is
decided again without it. A success that should have failed is taken back: the group goes to its
owner, to its old arrow if that is open, else wherever it fits (ours); it becomes uncontrolled if it
was or if there is no room; credit for it is lost. A failure that should have succeeded takes effect
now, if the target is still where it was and there is room (ours).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import GROUPS
from engine.illuminati.gametable import DeedRules, Deeds, Fight, GameTable, deed, nothing
from engine.illuminati.odds import HIGHEST, LOWEST
from engine.illuminati.state import Crooked, Scheme, SeatState, State
from engine.illuminati.structure import branch_of, cards_of, open_places, place
from engine.illuminati.structure.places import free_lost

DEEPEST = 5
"""Cards at the top of the deck that can be looked at or stacked (ours)."""
IN_ATTACKS = ("dice", "power", "resistance")
"""Cheats that wait for an attack (R12.6)."""
_ON_DECK = ("peek", "stack")


def is_for_attack(order: od.Order) -> bool:
    """Whether a cheat waits for an attack instead of being done at once."""
    return type(order) is od.Cheat and order.what in IN_ATTACKS


def refuse_cheat(state: State, seat: str, order: od.Cheat) -> Refusal | None:
    """Why there can be no such cheat, or None."""
    if not state.options.cheating:
        return Refusal(rl.NO_CHEATING, {})
    is_one = {
        "dice": abs(order.amount) == 1 and order.line is not None,
        "bank": order.amount > 0,
        "power": order.amount > 0 and order.line is not None,
        "resistance": order.amount > 0 and order.card in GROUPS,
        "peek": 0 < order.amount <= DEEPEST,
        "stack": 0 < len(order.cards) <= DEEPEST and len(set(order.cards)) == len(order.cards),
    }
    if not is_one[order.what]:
        return Refusal(rl.NO_SUCH_CHEAT, {"what": order.what})
    if order.what not in IN_ATTACKS and state.turn.seat != seat:
        return Refusal(rl.NOT_YOUR_TURN, {"seat": state.turn.seat})
    return None


# --- in an attack -----------------------------------------------------------------------


def overstated(
    table: GameTable, seat: str, line: int, order: od.Attack, parts: tuple[ev.Part, ...]
) -> tuple[ev.Part, ...]:
    """The parts of a need with what is claimed of Power and Resistance; they still add up.

    To be asked where the parts of an attack that is being run are made, before anything is tested.
    """
    if not table.has_prepared(od.Cheat):
        return parts
    for _, cheat in _claims(table, seat, line, order):
        wanted = ("power", "") if cheat.what == "power" else ("", order.target)
        parts = tuple(
            changed(part, value=part.value + (cheat.amount if wanted[0] else -cheat.amount))
            if _is_meant(part, *wanted)
            else part
            for part in parts
        )
    return parts


def _is_meant(part: ev.Part, what: str, target: str) -> bool:
    if target:
        return part.what in ("resistance", "target_power") and part.who == target
    return part.what == what


def begin_cheats(table: GameTable, fight: Fight) -> None:
    """Keep the overstatements of an attack as schemes; to be called when it is announced."""
    order = fight.order
    if not table.has_prepared(od.Cheat):
        return
    for cheat_by, cheat in _claims(table, fight.seat, fight.line, order):
        card = order.attacker if cheat.what == "power" else order.target
        _scheme(table, fight, cheat_by, cheat, card)


def misread(table: GameTable, fight: Fight, total: int) -> int:
    """The total as the attacker reads it; to be asked before any card replaces it."""
    if not table.has_prepared(od.Cheat):
        return total
    for order in _prepared_cheats(table, fight.seat):
        if order.what == "dice" and order.line == fight.line:
            _scheme(table, fight, fight.seat, order)
            return total + order.amount
    return total


def _prepared_cheats(table: GameTable, seat: str) -> Iterator[od.Cheat]:
    """The cheats a seat has said for attacks, those that can be."""
    if not table.state.options.cheating:
        return
    for order in table.prepared(seat):
        if not isinstance(order, od.Cheat) or not is_for_attack(order):
            continue
        if refuse_cheat(table.state, seat, order) is None:
            yield order


def _claims(
    table: GameTable, seat: str, line: int, order: od.Attack
) -> Iterator[tuple[str, od.Cheat]]:
    """Who overstates what in an attack: the attacker his Power, the owner the target."""
    mine = (c for c in _prepared_cheats(table, seat) if c.what == "power" and c.line == line)
    for cheat in [*mine][:1]:
        yield seat, cheat
    owner = table.state.owner(order.target)
    if owner is None or owner == seat:
        return
    theirs = (
        c
        for c in _prepared_cheats(table, owner)
        if c.what == "resistance" and c.card == order.target
    )
    for cheat in [*theirs][:1]:
        yield owner, cheat


def _scheme(
    table: GameTable, fight: Fight, seat: str, cheat: od.Cheat, card: str | None = None
) -> None:
    order = fight.order
    held = table.state.holdings.get(order.target)
    attack = Crooked(
        fight.seat,
        order.form,
        order.attacker,
        order.target,
        held.seat if held else None,
        held.master if held else None,
        held.arrow if held else None,
    )
    number = table.state.turn.number
    scheme = Scheme(number, fight.line, cheat.what, cheat.amount, card, attack)
    table.emit(ev.Cheated(seat, scheme))


# --- at once ----------------------------------------------------------------------------


def run_cheat(table: GameTable, seat: str, line: int, order: od.Cheat) -> None:
    """Take from the bank, look at the deck, or stack it."""
    state = table.state
    top = state.deck[:DEEPEST]
    scheme = Scheme(state.turn.number, line, order.what, order.amount)
    if order.what == "bank":
        table.emit(ev.Cheated(seat, scheme))
        table.emit(ev.Gained(seat, state.seat(seat).illuminati, order.amount))
    elif order.what == "peek":
        shown = top[: order.amount]
        table.emit(ev.Cheated(seat, changed(scheme, amount=len(shown)), shown))
    elif order.what == "stack":
        wanted = [card for card in order.cards if card in top]
        rest = list(top)
        for card in wanted:
            rest.remove(card)
        scheme = changed(scheme, amount=len(order.cards), cards=top)
        table.emit(ev.Cheated(seat, scheme, (*wanted, *rest)))


def deck_as_counted(state: State) -> int:
    """Cards in the deck as the public report counts them: short by those in a cheat's hand."""
    held = sum(
        scheme.amount for seat in state.seats for scheme in seat.schemes if scheme.what in _ON_DECK
    )
    return max(0, len(state.deck) - held)


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


DEEDS: Deeds = {
    od.Cheat: DeedRules(deed(refuse_cheat, nothing).refuse, run_cheat),
    od.Catch: deed(refuse_catch, run_catch, may_fail=True),
}
"""Orders of this module as they are refused and carried out."""
