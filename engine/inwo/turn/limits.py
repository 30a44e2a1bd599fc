"""How many Plots and Goals may be held, and what goes where they are too many (I7.6 to I7.8)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.attacks.results import remove_branch
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.moves import return_plot
from engine.inwo.deeds.questions import shed_order
from engine.inwo.facts import Facts
from engine.inwo.goals import goals_held
from engine.inwo.inwotable import InwoTable

MOST_PLOTS = 5
MOST_GOALS = 1


def shed_all(table: InwoTable, *, is_over: bool = True) -> None:
    """Everybody gives up what is too much; he whose turn is not over none but Goals (I7.6)."""
    for seat in table.state.seats:
        if not seat.is_out:
            _shed_goals(table, seat.name)
        if not seat.is_out and (is_over or seat.name != table.state.turn.seat):
            _shed_plots(table, seat.name)


def _shed_plots(table: InwoTable, seat: str) -> None:
    """What is too much goes: by his order, else the newest back to the top of his deck (I7.8)."""
    while len(table.state.seat(seat).plots) > may_hold(table.known, seat)[0]:
        _shed_one(table, seat, list(table.state.seat(seat).plots))


def _shed_goals(table: InwoTable, seat: str) -> None:
    """Goals too many; where they must be different first what there is twice (I7.7)."""
    while goals := _goals_too_many(table, seat):
        _shed_one(table, seat, goals)


def _goals_too_many(table: InwoTable, seat: str) -> list[str]:
    """The Goals of which one goes; none where he may hold them all."""
    goals = goals_held(table.state, seat)
    limits = _limits(table.known, seat)
    if any(limit.different for limit in limits):
        twice = [copy for at, copy in enumerate(goals) if card_id(copy) in map(card_id, goals[:at])]
        if len(twice) > sum(limit.goals for limit in limits if not limit.different):
            return twice
    return goals if len(goals) > may_hold(table.known, seat)[1] else []


def _limits(known: Facts, seat: str) -> list[ab.HandLimit]:
    limits = [limit for _, limit in known.of_seat(seat, ab.HandLimit)]
    # One Plot may be held or laid down, and counts once (I38.64).
    held = (card_of(plot).ability(ab.HandLimit) for plot in known.state.seat(seat).plots)
    return limits + [limit for limit in held if limit is not None and limit not in limits][:1]


def _more(known: Facts, seat: str, what: str) -> int:
    limits = _limits(known, seat)
    if what == "goals":
        return sum(limit.goals for limit in limits)
    return sum(limit.plots for limit in limits) + _stored_apart(known, seat)


def _stored_apart(known: Facts, seat: str) -> int:
    """Plots that lie under a Group outside the limit (I38.29)."""
    stores = (card_of(host).ability(ab.Store) for host in known.state.seat(seat).stored.values())
    return sum(store is not None and store.own_only for store in stores)


def _shed_one(table: InwoTable, seat: str, among: list[str]) -> None:
    held, to = next(shed_order(table, seat, among))
    if to == "discards" or table.state.options.game_form == "subgenius":
        table.discard(seat, held, "plots", "shed")
    else:
        return_plot(table, seat, held, -1 if to == "bottom" else 0)


def may_hold(known: Facts, seat: str) -> tuple[int, int]:
    """How many Plots and Goals a seat may hold outside its turn (I7.6, I7.7)."""
    return MOST_PLOTS + _more(known, seat, "plots"), MOST_GOALS + _more(known, seat, "goals")


def pay_fees(table: InwoTable, seat: str) -> None:
    """A card discarded for each that asks it as his turn ends, or it is lost (I36.12, I38.61)."""
    for card, _ in tuple(table.known.of_seat(seat, ab.EndFee)):
        if f"fee:{card.copy}" in table.state.seat(seat).used:
            continue
        holder = table.state.seat(seat)
        zones: tuple[ev.CardZone, ...] = ("plot_deck", "group_deck", "plots", "groups")
        zone = next((one for one in zones if getattr(holder, one)), None)
        if zone is not None:
            cards = getattr(holder, zone)
            table.discard(seat, cards[0 if zone.endswith("deck") else -1], zone, "cost")
            continue
        for puppet in table.known.puppets.get(card.copy, ()):
            remove_branch(table, puppet, "groups", "master-lost")
        remove_branch(table, card.copy, "discards", "fee")
