"""A structure laid anew: every Group on an arrow of its own (I9.9)."""

from __future__ import annotations

from engine.core.arrangement import Laid
from engine.core.geometry import Side
from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.deeds.on_tokens import is_last
from engine.inwo.deeds.rearranging import FOR_ALL, GivenUp, give_up, plots_for
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState
from engine.inwo.structure import is_sound, sides_of

ARRANGED = "arranged"
"""What a seat has used that has laid its structure anew by a Plot."""
Plan = dict[str, tuple[str, Side | None]]


def _payers(known: Facts, seat: str) -> tuple[str, ...] | Refusal:
    """Whose tokens it costs, none where a card says so as the turn ends; or why it may not be."""
    state = known.state
    refusal = refuse(rl.NO_ABILITY, seat=seat)
    if state.turn.seat != seat or state.attack is not None:
        return refuse(rl.NOT_MAIN, seat=seat)
    allowed = sum(one.stat == "arranging" and one.on == seat for one in known.changes)
    if allowed > state.seat(seat).used.count(ARRANGED):
        return ()
    for card, rule in known.of_seat(seat, ab.Rearranges):
        if rule.last and is_last(state):
            return ()
        if rule.last:
            refusal = refuse(rl.NOT_LAST, card=card.copy)
            continue
        payers = (card.copy, state.seat(seat).illuminati)
        unfit = [lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_USE) for copy in payers]
        first = next((one for one in unfit if one), None)
        if first is None:
            return payers
        refusal = first
    return refusal


def _price(
    state: InwoState, seat: str, order: od.ArrangeGroups
) -> tuple[tuple[str, ...], tuple[GivenUp, ...]] | Refusal:
    """The tokens or the Plots that it costs, or why it may not be (I37)."""
    if order.discarding or state.is_rearranging(seat):
        given = plots_for(state, seat, order.discarding, FOR_ALL)
        return given if isinstance(given, Refusal) else ((), given)
    payers = _payers(facts(state), seat)
    return payers if isinstance(payers, Refusal) else (payers, ())


def _plan(state: InwoState, seat: str, order: od.ArrangeGroups) -> Plan | Refusal:
    """Where every Group of the structure would hang: those named, and the others as they were."""
    known = facts(state)
    groups = known.groups[seat]
    plan: Plan = {c: (state.table[c].master or "", state.table[c].arrow) for c in groups[1:]}
    named: list[str] = []
    for name, under, at in order.rows:
        copy, master = on_table(state, name, seat), on_table(state, under, seat)
        if copy not in plan or copy is None:
            return refuse(rl.NOT_ON_TABLE, card=name)
        if master is None or master not in groups:
            return refuse(rl.NOT_ON_TABLE, card=under)
        if lg.is_burden(copy):
            return refuse(rl.FIXED, card=copy)
        barred = lg.refuse_master(known, copy, master)
        if barred:
            return barred
        plan[copy] = (master, at)
        named.append(copy)
    for copy in plan:
        at_: str | None = copy
        for _ in range(len(plan) + 1):
            at_ = plan[at_][0] if at_ in plan else None
        if at_ is not None:
            return refuse(rl.UNDER_ITSELF, card=copy, under=plan[copy][0])
    return _with_arrows(state, plan, named)


def _with_arrows(state: InwoState, plan: Plan, named: list[str]) -> Plan | Refusal:
    """Each on an arrow of its own: first those told, then who keeps his, then the rest (I9.10)."""
    taken: set[tuple[str, Side]] = set()
    placed = [copy for copy in named if plan[copy][1] is not None]
    kept = [copy for copy in plan if copy not in named]
    homeless: list[str] = [copy for copy in named if plan[copy][1] is None]
    for copy in (*placed, *kept):
        master, side = plan[copy]
        assert side is not None
        if (master, side) in taken or side not in sides_of(state, copy, master):
            if copy in placed:
                return refuse(rl.ARROW_NOT_OPEN, card=master, arrow=side)
            homeless.append(copy)
        else:
            taken.add((master, side))
    for copy in homeless:
        master = plan[copy][0]
        free = [one for one in sides_of(state, copy, master) if (master, one) not in taken]
        if not free:
            return refuse(rl.NO_OPEN_ARROW, card=master)
        plan[copy] = (master, free[0])
        taken.add((master, free[0]))
    return plan


def _refuse_overlap(state: InwoState, seat: str, plan: Plan) -> Refusal | None:
    table = {
        copy: changed(card, master=plan[copy][0], arrow=plan[copy][1]) if copy in plan else card
        for copy, card in state.table.items()
    }
    is_whole = is_sound(changed(state, table=table), seat)
    return None if is_whole else refuse(rl.NO_ROOM, card=state.seat(seat).illuminati)


def refuse_arranging(state: InwoState, seat: str, order: od.ArrangeGroups) -> Refusal | None:
    """Why the structure is not laid so."""
    price = _price(state, seat, order)
    if isinstance(price, Refusal):
        return price
    plan = _plan(state, seat, order)
    return plan if isinstance(plan, Refusal) else _refuse_overlap(state, seat, plan)


def arrange_groups(table: InwoTable, seat: str, order: od.ArrangeGroups) -> Refusal | None:
    """All Groups at once; nothing is lost by it."""
    refusal = refuse_arranging(table.state, seat, order)
    price, plan = _price(table.state, seat, order), _plan(table.state, seat, order)
    if refusal or isinstance(price, Refusal) or isinstance(plan, Refusal):
        return refusal
    payers, plots = price
    give_up(table, seat, plots)
    for payer in payers:
        table.spend(seat, payer, "ability")
    if not payers and not plots and not is_last(table.state):
        table.emit(ev.OnceUsed(seat, ARRANGED))
    rows = [
        Laid(copy, master, side)
        for copy, (master, side) in plan.items()
        if side is not None
        and (master, side) != (table.state.table[copy].master, table.state.table[copy].arrow)
    ]
    if rows:
        table.emit(ev.BranchLaid(seat, tuple(rows), "moved"))
    return None


ORDERS: OrderTable = {
    od.ArrangeGroups: by_order(refuse_arranging, arrange_groups),
}
"""Orders of this module as they are refused and carried out."""
