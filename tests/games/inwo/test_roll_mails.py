"""What players read and may write while dice lie open (I31.12)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from engine.core.dice import LoadedDice, Roll, SecretDice
from engine.inwo import orders as od
from engine.inwo.game import advance
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from engine.inwo.view import inwo_view
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.games.contract.orders import GameInput, JudgedLine
from pbem.games.contract.reports import Issue
from pbem.games.contract.ruleset import RobotSeat
from pbem.games.inwo.adjudication.lines import read_order
from pbem.games.inwo.forecasts import with_need
from pbem.games.inwo.formats import TypedOrder
from pbem.games.inwo.suggestions import suggested
from pbem.games.registry import ruleset
from tests.support.inwo_cases import order_of, position_of

PLAYED = ruleset("inwo")
ABOUT = MailContext(
    *("Fnord-9", "bob", "Bob", "UTC", 1, "ann", datetime(2026, 11, 22, 20, tzinfo=UTC)),
    *(datetime(2026, 11, 21, tzinfo=UTC), "", "1"),
)
SEATS = {
    "ann": "ufos +1 | the-mafia N +1 | group_hand: hackers | plots: bribery",
    "bob": "the-network +1 | canada N | plots: murphys-law",
    "cat": "bermuda-triangle | trekkies N",
}


@pytest.fixture
def rolled() -> InwoState:
    return after_roll((1, 1))


def after_roll(roll: Roll) -> InwoState:
    """The dice of an attack have fallen."""
    options = {"pace": "announce", "roll_window": "open"}
    state = place(position_of({"seats": SEATS, "options": options}))
    script: Any = (od.InwoLine(1, order_of("ATTACK hackers WITH the-mafia")),)
    dice = LoadedDice([roll], SecretDice(b"rolls"))
    state = advance(state, state.asks[0].key, {"ann": script}, {}, dice).state
    return advance(state, state.asks[0].key, {}, {}, dice).state


def given(state: InwoState) -> GameInput[InwoState]:
    words = PLAYED.language.vocabulary
    return GameInput(state, lambda who: words(state, who), {}, PLAYED.dice(b"x"))


def mail_to(state: InwoState, seat: str) -> Mail:
    mail = PLAYED.reporter.report(given(state), replace(ABOUT, seat=seat), Issue(events=()))
    assert mail is not None and max(map(len, mail.text.split("\n"))) <= 72
    return mail


def test_who_is_asked_reads_how_the_dice_lie_and_what_would_change_them(rolled: InwoState) -> None:
    text = mail_to(rolled, "bob").text
    asking = PLAYED.reporter.asked(given(rolled), ABOUT, is_answered=False).text
    assert "THE DICE HAVE FALLEN." in asking and "the attack succeeds." in asking
    assert "THE DICE HAVE FALLEN. You may change them" in text
    assert "The dice show 1 and 1. As things stand, the attack succeeds." in text
    assert "# PLAY Murphy's Law    # then it fails" in text
    assert "AID" not in text and "OPPOSE" not in text, "nobody joins any more"


def test_who_is_not_asked_reads_it_too_and_has_nothing_to_do(rolled: InwoState) -> None:
    text = mail_to(rolled, "cat").text
    assert "The dice show 1 and 1. As things stand, the attack succeeds." in text
    assert "You have nothing to do now." in text


def test_his_page_offers_the_same(rolled: InwoState) -> None:
    lines = [(line.text, line.about) for line in suggested(rolled, "bob")]
    assert lines == [
        ("PLAY Murphy's Law", "then it fails"),
        ("PASS", "leaves the dice as they lie"),
    ]


def robots_letter(state: InwoState, seat: str) -> tuple[str, ...]:
    assert PLAYED.robots is not None
    asks = PLAYED.rules.status(state).asks
    return PLAYED.robots.letter(RobotSeat(seat, "greedy"), state, asks, PLAYED.dice(b"r"))


def test_a_robot_saves_its_own_attack_and_meddles_with_nothing_else(rolled: InwoState) -> None:
    lost = after_roll((6, 6))
    assert robots_letter(lost, "ann") == ("PLAY Bribery", "READY")
    assert robots_letter(lost, "bob") == robots_letter(rolled, "ann") == ("PASS", "READY")


def typed(view: InwoState, text: str) -> TypedOrder:
    return TypedOrder(read_order(text, view, "bob").order)


def test_the_answer_to_his_letter_says_what_would_come_of_it(rolled: InwoState) -> None:
    view = inwo_view(rolled, "bob")
    played, joined = (
        with_need(view, "bob", JudgedLine(1, text, "OK", order=typed(view, text)))
        for text in ("PLAY Murphy's Law", "OPPOSE WITH Canada")
    )
    assert played.forecast == ("The attack would fail if nobody answered that.",)
    assert joined.status == "WARNING" and "only what changes them" in joined.note


def test_his_view_shows_the_dice(rolled: InwoState) -> None:
    attack = inwo_view(rolled, "cat").attack
    assert attack is not None and attack.roll == (1, 1)
