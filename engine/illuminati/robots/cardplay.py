"""When a robot plays its Specials, and uses the powers of its groups (R9.6, R2.13)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from engine.core.dice import LoadedDice, Roll, SecretDice
from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.advice.outlook import Outlook
from engine.illuminati.cards import SPECIALS
from engine.illuminati.deeds.moves import ACTIONS
from engine.illuminati.gametable import GameTable
from engine.illuminati.odds import LOWEST
from engine.illuminati.robots.raids import Raid
from engine.illuminati.robots.stances import critical_groups, pattern_of, winning_targets
from engine.illuminati.state import State
from engine.illuminati.structure import alignments, cards_of, groups_of, open_places
from engine.illuminati.structure.in_force import ability_of
from engine.illuminati.turn.legality import refuse, run
from engine.illuminati.winning import eliminate_bereft, special_goal

SUCCESS: Roll = (1, 1)
FAILURE: Roll = (6, 6)


def after(state: State, seat: str, order: od.Order, roll: Roll = SUCCESS) -> State | None:
    """The state after an order whose attack rolls this; None if it is not legal."""
    if refuse(state, state, seat, order) is not None:
        return None
    table = GameTable(state, LoadedDice([roll], SecretDice(b"robot")))
    run(table, seat, 1, order)
    eliminate_bereft(table)
    return table.state


WORTH_FIXING = 1.0
"""Captures an attack must bring before a failure is made a success."""
NEAR = 2.0
"""Captures from a goal at which a rival is stopped by every card there is."""
BRIBE_COSTS = 0.5
"""Captures a Special is worth that could take a better group later."""
_KEPT = (ab.SetRoll, ab.SkipTurnEffect, ab.CancelSpecial, ab.Bribe, ab.Gain, ab.RepeatIncome)
"""Effects too good to be discarded for a privilege."""


def plain_plays(state: State, seat: str) -> list[od.Order]:
    """Specials that bring money, played as soon as they are had."""
    found: list[od.Order] = []
    for card in state.seat(seat).hand:
        match SPECIALS[card].effect:
            case ab.RepeatIncome():
                found.insert(0, od.Play(card))
            case ab.Gain():
                found.append(od.Play(card))
            case _:
                continue
    return found


def free_plays(state: State, seat: str) -> list[od.Order]:
    """The same, and money brought together with some more."""
    more = held_with(state, seat, ab.RearrangeMoney)
    return [*plain_plays(state, seat), *([od.Play(more)] if more else [])]


def held_with(state: State, seat: str, *effects: type[ab.Effect]) -> str | None:
    """A Special of the hand with one of the effects."""
    for card in state.seat(seat).hand:
        if isinstance(SPECIALS[card].effect, effects):
            return card
    return None


def bribes(outlook: Outlook) -> Iterator[tuple[od.Order, float]]:
    """Groups a Special takes over without a roll, each with its gain."""
    state, seat = outlook.state, outlook.seat
    card = held_with(state, seat, ab.Bribe)
    if card is None or state.turn.actions >= ACTIONS:
        return
    if not open_places(state, seat, cards_of(state, seat)):
        return
    for target in state.uncontrolled:
        gain = outlook.change(target, "control").gain - BRIBE_COSTS
        if gain > 0:
            yield od.Play(card, on=target), gain


# --- one alignment changed for a turn ---------------------------------------------------


def realignment(
    state: State, seat: str, now: float, value: Callable[[State], float]
) -> tuple[od.UseRealign, State] | None:
    """The best use of a power that changes an alignment, and the world with it."""
    card = next((c for c in cards_of(state, seat) if ability_of(state, c, ab.Realign)), None)
    best: tuple[float, od.UseRealign, State] | None = None
    for order in _realignments(state, seat, card) if card else ():
        world = after(state, seat, order)
        if world is not None:
            worth = value(world)
            if worth > (best[0] if best else now):
                best = worth, order, world
    return best[1:] if best else None


def _realignments(state: State, seat: str, card: str) -> Iterator[od.UseRealign]:
    """Uses that bring the goal nearer: one group more of the alignment it asks for."""
    goal = special_goal(state.seat(seat), state.options)
    others = [held for held in groups_of(state, seat) if held != card]
    match goal:
        case ab.AlignedGroups(alignment=wanted):
            lacking: list[ab.Alignment] = [wanted]
        case ab.AllAlignments() | ab.TouchedAlignments():
            has = {a for held in (card, *others) for a in alignments(state, held)}
            lacking = [a for a in ab.ALIGNMENTS if a not in has]
        case _:
            return
    for alignment in lacking:
        for held in others:
            if alignment not in alignments(state, held):
                yield od.UseRealign(card, "add", alignment, held)
                break


# --- cards for an attack ----------------------------------------------------------------


def last_resort(state: State, seat: str, attacks: Sequence[tuple[int, Raid]]) -> od.FixRoll | None:
    """A card that makes the dearest attack, the first of several, succeed that fails."""
    card = _fixing(state, seat, succeeds=True)
    worth = [(raid.change.gain, -line) for line, raid in attacks]
    if card is None or not worth or max(worth)[0] < WORTH_FIXING:
        return None
    return od.FixRoll(card, od.Pattern(line=-max(worth)[1]), if_succeeds=False)


def _fixing(state: State, seat: str, *, succeeds: bool) -> str | None:
    for card in state.seat(seat).hand:
        effect = SPECIALS[card].effect
        if isinstance(effect, ab.SetRoll) and (effect.total == LOWEST) == succeeds:
            return card
    return None


def privilege_for(
    state: State, seat: str, claimed: Collection[od.Privilege]
) -> od.Privilege | None:
    """Privilege by a Special that is good for nothing better, or for money where that can be.

    `claimed` are those of the script's other attacks: a card is there once, and so is the power.
    """
    for card in state.seat(seat).hand:
        privilege = od.Privilege(card)
        if not isinstance(SPECIALS[card].effect, _KEPT) and privilege not in claimed:
            return privilege
    if od.Privilege() in claimed:
        return None
    illuminati = state.seat(seat).illuminati
    fee = ability_of(state, illuminati, ab.BuyPrivilege)
    if fee and state.money(illuminati) >= fee.cost and illuminati not in state.turn.powers_used:
        return od.Privilege()
    return None


def answering_cards(outlook: Outlook) -> Iterator[od.Policy]:
    """Cards kept for a rival's attack: against who is about to win, and for what must not fall."""
    state, seat, mover = outlook.state, outlook.seat, outlook.state.turn.seat
    if not state.seat(seat).hand or mover == seat or mover not in outlook.far:
        return
    secret = held_with(state, seat, ab.CancelSpecial)
    if secret is not None:
        yield od.Cancel(secret, against_me=True)
    fail = _fixing(state, seat, succeeds=False)
    winning: tuple[str, ...] = ()
    if outlook.far[mover] <= NEAR:
        winning = winning_targets(outlook, mover, 0.0)
        yield from _against_winner(state, seat, mover, winning)
    if fail is not None:
        critical = critical_groups(outlook)
        if winning:
            yield od.FixRoll(fail, pattern_of(mover, winning), if_succeeds=True)
        elif critical:
            yield od.FixRoll(fail, pattern_of(mover, critical), if_succeeds=True)


def _against_winner(
    state: State, seat: str, mover: str, winning: tuple[str, ...]
) -> Iterator[od.Policy]:
    """His turn taken away, or his privilege."""
    skip = held_with(state, seat, ab.SkipTurnEffect)
    if skip is not None:
        yield od.SkipTurn(skip, mover)
    agent = held_with(state, seat, ab.AbolishPrivilege) if winning else None
    if agent is not None:
        yield od.Abolish((agent,), pattern_of(mover, winning))
    join = held_with(state, seat, ab.Interfere) if winning else None
    if join is not None:
        yield od.JoinIn(join, pattern_of(mover, winning))
