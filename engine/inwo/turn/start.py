"""The start of a turn: what it begins with, and the draws (I5.1, I5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.deeds import moves
from engine.inwo.deeds.on_drawn import DECKS, extra_turned_up, turn_draws
from engine.inwo.deeds.on_draws import (
    ABOUT_TO_DRAW,
    HAS_DRAWN,
    is_about_to_draw,
    lost_draws,
    search_instead,
)
from engine.inwo.deeds.on_starts import pass_plagues
from engine.inwo.deeds.relief import relieve_freely
from engine.inwo.deeds.rolls import roll_at_start
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import BARRED, SEARCHED, UNCONTROLLED, OpenAsk
from engine.inwo.turn.moments import is_draw_halted, open_moment
from engine.inwo.turn.triggers import announce_draw, announce_paid_draw
from engine.inwo.turn.windows import is_halted

SCRIPT, MORE = "script", "more-"
_DECKS: Mapping[Literal["b1", "b2"], ab.DeckName] = {"b1": "plots", "b2": "groups"}
MOST_LYING = 8
"""In the uncontrolled area, beyond which nothing is turned up (I29.4)."""


def begin_turn_of(table: InwoTable, seat: str, before: str = "") -> None:
    """B0 to B2; then the player is asked for his script (I31.1).

    A turn that was seized comes `before` another's: in it he draws nothing.
    """
    number = table.state.turn.number + 1
    _relieve_promised(table, seat)
    barred = [one for one in table.state.changes if one.until == f"turn-of:{seat}"]
    table.emit(ev.ChangesEnded(f"turn-of:{seat}"))
    table.emit(ev.InwoTurnBegan(seat, number, before))
    for mark in BARRED.values() if before else ():
        table.emit(ev.OnceUsed(seat, mark))
    for change in barred:
        # Until after his next turn: that is, to the end of this one (I36.12).
        if change.stat == "no-relief":
            table.emit(ev.ChangeBegan(changed(change, until="turn")))
    pass_plagues(table)
    is_open = open_moment(table, "turn-begins")
    if not (is_open or table.state.attack is not None and is_halted(table)):
        go_on_beginning(table)


def go_on_beginning(table: InwoTable) -> None:
    """What follows once nothing is open that answers the beginning of a turn, or a draw (I23)."""
    step = table.state.turn.step
    if step == "b0":
        _go_on_to_draws(table)
    elif step == "b0-buy":
        _buy(table)
    elif step == "b0-drawn":
        _buy_with_what_is_left(table)
    elif step in ("b1", "b2"):
        _draw(table)
    elif step == "b1-drawn":
        draw_cards(table, "b2")
    else:
        _ask_script(table)


def _go_on_to_draws(table: InwoTable) -> None:
    seat = table.state.turn.seat
    if table.state.turn.seized_by:
        begin_turn_of(table, table.state.turn.seized_by, seat)
        return
    roll_at_start(table, seat)
    relieve_freely(table, is_next_turn=True)
    if table.state.turn.before:
        _ask_script(table)
        return
    _buy_with_what_is_left(table)


def _buy_with_what_is_left(table: InwoTable) -> None:
    """Tokens left over become Plots, one by one, if he wishes it (I6.6, I31.1)."""
    seat, order = table.state.turn.seat, _purchase(table)
    if order is None:
        _collect_and_draw(table)
        return
    if table.state.options.has_window("M5"):
        table.emit(ev.StepBegan("b0-buy"))
        table.emit(ev.OnceUsed(seat, ABOUT_TO_DRAW))
        announce_draw(table, seat, "plots")
        if is_draw_halted(table):
            return
    _buy(table)


def _purchase(table: InwoTable) -> od.BuyPlot | None:
    """What a standing order buys as his turn begins."""
    seat = table.state.turn.seat
    policy = next(table.policies_of(seat, od.BuyPolicy), None)
    paying = moves.tokens_to_spare(table.state, seat, policy) if policy is not None else ()
    order = od.BuyPlot(paying)
    is_barred = not paying or moves.refuse_buying(table.state, seat, order) is not None
    return None if is_barred else order


def _buy(table: InwoTable) -> None:
    """One Plot, unless it can no longer be paid for; then the next."""
    seat, order = table.state.turn.seat, _purchase(table)
    if order is not None:
        announce_paid_draw(table, seat, order)
    elif is_about_to_draw(table.state):
        table.emit(ev.OnceUsed(seat, HAS_DRAWN))
    has_window = table.state.options.has_window("M5")
    if has_window:
        table.emit(ev.StepBegan("b0-drawn"))
    if order is not None:
        moves.buy(table, seat, order)
    if not (has_window and open_moment(table, "drawn")):
        _buy_with_what_is_left(table)


def _collect_and_draw(table: InwoTable) -> None:
    seat = table.state.turn.seat
    _collect(table, seat)
    more = _roll_for_cards(table, seat)
    nephews = next(table.policies_of(seat, od.NephewsPolicy), od.NephewsPolicy())
    for _ in range(more):
        table.emit(ev.OnceUsed(seat, f"{MORE}{nephews.deck}"))
    draw_cards(table, "b1")


def _relieve_promised(table: InwoTable, seat: str) -> None:
    """Places that a Plot Relieves now, as it could not save them (I35.36)."""
    for change in table.known.changes:
        card = table.state.table.get(change.on)
        is_due = change.stat == "relief" and change.until == f"turn-of:{seat}"
        if is_due and card is not None and card.devastated:
            table.emit(ev.Devastated(change.on, is_relieved=True))


def draw_cards(table: InwoTable, step: Literal["b1", "b2"]) -> None:
    """B1 or B2, and what follows: who waits for a draw acts before it and after it (M5)."""
    seat, name = table.state.turn.seat, _DECKS[step]
    table.emit(ev.StepBegan(step))
    if step == "b2" and table.state.options.game_form == "subgenius":
        _turn_up(table, seat)
        table.turn_up(seat, _more(table, name))
        _ask_script(table)
    elif _may_draw(table, seat, name):
        announce_draw(table, seat, name)
        if not is_draw_halted(table):
            _draw(table)
    else:
        _follow(table, step)


def _may_draw(table: InwoTable, seat: str, name: ab.DeckName) -> bool:
    """Whether he wants to draw, and has not searched that deck instead (I31.1, I33.1)."""
    is_searched = f"{SEARCHED}{name}" in table.state.seat(seat).used
    return getattr(_draws(table, seat), name) and not is_searched


def _draw(table: InwoTable) -> None:
    """The draws of the step, but for those that are lost."""
    seat, step = table.state.turn.seat, table.state.turn.step
    assert step == "b1" or step == "b2"
    name = _DECKS[step]
    number = _more(table, name) + turn_draws(table, seat, name) - lost_draws(table.state, seat)
    if table.state.options.has_window("M5"):
        table.emit(ev.StepBegan("b1-drawn" if step == "b1" else "b2-drawn"))
    if name == "plots" and number > 0 and search_instead(table, seat):
        number -= 1
    table.draw(seat, DECKS[name], max(0, number), "turn")
    if not open_moment(table, "drawn"):
        _follow(table, step)


def _more(table: InwoTable, name: ab.DeckName) -> int:
    """How many cards more of a deck were rolled for."""
    return table.state.seat(table.state.turn.seat).used.count(f"{MORE}{name}")


def _follow(table: InwoTable, step: Literal["b1", "b2"]) -> None:
    if step == "b1":
        draw_cards(table, "b2")
    else:
        _ask_script(table)


def _ask_script(table: InwoTable) -> None:
    turn = table.state.turn
    table.emit(ev.StepBegan("b3"))
    table.emit(ev.Asked(OpenAsk(f"{SCRIPT}-{turn.number}", "script", (turn.seat,))))


def _turn_up(table: InwoTable, seat: str) -> None:
    """Where fewer than eight cards lie in the area one more is, and what cards add (I29.4)."""
    if not table.state.seat(seat).turns_taken:
        # The two Group cards of his deal that he did not lead with (I29.2).
        table.lay_open(table.state.seat(seat).groups, "groups", "turned-up")
    lying = [card for card in table.state.table.values() if card.seat == UNCONTROLLED]
    number = extra_turned_up(table.known, seat) + (len(lying) < MOST_LYING)
    table.turn_up(seat, number)


def _draws(table: InwoTable, seat: str) -> od.DrawPolicy:
    turn = table.state.seat(seat).turns_taken + 1
    plots = groups = True
    for one in table.policies_of(seat, od.DrawPolicy):
        if one.turn in (0, turn):
            plots, groups = plots and one.plots, groups and one.groups
            if one.plots and one.groups:
                # DRAW BOTH ends what was skipped before it.
                break
    return od.DrawPolicy(plots, groups)


def _roll_for_cards(table: InwoTable, seat: str) -> int:
    """Dice rolled before the draw for a card more (I5.1, I36.11)."""
    more = 0
    for card, rule in tuple(table.known.of_seat(seat, ab.StartRoll)):
        draw = table.state.draws
        roll = table.dice.roll(draw, "start")
        table.emit(ev.CardRolled(card.copy, roll, draw))
        more += rule.draws if sum(roll) <= rule.most else 0
    return more


def _collect(table: InwoTable, seat: str) -> None:
    """The tax: by policy, else of the rival with most Plots (I38.25)."""
    for _, rule in tuple(table.known.of_seat(seat, ab.PlotTax)):
        payers = [one for one in table.state.seats_after(seat) if _is_taxed(table, one.name, rule)]
        wished = next(table.policies_of(seat, od.TaxPolicy), None)
        if (
            wished is not None
            and wished.seat is not None
            and not any(table.known.of_kind(ab.TaxOfAll))
        ):
            payers = [one for one in payers if one.name == wished.seat]
        is_of_all = any(table.known.of_kind(ab.TaxOfAll))
        most = max((len(one.plots) for one in payers), default=0)
        taxed = [one for one in payers if is_of_all or len(one.plots) == most]
        for payer in taxed if is_of_all else taxed[:1]:
            # One deck may be that of all.
            if top := table.state.seat(payer.name).plot_deck[:1]:
                taken = ev.CardsMoved(payer.name, top, "plot_deck", "plots", "tax", to_seat=seat)
                table.emit(taken)


def _is_taxed(table: InwoTable, seat: str, rule: ab.PlotTax) -> bool:
    holder, known = table.state.seat(seat), table.known
    is_exempt = any(known.fits(rule.spares, copy) for copy in known.groups[seat])
    return bool(holder.plot_deck) and holder.turns_taken > 0 and not is_exempt
