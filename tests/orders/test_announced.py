"""What announced attacks count on cannot be taken away, by whatever deed of whomever (R12.2)."""

from __future__ import annotations

from datetime import timedelta
from typing import TypeVar

import pytest

from engine.illuminati import events as ev
from pbem.database import Database
from pbem.games.illuminati.codec import decode_events
from pbem.games.illuminati.rules import ANSWERS
from pbem.service.due.reminding import ring
from pbem.settings import Settings
from tests.support.service_rows import CAST, FNORD, NOON, Table, new_table, one_line

E = TypeVar("E")
ATTACK = "ATTACK Yuppies WITH Mafia SPEND 3 FROM Cthulhu UP TO 20"
HELD = "HELD"


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    """Turn 5 is ann's; scripts are announced."""
    return new_table(database, settings, pace="announce")


def announce(table: Table, script: str = ATTACK) -> None:
    table.write("ann", f"{script}\nREADY")
    assert table.adjudicate()
    assert table.game().wait == ANSWERS


def of(table: Table, kind: type[E]) -> list[E]:
    events = [event for row in table.records() for event in decode_events(row.events)]
    return [event for event in events if isinstance(event, kind)]


def made(table: Table) -> list[str]:
    """The groups that were attacked."""
    return [event.target for event in of(table, ev.Attacked)]


DEALS = [
    ("ann", "OFFER dee 20 MB FOR NOTHING", "dee", "ACCEPT 1"),
    ("dee", "OFFER ann NOTHING FOR 20 MB", "ann", "ACCEPT 1"),
    ("dee", "OFFER ann 1 MB FOR 20 MB", "ann", "ACCEPT 1"),
    ("ann", "OFFER dee Bribery FOR NOTHING", "dee", "ACCEPT 1"),
]
"""Who offers what, and who accepts it once ann's attack is announced."""


@pytest.mark.long
@pytest.mark.parametrize(("by", "offer", "to", "accept"), DEALS)
@pytest.mark.parametrize("is_early", [True, False], ids=["offered before", "offered after"])
def test_a_deal_waits_for_the_attack_that_counts_on_what_it_takes(
    table: Table, by: str, offer: str, to: str, accept: str, is_early: bool
) -> None:
    if is_early:
        table.write(by, offer)
    announce(table)
    if not is_early:
        table.write(by, offer)
    answer = one_line(table.write(to, accept))
    assert HELD in answer and "announced attacks" in answer and "right after" in answer
    assert not of(table, ev.Traded)
    assert HELD in one_line(table.write(to, f"PREVIEW\n{accept}"))
    table.run_turn()
    assert made(table) == ["yuppies"]
    told = one_line(table.mails(to, "held_lines")[-1].text)
    assert ("DONE" if of(table, ev.Traded) else "REFUSED") in told


@pytest.mark.long
@pytest.mark.parametrize(
    ("offer", "accept"),
    [
        ("OFFER dee Mafia FOR 5 MB", "ACCEPT 1"),
        ("OFFER dee Mafia", "ACCEPT 1"),
    ],
)
def test_the_attacking_group_is_not_sold_while_it_is_announced(
    table: Table, offer: str, accept: str
) -> None:
    table.write("ann", offer)
    announce(table)
    answer = one_line(table.write("dee", accept))
    assert "REFUSED" in answer and "The offer stays open" in answer and "(R12.2)" in answer
    table.run_turn()
    assert made(table) == ["yuppies"]
    assert [offer.number for offer in table.state().offers] == [1]


def test_the_target_is_not_handed_over_nor_dropped(table: Table) -> None:
    table.write("bob", "OFFER ann C.I.A. FOR NOTHING")
    announce(table, "ATTACK CIA WITH Mafia")
    assert "REFUSED" in one_line(table.write("ann", "ACCEPT 1"))
    table.write("dee", "OFFER bob 1 MB FOR NOTHING")
    table.write("bob", "ACCEPT 2 WITH CIA DROPPED")
    table.run_turn()
    assert made(table) == ["cia"]


def test_gifts_to_the_attacker_and_deals_of_others_go_through(table: Table) -> None:
    announce(table)
    assert "DONE" in one_line(table.write("dee", "GIVE 2 TO ann"))
    table.write("bob", "OFFER cat 2 MB FOR NOTHING")
    assert "DONE" in one_line(table.write("cat", "ACCEPT 1"))
    assert "DONE" in one_line(table.write("ann", "PLAY Slush Fund"))


def test_the_card_that_pays_for_privilege_is_not_played_meanwhile(table: Table) -> None:
    announce(table, "ATTACK Yuppies WITH Mafia PRIVILEGED BY Slush Fund")
    assert HELD in one_line(table.write("ann", "PLAY Slush Fund"))
    table.run_turn()
    assert made(table) == ["yuppies"] and not of(table, ev.Gained)


@pytest.mark.long
@pytest.mark.parametrize("leaver", ["ann", "bob"])
def test_who_resigns_leaves_when_the_announced_attacks_have_been_made(
    table: Table, leaver: str
) -> None:
    asked = one_line(table.write(leaver, "RESIGN"))
    code = asked.partition("send: RESIGN ")[2].split()[0]
    table.write(leaver, f"RESIGN {code}")
    table.clock.now = NOON + timedelta(days=1) - timedelta(minutes=10)
    table.write("ann", "ATTACK TO NEUTRALIZE CIA WITH Mafia\nREADY")
    assert table.adjudicate()
    table.clock.now = NOON + timedelta(days=1)
    ring(table.service, table.game_id, table.clock())
    assert not table.state().seat(leaver).is_out
    for seat in CAST[1:]:
        table.write(seat, "STAND ASIDE")
    assert table.adjudicate()
    assert len(made(table)) == 1
    assert ring(table.service, table.game_id, table.clock())
    assert table.state().seat(leaver).is_out


def test_a_report_names_the_announced_attack_that_was_not_made_and_why(table: Table) -> None:
    script = (
        "ATTACK Yuppies WITH Mafia",
        "IF 1 SUCCEEDS: ATTACK Hackers WITH Cthulhu",
        "IF 1 FAILS: ATTACK Trekkies WITH Cthulhu",
    )
    announce(table, "\n".join(script))
    table.run_turn()
    (fallen,) = of(table, ev.NotMade)
    assert {fallen.target, made(table)[1]} == {"hackers", "trekkies"}
    named = {"hackers": "Hackers", "trekkies": "Trekkies"}[fallen.target]
    for seat in CAST:
        text = one_line(table.report(seat).text)
        assert f"announced attack on {named} with" in text
        assert "was not made: its condition was not met" in text


def test_the_power_that_is_claimed_stays_while_it_is_announced(
    database: Database, settings: Settings
) -> None:
    position = FNORD.replace('to_move = "ann"', 'to_move = "ann"\noptions.hidden_illuminati = true')
    table = new_table(database, settings, position=position, pace="announce")
    announce(table, "ATTACK Yuppies WITH Cthulhu")
    assert "REFUSED" in one_line(table.write("ann", "POWER 0"))
    table.run_turn()
    assert made(table) == ["yuppies"]
