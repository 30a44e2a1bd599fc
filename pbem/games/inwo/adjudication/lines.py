"""Typed lines of a run as orders: the attacks, their answers, Plots and the usual deeds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.cards import card_id, card_of
from engine.inwo.cards.card import InwoCard
from engine.inwo.state import InwoState
from pbem.games.inwo.adjudication.clauses import NUMBER, LineText
from pbem.games.inwo.adjudication.conditions import opposite, read_conditions
from pbem.games.inwo.adjudication.names import NoSuchLine, small, word_named
from pbem.games.inwo.adjudication.standing import (
    aside,
    buy_before,
    declare_if,
    give_way,
    guard,
    pass_always,
    pass_round,
    shed,
    support,
    tax,
)
from pbem.games.inwo.adjudication.trades import accept, counter, deal_number, give, offer, show
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
_AM_TO_DISCARD = re.compile(r"WHEN\s+I\s+AM\s+TO\s+DISCARD\s*:\s*(SHED\b.+)", re.IGNORECASE)
"""The SHED order by itself: it waits for nothing else."""
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
    text = " ".join(text.split())
    if said := _AM_TO_DISCARD.fullmatch(text):
        text = said[1]
    if said := _WHEN.fullmatch(text.strip()):
        return ReadOrder(
            read_trigger(said[1], state, seat, lambda part: _waiting(part, state, seat))
        )
    if said := _ALWAYS.fullmatch(text.strip()):
        return ReadOrder(pass_always(said[1]))
    if (policy := declare_if(text.strip(), state, seat)) is not None:
        return ReadOrder(policy)
    for verb, make in _VERBS.items():
        match = re.match(rf"{verb}(?![\w-])", text.strip(), re.IGNORECASE)
        if match:
            line = LineText(text.strip()[match.end() :], state, seat)
            order = make(line)
            line.end()
            return ReadOrder(order, line.window, line.typed)
    verb = text.strip().partition(" ")[0].upper()
    if verb in _CLASSIC:
        why, rule = _CLASSIC[verb]
        message = f"{verb} is an order of the other game: {why} ({rule})"
        raise NoSuchLine(message, "illegal", "other-game", rule)
    raise NoSuchLine("does not begin like an order")


def _waiting(text: str, state: InwoState, seat: str) -> od.InwoOrder | od.InwoPolicy:
    """The order behind a WHEN, which is no WHEN itself."""
    if _WHEN.fullmatch(text.strip()):
        raise NoSuchLine("one WHEN cannot stand within another")
    return read_order(text, state, seat).order


_NO_MONEY = "nobody has money here; a Group acts by its token"
_CLASSIC: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(("TRANSFER", "SPREAD"), ("tokens are not given to others", "I21.3")),
    **dict.fromkeys(("SPEND", "UPKEEP"), (_NO_MONEY, "I6.1")),
    "RESERVE": ("unspent tokens stay where they are", "I6.3"),
    "PAY": ("what a card costs stands behind PAYING in the line that plays it", "I6.8"),
    "NEUTRALIZE": ("attacks are to control or to destroy", "I11.1"),
    "DROP": ("a Group leaves a structure only by an attack, a card, a move or a gift", "I9.8"),
    "ABOLISH": ("privilege ends by a card that negates it", "I16.3"),
    "CHEAT": ("the Cheating Game is not offered", "I30.6"),
    "ACCUSE": ("no Illuminati is hidden", "I4.1"),
    "COPY": ("no Illuminati copies another", "I4.1"),
}
"""Orders of the classic game, with what stands in their place and its rule."""


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
            uses=_used(line),
        )

    return make


def _used(line: LineText) -> tuple[str, ...]:
    """The cards that lend their points; what costs something counts only if it is named."""
    parts = [part.strip() for part in line.has.get("USE", "").split(",") if part.strip()]
    cards = [(line.card(re.sub(r"(?i)^NO\s+", "", part)), part) for part in parts]
    return tuple(card for card, part in cards if not re.match(r"(?i)NO\s", part))


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


def _join_by(line: LineText) -> od.InwoOrder:
    """JOIN 1 FOR BY Interference WITH CIA."""
    sides = {"FOR": "aid", "AGAINST": "oppose"}
    word = next((word for word in sides if word in line.has), None)
    by = re.fullmatch(r"(?i)(?:BY\s+(.+))?", line.has.get(word, "") if word else "")
    helpers = line.helpers("WITH")
    if word is None or by is None or not helpers:
        raise NoSuchLine("say JOIN 1 FOR or AGAINST, BY the card that opens the way, WITH Groups")
    opened = line.card(by[1]) if by[1] else ""
    return od.JoinAttack(sides[word], helpers, line.number("UNTIL"), line.attack_number, opened)


def _boost(line: LineText) -> od.InwoOrder:
    """BOOST CIA WITH Martial Law: for its defense (I35.1)."""
    return od.PlayPlot(line.needed("WITH"), (line.card(line.subject),))


def _defend(line: LineText) -> od.InwoOrder:
    if "WITH" in line.has:
        groups = line.helpers("WITH")
        return od.DefendTarget((), line.number("UNTIL"), False, line.attack_number, groups)
    boosts = line.cards_of("BOOST")
    is_all = "ALL IN" in line.has
    return od.DefendTarget(boosts, line.number("UNTIL"), is_all, line.attack_number)


def _agents(side: str) -> Callable[[LineText], od.InwoOrder]:
    return lambda line: od.SendAgents(side, line.attack_number)


def _deep_agent(line: LineText) -> od.InwoOrder:
    card = line.card("Deep Agent")
    on, _ = line.targets(card)
    return od.PlayPlot(card, on)


def _play(line: LineText) -> od.InwoOrder:
    name, _, told = line.subject.partition(":")
    card = line.card(name.strip())
    on, value = line.targets(card)
    payers = [word for word in ("PAYING", "AID", "WITH") if word in line.has]
    if len(payers) > 1:
        raise NoSuchLine(f"{' and '.join(payers)} cannot stand in one line")
    number, discarded = _discarded(line)
    paying = (*line.cards_of(payers[0] if payers else "PAYING"), *discarded)
    boosts = line.cards_of("BOOST")
    told = line.told(card, value or told.strip())
    return od.PlayPlot(card, on, told, paying, boosts, *line.course, number)


def _discarded(line: LineText) -> tuple[int, tuple[str, ...]]:
    """DISCARDING 2 PLOTS, or the Plots of the hand that are given up."""
    said = line.has.get("DISCARDING", "")
    if number := re.fullmatch(r"(?i)(\d+) PLOTS?", said):
        return small(number[1]), ()
    cards = line.cards(said)
    return len(cards), cards


def _use(line: LineText) -> od.InwoOrder:
    name, _, told = line.subject.partition(":")
    by_action = re.fullmatch(r"(?i)(.+?)\s+ACTION", name.strip())
    card = line.card(by_action[1] if by_action else name.strip())
    side = line.side
    on, value = line.targets(card)
    if side:
        return _sided(line, card, side)
    if not on and " OF " in line.has.get("TO", ""):
        # USE Lasers TO REVERSE Straight OF Pentagon
        value, _, target = line.has["TO"].partition(" OF ")
        on = (line.card(target),)
    told = value.strip() or told.strip()
    return od.UseAbility(card, on, told, *line.course, by_action is not None)


def _sided(line: LineText, card: str, side: str) -> od.InwoOrder:
    """For or against an attack: a Group that may join does so, another lends its points."""
    held = card_of(card.partition("#")[0])
    if held.ability(ab.AttackPlot) is None:
        number, line.window = line.window or None, ""
        joins = "aid" if side == "FOR" else "oppose"
        return od.JoinAttack(joins, (od.Helper(card),), None, number)
    against = "LOWER" if any(one.lower for one in _lenders(held)) else "DEFENSE"
    return od.UseAbility(card, (), against if side == "AGAINST" else "", *line.course)


def _lenders(card: InwoCard) -> list[ab.AttackPlot]:
    return [one for one in card.abilities if isinstance(one, ab.AttackPlot)]


def _move(line: LineText) -> od.InwoOrder:
    card = line.card(line.subject)
    if "TO" in line.has:
        return od.OfferDeal(line.player(line.has["TO"]), (card,), paying=line.card_of("PAYING"))
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
    parts = [part.strip() for part in line.subject.split(",") if part.strip()]
    return od.Choose(tuple(p if p.isdecimal() and small(p) else line.card(p) for p in parts))


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


def _lead(line: LineText) -> od.InwoOrder:
    *cards, last = [part.strip() for part in line.subject.split(",")]
    any_, _, word = last.partition(" ")
    if any_.upper() == "ANY":
        return od.PlaceLead(line.cards(",".join(cards)), line.at, word_named(word))
    return od.PlaceLead(line.cards(line.subject), line.at)


def _write(line: LineText) -> od.InwoOrder:
    card, _, name = line.subject.partition(":")
    return od.WriteNote(line.card(card), line.card(name))


_VERBS: Mapping[str, Callable[[LineText], od.InwoOrder | od.InwoPolicy]] = {
    **dict.fromkeys(("ATTACK", "CONTROL", "TAKE"), _attack("control")),
    "DESTROY": _attack("destroy"),
    "AID": _join("aid"),
    "OPPOSE": _join("oppose"),
    "DEFEND": _defend,
    "SUPPORT": support,
    "AGENTS FOR": _agents("aid"),
    "AGENTS AGAINST": _agents("oppose"),
    "DEEP AGENT": _deep_agent,
    "PLAY": _play,
    "USE": _use,
    "GUARD": guard,
    "TAKEOVER": _take_over,
    "MOVE": _move,
    "LINK": lambda line: od.LinkResource(line.card(line.subject), line.needed("TO")),
    "UNLINK": lambda line: od.LinkResource(line.card(line.subject)),
    "BRING": lambda line: od.BringResource(line.card(line.subject), line.card_of("LINK")),
    "BUY PLOTS BEFORE TOKENS": buy_before,
    "BUY PLOT": lambda line: od.BuyPlot(line.cards_of("WITH")),
    "DRAW GROUP": lambda line: od.DrawGroupCard(),
    "REMOVE TOKEN FROM": lambda line: od.RemoveToken(line.card(line.subject)),
    "EXPOSE": lambda line: od.ExposePlot(line.card(line.subject)),
    "SHOW": show,
    "JOIN": _join_by,
    "BOOST": _boost,
    "COUNTER": counter,
    "DECLARE NOW": lambda line: od.DeclareVictory(),
    "WITHDRAW": lambda line: od.WithdrawVictory(),
    "DISCARD": lambda line: od.DiscardCard(line.card(line.subject)),
    "RETURN": _return,
    "RELIEVE": _relieve,
    "CANCEL": _cancel,
    "CHOOSE": _choose,
    "STORE": _store,
    "WRITE": _write,
    "REMOVE ZAPS FROM": _unzap,
    "FREE": _free,
    "GIVE": give,
    "OFFER": offer,
    "ACCEPT": accept,
    "DECLINE": lambda line: od.DeclineDeal(deal_number(line)),
    "SHED": shed,
    "NO SHUFFLE": lambda line: od.ShufflePolicy(),
    "TAX": tax,
    "DECLARE NEVER": lambda line: od.DeclarePolicy(False),
    "DECLARE ALWAYS": lambda line: od.DeclarePolicy(True),
    "DRAW BOTH": lambda line: od.DrawPolicy(),
    "SKIP PLOT DRAW": lambda line: od.DrawPolicy(plots=False),
    "SKIP GROUP DRAW": lambda line: od.DrawPolicy(groups=False),
    "LEAD": _lead,
    "KNOCK": lambda line: od.Knock(),
    "MORE": lambda line: od.EndSegment(),
    "YIELD": give_way,
    "CALL OFF": lambda line: od.CallOff(line.attack_number),
    "COMMIT": lambda line: od.CommitAttack(line.attack_number),
    "STAND ASIDE": aside,
    "PASS": pass_round,
}
