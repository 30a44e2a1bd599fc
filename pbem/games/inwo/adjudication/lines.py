"""Typed lines of a run as orders: the attacks, their answers, Plots and the usual deeds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.inwo import orders as od
from engine.inwo.cards import card_id
from engine.inwo.state import InwoState
from pbem.games.inwo.adjudication.clauses import NUMBER, LineText
from pbem.games.inwo.adjudication.conditions import opposite, read_conditions
from pbem.games.inwo.adjudication.names import NoSuchLine, small, word_named, words_of
from pbem.games.inwo.adjudication.whens import read_trigger


@dataclass
class ReadOrder:
    """An order, the window that it names, and how its cards were typed, by id."""

    order: od.InwoOrder | od.InwoPolicy
    window: str = ""
    typed: dict[str, str] = field(default_factory=dict)
    conditions: tuple[od.InwoCondition, ...] = ()


_IF = re.compile(r"IF\s+(?P<asked>[^:]+):\s*(?P<order>.+)", re.IGNORECASE)
_WHEN = re.compile(r"WHEN\s+(.+)", re.IGNORECASE)
_ALWAYS = re.compile(r"PASS\s+ALWAYS\s*(?:ON\s+)?(.*)", re.IGNORECASE)
_ELSE = re.compile(r"ELSE\s*[:,]?\s+(?P<order>.+)", re.IGNORECASE)


def read_line(
    text: str, state: InwoState, seat: str, before: tuple[od.InwoCondition, ...] = ()
) -> ReadOrder:
    """The order of a line with what its IF asks; ELSE turns the IF `before` round."""
    text = text.strip()
    chain: tuple[od.InwoCondition, ...] = ()
    if otherwise := _ELSE.fullmatch(text):
        if len(before) != 1:
            raise NoSuchLine("ELSE needs an IF with one condition in the line before it")
        text, chain = otherwise["order"], (opposite(before[0]),)
    if asked := _IF.fullmatch(text):
        text, chain = asked["order"], (*chain, *read_conditions(asked["asked"], state, seat))
    read = read_order(text, state, seat)
    read.conditions = chain
    return read


def read_order(text: str, state: InwoState, seat: str) -> ReadOrder:
    """The order of a line; NoSuchLine where there is none."""
    if said := _WHEN.fullmatch(text.strip()):
        return ReadOrder(
            read_trigger(said[1], state, seat, lambda part: read_order(part, state, seat).order)
        )
    if said := _ALWAYS.fullmatch(text.strip()):
        return ReadOrder(_pass_always(said[1]))
    for verb, make in _VERBS.items():
        match = re.match(rf"{verb}(?![\w-])", text.strip(), re.IGNORECASE)
        if match:
            line = LineText(text.strip()[match.end() :], state, seat)
            order = make(line)
            line.end()
            return ReadOrder(order, line.window, line.typed)
    verb = text.strip().partition(" ")[0].upper()
    if verb in _CLASSIC:
        raise NoSuchLine(f"{verb} is an order of the other game: {_CLASSIC[verb]}")
    raise NoSuchLine("does not begin like an order")


_MONEY = "in this game nobody has money, and Groups act by tokens (I6)"
_CLASSIC = {
    **dict.fromkeys(("TRANSFER", "SPREAD", "SPEND", "RESERVE", "PAY", "UPKEEP"), _MONEY),
    "NEUTRALIZE": "attacks are to control or to destroy (I11.3)",
    "DROP": "a Group is never let go (I9.8)",
    "ABOLISH": "privilege ends by cards that say so (I16.3)",
    "CHEAT": "there is no cheating (I1.1)",
    "ACCUSE": "no Illuminati is hidden (I4.1)",
    "COPY": "no Illuminati copies another (I4.1)",
}


def _attack(form: Any) -> Callable[[LineText], od.InwoOrder]:
    def make(line: LineText) -> od.InwoOrder:
        words = [word for word, _ in line.clauses]
        if "RESERVES" in words and "PLAY" in words[words.index("RESERVES") :]:
            raise NoSuchLine("RESERVES takes Groups and their boosts, no PLAY")
        paying = line.cards_of("PAYING") if "PLAY" in line.has else ()
        plays = tuple(od.PlayPlot(card, paying=paying) for card in line.cards_of("PLAY"))
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
            wishes=line.wishes,
            tentative="TENTATIVE" in line.has,
            call_off=_conditions(line, "CALL OFF IF"),
        )

    return make


def _conditions(line: LineText, word: str) -> tuple[od.InwoCondition, ...]:
    if not line.has.get(word):
        return ()
    if "TENTATIVE" not in line.has:
        raise NoSuchLine("only a TENTATIVE attack can be called off; add that word")
    return read_conditions(line.has[word], line.state, line.seat)


def _join(side: str) -> Callable[[LineText], od.InwoOrder | od.InwoPolicy]:
    def make(line: LineText) -> od.InwoOrder | od.InwoPolicy:
        rival = line.seat_named(line.subject) if side == "oppose" else None
        if rival is not None:
            until = 1 if (number := line.number("UNTIL")) is None else number
            return od.OpposePolicy(rival, until, line.cards_of("WITH"), line.taken)
        helpers = line.helpers("WITH")
        if not helpers:
            raise NoSuchLine("say WITH and the Groups that join")
        return od.JoinAttack(side, helpers, line.number("UNTIL"), line.attack_number)

    return make


def _support(line: LineText) -> od.InwoPolicy:
    against = line.player(line.has["AGAINST"]) if "AGAINST" in line.has else ""
    until = 12 if (number := line.number("UNTIL")) is None else number
    return od.SupportPolicy(line.player(line.subject), until, line.cards_of("WITH"), against)


def _defend(line: LineText) -> od.InwoOrder:
    if "WITH" in line.has:
        groups = line.helpers("WITH")
        return od.DefendTarget((), line.number("UNTIL"), False, line.attack_number, groups)
    boosts = line.cards_of("BOOST")
    is_all = "ALL IN" in line.has
    return od.DefendTarget(boosts, line.number("UNTIL"), is_all, line.attack_number)


def _agents(side: str) -> Callable[[LineText], od.InwoOrder]:
    return lambda line: od.SendAgents(side, line.attack_number)


_SCOPES = {"attacks not on me": "others", "privileged": "privileged", "all": "all"}


def _pass_always(text: str) -> od.InwoPolicy:
    said = " ".join(text.split())
    for words, scope in _SCOPES.items():
        if said.casefold() == words:
            return od.PassPolicy(scope)  # type: ignore[arg-type]
    raise NoSuchLine("say PASS ALWAYS ON ALL, ON privileged or ON attacks NOT ON ME")


def _aside(line: LineText) -> od.InwoPolicy:
    name = line.has.get("ON", "")
    if not name:
        raise NoSuchLine("say STAND ASIDE ON and a player or a Group")
    return od.AsidePolicy(line.seat_named(name) or line.card(name))


def _pass(line: LineText) -> od.InwoOrder:
    if line.subject.upper() not in ("", "ALL"):
        raise NoSuchLine(f"PASS {line.subject[:40]} is not known; there are PASS and PASS ALL")
    return od.PassRound(all_rounds=bool(line.subject))


def _deep_agent(line: LineText) -> od.InwoOrder:
    card = line.card("Deep Agent")
    on, _ = line.targets(card)
    return od.PlayPlot(card, on)


def _play(line: LineText) -> od.InwoOrder:
    name, _, told = line.subject.partition(":")
    card = line.card(name.strip())
    on, value = line.targets(card)
    paying, boosts = line.cards_of("PAYING"), line.cards_of("BOOST")
    return od.PlayPlot(card, on, value or told.strip(), paying, boosts, *line.course)


def _use(line: LineText) -> od.InwoOrder:
    name, _, told = line.subject.partition(":")
    card = line.card(name.strip())
    on, value = line.targets(card)
    if not on and " OF " in line.has.get("TO", ""):
        # USE Lasers TO REVERSE Straight OF Pentagon
        value, _, target = line.has["TO"].partition(" OF ")
        on = (line.card(target),)
    return od.UseAbility(card, on, value.strip() or told.strip(), *line.course)


def _guard(line: LineText) -> od.InwoPolicy:
    card = None if line.subject.upper() in ("", "ALL") else line.card(line.subject)
    keep = re.fullmatch(r"(?i)(\d+)(?: tokens?)?", line.has.get("KEEP", "0"))
    if keep is None:
        raise NoSuchLine("KEEP takes a number of tokens, as in KEEP 2 TOKENS")
    until, is_all = line.number("UNTIL"), "ALL IN" in line.has
    return od.GuardPolicy(card, 1 if until is None else until, small(keep[1]), is_all)


def _move(line: LineText) -> od.InwoOrder:
    card = line.card(line.subject)
    return od.MoveGroup(card, line.needed("UNDER"), line.at, line.card_of("PAYING"))


def _take_over(line: LineText) -> od.InwoOrder:
    wishes = re.split(r"(?i)\s+ELSE\s+|\s*,\s*", line.subject)
    cards = tuple(line.card(wish) for wish in wishes if wish.upper() != "NONE")
    return od.TakeOver(cards, line.card_of("UNDER"), line.at, line.card_of("LINK"))


def _relieve(line: LineText) -> od.InwoOrder:
    return od.Relieve(line.card(line.subject), line.cards_of("WITH"))


def _return(line: LineText) -> od.InwoOrder:
    card, place = line.card(line.subject), line.number("TO")
    if "TO TOP" in line.has and place is None:
        return od.ReturnPlot(card, 0)
    return od.ReturnPlot(card, -1 if "TO BOTTOM" in line.has else place or 0)


def _free(line: LineText) -> od.InwoOrder:
    """PAYING MASTER: the master's action, where the Illuminati's is not meant (I35.6)."""
    card, paying = line.card(line.subject), line.has.get("PAYING", "")
    if paying.upper() != "MASTER":
        return od.FreeGroup(card, line.card_of("PAYING"))
    masters = [row.master for copy, row in line.state.table.items() if card_id(copy) == card]
    return od.FreeGroup(card, card_id(masters[0] or "") if masters else None)


def _store(line: LineText) -> od.InwoOrder:
    return od.StorePlot(line.card(line.subject), line.card_of("WITH") or line.needed("UNDER"))


def _choose(line: LineText) -> od.InwoOrder:
    if line.subject.isdecimal():
        raise NoSuchLine("CHOOSE takes the name of a card")
    return od.Choose(line.cards(line.subject))


def _cancel(line: LineText) -> od.InwoOrder:
    if not line.subject:
        return od.UseAbility(line.needed("WITH"))
    name, _, number = line.subject.partition(" IN ")
    line.window = number.strip()
    on = name if NUMBER.fullmatch(name) else line.card(name)
    return od.UseAbility(line.needed("WITH"), (on,))


def _unzap(line: LineText) -> od.InwoOrder:
    """For an action of his own Illuminati, which may be said (I35.5)."""
    payer = line.card_of("PAYING")
    if payer not in (None, line.state.seat(line.seat).illuminati):
        raise NoSuchLine("Zaps are removed for an action of your Illuminati")
    return od.RemoveZaps(line.player(line.subject))


def _give(line: LineText) -> od.InwoOrder:
    return od.GiveCards(line.player(line.has.get("TO", "")), line.cards(line.subject))


def _offer(line: LineText) -> od.InwoOrder:
    who, _, gives = line.subject.partition(" ")
    wants = line.has.get("FOR", "").partition(" EXPIRES ")[0]
    given, wanted = (
        tuple(card for part in re.split(r"\s+AND\s+", text) for card in _offered(line, part))
        for text in (gives, wants)
    )
    return od.OfferDeal(line.player(who), given, wanted, line.card_of("UNDER"), line.at)


def _offered(line: LineText, text: str) -> tuple[str, ...]:
    return ("a-hidden-plot",) if " ".join(words_of(text)) == "a hidden plot" else line.cards(text)


def _lead(line: LineText) -> od.InwoOrder:
    *cards, last = [part.strip() for part in line.subject.split(",")]
    any_, _, word = last.partition(" ")
    if any_.upper() == "ANY":
        return od.PlaceLead(line.cards(",".join(cards)), line.at, word_named(word))
    return od.PlaceLead(line.cards(line.subject), line.at)


def _deal_number(line: LineText) -> int:
    if not line.subject.isdecimal():
        raise NoSuchLine("say the number of the offer")
    return small(line.subject)


def _accept(line: LineText) -> od.InwoOrder:
    return od.AcceptDeal(_deal_number(line), line.card_of("UNDER"), line.at)


def _write(line: LineText) -> od.InwoOrder:
    card, _, name = line.subject.partition(":")
    return od.WriteNote(line.card(card), line.card(name))


def _shed(line: LineText) -> od.InwoPolicy:
    """A destination holds for all before it that have none of their own (I7.8)."""
    line.repeated |= {*_SHED_TO}
    pieces = [(line.subject, "")]
    for word, text in line.clauses:
        line.has.read.add(word)
        if word not in _SHED_TO:
            raise NoSuchLine(f"{word} cannot stand in a SHED order")
        pieces[-1] = (pieces[-1][0], _SHED_TO[word])
        pieces.append((text, ""))
    named = ((part.strip(), to) for text, to in pieces for part in text.split(","))
    return od.ShedPolicy(tuple(_shed_wish(line, part, to or "top") for part, to in named if part))


_SHED_TO = {"TO TOP": "top", "TO BOTTOM": "bottom", "TO DISCARDS": "discards"}


def _shed_wish(line: LineText, text: str, to: Any) -> od.ShedWish:
    if text.upper() == "NEWEST":
        return od.ShedWish(to=to)
    any_, _, word = text.partition(" ")
    if any_.upper() == "ANY":
        return od.ShedWish(word=word_named(word), to=to)
    return od.ShedWish(line.card(text), to=to)


def _tax(line: LineText) -> od.InwoPolicy:
    if line.subject.upper() == "MOST PLOTS":
        return od.TaxPolicy(None)
    return od.TaxPolicy("" if line.subject.upper() == "NOBODY" else line.player(line.subject))


_VERBS: Mapping[str, Callable[[LineText], od.InwoOrder | od.InwoPolicy]] = {
    **dict.fromkeys(("ATTACK", "CONTROL", "TAKE"), _attack("control")),
    "DESTROY": _attack("destroy"),
    "AID": _join("aid"),
    "OPPOSE": _join("oppose"),
    "DEFEND": _defend,
    "SUPPORT": _support,
    "AGENTS FOR": _agents("aid"),
    "AGENTS AGAINST": _agents("oppose"),
    "DEEP AGENT": _deep_agent,
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
    "CHOOSE": _choose,
    "STORE": _store,
    "WRITE": _write,
    "REMOVE ZAPS FROM": _unzap,
    "FREE": _free,
    "GIVE": _give,
    "OFFER": _offer,
    "ACCEPT": _accept,
    "DECLINE": lambda line: od.DeclineDeal(_deal_number(line)),
    "SHED": _shed,
    "TAX": _tax,
    "DECLARE NEVER": lambda line: od.DeclarePolicy(False),
    "DECLARE ALWAYS": lambda line: od.DeclarePolicy(True),
    "DRAW BOTH": lambda line: od.DrawPolicy(),
    "SKIP PLOT DRAW": lambda line: od.DrawPolicy(plots=False),
    "SKIP GROUP DRAW": lambda line: od.DrawPolicy(groups=False),
    "LEAD": _lead,
    "KNOCK": lambda line: od.Knock(),
    "CALL OFF": lambda line: od.CallOff(line.attack_number),
    "COMMIT": lambda line: od.CommitAttack(line.attack_number),
    "STAND ASIDE": _aside,
    "PASS": _pass,
}
