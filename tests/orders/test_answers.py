"""Answers to letters as the service sends them; each golden is read as a player would."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlmodel import select

from engine.illuminati.state import Pace
from pbem.database import Database
from pbem.documents.layout.plain import WIDTH
from pbem.games.illuminati.position import read_position
from pbem.models import DONE, NEW, SENT, Letter, Outbox
from pbem.service.sending.delivery import deliver
from pbem.settings import Settings
from tests.support.golden import whole
from tests.support.places import TESTS
from tests.support.service_rows import CAST, FNORD, Table, new_table, set_state

HERE = TESTS / "answers"
Golden = Callable[[Path, str], None]


def table_of(database: Database, pace: Pace = "announce", gap: int = 0) -> Table:
    """The table of four at which so many seconds lie between two answers."""
    url = str(database.engine.url)
    mail = {"address": "game@example.org", "answer_gap_seconds": gap}
    settings = Settings.model_validate({"database": {"url": url}, "mail": mail})
    table = new_table(database, settings, pace=pace)
    for seat in CAST:
        mails = [mail for mail in table.mails(seat) if mail.state == NEW]
        for first in mails:
            assert deliver(table.service, first.id or 0, table.post)
    return table


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    return table_of(sqlite_database)


@pytest.fixture
def announced(table: Table) -> Table:
    """Ann's two attacks are announced; the others may answer."""
    table.write("bob", "RESERVE 2")
    table.write(
        "ann", "ATTACK Yuppies WITH Mafia SPEND 2 UP TO 8\nATTACK Hackers WITH Cthulhu\nREADY"
    )
    assert table.adjudicate()
    return table


@pytest.fixture
def hurried(database: Database) -> Table:
    """A minute lies between two answers."""
    return table_of(database, "policies", gap=60)


def letter(table: Table, seat: str, body: str) -> Outbox:
    """The answer to a letter."""
    return table.read(table.send(seat, body))[0]


# --- goldens ----------------------------------------------------------------------------

PHONE = """\
Hi there, on the train so excuse typos.

Atack yupies with Mafia spend 2 up to 9
“Attack” hackers
Attack Hackers with Cthulu spend 6 up to 14
3. Transfer 9 from mafia to illuminati.
give 2 to bob
Ready

Sent from my phone
> PLAY Slush Fund
"""


def test_a_messy_letter_from_a_phone(golden: Golden, table: Table) -> None:
    table.write("ann", "RESERVE 4")
    golden(HERE / "phone.txt", whole(letter(table, "ann", PHONE)))


def test_a_question(golden: Golden, table: Table) -> None:
    body = "ATTACK Zorkmids WITH Mafia\nATTACK Hackers WITH Cthulhu SPEND 3\nREADY"
    golden(HERE / "question.txt", whole(letter(table, "ann", body)))


def test_nothing_readable(golden: Golden, table: Table) -> None:
    body = "Sorry, I have no time this week. Can you wait for me? All the best, Ann"
    golden(HERE / "nothing.txt", whole(letter(table, "ann", body)))


def test_answers_to_a_bulletin(golden: Golden, announced: Table) -> None:
    body = "OPPOSE 1 MAX 3\nOPPOSE 2 UNTIL 3 MAX 9\nPLAY Murphys Law ON 1\nGUARD 1"
    golden(HERE / "answers.txt", whole(letter(announced, "bob", body)))


def test_policies_at_odds(golden: Golden, table: Table) -> None:
    table.write("bob", "OPPOSE ann UNTIL 5 MAX 6")
    body = "SUPPORT ann MAX 20\nGUARD ALL UNTIL 5 MAX 4 EACH, 10 A ROUND\nRESERVE 3"
    golden(HERE / "policies.txt", whole(letter(table, "bob", body)))


def test_gifts_that_are_held(golden: Golden, table: Table) -> None:
    set_state(table, read_position(FNORD.replace('"slush-fund"', '"deep-agent"')))
    table.write("ann", "ATTACK Yuppies WITH Mafia PRIVILEGED BY Deep Agent\nREADY")
    assert table.adjudicate()
    body = "GIVE 3 TO ann\nOPPOSE 1 UNTIL 3 MAX 6\nATTACK Hackers WITH IRS"
    golden(HERE / "held.txt", whole(letter(table, "cat", body)))


def test_a_preview(golden: Golden, table: Table) -> None:
    table.write("ann", "PASS")
    body = "PREVIEW\nATTACK Yuppies WITH Mafia SPEND 3\nGUARD ALL MAX 4"
    golden(HERE / "preview.txt", whole(letter(table, "ann", body)))


def test_undo(golden: Golden, table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 3")
    table.write("ann", "PASS")
    golden(HERE / "undo.txt", whole(letter(table, "ann", "Undo!")))


def test_what_a_letter_takes_off_the_file_is_named(table: Table) -> None:
    filed = ["1: ATTACK Yuppies WITH Mafia", "2: GIVE 3 TO bob", "3: TRANSFER 1 FROM Mafia TO CIA"]
    table.write("ann", "\n".join(filed))
    filed = table.filed("ann")
    body = "ATTACK Hackers WITH Cthulhu\nATTACK Yuppies WITH Mafia\n3: ATTACK Zorkmids WITH Mafia"
    told = letter(table, "ann", body).text
    assert all(len(line) <= WIDTH for line in told.splitlines())
    gone = "; ".join(line for line in filed if "Yuppies" not in line)
    assert f"- This replaces your script. Gone: {gone}. UNDO brings" in " ".join(told.split())
    letter(table, "ann", "UNDO")
    assert table.filed("ann") == filed


@pytest.mark.long
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "PASS"),
        ("PASS", "PASS"),
        ("ATTACK Yuppies WITH Mafia", "2: ATTACK Hackers WITH Cthulhu"),
        ("ATTACK Yuppies WITH Mafia", "1: PASS"),
        ("ATTACK Yuppies WITH Mafia", "PREVIEW\nPASS"),
        ("ATTACK Yuppies WITH Mafia", "CLEAR\nPASS"),
        ("ATTACK Yuppies WITH Mafia", "GUARD ALL MAX 2"),
        ("ATTACK Yuppies WITH Mafia", "ATTACK Zorkmids WITH Mafia"),
    ],
)
def test_what_is_lost_to_nobodys_surprise_is_not(table: Table, before: str, after: str) -> None:
    table.write("ann", before)
    assert "Gone:" not in letter(table, "ann", after).text


def test_answers_that_are_replaced_are_named(announced: Table) -> None:
    letter(announced, "bob", "OPPOSE 1 MAX 3\nOPPOSE 2 MAX 3")
    told = " ".join(letter(announced, "bob", "OPPOSE 1 MAX 3").text.split())
    assert "This replaces your answers. Gone: 2: OPPOSE 2 MAX 3." in told
    told = " ".join(letter(announced, "bob", "UNDO").text.split())
    assert "2: OPPOSE 2 MAX 3" in told


def test_several_letters(golden: Golden, hurried: Table) -> None:
    table = hurried
    assert table.read(table.send("ann", "PASS"))
    table.clock.on(seconds=20)
    table.read(table.send("ann", "ATTACK Yuppies WITH Mafia SPEND 3 UP TO 5"))
    table.clock.on(seconds=20)
    table.read(table.send("ann", "2: ATTACK Zorkmids WITH Cthulhu"))
    table.clock.on(seconds=10)
    table.read(table.send("ann", "2: ATTACK Hackers WITH Cthulhu SPEND 4"))
    golden(HERE / "several.txt", whole(table.mails("ann")[-1]))


# --- a privilege is paid at once --------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("money", "stake", "told"),
    [
        (20, "SPEND 1", "Money: 6 MB; you have 23."),
        (20, "SPEND 1 UP TO 3", "Money: 6 MB at once, at most 8 MB; you have 23."),
        (5, "SPEND 1 FROM Bavaria", "It has 5 MB. 6 MB are asked for."),
        (4, "SPEND 1 FROM Bavaria", "It has 4 MB. 6 MB are asked for, the stake included."),
        (4, "SPEND 1 FROM Mafia", "It has 4 MB. 5 MB are asked for, the stake included."),
        (4, "SPEND 5", "It has 4 MB. 7 MB are asked for, the stake included."),
        (6, "SPEND 5", "have 9 MB. 10 MB are asked for."),
    ],
)
def test_what_a_privilege_costs_goes_at_once(
    table: Table, money: int, stake: str, told: str
) -> None:
    position = FNORD.replace("bavarian-illuminati", "ufos").replace(
        "servants-of-cthulhu", "bavarian-illuminati"
    )
    set_state(table, read_position(position.replace("money = 20", f"money = {money}")))
    body = f"ATTACK Yuppies WITH Mafia {stake} PRIVILEGED FOR 5 MB"
    assert told in " ".join(letter(table, "ann", body).text.split())


# --- several letters, one answer --------------------------------------------------------


def answers(table: Table, seat: str = "ann") -> list[Outbox]:
    return table.mails(seat, "acknowledgement")


def sent(table: Table) -> list[str]:
    """The texts of the answers that have gone out."""
    return [mail.text for mail in answers(table) if mail.state == SENT]


def test_the_first_is_answered_at_once_and_the_others_together(hurried: Table) -> None:
    table = hurried
    table.read(table.send("ann", "PASS"))
    table.clock.on(seconds=2)
    assert table.sweep() and len(sent(table)) == 1
    for line in ("1: ATTACK Yuppies WITH Mafia", "2: ATTACK Hackers WITH Cthulhu", "STAND ASIDE"):
        table.clock.on(seconds=10)
        table.read(table.send("ann", line))
        assert not table.sweep()
    first, second = answers(table)
    table.clock.now = first.sent_at or table.clock.now
    table.clock.on(seconds=60)
    assert table.sweep() == 1
    assert [mail.state for mail in answers(table)] == [SENT, SENT]
    assert "LETTER 1 OF 3" in second.text or "LETTER 3 OF 3" in sent(table)[1]
    told = sent(table)[1]
    places = [told.index(word) for word in ("Yuppies", "Hackers", "STAND ASIDE")]
    assert places == sorted(places)
    assert not table.sweep()


@pytest.mark.long
def test_every_letter_is_filed_at_once_however_late_its_answer(hurried: Table) -> None:
    table = hurried
    table.read(table.send("ann", "PASS"))
    assert deliver(table.service, answers(table)[0].id or 0, table.post)
    table.read(table.send("ann", "ATTACK Yuppies WITH Mafia"))
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    table.clock.on(seconds=5)
    table.read(table.send("ann", "READY"))
    assert table.adjudicate()
    assert table.mover() == "bob"
    table.clock.on(seconds=2)
    assert table.sweep()
    # The answer that waited went out with the report, not a minute later.
    assert len(sent(table)) == 2 and "READY" in sent(table)[1]


def test_an_answer_that_is_on_its_way_is_never_changed(hurried: Table) -> None:
    table = hurried
    table.read(table.send("ann", "PASS"))
    assert deliver(table.service, answers(table)[0].id or 0, table.post)
    table.read(table.send("ann", "1: ATTACK Yuppies WITH Mafia"))
    waiting = answers(table)[-1]
    table.clock.on(seconds=60)
    table.post.answers.append((None, "busy"))
    assert not deliver(table.service, waiting.id or 0, table.post)
    table.read(table.send("ann", "2: ATTACK Hackers WITH Cthulhu"))
    again, newest = answers(table)[-2:]
    assert (again.id, again.text) == (waiting.id, waiting.text)
    assert "Hackers" in newest.text and "LETTER 1" not in newest.text


def test_news_bring_a_waiting_answer_forward(hurried: Table) -> None:
    table = hurried
    table.read(table.send("ann", "PASS"))
    assert deliver(table.service, answers(table)[0].id or 0, table.post)
    table.read(table.send("ann", "1: ATTACK Yuppies WITH Mafia"))
    table.read(table.send("bob", "GIVE 2 TO ann"))
    table.clock.on(seconds=2)
    assert table.sweep()
    order = [raw for _, to, raw in table.post.sent if to == "ann@example.org"]
    assert len(sent(table)) == 2 and b"Yuppies" in order[-2] and b"bob" in order[-1]


def test_seats_and_games_do_not_wait_for_each_other(hurried: Table) -> None:
    table = hurried
    for seat in CAST:
        table.read(table.send(seat, "STAND ASIDE"))
        first = answers(table, seat)[0]
        assert deliver(table.service, first.id or 0, table.post)
    assert len(table.post.sent) == 2 * len(CAST)


def test_a_letter_read_twice_is_told_once(hurried: Table) -> None:
    table = hurried
    ids = [table.send("ann", f"{n}: PASS") for n in (1, 2, 3)]
    for letter_id in (*ids, *ids):
        table.read(letter_id)
    with table.database.read() as session:
        rows = session.exec(select(Letter).order_by(Letter.id)).all()
    assert [row.state for row in rows] == [DONE] * 3
    keys = [(row.labels or {})["answer"] for row in rows]
    assert set(keys) == {mail.key for mail in answers(table)}
    assert "".join(mail.text for mail in answers(table)).count("LINE BY LINE") == 3


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "warned", "why"),
    [
        ("STAND ASIDE\nOPPOSE 1 MAX 2", "STAND ASIDE", "On attack 1 OPPOSE 1 MAX 2 counts"),
        ("OPPOSE 1 MAX 2\nSTAND ASIDE", "STAND ASIDE", "On attack 1 OPPOSE 1 MAX 2 counts"),
        (
            "OPPOSE 1 MAX 2\nSTAND ASIDE ON 1",
            "OPPOSE 1 MAX 2",
            "On attack 1 STAND ASIDE ON 1 counts",
        ),
        ("OPPOSE 1 MAX 2\nOPPOSE 1 MAX 3", "OPPOSE 1 MAX 2", "On attack 1 OPPOSE 1 MAX 3 counts"),
        ("SUPPORT 2 MAX 2\nOPPOSE 2 MAX 3", "SUPPORT 2 MAX 2", "On attack 2 OPPOSE 2 MAX 3"),
    ],
)
def test_of_two_answers_to_an_attack_it_is_told_which_counts(
    announced: Table, body: str, warned: str, why: str
) -> None:
    told = " ".join(announced.write("bob", body).split())
    assert f"WARNING {warned}" in told
    assert why in told
    assert told.count("not this line (R12.4)") == 1
    assert told.startswith("COVERED")


def test_answers_to_different_attacks_stand_beside_each_other(announced: Table) -> None:
    told = announced.write("bob", "STAND ASIDE ON 2\nOPPOSE 1 MAX 2")
    assert "not this line" not in told
