"""Deeds aimed at plays just made, and draws (I22.3, I35.15, I35.18)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.deeds.aimed import Aimed, AimedEffect, play_meant
from engine.inwo.deeds.cancels import acting, open_play
from engine.inwo.deeds.on_piles import is_taken_first
from engine.inwo.inwotable import InwoTable, can_draw, find
from engine.inwo.rulings import refuse

# --- cancelling (I38.2 to I38.4) ------------------------------------------------------------


def _refuse_cancel(aimed: Aimed) -> Refusal | None:
    play, state = play_meant(aimed), aimed.known.state
    if play is None:
        return _refuse_immune(aimed) or refuse_answering(aimed)
    if state.attack is not None:
        return lg.refuse_taking_part(aimed.known, state.attack, aimed.seat)
    is_protected = state.shelters(play.seat, aimed.seat)
    return refuse(rl.FIRST_TURN, seat=play.seat) if is_protected else None


def refuse_answering(aimed: Aimed) -> Refusal:
    """That no play is open which is meant, or that the one that is is none of its kind."""
    named = aimed.order.on[0] if aimed.order.on else ""
    is_open = bool(named) and open_play(aimed.known.state, named) is not None
    return refuse(rl.TARGET_UNFIT if is_open else rl.NO_OPEN_PLAY, card=aimed.card)


def _refuse_immune(aimed: Aimed) -> Refusal | None:
    """Why an action that is open is not cancelled by this Group: who acts is immune to it."""
    play = open_play(aimed.known.state, aimed.order.on[0]) if aimed.order.on else None
    if play is None or not aimed.known.is_group(aimed.card):
        return None
    cards = [copy for copy in acting(play) if aimed.known.fits(aimed.deed.of, copy, aimed.card)]
    if not cards:
        return None
    return lg.refuse_touching(aimed.known, aimed.card, cards[0], uses_ability=True)


def _refuse_agents(aimed: Aimed) -> Refusal | None:
    """Agents just played against a Group of his own (I35.34)."""
    attack, play = aimed.known.state.attack, play_meant(aimed)
    if attack is None or play is None or play.what != "agents" or play.seat == aimed.seat:
        return refuse(rl.NO_OPEN_PLAY, card=aimed.card)
    is_mine = aimed.known.state.controller(attack.target) == aimed.seat
    return None if is_mine else refuse(rl.NOT_YOURS, card=attack.target)


def _take_plot(table: InwoTable, aimed: Aimed) -> None:
    """The Plot cancelled comes into the hand (I38.3)."""
    number = next(p.cancels for p in table.state.plays if p.card == aimed.card)
    taken = next(p.card for p in table.state.plays if p.full == number)
    owner = table.state.owner_of(taken).name
    if taken in table.state.table:
        table.emit(ev.LeftPlay(((taken, aimed.seat),), "plots", "taken"))
    elif taken in table.state.seat(owner).discards:
        moved = ev.CardsMoved(owner, (taken,), "discards", "plots", "taken", to_seat=aimed.seat)
        table.emit(moved)


def _refuse_taking_back(aimed: Aimed) -> Refusal | None:
    """Only a Plot that he himself has just used (I36.13)."""
    play = play_meant(aimed)
    if play is None or play.seat != aimed.seat:
        return refuse(rl.NO_OPEN_PLAY, card=aimed.card)
    is_free = not is_taken_first(aimed.known, play.card, aimed.card)
    return None if is_free else refuse(rl.NO_OPEN_PLAY, card=aimed.card)


def _take_back(table: InwoTable, aimed: Aimed) -> None:
    """It comes back into the hand, if it lies in the pile."""
    copy = find(table.state.seat(aimed.seat).discards, aimed.order.on[0])
    name = aimed.order.on[0]
    full = name if "." in name else f"{name}.1"
    play = next((p for p in table.state.plays if p.full == full), None)
    held = play.card if play is not None else copy
    if held is not None and held in table.state.seat(aimed.seat).discards:
        moved = ev.CardsMoved(aimed.seat, (held,), "discards", "plots", "taken-back")
        table.emit(moved)


def _nothing(table: InwoTable, aimed: Aimed) -> None:
    """All of it is the cancel itself."""


# --- drawing (I35.18) -----------------------------------------------------------------------


def _refuse_draw(aimed: Aimed) -> Refusal | None:
    holder = aimed.known.state.seat(aimed.seat)
    if aimed.deed.no_plots and holder.plots:
        return refuse(rl.HAS_PLOTS, seat=aimed.seat)
    if can_draw(aimed.known.state, aimed.seat, _deck(aimed.deed)):
        return None
    return refuse(rl.EMPTY_DECK, seat=aimed.seat)


def _draw(table: InwoTable, aimed: Aimed) -> None:
    table.draw(aimed.seat, _deck(aimed.deed), aimed.deed.amount, "effect")


def _roll_and_draw(table: InwoTable, aimed: Aimed) -> None:
    """Two dice; as many Plots if he controls so many Groups of the kind (I36.10)."""
    draw = table.state.draws
    roll = table.dice.roll(draw, "effect")
    table.emit(ev.CardRolled(aimed.card, roll, draw))
    if sum(roll) <= table.known.count(aimed.deed.of, aimed.seat, aimed.card):
        table.draw(aimed.seat, "plot_deck", sum(roll), "effect")


def _deck(deed: ab.Deed) -> ev.DeckZone:
    return "group_deck" if deed.does == "draw-groups" else "plot_deck"


ON_PLAYS: Mapping[ab.DeedName, AimedEffect] = {
    "cancel-plot": AimedEffect(_refuse_cancel, _nothing, waits=False),
    "cancel-action": AimedEffect(_refuse_cancel, _nothing, waits=False),
    "take-plot": AimedEffect(_refuse_cancel, _take_plot),
    "cancel-agents": AimedEffect(_refuse_agents, _nothing, waits=False),
    "take-back": AimedEffect(_refuse_taking_back, _take_back),
    "draw-plots": AimedEffect(_refuse_draw, _draw),
    "draw-groups": AimedEffect(_refuse_draw, _draw),
    "roll-draw": AimedEffect(_refuse_draw, _roll_and_draw),
}
"""A row a deed."""
