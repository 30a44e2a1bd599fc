"""Moderators by mail: who is obeyed, once, and what he is answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import cast

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.grammar.commands.moderators import MODERATORS
from pbem.models import Act, Letter, Moderator, Outbox
from pbem.service.arriving.intake import knows
from pbem.service.context import begin
from pbem.service.due.reminding import ring
from pbem.service.letters.reading import read_letter
from pbem.service.mailing.bounces import refused
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.command_context import HANDLERS
from pbem.service.moderating.quarantine import release_letter
from pbem.service.moderating.running import run_commands
from pbem.service.notices import add_notice, list_notices
from pbem.service.players.tokens import with_tokens
from pbem.service.seats.renewing import renew_moderators_address
from pbem.settings import Settings
from tests.support.moderating_letters import EVE, address, make, send, write
from tests.support.newcomers import prove
from tests.support.service_rows import Table, new_table, one_line


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


@pytest.fixture
def eve(table: Table) -> Moderator:
    return make(table, EVE, "Eve")


def acts(table: Table) -> list[str]:
    with table.database.read() as session:
        return [act.command for act in session.exec(select(Act).order_by(Act.id)).all()]


def test_his_address_is_known_and_in_his_thread(table: Table, eve: Moderator) -> None:
    assert knows(table.service, address(table, eve))
    (welcome,) = table.mails(kind="moderator_welcome")
    assert with_tokens(table.service, welcome).reply_to == address(table, eve)
    assert address(table, eve) in welcome.text
    assert "~1" in (welcome.reply_to or "")


def test_every_line_is_answered(table: Table, eve: Moderator) -> None:
    text = write(table, eve, "Dear referee,\nEXTEND 24h BECAUSE bob is ill\nPROCESS TURN x\nSTATUS")
    assert "DONE     EXTEND 24h BECAUSE bob is ill" in text
    assert "ASK      PROCESS TURN x" in text and '"x" is not a number' in text
    assert "TOLD     STATUS" in text
    assert 'Not read as commands: 1 line, the first being "Dear referee,"' in text
    assert acts(table) == ["EXTEND 24h BECAUSE bob is ill"]


def test_a_letter_is_obeyed_once(table: Table, eve: Moderator) -> None:
    before = table.game().deadline_at
    letter = send(table, eve, "EXTEND 24h")
    assert table.read(letter)
    assert not table.read(letter)
    assert before is not None and table.game().deadline_at == before + timedelta(hours=24)


def test_the_same_letter_to_two_addresses_is_obeyed_once(table: Table, eve: Moderator) -> None:
    (welcome,) = table.mails(kind="moderator_welcome")
    reply = table.reply_to(welcome)
    identity = "<twice@eve.example>"
    first = send(table, eve, "EXTEND 24h", headers=reply, message_id=identity)
    second = send(
        table, eve, "EXTEND 24h", headers=reply, message_id=identity, to="game@example.org"
    )
    table.read(first)
    assert not table.read(second)
    assert len(acts(table)) == 1
    assert "Message-ID" in (table.letter(second).note or "")


def test_a_crash_between_two_lines_does_neither_twice(
    table: Table, eve: Moderator, monkeypatch: pytest.MonkeyPatch
) -> None:
    extend = HANDLERS["EXTEND"]
    calls: Iterator[Callable[..., object]] = iter([extend, _crash, extend, extend])
    monkeypatch.setitem(
        cast(dict[str, object], HANDLERS), "EXTEND", lambda context: next(calls)(context)
    )
    before = table.game().deadline_at
    letter = send(table, eve, "EXTEND 24h\nEXTEND 24h")
    with pytest.raises(RuntimeError, match="crash"):
        read_letter(table.service, letter)
    assert not acts(table) and table.game().deadline_at == before
    assert table.read(letter)
    assert before is not None and table.game().deadline_at == before + timedelta(hours=48)


def _crash(*_args: object) -> None:
    raise RuntimeError("crash")


def test_a_reply_to_the_plain_address_is_his_by_its_thread(table: Table, eve: Moderator) -> None:
    (welcome,) = table.mails(kind="moderator_welcome")
    text = write(table, eve, "PAUSE", headers=table.reply_to(welcome), to="game@example.org")
    assert "DONE     PAUSE" in text


@pytest.mark.parametrize("line", ["EXTEND 24h", "SHORTEN 6h", "SET DEADLINE in 2 days"])
def test_a_reply_to_a_mail_of_an_earlier_turn_moves_no_other(
    table: Table, eve: Moderator, line: str
) -> None:
    """It comes a moment late: its writer had the turn before him that has just been run."""
    welcome = table.mails()[-1]
    table.run_turn()
    before = table.game().deadline_at
    text = one_line(write(table, eve, line, headers=table.reply_to(welcome)))
    assert table.game().deadline_at == before
    assert "REFUSED" in text and "Turn 6 is open now" in text
    assert "would have moved the deadline of turn 6" in text
    assert "DONE" in write(table, eve, line)
    assert table.game().deadline_at != before


def test_what_he_quotes_of_our_mail_is_not_obeyed(table: Table, eve: Moderator) -> None:
    (welcome,) = table.mails(kind="moderator_welcome")
    quoted = "\n".join(f"> {line}" for line in welcome.text.split("\n"))
    body = f"EXTEND 24h\n\nOn Tue, the referee wrote:\n{quoted}"
    write(table, eve, body, headers=table.reply_to(welcome))
    assert acts(table) == ["EXTEND 24h"]


def test_a_line_we_offer_is_obeyed_when_its_mark_is_taken_away(
    table: Table, eve: Moderator
) -> None:
    write(table, eve, "PAUSE")
    (mail,) = table.mails(kind="moderator_answer")
    quoted = "\n".join(f"> {line}" for line in mail.text.split("\n"))
    head = "On Tue, Illuminati by mail <game@example.org> wrote:"
    body = f"{head}\n{quoted}".replace("> # STATUS", "> STATUS")
    text = write(table, eve, body, headers=table.reply_to(mail))
    assert "TOLD     STATUS" in text and "LOG" not in text.split("== THE CLOCK")[0]


def test_mail_to_a_moderator_that_comes_back_is_noted(table: Table, eve: Moderator) -> None:
    (welcome,) = table.mails(kind="moderator_welcome")
    with begin(table.service) as tx:
        refused(tx, tx.session.merge(welcome), "550 5.1.1 no such user")
    assert any("eve@example.org, who moderates" in one.text for one in list_notices(table.service))


def test_without_a_verdict_a_letter_is_held_until_confirmed(table: Table, eve: Moderator) -> None:
    letter = send(table, eve, "EXTEND 24h", verdicts={})
    (asked,) = table.read(letter)
    assert asked.kind == "moderator_confirm" and asked.rcpt == EVE
    assert "EXTEND" not in asked.text and not acts(table)
    code = re.search(r"^    ([A-Z2-7]{8})$", asked.text, re.M)
    assert code is not None
    text = write(table, eve, f"CONFIRM {code[1]}", verdicts={})
    assert "RELEASED" in text
    table.read(letter)
    assert acts(table) == ["EXTEND 24h"]
    assert "no letter waits for that code" in write(table, eve, f"CONFIRM {code[1]}", verdicts={})


def test_a_forger_does_not_use_up_his_questions(table: Table, eve: Moderator) -> None:
    for _ in range(7):
        table.read(send(table, eve, "PAUSE", sender="mallory@example.net", verdicts={}))
    assert len(table.mails(kind="moderator_confirm")) == 3
    letter = send(table, eve, "EXTEND 24h", verdicts={})
    (asked,) = table.read(letter)
    assert asked.rcpt == EVE


def test_a_code_is_of_no_use_after_a_turn(table: Table, eve: Moderator) -> None:
    letter = send(table, eve, "EXTEND 24h", verdicts={})
    (asked,) = table.read(letter)
    code = re.search(r"^    ([A-Z2-7]{8})$", asked.text, re.M)
    table.run_turn()
    assert code is not None
    assert "since your letter" in write(table, eve, f"CONFIRM {code[1]}", verdicts={})
    assert not table.read(letter) and not acts(table)


def test_a_code_is_of_use_again_when_the_turn_is_taken_back(table: Table, eve: Moderator) -> None:
    table.run_turn()
    table.clock.on(hours=1)
    letter = send(table, eve, "EXTEND 24h", verdicts={})
    (asked,) = table.read(letter)
    code = re.search(r"^    ([A-Z2-7]{8})$", asked.text, re.M)
    turn = table.game().turn
    table.run_turn()
    [undone] = run_commands(table.service, table.game_id, f"ROLLBACK TO TURN {turn}", OPERATOR)
    assert undone.is_done and code is not None
    assert "RELEASED" in write(table, eve, f"CONFIRM {code[1]}", verdicts={})
    table.read(letter)
    assert "EXTEND 24h" in acts(table)


def test_the_operator_may_release_a_held_letter(table: Table, eve: Moderator) -> None:
    letter = send(table, eve, "EXTEND 24h", verdicts={})
    table.read(letter)
    assert release_letter(table.service, letter) == "read"
    table.read(letter)
    assert acts(table) == ["EXTEND 24h"]


def test_a_strangers_letter_to_his_address_is_held(table: Table, eve: Moderator) -> None:
    letter = send(table, eve, "TERMINATE BECAUSE ha", sender="mallory@example.net")
    (asked,) = table.read(letter)
    assert asked.rcpt == EVE and "mallory@example.net" in asked.text
    assert not acts(table)


def test_with_always_he_may_write_from_another_address(table: Table, eve: Moderator) -> None:
    other = "eve@work.example"
    letter = send(table, eve, "EXTEND 24h", sender=other)
    (asked,) = table.read(letter)
    assert "CONFIRM ALWAYS" in one_line(asked.text) and other in asked.text and not acts(table)
    code = re.search(r"^    ([A-Z2-7]{8})$", asked.text, re.M)
    assert code is not None
    told = write(table, eve, f"CONFIRM ALWAYS {code[1]}")
    assert f"A code has been mailed to {other}" in one_line(told)
    prove(table, EVE, other, is_asked=True)
    table.read(letter)
    table.read(send(table, eve, "NOTICE hello", sender=other))
    assert acts(table) == ["EXTEND 24h", "NOTICE hello"]
    table.read(send(table, eve, "NOTICE forged", sender=other, verdicts={}))
    assert len(acts(table)) == 2, "it must be vouched for as his first one must"


def test_confirm_alone_is_explained_to_him(table: Table, eve: Moderator) -> None:
    told = one_line(write(table, eve, "CONFIRM ALWAYS"))
    assert "CONFIRM needs the code of the mail that asked whether a letter is yours" in told
    assert not acts(table)


def test_always_takes_no_address_of_another_player(table: Table, eve: Moderator) -> None:
    letter = send(table, eve, "EXTEND 24h", sender="bob@example.org")
    (asked,) = table.read(letter)
    code = re.search(r"^    ([A-Z2-7]{8})$", asked.text, re.M)
    assert code is not None
    write(table, eve, f"CONFIRM ALWAYS {code[1]}")
    table.read(letter)
    table.read(send(table, eve, "NOTICE hello", sender="bob@example.org"))
    assert acts(table) == ["EXTEND 24h"]


def test_his_address_is_renewed_and_the_old_one_opens_nothing(table: Table, eve: Moderator) -> None:
    old = address(table, eve)
    refused = renew_moderators_address(table.service, "Fnord-7", "ann@example.org")
    assert refused is not None and "its moderators: eve@example.org" in refused.text
    renew_moderators_address(table.service, "Fnord-7", EVE)
    with table.database.read() as session:
        now = session.get_one(Moderator, eve.id)
    new = address(table, now)
    assert new != old and knows(table.service, new) and not knows(table.service, old)
    (told,) = table.mails(kind="moderator_address")
    assert told.rcpt == EVE and new in told.text
    assert with_tokens(table.service, told).reply_to == new
    table.read(send(table, eve, "EXTEND 24h", to=old))
    assert not acts(table)
    write(table, now, "EXTEND 24h")
    assert acts(table) == ["EXTEND 24h"]


def test_a_player_cannot_confirm_for_a_moderator(table: Table, eve: Moderator) -> None:
    letter = send(table, eve, "EXTEND 24h", verdicts={})
    (asked,) = table.read(letter)
    code = re.search(r"^    ([A-Z2-7]{8})$", asked.text, re.M)
    assert code is not None
    table.write("bob", f"CONFIRM {code[1]}")
    assert not table.read(letter) and not acts(table)


def test_looking_needs_no_verdict(table: Table, eve: Moderator) -> None:
    assert "TOLD     STATUS" in write(table, eve, "STATUS\nHELP EXTEND", verdicts={})


def test_machines_are_not_obeyed(table: Table, eve: Moderator) -> None:
    letter = send(table, eve, "EXTEND 24h", headers=("Auto-Submitted: auto-replied",))
    assert not table.read(letter) and not acts(table)
    assert table.letter(letter).outcome == "machine"


def test_letters_are_obeyed_in_their_order(table: Table, eve: Moderator) -> None:
    first = send(table, eve, "NOTICE one")
    table.clock.on(seconds=1)
    second = send(table, eve, "NOTICE two")
    assert not table.read(second)
    table.read(first)
    table.read(second)
    assert acts(table) == ["NOTICE one", "NOTICE two"]


def test_who_was_demoted_is_a_stranger(table: Table, eve: Moderator) -> None:
    to = address(table, eve)
    letter = send(table, eve, "EXTEND 24h")
    with table.database.write() as session:
        session.delete(session.get(Moderator, eve.id))
    table.read(letter)
    assert not acts(table) and not knows(table.service, to)


def test_he_may_demote_himself_where_another_remains(table: Table, eve: Moderator) -> None:
    make(table, "fay@example.org", "Fay")
    mails = table.read(send(table, eve, "DEMOTE eve@example.org"))
    assert "moderator_gone" in [mail.kind for mail in mails]


def test_previews_and_logs_come_after_the_answer(table: Table, eve: Moderator) -> None:
    mails = table.read(send(table, eve, "NOTICE hello\n\nLOG"))
    own = [mail.kind for mail in mails if mail.moderator_id == eve.id]
    assert own == ["moderator_answer", "log"]


@pytest.mark.parametrize("body", ["", "x" * 70_000, "\0", "EXTEND", "EXTEND 24h\n" * 200])
def test_bad_letters_are_answered(table: Table, eve: Moderator, body: str) -> None:
    assert "THE CLOCK" in write(table, eve, body)


def test_notices_reach_him_gathered_once_an_hour(table: Table, eve: Moderator) -> None:
    say(table, "alpha")
    told = tell(table)
    assert ["alpha" in mail.text for mail in told] == [True]
    table.clock.on(minutes=10)
    say(table, "beta")
    say(table, "gamma")
    assert not tell(table)
    assert table.game().alarm_at == told[0].created_at + timedelta(hours=1)
    table.clock.on(minutes=51)
    (later,) = tell(table)
    assert "beta" in later.text and "gamma" in later.text and "alpha" not in later.text
    assert not tell(table)


def say(table: Table, text: str) -> None:
    with begin(table.service) as tx:
        add_notice(tx, "address", text, text, table.game_id)


def tell(table: Table) -> list[Outbox]:
    before = len(table.mails())
    ring(table.service, table.game_id, table.clock())
    return table.mails()[before:]


def test_what_was_answered_meanwhile_is_not_asked(table: Table, eve: Moderator) -> None:
    say(table, "alpha")
    tell(table)
    table.write("bob", "AWAY UNTIL 15 Dec")
    table.write("cat", "AWAY UNTIL 16 Dec")
    write(table, eve, "APPROVE bob")
    table.clock.on(minutes=61)
    (later,) = [mail for mail in tell(table) if mail.kind == "moderator_notice"]
    assert "APPROVE cat" in later.text and "bob asks" not in later.text
    table.write("dee", "AWAY UNTIL 17 Dec")
    write(table, eve, "REFUSE dee BECAUSE it is too long")
    table.clock.on(minutes=61)
    assert not [mail for mail in tell(table) if mail.kind == "moderator_notice"]


def test_a_turn_that_was_released_is_not_told_as_closed(table: Table, eve: Moderator) -> None:
    say(table, "alpha")
    tell(table)
    write(table, eve, "SET RELEASE on\nPROCESS TURN 5")
    assert table.adjudicate()
    write(table, eve, "RELEASE TURN 5")
    assert table.adjudicate()
    table.clock.on(minutes=61)
    assert not [mail for mail in tell(table) if mail.kind == "moderator_notice"]
    write(table, eve, "PROCESS TURN 6")
    assert table.adjudicate()
    (later,) = [mail for mail in tell(table) if mail.kind == "moderator_notice"]
    assert "turn 6 of" in later.text and "turn 5 of" not in later.text


def test_a_notice_rings_the_alarm(table: Table, eve: Moderator) -> None:
    say(table, "alpha")
    assert table.game().alarm_at == table.clock()


def test_an_unread_letter_of_his_comes_before_the_deadline(table: Table, eve: Moderator) -> None:
    table.to_deadline(-1)
    letter = send(table, eve, "EXTEND 24h")
    table.clock.on(seconds=2)
    assert not table.adjudicate()
    table.read(letter)
    assert not table.adjudicate() and not table.turns()


def test_letters_keep_his_id(table: Table, eve: Moderator) -> None:
    with table.database.read() as session:
        row = session.get(Letter, send(table, eve, "STATUS"))
    assert row is not None and (row.moderator_id, row.game_id) == (eve.id, table.game_id)


def test_no_mail_of_moderating_is_wider_than_a_screen(table: Table, eve: Moderator) -> None:
    make(table, "fay@example.org", "Fay")
    long = "why " * 60
    body = f"EXTEND 24h BECAUSE {long}\nNOTICE {long}\n\nRULE {long}\n\nLOG\nLOG 1\nHELP SET\nWHO"
    table.read(send(table, eve, f"{body}\nPROCESS TURN 99\n{long}\nDEMOTE fay@example.org"))
    make(table, "gus@example.org", "Gus")
    for line in (f"EXTEND 24h BECAUSE {long}", f"NOTICE {long}", f"RULE {long}"):
        table.read(send(table, eve, line))
    say(table, long)
    tell(table)
    mails = [mail for mail in table.mails() if mail.kind not in ("turn", "bulletin")]
    kinds = {mail.kind for mail in mails}
    assert kinds >= {
        "moderator_answer",
        "acts",
        "act",
        "notice",
        "ruling",
        "log",
        "moderator_notice",
    }
    for mail in mails:
        assert all(len(line) <= 72 for line in mail.text.split("\n")), mail.text
        assert "{{" not in mail.text and "~1" not in mail.text


def test_who_may_not_look_is_told_who_may(table: Table, eve: Moderator) -> None:
    ann = make(table, "ann@example.org")
    told = one_line(write(table, ann, "PREVIEW", sender="ann@example.org"))
    assert "you play in it. Another moderator can do it." in told
    told = one_line(write(table, eve, "SET BLIND on\nPREVIEW"))
    assert "the game is blind. The operator can do it." in told


def test_a_letter_of_many_commands_is_one_mail_to_everybody(table: Table, eve: Moderator) -> None:
    fay = make(table, "fay@example.org", "Fay")
    before = {mail.id for mail in table.mails()}
    write(
        table,
        eve,
        "EXTEND 24h BECAUSE bob is ill\n\nNOTICE The referee moves house.\n\nRULE A pass stands."
        "\n\nPAUSE\n\nSTATUS",
    )
    new = [mail for mail in table.mails() if mail.id not in before]
    assert sorted(mail.rcpt for mail in new) == sorted(
        [EVE, "fay@example.org", *(f"{seat}@example.org" for seat in ("ann", "bob", "cat", "dee"))]
    )
    (bob,) = [mail for mail in new if mail.rcpt == "bob@example.org"]
    told = one_line(bob.text)
    order = ["bob is ill", "moves house", "Ruling 1", "A pass stands", "The game is paused"]
    assert [told.index(words) for words in order] == sorted(told.index(words) for words in order)
    assert "and 3 more things" in bob.subject
    (to_fay,) = [mail for mail in new if mail.moderator_id == fay.id]
    order = ["EXTEND 24h BECAUSE bob is ill", "moves house", "A pass stands", "PAUSE"]
    told = one_line(to_fay.text)
    assert [told.index(words) for words in order] == sorted(told.index(words) for words in order)


def test_what_concerns_one_player_stands_in_his_one_mail(table: Table, eve: Moderator) -> None:
    letter = table.send("bob", "PASS")
    before = {mail.id for mail in table.mails()}
    write(table, eve, f"HOLD {letter}\nEXTEND 24h BECAUSE bob is ill")
    new = [mail for mail in table.mails() if mail.id not in before]
    (bob,) = [mail for mail in new if mail.rcpt == "bob@example.org"]
    (cat,) = [mail for mail in new if mail.rcpt == "cat@example.org"]
    assert "Your letter of" in bob.text and "bob is ill" in one_line(bob.text)
    assert "A letter is held" in cat.text and "Your letter of" not in cat.text


def test_the_example_of_edit_can_be_sent(table: Table, eve: Moderator) -> None:
    """HELP EDIT once showed `EDIT what`."""
    (example,) = MODERATORS["EDIT"].examples
    assert example in one_line(write(table, eve, "HELP EDIT"))
    answer = one_line(write(table, eve, example.replace(" BECAUSE", " TRY BECAUSE")))
    assert "turns_taken" in answer and "REFUSED" not in answer and "ASK" not in answer
