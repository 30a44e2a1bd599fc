"""The greedy robot: exact odds, one ply, over attacker, target, aid and money."""

from __future__ import annotations

from engine.illuminati import orders as od
from engine.illuminati.advice.outlook import Outlook, Taste
from engine.illuminati.deeds.moves import ACTIONS
from engine.illuminati.robots.cardplay import plain_plays
from engine.illuminati.robots.chance import Chooser
from engine.illuminati.robots.money import gather, make_room
from engine.illuminati.robots.raids import Raid, ScriptBook, attack_of, best_raids
from engine.illuminati.robots.stances import oppositions, plain_guard
from engine.illuminati.state import State

TASTE = Taste()
GUARD_AIM = 4
OPPOSE_AIM = 3
"""Needs down to which it guards and opposes."""
GUARD_SHARE = 0.5
OPPOSE_SHARE = 0.7
"""Parts of the Illuminati's money it does so with."""


def greedy_script(state: State, seat: str, choose: Chooser) -> od.Script:
    """The best attack, then the best one of other cards, and idle money brought home."""
    raids = pick_raids(Outlook(state, seat, TASTE))
    book = ScriptBook()
    for order in (
        *plain_plays(state, seat),
        *(attack_of(raid) for raid in raids),
        *gather(state, seat, raids),
    ):
        book.add(order)
    room = None if raids else make_room(state, seat)
    if room is not None:
        book.add(room)
    return book.script or (od.Line(1, od.Pass()),)


def pick_raids(outlook: Outlook) -> list[Raid]:
    """The best raids whose cards and targets differ, with money kept back for defence."""
    state, seat = outlook.state, outlook.seat
    chest = state.money(state.seat(seat).illuminati)
    found: list[Raid] = []
    for raid in best_raids(outlook, int(outlook.taste.keep * chest)):
        if len(found) == ACTIONS - state.turn.actions:
            break
        used = [card for other in found for card in (*other.cards, other.base.target)]
        if not any(card in used for card in (*raid.cards, raid.base.target)):
            found.append(raid)
    return found


def greedy_policies(state: State, seat: str, choose: Chooser) -> tuple[od.Policy, ...]:
    """Guard what it has, and oppose who would win."""
    outlook = Outlook(state, seat, TASTE)
    return (
        *plain_guard(outlook, GUARD_AIM, GUARD_SHARE),
        *oppositions(outlook, OPPOSE_AIM, OPPOSE_SHARE, 0.0),
    )
