"""A trade that waits for its parties, by mail (I23.1)."""

from __future__ import annotations

from pbem.database import Database
from tests.games.inwo.test_inwo_by_mail import begun, go_on, table_of, told, write
from tests.support.service_rows import Table


def agreed(sqlite_database: Database) -> Table:
    """Bob has offered in his main phase, and ann has accepted."""
    table = table_of(sqlite_database, windows="M11")
    begun(table)
    attack = "ATTACK Cable TV FROM HAND WITH Network ONLY IF NEED >= 30"
    write(table, "bob", f"TAKEOVER Germany UNDER Network\n{attack}\nMORE\nREADY")
    go_on(table, 3)
    write(table, "bob", "OFFER ann Infobahn FOR Benefit Concert")
    answer = write(table, "ann", "ACCEPT 1")
    assert "DONE ACCEPT 1 The exchange comes next. Answer CHOOSE KEEP or CHOOSE LIE;" in answer
    return table


def test_both_parties_are_asked_and_nobody_else_hears_of_it(sqlite_database: Database) -> None:
    table = agreed(sqlite_database)
    news = told(table.mails("bob", "news")[-1].text)
    assert "Your offer to ann is accepted; the exchange comes next." in news
    assert "Trade 1 waits for your answer: CHOOSE KEEP or CHOOSE LIE." in news
    many = len(table.mails("bob", "turn"))
    answer = write(table, "ann", "CHOOSE LIE")
    assert "As things stand it would be refused" in answer and "(I33.4)" in answer
    table.sweep()
    assert len(table.mails("bob", "turn")) == many, "that one has answered is told to nobody"
    assert "OK CHOOSE KEEP" in write(table, "bob", "choose keep")
    table.sweep()
    story = told(table.mails("bob", "turn")[-1].text)
    assert "Your offer to ann is carried out. - ann gets Infobahn from you." in story


def test_the_turn_goes_on_after_what_two_have_been_asked(sqlite_database: Database) -> None:
    """Each of several asks that are over is a part of the turn of its own."""
    table = agreed(sqlite_database)
    write(table, "bob", "1: KNOCK\nREADY")
    table.read(table.send("ann", "CHOOSE KEEP"))
    go_on(table, 3)
    assert table.game().phase == "running" and table.game().error is None
    assert table.game().turn == 2
