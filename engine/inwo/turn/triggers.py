"""Standing orders with WHEN: what sets them off, and that they are made once for it (I31.14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.cards import card_id
from engine.inwo.deeds.cancels import acting, is_plot
from engine.inwo.deeds.on_draws import DRAW_OF, HAS_DRAWN, is_about_to_draw, lost_draws
from engine.inwo.inwotable import InwoTable, on_table
from engine.inwo.orders import ANY_TIME
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState
from engine.inwo.turn.exclusive import outdone
from engine.inwo.turn.lines import carry_out, refuse_line
from engine.inwo.turn.occasions import Make, Occasion, is_meant, make_all, meant, triggers_of

IsFit = Callable[[str, od.Trigger], bool]


# --- in a window ----------------------------------------------------------------------------


def answer_by_triggers(table: InwoTable, seat: str, make: Make) -> None:
    """What is open sets off the triggers of a seat, the newest first (I31.7)."""
    for filed in triggers_of(table, seat):
        for occasion in _open(table.state):
            if is_meant(table, filed, occasion):
                make_all(table, filed, occasion, make)


def _open(state: InwoState) -> Iterator[Occasion]:
    """What a window is about: the attack, the plays of earlier rounds, who has declared."""
    attack, turn = state.attack, state.turn.number
    if attack is not None:
        key = f"{turn}.{attack.number}"
        yield Occasion("attacks", key, attack.seat, attack.target)
    for play in state.plays:
        if play.round < state.round and not play.cancelled and not play.done:
            key = f"{turn}.{play.full}"
            if is_plot(play):
                yield Occasion("played", key, play.seat, play.card, play.full, play)
            for card in acting(play):
                yield Occasion("announces", key, play.seat, card, play.full, play)
    if state.turn.step == "e3":
        for seat in state.turn.declared:
            yield Occasion("declares", f"{turn}.{seat}", seat)


# --- at other moments -----------------------------------------------------------------------


def run_triggers(table: InwoTable) -> None:
    """Triggers of what has happened since they were asked last, in order of play."""
    if not any(isinstance(one, od.Trigger) for rows in table.policies.values() for one in rows):
        return
    while table.tested < len(table.events):
        occasion = _happened(table.state, table.events[table.tested])
        table.tested += 1
        if occasion is not None:
            _set_off(table, occasion)


def announce_draw(table: InwoTable, seat: str, deck: str) -> int:
    """Somebody is about to draw (M5); how many of his draws are lost by it."""
    before = lost_draws(table.state, seat)
    _set_off(table, Occasion("about-to-draw", "", seat, it=DRAW_OF + seat, form=deck))
    return lost_draws(table.state, seat) - before


def announce_paid_draw(table: InwoTable, seat: str, order: od.InwoOrder) -> None:
    """Who buys a Plot or draws a Group card is about to draw (I38.26)."""
    deck = deck_paid_for(order)
    if deck and seat == table.state.turn.seat and is_about_to_draw(table.state):
        table.has_lost_draw = lost_draws(table.state, seat) > 0
        table.emit(ev.OnceUsed(seat, HAS_DRAWN))
    elif deck and refuse_line(table.state, seat, order) is None:
        options = table.state.options
        table.pends_draw = options.has_window("M5") and options.pace != "policies"
        table.has_lost_draw = announce_draw(table, seat, deck) > 0


def deck_paid_for(order: od.InwoOrder) -> str:
    """The deck of which an order buys a card, or "" """
    if isinstance(order, od.BuyPlot):
        return "groups" if order.is_group else "plots"
    return "groups" if isinstance(order, od.DrawGroupCard) else ""


def _set_off(table: InwoTable, occasion: Occasion) -> None:
    mover = table.state.turn.seat
    seats = (*(one.name for one in table.state.seats_after(mover)), mover)
    rows = [filed for seat in seats for filed in triggers_of(table, seat)]
    claims = [
        (
            filed.seat,
            od.InwoLine(filed.number, meant(table.state, filed.trigger.orders[0], occasion)),
        )
        for filed in rows
        if is_meant(table, filed, occasion)
    ]
    lost = outdone(table, claims) if len(claims) > 1 else set()
    for filed in rows:
        if (filed.seat, filed.number) not in lost and is_meant(table, filed, occasion):
            make_all(table, filed, occasion, _at_any_time)


def answer_roll(table: InwoTable, seat: str, make: Make, fate: od.Fate | None, fits: IsFit) -> None:
    """Dice of an attack have fallen (M2); those are `fit` to be made that answer its `fate`."""
    attack = table.attack
    key = f"{table.state.turn.number}.{attack.number}.{attack.roll}.{len(attack.dice)}"
    rolls = Occasion("rolls", key, attack.seat, attack.target)
    for filed in triggers_of(table, seat):
        if is_meant(table, filed, rolls):
            make_all(table, filed, rolls, make)
        elif fate is not None and fits(seat, filed.trigger):
            doomed = rolls._replace(event=fate, it=attack.target)
            if is_meant(table, filed, doomed):
                make_all(table, filed, doomed, make)


def _at_any_time(table: InwoTable, seat: str, line: od.InwoLine) -> Refusal | None:
    """What needs no turn is done; nothing else can wait for a moment that is not his (I31.13)."""
    if not isinstance(line.order, ANY_TIME):
        return refuse(rl.NOT_MAIN, seat=seat)
    return carry_out(table, seat, line)


def _happened(state: InwoState, event: ev.InwoEvent) -> Occasion | None:  # noqa: C901  a row an event
    """What an event is to triggers; None for most."""

    def it(name: od.TriggerEvent, who: str, copy: str = "", of: str = "") -> Occasion:
        return Occasion(name, "", who, copy, copy, of=of)

    match event:
        case ev.InwoTurnBegan(seat):
            return it("turn-begins", seat)
        case ev.InwoTurnEnded(seat):
            return it("turn-ends", seat)
        case ev.StepBegan("e1"):
            return it("knocks", state.turn.seat)
        case ev.CameIntoPlay(card, why="takeover"):
            return it("takes-over", card.seat, card.copy)
        case ev.CameIntoPlay(card, why="captured"):
            return it("captured", card.seat, card.copy)
        case ev.BranchLaid(seat, laid, "captured", loser):
            # The agents' copy may have come in its place (I14.4).
            copy = laid[0].card
            taken = copy if copy in state.table else on_table(state, card_id(copy), seat)
            return it("captured", seat, taken or copy, loser)
        case ev.GroupDestroyed(seat, ruin, loser):
            return it("killed" if ruin.killed else "destroyed", seat, ruin.copy, loser)
        case ev.Devastated(card, is_relieved):
            return it("relieved" if is_relieved else "devastated", "", card)
        case ev.CardsMoved(seat, cards, target="discards"):
            return it("discarded", seat, cards[0], seat)
        case ev.CardsMoved(seat, source=deck, target="plots" | "groups") if "_deck" in deck:
            return Occasion("draws", "", seat, form=deck.replace("_deck", "s"))
        case ev.CardsShown(seat, to):
            return Occasion("looks", "", to, whom=seat)
        case ev.DealOffered(deal):
            return Occasion("offers", "", deal.by, it=str(deal.numbers[1]), whom=deal.to)
        case ev.LeftPlay(cards, "discards"):
            return it("discarded", cards[0][1], cards[0][0], cards[0][1])
    return None
