"""Who writes too much is refused for now and told once; everybody else is let in."""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest
from post_office import found_game, outbox_of, outside, settings_for
from service_rows import NOON, Hands, letter_text

from pbem.cli.serving import House
from pbem.database import Database
from pbem.service.arriving.intake import accept
from pbem.service.desk import Desk
from pbem.service.mailing.limiting import must_wait_an_hour
from pbem.settings import Settings

ANN = "ann@example.org"


def desk_of(database: Database, clock: Hands, most: int) -> Desk:
    values = {"mail": {"address": "game@example.org", "letters_an_hour": most}}
    return Desk(database, Settings.model_validate(values), clock)


def write(desk: Desk, number: int, sender: str = ANN) -> None:
    accept(desk, b"Message-ID: <%d@x>\r\n\r\nx\r\n" % number, "game@example.org", sender)


def test_letters_of_an_hour_are_counted_by_sender(database: Database) -> None:
    clock = Hands(NOON)
    desk = desk_of(database, clock, most=2)
    for number in range(3):
        assert must_wait_an_hour(desk, ANN) == (number == 2)
        write(desk, number)
        write(desk, number + 10, "")
    assert not must_wait_an_hour(desk, "bob@example.org")
    assert not must_wait_an_hour(desk, "")
    clock.now = NOON + timedelta(minutes=60)
    assert not must_wait_an_hour(desk, ANN)


def test_the_same_letter_again_counts_once(database: Database) -> None:
    desk = desk_of(database, Hands(NOON), most=2)
    for _time in range(5):
        write(desk, 1)
    assert not must_wait_an_hour(desk, ANN)


def test_nothing_counts_where_no_limit_is_set(database: Database) -> None:
    desk = desk_of(database, Hands(NOON), most=0)
    for number in range(5):
        write(desk, number)
    assert not must_wait_an_hour(desk, ANN)


@pytest.mark.slow
def test_a_player_is_told_once_and_a_stranger_by_the_refusal_alone(sqlite_url: str) -> None:
    with outside() as world:
        more = {"letters_an_hour": 2, "listener": {"port": 0}}
        box = {"smtp_out": {"port": world.box.port}, "address": "game@example.org"}
        with House(settings_for(sqlite_url, world.box.port, mail=more | box)) as house:
            found_game(house, seats=2)
            to = world.wait_for_mails(ANN, 1)[0]["Reply-To"].addresses[0].addr_spec
            senders = [ANN] * 4 + ["stranger@example.net"] * 4
            codes = [send(house.listener.port, who, to, n) for n, who in enumerate(senders)]
            assert codes == [250, 250, 450, 450] * 2
            told = [mail for mail in outbox_of(house.database) if mail.key.startswith("often:")]
            assert [mail.rcpt for mail in told] == [ANN]
            assert "2 letters" in told[0].text
            assert send(house.listener.port, "bob@example.org", to, 99) == 250


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
