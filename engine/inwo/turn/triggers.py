"""Standing orders with WHEN: what sets them off, and that they are made once for it (I31.14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.sum import need_now
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.cancels import acting, is_plot
from engine.inwo.deeds.on_draws import DRAW_OF, LOST_DRAW
from engine.inwo.inwotable import InwoTable, on_table
from engine.inwo.orders import ANY_TIME
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, InwoState
from engine.inwo.turn.lines import carry_out, refuse_line

IT = "it"
"""What a trigger's order calls the card or play that set it off."""
THE_OFFER = 0
"""The number by which it calls the offer that did."""
IsFit = Callable[[str, od.Trigger], bool]
Make = Callable[[InwoTable, str, od.InwoLine], Refusal | None]


class FiledTrigger(NamedTuple):
    """A trigger of a seat, with its place among the seat's standing orders."""

    seat: str
    number: int
    trigger: od.Trigger


class Occasion(NamedTuple):
    """Something that has happened: who did it, to which card, and what IT means in an order.

    What is done to one player is for `whom` alone; a draw has the `form` of its deck. A card that
    has left its player was `of` him.
    """

    event: od.TriggerEvent
    key: str
    who: str
    card: str = ""
    it: str = ""
    play: AttackPlay | None = None
    form: str = ""
    whom: str = ""
    of: str = ""


# --- in a window ----------------------------------------------------------------------------


def answer_by_triggers(table: InwoTable, seat: str, make: Make) -> None:
    """What is open sets off the triggers of a seat, the newest first (I31.7)."""
    for filed in _triggers(table, seat):
        for occasion in _open(table.state):
            if _is_meant(table, filed, occasion):
                _make(table, filed, occasion, make)


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
    before = table.state.seat(seat).used.count(LOST_DRAW)
    _set_off(table, Occasion("about-to-draw", "", seat, it=DRAW_OF + seat, form=deck))
    return table.state.seat(seat).used.count(LOST_DRAW) - before


def announce_paid_draw(table: InwoTable, seat: str, order: od.InwoOrder) -> None:
    """Who buys a Plot or draws a Group card is about to draw (I38.26)."""
    decks: dict[type, str] = {od.BuyPlot: "plots", od.DrawGroupCard: "groups"}
    deck = decks.get(type(order))
    if isinstance(order, od.BuyPlot) and order.is_group:
        deck = "groups"
    if deck is not None and refuse_line(table.state, seat, order) is None:
        table.has_lost_draw = announce_draw(table, seat, deck) > 0


def _set_off(table: InwoTable, occasion: Occasion) -> None:
    mover = table.state.turn.seat
    for seat in (*(one.name for one in table.state.seats_after(mover)), mover):
        for filed in _triggers(table, seat):
            if _is_meant(table, filed, occasion):
                _make(table, filed, occasion, _at_any_time)


def answer_roll(table: InwoTable, seat: str, make: Make, fate: od.Fate | None, fits: IsFit) -> None:
    """Dice of an attack have fallen (M2); those are `fit` to be made that answer its `fate`."""
    attack = table.attack
    key = f"{table.state.turn.number}.{attack.number}.{attack.roll}.{len(attack.dice)}"
    rolls = Occasion("rolls", key, attack.seat, attack.target)
    for filed in _triggers(table, seat):
        if _is_meant(table, filed, rolls):
            _make(table, filed, rolls, make)
        elif fate is not None and fits(seat, filed.trigger):
            doomed = rolls._replace(event=fate, it=attack.target)
            if _is_meant(table, filed, doomed):
                _make(table, filed, doomed, make)


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
            return it("captured", seat, laid[0].card, loser)
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


# --- what is meant --------------------------------------------------------------------------


def _triggers(table: InwoTable, seat: str) -> Iterator[FiledTrigger]:
    """The triggers of a seat, the newest first."""
    rows = list(enumerate(table.policies.get(seat, ())))
    for number, policy in reversed(rows):
        if isinstance(policy, od.Trigger):
            yield FiledTrigger(seat, number, policy)


_DONE_TO: tuple[od.TriggerEvent, ...] = (
    *("killed", "destroyed", "devastated", "captured", "relieved"),
)
"""What befalls a card sets off triggers of him too who did it (WHEN Elvis IS KILLED)."""
_ALSO: dict[str, tuple[str, ...]] = {"destroyed": ("destroyed", "killed")}
"""Who is killed is destroyed too (I18.5)."""


def _is_meant(table: InwoTable, filed: FiledTrigger, occasion: Occasion) -> bool:
    state, seat, trigger = table.state, filed.seat, filed.trigger
    if occasion.event not in _ALSO.get(trigger.event, (trigger.event,)):
        return False
    is_own = occasion.who == seat != trigger.who and not trigger.mine
    is_own = is_own and occasion.event not in _DONE_TO
    if trigger.who not in ("", occasion.who) or is_own:
        return False
    if occasion.whom not in ("", seat) or _is_lapsed(table, filed):
        return False
    if trigger.mine and not _is_against(state, seat, occasion):
        return False
    if trigger.cost and not _costs(state, occasion.play, trigger.cost):
        return False
    if occasion.form:
        return trigger.form in ("", occasion.form)
    return _is_form(state, trigger.form) and _is_named(table, trigger, occasion.card)


def _costs(state: InwoState, play: AttackPlay | None, cost: od.TriggerCost) -> bool:
    """Whether a play is powered by such an action."""
    if play is None or cost == "nothing":
        return play is not None and not play.paid
    root = state.seat(play.seat).illuminati
    return bool(play.paid) and (cost == "action" or root in play.paid)


def _is_lapsed(table: InwoTable, filed: FiledTrigger) -> bool:
    """Whether what narrows a trigger keeps it from being made now (I31.14)."""
    state, trigger = table.state, filed.trigger
    if trigger.until_turn and state.turn.number > trigger.until_turn:
        return True
    if trigger.once and mark_of(trigger) in state.seat(filed.seat).spent:
        return True
    held = sum(state.tokens.get(copy, 0) for copy in table.known.groups[filed.seat])
    if trigger.keep and held <= trigger.keep:
        return True
    need = need_now(state) if state.attack is not None else None
    return trigger.unless is not None and need is not None and trigger.unless.fits(need)


def mark_of(trigger: od.Trigger) -> str:
    """What is kept of a trigger that is made once."""
    return sha256(msgspec.json.encode(trigger)).hexdigest()[:16]


def _is_named(table: InwoTable, trigger: od.Trigger, card: str) -> bool:
    """Whether the card is the one that is named, or of the word, and not the one left out."""
    if trigger.other_than and card_id(card) == trigger.other_than:
        return False
    if not trigger.what or not card:
        return not trigger.what
    words = table.known.words(card) if card in table.state.table else card_of(card).words
    return trigger.what == card_id(card) or trigger.what in words


def _is_form(state: InwoState, form: str) -> bool:
    """Whether the attack under way is of that form."""
    attack = state.attack
    if not form:
        return True
    if attack is None:
        return False
    is_so = {
        "instant": attack.instant,
        "from-hand": attack.from_hand,
        "privileged": attack.privileged,
    }
    return is_so.get(form, attack.form == form)


def _is_against(state: InwoState, seat: str, occasion: Occasion) -> bool:
    """Whether something is done to a player or to what he has."""
    play = occasion.play
    if play is None:
        return (occasion.of or state.controller(occasion.card)) == seat
    attack = state.attack
    if attack is not None and play.line == attack.number and play.what != "effect":
        hurt = state.controller(attack.target) if play.favours == "attack" else attack.seat
        return hurt == seat
    host = state.table[play.card].host if play.card in state.table else None
    named = play.order.on if play.order is not None else ()
    found = [host, *(on_table(state, name) for name in named)]
    return seat in named or any(copy and state.controller(copy) == seat for copy in found)


# --- what is made ---------------------------------------------------------------------------


def _make(table: InwoTable, filed: FiledTrigger, occasion: Occasion, make: Make) -> None:
    """The orders one after another, as long as the one before was legal."""
    seat, number = filed.seat, filed.number
    key = f"{seat}:{number}:{occasion.event}:{occasion.key}"
    if occasion.key and key in table.state.turn.fired:
        return
    for order in filed.trigger.orders:
        before = len(table.events)
        refusal = make(table, seat, od.InwoLine(0, _with_it(order, occasion)))
        if refusal is not None:
            reason = refusal.reason
            table.emit(ev.TriggerTested(seat, number, key, reason.code, reason.rule))
            return
        if len(table.events) == before:
            return
    mark = mark_of(filed.trigger) if filed.trigger.once else ""
    table.emit(ev.TriggerTested(seat, number, key, mark=mark))


def _with_it(order: Any, occasion: Occasion) -> Any:
    """The order with what IT is; an answer to a play that names none means that play."""
    if isinstance(order, od.AcceptDeal | od.DeclineDeal) and order.number == THE_OFFER:
        return changed(order, number=int(occasion.it or THE_OFFER))
    if not isinstance(order, od.PlayPlot | od.UseAbility):
        return order
    if IT in order.on:
        return changed(order, on=tuple(occasion.it if one == IT else one for one in order.on))
    is_answer = occasion.play is not None or occasion.it.startswith(DRAW_OF)
    is_answer = is_answer and not order.on
    return changed(order, on=(occasion.it,)) if is_answer else order
