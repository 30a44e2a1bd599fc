"""Standing orders by letter: what is at odds, what is at an end, what each did."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from engine.illuminati import events as ev
from pbem.database import Database
from pbem.games.illuminati.codec import decode_events
from pbem.models import Record, Seat
from pbem.settings import Settings
from tests.support.service_rows import FNORD, Table, new_table, with_moderator


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def on_file(table: Table, seat: str) -> list[str]:
    with table.database.read() as session:
        row = session.exec(select(Seat).where(Seat.name == seat)).one()
        return list(row.policies or [])


def happened(table: Table) -> list[ev.Event]:
    with table.database.read() as session:
        rows = session.exec(select(Record).order_by(col(Record.seq))).all()
        return [event for row in rows for event in decode_events(row.events)]


def flat(text: str) -> str:
    return " ".join(text.split())


def report_to(table: Table, seat: str) -> str:
    mails = [mail for mail in table.mails() if mail.rcpt == f"{seat}@example.org"]
    return flat([mail for mail in mails if mail.key.startswith("report:")][-1].text)


def test_opposite_stances_are_told_with_the_one_that_counts(table: Table) -> None:
    table.write("cat", "OPPOSE ann MAX 2 UNTIL TURN 9")
    answer = flat(table.write("cat", "SUPPORT ann MAX 3 UNTIL TURN 7"))
    assert "WARNING SUPPORT ann MAX 3 UNTIL TURN 7" in answer
    assert "opposite ways; the newer one counts (R12.4)." in answer
    assert len(on_file(table, "cat")) == 2
    status = flat(table.write("cat", "STATUS"))
    assert "YOUR STANDING ORDERS" in status and "opposite ways" in status


def test_what_a_newer_line_replaces_for_good_is_no_longer_on_file(table: Table) -> None:
    table.write("cat", "OPPOSE ann MAX 2\nRESERVE 3")
    answer = flat(table.write("cat", "RESERVE 4\nOPPOSE ann MAX 5"))
    assert "RESERVE 4 takes the place of RESERVE 3 (R12.8)." in answer
    assert "OPPOSE ann MAX 5 takes the place of OPPOSE ann MAX 2 (R12.4)." in answer
    assert on_file(table, "cat") == ["RESERVE 4", "OPPOSE ann MAX 5"]


def test_a_preview_of_a_policy_says_what_is_at_odds_and_keeps_nothing(table: Table) -> None:
    table.write("cat", "RESERVE 3")
    answer = flat(table.write("cat", "RESERVE 4\nPREVIEW"))
    assert "takes the place of RESERVE 3" in answer
    assert on_file(table, "cat") == ["RESERVE 3"]


def test_a_ceiling_above_the_purse_is_only_a_warning(table: Table) -> None:
    answer = flat(table.write("cat", "OPPOSE ann MAX 8"))
    assert "WARNING OPPOSE ann MAX 8" in answer
    assert "more than the 7 MB that your Illuminati has now (R6.2)." in answer
    assert on_file(table, "cat") == ["OPPOSE ann MAX 8"]


def test_a_policy_for_turns_that_are_over_is_refused(table: Table) -> None:
    answer = flat(table.write("cat", "OPPOSE ann MAX 2 UNTIL TURN 4"))
    assert "REFUSED" in answer and "that is over" in answer
    assert on_file(table, "cat") == []


def test_a_policy_that_spends_or_ends_says_so_to_its_player_alone(table: Table) -> None:
    table.write("cat", "OPPOSE ann UNTIL 1 MAX 2 ALL IN UNTIL TURN 5\nRESERVE 3")
    table.write("bob", "OPPOSE ann MAX 1")
    table.write("ann", "ATTACK Yuppies WITH Mafia\nREADY")
    table.sweep()
    told = report_to(table, "cat")
    assert "Turn 5, line 1: your OPPOSE ann UNTIL 1 MAX 2 ALL IN UNTIL TURN 5 spent 2 MB" in told
    assert "your OPPOSE ann UNTIL 1 MAX 2 ALL IN UNTIL TURN 5 has ended" in told.replace(
        "Your", "your"
    )
    assert on_file(table, "cat") == ["RESERVE 3"]
    assert on_file(table, "bob") == ["OPPOSE ann MAX 1"]
    for other in ("ann", "dee"):
        text = report_to(table, other)
        assert "your OPPOSE" not in text and "at an end" not in text


NEARLY = FNORD.replace("money = 12", "money = 140")
"""bob lacks 6 MB of the 150 that his Illuminati needs, and nobody can count them."""


def thrown(table: Table) -> list[tuple[str, str, bool]]:
    events = [event for event in happened(table) if isinstance(event, ev.GameThrown)]
    return [(event.seat, event.to, event.is_refused) for event in events]


def test_a_gift_that_wins_by_money_nobody_can_count_is_for_the_moderator(
    database: Database, settings: Settings
) -> None:
    table = new_table(database, settings, position=NEARLY)
    answer = flat(table.write("cat", "GIVE 6 TO bob"))
    assert "DONE GIVE 6 TO bob" in answer and "R9.4" not in answer
    assert thrown(table) == [("cat", "bob", False)]
    assert all("moderator" not in mail.text for mail in table.mails())


def test_a_gift_refused_for_what_all_can_count_is_for_the_moderator_too(
    database: Database, settings: Settings
) -> None:
    table = new_table(database, settings, position=f'options.treasuries = "open"\n{NEARLY}')
    answer = flat(table.write("cat", "GIVE 6 TO bob"))
    assert "REFUSED" in answer and "let bob win" in answer
    assert "no moderator who could allow it" in answer and "shown to" not in answer
    assert thrown(table) == [("cat", "bob", True)]
    assert table.state().money("network") == 7
    assert "shown to the moderator" in flat(with_moderator(table).write("cat", "GIVE 6 TO bob"))


# --- until a day ------------------------------------------------------------------------


def test_an_offer_ends_at_the_day_it_was_given_in_its_writers_zone(table: Table) -> None:
    answer = flat(table.write("bob", "OFFER ann 3 MB FOR 1 MB EXPIRES SUN 18:00"))
    assert "it ends Sun 22 Nov 2026, 18:00 UTC" in answer
    news = [mail for mail in table.mails() if mail.kind == "news"]
    assert "It stands until Sun 22 Nov 2026, 18:00 UTC." in flat(news[0].text)
    table.clock.on(hours=30)
    assert len(table.state().offers) == 1
    table.clock.on(minutes=1)
    refused = flat(table.write("ann", "ACCEPT 1"))
    assert "REFUSED" in refused and "no open offer" in refused
    assert table.state().offers == ()
    closed = [event for event in happened(table) if isinstance(event, ev.OfferClosed)]
    assert [(event.number, event.why) for event in closed] == [(1, "expired")]


def test_an_acceptance_that_arrived_in_time_counts_whenever_it_is_read(table: Table) -> None:
    table.write("bob", "OFFER ann 3 MB FOR 1 MB EXPIRES SUN 18:00")
    table.clock.on(hours=30)
    letter = table.send("ann", "ACCEPT 1")
    table.clock.on(hours=2)
    table.read(letter)
    assert [type(e).__name__ for e in happened(table)].count("Traded") == 1


def test_an_offer_nobody_answers_is_closed_and_told_with_the_turn(table: Table) -> None:
    table.write("bob", "OFFER ann 3 MB FOR 1 MB EXPIRES TOMORROW")
    table.run_turn()
    assert table.state().offers == ()
    assert "Offer 1, from you to ann: run out." in report_to(table, "bob")


def test_a_policy_ends_at_its_day_and_its_player_is_told(table: Table) -> None:
    answer = flat(table.write("cat", "OPPOSE ann UNTIL 1 MAX 2 ALL IN EXPIRES 22 Nov"))
    assert "it ends Sun 22 Nov 2026, 23:59 UTC" in answer
    kept = "OPPOSE ann UNTIL 1 MAX 2 ALL IN EXPIRES 22 Nov 2026 23:59 UTC"
    assert on_file(table, "cat") == [kept]
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    table.run_turn()
    assert [event for event in happened(table) if isinstance(event, ev.Spent)] == []
    assert f"Your {kept} has ended: the time you gave it is over." in report_to(table, "cat")
    assert on_file(table, "cat") == []


def test_a_policy_acts_until_its_day(table: Table) -> None:
    table.write("cat", "OPPOSE ann UNTIL 1 MAX 2 ALL IN EXPIRES 29 Nov 12:00")
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    table.run_turn()
    assert [event.seat for event in happened(table) if isinstance(event, ev.Spent)] == ["cat"]
    assert len(on_file(table, "cat")) == 1


@pytest.mark.parametrize("day", ["30 Feb", "20 Nov 2026", "TODAY 08:00", "2026-13-01"])
def test_a_day_that_is_none_or_over_is_asked_about(table: Table, day: str) -> None:
    answer = table.write("bob", f"OFFER ann 3 MB EXPIRES {day}")
    assert "ASK" in answer
    assert table.state().offers == ()


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("OPPOSE ann MAX 4", "It can do nothing: it is for attacks of your own"),
        ("SUPPORT ann MAX 4", "It can do nothing: it is for attacks of your own"),
        ("GUARD CIA MAX 4", "It can do nothing now: you do not hold C.I.A."),
        ("OPPOSE bob MAX 4 ONLY AGAINST bob", "It can do nothing unless bob destroys"),
    ],
)
def test_what_can_do_nothing_is_filed_with_a_warning(table: Table, typed: str, why: str) -> None:
    answer = flat(table.write("ann", typed))
    assert f" WARNING {typed.split()[0]} " in answer and why in answer
    assert "DONE" not in answer and "costs at worst" not in answer
    assert len(on_file(table, "ann")) == 1
