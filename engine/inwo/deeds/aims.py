"""What Plots and abilities could be aimed at; which of it fits the rules say (I34.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks.strikes import refuse_strike, strike_of
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.card_deeds import deeds_of
from engine.inwo.deeds.choosing import chosen
from engine.inwo.deeds.deed_prices import ways_to_pay
from engine.inwo.deeds.plots import main_of
from engine.inwo.facts import facts
from engine.inwo.selectors import OPPOSED, TEN
from engine.inwo.state import InwoState
from engine.inwo.structure import arrows_open

Uses = Iterator[tuple[tuple[str, ...], str]]
"""What a card could be aimed at, and what it would be told."""


def plot_uses(state: InwoState, seat: str) -> Iterator[od.InwoOrder]:
    known = facts(state)
    everybody = [copy for name in known.groups for copy in known.groups[name]]
    cities = [copy for copy in state.table if card_of(copy).ability(ab.Strikable)]
    for copy in state.seat(seat).plots:
        if strike_of(copy):
            yield from (od.PlayPlot(copy, (target,)) for target in (*everybody, *cities))
        plot = main_of(copy)
        if deeds_of(copy):
            yield from (od.PlayPlot(copy, on, value) for on, value in aims_of(state, seat, copy))
        if pair := card_of(copy).ability(ab.DoubleStrike):
            yield from _pairs(state, seat, copy, pair)
        if plot is None:
            continue
        if isinstance(plot, ab.WorldOrder):
            rule = card_of(copy).ability(ab.GoalRule)
            yield from (od.PlayPlot(copy, value=word) for word in (rule.words if rule else ("",)))
        elif isinstance(plot, ab.HandLimit):
            yield od.PlayPlot(copy)
        elif isinstance(plot, ab.Polls):
            yield from (od.PlayPlot(copy, value=word) for word in TEN)
        elif isinstance(plot, ab.LinkedChange) and (plot.chosen or plot.partner is not None):
            yield from _links(copy, plot, known.groups[seat])
        else:
            yield from (od.PlayPlot(copy, (target,)) for target in everybody)


def _pairs(state: InwoState, seat: str, copy: str, pair: ab.DoubleStrike) -> Iterator[od.InwoOrder]:
    """Two of the kind from his hand, on what the main one may strike."""
    kind = [one for one in state.seat(seat).plots if pair.of in card_of(one).words]
    for main in kind if len(kind) > 1 else ():
        orders = (od.PlayPlot(main, (target,)) for target in state.table)
        fit = [order.on for order in orders if refuse_strike(state, seat, order) is None]
        others = [one for one in kind if card_id(one) != card_id(main)]
        for on in fit:
            yield from (od.PlayPlot(copy, on, _named(main, other)) for other in others)


def _named(*copies: str) -> str:
    return ", ".join(card_id(copy) for copy in copies)


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
            for on, value in aims_of(state, seat, copy):
                yield from _paid_ways(state, seat, od.UseAbility(copy, on, value))
        if card.seat == seat and state.attack and card_of(copy).ability(ab.AttackPlot):
            yield od.UseAbility(copy)


def _paid_ways(state: InwoState, seat: str, order: od.UseAbility) -> list[od.UseAbility]:
    """What it does, with each way to pay for it if there are several."""
    if all(len(deed.costs) < 2 for deed in deeds_of(order.card)):
        return [order]
    aimed = chosen(state, seat, order)
    return [order] if isinstance(aimed, Refusal) else ways_to_pay(aimed) or [order]


def aims_of(state: InwoState, seat: str, copy: str) -> Uses:
    """What a deed could be aimed at, and what told; which of it fits the rules say."""
    uses: dict[tuple[tuple[str, ...], str], None] = {}
    for deed in deeds_of(copy):
        special = _SPECIAL_AIMS.get(deed.does)
        uses |= dict.fromkeys(special(state, seat) if special else _usual_aims(state, deed))
    yield from uses


def _usual_aims(state: InwoState, deed: ab.Deed) -> Uses:
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


# --- deeds that are told more, or of which only a few uses make sense ---------------------------


def _of_hand(state: InwoState, seat: str) -> Uses:
    """A Group card that could come: of his hand, or of the area."""
    held = (*state.seat(seat).groups, *state.uncontrolled)
    yield from (((card_id(copy),), "") for copy in dict.fromkeys(held))


def _of_illuminati(state: InwoState, seat: str) -> Uses:
    plots = state.seat(seat).plots
    yield from (((copy,), "") for copy in plots if card_of(copy).family == "illuminati")


def _handfuls(state: InwoState, seat: str) -> Uses:
    """All Group cards of his hand, or one; those of the area are not named."""
    held = () if state.has_area else state.seat(seat).groups
    yield held, ""
    if len(held) > 1:
        yield from (((copy,), "") for copy in held)


def _of_ruins(state: InwoState, _seat: str) -> Uses:
    """An alignment more, or one less or reversed, of what lies destroyed."""
    for ruin in (ruin for holder in state.seats for ruin in holder.destroyed):
        for word in TEN:
            ways = ("REMOVE", "REVERSE") if word in ruin.words else ("ADD",)
            fit = (way for way in ways if way != "REVERSE" or OPPOSED.get(word, word) != word)
            yield from (((card_id(ruin.copy),), f"{way} {word}") for way in fit)


def _of_diets(state: InwoState, seat: str) -> Uses:
    """A Group of his, and one of a rival that has tokens to lose."""
    known = facts(state)
    rivals = [one.name for one in state.seats if one.name != seat and not one.is_out]
    theirs = [copy for name in rivals for copy in known.groups[name][1:] if state.tokens.get(copy)]
    mine = [copy for copy in known.groups[seat][1:] if "Science" in known.words(copy)]
    yield from (((one, other), "") for one in mine for other in theirs)


def _of_catches(state: InwoState, seat: str) -> Uses:
    """A rival, and a Plot of which his own hand or the table shows a copy."""
    shown = (*state.seat(seat).plots, *(plot for one in state.seats for plot in one.exposed))
    names = [id_ for id_ in dict.fromkeys(map(card_id, shown)) if card_of(id_).is_plot]
    rivals = [one.name for one in state.seats if one.name != seat and not one.is_out]
    yield from (((name,), id_) for name in rivals for id_ in names)


def _of_trips(state: InwoState, seat: str) -> Uses:
    """A Personality of his, to another master of his own structure."""
    known = facts(state)
    masters = [copy for copy, sides in arrows_open(state, seat).items() if sides]
    goers = [copy for copy in known.groups[seat][1:] if "personality" in known.words(copy)]
    yield from (((one, under), "") for one in goers for under in masters)


_SPECIAL_AIMS: Mapping[ab.DeedName, Callable[[InwoState, str], Uses]] = {
    **dict.fromkeys(("take-under", "grab", "forge", "unbury", "revive"), _of_hand),
    "unmask": _of_illuminati,
    "swap-groups": _handfuls,
    "rewrite": _of_ruins,
    "diet": _of_diets,
    "fish": _of_catches,
    "take-trip": _of_trips,
}
"""A row a deed."""
