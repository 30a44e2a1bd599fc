"""Typed lines of a run as orders: the attacks, their answers, Plots and the usual deeds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.geometry import SIDES
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.cards import INWO_CARDS, card_id, card_of
from engine.inwo.state import InwoState

_WORDS = (
    *("WITH", "AID", "AGENTS", "BOOST", "PRIVILEGED BY", "PRIVILEGED", "FROM HAND", "AT", "ON"),
    *("PLAY", "RESERVES", "UNTIL", "ONLY IF NEED >=", "PAYING", "UNDER", "LINK", "TO BOTTOM"),
    *("TO TOP", "TO DISCARDS", "TO", "FOR", "ALL IN", "IF IT SUCCEEDS", "IF IT FAILS"),
)
_WORD = re.compile(r"(?<![\w-])(" + "|".join(_WORDS) + r")(?![\w-])", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(\.\d+)?")


class NoSuchLine(ValueError):
    """A line that is no order; `status` says whether a name in it fits several cards."""

    def __init__(self, message: str, status: str = "unreadable") -> None:
        super().__init__(message)
        self.status = status


@dataclass
class ReadOrder:
    """An order, the window that it names, and how its cards were typed, by id."""

    order: od.InwoOrder | od.InwoPolicy
    window: str = ""
    typed: dict[str, str] = field(default_factory=dict)


class _Line:
    """A line cut at its keywords: what follows the verb, then what follows each."""

    def __init__(self, text: str, state: InwoState, seat: str) -> None:
        self.state, self.seat = state, seat
        self.typed: dict[str, str] = {}
        self.window = ""
        marks = list(_WORD.finditer(text))
        self.subject = text[: marks[0].start() if marks else None].strip()
        ends = [*(mark.start() for mark in marks), len(text)][1:]
        self.clauses = [
            (" ".join(mark[0].upper().split()), text[mark.end() : end].strip(" ,"))
            for mark, end in zip(marks, ends, strict=True)
        ]
        self.has = dict(self.clauses)

    def card(self, text: str) -> str:
        id_ = _card_named(text, self.state, self.seat)
        self.typed[id_.partition("#")[0]] = text
        return id_

    def cards(self, text: str) -> tuple[str, ...]:
        return tuple(self.card(part.strip()) for part in text.split(",") if part.strip())

    def player(self, text: str) -> str:
        """The seat of that name."""
        found = self._seat_named(text)
        if found is None:
            names = ", ".join(seat.name for seat in self.state.seats)
            raise NoSuchLine(f"{text.strip()!r} is no player; there are {names}")
        return found

    def _seat_named(self, text: str) -> str | None:
        names = {seat.name.casefold(): seat.name for seat in self.state.seats} | {"me": self.seat}
        return names.get(text.strip().casefold())

    def cards_of(self, word: str) -> tuple[str, ...]:
        return self.cards(self.has.get(word, ""))

    def card_of(self, word: str) -> str | None:
        return self.card(self.has[word]) if self.has.get(word) else None

    def needed(self, word: str) -> str:
        found = self.card_of(word)
        if found is None:
            raise NoSuchLine(f"say {word} and a card")
        return found

    def number(self, word: str) -> int | None:
        text = self.has.get(word)
        if text is not None and not text.isdecimal():
            raise NoSuchLine(f"{word} takes a number")
        return None if text is None else int(text)

    @property
    def at(self) -> Any:
        side = self.has.get("AT", "").upper()
        if side and side not in SIDES:
            raise NoSuchLine("AT takes a side: N, E, S or W")
        return side or None

    @property
    def when(self) -> str:
        if "IF IT SUCCEEDS" in self.has:
            return "success"
        return "failure" if "IF IT FAILS" in self.has else ""

    def helpers(self, *words: str) -> tuple[od.Helper, ...]:
        """The Groups after these words; a boost belongs to the helper before it (I12.6).

        In a list after BOOST Plots are boosts, Groups further helpers.
        """
        found: list[od.Helper] = []
        is_on = False
        for word, text in self.clauses:
            if word in words:
                is_on = True
                found += [od.Helper(card) for card in self.cards(text)]
            elif word == "BOOST" and is_on and found:
                for card in self.cards(text):
                    last = found[-1]
                    is_boost = card_of(card.partition("#")[0]).is_plot
                    found[-1:] = (
                        [od.Helper(last.card, (*last.boosts, card))]
                        if is_boost
                        else [last, od.Helper(card)]
                    )
            else:
                is_on = False
        return tuple(found)

    def own_boosts(self) -> tuple[str, ...]:
        """The boosts before any helper: those of the attacker."""
        found: list[str] = []
        for word, text in self.clauses:
            if word in ("AID", "RESERVES"):
                break
            found += self.cards(text) if word == "BOOST" else ()
        return tuple(found)

    def targets(self, card: str) -> tuple[tuple[str, ...], str]:
        """What stands after ON, and what the card is told after a colon.

        What adds points counts for the attack of the window, and needs no number.
        """
        on, _, value = self.has.get("ON", "").partition(":")
        on = on.strip()
        if on.isdecimal():
            self.window = on
            adds = card_of(card.partition("#")[0]).ability(ab.AttackPlot)
            return (() if adds else (on,)), value.strip()
        if _NUMBER.fullmatch(on):
            return (on,), value.strip()
        parts = [part.strip() for part in on.split(",") if part.strip()]
        return tuple(self._seat_named(part) or self.card(part) for part in parts), value.strip()


def read_order(text: str, state: InwoState, seat: str) -> ReadOrder:
    """The order of a line; NoSuchLine where there is none."""
    for verb, make in _VERBS.items():
        match = re.match(rf"{verb}(?![\w-])", text.strip(), re.IGNORECASE)
        if match:
            line = _Line(text.strip()[match.end() :], state, seat)
            return ReadOrder(make(line), line.window, line.typed)
    raise NoSuchLine("does not begin like an order")


def _attack(form: Any) -> Callable[[_Line], od.InwoOrder]:
    def make(line: _Line) -> od.InwoOrder:
        plays = tuple(od.PlayPlot(card) for card in line.cards_of("PLAY"))
        return od.LaunchAttack(
            form,
            line.needed("WITH"),
            line.card(line.subject),
            from_hand=True if "FROM HAND" in line.has else None,
            at=line.at,
            boosts=line.own_boosts(),
            aid=line.helpers("AID"),
            plays=plays,
            agents="AGENTS" in line.has,
            privileged="PRIVILEGED" in line.has or "PRIVILEGED BY" in line.has,
            privileged_by=line.card_of("PRIVILEGED BY"),
            reserves=line.helpers("RESERVES"),
            until=line.number("UNTIL"),
            only_if_need=line.number("ONLY IF NEED >="),
        )

    return make


def _join(side: str) -> Callable[[_Line], od.InwoOrder]:
    def make(line: _Line) -> od.InwoOrder:
        helpers = line.helpers("WITH")
        if not helpers:
            raise NoSuchLine("say WITH and the Groups that join")
        return od.JoinAttack(side, helpers, line.number("UNTIL"), line.subject or None)

    return make


def _defend(line: _Line) -> od.InwoOrder:
    boosts = line.cards_of("BOOST")
    return od.DefendTarget(boosts, line.number("UNTIL"), "ALL IN" in line.has, line.subject or None)


def _agents(side: str) -> Callable[[_Line], od.InwoOrder]:
    return lambda line: od.SendAgents(side, line.subject or None)


def _play(line: _Line) -> od.InwoOrder:
    name, _, told = line.subject.partition(":")
    card = line.card(name.strip())
    on, value = line.targets(card)
    paying, boosts = line.cards_of("PAYING"), line.cards_of("BOOST")
    return od.PlayPlot(card, on, value or told.strip(), paying, boosts, line.when)


def _use(line: _Line) -> od.InwoOrder:
    name, _, told = line.subject.partition(":")
    card = line.card(name.strip())
    on, value = line.targets(card)
    return od.UseAbility(card, on, value or told.strip(), line.when)


def _guard(line: _Line) -> od.InwoPolicy:
    card = None if line.subject.upper() in ("", "ALL") else line.card(line.subject)
    return od.GuardPolicy(card, line.number("UNTIL") or 1, 0, "ALL IN" in line.has)


def _move(line: _Line) -> od.InwoOrder:
    card = line.card(line.subject)
    return od.MoveGroup(card, line.needed("UNDER"), line.at, line.card_of("PAYING"))


def _take_over(line: _Line) -> od.InwoOrder:
    cards = line.cards(line.subject)
    return od.TakeOver(cards, line.card_of("UNDER"), line.at, line.card_of("LINK"))


def _relieve(line: _Line) -> od.InwoOrder:
    return od.Relieve(line.card(line.subject), line.cards_of("WITH"))


def _return(line: _Line) -> od.InwoOrder:
    return od.ReturnPlot(line.card(line.subject), -1 if "TO BOTTOM" in line.has else 0)


def _cancel(line: _Line) -> od.InwoOrder:
    name, _, number = line.subject.partition(" IN ")
    line.window = number.strip()
    on = name if _NUMBER.fullmatch(name) else line.card(name)
    return od.UseAbility(line.needed("WITH"), (on,))


def _give(line: _Line) -> od.InwoOrder:
    return od.GiveCards(line.player(line.has.get("TO", "")), line.cards(line.subject))


def _offer(line: _Line) -> od.InwoOrder:
    who, _, gives = line.subject.partition(" ")
    wants = line.has.get("FOR", "").partition(" EXPIRES ")[0]
    given, wanted = (
        tuple(card for part in re.split(r"\s+AND\s+", text) for card in _offered(line, part))
        for text in (gives, wants)
    )
    return od.OfferDeal(line.player(who), given, wanted, line.card_of("UNDER"), line.at)


def _offered(line: _Line, text: str) -> tuple[str, ...]:
    return ("a-hidden-plot",) if _plain(text) == "a hidden plot" else line.cards(text)


def _deal_number(line: _Line) -> int:
    if not line.subject.isdecimal():
        raise NoSuchLine("say the number of the offer")
    return int(line.subject)


def _accept(line: _Line) -> od.InwoOrder:
    return od.AcceptDeal(_deal_number(line), line.card_of("UNDER"), line.at)


def _write(line: _Line) -> od.InwoOrder:
    card, _, name = line.subject.partition(":")
    return od.WriteNote(line.card(card), line.card(name))


def _shed(line: _Line) -> od.InwoPolicy:
    ways = {"TO BOTTOM": "bottom", "TO DISCARDS": "discards"}
    to = next((way for word, way in ways.items() if word in line.has), "top")
    return od.ShedPolicy(line.cards(line.subject), to)


def _tax(line: _Line) -> od.InwoPolicy:
    return od.TaxPolicy("" if line.subject.upper() == "NOBODY" else line.player(line.subject))


_VERBS: Mapping[str, Callable[[_Line], od.InwoOrder | od.InwoPolicy]] = {
    "ATTACK": _attack("control"),
    "DESTROY": _attack("destroy"),
    "AID": _join("aid"),
    "OPPOSE": _join("oppose"),
    "DEFEND": _defend,
    "AGENTS FOR": _agents("aid"),
    "AGENTS AGAINST": _agents("oppose"),
    "PLAY": _play,
    "USE": _use,
    "GUARD": _guard,
    "TAKEOVER": _take_over,
    "MOVE": _move,
    "LINK": lambda line: od.LinkResource(line.card(line.subject), line.needed("TO")),
    "UNLINK": lambda line: od.LinkResource(line.card(line.subject)),
    "BRING": lambda line: od.BringResource(line.card(line.subject), line.card_of("LINK")),
    "BUY PLOT": lambda line: od.BuyPlot(line.cards_of("WITH")),
    "DRAW GROUP": lambda line: od.DrawGroupCard(),
    "REMOVE TOKEN FROM": lambda line: od.RemoveToken(line.card(line.subject)),
    "EXPOSE": lambda line: od.ExposePlot(line.card(line.subject)),
    "DISCARD": lambda line: od.DiscardCard(line.card(line.subject)),
    "RETURN": _return,
    "RELIEVE": _relieve,
    "CANCEL": _cancel,
    "CHOOSE": lambda line: od.Choose(line.cards(line.subject)),
    "STORE": lambda line: od.StorePlot(line.card(line.subject), line.needed("UNDER")),
    "WRITE": _write,
    "REMOVE ZAPS FROM": lambda line: od.RemoveZaps(line.player(line.subject)),
    "FREE": lambda line: od.FreeGroup(line.card(line.subject), line.card_of("PAYING")),
    "GIVE": _give,
    "OFFER": _offer,
    "ACCEPT": _accept,
    "DECLINE": lambda line: od.DeclineDeal(_deal_number(line)),
    "SHED": _shed,
    "TAX": _tax,
    "DECLARE NEVER": lambda line: od.DeclarePolicy(False),
    "KNOCK": lambda line: od.Knock(),
    "PASS": lambda line: od.PassRound(),
}


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", text.casefold().replace("'", "")).strip()


_CALLED: Mapping[str, str] = {
    call: card.id for card in INWO_CARDS.values() for call in (_plain(card.name), _plain(card.id))
}


def _card_named(text: str, state: InwoState, seat: str) -> str:
    """The id of a card by its id, its name, or any clear part of it; `#2` stays."""
    name, mark, number = text.strip().partition("#")
    plain = _plain(name)
    if plain in ("illuminati", "my illuminati"):
        return state.seat(seat).illuminati
    found = [_CALLED[plain]] if plain in _CALLED else _with_part(plain)
    if len(found) > 1:
        found = [id_ for id_ in found if id_ in _near(state, seat)] or found
    if len(found) == 1:
        return found[0] + mark + number
    if not found:
        raise NoSuchLine(f"no card is called {text.strip()!r}")
    raise NoSuchLine(f"{text.strip()!r} may be {' or '.join(found[:5])}", "ambiguous")


def _near(state: InwoState, seat: str) -> set[str]:
    """The cards on the table and in one's own hand: of several cards those are meant."""
    mine = state.seat(seat)
    return {card_id(copy) for copy in (*state.table, *mine.plots, *mine.groups)}


def _with_part(plain: str) -> list[str]:
    if not plain:
        return []
    part = re.compile(rf"\b{re.escape(plain)}\b")
    return list(dict.fromkeys(id_ for call, id_ in _CALLED.items() if part.search(call)))
