"""Bad letters: each gets an answer that names what would have worked, or a logged reason."""

from __future__ import annotations

import re
import time

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.mail.compose import render
from pbem.models import DONE, FINISHED, NEW, PAUSED, Game, Letter, Outbox
from pbem.service.arriving.intake import accept, knows
from pbem.service.letters.reading import read_letter
from pbem.service.sending.messages import message_of
from pbem.settings import Settings
from tests.support.service_rows import Table, letter_text, new_table, one_line, random_bytes


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def letters(table: Table) -> list[Letter]:
    with table.database.read() as session:
        return list(session.exec(select(Letter).order_by(Letter.id)).all())


def nothing_happened(table: Table) -> bool:
    """No deed, no sheet and no turn beside the set-up."""
    filed = [line for seat in ("ann", "bob", "cat", "dee") for line in table.filed(seat)]
    return not filed and not table.turns() and len(table.records()) == 1


# --- what cannot be done ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "fate", "would_have_worked"),
    [
        ("ATTACK Zorkmids WITH Mafia", "ASK", "Try: 2: ATTACK"),
        ("ATTACK Yuppies WITH Zorkmids", "ASK", "WITH Mafia"),
        ("GIVE 5 TO zed", "ASK", "GIVE 5 TO bob"),
        ("ATTACK Yuppies WITH K.G.B.", "REFUSED", "Name a card of your own"),
        ("TRANSFER 5 FROM Mafia TO Illuminati", "WARNING", "It has 3 MB"),
        ("GIVE 50 TO bob", "WARNING", "50 MB are asked for"),
        ("MOVE Mafia UNDER Mafia AT N", "REFUSED", "R8.5"),
        ("PLAY Swiss Bank Account", "REFUSED", "hand"),
    ],
)
def test_each_line_that_cannot_be_is_answered_with_what_would(
    table: Table, line: str, fate: str, would_have_worked: str
) -> None:
    answer = " ".join(table.write("ann", f"ATTACK Hackers WITH Cthulhu\n{line}").split())
    assert f"2 {fate}" in answer
    assert would_have_worked in answer
    # One bad line never harms another.
    assert "1: ATTACK Hackers WITH Servants of Cthulhu" in table.filed("ann")


def test_an_unknown_verb_is_counted_and_told(table: Table) -> None:
    answer = " ".join(table.write("ann", "PASS\nFLY to the moon").split())
    assert '1 line was not read as an order: "FLY to the moon"' in answer
    assert re.search(r"begins with its verb, as in ATTACK \w.* WITH .*; HELP lists all", answer)
    assert table.filed("ann") == ["1: PASS"]


@pytest.mark.parametrize("body", ["", "\n\n  \n", "What lovely weather we have", "> PASS"])
def test_a_letter_without_an_order_is_told_what_one_looks_like(table: Table, body: str) -> None:
    answer = " ".join(table.write("ann", body).split())
    assert "NOT COVERED" in answer
    assert "Nothing in this letter could be read. These lines could: ATTACK" in answer
    assert nothing_happened(table)


def test_the_examples_are_orders(table: Table) -> None:
    answer = " ".join(table.write("ann", "hello").split())
    example = answer.partition("These lines could: ")[2].partition(" | ")[0]
    assert example.startswith("ATTACK ")
    table.write("ann", example)
    assert table.filed("ann") == [f"1: {example}"]


def test_no_open_arrow_is_refused(table: Table) -> None:
    answer = " ".join(table.write("ann", "ATTACK Yuppies WITH Cthulhu AT N").split())
    assert "REFUSED" in answer
    assert "(R8.4)" in answer
    assert table.filed("ann") == []


def test_orders_in_anothers_turn_are_told_whose_turn_it_is(table: Table) -> None:
    answer = " ".join(table.write("bob", "PLAY Swiss Bank Account\nREADY").split())
    assert "READY counts in your own turn; now it is ann's" in answer
    assert "1 DONE PLAY Swiss Bank Account" in answer
    assert not table.turns()


# --- who it is from ---------------------------------------------------------------------


def test_a_letter_without_a_token_is_never_orders(table: Table) -> None:
    raw = letter_text("ann@example.org", "game@example.org", "PASS\nREADY")
    mails = table.read(accept(table.service, raw, "game@example.org", "ann@example.org"))
    assert [mail.rcpt for mail in mails] == ["ann@example.org"]
    assert "was not sent to the private address of your seat" in " ".join(mails[0].text.split())
    assert nothing_happened(table)


def test_strangers_are_told_once_a_day(table: Table) -> None:
    def write() -> list[Outbox]:
        raw = letter_text("eve@example.net", "game@example.org", "May I play?")
        return table.read(accept(table.service, raw, "game@example.org", "eve@example.net"))

    assert [mail.rcpt for mail in write()] == ["eve@example.net"]
    assert write() == []
    assert letters(table)[-1].note == "not answered: that address was helped today"
    table.clock.on(hours=24)
    assert len(write()) == 1


def test_a_token_nobody_has_is_refused_at_the_door_and_told_behind_it(table: Table) -> None:
    wrong = f"game+{'a' * 26}@example.org"
    assert not knows(table.service, wrong)
    assert knows(table.service, table.address("ann"))
    raw = letter_text("ann@example.org", wrong, "PASS")
    mails = table.read(accept(table.service, raw, wrong, "ann@example.org"))
    assert "was not sent to the private address of your seat" in " ".join(mails[0].text.split())
    raw = letter_text("eve@example.net", wrong, "PASS")
    mails = table.read(accept(table.service, raw, wrong, "eve@example.net"))
    assert "whose seat it is for" in " ".join(mails[0].text.split())
    assert nothing_happened(table)


def test_another_seats_or_games_address_is_held(table: Table) -> None:
    other = new_table(
        table.database, table.service.settings, name="Other", seed=9, clock=table.clock
    )
    for seat in (table, other):
        raw = letter_text("eve@example.net", seat.address("ann"), "PASS\nREADY")
        mails = table.read(accept(table.service, raw, seat.address("ann"), "eve@example.net"))
        assert [mail.rcpt for mail in mails] == ["ann@example.org"]
        assert mails[0].seat_id == seat.seat("ann").id
        assert nothing_happened(seat)
    assert {letter.note for letter in letters(table)} == {
        "held: it came from an address that is not registered"
    }


def test_a_letter_counts_for_the_game_of_its_address_alone(table: Table) -> None:
    other = new_table(
        table.database, table.service.settings, name="Other", seed=9, clock=table.clock
    )
    other.write("ann", "PASS")
    assert nothing_happened(table)
    assert other.filed("ann") == ["1: PASS"]


@pytest.mark.parametrize(
    "header", ["Auto-Submitted: auto-replied", "Precedence: bulk", "X-Autoreply: yes"]
)
def test_machines_are_not_answered(table: Table, header: str) -> None:
    letter = table.send("ann", "PASS\nREADY", headers=[header])
    assert table.read(letter) == []
    assert table.letter(letter).state == DONE
    assert (table.letter(letter).note or "").startswith("not answered: ")
    assert nothing_happened(table)


# --- what is hardly a letter ------------------------------------------------------------

HOSTILE = {
    "empty": b"",
    "zeros": b"\0" * 2000,
    "every byte": bytes(range(256)) * 40,
    "no header": b"PASS\r\nREADY\r\n",
    "zeros in orders": b"From: ann@example.org\r\n\r\nATTACK \0Yup\0pies WITH Mafia\r\n",
    "lone surrogates": b"From: ann@example.org\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n"
    b"+2D0- PASS +AAA-\r\nATTACK +2D0-\r\n",
    "zeros in subject": b"From: ann@example.org\r\nSubject: =?utf-8?b?AGEA?=\r\n\r\nhello\r\n",
    "endless multipart": b"From: ann@example.org\r\n"
    + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n"
    + b"--x\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n" * 300,
    "1 MiB of orders": b"From: ann@example.org\r\n\r\n"
    + b"ATTACK Yuppies WITH Mafia SPEND 3\r\n" * 30_000,
    "a footer many times": b"From: ann@example.org\r\n\r\nPASS\r\n"
    + b"Sent from my iPhone\r\n" * 40_000,
    "1 MiB in one line": b"From: ann@example.org\r\n\r\nATTACK " + b"x" * 1_048_000,
}


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("has_token", [True, False])
def test_any_bytes_are_stored_read_and_answered_or_noted(
    table: Table, kind: str, has_token: bool
) -> None:
    rcpt = table.address("ann") if has_token else "game@example.org"
    letter = accept(table.service, HOSTILE[kind], rcpt, "ann@example.org")
    started = time.process_time()
    mails = table.read(letter)
    assert time.process_time() - started < 20, "reading grows faster than the letter"
    row = table.letter(letter)
    assert (row.state, row.raw) == (DONE, HOSTILE[kind])
    assert mails or row.note
    for mail in mails:
        assert "Traceback" not in mail.text
        assert render(message_of(table.service, mail, None))
    table.run_turn()
    assert table.mover() == "bob"


def test_an_order_below_a_signature_is_told_once(table: Table) -> None:
    footer = "GIVE 3 TO bob\n" * 3 + "".join(f"line {n} of my footer\n" for n in range(500))
    answer = table.write("ann", f"PASS\n\n-- \n{footer}GIVE 4 TO bob\n")
    assert answer.count("GIVE 3 TO bob") == 1
    assert "GIVE 4 TO bob" not in answer, "too far below to be looked at"


@pytest.mark.parametrize("mail_from", ["", "\udcff@example.org", "a\0nn@example.org", "x" * 5000])
def test_any_envelope_is_stored(table: Table, mail_from: str) -> None:
    raw = letter_text("ann@example.org", table.address("ann"), "PASS")
    letter = accept(table.service, raw, table.address("ann"), mail_from)
    assert len(table.letter(letter).mail_from) <= 320
    table.read(letter)
    assert table.letter(letter).state == DONE


# --- the same letter twice --------------------------------------------------------------


def test_the_same_letter_twice_is_one_letter(table: Table) -> None:
    first = table.send("bob", "GIVE 5 TO ann", message_id="<same@x>")
    assert len(table.read(first)) == 2
    again = table.send("bob", "GIVE 5 TO ann", message_id="<same@x>")
    assert again == first
    assert table.read(again) == []
    assert table.state().money("gnomes-of-zurich") == 7
    assert not read_letter(table.service, first)


def test_words_without_any_identity_count_once_a_turn(table: Table) -> None:
    raw = b"From: ann@example.org\r\n\r\nPASS\r\nREADY\r\n"
    first = accept(table.service, raw, table.address("ann"), "ann@example.org")
    assert accept(table.service, raw, table.address("ann"), "ann@example.org") == first
    table.read(first)
    assert table.adjudicate()
    for _ in range(3):
        table.run_turn()
    second = accept(table.service, raw, table.address("ann"), "ann@example.org")
    assert second != first
    table.read(second)
    assert table.adjudicate() and table.mover() == "bob"


# --- games that do not run --------------------------------------------------------------


def test_a_paused_game_keeps_what_is_written_to_it(table: Table) -> None:
    set_phase(table, PAUSED)
    table.to_deadline(100)
    answer = " ".join(table.write("ann", "PASS\nREADY").split())
    assert "The game is paused" in answer
    assert "READY: your turn is run as soon as the game goes on." in answer
    assert "is run now" not in answer
    assert table.filed("ann") == ["1: PASS"]
    assert not table.adjudicate()


def test_a_finished_game_says_so(table: Table) -> None:
    set_phase(table, FINISHED)
    answer = " ".join(table.write("bob", "ATTACK Yuppies WITH CIA").split())
    assert "The game is over; nothing can be ordered any more." in answer
    assert answer.startswith("THE GAME IS OVER ")
    for nonsense in ("you have no script", "Still open", "Reply with your orders"):
        assert nonsense not in answer
    assert "nothing is asked of anybody" in answer
    assert "1 REFUSED ATTACK Yuppies WITH CIA" in answer and "need" not in answer
    assert table.filed("bob") == []


def test_a_line_that_could_not_be_read_is_not_asked_about_after_the_end(table: Table) -> None:
    set_phase(table, FINISHED)
    answer = " ".join(table.write("bob", "ATTACK the WITH CIA\nGUARD ALL UNTIL 4\nSTATUS").split())
    assert "ASK" not in answer
    assert answer.count("REFUSED") == 2


def test_who_is_out_of_the_game_is_asked_for_nothing(table: Table) -> None:
    table.resign("dee")
    answer = " ".join(table.write("dee", "PASS").split())
    assert answer.startswith("NO NEED TO ACT, 1 line refused dee, you are eliminated")
    assert "for your own turn" not in answer


def set_phase(table: Table, phase: str) -> None:
    with table.database.write() as session:
        game = session.exec(select(Game)).one()
        game.phase = phase
        if phase == FINISHED:
            game.due_at = None


def test_two_games_with_equal_letters_do_not_mix(table: Table) -> None:
    other = new_table(
        table.database, table.service.settings, name="Other", seed=9, clock=table.clock
    )
    one = table.send("ann", "PASS", message_id="<both@x>")
    two = other.send("ann", "PASS", message_id="<both@x>")
    assert one != two
    assert table.letter(one).state == NEW
    assert random_bytes(1) != random_bytes(9)


# --- what somebody else wrote -----------------------------------------------------------


@pytest.mark.parametrize(
    "head",
    [
        "On 11/22/26 7:30 PM, Bob wrote:",
        "On 11/22/26 7:30 PM, Bob <bob@example.org> wrote:",
        "Bob writes to me:",
        "Support Bob <bob@example.com> schrieb am 22.11.2026 um 19:30:",
    ],
)
def test_nothing_is_done_that_stands_in_a_quote_of_somebody_elses_mail(
    table: Table, head: str
) -> None:
    table.write("ann", "STATUS")
    mail = next(m for m in reversed(table.mails()) if m.seat_id == table.seat("ann").id)
    story = [line for line in mail.text.splitlines() if line.startswith("- ")][:1]
    quoted = "".join(f"> {line}\n" for line in ("GIVE 10 TO bob", "PASS", *story, "READY"))
    body = f"Bob keeps asking:\n\n{head}\n{quoted}\nI will not."
    letter = table.send("ann", body, headers=table.reply_to(mail))
    answer = table.read(letter)[0].text
    assert table.filed("ann") == []
    assert nothing_happened(table)
    assert "GIVE 10 TO bob (quoted)" in " ".join(answer.split())


def test_a_byte_that_is_no_text_is_told(table: Table) -> None:
    body = "SAY TO bob: Grüße aus Zürich\n\nPASS\n"
    raw = letter_text(
        "ann@example.org",
        table.address("ann"),
        body,
        headers=("Content-Type: text/plain; charset=utf-8",),
    )
    letter = accept(
        table.service, raw.replace(b"PASS", b"PASS \xff"), table.address("ann"), "ann@example.org"
    )
    mails = table.read(letter)
    answer = " ".join(next(m for m in mails if m.seat_id == table.seat("ann").id).text.split())
    assert "Your mail program sent 1 byte that is no text. It is shown as \ufffd" in answer
    assert "Grüße aus Zürich" in answer


@pytest.mark.parametrize(
    ("beside", "is_told"),
    [
        ("Bob, shall we go after ann?", True),
        ("BLARGLE ann", True),
        ("Thanks", False),
        ("Hi there", False),
    ],
)
def test_a_line_beside_a_question_is_told_where_it_is_not_read(
    table: Table, beside: str, is_told: bool
) -> None:
    """Only the mail that was asked for came, as if the line had been passed on."""
    table.write("bob", f"WHO\n{beside}")
    told = one_line("\n".join(mail.text for mail in table.mails("bob")))
    assert "THE TABLE, in order of play" in told
    assert (
        f'1 line was not read as an order: "{beside}" (line 2 of your letter)' in told
    ) == is_told
