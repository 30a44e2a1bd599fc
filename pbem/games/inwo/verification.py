"""What an exported game of INWO must hold, event by event, to have been fair (R12.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.dice import DIE, SecretDice
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.attacks.course import SURE_FAILURES
from engine.inwo.cards import card_of
from engine.inwo.state import InwoState
from pbem.games.contract.plain import PlainCodec
from pbem.games.contract.proving import Happened, Proof, remarks
from pbem.games.contract.values import GameDice
from pbem.games.inwo import rules

__all__ = ["remarks", "verify"]
InwoHappened = Happened[InwoState, ev.InwoEvent]
_FROM_THE_TOP = ("dealt", "turn", "bought", "action", "tax")
"""Why cards come from the top of a deck, and no others do."""


def _check(happened: InwoHappened) -> Iterator[str]:
    """What is wrong with the chance in one event."""
    state, event = happened.state, happened.event
    if state is None:
        return
    draw = _first_draw(event)
    if draw is not None and draw != state.draws:
        yield f"draw {draw} where draw {state.draws} was next"
    if not _is_fair(state, happened):
        yield "the dice say otherwise"
    if isinstance(event, ev.AttackResolved):
        yield from _check_attack(state, event)
    if isinstance(event, ev.CardsMoved) and event.why in _FROM_THE_TOP and _is_deck(event.source):
        deck: Sequence[str] = getattr(state.seat(event.seat), event.source)
        if tuple(deck[: len(event.cards)]) != event.cards:
            yield "these cards were not on top of the deck"


def _is_deck(zone: str) -> bool:
    return zone in ("plot_deck", "group_deck")


def _first_draw(event: ev.InwoEvent) -> int | None:
    """The number of the first draw that an event tells; None where it tells none of its own."""
    match event:
        case ev.FirstRolled() | ev.ClaimRolled():
            return event.draw - len(event.rolls) + 1
        case ev.DeckLocked() | ev.AttackResolved():
            return None
    return getattr(event, "draw", None)


def _is_fair(state: InwoState, happened: InwoHappened) -> bool:
    """Whether an event's outcome is what the dice give."""
    event, dice = happened.event, happened.dice
    match event:
        case ev.DeckShuffled():
            before = getattr(state.seat(event.seat), event.deck)
            purpose = f"{event.deck} {event.seat}"
            return dice.shuffle(event.draw, purpose, before) == event.cards
        case ev.FirstRolled() | ev.ClaimRolled():
            first = event.draw - len(event.rolls) + 1
            purpose = "first" if isinstance(event, ev.FirstRolled) else "exclusive"
            rolled = [dice.roll(first + at, purpose) for at in range(len(event.rolls))]
            return rolled == [roll for _, roll in event.rolls]
        case ev.CardRolled():
            return dice.roll(event.draw, _purpose(state, event)) == event.roll
        case ev.DieRolled():
            return dice.pick(event.draw, "die", DIE) + 1 == event.number
        case ev.DiceRolled():
            return dice.roll(event.draw, "attack") == event.roll
        case ev.PickedByLot():
            return _is_picked_so(state, event, happened.following, dice)
    return True


def _purpose(state: InwoState, event: ev.CardRolled) -> str:
    """What a card's dice are for: its Power, the start of a turn, or an effect of its own."""
    card = card_of(event.card)
    if card.ability(ab.RolledPower) is not None:
        return "power"
    if card.ability(ab.PassesOn) is not None:
        return "passes-on"
    is_at_start = state.is_beginning
    has_roll = card.ability(ab.StartRoll) is not None
    return "start" if is_at_start and has_roll else "effect"


def _is_picked_so(
    state: InwoState,
    event: ev.PickedByLot,
    following: Sequence[ev.InwoEvent],
    dice: GameDice,
) -> bool:
    """Whether what happens next is about cards that the lot has picked (I1.11)."""
    holder = state.seat(event.seat)
    kept = (*holder.exposed, *holder.stored)
    hidden = tuple(plot for plot in holder.plots if plot not in kept)
    loose = tuple(plot for plot in holder.plots if plot not in holder.stored)
    named = set(_cards_of(following[0])) if following else set()
    return any(
        named <= set(dice.shuffle(event.draw, "random", pool)[: event.number])
        for pool in (hidden, loose, holder.groups)
    )


def _cards_of(event: ev.InwoEvent) -> tuple[str, ...]:
    match event:
        case ev.CardsMoved() | ev.CardsShown():
            return event.cards
        case ev.PlotExposed():
            return (event.card,)
        case ev.QuestionAsked():
            return event.question.cards
    return ()


def _check_attack(state: InwoState, event: ev.AttackResolved) -> Iterator[str]:
    attack = state.attack
    if attack is None:
        yield "no attack was under way"
        return
    if sum(term.value for term in event.terms) != event.need:
        yield "the parts do not add up to the need"
    if event.roll != attack.roll:
        yield "another roll was made"
    if attack.roll is None or attack.failed:
        is_success = False
    else:
        # Once a reroll's handicap was no part of the sum.
        needed = event.need + (0 if attack.handicapped_by else attack.handicap)
        is_success = attack.total <= needed and attack.total not in SURE_FAILURES
    if event.success != is_success:
        yield "the result does not follow from need and roll"


verify = Proof(
    rules,
    PlainCodec(InwoState, ev.InwoEvent),  # type: ignore[arg-type]
    SecretDice,
    lambda state: state.draws,
    _check,
).verify
"""Everything in an exported game that does not add up."""
