"""Typed attacks, and how others join them (I11, I12, I15)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks.pairs import is_pair
from engine.inwo.attacks.strikes import strike_of
from engine.inwo.cards import card_id, card_of
from engine.inwo.inwotable import is_group_card, on_table
from pbem.games.inwo.adjudication.attack_named import attack_number
from pbem.games.inwo.adjudication.clauses import LineText
from pbem.games.inwo.adjudication.conditions import read_conditions
from pbem.games.inwo.adjudication.names import NoSuchLine, word_named

MOST_NAMED = 4


def attack(form: Any) -> Callable[[LineText], od.InwoOrder]:
    def make(line: LineText) -> od.InwoOrder:
        plays, reserve_plays = _plays(line)
        claim = line.card_of("PRIVILEGED BY") or _claimed(plays)
        plays = tuple(play for play in plays if play.card != claim)
        return od.LaunchAttack(
            form,
            _attacker(line),
            _target(line),
            from_hand=True if "FROM HAND" in line.has else None,
            at=line.at,
            boosts=line.own_boosts(),
            aid=line.helpers("AID"),
            plays=plays,
            agents="AGENTS" in line.has,
            privileged="PRIVILEGED" in line.has or claim is not None,
            privileged_by=claim,
            privilege_paid_by=_claimer(line),
            reserves=line.helpers("RESERVES"),
            until=line.number("UNTIL"),
            only_if_need=line.number("ONLY IF NEED >="),
            wishes=line.wishes,
            tentative="TENTATIVE" in line.has,
            call_off=_conditions(line, "CALL OFF IF"),
            uses=_used(line),
            assassin=_is_assassin(line),
            instant_by=line.card_of("INSTANT BY"),
            strip=word_named(line.has["STRIP"]) if "STRIP" in line.has else "",
            bars=line.player(line.has["BARRING"]) if "BARRING" in line.has else None,
            reserve_plays=reserve_plays,
        )

    return make


def _claimed(plays: tuple[od.PlayPlot, ...]) -> str | None:
    """A Plot thrown in that makes the attack privileged, as PRIVILEGED BY would name it (I16.2)."""
    return next((play.card for play in plays if not play.paying and _claims(play.card)), None)


def _claims(card: str) -> bool:
    kinds = [one for one in card_of(card).abilities if isinstance(one, ab.AttackPlot)]
    is_claim = card_of(card).ability(ab.ClaimPrivilege) is not None
    return is_claim or bool(kinds) and all(one.privileged for one in kinds)


def _attacker(line: LineText) -> str:
    """The Group behind WITH; where none is named, the only one that has a token."""
    named = line.cards(line.has.get("WITH", "").removesuffix(":"))
    if len(named) > 1:
        first, *rest = map(card_of, map(card_id, named))
        boosts = ", ".join(card.name for card in rest if card.family == "plot")
        helpers = ", ".join(card.name for card in rest if card.family != "plot")
        told = f"{first.name}{boosts and ' BOOST '}{boosts}{helpers and ' AID '}{helpers}"
        others = "others AID it" if helpers else "Plots BOOST it"
        raise NoSuchLine(f"one Group attacks, {others}: WITH {told}")
    if named:
        return named[0]
    able = [copy for copy in line.state.table if _may_act(line, copy)]
    if len(able) != 1:
        mine = (copy for copy in line.state.table if _acts(line, copy))
        names = " or ".join(card_of(copy).name for copy in (able or [*mine])[:MOST_NAMED])
        raise NoSuchLine(f"say WITH and the Group that attacks{names and ': '}{names}", "ambiguous")
    line.guesses.assumed.append(f"the attacker is {card_of(able[0]).name}, which alone has a token")
    return card_id(able[0])


def _may_act(line: LineText, copy: str) -> bool:
    return _acts(line, copy) and line.state.tokens.get(copy, 0) > 0


def _acts(line: LineText, copy: str) -> bool:
    """Whether it is a Group of the writer's, or his Illuminati."""
    is_mine = line.state.controller(copy) == line.seat
    return is_mine and (is_group_card(copy) or copy == line.state.seat(line.seat).illuminati)


def _target(line: LineText) -> str:
    """The card attacked; one's own is never guessed."""
    target = line.card(line.subject, "rivals")
    copy = on_table(line.state, target)
    if copy and target in line.guesses.cards and line.state.controller(copy) == line.seat:
        name = card_of(target).name
        raise NoSuchLine(f"{line.subject!r} may be {name}, which is yours; give the full name")
    return target


def _plays(line: LineText) -> tuple[tuple[od.PlayPlot, ...], ...]:
    """The Plots of an attack, and behind RESERVES those kept for later; PAYING is for the last."""
    line.repeated |= {"PLAY", "PAYING"}
    line.has.read |= {"PLAY", "PAYING"} if "PLAY" in line.has else {"PLAY"}
    found: tuple[list[od.PlayPlot], list[od.PlayPlot]] = ([], [])
    is_kept = 0
    for word, text in line.clauses:
        is_kept |= word == "RESERVES"
        plays = found[is_kept]
        if word == "PLAY":
            plays += [od.PlayPlot(card) for card in line.cards(text)]
        elif word == "PAYING" and plays:
            plays[-1] = changed(plays[-1], paying=line.cards(text))
    return tuple(found[0]), tuple(found[1])


def _claimer(line: LineText) -> str | None:
    """PRIVILEGED BY a Plot PAYING a Group: whose token that takes (I35.31)."""
    words = [word for word, _ in line.clauses]
    is_his = ("PRIVILEGED BY", "PAYING") in zip(words, words[1:], strict=False)
    return line.card_of("PAYING") if is_his else None


def _is_assassin(line: LineText) -> bool:
    word = line.has.get("AS")
    if word is not None and word.upper() != "ASSASSINATION":
        raise NoSuchLine("an attack may be made AS ASSASSINATION by a card that says so")
    return word is not None


def _used(line: LineText) -> tuple[str, ...]:
    """The cards that lend their points; what costs something counts only if it is named."""
    parts = [part.strip() for part in line.has.get("USE", "").split(",") if part.strip()]
    cards = [(line.card(re.sub(r"(?i)^NO\s+", "", part)), part) for part in parts]
    return tuple(card for card, part in cards if not re.match(r"(?i)NO\s", part))


def lent(line: LineText, card: str) -> tuple[str, ...]:
    """Those in the line of a card that attacks; no other has any."""
    id_ = card_id(card)
    return _used(line) if strike_of(id_) is not None or is_pair(id_) else ()


def _conditions(line: LineText, word: str) -> tuple[od.InwoCondition, ...]:
    if not line.has.get(word):
        return ()
    if "TENTATIVE" not in line.has:
        raise NoSuchLine("only a TENTATIVE attack can be called off; add that word")
    return read_conditions(line.has[word], line.state, line.seat)


def join(side: str) -> Callable[[LineText], od.InwoOrder | od.InwoPolicy]:
    def make(line: LineText) -> od.InwoOrder | od.InwoPolicy:
        rival = line.seat_named(line.subject) if side == "oppose" else None
        if rival is not None:
            until = 1 if (number := line.number("UNTIL")) is None else number
            return od.OpposePolicy(rival, until, line.cards_of("WITH"), line.taken)
        helpers = line.helpers("WITH")
        if not helpers:
            raise NoSuchLine("say WITH and the Groups that join")
        _refuse_plots(line, helpers)
        return od.JoinAttack(side, helpers, line.number("UNTIL"), attack_number(line))

    return make


def _refuse_plots(line: LineText, helpers: Sequence[od.Helper]) -> None:
    """Groups join; a Plot of the hand is played."""
    target = line.state.attack.target if line.state.attack else ""
    for card in (card_of(card_id(one.card)) for one in helpers):
        if card.family == "plot":
            on = f" ON {card_of(target).name}" if card.ability(ab.PlotBoost) and target else ""
            raise NoSuchLine(f"{card.name} is a Plot: write PLAY {card.name}{on}")


def join_by(line: LineText) -> od.InwoOrder:
    """JOIN 1 FOR BY Interference WITH CIA."""
    sides = {"FOR": "aid", "AGAINST": "oppose"}
    word = next((word for word in sides if word in line.has), None)
    by = re.fullmatch(r"(?i)(?:BY\s+(.+))?", line.has.get(word, "") if word else "")
    helpers = line.helpers("WITH")
    if word is None or by is None or not helpers:
        raise NoSuchLine("say JOIN 1 FOR or AGAINST, BY the card that opens the way, WITH Groups")
    opened = line.card(by[1]) if by[1] else ""
    return od.JoinAttack(sides[word], helpers, line.number("UNTIL"), attack_number(line), opened)


def boost(line: LineText) -> od.InwoOrder:
    """BOOST CIA WITH Martial Law: for its defense (I35.1)."""
    return od.PlayPlot(line.needed("WITH"), (line.card(line.subject),))


def defend(line: LineText) -> od.InwoOrder:
    if "WITH" in line.has:
        groups = line.helpers("WITH")
        _refuse_plots(line, groups)
        return od.DefendTarget((), line.number("UNTIL"), False, attack_number(line), groups)
    boosts = line.cards_of("BOOST")
    is_all = "ALL IN" in line.has
    return od.DefendTarget(boosts, line.number("UNTIL"), is_all, attack_number(line))


def agents(side: str) -> Callable[[LineText], od.InwoOrder]:
    return lambda line: od.SendAgents(side, attack_number(line))


def deep_agent(line: LineText) -> od.InwoOrder:
    card = line.card("Deep Agent")
    on, _ = line.targets(card)
    return od.PlayPlot(card, on)
