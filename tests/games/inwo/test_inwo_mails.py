"""The mails of INWO as their readers see them: the story, the table, the form, the last report."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.placing import place
from engine.inwo.state import InwoState, OpenAsk
from pbem.documents.html import to_html
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import plain_text
from pbem.documents.marks import lists_kept, marked
from pbem.games.contract.orders import GameInput
from pbem.games.contract.reports import Issue, PastTurn
from pbem.games.inwo.world import own_goals
from pbem.games.registry import ruleset
from tests.support.inwo_cases import position_of

PLAYED = ruleset("inwo")
ABOUT = MailContext(
    *("Fnord-9", "bob", "Bob", "UTC", 3, "ann", None),
    *(datetime(2026, 11, 21, tzinfo=UTC), "", "1"),
    last_turn=2,
)
SEATS = {
    "ann": "gnomes-of-zurich | the-mafia N +1 | new-york the-mafia E D",
    "bob": "the-network +1 | hackers N +2 | resources: necronomicon > hackers",
}
TERMS = (
    ev.Term("power", "the-mafia", 7),
    ev.Term("aid", "loan-sharks", 5),
    ev.Term("resistance", "hackers", -4),
)
FALLEN = ev.DiceRolled("2", (5, 2), 7)
WON = ev.AttackResolved("2", TERMS, 8, (5, 2), 7, True, 7, "ann", "hackers", "bob")


@pytest.fixture
def state() -> InwoState:
    return place(position_of({"seats": SEATS}))


def report(state: InwoState, *events: Any, about: MailContext = ABOUT) -> Mail:
    seats = [seat.name for seat in state.seats]
    dice = PLAYED.dice(b"x")
    given = GameInput(state, lambda who: PLAYED.language.vocabulary(state, who), {}, dice)
    mail = PLAYED.reporter.report(given, about, Issue(events=events))
    assert mail is not None and about.seat in seats
    assert max(map(len, mail.text.split("\n"))) <= 72
    return mail


def told(mail: Mail) -> str:
    return " ".join(mail.text.split())


def test_the_story_says_who_attacked_whom_and_tells_the_dice_once(state: InwoState) -> None:
    text = report(state, FALLEN, WON).text
    told_in = " ".join(text.split())
    assert "- Attack 2, by ann on your Hackers: the need is 8, the dice show 5 and 2." in told_in
    assert told_in.count("5 and 2") == 1
    assert "Aid of Loan Sharks " in text, "each helper is named in the sum"
    assert "The dice of attack 2: 5 and 2." in report(state, FALLEN).text, "not known otherwise"


def test_what_no_dice_decide_is_told_as_it_ended(state: InwoState) -> None:
    sure = changed(WON, roll=None, total=None)
    assert "the need is 8. It succeeds." in told(report(state, sure))
    hopeless = changed(sure, need=1, success=False)
    assert "the need is 1, which no dice can make. It fails." in told(report(state, hopeless))


def test_what_is_exposed_together_is_told_together(state: InwoState) -> None:
    cards = ("hail-eris", "jihad", "jihad")
    text = report(state, *(ev.PlotExposed("ann", card) for card in cards)).text
    assert "- ann exposes Hail Eris! and Jihad x2." in text
    assert "!." not in text and "!!" not in text, "a name may have a mark of its own"


def test_every_table_is_a_table_on_a_phone(state: InwoState) -> None:
    mail = report(state, WON)
    assert "  `-N The Mafia                                  7     1   7 VR\n" in mail.text
    assert "with Necronomicon" in mail.text and "Devastated" in mail.text
    assert "Power: after a slash, the Global Power." in mail.text, "the legend is in every report"
    page = to_html(mail.body)
    assert "<pre" not in page and page.count('class="world"') == 2


def test_the_end_of_the_form_stands_in_the_form(state: InwoState) -> None:
    asked = changed(state, asks=(OpenAsk("script", "script", ("ann",)),))
    page = to_html(report(asked, about=replace(ABOUT, seat="ann")).body)
    assert page.count(">END</div>") == 1


def test_what_counts_twice_is_said(state: InwoState) -> None:
    gone = changed(state, winners=("ann",))
    assert own_goals(state, "ann").startswith("You have 2 of the 12 Groups you need")
    assert "THE GAME IS OVER. ann wins with 2 of 12 Groups." in report(gone).text


def test_the_last_report_says_what_can_be_done_next(state: InwoState) -> None:
    text = report(changed(state, winners=("bob",))).text
    assert "THE GAME IS OVER. You win with" in text
    for line in ("The finale comes in a mail of its own", "# PLAY AGAIN", "# VERIFY", "# EXPORT"):
        assert line in text


@pytest.mark.parametrize(("had", "is_warned"), [(0, False), (1, True), (2, True), (3, False)])
def test_whoever_has_no_puppet_is_warned_before_his_third_turn_ends(
    had: int, is_warned: bool
) -> None:
    """I27.1: a player without a puppet is out once he has ended his third turn."""
    seats = SEATS | {"bob": "the-network +1"}
    bare = place(position_of({"seats": seats}))
    bob = changed(bare.seat("bob"), turns_taken=had)
    bare = changed(bare, seats=tuple(bob if one.name == "bob" else one for one in bare.seats))
    text = " ".join(report(bare).text.replace("|", " ").split())
    assert ("Whoever has none at the end of his third turn is out of the game" in text) == is_warned
    assert "Whoever has none" not in told(report(bare, about=replace(ABOUT, seat="ann")))


def test_history_is_a_line_a_turn(state: InwoState) -> None:
    began = ev.InwoTurnBegan("ann", 5)
    lost = changed(WON, success=False, seat="bob", owner="", form="destroy")
    mail = PLAYED.reporter.history(state, ABOUT, (began, FALLEN, WON, lost))
    assert mail.kind == "history"
    assert (
        "- Turn 5, ann: took your Hackers (need 8, rolled 7); you failed to destroy Hackers "
        "(need 8, rolled 7)." in told(mail)
    )


def test_a_turn_that_is_over_is_told_whole(state: InwoState) -> None:
    turn = PastTurn(5, (ev.InwoTurnBegan("ann", 5), WON), state)
    text = PLAYED.reporter.past_turn(state, ABOUT, turn).text
    assert "* TURN 5: ann, for Gnomes of Zurich" in text
    assert text.index("TURN 5:") < text.index("Aid of Loan Sharks")


def test_an_odd_of_the_form_is_never_torn() -> None:
    long = "# DESTROY Semiconscious Liberation Army WITH Servants of Cthulhu    # need 7, 58 %"
    rows = plain_text(marked(long, "form")).splitlines()
    assert rows == [long.partition("    #")[0], "#     # need 7, 58 %"]
    typed = [row.removeprefix("# ") for row in rows]
    assert typed[1].lstrip().startswith("#"), "whoever uncomments both leaves a comment"


def test_help_is_a_list_on_a_phone() -> None:
    text = PLAYED.language.help_text("")
    page = to_html(lists_kept(text, 72))
    assert plain_text(lists_kept(text, 72)).strip() == text.strip(), "the text is as it was"
    assert "<pre" not in page and ">SEND ANYWAY 3</td>" in page
    assert page.count('colspan="2"') >= 5, "what has no gloss has all the width"
