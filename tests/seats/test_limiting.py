"""Who writes too much is refused for now and told once; everybody else is let in.

A limit is kept by what is proved: a secret address, or the peer that brings a letter.
"""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest
import sqlalchemy as sa
from sqlmodel import col, select

from pbem.cli.server_parts import make_listener
from pbem.cli.serving import AllInOneServer
from pbem.database import Database
from pbem.models import Letter, Moderator
from pbem.service.arriving.intake import accept
from pbem.service.mailing.limiting import EDGE, MOST_FOR_OPERATOR, Peers, must_wait_an_hour
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.seats.moderators import moderators_address
from pbem.settings import Settings
from tests.support.post_office import found_game, outbox_of, outside, settings_for
from tests.support.service_rows import NOON, Table, letter_text, new_table

ANN, BOB, SERVICE = "ann@example.org", "bob@example.org", "game@example.org"
NEAR, FAR, FARTHER = "127.0.0.1", "203.0.113.9", "198.51.100.7"
SITE = ("2001:db8:1:2::1", "2001:db8:1:2:ffff::7", "2001:db8:1:3::1")


def table_of(database: Database, most: int) -> Table:
    mail = {"address": SERVICE, "letters_an_hour": most, "answer_gap_seconds": 0}
    return new_table(database, Settings.model_validate({"mail": mail}))


@pytest.fixture
def peers() -> Peers:
    return Peers()


def may_send(table: Table, peers: Peers, to: str, peer: str = NEAR, sender: str = ANN) -> bool:
    """Bring a letter to the door; it is stored where it is let in."""
    if must_wait_an_hour(table.service, to, peer, peers):
        return False
    accept(table.service, letter_text(sender, to, "STATUS"), to, sender)
    return True


def test_letters_of_an_hour_are_counted_by_their_secret_address(
    database: Database, peers: Peers
) -> None:
    table = table_of(database, most=2)
    ann, bob = table.address("ann"), table.address("bob")
    assert [may_send(table, peers, ann) for _ in range(3)] == [True, True, False]
    assert may_send(table, peers, bob, sender=ANN)
    table.clock.now = NOON + timedelta(minutes=60)
    assert may_send(table, peers, ann)


def test_an_address_in_other_letters_is_the_same_address(database: Database, peers: Peers) -> None:
    table = table_of(database, most=2)
    ann = table.address("ann")
    forms = [ann, ann.upper(), ann.replace("game+", "GAME-").replace("example", "Example")]
    assert [may_send(table, peers, form) for form in forms] == [True, True, False]


def test_letters_in_a_players_name_to_the_plain_address_do_not_shut_him_out(
    database: Database, peers: Peers
) -> None:
    table = table_of(database, most=3)
    sent = [may_send(table, peers, SERVICE, FAR, sender=BOB) for _ in range(40)]
    assert sent.count(True) == 3
    assert may_send(table, peers, table.address("bob"), FARTHER, sender=BOB)
    assert may_send(table, peers, table.address("bob"), FAR, sender=BOB)


def test_a_moderators_address_has_a_limit_of_its_own(database: Database, peers: Peers) -> None:
    table = table_of(database, most=2)
    run_commands(table.service, table.game_id, "PROMOTE eve@example.org NAMED Eve", OPERATOR)
    with table.database.read() as session:
        eve = session.exec(select(Moderator)).one()
        to = moderators_address(table.service, session, eve)
    assert [may_send(table, peers, SERVICE, FAR, "eve@example.org") for _ in range(3)][-1] is False
    assert [may_send(table, peers, to, FAR) for _ in range(4)] == [True, True, False, False]
    told = [mail for mail in table.mails() if mail.key.startswith("often:")]
    assert [(mail.rcpt, mail.moderator_id) for mail in told] == [("eve@example.org", eve.id)]


def test_each_peer_is_counted_apart_and_a_server_here_brings_more(
    database: Database, peers: Peers
) -> None:
    table = table_of(database, most=2)
    assert [may_send(table, peers, SERVICE, FAR) for _ in range(3)] == [True, True, False]
    assert may_send(table, peers, SERVICE, FARTHER)
    assert [may_send(table, peers, SERVICE, site) for site in (*SITE, SITE[0])] == [
        *(True, True, True),
        False,
    ]
    near = [may_send(table, peers, SERVICE, peer) for peer in ("::ffff:127.0.0.1", NEAR) * 20]
    assert near.count(True) == 2 * EDGE
    table.clock.now = NOON + timedelta(minutes=60)
    assert may_send(table, peers, SERVICE, FAR)


def test_the_same_letter_again_counts_once(database: Database, peers: Peers) -> None:
    table = table_of(database, most=2)
    to = table.address("ann")
    raw = letter_text(ANN, to, "STATUS")
    for _time in range(5):
        accept(table.service, raw, to, ANN)
    assert not must_wait_an_hour(table.service, to, NEAR, peers)


def test_nothing_counts_where_no_limit_is_set(database: Database, peers: Peers) -> None:
    table = table_of(database, most=0)
    assert all(may_send(table, peers, table.address("ann")) for _ in range(5))


# --- the postmaster, and what lies on the disk -------------------------------------------


def test_there_is_one_postmaster_and_he_reads_only_so_much(
    database: Database, peers: Peers
) -> None:
    table = table_of(database, most=1000)
    takes = make_listener(table.service).session.answer_recipient
    assert takes("Postmaster@Example.org") is None and takes("postmaster") is None
    refused = takes("postmaster@elsewhere.example")
    assert refused is not None and refused.startswith("550 5.1.1")
    sent = [may_send(table, peers, "postmaster@example.org", FAR) for _ in range(70)]
    assert sent.count(True) == MOST_FOR_OPERATOR


def test_a_letter_to_many_addresses_is_kept_once(database: Database) -> None:
    table = table_of(database, most=1000)
    ann = table.address("ann")
    raw = letter_text(ANN, ann, "PASS\n" + "# padding\n" * 20_000)
    forms = [SERVICE, "GAME@example.org", "postmaster", "Postmaster@EXAMPLE.org.", ann, ann.upper()]
    answers = make_listener(table.service).session.answer_letter(raw, forms, ANN)
    assert {answer[:3] for answer in answers} == {"250"}
    with table.database.read() as session:
        sizes = sa.select(sa.func.sum(sa.func.length(col(Letter.raw))), sa.func.count())
        assert tuple(session.execute(sizes).one()) == (len(raw), 3)
        ids = session.exec(select(Letter.id).order_by(col(Letter.id))).all()
    for letter in ids:
        assert letter is not None
        table.read(letter)
    assert table.filed("ann") == ["1: PASS"], "the copy to her seat is read as any other letter"


@pytest.mark.long
@pytest.mark.slow
def test_a_player_is_told_once_whoever_the_envelope_names(sqlite_url: str) -> None:
    with outside() as world:
        more = {"letters_an_hour": 2, "listener": {"port": 0}}
        box = {"smtp_out": {"port": world.box.port}, "address": SERVICE}
        with AllInOneServer(settings_for(sqlite_url, world.box.port, mail=more | box)) as house:
            found_game(house, seats=2)
            to = world.wait_for_mails(ANN, 1)[0]["Reply-To"].addresses[0].addr_spec
            senders = [ANN, "stranger@example.net", BOB, ANN]
            codes = [send(house.listener.port, who, to, n) for n, who in enumerate(senders)]
            assert codes == [250, 250, 450, 450]
            told = [mail for mail in outbox_of(house.database) if mail.key.startswith("often:")]
            assert [mail.rcpt for mail in told] == [ANN]
            assert "2 letters" in told[0].text
            # Nobody but who writes to her address is shut out.
            assert send(house.listener.port, ANN, SERVICE, 99) == 250


def send(port: int, sender: str, to: str, number: int) -> int:
    raw = letter_text(sender, to, "STATUS", message_id=f"<{number}@example.org>")
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        client.ehlo()
        client.mail(sender)
        code, text = client.rcpt(to)
        if code != 250:
            assert text == b"4.7.1 Too many letters in an hour, try again later"
            return code
        return client.data(raw)[0]
