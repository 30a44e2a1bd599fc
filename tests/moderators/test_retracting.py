"""RETRACT: what a player has said is taken back wherever it is still shown, and that is logged."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.documents.layout.player_texts import framed
from pbem.documents.marks import marked
from pbem.models import Outbox, Talk
from pbem.service.moderating.command_context import Actor, Applied
from pbem.service.moderating.retracting import TAKEN_BACK, without_texts
from pbem.settings import Settings
from tests.support.errands import do, done, moderator, refused
from tests.support.service_rows import Table, new_table, one_line

SECRET = "Cat lives at 12 Foggy Lane, the red door, and is never at home before eight."


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def tell(table: Table, seat: str, body: str) -> int:
    """A letter that is read; its number."""
    number = table.send(seat, body)
    table.read(number)
    return number


def bodies(table: Table) -> list[str]:
    with table.database.read() as session:
        return [row.text for row in session.exec(select(Outbox).order_by(col(Outbox.id))).all()]


def said(table: Table) -> list[tuple[str, str]]:
    with table.database.read() as session:
        return [(row.kind, row.text) for row in session.exec(select(Talk).order_by(col(Talk.id)))]


def test_a_text_is_replaced_in_the_talk_and_in_every_mail(table: Table) -> None:
    letter = tell(table, "bob", f"SAY TO dee, cat: {SECRET}\n\nDIARY: {SECRET}")
    tell(table, "dee", "SAY TO ALL: Hello there")
    assert sum("Foggy Lane" in body for body in bodies(table)) >= 2
    answer = do(table, f"RETRACT {letter}", actor=moderator())
    assert isinstance(answer, Applied) and answer.is_act
    assert "2 texts are taken back" in answer.answer
    assert said(table) == [("say", TAKEN_BACK), ("diary", TAKEN_BACK), ("say", "Hello there")]
    others = [body for body in bodies(table) if "dee" in body or "cat" in body]
    assert any(f"| {TAKEN_BACK}" in body for body in others)
    with table.database.read() as session:
        mails = session.exec(select(Outbox).where(Outbox.kind == "word")).all()
        assert mails and not any("Foggy" in mail.body for mail in mails)
    assert "Foggy" not in str(answer.after) and answer.after == {"letter": letter, "texts": 2}
    assert "holds no text that anybody" in one_line(refused(table, f"RETRACT {letter}"))


def test_who_plays_takes_back_no_text_of_others(table: Table) -> None:
    letter = tell(table, "bob", "SAY TO ALL: I win")
    why = refused(table, f"RETRACT {letter}", actor=Actor("ann", is_rival=True))
    assert "You play in this game" in why
    assert said(table) == [("say", "I win")]


def test_it_is_the_operators_too_and_in_the_log(table: Table) -> None:
    letter = tell(table, "bob", "SAY TO ALL: I win")
    done(table, f"RETRACT {letter} BECAUSE it is not true")
    assert said(table) == [("say", TAKEN_BACK)]


def test_a_text_is_found_whole_and_nothing_beside_it_is_touched() -> None:
    longer, short = marked(framed(f"{SECRET} And so on."), "quote"), marked(framed(SECRET), "quote")
    body = f"Bob to dee:\n{short}\n\nCat to dee:\n{longer}\n{SECRET}"
    left = without_texts(body, [SECRET])
    taken = marked(framed(TAKEN_BACK), "quote")
    assert left == f"Bob to dee:\n{taken}\n\nCat to dee:\n{longer}\n{SECRET}"
