"""A script tried on paper: what each line comes to if nobody answers and all before it succeeds.

It is tried on what its player knows, so it tells him nothing (I31.16).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.dice import BEST_DICE
from engine.core.rulings import Refusal
from engine.core.values import Value
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.attacks.course import is_success, roll_dice, settle_attack
from engine.inwo.attacks.sum import need_of, terms_of
from engine.inwo.deeds.settling_powers import settle_powers
from engine.inwo.inwotable import InwoTable
from engine.inwo.rulings import DICE_LIE, NO_ATTACK, NOT_FIRED, NOT_NEEDED, refuse
from engine.inwo.state import InwoState
from engine.inwo.turn.dice import answer_dice
from engine.inwo.turn.lines import carry_out, refuse_line
from engine.inwo.turn.rounds import answer
from engine.inwo.turn.script_lines import bring_tokens

SAID_ONLY = od.PassRound | od.Choose | od.NameIlluminati | od.PlaceLead | od.InwoPolicy
"""What changes no need and is never refused."""
CARDS_PLAYED = od.PlayPlot | od.UseAbility
"""What may be paid for in several ways."""


class Rehearsal(Value):
    """What a line comes to: the parts of the need, the tokens it takes, and why it is refused.

    `left` are those of the seat's cards that have a token after it; `given` the cards of its hand
    that it costs, with so many `undrawn`. `parts` are what is left out of the line, each with the
    code and the rule of its reason (I11.12). Of one that changes dice which have fallen, `success`
    is that of the attack as they would lie.
    """

    terms: tuple[ev.Term, ...] = ()
    need: int | None = None
    spent: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    refusal: Refusal | None = None
    parts: tuple[tuple[str, str, str], ...] = ()
    success: bool | None = None
    given: tuple[str, ...] = ()
    undrawn: int = 0


class _Paid(NamedTuple):
    """The cards whose tokens were spent, those given up of the hand, and how many of decks."""

    spent: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    undrawn: int = 0


def rehearse(state: InwoState, seat: str, lines: Sequence[od.InwoLine]) -> dict[int, Rehearsal]:
    """Each line of a script by its number, from how things stand as it begins.

    What stands behind an IF is tried beside the script, not as a part of it.
    """
    table = InwoTable(state, BEST_DICE)
    found: dict[int, Rehearsal] = {}
    for line in lines:
        if isinstance(line.order, od.Knock | od.EndSegment):
            continue
        trial = InwoTable(table.state, BEST_DICE) if line.conditions else table
        found[line.number] = _tried(trial, seat, line)
    return found


def main_phase_of(state: InwoState, seat: str, takeover: od.TakeOver | None) -> InwoState:
    """The state in which a seat's main phase will begin after that takeover, or without one."""
    if state.turn.step != "b3":
        return state
    table = InwoTable(state, BEST_DICE)
    if takeover is not None:
        carry_out(table, seat, od.InwoLine(1, takeover))
    bring_tokens(table)
    return table.state


def rehearsed(state: InwoState, seat: str, order: od.InwoOrder) -> InwoState:
    """The state once a line has been carried out that nobody has answered."""
    table = InwoTable(state, BEST_DICE)
    carry_out(table, seat, od.InwoLine(1, order), "1")
    settle_powers(table)
    return table.state


def is_on_trade(state: InwoState, seat: str) -> bool:
    """Whether he is asked whether he keeps a trade (M11)."""
    return any(one.kind == "keep-or-lie" and one.seat == seat for one in state.questions)


def rehearse_answer(state: InwoState, seat: str, line: od.InwoLine) -> Rehearsal:
    """An answer if its turn in the round came now: the need that it would leave of the attack under
    way, or why it would not be made."""
    if isinstance(line.order, od.Choose) and is_on_trade(state, seat):
        return Rehearsal(refusal=refuse_line(state, seat, line.order))
    if isinstance(line.order, SAID_ONLY):
        return Rehearsal()
    is_move = isinstance(line.order, od.MoveGroup | od.ArrangeGroups)
    if is_move and state.is_rearranging(seat):
        return Rehearsal(refusal=refuse_line(state, seat, line.order))
    if any(ask.kind == "rolls" for ask in state.asks):
        return _rehearse_dice(state, seat, line)
    table = InwoTable(state, BEST_DICE)
    answer(table, seat, line)
    attack, found = table.state.attack, table.refused.get((seat, line.number))
    if (seat, line.number) in table.made:
        need = need_of(terms_of(table.state, attack)) if attack else None
        paid = _paid(seat, table.events) if isinstance(line.order, CARDS_PLAYED) else _Paid()
        return Rehearsal(need=need, **paid._asdict())
    if found is not None and found.reason in (NOT_FIRED, NOT_NEEDED):
        return Rehearsal()
    return Rehearsal(refusal=found or refuse(NO_ATTACK, seat=seat))


def _rehearse_dice(state: InwoState, seat: str, line: od.InwoLine) -> Rehearsal:
    """An answer to dice that lie; how they would fall again nobody knows."""
    table, key = InwoTable(state, BEST_DICE, {}, {seat: (line,)}), (seat, line.number)
    answer_dice(table)
    if key not in table.made:
        return Rehearsal(refusal=table.refused.get(key, refuse(DICE_LIE)))
    is_rolled_again = any(isinstance(event, ev.DiceRolled) for event in table.events)
    return Rehearsal(success=None if is_rolled_again else is_success(table.state))


def _tried(table: InwoTable, seat: str, line: od.InwoLine) -> Rehearsal:
    bring_tokens(table, line)
    before = len(table.events)
    refusal = carry_out(table, seat, line, str(line.number))
    table.report_left_out(seat, line.number)
    events = table.events[before:]
    paid = _paid(seat, events)
    parts = tuple(
        (event.part, event.reason, event.rule)
        for event in events
        if isinstance(event, ev.LineSettled) and event.part
    )
    attack = table.state.attack
    terms = terms_of(table.state, attack) if attack is not None else ()
    left = tuple(copy for copy in table.known.groups[seat] if table.state.tokens.get(copy))
    if attack is not None:
        _settle(table)
    else:
        settle_powers(table)
    need = need_of(terms) if attack is not None else None
    return Rehearsal(terms, need, paid.spent, left, refusal, parts, None, *paid[1:])


def _paid(seat: str, events: Sequence[ev.InwoEvent]) -> _Paid:
    """What a seat has paid, as events tell it."""
    takings = [one for one in events if isinstance(one, ev.TokensTaken) and one.seat == seat]
    moves = [one for one in events if isinstance(one, ev.CardsMoved) and one.seat == seat]
    costs = [one for one in moves if one.why == "cost"]
    off_decks = [one for one in costs if one.source in ("plot_deck", "group_deck")]
    return _Paid(
        tuple(card for one in takings for card, _ in one.rows),
        tuple(card for one in costs if one not in off_decks for card in one.cards),
        sum(len(one.cards) for one in off_decks),
    )


def _settle(table: InwoTable) -> None:
    terms = roll_dice(table)
    if table.state.attack is not None:
        settle_attack(table, terms)
