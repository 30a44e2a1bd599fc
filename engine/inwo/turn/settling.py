"""The end of a window: what waited, the dice, the result and what follows (I31.12, I32)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.inwo import events as ev
from engine.inwo.attacks.course import fall, is_success, put_back, roll_dice, settle_attack
from engine.inwo.attacks.pairs import return_unused
from engine.inwo.attacks.rerolls import after_dice, settle_crashes
from engine.inwo.attacks.strength import until_action
from engine.inwo.attacks.sum import terms_of
from engine.inwo.deeds.agreed import close_plays
from engine.inwo.deeds.doing import carry_waiting
from engine.inwo.deeds.doomed import settle_doom
from engine.inwo.deeds.secrets import avenge, notes_on, open_notes
from engine.inwo.deeds.won import settle_won
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import PASSIVE, AttackPlay, InwoState, RunningAttack
from engine.inwo.turn.dice import answer_dice
from engine.inwo.turn.intents import settle_intent


def close_window(table: InwoTable, *, is_roll_open: bool = False) -> bool:
    """What waited is carried out, then come the dice; nothing else can be answered any more.

    Whether the dice lie for a window of their own, where rolls are open (I31.12).
    """
    open_ = _OpenWindow(table.state)
    settle_intent(table)
    carry_waiting(table, is_last=True)
    begun = table.state.attack
    terms = roll_dice(table) if begun is not None else ()
    if terms:
        joined = len(table.attack.plays)
        after_dice(table)
        answer_dice(table)
        if is_roll_open and table.attack.roll is not None:
            return True
        joins = (play.what in ("aid", "oppose") for play in table.attack.plays[joined:])
        if table.attack.handicapped_by or any(joins):
            # Who joins after the roll counts in the sum, and what a reroll costs (I36.8, I38.8).
            terms = terms_of(table.state, table.attack)
        _settle_result(table, terms)
    open_.end(table, begun)
    return False


def close_roll_window(table: InwoTable) -> None:
    """The result is by the dice as they lie now."""
    open_, begun = _OpenWindow(table.state), table.attack
    _settle_result(table, terms_of(table.state, begun))
    open_.end(table, begun)


def drop_attack(table: InwoTable, leaving: str) -> None:
    """The attack under way is not made: what others spent on it goes back (I22.7)."""
    open_, begun = _OpenWindow(table.state), table.attack
    fall(table)
    open_.end(table, begun, leaving)


def _settle_result(table: InwoTable, terms: tuple[ev.Term, ...]) -> None:
    """What the dice come to is carried out, and what follows from it."""
    if is_success(table.state):
        open_notes(table)
    known, attack = table.known, table.attack
    avengers = notes_on(table, attack.target, "mine")
    settle_attack(table, terms)
    settle_crashes(table, known, attack)
    settle_won(table, known, attack)
    avenge(table, attack, avengers)


class _OpenWindow:
    """What is known of a window before it closes: whether it is of an attack inside another, and
    the cards whose actions are in it."""

    def __init__(self, state: InwoState) -> None:
        self.is_inside = state.paused is not None
        self.acting = tuple(_acting(state, state.attack))

    def end(self, table: InwoTable, begun: RunningAttack | None, leaving: str = "") -> None:
        """What nobody used goes back, and what held for these actions is over."""
        if begun is not None:
            return_unused(table, begun)
            put_back(table, begun)
        if self.is_inside:
            return
        close_plays(table, leaving)
        for copy in dict.fromkeys(self.acting):
            if any(change.until == until_action(copy) for change in table.state.changes):
                table.emit(ev.ActionOver(copy))
        settle_doom(table)


def _cards_acting(play: AttackPlay) -> tuple[str, ...]:
    """The cards that act in a play; one that is moved, freed or Relieved does not."""
    return play.paid if play.what in PASSIVE else (play.card, *play.paid)


def _acting(state: InwoState, attack: RunningAttack | None) -> Iterator[str]:
    """The cards whose actions are in what is open: changes for the next action end (I34.6).

    What was attacked, too, if its defense was another for once (I38.15).
    """
    target = attack.target if attack is not None else ""
    defended = (one for one in state.changes if one.until == until_action(target))
    if any(one.purpose == "defense" for one in defended):
        yield target
    for play in state.plays:
        if play.what != "boost":
            yield from _cards_acting(play)
