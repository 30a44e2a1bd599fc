"""A robot's choice: the lines of a report that go well together, the likelier the better."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pbem.demo.report_reader import MOST_NEED, OfferedAttack, ReportCard, RobotReport

_WORTH = {"control": 1.0, "neutralize": 0.1, "destroy": 0.05}
TRANSFERS = 2
_BOLDNESS = 6
"""How strongly a robot prefers the better of two plans."""
_LEAST_WORTH = 0.25
"""A turn that is worth less than this is better passed."""
_WAYS = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33)
"""How many of 36 rolls are at most 0, 1, … 10."""


@dataclass(frozen=True, slots=True)
class PlannedAttack:
    """An attack as a robot will order it: `aid` what is free, `money` in MB."""

    offer: OfferedAttack
    aid: tuple[str, ...]
    money: int
    chance: float

    @property
    def line(self) -> str:
        """The order: the offered line, its aid written anew where not all of it is free."""
        line = self.offer.line
        if self.aid != self.offer.aid:
            aid = f" AID {', '.join(self.aid)}" if self.aid else ""
            line = line.partition(" AID ")[0] + aid
        return f"{line} SPEND {self.money}" if self.money else line


def orders_for(paper: RobotReport, chance: random.Random) -> list[str]:
    """The lines a robot sends: up to two attacks, perhaps a card played and money moved, READY."""
    plans = [plan for plan in _plans(paper) if _worth(plan) >= _LEAST_WORTH]
    if not plans:
        return ["PASS", "READY"]
    plan = chance.choices(plans, [_worth(plan) ** _BOLDNESS for plan in plans])[0]
    attacks = sorted(plan, key=lambda attack: -attack.chance)
    lines = [attack.line for attack in attacks]
    return [*_plays(paper, chance), *lines, *_transfers(paper, plan), "READY"]


_ANNOUNCER = re.compile(r"(?P<who>\S+) has announced ")
_STANCE = re.compile(r"# (?P<line>(?P<verb>GUARD|OPPOSE|SUPPORT) .+?)  +# need (?P<need>-?\d+), .*")
_GUARD = 0.8
"""How often a robot spends on keeping a group of its own."""


def answers_for(text: str, shares: Mapping[str, float], chance: random.Random) -> list[str]:
    """The lines a robot sends in answer to a bulletin: some of those offered, and READY.

    It guards what is its own, and opposes whoever is ahead of the others, the more so the
    nearer he is to winning; `shares` are those of its last report.
    """
    named = _ANNOUNCER.search(text)
    share = shares.get(named["who"], 0.0) if named else 0.0
    is_ahead = share >= max((s for who, s in shares.items() if who != "You"), default=0.0)
    eager = {"GUARD": _GUARD, "OPPOSE": share**2 / 6 if is_ahead else 0.0, "SUPPORT": 0.0}
    offered = [found for line in text.splitlines() if (found := _STANCE.fullmatch(line))]
    lines = [found["line"] for found in offered if chance.random() < eager[found["verb"]]]
    return [*lines, "READY"]


def _plans(paper: RobotReport) -> Iterator[tuple[PlannedAttack, ...]]:
    """Every attack alone, and every two that do not use the same card."""
    for offer in paper.offers:
        yield from _paid(paper.cards, ((offer, offer.aid),))
    for one, two in combinations(paper.offers, 2):
        if one.attacker == two.attacker or one.target == two.target:
            continue
        mine = tuple(card for card in one.aid if card != two.attacker)
        left = tuple(card for card in two.aid if card not in (one.attacker, *mine))
        yield from _paid(paper.cards, ((one, mine), (two, left)))


def _paid(
    cards: Sequence[ReportCard], parts: Sequence[tuple[OfferedAttack, tuple[str, ...]]]
) -> Iterator[tuple[PlannedAttack, ...]]:
    """The plan with money for what it is to control, as far as the treasuries reach (R5.7)."""
    lends = {card.code: card.transferable for card in cards}
    purse = {card.code: card.money for card in cards}
    illuminati = cards[0].code
    attacks = []
    for offer, aid in parts:
        need = offer.need - sum(lends[card] for card in offer.aid if card not in aid)
        left = max(0, MOST_NEED - need) if offer.form == "control" else 0
        spent = 0
        for treasury in (offer.attacker, illuminati):
            part = min(left - spent, purse[treasury])
            purse[treasury] -= part
            spent += part
        ways = _WAYS[min(max(need + spent, 0), MOST_NEED)]
        attacks.append(PlannedAttack(offer, aid, spent, ways / 36))
    if all(attack.chance for attack in attacks):
        yield tuple(attacks)


def _worth(plan: Sequence[PlannedAttack]) -> float:
    return sum(_WORTH[attack.offer.form] * attack.chance for attack in plan)


def _plays(paper: RobotReport, chance: random.Random) -> list[str]:
    """Perhaps one card played or power used, from the lines offered."""
    return [chance.choice(paper.plays)] if paper.plays and chance.random() < 0.5 else []


def _transfers(paper: RobotReport, plan: Sequence[PlannedAttack]) -> list[str]:
    """The two largest sums moved (R2.9), away from cards whose money the plan does not use."""
    needed = {paper.cards[0].code, *(attack.offer.attacker for attack in plan)}
    idle = [transfer for transfer in paper.transfers if transfer.source not in needed]
    return [t.line for t in sorted(idle, key=lambda t: -t.amount)][:TRANSFERS]
