"""What an exported game of Illuminati must hold, event by event, to have been fair (R12.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.dice import Dice, SecretDice
from engine.illuminati import events as ev
from engine.illuminati.cards import dealt_from
from engine.illuminati.cards.custom import deck_with
from engine.illuminati.state import State
from engine.illuminati.turn.setup import dealt as give_out
from engine.illuminati.winning import choosable_goals
from pbem.games.contract.proving import Happened, Proof, remarks
from pbem.games.illuminati import codec, rules

__all__ = ["remarks", "verify"]


def _check(happened: Happened[State, ev.Event]) -> Iterator[str]:
    """What is wrong with the chance in one event."""
    state, event, dice = happened.state, happened.event, happened.dice
    if state is None:
        return
    draw = getattr(event, "draw", None)
    if draw is not None and draw != state.draws and not isinstance(event, ev.Dealt | ev.GoalChosen):
        yield f"draw {draw} where draw {state.draws} was next"
    if isinstance(event, ev.Attacked):
        yield from _check_attack(event, dice)
    elif not _is_fair(state, event, dice):
        yield "the dice say otherwise"


def _is_fair(state: State, event: ev.Event, dice: Dice) -> bool:
    """Whether an event's outcome is what the dice, or the deck they shuffled, give."""
    match event:
        case ev.LotsDrawn():
            names = [seat.name for seat in state.seats]
            return dice.shuffle(event.draw, "lots", names) == event.seats
        case ev.Shuffled():
            before = state.deck or deck_with(state.options.own_cards)
            return dice.shuffle(event.draw, "shuffle", before) == event.deck
        case ev.RolledForOrder():
            return dice.roll(event.draw, "order") == event.roll
        case ev.GoalChosen(draw=int(number)):
            choices = choosable_goals()
            return choices[dice.pick(number, "goal", len(choices))] == event.goal
        case ev.Drew():
            return bool(state.deck) and state.deck[0] == event.card
        case _:
            return True


def _check_deal(events: Sequence[ev.Event], dice: Dice) -> Iterator[str]:
    """Whether each seat got the Illuminati that lots, wishes and dice give it (R1.1)."""
    dealt = [event for event in events if isinstance(event, ev.Dealt)]
    if not dealt:
        return
    began = next(event for event in events if isinstance(event, ev.GameBegan))
    lots = [event.seats for event in events if isinstance(event, ev.LotsDrawn)]
    pile = dice.shuffle(dealt[0].draw, "deal", dealt_from(began.options.extras))
    likes = dict(began.preferences) if lots else {}
    expected = give_out(lots[0] if lots else began.seats, pile, likes)
    if expected != [(event.seat, event.illuminati) for event in dealt]:
        yield "the Illuminati were not dealt so"


def _check_attack(event: ev.Attacked, dice: Dice) -> Iterator[str]:
    if dice.roll(event.draw, "attack") != event.roll:
        yield "another roll was made"
    if sum(part.value for part in event.parts) != event.need:
        yield "the parts do not add up to the need"
    if event.success != (sum(event.roll) <= min(event.need, 10)):
        yield "the result does not follow from need and roll"


verify = Proof(rules, codec, SecretDice, lambda state: state.draws, _check, _check_deal).verify
"""Everything in an exported game that does not add up."""
