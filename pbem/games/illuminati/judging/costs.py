"""What a line costs and reaches: now, and with all its writer allows (R12.4, R12.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.values import changed
from engine.illuminati import orders as od
from engine.illuminati.abilities import BuyCard
from engine.illuminati.cards import CARDS
from engine.illuminati.odds import HIGHEST, ways, whole_stake
from engine.illuminati.state import State
from pbem.games.contract.orders import STANDING, JudgedLine, LineCost
from pbem.games.illuminati.language import Vocabulary, cost_of, need_at_ceiling
from pbem.games.illuminati.report.parts.sums import percent

OWNERS_AIM = 1
"""The need at which owner and opponents stop where they name none (R12.4)."""


def with_costs(
    lines: Iterable[JudgedLine], state: State, names: Vocabulary, reserve: int
) -> tuple[JudgedLine, ...]:
    """The lines, each standing order with what it costs and reaches."""
    return tuple(_staked(line, state, names, reserve) for line in lines)


def _staked(line: JudgedLine, state: State, names: Vocabulary, reserve: int) -> JudgedLine:
    order = line.order
    if order is None or line.status not in STANDING:
        return line
    if isinstance(order, od.Attack):
        return _promising(changed(line, cost=_attack(order, line.need, state, names, reserve)))
    if isinstance(order, od.UseBuyCard):
        power = CARDS[order.card].ability(BuyCard)
        price = power.cost if power else 0
        return changed(line, cost=LineCost(price, price, price))
    if isinstance(order, od.GiveMoney | od.Offer):
        cost = cost_of(order, names)
        return changed(line, cost=LineCost(cost.now, cost.most, cost.most or 0))
    return line


def _promising(line: JudgedLine) -> JudgedLine:
    """The attack, with a warning where no roll is low enough, whatever its writer can spend."""
    best = line.need if line.cost is None or line.cost.top is None else line.cost.top
    if best is None or ways(best):
        return line
    more = "" if best == line.need else " even with all that you can spend"
    warning = f"It cannot succeed{more}: no roll of two dice is low enough (R5.8)."
    return line.warned(warning)


def _attack(
    order: od.Attack, need: int | None, state: State, names: Vocabulary, reserve: int
) -> LineCost:
    cost = cost_of(order, names)
    stake = whole_stake(order)
    fee = cost.now - stake
    spare = max(cost.now, _spare(order.attacker, state, names, reserve))
    reach = spare if cost.most is None else min(cost.most, spare)
    if need is None:
        return LineCost(cost.now, cost.most, reach, fee)
    raised = changed(order, ceiling=reach - fee) if cost.most != cost.now else order
    return LineCost(cost.now, cost.most, reach, fee, need - stake, need_at_ceiling(raised, need))


def _spare(attacker: str, state: State, names: Vocabulary, reserve: int) -> int:
    """MB that a seat may raise with: the attacking card's, and the Illuminati's but the reserve."""
    own = names.my_illuminati
    on_card = state.money(attacker) if attacker in names.mine and attacker != own else 0
    return on_card + (max(0, state.money(own) - reserve) if own else 0)


def reserve_in(policies: Sequence[od.Policy]) -> int:
    """MB that the newest RESERVE of these, oldest first, leaves on the Illuminati (R12.8)."""
    return next((o.amount for o in reversed(policies) if isinstance(o, od.Reserve)), 0)


@dataclass(frozen=True, slots=True)
class RaiseEstimate:
    """What a stance does as things stand, and what it can do at most.

    `spends` MB bring the need to `then`; `most` MB, all he allows and has, could bring it to `top`.
    """

    aim: int
    spends: int
    then: int
    most: int
    top: int
    is_in_reach: bool


def estimate_raise(
    stance: od.Stance, need: int, purse: Sequence[tuple[int, int]], *, is_owner: bool
) -> RaiseEstimate:
    """How far a stance goes from a need; `purse` are (MB, points a MB) in the order of use."""
    side = 1 if stance.side == "support" else -1
    aim = _aim(stance)
    wanted = max(0, (aim - need) * side)
    most, reached = _take(purse, None, stance.ceiling)
    spends, points = _take(purse, wanted, stance.ceiling)
    is_in_reach = points >= wanted
    style = stance.style or ("all-in" if is_owner else "save")
    if not is_in_reach and style == "save":
        spends = points = 0
    return RaiseEstimate(
        aim, spends, need + side * points, most, need + side * reached, is_in_reach=is_in_reach
    )


def _aim(stance: od.Stance) -> int:
    if stance.side != "support":
        return OWNERS_AIM if stance.aim is None else stance.aim
    top = HIGHEST + (stance.overshoot or 0)
    return top if stance.aim is None else min(stance.aim, top)


def _take(
    purse: Sequence[tuple[int, int]], wanted: int | None, allowed: int | None
) -> tuple[int, int]:
    """MB spent and points bought: the least for the wanted points, or all that is allowed."""
    spent = points = 0
    for money, worth in purse:
        amount = money if wanted is None else min(money, -(-max(0, wanted - points) // worth))
        if allowed is not None:
            amount = min(amount, allowed - spent)
        spent, points = spent + amount, points + amount * worth
    return spent, points


def format_raise(found: RaiseEstimate, need: int) -> tuple[str, bool]:
    """A stance in words, and whether its writer should be warned."""
    at_most = f"Costs you at most {found.most} MB"
    aim = f"Aims at a need of {found.aim}"
    verb = "brings" if found.spends == 1 else "bring"
    brings = f"{verb} it to {found.then} ({_chance(found.then)}) as long as nobody else spends"
    if found.is_in_reach and found.then == need:
        return f"{aim}; as things stand it spends nothing, only if others raise. {at_most}.", False
    if found.is_in_reach:
        return f"{aim}: {found.spends} MB {brings}. {at_most}.", False
    if found.spends:
        return f"{aim}, out of reach: {found.spends} MB {brings}. {at_most}.", False
    if not found.most:
        return f"{aim}. {at_most}, as there is nothing to spend.", True
    best = f"{found.top} ({_chance(found.top)})"
    return (
        f"{aim}, out of reach: {found.most} MB could bring it to {best}, so as things stand it "
        f"spends nothing. UNTIL {found.top} or ALL IN would spend them. {at_most}."
    ), True


def _chance(need: int) -> str:
    return f"{percent(ways(need))} %"


def format_policy(order: od.Policy, state: State, names: Vocabulary, reserve: int) -> str:
    """What a standing stance aims at, what it costs at worst, and what that reaches."""
    own = names.my_illuminati
    if not isinstance(order, od.Stance) or order.side == "aside" or own is None:
        return ""
    aim = f"Aims at a need of {_aim(order)}"
    if order.ceiling is None and order.per_round is None:
        money = max(0, state.money(own) - reserve)
        also = " and what the group has" if order.side == "guard" else ""
        return f"{aim}; without MAX it costs at worst all your Illuminati has, {money} MB{also}."
    limits = [f"{order.ceiling} MB an attack"] if order.ceiling is not None else []
    limits += [f"{order.per_round} MB a round"] if order.per_round is not None else []
    points = min(n for n in (order.ceiling, order.per_round) if n is not None)
    double = f", by {2 * points} from the group's own treasury" if order.side == "guard" else ""
    return f"{aim}; costs at worst {' and '.join(limits)}, which moves a need by {points}{double}."
