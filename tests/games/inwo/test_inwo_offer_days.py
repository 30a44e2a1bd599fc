"""Offers with a day, and standing orders that are all taken back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from engine.core.dice import SecretDice
from engine.inwo import events as ev
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from pbem.games.contract.orders import GameInput, Judgement, LetterInput
from pbem.games.contract.values import Filed
from pbem.games.inwo import rules
from pbem.games.inwo.language import LANGUAGE
from tests.support.each import each
from tests.support.inwo_cases import position_of

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
DICE = SecretDice(b"offers")
STATE = place(
    position_of({"seats": {"ann": "ufos | the-mafia N | plots: hoax", "bob": "the-network"}})
)


def judged(text: str, *standing: str) -> Judgement[InwoState, ev.InwoEvent]:
    names = LANGUAGE.vocabulary(STATE, "ann")
    game = GameInput(STATE, lambda _: names, {"ann": standing}, DICE, at=NOON)
    letter = LetterInput("ann", text, offers_end_at=NOON + timedelta(days=2))
    return LANGUAGE.judge(game, letter)


@each(
    ("behind", "end"),
    [
        ("EXPIRES FRI", datetime(2026, 11, 27, 23, 59, tzinfo=UTC)),
        ("EXPIRES 30 Nov 20:00", datetime(2026, 11, 30, 20, tzinfo=UTC)),
        ("EXPIRES fri 8pm", datetime(2026, 11, 27, 20, tzinfo=UTC)),
        ("EXPIRES 30.11. 6.30pm", datetime(2026, 11, 30, 18, 30, tzinfo=UTC)),
        ("EXPIRES Fri 18:00 New York", datetime(2026, 11, 27, 23, tzinfo=UTC)),
        ("EXPIRES in 3 days", datetime(2026, 11, 29, 12, tzinfo=UTC)),
        ("EXPIRES 36h", datetime(2026, 11, 28, 0, tzinfo=UTC)),
        ("", NOON + timedelta(days=2)),
    ],
)
def test_an_offer_ends_on_its_day_or_as_the_clock_has_it(behind: str, end: datetime) -> None:
    """I21.4, I31.11."""
    done = judged(f"OFFER bob Hoax FOR Jihad {behind}").done
    assert done is not None
    for over, left in ((end - timedelta(minutes=1), 1), (end + timedelta(minutes=1), 0)):
        assert len(rules.settle(done.state, Filed(), DICE, over).state.deals) == left


def test_a_day_that_is_over_is_asked_about_and_a_turn_stays_one() -> None:
    (line,) = judged("OFFER bob Hoax FOR Jihad EXPIRES 1 Jan 2020").lines
    assert line.status == "ASK" and "EXPIRES FRI" in line.note
    done = judged("OFFER bob Hoax FOR Jihad EXPIRES TURN 9").done
    assert done is not None and done.state.deals[0].expires == "TURN 9"


def test_all_standing_orders_are_taken_back_at_once() -> None:
    """I31.14."""
    on_file = ("WHEN bob ATTACKS ME: DEFEND", "SHED Hoax")
    assert judged("CLEAR STANDING", *on_file).standing == ()
    assert judged("CANCEL ORDER 2", *on_file).standing == on_file[:1]
