"""What is typed in a run of INWO, and the order it is read as; nothing is read half."""

from __future__ import annotations

from typing import Any

import pytest

from engine.inwo import orders as od
from engine.inwo.placing import place
from pbem.games.inwo.adjudication.lines import read_line, read_order
from pbem.games.inwo.adjudication.names import NoSuchLine
from pbem.games.inwo.filed_lines import lines_of
from tests.support.each import each
from tests.support.inwo_cases import position_of

SEATS = {
    "ann": "ufos +1 | the-mafia N +1 | pentagon E | plots: hoax, deep-agent | group_hand: texas",
    "bob": "the-network | c-i-a N +1 | boy-sprouts E",
}
STATE = place(position_of({"seats": SEATS}))
H = od.Helper


def read(text: str) -> Any:
    return read_order(text, STATE, "ann").order


@pytest.mark.parametrize("typed", ["CIA", "C.I.A.", "c.i.a", "cia", "The CIA"])
def test_a_name_is_read_with_dots_and_without(typed: str) -> None:
    order = read(f"ATTACK {typed} WITH Mafia")
    assert order == od.LaunchAttack("control", "the-mafia", "c-i-a")


@each(
    ("typed", "order"),
    [
        ("TAKE FBI WITH Pentagon AT N", od.LaunchAttack("control", "pentagon", "f-b-i", at="N")),
        ("CONTROL BATF WITH Mafia", od.LaunchAttack("control", "the-mafia", "b-a-t-f")),
        (
            "ATTACK Texas FROM HAND WITH Pentagon AT E",
            od.LaunchAttack("control", "pentagon", "texas", from_hand=True, at="E"),
        ),
        (
            "ATTACK Hackers WITH Mafia AID CIA, FBI WITH Trekkies AT S, Wargamers AT E",
            od.LaunchAttack(
                "control",
                "the-mafia",
                "hackers",
                aid=(H("c-i-a"), H("f-b-i")),
                wishes=(("trekkies", "S"), ("wargamers", "E")),
            ),
        ),
        ("PASS", od.PassRound()),
        ("PASS ALL", od.PassRound(all_rounds=True)),
        ("RETURN Hoax! TO 5", od.ReturnPlot("hoax", 5)),
        (
            "PREFER Hoax!, ANY Goal REST TO BOTTOM",
            od.PreferPolicy((od.ShedChoice("hoax"), od.ShedChoice(word="goal")), "bottom"),
        ),
        ("PREFER rest to top", od.PreferPolicy((), "top")),
        ("CHOOSE Texas, the rest to bottom", od.Choose(("texas",), "bottom")),
        ("CHOOSE REST", od.Choose(("rest",))),
        ("RETURN Hoax! TO TOP", od.ReturnPlot("hoax", 0)),
        ("RETURN Hoax! TO BOTTOM", od.ReturnPlot("hoax", -1)),
        ("FREE Boy Sprouts PAYING MASTER", od.FreeGroup("boy-sprouts", "the-network")),
        ("TAKEOVER Texas ELSE Canada ELSE NONE", od.TakeOver(("texas", "canada"), or_none=True)),
        ("GUARD ALL UNTIL 5 KEEP 2 TOKENS", od.GuardPolicy(None, 5, 2)),
        ("GUARD Mafia ALL IN", od.GuardPolicy("the-mafia", 1, 0, True)),
        ("OPPOSE bob UNTIL 6 WITH Pentagon", od.OpposePolicy("bob", 6, ("pentagon",))),
        ("OPPOSE 1 WITH Pentagon UNTIL 4", od.JoinAttack("oppose", (H("pentagon"),), 4, "1")),
        ("DEFEND 3.1 ALL IN", od.DefendTarget((), None, True, "3.1")),
        ("DEFEND 1 WITH Texas", od.DefendTarget((), None, False, "1", (H("texas"),))),
        (
            "OPPOSE bob TAKING ANY weird UNTIL 6 WITH Pentagon",
            od.OpposePolicy("bob", 6, ("pentagon",), "Weird"),
        ),
        (
            "SUPPORT bob AGAINST ann WITH Pentagon UNTIL 9",
            od.SupportPolicy("bob", 9, ("pentagon",), "ann"),
        ),
        ("AGENTS AGAINST 1", od.SendAgents("oppose", "1")),
        ("DRAW BOTH", od.DrawPolicy()),
        ("SKIP PLOT DRAW", od.DrawPolicy(plots=False)),
        ("DECLARE ALWAYS", od.DeclarePolicy(True)),
        (
            "USE Pentagon TO REVERSE Straight OF CIA",
            od.UseAbility("pentagon", ("c-i-a",), "REVERSE Straight"),
        ),
        ("DEEP AGENT ON 1", read("PLAY Deep Agent ON 1")),
        (
            "DESTROY CIA WITH Mafia PLAY Hoax! PAYING Pentagon",
            od.LaunchAttack(
                "destroy", "the-mafia", "c-i-a", plays=(od.PlayPlot("hoax", paying=("pentagon",)),)
            ),
        ),
    ],
)
def test_a_line_is_read_whole(typed: str, order: Any) -> None:
    assert read(typed) == order


@each(
    ("typed", "why"),
    [
        ("PASS UNTIL NEED 6", "PASS UNTIL NEED > 6"),
        ("KNOCK now please", "cannot be here"),
        ("AGENTS FOR please", "not the number"),
        ("DEFEND banana", "not the number"),
        ("OPPOSE banana WITH Pentagon", "not the number"),
        ("EXPOSE Hoax! ON bob", "ON bob cannot be"),
        ("ATTACK CIA WITH Mafia ON Texas", "ON Texas cannot be"),
        ("OPPOSE bob TAKING ANY Fluffy UNTIL 6 WITH Pentagon", "not an alignment"),
        ("RETURN Hoax! TO the cellar", "takes a number"),
        ("GUARD ALL KEEP many", "KEEP takes a number"),
        ("ATTACK Nobody At All WITH Mafia", "no card is called"),
        ("DISCARD KKK, Jihad", "DISCARD takes one card: write DISCARD KKK, then DISCARD Jihad"),
        ("DISCARD KKK and Jihad", "DISCARD takes one card: write DISCARD KKK, then DISCARD Jihad"),
        ("DISCARD KKK, Jihaadaddad", "no card is called"),
        ("TRANSFER 3 FROM Mafia TO Illuminati", "tokens are not given"),
        ("SPEND 3", "nobody has money"),
        ("DROP Trekkies", "I9.8"),
        ("NEUTRALIZE Trekkies WITH Mafia", "I11.1"),
        ("hello there", "does not begin like an order"),
    ],
)
def test_what_is_not_known_is_refused_and_never_half_read(typed: str, why: str) -> None:
    with pytest.raises(NoSuchLine, match=why):
        read(typed)


def test_a_part_that_fits_two_cards_is_asked_about() -> None:
    with pytest.raises(NoSuchLine) as problem:
        read("ATTACK New WITH Mafia")
    assert problem.value.status == "ambiguous"


@each(
    "typed",
    [
        "ATTACK Texas WITH Mafia WITH " + "a AT N " * 120 + "Z",
        "ATTACK Texas WITH Mafia WITH " + "a AT N, " * 120 + "Z",
        "ATTACK " + "WITH " * 190,
        "ATTACK " + "x, " * 300,
        "OFFER bob " + "Hoax AND " * 100,
        "GUARD ALL UNTIL 99999999999999999999",
        "GUARD ALL KEEP 99999999999999999999",
        "ACCEPT 99999999999999999999",
        "RETURN Hoax! TO 99999999999999999999",
    ],
)
def test_a_hostile_line_is_refused_at_once(typed: str) -> None:
    """No line takes more than a look at each of its parts, and no number grows without bound."""
    with pytest.raises(NoSuchLine):
        read(typed)


@pytest.mark.parametrize(
    "asked", ["NEED 1 >= 99999999999999999999", "99999999999999999999 FAILS", "a HAS " * 150]
)
def test_a_hostile_condition_is_refused_at_once(asked: str) -> None:
    with pytest.raises(NoSuchLine):
        read_line(f"IF {asked}: PASS", STATE, "ann")


def test_no_two_lines_of_a_sheet_have_one_number() -> None:
    """A line without a number takes one that no other line has (I31.3)."""
    texts = ("PLAY Hoax! ON 2", "1: PLAY Deep Agent ON 1", "DISCARD Texas", "4: PASS", "KNOCK")
    lines = lines_of(STATE, "ann", texts)
    assert [line.number for line in lines] == [2, 1, 3, 4, 5]


def test_lines_without_numbers_count_from_the_first() -> None:
    texts = ("DISCARD Texas", "no order", "KNOCK")
    assert [line.number for line in lines_of(STATE, "ann", texts)] == [1, 3]


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("TAKEOVER ANY Government", od.TakeOver(("texas",))),
        ("DISCARD ANY Plot", od.DiscardCard("hoax")),
        ("REMOVE TOKEN FROM ANY Violent", od.RemoveToken("the-mafia")),
        (
            "ATTACK ANY Government WITH ANY Criminal AID ANY Straight",
            od.LaunchAttack("control", "the-mafia", "c-i-a", aid=(H("pentagon"),)),
        ),
    ],
)
def test_any_of_a_kind_is_the_first_that_joined(typed: str, order: Any) -> None:
    assert read(typed) == order


def test_any_of_a_kind_of_which_there_is_none_is_no_card() -> None:
    with pytest.raises(NoSuchLine, match="nothing here is Communist"):
        read("ATTACK ANY Communist WITH Mafia")
