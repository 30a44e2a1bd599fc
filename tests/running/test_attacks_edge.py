"""The same letters through a real Postfix with rspamd before it: what the edge says is believed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.mail_edge import EDGE, running_edge
from tests.support.outside_attacks import (
    ANN,
    BASE,
    BOB,
    FORGED_VERDICTS,
    MO,
    Town,
    letter,
    running_town,
)
from tests.support.post_office import text_of
from tests.support.servers import free_port

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def town(real_server: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """One for all: a letter that does nothing leaves nothing behind."""
    port = free_port()
    with (
        running_edge(port) as postfix,
        running_town(
            tmp_path_factory.mktemp("edge"), port=port, way_in=postfix.smtp, edge=EDGE
        ) as made,
    ):
        yield made


def test_an_honest_letter_is_vouched_for_by_the_edge(town: Town) -> None:
    """To the plain address, with no secret in it: the edge's DMARC alone says who wrote it."""
    assert "how things stand" in str(town.ask_status(ANN, BASE)["Subject"])


def test_a_letter_that_our_edge_calls_forged_is_held(town: Town) -> None:
    """Whoever has read bob's secret address still is not bob."""
    bobs = town.seat_address(BOB)
    town.send("eve@evil.example", bobs, letter(BOB, bobs, "RESIGN"))
    town.wait_to_be_asked(BOB, "DMARC")


@pytest.mark.parametrize("header", FORGED_VERDICTS)
def test_a_forged_verdict_vouches_for_nobody(town: Town, header: str) -> None:
    before = len(town.world.mails(ANN))
    forged = header.format(EDGE)
    town.send("eve@evil.example", BASE, letter(ANN, BASE, "ATTACK Mafia WITH CIA\nREADY", forged))
    town.send("eve@evil.example", BASE, letter(MO, BASE, "PAUSE Fnord-7", forged))
    town.ask_status(ANN, town.seat_address(ANN))
    town.ask_status(BOB, town.seat_address(BOB))
    new = town.world.mails(ANN)[before:]
    assert not [mail for mail in new if "COVERED" in str(mail["Subject"])]
    assert "PAUSE" not in "".join(map(text_of, new))
