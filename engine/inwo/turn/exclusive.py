"""Plays of one round of which only one can be made: dice decide whose (I15.5, I31.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.dice import Roll
from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.attacks.joining import refuse_agents
from engine.inwo.deeds.aimed import Aimed, play_meant, targets_of
from engine.inwo.deeds.card_deeds import CANCELS
from engine.inwo.deeds.choosing import chosen
from engine.inwo.deeds.copying import as_copied
from engine.inwo.deeds.immortals import just_played
from engine.inwo.deeds.on_piles import lost_meant
from engine.inwo.deeds.opportunity import opportunity_meant
from engine.inwo.inwotable import InwoTable

SeatLine = tuple[str, od.InwoLine]


def outdone(table: InwoTable, lines: Iterable[SeatLine]) -> set[tuple[str, int]]:
    """The lines of a round that are not made, as another player's is made in their place."""
    claims: dict[str, dict[str, list[int]]] = {}
    for seat, line in lines:
        claim = _claim(table, seat, line.order)
        if claim:
            claims.setdefault(claim, {}).setdefault(seat, []).append(line.number)
    lost: set[tuple[str, int]] = set()
    for by_seat in claims.values():
        if len(by_seat) > 1:
            winner = _winner(table, by_seat)
            lost |= {(seat, n) for seat, numbers in by_seat.items() for n in numbers}
            lost -= {(winner, n) for n in by_seat[winner]}
    return lost


def _claim(table: InwoTable, seat: str, order: od.InwoOrder) -> str:
    """What a line claims for itself alone, if it could be made now; else nothing."""
    attack = table.state.attack
    if copied := as_copied(table.state, seat, order):
        order, table = copied
    if isinstance(order, od.SendAgents):
        is_able = attack and refuse_agents(table.known, attack, seat, order.side) is None
        return "agents" if is_able else ""
    if not isinstance(order, od.PlayPlot | od.UseAbility):
        return ""
    if isinstance(order, od.PlayPlot) and (wanted := opportunity_meant(table.state, seat, order)):
        return f"card {wanted}"
    aimed = chosen(table.state, seat, order)
    return "" if isinstance(aimed, Refusal) else _claim_of(aimed)


def _claim_of(aimed: Aimed) -> str:
    """What a deed claims for itself alone."""
    if aimed.deed.does == "take-lost":
        return f"card {lost_meant(aimed)}"
    if aimed.deed.does in ("seize", "take-drawn", "undo-takeover", "strike-down"):
        return aimed.deed.does
    if aimed.deed.does == "corrupt":
        return f"corrupt {targets_of(aimed)[0]}"
    if aimed.deed.does == "immortalize":
        played = just_played(aimed)
        return f"card {played}" if played else ""
    if aimed.deed.does == "take-back":
        used = play_meant(aimed)
        return f"card {used.card}" if used is not None else ""
    if aimed.deed.does not in CANCELS:
        return ""
    play = play_meant(aimed)
    return f"cancel {play.full}" if play is not None else ""


def _winner(table: InwoTable, by_seat: Mapping[str, object]) -> str:
    """Two dice each in the order of the seats, high wins, ties again."""
    seats = [seat.name for seat in table.state.seats if seat.name in by_seat]
    while len(seats) > 1:
        draw = table.state.draws
        rolls: list[tuple[str, Roll]] = [
            (seat, table.dice.roll(draw + at, "exclusive")) for at, seat in enumerate(seats)
        ]
        table.emit(ev.ClaimRolled(tuple(rolls), draw + len(seats) - 1))
        best = max(sum(roll) for _, roll in rolls)
        seats = [seat for seat, roll in rolls if sum(roll) == best]
    return seats[0]
