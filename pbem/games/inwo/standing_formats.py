"""Standing orders told back in words that are read as the same order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.inwo import orders as od
from engine.inwo.selectors import WORDS
from pbem.games.inwo.labels import clause, label


def _guard(order: od.GuardPolicy) -> str:
    what = label(order.card) if order.card else "ALL"
    keep = f"KEEP {order.keep} TOKENS" if order.keep else ""
    named = f"{clause('WITH', order.groups)} {clause('PLAY', order.plays)}"
    return f"GUARD {what} UNTIL {order.until} {keep} {'ALL IN' if order.all_in else ''} {named}"


def _buy_before(order: od.BuyPolicy) -> str:
    spared = "NOT Illuminati" if order.spares_root else ""
    return f"BUY PLOTS BEFORE TOKENS KEEP {order.keep} {spared}"


def _oppose(order: od.OpposePolicy) -> str:
    what = f"ANY {order.taking}" if order.taking in WORDS else label(order.taking)
    taking = f"TAKING {what}" if order.taking else ""
    return f"OPPOSE {order.seat} {taking} UNTIL {order.until} {clause('WITH', order.groups)}"


def _support(order: od.SupportPolicy) -> str:
    against = f"AGAINST {order.against}" if order.against else ""
    until, groups = order.until, clause("WITH", order.groups)
    return f"SUPPORT {order.seat} {against} {groups} UNTIL {until}"


def _draw(order: od.DrawPolicy) -> str:
    turn = f" IN MY TURN {order.turn}" if order.turn else ""
    if order.plots and order.groups:
        return f"DRAW BOTH{turn}"
    return f"SKIP {'GROUP' if order.plots else 'PLOT'} DRAW{turn}"


def _declare(order: od.DeclarePolicy) -> str:
    if not order.beside and not order.without:
        return f"DECLARE {'ALWAYS' if order.always else 'NEVER'}"
    beside = f"SHARED WITH {', '.join(order.beside)}" if order.beside else ""
    without = f"BUT NOT {', '.join(order.without)}" if order.without else ""
    return f"DECLARE IF {beside} {without}"


def _tax(order: od.TaxPolicy) -> str:
    return "TAX MOST PLOTS" if order.seat is None else f"TAX {order.seat or 'NOBODY'}"


def _shed(order: od.ShedPolicy) -> str:
    return f"SHED {', '.join(map(_wish, order.wishes))}"


def _wish(wish: od.ShedChoice) -> str:
    return f"{_wished(wish)} TO {wish.to.upper()}"


def _wished(wish: od.ShedChoice) -> str:
    return label(wish.card) if wish.card else f"ANY {wish.word}" if wish.word else "NEWEST"


def _prefer(order: od.PreferPolicy) -> str:
    return f"PREFER {', '.join(_wished(wish) for wish in order.wishes)}{format_rest(order)}"


def format_rest(order: od.PreferPolicy | od.Choose) -> str:
    """Where the cards go that he looked at and did not draw (I38.27)."""
    return f" REST TO {order.rest.upper()}" if order.rest else ""


_PASSES = {"others": "attacks NOT ON ME", "privileged": "privileged", "all": "ALL"}


_BUSH = {"conservative": "CONSERVATIVE", "not": "NOT CONSERVATIVE", "best": "BEST"}


STANDING_FORMATS: Mapping[type, Callable[[Any], str]] = {
    od.BuyPolicy: _buy_before,
    od.PreferPolicy: _prefer,
    od.NephewsPolicy: lambda order: f"PREFER NEPHEWS {order.deck.upper()}",
    od.BushPolicy: lambda order: f"BUSH {_BUSH[order.way]}",
    od.AllowPolicy: lambda order: f"ALLOW {order.seat} {order.word} TAKEOVERS",
    od.HiddenPolicy: lambda order: f"KEEP HIDDEN {label(order.card)}",
    od.ReceivePolicy: lambda order: f"ACCEPT GROUPS FROM {order.seat}",
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
}
