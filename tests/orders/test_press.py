"""Press rules: what a table lets its players say, in whose name, and what they are told of it."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from pbem.cli.founding import new_command
from pbem.database import Database
from pbem.documents.layout.player_texts import PlayerText, printed
from pbem.models import Game, Outbox, Talk
from pbem.service.notices import list_notices
from pbem.settings import Settings
from tests.support.moderating_letters import EVE, make, write
from tests.support.newcomers import let_commands_use
from tests.support.service_rows import Table, change, new_table, one_line


@pytest.fixture
def table(sqlite_database: Database, settings: Settings) -> Table:
    return new_table(sqlite_database, settings)


def with_rules(table: Table, **rules: object) -> Table:
    """The same table under these press rules."""
    change(table, lambda game: setattr(game, "settings", rules))
    return table


def said_by(table: Table, seat: str, line: str) -> str:
    """What becomes of a line of talk, as its writer is told."""
    return one_line(table.write(seat, line))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("press", "line", "works"),
    [
        ("none", "SAY TO ALL: fnord", "DIARY: fnord"),
        ("none", "RUMOUR: fnord", "DIARY: fnord"),
        ("public", "SAY TO bob: fnord", "SAY TO ALL: fnord"),
        ("public", "PROMISE bob: fnord", "PROMISE ALL: fnord"),
        ("private", "SAY TO ALL: fnord", "SAY TO bob: fnord"),
        ("private", "RUMOUR: fnord", "SAY TO bob: fnord"),
    ],
)
def test_a_refused_text_is_told_what_would_work(
    table: Table, press: str, line: str, works: str
) -> None:
    with_rules(table, press=press)
    answer = said_by(table, "ann", line)
    assert "REFUSED" in answer and works.partition(":")[0] in answer.partition("REFUSED")[2]
    with table.database.read() as session:
        assert session.exec(select(Talk)).all() == []
    assert "DONE" in said_by(table, "ann", works)


def test_names_stay_on_texts_unless_the_table_says_otherwise(table: Table) -> None:
    answer = said_by(table, "ann", "SAY TO bob ANONYMOUSLY: boo\n\nSAY TO bob AS cat: boo")
    assert answer.count("REFUSED") == 2 and not table.mails(kind="word")
    assert "Leave out ANONYMOUSLY" in answer and "Leave out AS" in answer


def told(table: Table, seat: str) -> str:
    """The one word that a seat was sent, and what its next report says of it, as plain lines."""
    (mail,) = table.mails(seat, "word")
    return mail.subject + "\n" + mail.text


@pytest.mark.parametrize("sender", ["anonymous", "free"])
def test_somebody_says_something_and_nothing_tells_who(table: Table, sender: str) -> None:
    """Anonymous mail."""
    with_rules(table, sender=sender)
    how = " ANONYMOUSLY" if sender == "free" else ""
    answer = said_by(table, "cat", f"SAY TO bob{how}: The Mafia is for sale.")
    assert "Nobody is told whose it is." in answer
    word = told(table, "bob")
    assert "a word from somebody" in word and "Somebody to you:\n| The Mafia" in word
    assert "cat" not in word.partition("somebody")[2] and "SAY TO somebody" not in word
    table.run_turn()
    assert "Somebody to you:\n| The Mafia" in table.report("bob").text
    assert "You (unsigned) to bob:\n| The Mafia" in table.report("cat").text


def test_a_false_name_is_told_as_one_that_proves_nothing(table: Table) -> None:
    """Fake sender."""
    with_rules(table, sender="faked")
    answer = said_by(table, "ann", "SAY TO bob AS cat: Shall we stop ann?")
    assert "It is signed cat." in answer
    word = told(table, "bob")
    assert "a word from cat" in word and "cat to you:\n| Shall we stop ann?" in word
    assert "so believe none of them." in one_line(word)
    assert "cat's" not in word, "nobody says that it is"
    (mail,) = table.mails("bob", "word")
    assert "example" not in mail.to_name and "ann" not in word.partition("|")[0]


def test_a_text_seems_to_go_to_others_as_well(table: Table) -> None:
    """Fake recipients."""
    with_rules(table, sender="faked")
    answer = said_by(table, "ann", "SAY TO bob AS cat AS IF TO ann, dee: We are all agreed.")
    assert "signed cat. Each reader sees it as sent to himself and to ann and dee." in answer
    word = told(table, "bob")
    assert "cat to you, ann and dee:\n| We are all agreed." in word
    assert not table.mails("dee", "word") and not table.mails("cat", "word")
    table.run_turn()
    assert "cat to you, ann and dee:\n| We are" in table.report("bob").text
    assert "You (signed cat) to bob, as if to you and dee:\n| We" in table.report("ann").text
    assert "We are all agreed" not in table.report("dee").text + table.report("cat").text


def test_a_text_that_seems_to_go_to_all_names_all_but_its_bearer(table: Table) -> None:
    with_rules(table, sender="faked")
    said_by(table, "ann", "SAY TO bob, cat AS IF TO ALL: one")
    said_by(table, "dee", "SAY TO bob ANONYMOUSLY AS IF TO ALL: two")
    one, two = (mail.text for mail in table.mails("bob", "word"))
    assert "ann to you, cat and dee:\n| one" in one
    assert "Somebody to you, ann, cat and dee:\n| two" in two, "who is missing would be its writer"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("SAY TO ALL AS IF TO bob: boo", "AS IF TO stands behind the names of players"),
        ("SAY TO MODERATOR AS IF TO bob: boo", "AS IF TO stands behind the names of players"),
        ("SAY TO bob AS IF TO bob: boo", "It is for bob as it is"),
        ("SAY TO bob AS cat AS IF TO cat: boo", "A text from cat cannot look as if it went to cat"),
        ("SAY TO bob AS IF TO eve@example.org: boo", "is not a player"),
        ("SAY TO bobb AS IF TO cat: boo", "SAY TO bob AS IF TO cat: boo"),
        ("SAY TO bob AS eve: boo", "AS needs the name of another player: bob or cat or dee"),
        ("SAY TO bob AS ann: boo", "AS needs the name of another player"),
        ("SAY TO bobb AS cat: boo", "SAY TO bob AS cat: boo"),
        ("SAY TO bob AS bob: boo", "A text to bob cannot bear his own name"),
    ],
)
def test_a_name_that_cannot_be_borne_is_asked_about(table: Table, line: str, why: str) -> None:
    with_rules(table, sender="faked")
    answer = said_by(table, "ann", line)
    assert "ASK" in answer and why in answer and not table.mails(kind="word")


@pytest.mark.parametrize("sender", ["named", "free", "anonymous"])
def test_hearers_are_named_truly_where_names_are_not_faked(table: Table, sender: str) -> None:
    with_rules(table, sender=sender)
    answer = said_by(table, "ann", "SAY TO bob AS IF TO cat: boo")
    assert "REFUSED" in answer and "Leave out AS IF TO." in answer
    assert not table.mails(kind="word")


def test_what_seemed_to_be_said_is_opened_at_the_end() -> None:
    said = PlayerText("say", "ann", ("bob",), "boo", 3, "cat", ("dee",))
    leads = {reader: printed(said, reader).lead for reader in ("ann", "bob")}
    assert leads == {"ann": "You (signed cat) to bob, as if to dee:", "bob": "cat to you and dee:"}
    assert printed(said, "dee", is_open=True).lead == "ann (signed cat) to bob, as if to you:"


def test_texts_of_one_letter_under_two_names_come_in_two_mails(table: Table) -> None:
    with_rules(table, sender="faked")
    table.write("ann", "SAY TO bob: It was I.\n\nSAY TO bob ANONYMOUSLY: It was not I.")
    mails = table.mails("bob", "word")
    assert ["somebody" in mail.text for mail in mails] == [False, True]
    assert "ann" not in mails[1].subject + mails[1].text


def test_who_is_late_is_heard_when_his_orders_are_in(table: Table) -> None:
    """Press rules when late."""
    with_rules(table, late_talk=False)
    assert "DONE" in said_by(table, "ann", "SAY TO bob: in time")
    with table.database.write() as session:
        seat = table.seat("ann")
        seat.misses = [True]
        session.add(seat)
    change(table, lambda game: None)
    answer = said_by(table, "ann", "SAY TO bob: late")
    assert "REFUSED" in answer and "Send your orders, or PASS, in the same letter." in answer
    assert "DONE" in said_by(table, "bob", "SAY TO ann: nobody waits for me")
    assert "DONE" in said_by(table, "ann", "PASS\n\nSAY TO bob: here I am")


@pytest.mark.long
def test_a_table_may_be_silent_while_attacks_are_announced(
    sqlite_database: Database, settings: Settings
) -> None:
    """Press rules per phase."""
    table = with_rules(new_table(sqlite_database, settings, pace="announce"), window_press="none")
    assert "DONE" in said_by(table, "bob", "SAY TO ann: now")
    table.write("ann", "ATTACK Yuppies WITH Mafia\nREADY")
    table.adjudicate()
    answer = said_by(table, "bob", "SAY TO ann: then")
    assert "REFUSED" in answer and "while attacks are announced" in answer


def test_the_moderator_sets_the_rules_and_all_are_told(table: Table) -> None:
    moderator = make(table, EVE)
    wrong = one_line(write(table, moderator, "SET PRESS loud"))
    right = one_line(write(table, moderator, "SET PRESS public"))
    assert "SET PRESS takes all, public, private or none." in wrong
    assert "PRESS is now public, it was all." in right
    (told,) = (mail.text for mail in table.mails("bob") if mail.kind == "act")
    assert "nobody can write to one player" in one_line(told)
    who = one_line(table.write("ann", "WHO"))
    assert "Talk is public: what you say to all is printed" in who


def test_a_game_is_begun_with_its_rules_and_its_welcome_tells_them(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_commands_use(table, monkeypatch)
    words = ["Grey-1", "--press", "private", "--sender", "anonymous", "--late-talk", "off"]
    players = [f"--player={seat}={seat}@example.org" for seat in ("ann", "bob", "cat")]
    new_command.main([*words, *players], standalone_mode=False, obj=table.service.settings)
    with table.database.read() as session:
        game = session.exec(select(Game).where(Game.name == "Grey-1")).one()
        wanted = select(Outbox).where(Outbox.game_id == game.id).order_by(col(Outbox.id))
        first = one_line(session.exec(wanted).first().text)  # type: ignore[union-attr]
    assert game.settings == {"press": "private", "sender": "anonymous", "late_talk": False}
    for sentence in ("Talk is private", "Talk is anonymous", "If you are late, you cannot talk"):
        assert sentence in first.partition("THIS TABLE")[2]


def test_a_letter_to_the_moderator_and_his_answer_are_for_nobody_else(table: Table) -> None:
    moderator = make(table, EVE)
    with_rules(table, press="none")
    answer = said_by(table, "bob", "SAY TO MODERATOR: Is that\nlegal?")
    assert "DONE" in answer and "nobody else" in answer
    (asked,) = (mail for mail in table.mails() if mail.kind == "letter_to_moderator")
    assert asked.moderator_id == moderator.id and asked.rcpt == EVE
    assert "bob writes to you" in asked.subject and "| Is that\n| legal?" in asked.text
    done = one_line(write(table, moderator, "TELL bob: It is.\nQuite."))
    assert "bob has it by mail; nobody else is told." in done
    (told,) = table.mails("bob", "moderator_word")
    assert "| It is.\n| Quite." in told.text and "# SAY TO MODERATOR:" in told.text
    table.run_turn()
    assert "You to the moderator:\n| Is that" in table.report("bob").text
    others = "".join(mail.text for seat in ("ann", "cat", "dee") for mail in table.mails(seat))
    assert "Is that" not in others and "Quite" not in others
    assert "Moderated by eve" in one_line(table.write("cat", "WHO"))
    assert "moderator must know who you are" in said_by(
        table, "bob", "SAY TO MODERATOR ANONYMOUSLY: boo"
    )


def test_without_a_moderator_the_operator_has_the_letter(table: Table) -> None:
    assert "or to the operator" in said_by(table, "bob", "SAY TO MODERATOR: Help!")
    (notice,) = list_notices(table.service)
    assert notice.text == "bob of Fnord-7 writes: Help!"


def test_who_is_muted_is_heard_no_more_and_not_told(table: Table) -> None:
    with_rules(table, sender="free")
    assert "Nobody is told" in said_by(table, "bob", "MUTE cat")
    assert "REFUSED" in said_by(table, "bob", "MUTE cat")
    answers = [
        said_by(table, "cat", "SAY TO bob, dee: XYZZY\n\nSAY TO ALL: PLUGH"),
        said_by(table, "cat", "SAY TO bob ANONYMOUSLY: QUUX"),
    ]
    assert all(
        "bob" in answer and " now; it will" in answer for answer in answers
    ) and "mute" not in "".join(answers)
    table.run_turn()
    heard = "".join(mail.text for mail in table.mails("bob"))
    assert "XYZZY" not in heard and "PLUGH" not in heard, "what bears his name"
    assert heard.count("QUUX") == 2, "what bears no name could not be told by its silence"
    assert "PLUGH" in table.report("dee").text and len(table.mails("dee", "word")) == 1
    said_by(table, "bob", "UNMUTE cat\nMUTE SOMEBODY")
    said_by(table, "cat", "SAY TO bob: AGAIN\n\nSAY TO bob ANONYMOUSLY: NEVER")
    assert [("AGAIN" in mail.text) for mail in table.mails("bob", "word")] == [False, True]


@pytest.mark.parametrize(
    ("line", "mend"),
    [
        ("MUTE OFF cat", "write UNMUTE cat"),
        ("MUTE OFF SOMEBODY", "write UNMUTE SOMEBODY"),
        ("VOTE dance", "VOTE takes EXTEND, PAUSE"),
    ],
)
def test_a_word_that_is_no_such_command_says_what_is(table: Table, line: str, mend: str) -> None:
    assert mend in said_by(table, "bob", line)


def test_talk_that_is_reported_is_looked_at_with_its_letters(table: Table) -> None:
    with_rules(table, sender="free")
    make(table, EVE)
    assert "has sent you no text" in said_by(table, "bob", "REPORT cat: he threatens me")
    letter = table.send("cat", "SAY TO bob ANONYMOUSLY: or else\n\nSAY TO bob: XYZZY")
    table.read(letter)
    answer = said_by(table, "bob", "REPORT SOMEBODY: he threatens me")
    assert "the operator have your words" in answer and "cat" not in answer
    (mail,) = (mail for mail in table.mails() if mail.kind == "talk_reported")
    assert "bob complains about what somebody has written: he threatens me." in one_line(mail.text)
    assert f"written by cat, letter {letter}. Somebody to bob:\n| or else" in mail.text
    assert "XYZZY" not in mail.text
    (notice,) = list_notices(table.service)
    assert f"bob reports somebody (cat) in Fnord-7: he threatens me. See letters {letter}." in (
        notice.text
    )
    assert "once a day" in said_by(table, "bob", "REPORT SOMEBODY: again")


def test_talk_of_a_day_comes_in_one_mail_in_the_evening(table: Table) -> None:
    assert "TALK: what was said to you comes once a day" in said_by(table, "bob", "SET TALK daily")
    said_by(table, "ann", "SAY TO bob: one")
    table.clock.on(hours=1)
    said_by(table, "cat", "SAY TO bob, dee: two")
    table.clock.on(hours=1)
    (day,) = table.mails("bob", "words")
    assert not table.mails("bob", "word") and len(table.mails("dee", "word")) == 1
    assert day.due_at == table.clock().replace(hour=18, minute=0)
    assert "2 texts for you" in day.subject
    assert "ann to you:\n| one\n\ncat to you and dee:\n| two" in day.text
    table.clock.on(hours=6)
    said_by(table, "ann", "SAY TO bob: three")
    first, second = table.mails("bob", "words")
    assert "three" not in first.text and "one" not in second.text and "three" in second.text


def test_talk_may_be_left_to_the_reports(table: Table) -> None:
    said_by(table, "bob", "SET TALK report")
    said_by(table, "ann", "SAY TO bob: one")
    assert not table.mails("bob", "word")
    table.run_turn()
    assert "ann to you:\n| one" in table.report("bob").text


@pytest.mark.long
def test_what_a_player_says_is_a_thread_of_its_own(table: Table) -> None:
    for writer, line in (("ann", "one"), ("cat", "two"), ("ann", "three"), ("ann", "four")):
        said_by(table, writer, f"SAY TO bob: {line}")
    one, two, three, four = table.mails("bob", "word")
    assert one.references == two.references == [] and one.in_reply_to is None
    assert three.references == [one.message_id] and three.in_reply_to == one.message_id
    assert four.references == [one.message_id, three.message_id]
    table.run_turn()
    assert not {m.message_id for m in (one, two, three, four)} & {*table.report("bob").references}


@pytest.mark.long
def test_quotas_of_writers_and_readers(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.service.orders.talk_mails.MOST_A_DAY", 2)
    monkeypatch.setattr("pbem.service.letters.held_texts.MOST_A_DAY", 3)
    for line in ("one", "two", "three"):
        assert "DONE" in said_by(table, "ann", f"SAY TO bob: {line}\n\nDIARY: {line}")
    assert len(table.mails("bob", "word")) == 2
    answer = said_by(table, "ann", "RUMOUR: four\n\nDIARY: four")
    assert "REFUSED" in answer and "texts within a day" in answer and "DONE" in answer
    table.run_turn()
    assert "| three" in table.report("bob").text and "| four" not in table.report("bob").text
    assert "DONE" in said_by(table, "ann", "SAY TO bob: tomorrow")


def test_a_letter_to_the_editor_is_printed_under_its_writers_name(table: Table) -> None:
    answer = said_by(table, "cat", "SAY TO THE EDITOR: Sir,\nthe dice are loaded.\nEND\nWHO")
    assert "DONE" in answer and "among the letters to the editor" in answer
    said_by(table, "bob", "SAY TO ALL: fnord")
    table.run_turn()
    for seat, who in (("ann", "cat writes"), ("cat", "You write")):
        paper = table.report(seat).text.partition("THE CONSPIRACY TIMES")[2]
        assert f"Letters to the editor\n\n{who}:\n| Sir,\n| the dice are loaded.\n" in paper
        assert paper.count("the dice are loaded") == 1
    with_rules(table, sender="faked")
    said_by(table, "ann", "SAY TO EDITOR ANONYMOUSLY: Boo.\n\nSAY TO EDITOR AS cat: I did it.")
    table.run_turn()
    paper = table.report("bob").text
    assert "Somebody writes:\n| Boo." in paper and "cat writes:\n| I did it." in paper
    with_rules(table, press="private")
    assert "Nothing is said to all" in said_by(table, "ann", "SAY TO EDITOR: fnord")


def test_talk_waits_for_the_end_of_quiet_hours(table: Table) -> None:
    said_by(table, "bob", "SET QUIET 11:00-15:00")
    said_by(table, "ann", "SAY TO bob, cat: psst")
    (late,), (now,) = table.mails("bob", "word"), table.mails("cat", "word")
    assert late.due_at == table.clock().replace(hour=15, minute=0) and now.due_at is None
