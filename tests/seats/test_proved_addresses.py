"""An address is nobody's until a code that was mailed to it has come back."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from sqlmodel import select

from pbem.cli import main
from pbem.database import Database
from pbem.mails.kinds import QUESTION
from pbem.models import Moderator, Outbox, Person
from pbem.service.arriving.intake import accept
from pbem.service.console.login import make_link, send_link
from pbem.service.context import ServiceRefusal
from pbem.service.mailing.silence import MOST_UNPROVED
from pbem.service.seats.standby_list import add_standby, list_standby
from pbem.settings import Settings
from tests.support.newcomers import code_in, let_commands_use, mails_to
from tests.support.places import ROOT
from tests.support.service_rows import Table, letter_text, new_table

OURS = "mx.example.org"
PASSED = f"Authentication-Results: {OURS}; dmarc=pass header.from=corp.example"
FAILED = f"Authentication-Results: {OURS}; dmarc=fail header.from=example.org"
ANN, CHIEF, SERVICE = "ann@example.org", "chief@corp.example", "game@example.org"


@pytest.fixture
def table(database: Database, database_url: str) -> Table:
    mail = {"address": SERVICE, "authserv_ids": [OURS], "answer_gap_seconds": 0}
    values = {"database": {"url": database_url}, "mail": mail}
    return new_table(database, Settings.model_validate(values))


def put(table: Table, sender: str, body: str, *headers: str, to: str = SERVICE) -> int:
    return accept(table.service, letter_text(sender, to, body, headers=headers), to, sender)


def words(mail: Outbox) -> str:
    return " ".join(mail.text.split())


def claimed(table: Table, email: str = CHIEF) -> Outbox:
    """Ann says by CONFIRM ALWAYS that an address is hers; the mail that goes there."""
    letter = put(table, email, "PASS", to=table.address("ann"))
    table.read(letter)
    table.write("ann", f"CONFIRM ALWAYS {code_in(table.mails('ann', 'confirm')[-1])}")
    table.read(letter)
    return mails_to(table, email)[-1]


def run(table: Table, *command: str) -> str:
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture
def commands(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    let_commands_use(table, monkeypatch)
    return table


# --- what a claim is worth --------------------------------------------------------------


def test_the_claimed_address_is_asked_and_nothing_is_told_of_any_game(table: Table) -> None:
    asked = claimed(table)
    assert (asked.rcpt, asked.kind, asked.game_id, asked.seat_id) == (
        *(CHIEF, "address_asked"),
        *(None, None),
    )
    assert asked.reply_to == SERVICE and "Fnord-7" not in asked.subject + asked.text
    assert f"says that {CHIEF} is his address as well" in words(asked)


def test_a_claimed_address_orders_nothing(table: Table) -> None:
    claimed(table)
    before = table.filed("ann")
    table.read(put(table, CHIEF, "ATTACK Yuppies WITH Mafia", to=table.address("ann")))
    table.read(put(table, CHIEF, "ATTACK Yuppies WITH Mafia", PASSED))
    assert table.filed("ann") == before


def test_rights_given_to_a_claimed_address_go_to_whoever_reads_its_mail(commands: Table) -> None:
    table = commands
    claimed(table)
    run(table, "moderators", "add", "Fnord-7", CHIEF)
    with table.database.read() as session:
        [(row, player)] = session.exec(
            select(Moderator, Person).where(Moderator.person_id == Person.id)
        ).all()
    assert player.email == CHIEF and player.id != table.seat("ann").person_id
    [welcome] = [mail for mail in table.mails() if mail.moderator_id == row.id]
    assert welcome.rcpt == CHIEF
    # Ann's own address opens no console, and gets no link.
    assert not send_link(table.service, ANN)
    assert isinstance(make_link(table.service, ANN), ServiceRefusal)


@pytest.mark.parametrize(
    "command",
    [
        ("mod", "Fnord-7", f"PROMOTE {CHIEF} NAMED Chief"),
        ("mod", "Fnord-7", f"REPLACE bob BY {CHIEF} NAMED Chief"),
        ("mod", "Fnord-7", f"STANDBY ADD {CHIEF} NAMED Chief"),
        ("standby", "add", CHIEF),
        ("console-link", CHIEF, "--operator"),
        ("new", "Corp-1", "--player", f"chief={CHIEF}", "--player", "bob=bob@example.org"),
    ],
)
def test_nothing_that_names_a_claimed_address_means_its_claimant(
    commands: Table, command: tuple[str, ...]
) -> None:
    table = commands
    claimed(table)
    run(table, *command)
    with table.database.read() as session:
        chief = session.exec(select(Person).where(Person.email == CHIEF)).one()
        theirs = session.exec(select(Moderator.person_id)).all()
    ann = table.seat("ann").person_id
    assert chief.id != ann and ann not in theirs
    assert table.seat("bob").person_id in (chief.id, table.seat("bob").person_id)
    assert [line.email for line in list_standby(table.service)] in ([], [CHIEF])


def test_mail_that_comes_back_never_goes_to_a_claimed_address(table: Table) -> None:
    claimed(table)
    report = "\r\n".join(
        [
            "From: mailer-daemon@example.org",
            f"To: {table.address('ann')}",
            "Subject: Undelivered",
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
            *("", "--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; x"),
            *("", f"Final-Recipient: rfc822; {ANN}", "Action: failed", "Status: 5.1.1"),
            *("", "--b--", ""),
        ]
    )
    table.read(accept(table.service, report.encode(), table.address("ann"), ""))
    before = len(mails_to(table, CHIEF))
    table.run_turn()
    assert len(mails_to(table, CHIEF)) == before


# --- how it is proved -------------------------------------------------------------------


@pytest.mark.parametrize("way", ["from there", "from the seat", "from there in reply"])
def test_the_code_makes_it_hers(table: Table, way: str) -> None:
    code = code_in(claimed(table))
    match way:
        case "from there":
            table.read(put(table, CHIEF, f"CONFIRM {code}"))
        case "from there in reply":
            asked = mails_to(table, CHIEF)[-1]
            table.read(put(table, CHIEF, f"Yes.\nCONFIRM {code}", *table.reply_to(asked)))
        case _:
            table.read(table.send("ann", f"CONFIRM {code}"))
    told = mails_to(table, ANN)[-1]
    assert told.kind == "address_yours" and f"{CHIEF} is confirmed" in words(told)
    table.write("ann", "ATTACK Yuppies WITH Mafia", sender=CHIEF)
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]


def test_a_code_is_good_for_its_address_and_a_week(table: Table) -> None:
    code = code_in(claimed(table))
    table.read(table.send("bob", f"CONFIRM {code}"))
    table.read(put(table, "mal@example.net", f"CONFIRM {code}"))
    table.clock.on(days=7, minutes=1)
    table.read(put(table, CHIEF, f"CONFIRM {code}"))
    assert mails_to(table, CHIEF)[-1].kind != "address_yours"
    assert not any(mail.kind == "address_yours" for mail in table.mails())


def test_who_claims_another_players_address_learns_nothing_and_gets_nothing(table: Table) -> None:
    bob = "bob@example.org"
    table.read(put(table, bob, "PASS", to=table.address("ann")))
    told = table.write("ann", f"CONFIRM ALWAYS {code_in(table.mails('ann', 'confirm')[-1])}")
    assert f"A code has been mailed to {bob}" in " ".join(told.split())
    asked = mails_to(table, bob)[-1]
    table.read(put(table, bob, f"CONFIRM {code_in(asked)}"))
    told_bob = mails_to(table, bob)[-1]
    assert "already belongs to another player here" in words(told_bob)
    table.read(put(table, bob, "PASS", to=table.address("ann")))
    assert table.filed("ann") == []


def test_two_may_claim_an_address_and_who_reads_it_decides(table: Table) -> None:
    first = claimed(table)
    table.read(put(table, CHIEF, "PASS", to=table.address("bob")))
    table.clock.on(days=1, minutes=1)
    table.write("bob", f"CONFIRM ALWAYS {code_in(table.mails('bob', 'confirm')[-1])}")
    second = mails_to(table, CHIEF)[-1]
    assert second.id != first.id
    table.read(put(table, CHIEF, f"CONFIRM {code_in(first)}"))
    table.read(put(table, CHIEF, f"CONFIRM {code_in(second)}"))
    kinds = [mail.rcpt for mail in table.mails() if mail.kind == "address_yours"]
    assert kinds == [ANN, CHIEF]


def test_nobody_is_pestered_with_codes(table: Table) -> None:
    for at in range(6):
        letter = put(table, f"a{at}@corp.example", "STATUS", to=table.address("ann"))
        table.read(letter)
        table.write("ann", f"CONFIRM ALWAYS {code_in(table.mails('ann', 'confirm')[-1])}")
        table.read(letter)
    assert len([mail for mail in table.mails() if mail.kind == "address_asked"]) == 3


def test_the_operator_adds_no_address_that_was_not_asked(commands: Table) -> None:
    table = commands
    told = run(table, "addresses", "add", ANN, "ann@home.example")
    assert "A code is on its way to ann@home.example" in told
    table.read(put(table, "ann@home.example", "PASS", to=table.address("ann")))
    assert table.filed("ann") == []
    asked = [mail for mail in mails_to(table, "ann@home.example") if mail.kind == "address_asked"]
    table.read(put(table, "ann@home.example", f"CONFIRM {code_in(asked[0])}"))
    listed = run(table, "addresses", "list", ANN).splitlines()
    assert [line.split()[-2] for line in listed] == ["stated", "proved"]
    table.write("ann", "PASS")
    listed = run(table, "addresses", "list", ANN).splitlines()
    assert [line.split()[-2] for line in listed] == ["proved", "proved"]


# --- a letter that our own server calls forged ------------------------------------------


def test_a_letter_that_our_server_calls_forged_is_held(table: Table) -> None:
    table.read(put(table, ANN, "PASS", FAILED, to=table.address("ann")))
    assert table.filed("ann") == []
    [asked] = table.mails("ann", "confirm")
    assert "our mail server says that it does not (DMARC)" in words(asked)
    # Her own server may be the one that is wrong: she can confirm all the same.
    held = put(table, ANN, f"CONFIRM {code_in(asked)}", FAILED, to=table.address("ann"))
    table.read(held)
    assert "RELEASED" in table.mails("ann")[-1].text


# --- the standby list -------------------------------------------------------------------


def test_a_forged_line_puts_nobody_on_the_standby_list_or_off_it(table: Table) -> None:
    add_standby(table.service, CHIEF)
    [asked] = table.read(put(table, CHIEF, "STANDBY OFF"))
    assert asked.rcpt == CHIEF and "nothing has been done" in words(asked)
    assert [line.email for line in list_standby(table.service)] == [CHIEF]
    table.read(put(table, CHIEF, f"STANDBY OFF {code_in(asked)}"))
    assert list_standby(table.service) == []
    [again] = table.read(put(table, CHIEF, f"STANDBY {code_in(asked)}"))
    assert list_standby(table.service) == [] and code_in(again) != code_in(asked)
    table.read(put(table, CHIEF, "STANDBY", PASSED))
    assert [line.email for line in list_standby(table.service)] == [CHIEF]


# --- what a player is owed --------------------------------------------------------------


@pytest.mark.long
def test_forged_letters_do_not_use_up_the_answers_of_a_player(
    database: Database, database_url: str
) -> None:
    mail = {"address": SERVICE, "answer_gap_seconds": 0, "answers_an_hour": 3}
    values = {"database": {"url": database_url}, "mail": mail}
    table = new_table(database, Settings.model_validate(values))
    forms = ("game@example.org", "gamE@example.org", "GAME@example.org", "<game@EXAMPLE.org>")
    for at in range(40):
        for body in (f"GIVE {at} TO bob", "STANDBY", "TAKE Fnord-7 bob AAAAAAAA"):
            table.read(put(table, ANN, body, to=forms[at % len(forms)]))
    unasked = [mail for mail in mails_to(table, ANN) if mail.purpose == QUESTION]
    assert 1 <= len(unasked) <= MOST_UNPROVED
    for _ in range(3):
        assert "COVERED" in table.write("ann", "PASS")


# --- every way in which an address becomes somebody --------------------------------------

PROOF = {
    (
        "Person",
        "new_player",
    ): "stated by who founds or moderates; mail goes there and nowhere else",
    ("Address", "claim"): "claimed: nobody's until its code comes back",
    ("Address", "new_player"): "the row of a first address; nothing is proved by it",
    ("proved_at", "take_proof"): "a code that was mailed to that address alone",
    ("email", "delete_data"): "an address that nobody has, for a person who is forgotten",
    ("email", "forget_asked"): "the same, in what he had asked and where he was invited",
    ("Person", "_vacate"): "nobody, who sits where the people of a deleted game sat",
    ("person_id", "_vacate"): "the same nobody, at whose address no mail arrives",
    ("proved_at", "first_is_proved"): "a code or a secret address that was mailed there alone",
    ("email", "make_first"): "one of the player's own, proved before",
    ("email", "_make_main"): "one of his own, proved before, with a code mailed to his main one",
    ("Seat", "_seat"): "the player whose first or proved address was stated",
    ("person_id", "_renew_row"): "a moderator's REPLACE, or TAKE with a code mailed to the player",
    ("Moderator", "_appointed"): "the player whose first or proved address was stated",
    ("Sitter", "delegate"): "named by the seat's player with a code; a player by name, or as above",
    ("person_id", "_count_seconds"): "CPU that was used for a person; nobody's address",
    ("Standby", "join"): "a seat's letter, a vouched letter, a code mailed to him, or an operator",
}
"""Where a person, seat, moderator, sitter or standby player gets an address, and what proves it."""
_WRITTEN = {"person_id", "email", "proved_at"}
_ROWS = {"Person", "Address", "Seat", "Moderator", "Sitter", "Standby"}


def test_no_other_place_makes_an_address_somebody() -> None:
    found = set()
    for path in sorted((ROOT / "pbem" / "service").rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                found |= {(what, function.name) for what in _written_in(function)}
    assert found == set(PROOF)


def _written_in(function: ast.FunctionDef) -> Iterator[str]:
    """The rows of people that a function makes, and which of their addresses it writes."""
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id=name), keywords=[_, *_]) if name in _ROWS:
                yield name
            case ast.Call(func=ast.Attribute(attr="values"), keywords=given):
                yield from (key.arg for key in given if key.arg in _WRITTEN)
            case ast.Attribute(attr=name, ctx=ast.Store()) if name in _WRITTEN:
                yield name


def test_nobody_sits_in_under_an_address_that_is_only_claimed(table: Table) -> None:
    claimed(table)
    told = table.write("bob", f"DELEGATE TO {CHIEF} UNTIL Friday")
    assert "is no player here" in " ".join(told.split())


def test_a_seat_is_not_taken_under_an_address_that_is_only_claimed(table: Table) -> None:
    claimed(table)
    (told,) = table.read(put(table, CHIEF, "TAKE Fnord-7 bob AAAAAAAA"))
    assert (told.rcpt, told.kind) == (CHIEF, "lobby_help")
