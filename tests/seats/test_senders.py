"""Who may order what: tokens, the decision table, letters held and confirmed, machines."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import get_args

import pytest
from click.testing import CliRunner
from sqlmodel import col, select

from pbem.cli import main
from pbem.database import Database
from pbem.mail.compose import render
from pbem.mail.verdict import AuthVerdict
from pbem.models import DONE, HELD, Address, OperatorNotice, Outbox
from pbem.service.arriving.intake import accept, is_postmaster, knows
from pbem.service.codes import code_of, is_one_of
from pbem.service.context import ServiceRefusal
from pbem.service.mailing.proving import register
from pbem.service.moderating.quarantine import NotReleased, release_letter
from pbem.service.named_games import NoSuchGame
from pbem.service.players.addresses import (
    list_addresses,
    make_first,
    remove,
)
from pbem.service.players.senders import (
    AddressPurpose,
    Evidence,
    Games,
    Sender,
    TokenEvidence,
    decide,
)
from pbem.service.players.tokens import with_tokens
from pbem.service.seats.confirming import confirmations
from pbem.service.seats.renewing import renew_address
from pbem.service.sending.delivery import deliver
from pbem.service.sending.messages import message_of
from pbem.settings import Settings
from tests.support.each import each
from tests.support.newcomers import code_in, let_commands_use, prove
from tests.support.service_rows import Table, letter_text, new_table, one_line

OURS = "mx.example.org"
PASSED = f"Authentication-Results: {OURS}; spf=pass; dmarc=pass header.from=example.org"


@pytest.fixture
def table(sqlite_database: Database, sqlite_url: str) -> Table:
    return table_with(sqlite_database, sqlite_url)


def table_with(database: Database, url: str, **mail: object) -> Table:
    values = {"address": "game@example.org", "authserv_ids": [OURS], "answer_gap_seconds": 0}
    settings = Settings.model_validate({"database": {"url": url}, "mail": values | mail})
    return new_table(database, settings)


def put(
    table: Table, sender: str, body: str, *headers: str, to: str = "game@example.org", **more: str
) -> int:
    """Store a letter; by default without a token."""
    return accept(table.service, letter_text(sender, to, body, headers=headers, **more), to, sender)


def words(mail: Outbox) -> str:
    return " ".join(mail.text.split())


# --- the decision table -----------------------------------------------------------------

VERDICTS: tuple[AuthVerdict, ...] = get_args(AuthVerdict)
GAMES: tuple[Games, ...] = get_args(Games)
EVERY: list[tuple[TokenEvidence, Sender, AuthVerdict, Games, AddressPurpose]] = list(
    itertools.product(
        get_args(TokenEvidence), get_args(Sender), VERDICTS, GAMES, get_args(AddressPurpose)
    )
)
ACCEPTED = {
    # Token and a registered From that our own server does not call forged; a moderator's also
    # needs a verdict.
    *(("seat", "own", v, g, "orders") for v in ("pass", "none") for g in GAMES),
    *(("seat", "own", "pass", g, "moderator") for g in GAMES),
    # No token: a known From that our own server vouches for, in the one game there is.
    *(((t, s, "pass", "one", "orders")) for t in ("wrong", "none") for s in ("own", "known")),
}
HELPED = {
    *(
        (t, s, v, g, p)
        for t, s, v, g, p in EVERY
        if t != "seat" and (s == "stranger" or g != "one" or p == "moderator")
    ),
}


@each(("token", "sender", "verdict", "games", "purpose"), EVERY)
def test_every_combination_of_the_table(
    token: TokenEvidence,
    sender: Sender,
    verdict: AuthVerdict,
    games: Games,
    purpose: AddressPurpose,
) -> None:
    row = (token, sender, verdict, games, purpose)
    wanted = "accept" if row in ACCEPTED else "help" if row in HELPED else "confirm"
    assert decide(Evidence(token, sender, verdict, games), purpose) == wanted


def test_the_table_has_every_row() -> None:
    assert len(set(EVERY)) == 3 * 3 * 3 * 3 * 2


def test_nothing_forged_is_ever_taken() -> None:
    """Whoever has neither the token nor a verdict, or the token alone, orders nothing."""
    for token, sender, verdict, games, purpose in EVERY:
        if (token != "seat" and verdict != "pass") or sender == "stranger":
            assert decide(Evidence(token, sender, verdict, games), purpose) != "accept"


# --- the letters themselves -------------------------------------------------------------


def test_a_letter_to_the_plain_address_counts_where_our_server_vouches(table: Table) -> None:
    [mail] = table.read(put(table, "ann@example.org", "PASS", PASSED))
    assert mail.seat_id == table.seat("ann").id and "COVERED" in mail.text
    assert table.filed("ann") == ["1: PASS"]


@pytest.mark.parametrize(
    "header",
    [
        "Authentication-Results: mx.evil.example; dmarc=pass",
        f"Authentication-Results: {OURS}.evil.example; dmarc=pass",
        f"Authentication-Results: {OURS}; dmarc=fail",
        f"Authentication-Results: {OURS}; spf=pass (dmarc=pass)",
        "X-Nothing: 1",
    ],
)
def test_another_servers_word_is_not_believed(table: Table, header: str) -> None:
    letter = put(table, "ann@example.org", "PASS", header)
    [mail] = table.read(letter)
    assert mail.kind == "confirm" and mail.rcpt == "ann@example.org"
    assert table.letter(letter).outcome == HELD
    assert table.filed("ann") == []


def test_a_providers_verdict_counts_as_our_own(table: Table) -> None:
    raw = letter_text("ann@example.org", "game@example.org", "PASS")
    table.read(accept(table.service, raw, "game@example.org", "ann@example.org", {"dmarc": "pass"}))
    assert table.filed("ann") == ["1: PASS"]


def test_a_reply_to_the_plain_address_is_its_threads(table: Table) -> None:
    headers = table.reply_to(table.report("ann"))
    table.read(put(table, "ann@example.org", "PASS", *headers))
    assert table.filed("ann") == ["1: PASS"]


def test_what_is_for_the_postmaster_is_nobodys_orders(table: Table) -> None:
    letter = put(table, "ann@example.org", "PASS", PASSED, to="postmaster@example.org")
    assert table.read(letter) == []
    assert table.letter(letter).note == "not answered: for the operator"
    assert table.filed("ann") == []


def test_who_sits_in_two_games_names_one(table: Table) -> None:
    other = new_table(
        table.database, table.service.settings, name="Other", seed=9, clock=table.clock
    )
    letter = put(table, "ann@example.org", "PASS", PASSED)
    [mail] = table.read(letter)
    assert "which of your games it is for" in words(mail)
    assert table.filed("ann") == other.filed("ann") == []
    raw = letter_text("ann@example.org", "game@example.org", "PASS", headers=[PASSED])
    raw = raw.replace(b"Subject: orders", b"Subject: Re: [Other] my turn")
    table.read(accept(table.service, raw, "game@example.org", "ann@example.org"))
    assert (table.filed("ann"), other.filed("ann")) == ([], ["1: PASS"])


# --- held and confirmed -----------------------------------------------------------------


def held_letter(
    table: Table, body: str = "PASS", sender: str = "eve@example.net"
) -> tuple[int, Outbox]:
    letter = put(table, sender, body, to=table.address("ann"))
    [mail] = table.read(letter)
    assert mail.kind == "confirm"
    return letter, mail


def test_a_strange_address_is_held_and_the_player_asked(table: Table) -> None:
    letter, mail = held_letter(table)
    assert table.letter(letter).outcome == HELD
    assert mail.rcpt == "ann@example.org" and mail.seat_id == table.seat("ann").id
    assert "from eve@example.net, an address that we do not know as yours" in words(mail)
    assert table.filed("ann") == []
    # Reading it once more changes nothing.
    assert table.read(letter) == []


def test_a_confirmed_letter_counts_from_its_arrival(table: Table) -> None:
    letter, mail = held_letter(table)
    arrived_at = table.clock()
    table.clock.on(hours=5)
    [told] = table.read(table.send("ann", f"> is it yours?\nconfirm {code_in(mail).lower()}"))
    assert "is confirmed and is being read now" in words(told)
    assert told.rcpt == "ann@example.org"
    [answer] = table.read(letter)
    assert "COVERED" in answer.text and answer.rcpt == "ann@example.org"
    assert table.filed("ann") == ["1: PASS"]
    row = table.letter(letter)
    assert (row.state, row.accepted_by, row.received_at) == (DONE, "code", arrived_at)
    # Once: the code is used up.
    assert "no letter waits for that code" in words(
        table.read(table.send("ann", f"CONFIRM {code_in(mail)}"))[0]
    )
    # And only that letter: the next one from there is held again.
    held_letter(table, "ATTACK Yuppies WITH Mafia")


def test_confirm_always_adds_the_address(table: Table) -> None:
    letter, mail = held_letter(table)
    told = table.write("ann", f"CONFIRM ALWAYS {code_in(mail)}")
    assert "A code has been mailed to eve@example.net" in " ".join(told.split())
    table.read(letter)
    [asked] = [mail for mail in table.mails() if mail.rcpt == "eve@example.net"]
    table.read(put(table, "eve@example.net", f"CONFIRM {code_in(asked)}"))
    table.write("ann", "ATTACK Yuppies WITH Mafia", sender="eve@example.net")
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    # Reports still go where they went.
    assert table.mails("ann")[-1].rcpt == "ann@example.org"


def test_another_players_address_is_never_added(table: Table) -> None:
    letter, mail = held_letter(table, sender="bob@example.org")
    table.write("ann", f"CONFIRM ALWAYS {code_in(mail)}")
    table.read(letter)
    held_letter(table, sender="bob@example.org")


@pytest.mark.parametrize("code", ["AAAAAAAA", "ABC", "22222222"])
def test_a_wrong_code_releases_nothing(table: Table, code: str) -> None:
    letter, _ = held_letter(table)
    told = " ".join(table.write("ann", f"CONFIRM {code}").split())
    assert "no letter waits for that code" in told or "NOT COVERED" in told
    assert table.letter(letter).outcome == HELD


def test_nobody_else_can_confirm(table: Table) -> None:
    letter, mail = held_letter(table)
    table.read(put(table, "eve@example.net", f"CONFIRM {code_in(mail)}", to=table.address("ann")))
    table.write("bob", f"CONFIRM {code_in(mail)}")
    assert table.letter(letter).outcome == HELD


def test_a_code_is_good_for_a_week(table: Table) -> None:
    letter, mail = held_letter(table)
    table.clock.on(days=7, minutes=1)
    told = " ".join(table.write("ann", f"CONFIRM {code_in(mail)}").split())
    assert "has waited for more than a week" in told
    assert table.letter(letter).outcome == HELD


def test_a_held_letter_does_not_undo_a_later_one(table: Table) -> None:
    letter, mail = held_letter(table, "PASS")
    table.clock.on(minutes=10)
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    filed = table.filed("ann")
    told = " ".join(table.write("ann", f"CONFIRM {code_in(mail)}").split())
    assert "was not read: we had already read a later letter of yours" in told
    assert table.read(letter) == []
    assert table.filed("ann") == filed


def test_a_letter_confirmed_after_its_deadline_is_told_so(table: Table) -> None:
    letter, mail = held_letter(table)
    table.run_turn()
    told = " ".join(table.write("ann", f"CONFIRM {code_in(mail)}").split())
    assert "a turn has run since it came" in told
    assert table.read(letter) == []
    assert (table.letter(letter).state, table.filed("ann")) == (DONE, [])


def test_a_forger_does_not_use_up_a_players_questions(table: Table) -> None:
    for at in range(8):
        table.read(put(table, "ann@example.org", f"GIVE {at + 1} TO bob"))
        table.read(put(table, "eve@example.net", "PASS", to=table.address("ann")))
    assert len(table.mails("ann", "confirm")) == 6
    letter, mail = held_letter(table, sender="ann@work.example")
    assert "RELEASED" in table.write("ann", f"CONFIRM {code_in(mail)}")
    table.read(letter)
    assert table.filed("ann") == ["1: PASS"]


@pytest.mark.long
def test_a_forger_of_many_names_is_not_asked_about_for_ever(table: Table) -> None:
    for at in range(40):
        table.read(put(table, f"eve{at}@example.net", "PASS", to=table.address("ann")))
    assert len(table.mails("ann", "confirm")) == 30
    # What is not sent to his secret address is counted apart.
    assert table.read(put(table, "ann@example.org", "PASS"))


def test_a_player_is_asked_three_times_a_day_and_told_of_the_last(table: Table) -> None:
    asked = [" ".join(held_letter(table)[1].text.split()) for _ in range(3)]
    assert all("We ask about such letters at most 3 times a day" in text for text in asked)
    assert ["this is the last time today" in text for text in asked] == [False, False, True]
    letter = put(table, "eve@example.net", "PASS", to=table.address("ann"))
    assert table.read(letter) == []
    row = table.letter(letter)
    assert row.outcome == HELD and "often enough" in (row.note or "")
    table.clock.on(hours=25)
    held_letter(table)


def test_other_lines_of_a_confirmation_are_named(table: Table) -> None:
    _, mail = held_letter(table)
    told = " ".join(table.write("ann", f"CONFIRM {code_in(mail)}\nATTACK Yuppies WITH CIA").split())
    assert "its 1 other line did nothing" in told


def test_a_letter_that_only_sounds_like_a_confirmation_is_read(table: Table) -> None:
    held_letter(table)
    table.write("ann", "PASS\nconfirm receipts")
    assert table.filed("ann") == ["1: PASS"]


@pytest.mark.parametrize("typed", ["CONFIRM ALWAYS", "confirm", "Confirm always."])
def test_confirm_alone_is_explained(table: Table, typed: str) -> None:
    told = " ".join(table.write("ann", typed).split())
    assert "CONFIRM needs a code" in told and '"is this letter yours?"' in told
    assert "mail a second code to the address from which the letter came" in told
    assert "No letter waits for a code now" in told
    held_letter(table)
    told = " ".join(table.write("ann", typed).split())
    assert "A letter that arrived Sat 21 Nov 2026, 12:00 UTC waits for its code" in told


def test_orders_beside_a_confirm_without_a_code_are_read(table: Table) -> None:
    told = " ".join(table.write("ann", "CONFIRM ALWAYS\nPASS").split())
    assert table.filed("ann") == ["1: PASS"]
    assert "CONFIRM needs the code of the mail that asked whether a letter is yours" in told


def test_an_operator_lets_a_letter_through(table: Table) -> None:
    letter, _ = held_letter(table)
    assert release_letter(table.service, letter) == "read"
    table.read(letter)
    assert table.filed("ann") == ["1: PASS"]
    for one in (letter, 4711):
        with pytest.raises(NotReleased):
            release_letter(table.service, one)


def test_confirm_lines_are_found_as_people_write_them() -> None:
    text = "Yes, mine\n> confirm abcd-efgh\nCONFIRM ALWAYS: ABCDEFGH.\nCONFIRM\nPASS"
    found, others = confirmations(text)
    assert [(one.code, one.always) for one in found] == [("abcd-efgh", False), ("ABCDEFGH", True)]
    assert others == 3


def test_codes_are_of_one_thing_each() -> None:
    codes = {code_of(b"k", *what) for what in (("letter", 1), ("letter", 2), ("resign", 1))}
    assert len(codes) == 3 and {len(code) for code in codes} == {8}
    [code, *_] = sorted(codes)
    assert is_one_of(f"{code[:4].lower()}-{code[4:]}", ["AAAAAAAA", code])
    assert not is_one_of(code[:-1], [code]) and not is_one_of("", [code])


# --- tokens -----------------------------------------------------------------------------


def test_no_token_stands_in_any_table(table: Table) -> None:
    table.read(table.send("bob", "PASS"))
    tokens = [table.token(seat) for seat in ("ann", "cat", "dee")]
    path = table.service.settings.database.url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as connection:
        dumped = "\n".join(connection.iterdump()).casefold()
    assert len(set(tokens)) == 3 and {len(token) for token in tokens} == {26}
    assert [token for token in tokens if token in dumped] == []
    assert table.seat("ann").token_hash in dumped


def test_what_goes_out_has_the_token(table: Table) -> None:
    mail = table.report("ann")
    sent = render(message_of(table.service, mail, None)).decode()
    assert f"game+{table.token('ann')}@example.org" in sent
    assert f".{table.token('ann')}@example.org>" in sent
    assert "~1" not in sent.partition("\r\n\r\n")[0]
    assert mail.id is not None
    assert deliver(table.service, mail.id, table.post)
    assert table.post.sent[0][0] == f"game+{table.token('ann')}@example.org"


def test_a_token_in_any_case_opens_its_seat(table: Table) -> None:
    assert knows(table.service, table.address("ann").upper())
    assert not knows(table.service, f"game+{'b' * 26}@example.org")


def test_a_renewed_address_leaves_the_old_one_two_weeks(table: Table) -> None:
    old = table.address("ann")
    renew_address(table.service, "Fnord-7", "ann")
    assert table.address("ann") != old
    told = table.mails("ann")[-1]
    assert "The old address works for 14 more days" in words(told)
    assert table.address("ann") in render(message_of(table.service, told, None)).decode()
    table.read(put(table, "ann@example.org", "PASS", to=old))
    assert table.filed("ann") == ["1: PASS"]
    table.clock.on(days=14)
    assert not knows(table.service, old) and knows(table.service, table.address("ann"))


def test_a_revoked_address_ends_at_once(table: Table) -> None:
    old = table.address("ann")
    renew_address(table.service, "Fnord-7", "ann", is_at_once=True)
    assert not knows(table.service, old)
    assert "no longer works" in words(table.mails("ann")[-1])
    # Replies to mails from before are still known for what they answer, not for orders.
    table.read(put(table, "eve@example.net", "PASS", to=old))
    assert table.filed("ann") == []
    # Renewing again does not bring it back.
    renew_address(table.service, "Fnord-7", "ann")
    assert not knows(table.service, old)


def test_only_seats_have_addresses(table: Table) -> None:
    assert isinstance(renew_address(table.service, "Fnord-7", "eve"), ServiceRefusal)
    with pytest.raises(NoSuchGame):
        renew_address(table.service, "None", "ann")


def test_another_key_renews_every_address_as_mail_goes_out(
    sqlite_database: Database, sqlite_url: str
) -> None:
    first = table_with(sqlite_database, sqlite_url)
    old = first.address("ann")
    mail = {"address": "game@example.org", "key": "k" * 32}
    settings = Settings.model_validate({"database": {"url": sqlite_url}, "mail": mail})
    second = Table(
        replace(first.service, settings=settings),
        first.clock,
        first.game_id,
    )
    second.read(put(second, "ann@example.org", "PASS", to=old))
    assert second.address("ann") != old
    assert knows(second.service, old) and knows(second.service, second.address("ann"))


def test_replies_to_mail_from_a_former_domain_count(
    sqlite_database: Database, sqlite_url: str
) -> None:
    """Replies to mails of the old address are orders, and new mails bear the new address."""
    first = table_with(sqlite_database, sqlite_url, address="play@old.example")
    mover = first.mover()
    old = f"play+{first.address(mover).partition('+')[2].partition('@')[0]}@old.example"
    mail = {"address": "game@example.org", "answer_gap_seconds": 0}
    moved = {"database": {"url": sqlite_url}, "mail": mail}
    unknown = Settings.model_validate(moved)
    assert not knows(replace(first.service, settings=unknown), old)
    mail["former_addresses"] = ["play@old.example"]
    service = replace(first.service, settings=Settings.model_validate(moved))
    second = Table(service, first.clock, first.game_id)
    for known in (old, "play@old.example", "postmaster@old.example"):
        assert knows(service, known) or is_postmaster(service, known), known
    [answer] = second.read(put(second, f"{mover}@example.org", "PASS", to=old))
    assert second.filed(mover) == ["1: PASS"]
    assert with_tokens(service, answer).reply_to == second.address(mover)
    assert second.address(mover).endswith("@example.org")


# --- machines and loops -----------------------------------------------------------------


def test_one_answer_a_message_id(table: Table) -> None:
    table.write("ann", "PASS", message_id="<loop@x>")
    again = table.send("ann", "PASS\nand a footer", message_id="<loop@x>")
    assert table.read(again) == []
    assert table.letter(again).outcome == "duplicate"
    # Another seat's letter may have the same one.
    assert table.write("bob", "PASS", message_id="<loop@x>")


def test_answers_fall_silent_and_the_moderator_is_told(
    sqlite_database: Database, sqlite_url: str
) -> None:
    table = table_with(sqlite_database, sqlite_url, answers_an_hour=3)
    got = [table.read(table.send("ann", f"hello {at}")) for at in range(6)]
    assert [[mail.kind for mail in mails] for mails in got] == [
        ["acknowledgement"],
        ["acknowledgement"],
        ["acknowledgement"],
        ["address_quiet"],
        [],
        [],
    ]
    with table.database.read() as session:
        [notice] = session.exec(select(OperatorNotice)).all()
    assert notice.kind == "silence" and "ann@example.org" in notice.text
    # Orders are read all the same, and after an hour they are answered.
    assert table.read(table.send("ann", "PASS")) == []
    assert table.filed("ann") == ["1: PASS"]
    table.clock.on(minutes=61)
    assert len(table.read(table.send("ann", "PASS"))) == 1


def test_the_silence_is_told_once_and_until_when(
    sqlite_database: Database, sqlite_url: str
) -> None:
    table = table_with(sqlite_database, sqlite_url, answers_an_hour=3)
    table.write("ann", "SET ZONE Europe/Berlin")
    for _ in range(2):
        table.clock.on(minutes=15)
        table.write("ann", "STATUS")
    table.clock.on(minutes=15)
    (last,) = table.read(table.send("ann", "STATUS"))
    assert last.subject == "No more answers until Sat 21 Nov 14:45"
    assert "no answers until Sat 21 Nov 2026, 14:45 CET (Europe/Berlin)" in one_line(last.text)
    # The first answers are more than an hour old soon, and the next hour of the clock begins.
    for _ in range(3):
        table.clock.on(minutes=19)
        assert table.read(table.send("ann", "STATUS")) == []
    table.clock.on(minutes=3)
    for _ in range(3):
        assert [mail.kind for mail in table.read(table.send("ann", "STATUS"))] != ["address_quiet"]


def test_a_machines_letter_can_be_let_through(table: Table) -> None:
    letter = table.send("ann", "PASS", headers=["Auto-Submitted: auto-replied"])
    assert table.read(letter) == []
    assert table.letter(letter).outcome == "machine"
    release_letter(table.service, letter)
    assert len(table.read(letter)) == 1
    assert table.filed("ann") == ["1: PASS"]


# --- addresses --------------------------------------------------------------------------


def test_addresses_are_listed_added_and_removed(table: Table) -> None:
    table.write("ann", "PASS")
    prove(table, "ann@example.org", "ann@work.example")
    assert [line.email for line in list_addresses(table.service, "ann@work.example")] == [
        "ann@example.org",
        "ann@work.example",
    ]
    table.write("ann", "PASS", sender="Ann@Work.Example")
    assert table.filed("ann") == ["1: PASS"]
    make_first(table.service, "ann@work.example")
    table.write("ann", "PASS")
    assert table.mails("ann")[-1].rcpt == "ann@work.example"
    remove(table.service, "ann@example.org")
    assert [line.email for line in list_addresses(table.service, "ann@work.example")] == [
        "ann@work.example"
    ]
    assert len(list_addresses(table.service)) == 4


def test_the_commands_do_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    let_commands_use(table, monkeypatch)
    letter, old = held_letter(table)[0], table.address("ann")

    def run(*words: str) -> str:
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
        return done.output

    assert "Fnord-7/ann  held:" in run("letters", "list", "--state", "held")
    assert run("letters", "list", "--state", "machine") == ""
    assert "will be read" in run("letters", "release", str(letter))
    assert run("letters", "list", "--state", "quarantined") == ""
    run("addresses", "add", "ann@example.org", "ann@home.example")
    prove(table, "ann@example.org", "ann@home.example", is_asked=True)
    table.read(letter)
    table.write("ann", "PASS")
    run("addresses", "first", "ann@home.example")
    assert "* ann@home.example" in run("addresses", "list", "ann@example.org")
    run("addresses", "remove", "ann@example.org")
    assert "ann@example.org" not in run("addresses")
    run("tokens", "rotate", "Fnord-7", "ann")
    assert old != table.address("ann") and knows(table.service, old)
    run("tokens", "revoke", "Fnord-7", "bob")
    assert CliRunner().invoke(main, ["letters", "release", "4711"]).exit_code == 2
    assert run("letters", "notices") == ""


WRONG: list[Callable[[Table], object]] = [
    lambda t: register(t.service, "ann@example.org", "bob@example.org"),
    lambda t: register(t.service, "ann@example.org", "no address"),
    lambda t: register(t.service, "eve@example.net", "eve@work.example"),
    lambda t: remove(t.service, "ann@example.org"),
    lambda t: make_first(t.service, "eve@example.net"),
]


@pytest.mark.parametrize("act", WRONG)
def test_what_cannot_be_done_with_addresses(table: Table, act: Callable[[Table], object]) -> None:
    assert isinstance(act(table), ServiceRefusal)
    with table.database.read() as session:
        rows = session.exec(select(Address).order_by(col(Address.email))).all()
        assert [(row.email, row.proved_at) for row in rows] == [
            (f"{name}@example.org", None) for name in ("ann", "bob", "cat", "dee")
        ]
