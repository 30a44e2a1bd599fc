"""Whatever is typed in a game of INWO, every letter is judged and every turn is played."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from typing import Any

import pytest

from engine.inwo.cards import INWO_CARDS, card_id
from pbem.games.contract.orders import GameInput, LetterInput, SeatFile
from pbem.games.contract.ruleset import RobotSeat
from pbem.games.contract.values import Filed
from pbem.games.inwo.labels import label
from pbem.games.registry import ruleset

SEATS = ("ann", "bob", "cat")
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
STEPS = 60
FORMS = (
    """
ATTACK C WITH X|ATTACK C FROM HAND WITH X AT N BOOST C AID C, C|ATTACK C WITH C AGENTS PLAY C
DESTROY X WITH X AID C AGENTS|DESTROY C WITH C PRIVILEGED BY C|ATTACK C WITH C RESERVES C UNTIL 9
TAKEOVER C|TAKEOVER C UNDER C AT S|TAKEOVER C LINK C|MOVE C UNDER C AT W PAYING C|LINK C TO C
UNLINK C|BRING C LINK C|DRAW GROUP|BUY PLOT WITH C, C|PLAY C|PLAY C ON X|PLAY C: W|PLAY C ON X: W
PLAY C ON X PAYING C BOOST C|PLAY C ON 1 IF IT FAILS|USE C|USE C ON X|USE C: W|USE C ON X: W
USE C ON 1 IF IT SUCCEEDS|RELIEVE C WITH C|FREE C PAYING C|FREE C PAYING MASTER|EXPOSE C|DISCARD C
REMOVE TOKEN FROM C|REMOVE ZAPS FROM S|RETURN C TO TOP|RETURN C TO 99|STORE C UNDER C|WRITE C: C
AID 1 WITH X, C UNTIL 5|AID WITH C|OPPOSE WITH X BOOST C|DEFEND|DEFEND 1 ALL IN|DEFEND WITH C
AGENTS FOR 1|AGENTS AGAINST|CANCEL X IN 1 WITH C|CANCEL 1 WITH C|CHOOSE C|CHOOSE C, C|GIVE C TO S
OFFER S C FOR C|ACCEPT 1|ACCEPT 2|DECLINE 1|GUARD ALL UNTIL 5|GUARD C ALL IN|SHED C TO BOTTOM
OPPOSE S TAKING ANY Weird UNTIL 4 WITH C|SUPPORT S WITH C|IF 1 FAILS: DISCARD C|KNOCK|PASS
IF C HAS TOKEN: DISCARD C|IF NEED > 3: AID WITH C|IF bob JOINS: OPPOSE WITH C|LEAD C, C|PASS ALL
""".strip()
    .replace("\n", "|")
    .split("|")
)
"""C stands for a card, X for a card or anything else, S for a player, W for a word."""
WORDS = ("Weird", "Violent", "Straight", "BASIC ONLY", "UP", "x")
ANY = tuple(card.name for card in INWO_CARDS.values())


class Typist:
    """One who types anything, mostly about cards that are near."""

    def __init__(self, chance: random.Random, state: Any, seat: str) -> None:
        self.chance, mine = chance, state.seat(seat)
        near = [label(card_id(copy)) for copy in state.table]
        hand = [label(card_id(copy)) for copy in (*mine.plots, *mine.groups)]
        self.cards = [*near, *near, *hand, *hand, *chance.sample(ANY, 5)]

    def line(self) -> str:
        pick = self.chance.choice
        filled = {"C": lambda: pick(self.cards), "S": lambda: pick(SEATS), "W": lambda: pick(WORDS)}
        filled["X"] = lambda: pick([*self.cards, pick(SEATS), "1", "2.1", "Illuminati"])
        return re.sub(r"\b[CSWX]\b", lambda found: filled[found[0]](), pick(FORMS))


@pytest.mark.long
@pytest.mark.parametrize("pace", ["announce", "table", "policies"])
@pytest.mark.parametrize("seed", range(6))
def test_anything_can_be_typed(seed: int, pace: str) -> None:
    game, chance = ruleset("inwo"), random.Random(f"{seed} {pace}")
    dice = game.dice(bytes([seed]) * 32)
    state = game.rules.new(SEATS, game.options_from({"pace": pace}), dice, {}).state
    standing: dict[str, tuple[str, ...]] = {}
    letters = 0
    for _ in range(STEPS):
        status = game.rules.status(state)
        if not status.asks:
            break
        ask = chance.choice(status.asks)
        sheets = {}
        for seat in SEATS:
            lines = [Typist(chance, state, seat).line() for _ in range(chance.randint(1, 6))]
            if chance.random() < 0.4:
                lines += game.robots.letter(RobotSeat(seat, "greedy"), state, (ask,), dice)
            names = game.language.vocabulary(state, seat)
            given = GameInput(state, lambda _seat, names=names: names, standing, dice)
            filed = SeatFile(answers={one.key: "" for one in status.windows_of(seat)})
            judged = game.language.judge(given, LetterInput(seat, "\n".join(lines), filed))
            letters += len(judged.lines)
            standing[seat] = judged.standing or standing.get(seat, ())
            sheet = judged.answers.get(ask.key) if ask.sheet else judged.script
            if seat in ask.seats and sheet is not None and sheet.text:
                sheets[seat] = tuple(sheet.text.split("\n"))
        done = game.rules.advance(state, ask.key, Filed(sheets, standing), dice, NOON)
        state = done[-1].state
        assert list(game.rules.audit(state)) == []
        assert game.codec.decode_events(game.codec.encode_events(done[-1].events))
        assert all(game.reporter.world(state, seat) for seat in SEATS)
        for event in done[-1].events:
            assert isinstance(game.reporter.format_event(event, "ann"), str)
    assert letters > 100 and state.turn.number > 3
