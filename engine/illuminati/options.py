"""Every useful legal order of a seat with its need and chance, before anybody's money (R5.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.core.values import Value
from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.advanced.hidden import known
from engine.illuminati.attacks.legality import free_aiders, has_attacked, immunity_of, needs_arrow
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.deeds.moves import ACTIONS
from engine.illuminati.odds import (
    HIGHEST,
    LOWEST,
    NEUTRALIZE,
    attacking_alignments,
    bonus_rows,
    bonuses_of,
    matching,
    proximity,
    resistance_parts,
    ways,
)
from engine.illuminati.state import State
from engine.illuminati.structure import alignments, cards_of, open_arrows
from engine.illuminati.structure.in_force import lendable, may_aid_itself, power_of
from engine.illuminati.turn.legality import refuse
from engine.illuminati.turn.upkeep import as_its_turn

_FORM_RANK = {"control": 0, "neutralize": 1, "destroy": 2}


class Option(Value):
    """An order that would be accepted now; `ways` of 36 rolls succeed, None without a roll."""

    order: od.Order
    need: int | None = None
    ways: int | None = None


def options(state: State, seat: str) -> tuple[Option, ...]:
    """What the seat could usefully order in its turn, best chance first.

    Empty when the game is over, the seat is out or it is not its turn.
    """
    state = as_its_turn(known(state, seat), seat)
    if state.winners or state.turn.seat != seat or state.seat(seat).is_out:
        return ()
    if state.turn.has_passed:
        return ()
    attacks = sorted(attack_options(state, seat), key=_attack_key)
    others = [
        Option(order) for order in _deeds(state, seat) if refuse(state, state, seat, order) is None
    ]
    return (*attacks, *others)


def _attack_key(option: Option) -> tuple[int, int, str, str, int]:
    order, rolls = option.order, option.ways
    assert isinstance(order, od.Attack) and rolls is not None
    return -rolls, _FORM_RANK[order.form], order.target, order.attacker, len(order.aid)


def attack_options(state: State, seat: str, spare: int = 0) -> Iterator[Option]:
    """The attacks that could succeed, with so many MB spent where they cannot without."""
    if state.turn.actions < ACTIONS:
        for base in bases(state, seat, targets(state, seat), _strongest_by_name):
            yield from _with_aid(base, LOWEST - spare)


def _with_aid(base: Base, lowest: int) -> Iterator[Option]:
    """The attack alone if it can succeed, and with as much aid as it can use."""
    form, target, attacker, need = base.form, base.target, base.attacker, base.need
    if need >= lowest:
        yield Option(od.Attack(form, target, attacker), need, ways(need))
    aid = []
    for card, points in base.helpers:
        if need >= HIGHEST:
            break
        if card != attacker or may_aid_itself(card):
            aid.append(card)
            need += points
    if aid and need >= lowest:
        yield Option(od.Attack(form, target, attacker, tuple(aid)), need, ways(need))


# --- attacks before aid and money -------------------------------------------------------


class Base(Value):
    """An attack before aid and money; `helpers` are who may aid it with what, the best first."""

    form: ab.AttackForm
    target: str
    attacker: str
    need: int
    helpers: tuple[tuple[str, int], ...]


def strongest(helper: tuple[str, int]) -> tuple[int, str]:
    """Ranks helpers by their points, then as they joined."""
    return -helper[1], ""


def _strongest_by_name(helper: tuple[str, int]) -> tuple[int, str]:
    return -helper[1], helper[0]


def targets(state: State, seat: str) -> Iterator[tuple[str, ab.AttackForm]]:
    """What the seat may attack, and to which end."""
    for card in state.uncontrolled:
        yield card, "control"
        if CARDS[card].power:
            yield card, "destroy"
    for card, held in state.holdings.items():
        if held.master is None:
            continue
        if held.seat != seat:
            yield card, "control"
            yield card, "neutralize"
        if CARDS[card].power:
            yield card, "destroy"


def bases(
    state: State,
    seat: str,
    wanted: Iterable[tuple[str, ab.AttackForm]],
    rank: Callable[[tuple[str, int]], tuple[int, str]] = strongest,
) -> Iterator[Base]:
    """Every attack of the wanted (target, form) pairs, those of a target side by side (R4, R5)."""
    owned, arrows = cards_of(state, seat), open_arrows(state, seat)
    attackers = [
        (card, power, bool(arrows[card]))
        for card in owned
        if (power := power_of(state, card)) and not has_attacked(state, card)
    ]
    aiders = sorted(((card, lendable(state, card)) for card in free_aiders(state, seat)), key=rank)
    bonus = bonus_rows(state, owned)
    aimed = ""
    for target, form in wanted if attackers else ():
        if target != aimed:
            aimed, barred = target, immunity_of(state, state.owner(target))
            near, theirs = proximity(state, seat, target), alignments(state, target)
            helpers = tuple(_may_aid(state, aiders, target, barred))
        for attacker, power, is_open in attackers:
            if attacker == target or (not is_open and needs_arrow(state, form)):
                continue
            mine = attacking_alignments(state, attacker, form, target)
            if barred and any(alignment in barred for alignment in mine):
                continue
            need = power - near
            if bonus:
                need += sum([n for _, n in bonuses_of(state, bonus, attacker, form, target)])
            if form == "destroy":
                need -= matching(mine, theirs) + CARDS[target].power
            else:
                need += matching(mine, theirs)
                need -= sum([n for _, n in resistance_parts(state, target, mine)])
                need += NEUTRALIZE if form == "neutralize" else 0
            yield Base(form, target, attacker, need, helpers)


def _may_aid(
    state: State,
    aiders: list[tuple[str, int]],
    target: str,
    barred: tuple[ab.Alignment, ...],
) -> Iterator[tuple[str, int]]:
    """Who may aid an attack on the target, some alignments barred (R4.3, R4.7)."""
    for card, points in aiders:
        if card == target or (barred and any(a in barred for a in alignments(state, card))):
            continue
        yield card, points


# --- deeds besides attacks --------------------------------------------------------------


def _deeds(state: State, seat: str) -> Iterator[od.Order]:
    """Orders besides attacks that a player may want to be reminded of."""
    for card in dict.fromkeys(state.seat(seat).hand):
        yield from _plays(state, card)
    for card in cards_of(state, seat):
        if CARDS[card].ability(ab.BuyCard):
            yield od.UseBuyCard(card)
        master = state.holdings[card].master
        if master is not None and state.money(card):
            yield od.Transfer(state.money(card), card, master)
    if not state.turn.is_busy:
        yield od.Pass()


def _plays(state: State, card: str) -> Iterator[od.Order]:
    match SPECIALS[card].effect:
        case ab.Bribe():
            yield from (od.Play(card, on=target) for target in state.uncontrolled)
        case ab.Revive():
            yield from (od.Play(card, on=target) for target in state.dead)
        case ab.Gain() | ab.RepeatIncome():
            yield od.Play(card)
        case _:
            return
