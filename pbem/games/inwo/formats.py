"""Orders told back in words that are read as the same order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.values import Value, changed
from engine.inwo import orders as od
from engine.inwo.cards import card_id
from engine.inwo.deeds.rearranging import TOP
from engine.inwo.state import InwoState
from engine.inwo.turn.occasions import THE_OFFER
from pbem.games.inwo.adjudication.conditions import format_conditions
from pbem.games.inwo.adjudication.names import copy_of_player, name_of_copy
from pbem.games.inwo.adjudication.whens import format_trigger
from pbem.games.inwo.labels import behind_colon, clause, labels
from pbem.games.inwo.labels import label as label
from pbem.games.inwo.standing_formats import STANDING_FORMATS, format_rest
from pbem.grammar.times.kept import format_day


class TypedOrder(NamedTuple):
    """An order and the window that its line names, "" where it names none."""

    order: od.InwoOrder | od.InwoPolicy
    window: str = ""


def format_order(typed: TypedOrder) -> str:
    """The order in canonical words; KeyError for one that has none."""
    order, window = typed
    if isinstance(order, od.UseAbility) and order.on and order.on[0].isdecimal() != bool(window):
        where = f" IN {window}" if window else ""
        if order.on[0].isdecimal() or window:
            return f"CANCEL {label(order.on[0])}{where} WITH {label(order.card)}"
    if isinstance(order, od.PlayPlot | od.UseAbility) and window and not order.on:
        order = changed(order, on=(window,))
    return " ".join(_FORMATS[type(order)](order).split())


def _helpers(word: str, helpers: Sequence[od.Helper]) -> str:
    """Helpers in their order; behind a boost further Groups are told from it by what they are."""
    parts: list[str] = []
    is_boosting = False
    for helper in helpers:
        parts.append(label(helper.card))
        if helper.boosts and not is_boosting:
            parts[-1] += f" BOOST {labels(helper.boosts)}"
            is_boosting = True
        elif helper.boosts:
            parts += [label(boost) for boost in helper.boosts]
    return f"{word} {', '.join(parts)}" if parts else ""


def _attack(order: od.LaunchAttack) -> str:
    parts = (
        "DESTROY" if order.form == "destroy" else "ATTACK",
        label(order.target),
        "FROM HAND" if order.from_hand else "",
        clause("WITH", order.attacker),
        f": STRIP {order.strip}" if order.strip else "",
        f"AT {order.at}" if order.at else "",
        clause("BOOST", order.boosts),
        _helpers("AID", order.aid),
        "AGENTS" if order.agents else "",
        clause("PRIVILEGED BY", order.privileged_by) or ("PRIVILEGED" if order.privileged else ""),
        clause("PAYING", order.privilege_paid_by),
        *map(_thrown, order.plays),
        clause("USE", order.uses),
        "AS ASSASSINATION" if order.assassin else "",
        clause("INSTANT BY", order.instant_by),
        f"BARRING {order.bars}" if order.bars else "",
        _reserves(order),
        clause("UNTIL", order.until),
        clause("ONLY IF NEED >=", order.only_if_need),
        _tentative(order),
        "WITH " + ", ".join(f"{label(card)} AT {side}" for card, side in order.wishes)
        if order.wishes
        else "",
    )
    return " ".join(parts)


def _thrown(play: od.PlayPlot) -> str:
    """A Plot of an attack with its own payers."""
    return f"PLAY {label(play.card)} {clause('PAYING', play.paying)}".strip()


def _reserves(order: od.LaunchAttack) -> str:
    if not order.reserves and not order.reserve_plays:
        return ""
    groups = _helpers("RESERVES", order.reserves) or "RESERVES"
    return " ".join((groups, *map(_thrown, order.reserve_plays)))


def _tentative(order: od.LaunchAttack) -> str:
    """Conditions to call it off, as those of an IF."""
    asked = format_conditions(order.call_off, label).removesuffix(": ")
    return f"TENTATIVE {f'CALL OFF {asked}' if asked else ''}" if order.tentative else ""


_WHEN: Mapping[od.DiceCourse, str] = {
    "success": "IF IT SUCCEEDS",
    "failure": "IF IT FAILS",
    "roll": "IF ROLL",
    "": "",
    **{fate: f"IF IT WOULD BE {fate.upper()}" for fate in od.FATES},
}


def _course(order: od.PlayPlot | od.UseAbility) -> str:
    """How the dice must lie."""
    by = order.margin
    margin = "" if by is None else f"{'' if order.when == 'roll' else 'BY '}{by.op} {by.number}"
    return f"{_WHEN[order.when]} {margin}"


def _aimed(order: od.PlayPlot | od.UseAbility) -> str:
    """What a card is told comes after a colon."""
    on = clause("ON", order.on)
    value = f": {order.value}" if order.value else ""
    return f"{label(order.card)} {on}".strip() + f"{value} {_course(order)}"


def _play(order: od.PlayPlot) -> str:
    paying, boosts = clause("PAYING", order.paying), clause("BOOST", order.boosts)
    text = f"PLAY {_aimed(order)} {paying} {boosts} {clause('USE', order.uses)}"
    return f"{text} {_discarding(order)}" if order.discards else text


def _discarding(order: od.PlayPlot | od.UseAbility) -> str:
    """Which of several costs is meant."""
    cards = "GROUPS" if order.of_groups else "PLOTS"
    return f"DISCARDING {order.discards} {cards}" if order.discards else ""


def _use(order: od.UseAbility) -> str:
    card = label(order.card)
    text = _aimed(order)
    if order.by_action:
        text = f"{card} ACTION {text.removeprefix(card)}"
    cost = f"DISCARDING {labels(order.paying)}" if order.paying else ""
    cost = cost or _discarding(order)
    at = f"AT {order.at}" if order.at else ""
    if cost:
        # What the card is told comes last.
        text = f"{card} {cost} {text.removeprefix(card)}"
    return f"USE {text} {clause('UNDER', order.under)} {at} {clause('PAYING', order.payers)}"


def _choose(order: od.Choose) -> str:
    if order.cards in (("consent",), ("refuse",)):
        return order.cards[0].upper()
    if order.cards in (("keep",), ("lie",)):
        return f"CHOOSE {order.cards[0].upper()}"
    return f"CHOOSE {labels(order.cards)}{format_rest(order)}"


def _arrange(order: od.ArrangeGroups) -> str:
    rows = (
        f"{label(card)} UNDER {label(under)} {f'AT {side}' if side else ''}".strip()
        for card, under, side in order.rows
    )
    return f"ARRANGE {', '.join(rows)} {_given(order.discarding)}"


def _name(order: od.NameCard) -> str:
    return f"NAME {label(order.card)}: {order.name} {'MALE' if order.is_male else ''}"


def _move(order: od.MoveGroup) -> str:
    at = f"AT {order.at}" if order.at else ""
    paying = f"{_paying(order.paying)} {_given(order.discarding)}"
    return f"MOVE {label(order.card)} UNDER {label(order.under)} {at} {paying}"


def _given(plots: Sequence[str]) -> str:
    """The Plots that it costs: those named, or so many of the deck."""
    named = [plot for plot in plots if plot != TOP]
    if plots and not named:
        return f"DISCARDING {len(plots)} PLOTS"
    return clause("DISCARDING", tuple(named))


def _paying(card: str | None) -> str:
    return clause("PAYING", card)


def _take_over(order: od.TakeOver) -> str:
    at = f"AT {order.at}" if order.at else ""
    wanted = " ELSE ".join((*map(label, order.cards), *(("NONE",) if order.or_none else ())))
    return f"TAKEOVER {wanted or 'NONE'} {clause('UNDER', order.under)} {at} {_linked(order)}"


def _linked(order: od.TakeOver | od.BringResource) -> str:
    """What a Resource is linked to, and told as it is."""
    return f"{clause('LINK', order.link)}{behind_colon(order.value)}"


def _link(order: od.LinkResource) -> str:
    if order.to is None:
        return f"UNLINK {label(order.card)}"
    return f"LINK {label(order.card)} TO {label(order.to)}{behind_colon(order.value)}"


def _return(order: od.ReturnPlot) -> str:
    place = {0: "TO TOP", -1: "TO BOTTOM"}.get(order.place, f"TO {order.place}")
    return f"RETURN {label(order.card)} {place}"


def _offer(order: od.OfferDeal) -> str:
    if order.paying:
        return f"MOVE {label(order.gives[0])} TO {order.to} {_paying(order.paying)}"
    at = f"AT {order.at}" if order.at else ""
    text = f"OFFER {order.to} {_sides(order)} {clause('UNDER', order.under)} {at}"
    expires = f"EXPIRES {format_day(order.expires)}" if order.expires else ""
    return f"{text} {expires} {'AND LIE' if order.lies else ''}"


def _sides(order: od.OfferDeal | od.CounterDeal) -> str:
    """What is given and what is wanted."""
    gives, wants = (" AND ".join(map(_offered, cards)) for cards in (order.gives, order.wants))
    return f"{gives} FOR {wants}" if wants else gives


def _offered(card: str) -> str:
    names = {"a-hidden-plot": "A HIDDEN PLOT", "a-token": "A TOKEN"}
    return names.get(card) or label(card)


def _accept(order: od.AcceptDeal) -> str:
    at = f"AT {order.at}" if order.at else ""
    lies = "AND LIE" if order.lies else ""
    return f"ACCEPT {_number(order.number)} {clause('UNDER', order.under)} {at} {lies}"


def _number(number: int) -> str:
    """That of an offer, or the one that a WHEN order is about."""
    return "IT" if number == THE_OFFER else str(number)


def _join(order: od.JoinAttack) -> str:
    verb = "AID" if order.side == "aid" else "OPPOSE"
    until = clause("UNTIL", order.until)
    if order.by:
        side = "FOR" if order.side == "aid" else "AGAINST"
        groups = _helpers("WITH", order.groups)
        return f"JOIN {order.attack or ''} {side} BY {label(order.by)} {groups} {until}"
    return f"{verb} {order.attack or ''} {_helpers('WITH', order.groups)} {until}"


def _defend(order: od.DefendTarget) -> str:
    is_all = "ALL IN" if order.all_in else ""
    boosts, until = clause("BOOST", order.boosts), clause("UNTIL", order.until)
    groups = _helpers("WITH", order.groups)
    return f"DEFEND {order.attack or ''} {groups} {boosts} {until} {is_all}"


def _agents(order: od.SendAgents) -> str:
    return f"AGENTS {'FOR' if order.side == 'aid' else 'AGAINST'} {order.attack or ''}"


def _lead(order: od.PlaceLead) -> str:
    sides = dict(order.sides)
    cards = [clause(label(card) + " AT", sides.get(card)) or label(card) for card in order.cards]
    wishes = ", ".join([*cards, *([f"ANY {order.word}"] if order.word else ())])
    return f"LEAD {wishes} {f'AT {order.at}' if order.at else ''}"


def _pass(order: od.PassRound) -> str:
    if order.until is not None:
        return f"PASS UNTIL NEED {order.until.op} {order.until.number}"
    if order.unless:
        return f"YIELD UNLESS {order.unless} PLAYS"
    return "YIELD" if order.yields else "PASS ALL" if order.all_rounds else "PASS"


_FORMATS: dict[type, Callable[[Any], str]] = {
    **STANDING_FORMATS,
    od.LaunchAttack: _attack,
    od.PlayPlot: _play,
    od.UseAbility: _use,
    od.MoveGroup: _move,
    od.TurnGroup: lambda order: f"MOVE {label(order.card)} AT {order.at}",
    od.TakeOver: _take_over,
    od.LinkResource: _link,
    od.UniteHalves: lambda order: f"UNITE {label(order.card)}",
    od.BuyPlot: lambda order: (
        f"BUY {'GROUP' if order.is_group else 'PLOT'} WITH {labels(order.paying)}"
    ),
    od.DrawGroupCard: lambda order: "DRAW GROUP",
    od.BringResource: lambda order: f"BRING {label(order.card)} {_linked(order)}",
    od.RemoveToken: lambda order: f"REMOVE TOKEN FROM {label(order.card)}",
    od.ExposePlot: lambda order: f"EXPOSE {label(order.card)}",
    od.ShowPlot: lambda o: f"SHOW {label(o.card)} TO {', '.join((o.to, *o.also))}",
    od.CounterDeal: lambda order: f"COUNTER {order.number} {_sides(order)}",
    od.DeclareVictory: lambda order: "DECLARE NOW",
    od.WithdrawVictory: lambda order: "WITHDRAW",
    od.DiscardCard: lambda order: f"DISCARD {label(order.card)}",
    od.ReturnPlot: _return,
    od.Relieve: lambda order: (
        f"RELIEVE {label(order.card)} {clause('WITH', order.groups)} "
        f"{clause('BOOST', order.boosts)}"
    ),
    od.RemoveZaps: lambda order: f"REMOVE ZAPS FROM {order.seat}",
    od.FreeGroup: lambda order: f"FREE {label(order.card)} {_paying(order.paying)}",
    od.Choose: _choose,
    od.LaySpare: lambda order: f"PLAY {label(order.card)} AS AGENT",
    od.ArrangeGroups: _arrange,
    od.NameCard: _name,
    od.PlaceBet: lambda order: f"BET {order.number} WITH {order.seat} BY {label(order.by)}",
    od.NameLoosely: lambda order: f"SAY TO ALL: {', '.join(map(label, order.cards))}",
    od.AskAll: lambda order: f"ASK ALL: {label(order.card)} ON {label(order.on)}",
    od.StorePlot: lambda order: f"STORE {label(order.card)} UNDER {label(order.under)}",
    od.WriteNote: lambda order: f"WRITE {label(order.card)}: {label(order.name)}",
    od.GiveCards: lambda order: f"GIVE {labels(order.cards)} TO {order.to}",
    od.OfferDeal: _offer,
    od.AcceptDeal: _accept,
    od.DeclineDeal: lambda order: f"DECLINE {_number(order.number)}",
    od.NameIlluminati: lambda order: f"ILLUMINATI {label(order.card)}",
    od.PlaceLead: _lead,
    od.Knock: lambda order: "KNOCK",
    od.EndSegment: lambda order: "MORE",
    od.JoinAttack: _join,
    od.DefendTarget: _defend,
    od.SendAgents: _agents,
    od.CallOff: lambda order: f"CALL OFF {order.attack or ''}",
    od.CommitAttack: lambda order: f"COMMIT {order.attack or ''}",
    od.PassRound: _pass,
    od.Trigger: lambda order: format_trigger(
        order, label, lambda one: format_order(TypedOrder(one))
    ),
}


def format_of_robot(order: od.InwoOrder, state: InwoState, seat: str) -> str:
    """An order whose cards are copies, in words of the seat that would write it.

    Of several copies in play one is told by its player, as a table shows no numbers.
    """
    typed = as_typed(order, state, seat)
    text = format_order(TypedOrder(typed))
    if "#" not in text:
        return text
    for copy, laid in state.table.items():
        name = name_of_copy(copy, state)
        told, of_player = label(name), f"{label(card_id(copy))} of {laid.seat}"
        if told in text and copy_of_player(of_player, state, seat) == name:
            text = text.replace(told, of_player)
    return text


def as_typed(order: Any, state: InwoState, seat: str, *, is_aim: bool = False) -> Any:
    """An order of a robot, whose cards are copies, as a player names them: by ids.

    Of several copies in play each has its number (I39.9), except his only one where those of others
    could not be meant; `is_aim` says that they could.
    """
    if isinstance(order, str):
        return name_of_copy(order, state, "" if is_aim else seat)
    if isinstance(order, tuple):
        return tuple(as_typed(one, state, seat, is_aim=is_aim) for one in order)
    if isinstance(order, Value):
        fields = {
            name: as_typed(getattr(order, name), state, seat, is_aim=is_aim or name in _AIMS)
            for name in order.__struct_fields__
        }
        return changed(order, **fields)
    return order


_AIMS = ("target", "on")
"""What an order is aimed at: cards of anybody."""
