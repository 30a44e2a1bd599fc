"""WHEN orders as they are typed: what sets them off, and the orders that are made then (I31.14)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_args

from engine.core.values import changed
from engine.inwo import orders as od
from engine.inwo.selectors import WORDS
from engine.inwo.state import InwoState
from pbem.games.inwo.adjudication.names import NoSuchLine, card_named, seat_named, small, word_named

_WHO = r"(?P<who>\S+)"
_FORMS: dict[str, od.TriggerForm] = {
    "TO CONTROL": "control",
    "TO DESTROY": "destroy",
    "INSTANT": "instant",
    "FROM HAND": "from-hand",
    "PRIVILEGED": "privileged",
}
_SAID_FORMS: dict[str, od.TriggerForm] = {
    **_FORMS,
    "CONTROL": "control",
    "DESTROY": "destroy",
    "INSTANTLY": "instant",
}
_FORM = rf"(?:\s+(?P<form>{'|'.join(_SAID_FORMS)}))?"
_COSTS: dict[str, od.TriggerCost] = {
    "AN ILLUMINATI ACTION": "illuminati",
    "ILLUMINATI": "illuminati",
    "AN ACTION": "action",
    "NOTHING": "nothing",
}
_DECKS: dict[str, od.TriggerForm] = {"PLOT": "plots", "GROUP": "groups"}
_DECK = r"AN?\s+(?P<deck>PLOT|GROUP|CARD)"
_NARROWER = re.compile(
    r"\s+(?:(?P<once>ONCE)|UNTIL\s+TURN\s+(?P<turn>\d+)|KEEP\s+(?P<keep>\d+)\s+TOKENS?"
    r"|NOT\s+IF\s+NEED\s*(?P<op><=|>=|<|>|=)\s*(?P<need>-?\d{1,3}))",
    re.IGNORECASE,
)
"""What narrows a trigger, at its end."""
_HAPPENED = "KILLED|DESTROYED|CAPTURED|DEVASTATED|RELIEVED|DISCARDED"
_PATTERNS: tuple[tuple[str, str], ...] = (
    ("attacks", rf"{_WHO}\s+ATTACKS(?:\s+(?P<what>(?!TO\s|FROM\s).+?))?{_FORM}"),
    (
        "played",
        r"(?P<what>.+?)\s+IS\s+PLAYED(?:\s+AGAINST\s+(?P<whom>\S+))?"
        r"(?:\s+BY\s+(?P<who>\S+))?(?:\s+COSTING\s+(?P<cost>.+?))?"
        r"(?:\s+OTHER\s+THAN\s+(?P<other>.+))?",
    ),
    ("announces", rf"{_WHO}\s+ANNOUNCES\s+AN\s+ACTION(?:\s+OF\s+(?P<what>.+))?"),
    ("takes-over", rf"{_WHO}\s+TAKES?\s+OVER\s+(?P<what>.+)"),
    ("captured", rf"{_WHO}\s+CAPTURES?\s+(?P<what>.+)"),
    ("turn-begins", rf"(?:{_WHO}'S|(?P<my>MY))\s+TURN\s+BEGINS"),
    ("turn-ends", rf"(?:{_WHO}'S|(?P<my>MY))\s+TURN\s+ENDS"),
    ("declares", rf"{_WHO}\s+DECLARES(?:\s+VICTORY)?"),
    ("knocks", rf"{_WHO}\s+KNOCKS?"),
    ("about-to-draw", rf"{_WHO}\s+IS\s+ABOUT\s+TO\s+DRAW(?:\s+{_DECK})?"),
    ("draws", rf"{_WHO}\s+DRAWS(?:\s+{_DECK})?"),
    ("discarded", rf"{_WHO}\s+DISCARDS(?:\s+(?P<what>.+))?"),
    ("rolls", rf"{_WHO}\s+ROLLS"),
    ("looks", rf"{_WHO}\s+LOOKS\s+AT\s+MY\s+HAND"),
    ("offers", rf"{_WHO}\s+OFFERS"),
    ("", rf"(?P<what>.+?)\s+IS\s+(?P<event>{_HAPPENED})"),
)
KNOWN = (
    "WHEN bob ATTACKS ME, WHEN A Plot IS PLAYED AGAINST ME, WHEN bob'S TURN BEGINS, "
    "WHEN Elvis IS KILLED, WHEN I CAPTURE A Group"
)
_ANY = re.compile(r"(?:A|AN|ANY)\s+(?P<word>.+)", re.IGNORECASE)
_ALL_CARDS = frozenset(("group", "plot", "card"))
ReadOne = Callable[[str], od.InwoOrder | od.InwoPolicy]


def read_trigger(text: str, state: InwoState, seat: str, read: ReadOne) -> od.Trigger:
    """`bob ATTACKS ME: DEFEND UNTIL 3 THEN PLAY Hoax`; NoSuchLine where it is none."""
    when, colon, orders = text.partition(":")
    if not colon:
        raise NoSuchLine(
            "put a colon between what happens and the order: WHEN bob ATTACKS ME: DEFEND 1"
        )
    orders, narrowed = _narrowed(orders)
    for event, pattern in _PATTERNS:
        found = re.fullmatch(pattern, when.strip(), re.IGNORECASE)
        if found is not None:
            made = tuple(map(read, re.split(r"(?i)\s+THEN\s+", orders.strip())))
            return changed(_trigger(event, found.groupdict(), made, state, seat), **narrowed)
    raise NoSuchLine(f"WHEN {when.strip()[:60]} is not something to wait for; there are {KNOWN}")


def _narrowed(orders: str) -> tuple[str, dict[str, Any]]:
    """The orders without what narrows the trigger behind them, and that."""
    found: dict[str, Any] = {}
    orders = orders.strip()
    while marks := [one for one in _NARROWER.finditer(orders) if one.end() == len(orders)]:
        last = marks[-1]
        orders = orders[: last.start()]
        if last["once"]:
            found["once"] = True
        elif last["turn"]:
            found["until_turn"] = small(last["turn"])
        elif last["keep"]:
            found["keep"] = small(last["keep"])
        else:
            found["unless"] = od.Margin(last["op"], int(last["need"]))  # type: ignore[arg-type]
    return orders, found


def _trigger(
    event: str,
    parts: dict[str, str | None],
    orders: tuple[od.InwoOrder | od.InwoPolicy, ...],
    state: InwoState,
    seat: str,
) -> od.Trigger:
    made = tuple(order for order in orders if not isinstance(order, get_args(od.InwoPolicy)))
    if len(made) < len(orders):
        raise NoSuchLine("a standing order cannot wait for WHEN")
    what = " ".join((parts.get("what") or "").split())
    names_me = what.upper() in ("ME", "ANY OF MINE")
    named = what if event == "attacks" else parts.get("whom") or ""
    whom = _whom(named, state, seat, is_only=event == "played")
    is_of_player = names_me or event == "attacks" and bool(whom)
    form = " ".join((parts.get("form") or "").upper().split())
    other = parts.get("other")
    deck = _DECKS.get((parts.get("deck") or "").upper(), "")
    return od.Trigger(
        event or (parts["event"] or "").lower(),  # type: ignore[arg-type]
        made,  # type: ignore[arg-type]
        _who(parts, state, seat),
        "" if is_of_player else _what(what, state, seat),
        names_me or whom == seat,
        _SAID_FORMS.get(form, deck),
        card_named(other, state, seat) if other else "",
        _cost(parts.get("cost") or ""),
        whom="" if whom == seat else whom,
    )


def _whom(text: str, state: InwoState, seat: str, *, is_only: bool) -> str:
    """The player to whom it is done; "" where a card is named instead, if it may be."""
    name = re.sub(r"(?i)^ANY OF (.+)'S$", r"\1", text)
    found = seat_named(name, state, seat) if name else ""
    if found is None and is_only:
        raise NoSuchLine(f"{text!r} is not a player; say AGAINST ME, or name one")
    return found or ""


def _cost(text: str) -> od.TriggerCost:
    """What a Plot costs that is meant; "" for any."""
    cost = _COSTS.get(" ".join(text.upper().split()), "")
    if text and not cost:
        raise NoSuchLine(f"COSTING is one of {', '.join(_COSTS)}, not {text.strip()[:40]!r}")
    return cost


def _who(parts: dict[str, str | None], state: InwoState, seat: str) -> str:
    """The player who does it, "" where it may be anybody."""
    name = parts.get("who") or ""
    if parts.get("my") or name.upper() in ("I", "ME"):
        return seat
    if name.upper() in ("", "ANYBODY", "ANYONE", "SOMEBODY"):
        return ""
    found = seat_named(name, state, seat) or _only_rival(name, state, seat)
    if found is None:
        raise NoSuchLine(f"{name!r} is not a player; name one, or say ANYBODY")
    return found


def _only_rival(name: str, state: InwoState, seat: str) -> str | None:
    """HE, where nobody else can be meant."""
    rivals = [one.name for one in state.seats if one.name != seat and not one.is_out]
    return rivals[0] if name.upper() in ("HE", "SHE", "THEY") and len(rivals) == 1 else None


def _what(text: str, state: InwoState, seat: str) -> str:
    """A card, or a word behind ANY; "" where it may be any."""
    any_ = _ANY.fullmatch(text)
    if any_ is None:
        return card_named(text, state, seat) if text else ""
    word = any_["word"].casefold()
    if word in _ALL_CARDS:
        return ""
    return word_named(word)


# --- told -----------------------------------------------------------------------------------


def format_trigger(
    order: od.Trigger, label: Callable[[str], str], format_order: Callable[[od.InwoOrder], str]
) -> str:
    """The same in canonical words."""
    then = " THEN ".join(map(format_order, order.orders))
    return f"WHEN {_format_condition(order, label)}: {then}{_ends(order)}"


def _ends(order: od.Trigger) -> str:
    """What narrows it."""
    unless = order.unless
    parts = (
        f" KEEP {order.keep} TOKENS" if order.keep else "",
        f" NOT IF NEED {unless.op} {unless.number}" if unless else "",
        f" UNTIL TURN {order.until_turn}" if order.until_turn else "",
        " ONCE" if order.once else "",
    )
    return "".join(parts)


def _format_condition(order: od.Trigger, label: Callable[[str], str]) -> str:
    named = f"ANY {order.what}" if order.what in WORDS else label(order.what)
    whom = "ME" if order.mine else order.whom
    what = "ANY OF MINE" if order.mine else named
    who = order.who or "ANYBODY"
    form = next((word for word, form in _FORMS.items() if form == order.form), "")
    tellers: dict[str, str] = {
        "attacks": f"{who} ATTACKS {whom or what} {form}",
        "played": _played(order, named, label),
        "announces": f"{who} ANNOUNCES AN ACTION {f'OF {what}' if what else ''}",
        "takes-over": f"{who} TAKES OVER {what or 'A Group'}",
        "captured": f"{who} CAPTURES {what or 'A Group'}",
        "turn-begins": f"{who}'S TURN BEGINS",
        "turn-ends": f"{who}'S TURN ENDS",
        "declares": f"{who} DECLARES VICTORY",
        "knocks": f"{who} KNOCKS",
        "about-to-draw": f"{who} IS ABOUT TO DRAW {_drawn(order)}",
        "draws": f"{who} DRAWS {_drawn(order)}",
        "rolls": f"{who} ROLLS",
        "looks": f"{who} LOOKS AT MY HAND",
        "offers": f"{who} OFFERS",
    }
    if order.event == "discarded" and order.who:
        return f"{who} DISCARDS {what}".strip()
    return tellers.get(order.event, f"{what or 'A Group'} IS {order.event.upper()}").strip()


def _drawn(order: od.Trigger) -> str:
    return {"plots": "A PLOT", "groups": "A GROUP"}.get(order.form, "A CARD")


def _played(order: od.Trigger, what: str, label: Callable[[str], str]) -> str:
    whom = "ME" if order.mine else order.whom
    me = f" AGAINST {whom}" if whom else ""
    by = f" BY {order.who}" if order.who else ""
    cost = next((f" COSTING {word}" for word, cost in _COSTS.items() if cost == order.cost), "")
    other = f" OTHER THAN {label(order.other_than)}" if order.other_than else ""
    return f"{what or 'A Plot'} IS PLAYED{me}{by}{cost}{other}"
