"""What Plots and abilities could be aimed at; which of it fits the rules say (I34.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks.strikes import strike_of
from engine.inwo.cards import card_of
from engine.inwo.deeds.card_deeds import deeds_of
from engine.inwo.deeds.plots import main_of
from engine.inwo.facts import facts
from engine.inwo.selectors import TEN
from engine.inwo.state import InwoState


def plot_uses(state: InwoState, seat: str) -> Iterator[od.InwoOrder]:
    known = facts(state)
    everybody = [copy for name in known.groups for copy in known.groups[name]]
    cities = [copy for copy in state.table if card_of(copy).ability(ab.Strikable)]
    for copy in state.seat(seat).plots:
        if strike_of(copy):
            yield from (od.PlayPlot(copy, (target,)) for target in (*everybody, *cities))
        plot = main_of(copy)
        if deeds_of(copy):
            yield from (od.PlayPlot(copy, on, value) for on, value in aims_of(state, copy))
        if plot is None:
            continue
        if isinstance(plot, ab.WorldOrder):
            rule = card_of(copy).ability(ab.GoalRule)
            yield from (od.PlayPlot(copy, value=word) for word in (rule.words if rule else ("",)))
        elif isinstance(plot, ab.Polls):
            yield from (od.PlayPlot(copy, value=word) for word in TEN)
        elif isinstance(plot, ab.LinkedChange) and (plot.chosen or plot.partner is not None):
            yield from _links(copy, plot, known.groups[seat])
        else:
            yield from (od.PlayPlot(copy, (target,)) for target in everybody)


def _links(copy: str, plot: ab.LinkedChange, own: Sequence[str]) -> Iterator[od.InwoOrder]:
    """On a Group of his with a word that is chosen, or on two of his Groups."""
    if plot.chosen:
        yield from (od.PlayPlot(copy, (group,), word) for group in own for word in TEN)
    else:
        yield from (od.PlayPlot(copy, (one, other)) for one in own for other in own)


ON_PLAYERS = (
    *("discard-exposed", "steal-exposed", "bury-exposed", "expose", "hide-own", "look"),
    *("look-top", "discard-random", "discard-top", "remove-zaps", "ask-discard", "pick-discard"),
    *("jest", "pick-take", "offer-choice", "expose-both", "expose-but-one", "beg"),
)
"""Deeds that name a player, or an exposed Plot."""
ON_NOTHING = (
    *("draw-plots", "draw-groups", "freeze", "ask-groups", "draw-to", "redraw", "all-draw"),
    *("gain-token", "remove-all-zaps", "gain-openly"),
    *("take-drawn", "allow-arranging", "free-attack", "seize", "allow-gifts"),
)


def ability_uses(state: InwoState, seat: str) -> Iterator[od.InwoOrder]:
    for copy, card in state.table.items():
        if card.seat == seat and deeds_of(copy):
            yield from (od.UseAbility(copy, on, value) for on, value in aims_of(state, copy))
        if card.seat == seat and state.attack and card_of(copy).ability(ab.AttackPlot):
            yield od.UseAbility(copy)


def aims_of(state: InwoState, copy: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """What a deed could be aimed at, and what told; which of it fits the rules say."""
    for deed in deeds_of(copy):
        if deed.named:
            yield from (((seat.name,), deed.named) for seat in state.seats)
        elif deed.of_player:
            yield from (((seat.name,), word) for seat in state.seats for word in TEN)
        elif deed.does in ON_NOTHING or not deed.most:
            yield (), ""
        elif deed.does in ("cancel-plot", "cancel-action", "take-plot", "take-back"):
            yield from (((play.full,), "") for play in state.plays)
        elif deed.does in ON_PLAYERS:
            yield from (((seat.name,), "") for seat in state.seats)
            yield from (((plot,), "") for seat in state.seats for plot in seat.exposed)
        elif deed.does == "weaken":
            here = (*state.uncontrolled, *state.seat(state.turn.seat).groups)
            yield from (((card,), "") for card in here)
        elif deed.does == "bring-resource":
            yield from (((held,), "") for held in state.seat(state.turn.seat).groups)
        elif deed.does == "realign":
            ways = [f"{way} {word}" for way in deed.ways for word in TEN]
            yield from (((target,), way) for target in state.table for way in ways)
        else:
            yield from (((target,), "") for target in state.table)
