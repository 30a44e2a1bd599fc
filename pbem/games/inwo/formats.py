"""Orders told back in words that are read as the same order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from engine.core.values import Value, changed
from engine.inwo import orders as od
from engine.inwo.cards import INWO_CARDS, card_id, card_of
from engine.inwo.selectors import WORDS
from engine.inwo.state import InwoOptions, InwoSeat, InwoState, InwoTurn
from pbem.games.inwo.adjudication.clauses import LineText
from pbem.games.inwo.adjudication.conditions import format_conditions
from pbem.games.inwo.adjudication.names import NoSuchLine, card_named
from pbem.games.inwo.adjudication.whens import format_trigger

_APART = re.compile(r"[,:#;]|\b(?:in|and|else|expires)\b", re.IGNORECASE)
"""What parts names, or may."""
NOBODY = InwoState(InwoOptions(), (InwoSeat("", ""),), 2, InwoTurn(0, ""))
"""A game in which nothing has happened, for words that no game is known of."""


@cache
def label(name: str) -> str:
    """A card as it is typed: by its name, or by its id where a word of the name has a meaning of
    its own in an order. `#2` stays, and what is no card is told as it is."""
    id_, mark, number = card_id(name).partition("#")
    if id_ not in INWO_CARDS:
        return name
    printed = card_of(id_).name
    plain = printed.replace(".", "").rstrip("!").strip()
    return (plain if _is_clear(plain, id_) else id_) + (f" {mark}{number}" if mark else "")


def _is_clear(name: str, id_: str) -> bool:
    """Whether a name is read as that card and nothing else."""
    if _APART.search(name) or LineText(name, NOBODY, "").subject != name:
        return False
    try:
        return card_named(name, NOBODY, "") == id_
    except NoSuchLine:
        return False


def labels(names: Sequence[str]) -> str:
    return ", ".join(label(name) for name in names)


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


def _clause(word: str, names: Sequence[str] | str | int | None) -> str:
    """The keyword with what stands behind it; "" where that is nothing."""
    if names is None or names == () or names == "":
        return ""
    if isinstance(names, int):
        return f"{word} {names}"
    return f"{word} {label(names) if isinstance(names, str) else labels(names)}"


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
        _clause("WITH", order.attacker),
        f"AT {order.at}" if order.at else "",
        _clause("BOOST", order.boosts),
        _helpers("AID", order.aid),
        "AGENTS" if order.agents else "",
        _clause("PRIVILEGED BY", order.privileged_by) or ("PRIVILEGED" if order.privileged else ""),
        _clause("PLAY", tuple(play.card for play in order.plays)),
        _clause("PAYING", order.plays[0].paying if order.plays else ()),
        _clause("USE", order.uses),
        _helpers("RESERVES", order.reserves),
        _clause("UNTIL", order.until),
        _clause("ONLY IF NEED >=", order.only_if_need),
        _tentative(order),
        "WITH " + ", ".join(f"{label(card)} AT {side}" for card, side in order.wishes)
        if order.wishes
        else "",
    )
    return " ".join(parts)


def _tentative(order: od.LaunchAttack) -> str:
    """Conditions to call it off, as those of an IF."""
    asked = format_conditions(order.call_off, label).removesuffix(": ")
    return f"TENTATIVE {f'CALL OFF {asked}' if asked else ''}" if order.tentative else ""


_WHEN = {"success": "IF IT SUCCEEDS", "failure": "IF IT FAILS", "roll": "IF ROLL", "": ""}


def _course(order: od.PlayPlot | od.UseAbility) -> str:
    """How the dice must lie."""
    by = order.margin
    margin = "" if by is None else f"{'' if order.when == 'roll' else 'BY '}{by.op} {by.number}"
    return f"{_WHEN[order.when]} {margin}"


def _told(order: od.PlayPlot | od.UseAbility) -> str:
    """What a card is told comes after a colon."""
    on = _clause("ON", order.on)
    value = f": {order.value}" if order.value else ""
    return f"{label(order.card)} {on}".strip() + f"{value} {_course(order)}"


def _play(order: od.PlayPlot) -> str:
    paying, boosts = _clause("PAYING", order.paying), _clause("BOOST", order.boosts)
    told = f"PLAY {_told(order)} {paying} {boosts}"
    return f"{told} DISCARDING {order.discards} PLOTS" if order.discards else told


def _use(order: od.UseAbility) -> str:
    if order.by_action:
        card = label(order.card)
        return f"USE {card} ACTION {_told(order).removeprefix(card)}"
    return f"USE {_told(order)}"


def _move(order: od.MoveGroup) -> str:
    at = f"AT {order.at}" if order.at else ""
    return f"MOVE {label(order.card)} UNDER {label(order.under)} {at} {_paying(order.paying)}"


def _paying(card: str | None) -> str:
    return _clause("PAYING", card)


def _take_over(order: od.TakeOver) -> str:
    at = f"AT {order.at}" if order.at else ""
    wanted = labels(order.cards) or "NONE"
    return f"TAKEOVER {wanted} {_clause('UNDER', order.under)} {at} {_clause('LINK', order.link)}"


def _link(order: od.LinkResource) -> str:
    if order.to is None:
        return f"UNLINK {label(order.card)}"
    return f"LINK {label(order.card)} TO {label(order.to)}"


def _return(order: od.ReturnPlot) -> str:
    place = {0: "TO TOP", -1: "TO BOTTOM"}.get(order.place, f"TO {order.place}")
    return f"RETURN {label(order.card)} {place}"


def _offer(order: od.OfferDeal) -> str:
    if order.paying:
        return f"MOVE {label(order.gives[0])} TO {order.to} {_paying(order.paying)}"
    at = f"AT {order.at}" if order.at else ""
    return f"OFFER {order.to} {_sides(order)} {_clause('UNDER', order.under)} {at}"


def _sides(order: od.OfferDeal | od.CounterDeal) -> str:
    """What is given and what is wanted."""
    gives, wants = (" AND ".join(map(_offered, cards)) for cards in (order.gives, order.wants))
    return f"{gives} FOR {wants}" if wants else gives


def _offered(card: str) -> str:
    return "A HIDDEN PLOT" if card == "a-hidden-plot" else label(card)


def _accept(order: od.AcceptDeal) -> str:
    at = f"AT {order.at}" if order.at else ""
    return f"ACCEPT {order.number} {_clause('UNDER', order.under)} {at}"


def _join(order: od.JoinAttack) -> str:
    verb = "AID" if order.side == "aid" else "OPPOSE"
    until = _clause("UNTIL", order.until)
    if order.by:
        side = "FOR" if order.side == "aid" else "AGAINST"
        groups = _helpers("WITH", order.groups)
        return f"JOIN {order.attack or ''} {side} BY {label(order.by)} {groups} {until}"
    return f"{verb} {order.attack or ''} {_helpers('WITH', order.groups)} {until}"


def _defend(order: od.DefendTarget) -> str:
    is_all = "ALL IN" if order.all_in else ""
    boosts, until = _clause("BOOST", order.boosts), _clause("UNTIL", order.until)
    groups = _helpers("WITH", order.groups)
    return f"DEFEND {order.attack or ''} {groups} {boosts} {until} {is_all}"


def _agents(order: od.SendAgents) -> str:
    return f"AGENTS {'FOR' if order.side == 'aid' else 'AGAINST'} {order.attack or ''}"


def _guard(order: od.GuardPolicy) -> str:
    what = label(order.card) if order.card else "ALL"
    keep = f"KEEP {order.keep} TOKENS" if order.keep else ""
    named = f"{_clause('WITH', order.groups)} {_clause('PLAY', order.plays)}"
    return f"GUARD {what} UNTIL {order.until} {keep} {'ALL IN' if order.all_in else ''} {named}"


def _buy_before(order: od.BuyPolicy) -> str:
    spared = "NOT Illuminati" if order.spares_root else ""
    return f"BUY PLOTS BEFORE TOKENS KEEP {order.keep} {spared}"


def _oppose(order: od.OpposePolicy) -> str:
    what = f"ANY {order.taking}" if order.taking in WORDS else label(order.taking)
    taking = f"TAKING {what}" if order.taking else ""
    return f"OPPOSE {order.seat} {taking} UNTIL {order.until} {_clause('WITH', order.groups)}"


def _support(order: od.SupportPolicy) -> str:
    against = f"AGAINST {order.against}" if order.against else ""
    until, groups = order.until, _clause("WITH", order.groups)
    return f"SUPPORT {order.seat} {against} {groups} UNTIL {until}"


def _draw(order: od.DrawPolicy) -> str:
    if order.plots and order.groups:
        return "DRAW BOTH"
    return "SKIP GROUP DRAW" if order.plots else "SKIP PLOT DRAW"


def _lead(order: od.PlaceLead) -> str:
    wishes = ", ".join(filter(None, (labels(order.cards), order.word and f"ANY {order.word}")))
    return f"LEAD {wishes} {f'AT {order.at}' if order.at else ''}"


def _declare(order: od.DeclarePolicy) -> str:
    if not order.beside and not order.without:
        return f"DECLARE {'ALWAYS' if order.always else 'NEVER'}"
    beside = f"SHARED WITH {', '.join(order.beside)}" if order.beside else ""
    without = f"BUT NOT {', '.join(order.without)}" if order.without else ""
    return f"DECLARE IF {beside} {without}"


def _pass(order: od.PassRound) -> str:
    if order.until is not None:
        return f"PASS UNTIL NEED {order.until.op} {order.until.number}"
    if order.unless:
        return f"YIELD UNLESS {order.unless} PLAYS"
    return "PASS ALL" if order.all_rounds else "PASS"


def _tax(order: od.TaxPolicy) -> str:
    return "TAX MOST PLOTS" if order.seat is None else f"TAX {order.seat or 'NOBODY'}"


_PASSES = {"others": "attacks NOT ON ME", "privileged": "privileged", "all": "ALL"}


def _shed(order: od.ShedPolicy) -> str:
    return f"SHED {', '.join(map(_wish, order.wishes))}"


def _wish(wish: od.ShedWish) -> str:
    what = label(wish.card) if wish.card else f"ANY {wish.word}" if wish.word else "NEWEST"
    return f"{what} TO {wish.to.upper()}"


_FORMATS: dict[type, Callable[[Any], str]] = {
    od.LaunchAttack: _attack,
    od.PlayPlot: _play,
    od.UseAbility: _use,
    od.MoveGroup: _move,
    od.TakeOver: _take_over,
    od.LinkResource: _link,
    od.BuyPlot: lambda order: f"BUY PLOT WITH {labels(order.paying)}",
    od.DrawGroupCard: lambda order: "DRAW GROUP",
    od.BringResource: lambda order: f"BRING {label(order.card)} {_clause('LINK', order.link)}",
    od.RemoveToken: lambda order: f"REMOVE TOKEN FROM {label(order.card)}",
    od.ExposePlot: lambda order: f"EXPOSE {label(order.card)}",
    od.ShowPlot: lambda order: f"SHOW {label(order.card)} TO {order.to}",
    od.CounterDeal: lambda order: f"COUNTER {order.number} {_sides(order)}",
    od.DeclareVictory: lambda order: "DECLARE NOW",
    od.WithdrawVictory: lambda order: "WITHDRAW",
    od.BuyPolicy: _buy_before,
    od.DiscardCard: lambda order: f"DISCARD {label(order.card)}",
    od.ReturnPlot: _return,
    od.Relieve: lambda order: f"RELIEVE {label(order.card)} {_clause('WITH', order.groups)}",
    od.RemoveZaps: lambda order: f"REMOVE ZAPS FROM {order.seat}",
    od.FreeGroup: lambda order: f"FREE {label(order.card)} {_paying(order.paying)}",
    od.Choose: lambda order: f"CHOOSE {labels(order.cards)}",
    od.StorePlot: lambda order: f"STORE {label(order.card)} UNDER {label(order.under)}",
    od.WriteNote: lambda order: f"WRITE {label(order.card)}: {label(order.name)}",
    od.GiveCards: lambda order: f"GIVE {labels(order.cards)} TO {order.to}",
    od.OfferDeal: _offer,
    od.AcceptDeal: _accept,
    od.DeclineDeal: lambda order: f"DECLINE {order.number}",
    od.PlaceLead: _lead,
    od.Knock: lambda order: "KNOCK",
    od.EndSegment: lambda order: "MORE",
    od.JoinAttack: _join,
    od.DefendTarget: _defend,
    od.SendAgents: _agents,
    od.CallOff: lambda order: f"CALL OFF {order.attack or ''}",
    od.CommitAttack: lambda order: f"COMMIT {order.attack or ''}",
    od.PassRound: _pass,
    od.GuardPolicy: _guard,
    od.OpposePolicy: _oppose,
    od.SupportPolicy: _support,
    od.DrawPolicy: _draw,
    od.ShufflePolicy: lambda order: "NO SHUFFLE",
    od.TaxPolicy: _tax,
    od.DeclarePolicy: _declare,
    od.ShedPolicy: _shed,
    od.PassPolicy: lambda order: f"PASS ALWAYS ON {_PASSES[order.scope]}",
    od.AsidePolicy: lambda order: f"STAND ASIDE ON {label(order.on)}",
    od.Trigger: lambda order: format_trigger(
        order, label, lambda one: format_order(TypedOrder(one))
    ),
}


def with_ids(order: Any) -> Any:
    """An order of a robot, whose cards are copies, as a player writes it: by ids."""
    if isinstance(order, str):
        return card_id(order)
    if isinstance(order, tuple):
        return tuple(map(with_ids, order))
    if isinstance(order, Value):
        told = {name: with_ids(getattr(order, name)) for name in order.__struct_fields__}
        return changed(order, **told)
    return order
