"""Typed standing orders: guards, support, what is given up; and how one passes (I31.7)."""

from __future__ import annotations

import re
from typing import Any

from engine.inwo import orders as od
from pbem.games.inwo.adjudication.clauses import LineText
from pbem.games.inwo.adjudication.conditions import as_written
from pbem.games.inwo.adjudication.names import NoSuchLine, small, word_named
from pbem.games.inwo.adjudication.verb import ReadLine

_SCOPES = {"attacks not on me": "others", "privileged": "privileged", "all": "all"}


def pass_always(line: LineText) -> od.InwoPolicy:
    text = re.sub(r"(?i)^ON\s+", "", line.text)
    for words, scope in _SCOPES.items():
        if text.casefold() == words:
            return od.PassPolicy(scope)  # type: ignore[arg-type]
    raise NoSuchLine("say PASS ALWAYS ON ALL, ON privileged or ON attacks NOT ON ME")


_DECLARES = re.compile(
    r"(?:(?P<after>\S+)\s+DECLARES"
    r"|(?:SHARED\s+WITH\s+(?P<beside>.+?))?(?:\s*BUT\s+NOT\s+(?P<without>.+))?)",
    re.IGNORECASE,
)


_HOW_TO_DECLARE = "say DECLARE IF bob DECLARES, or IF SHARED WITH cat BUT NOT bob"


def declare_if(line: LineText) -> od.InwoPolicy:
    """DECLARE IF bob DECLARES, IF SHARED WITH cat BUT NOT bob (I26.13)."""
    found = _DECLARES.fullmatch(line.text)
    if found is None:
        raise NoSuchLine(_HOW_TO_DECLARE)
    named = (found["after"] or found["beside"], found["without"])
    beside, without = (_players(names or "", line) for names in named)
    if not beside and not without:
        raise NoSuchLine(_HOW_TO_DECLARE)
    return od.DeclarePolicy(True, beside, without)


def _players(names: str, line: LineText) -> tuple[str, ...]:
    return tuple(line.player(name) for name in names.split(",") if name.strip())


def give_way(line: LineText) -> od.InwoOrder:
    unless = re.fullmatch(r"(?i)UNLESS\s+(.+?)\s+PLAYS", line.subject)
    if line.subject and unless is None:
        raise NoSuchLine("say YIELD, or YIELD UNLESS a player PLAYS")
    who = line.player(unless[1]) if unless else ""
    return od.PassRound(all_rounds=True, unless=who, yields=True)


def pass_round(line: LineText) -> od.InwoOrder:
    if line.subject.upper() not in ("", "ALL"):
        raise NoSuchLine(f"PASS {line.subject[:40]} is not known; there are PASS and PASS ALL")
    until = line.has.get("UNTIL")
    if until is None:
        return od.PassRound(all_rounds=bool(line.subject))
    found = re.fullmatch(r"(?i)NEED\s*(<=|>=|<|>)\s*(-?\d{1,3})", as_written(until))
    if found is None:
        raise NoSuchLine("say PASS UNTIL NEED > 6, or < 6")
    return od.PassRound(until=od.Margin(found[1], int(found[2])))  # type: ignore[arg-type]


def aside(line: LineText) -> od.InwoPolicy:
    name = line.has.get("ON", "")
    if not name:
        raise NoSuchLine("say STAND ASIDE ON and a player or a Group")
    return od.AsidePolicy(line.seat_named(name) or line.card(name))


_ALL = ("", "all", "everything", "everyone", "all of them", "all my groups", "all groups")


def guard(line: LineText) -> od.InwoPolicy:
    card = None if line.subject.casefold() in _ALL else line.card(line.subject)
    keep = re.fullmatch(r"(?i)(\d+)(?: tokens?)?", line.has.get("KEEP", "0"))
    if keep is None:
        raise NoSuchLine("KEEP takes a number of tokens, as in KEEP 2 TOKENS")
    until, is_all = line.number("UNTIL"), "ALL IN" in line.has
    groups, plays = line.cards_of("WITH"), line.cards_of("PLAY")
    until = 1 if until is None else until
    return od.GuardPolicy(card, until, small(keep[1]), is_all, groups, plays)


def buy_plot(line: LineText) -> od.InwoOrder:
    cards = line.cards_of("WITH")
    if not cards:
        raise NoSuchLine("say who pays: BUY PLOT WITH Illuminati, or WITH two other Groups")
    return od.BuyPlot(cards)


def buy_group(line: LineText) -> od.InwoOrder:
    cards = line.cards_of("WITH")
    if not cards:
        raise NoSuchLine("say who pays: BUY GROUP WITH Illuminati, or WITH two other Groups")
    return od.BuyPlot(cards, is_group=True)


def buy_before(line: LineText) -> od.InwoPolicy:
    """BUY PLOTS BEFORE TOKENS KEEP 2 NOT Illuminati (I31.1)."""
    keep = re.fullmatch(r"(?i)(\d*)\s*(NOT\s+(?:MY\s+)?ILLUMINATI)?", line.has.get("KEEP", ""))
    rest = re.fullmatch(r"(?i)(NOT\s+(?:MY\s+)?ILLUMINATI)?", line.subject)
    if keep is None or rest is None:
        raise NoSuchLine("say BUY PLOTS BEFORE TOKENS KEEP 2; NOT Illuminati may follow it")
    return od.BuyPolicy(small(keep[1] or "0"), bool(keep[2] or rest[1]))


def support(line: LineText) -> od.InwoPolicy:
    if line.subject.isdecimal():
        raise NoSuchLine(f"an attack is joined by AID {line.subject} WITH and the Groups that join")
    against = line.player(line.has["AGAINST"]) if "AGAINST" in line.has else ""
    until = 12 if (number := line.number("UNTIL")) is None else number
    return od.SupportPolicy(line.player(line.subject), until, line.cards_of("WITH"), against)


def shed(line: LineText) -> od.InwoPolicy:
    """A destination holds for all before it that have none of their own (I7.8)."""
    line.repeated |= {*_SHED_TO}
    pieces = [(line.subject, "")]
    for word, text in line.clauses:
        line.has.read.add(word)
        if word not in _SHED_TO:
            raise NoSuchLine(f"{word} cannot be in a SHED order")
        pieces[-1] = (pieces[-1][0], _SHED_TO[word])
        pieces.append((text, ""))
    named = ((part.strip(), to) for text, to in pieces for part in text.split(","))
    return od.ShedPolicy(tuple(_shed_choice(line, part, to or "top") for part, to in named if part))


_SHED_TO = {"TO TOP": "top", "TO BOTTOM": "bottom", "TO DISCARDS": "discards"}


def _shed_choice(line: LineText, text: str, to: Any) -> od.ShedChoice:
    if text.upper() == "NEWEST":
        return od.ShedChoice(to=to)
    any_, _, word = text.partition(" ")
    if any_.upper() == "ANY":
        return od.ShedChoice(word=word_named(word), to=to)
    return od.ShedChoice(line.card(text), to=to)


def tax(line: LineText) -> od.InwoPolicy:
    if line.subject.upper() == "MOST PLOTS":
        return od.TaxPolicy(None)
    return od.TaxPolicy("" if line.subject.upper() == "NOBODY" else line.player(line.subject))


def draw_plot(_line: LineText) -> od.InwoOrder:
    """DRAW A PLOT."""
    raise NoSuchLine(
        "a Plot is drawn as your turn begins; for another one write BUY PLOT WITH Illuminati"
    )


def draw(*, plots: bool, groups: bool) -> ReadLine:
    """SKIP PLOT DRAW, for his next turn alone with THIS TURN or IN MY TURN 4."""

    def make(line: LineText) -> od.InwoPolicy:
        found = re.fullmatch(r"(?i)THIS TURN|IN MY TURN (\d{1,4})|", line.subject)
        if found is None:
            raise NoSuchLine("only THIS TURN may follow SKIP PLOT DRAW")
        next_ = line.state.seat(line.seat).turns_taken + 1 if line.subject else 0
        return od.DrawPolicy(plots, groups, int(found[1]) if found[1] else next_)

    return make


_ENDS: tuple[od.RestOfDraw, ...] = ("top", "bottom")
_REST = re.compile(r"(?:(.*?)[\s,]+)?(?:THE\s+)?REST", re.IGNORECASE)


def rest_of_draw(line: LineText) -> tuple[str, od.RestOfDraw]:
    """REST TO BOTTOM behind the cards: where those go that are not drawn (I38.27)."""
    found = _REST.fullmatch(line.subject)
    for where in _ENDS:
        if found and line.has.get(f"TO {where.upper()}") == "":
            return found[1] or "", where
    return line.subject, ""


def prefer(line: LineText) -> od.InwoPolicy:
    """PREFER Hoax!, ANY Goal REST TO BOTTOM; PREFER NEPHEWS GROUPS."""
    if found := re.fullmatch(r"(?i)NEPHEWS\s+(PLOTS|GROUPS)", line.subject):
        return od.NephewsPolicy("plots" if found[1].upper() == "PLOTS" else "groups")
    text, rest = rest_of_draw(line)
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not (parts or rest):
        raise NoSuchLine("say PREFER and the cards in order of preference, or ANY and a word")
    return od.PreferPolicy(tuple(_shed_choice(line, part, "top") for part in parts), rest)


def bush(line: LineText) -> od.InwoPolicy:
    ways = {"conservative": "conservative", "not conservative": "not", "not": "not", "best": "best"}
    way = ways.get(line.subject.casefold())
    if way is None:
        raise NoSuchLine("say BUSH CONSERVATIVE, NOT CONSERVATIVE or BEST")
    return od.BushPolicy(way)  # type: ignore[arg-type]


def allow(line: LineText) -> od.InwoPolicy:
    """ALLOW bob Science TAKEOVERS (I33.11)."""
    found = re.fullmatch(r"(?i)(\S+)\s+(.+?)\s+TAKEOVERS?", line.subject)
    if found is None:
        raise NoSuchLine("say ALLOW bob Science TAKEOVERS")
    return od.AllowPolicy(line.player(found[1]), word_named(found[2]))


def keep_hidden(line: LineText) -> od.InwoPolicy:
    return od.HiddenPolicy(line.card(line.subject))
