"""What players look up and set by mail: the letters they write and the mails they get."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.documents.layout.mail_context import Mail
from pbem.games.illuminati.language import Vocabulary, read
from pbem.grammar.preferences import DATES, JSON, QUIET, InvalidPreference
from pbem.grammar.times.zones import nearest_zone
from pbem.mails.kinds import as_answer
from pbem.models import Game, Outbox, Person
from pbem.service.mailing.outbox import send_at
from pbem.settings import Settings
from tests.support.each import each
from tests.support.golden import whole
from tests.support.golden_plugin import Golden
from tests.support.places import TESTS
from tests.support.service_rows import CAST, NOON, Table, new_table

HERE = TESTS / "reports"
NAMES = Vocabulary(CAST, "bob")


@pytest.fixture
def table(sqlite_database: Database, sqlite_url: str) -> Table:
    """Turn 6, bob's: ann has taken Yuppies in turn 5."""
    settings = Settings.model_validate(
        {
            "database": {"url": sqlite_url},
            "mail": {"address": "game@example.org", "answer_gap_seconds": 0},
        }
    )
    table = new_table(sqlite_database, settings)
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 3\nREADY")
    table.clock.on(minutes=1)
    assert table.adjudicate()
    return table


def asked(table: Table, text: str, seat: str = "bob") -> list[Outbox]:
    return table.read(table.send(seat, text))


def player(table: Table, seat: str = "bob") -> Person:
    with table.database.read() as session:
        return session.exec(select(Person).where(Person.email == f"{seat}@example.org")).one()


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("help_all", "HELP"),
        ("help_letters", "HELP LETTERS\nHELP PACES"),
        ("rules", "RULES privilege\nRULES R5.4\nRULES xqz"),
        ("card", "CARD Mafia\nCARD Swiss Bank Account\nCARD Slush Fund\nCARD UFOs\nCARD Hackers"),
        ("who", "WHO"),
        ("history", "HISTORY"),
        ("history_turn", "HISTORY 5"),
        ("settings", "SET ZONE Berlin\nSET DATES de\nSET QUIET 22-7"),
        ("display", "DISPLAY TEST"),
    ],
)
def test_a_letter_that_asks_gets_what_it_asked_for(
    table: Table, golden: Golden, name: str, text: str
) -> None:
    mails = asked(table, text)
    assert len(mails) == 1
    golden(HERE / f"{name}.txt", whole(mails[0]))
    assert all(len(line) <= 72 for line in mails[0].text.splitlines())


def test_every_line_to_be_sent_is_read(table: Table) -> None:
    """Lines that stand alone, indented, and begin with a word of the language."""
    texts = [mail.text for text in ("SET", "DISPLAY TEST", "HELP") for mail in asked(table, text)]
    lines = [line.strip() for text in texts for line in text.splitlines()]
    lines = [re.split(r" {2,}", line)[0] for line in lines]
    sent = [line for line in lines if re.match(r"(SET|RESERVE|ATTACK|PASS|GUARD) ", line)]
    assert len(sent) > 15
    for line in sent:
        assert [found.status for found in read(line, NAMES)] in (["control"], ["order"]), line


def test_all_rules_are_a_list_of_chapters_and_long_ones_are_cut(table: Table) -> None:
    (mail,) = asked(table, "RULES")
    assert "R5 The need" in mail.text
    (mail,) = asked(table, "RULES the")
    assert len(mail.text.splitlines()) < 80
    more = re.search(r"More: RULES (R\d+\.\d+)", mail.text)
    assert more is not None
    assert asked(table, f"RULES {more[1]}")[0].text.count(more[1])


def test_orders_and_questions_in_one_letter_get_both(table: Table) -> None:
    mails = asked(table, "ATTACK Hackers WITH CIA\nCARD Hackers\nWHO\nCARD Mafia")
    assert [mail.kind for mail in mails] == ["acknowledgement", "card", "who"]
    assert table.filed("bob") == ["1: ATTACK Hackers WITH C.I.A."]


def test_a_card_tells_nothing_of_other_hands(table: Table) -> None:
    """ann holds Slush Fund; bob cannot tell, and she can."""
    (his,) = asked(table, "CARD Slush Fund")
    assert "in the deck or in somebody's hand" in his.text
    (hers,) = asked(table, "CARD Slush Fund", "ann")
    assert "You hold it" in hers.text


def test_an_unknown_card_is_told_the_nearest(table: Table) -> None:
    (mail,) = asked(table, "CARD Hakers")
    assert "The Hackers" in mail.text or "Hackers [HACK]" in mail.text
    (mail,) = asked(table, "CARD xyzzy")
    assert "not a card" in " ".join(mail.text.split())


def test_who_is_waited_for_does_not_tell_what_he_holds(table: Table) -> None:
    before = asked(table, "WHO", "cat")[0].text
    table.write("bob", "PASS\nWAIT")
    assert asked(table, "WHO", "cat")[0].text == before
    assert "Waited for: bob" in before


def test_a_report_again_is_the_same_with_its_files(table: Table) -> None:
    report = table.report("bob")
    (again,) = asked(table, f"RESEND {report.turn}")
    assert (again.subject, again.text) == (report.subject, report.text)
    (answer,) = asked(table, "RESEND 99")
    assert "no report of yours opened turn 99" in answer.text


def test_settings_are_kept_and_take_effect(table: Table) -> None:
    (mail,) = asked(table, "SET ZONE Berlin\nSET DATES DE\nSET HTML OFF\nSET JSON ON")
    assert "ZONE: your clock is that of Europe/Berlin" in mail.text
    assert mail.format == "text"
    now = player(table)
    assert (now.zone, now.format, JSON.of(now.preferences)) == ("Europe/Berlin", "text", "on")
    table.run_turn()
    assert "Fr 27. Nov 2026, 13:01 CET" in " ".join(table.report("bob").text.split())
    assert "Fri 27 Nov 2026, 12:01 UTC" in " ".join(table.report("cat").text.split())


def test_in_a_preview_nothing_is_set(table: Table) -> None:
    asked(table, "PREVIEW\nSET ZONE Berlin")
    assert player(table).zone == "UTC"


def test_what_cannot_be_set_is_told(table: Table) -> None:
    (mail,) = asked(table, "SET ZONE Atlantis")
    assert "nothing changed" in " ".join(mail.text.split())
    assert player(table).zone == "UTC"


@each(
    ("typed", "zone"),
    [
        ("berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("Belrin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("york", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_zones_are_found_by_their_town(typed: str, zone: str) -> None:
    assert nearest_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("22:00 - 07:00", "22:00-07:00"),
        ("22-7", "22:00-07:00"),
        ("off", "off"),
        ("1 to 5", "01:00-05:00"),
    ],
)
def test_quiet_hours_are_read(typed: str, kept: str) -> None:
    assert QUIET.value_of(typed) == kept


@pytest.mark.parametrize("typed", ["25-7", "7-7", "at night", "22:00"])
def test_hours_that_are_none_are_not_taken(typed: str) -> None:
    with pytest.raises(InvalidPreference):
        QUIET.value_of(typed)


def test_a_language_without_dates_is_not_taken() -> None:
    assert DATES.value_of("German") == "de"
    with pytest.raises(InvalidPreference):
        DATES.value_of("xx")


REPORT = Mail("Turn 1", "It began.", "turn")
SLEEPER = Person(
    name="bob",
    email="bob@example.org",
    zone="Europe/Berlin",
    preferences={"quiet": "22:00-07:00"},
    created_at=NOON,
)


@pytest.mark.parametrize(
    ("at", "goes_at"),
    [
        ("12:00", "12:00"),
        ("21:30", "30:00"),
        ("23:00", "30:00"),
        ("05:59", "06:00"),
        ("06:00", "06:00"),
    ],
)
def test_quiet_hours_hold_mail_to_their_end(at: str, goes_at: str) -> None:
    """In Berlin it is an hour later than by UTC in November; times are of the first day."""
    day = datetime(2026, 11, 21, tzinfo=UTC)
    now, then = (day + timedelta(hours=int(t[:2]), minutes=int(t[3:])) for t in (at, goes_at))
    assert send_at(REPORT, SLEEPER, None, now) == then
    assert send_at(as_answer(REPORT), SLEEPER, None, now) == now


def test_quiet_hours_never_cost_a_deadline() -> None:
    now = datetime(2026, 11, 21, 22, tzinfo=UTC)
    game = Game(
        name="x", ruleset="illuminati", secret="", secret_hash="", created_at=now,
        due_at=now + timedelta(hours=12),
    )  # fmt: skip
    assert send_at(REPORT, SLEEPER, game, now) == now
    game.due_at = now + timedelta(days=3)
    assert send_at(REPORT, SLEEPER, game, now) > now


@pytest.mark.long
def test_a_report_in_quiet_hours_waits_in_the_outbox(table: Table) -> None:
    asked(table, "SET QUIET 00:00-23:00")
    table.run_turn()
    row = table.report("bob")
    assert row.next_try_at.time() == datetime(2026, 1, 1, 23, tzinfo=UTC).time()
    table.clock.on(minutes=1)
    table.sweep()
    with table.database.read() as session:
        sent = session.exec(select(Outbox).where(col(Outbox.sent_at).is_not(None))).all()
    assert row.id not in [mail.id for mail in sent]
    assert table.report("cat").id in [mail.id for mail in sent]
