"""Letters that come together share a commit: each is stored once, or its sender hears that not."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, event, text
from sqlmodel import select

from pbem.database import Database, Session, StorageError
from pbem.models import Letter
from pbem.service.arriving import batch_insert
from pbem.service.arriving.batch_insert import store_together
from pbem.service.arriving.intake import accept
from pbem.service.context import ServiceContext
from pbem.settings import Settings
from tests.support.servers import wait_for
from tests.support.service_rows import NOON, Hands

OURS = "game@example.org"
TOGETHER = 12


class Rush:
    """Many at once who wait for one writer, and then get what `act` gives or raises."""

    def __init__(self, database: Database, acts: list[Callable[[], int]]) -> None:
        self.found: list[int] = []
        self.errors: list[BaseException] = []
        threads = [threading.Thread(target=self._run, args=(act,)) for act in acts]
        with database.exclusive():
            for thread in threads:
                thread.start()
            wait_for(lambda: len(waiting(database)) == len(acts), "all to wait")
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()

    def _run(self, act: Callable[[], int]) -> None:
        try:
            self.found.append(act())
        except StorageError as error:
            self.errors.append(error)


def waiting(database: Database) -> list[object]:
    bag = batch_insert._bags.get(database)
    return list(bag.items) if bag else []


@pytest.fixture
def service(sqlite_database: Database) -> ServiceContext:
    settings = Settings.model_validate({"mail": {"address": OURS}})
    return ServiceContext(sqlite_database, settings, Hands(NOON))


def letter(number: int) -> bytes:
    return b"Message-ID: <%d@x.org>\r\n\r\n%s\r\n" % (number, b"x" * 20_000)


def taking(service: ServiceContext, number: int) -> Callable[[], int]:
    return lambda: accept(service, letter(number), OURS, "ann@example.org")


def raws(database: Database) -> Counter[bytes]:
    with database.read() as session:
        return Counter(session.exec(select(Letter.raw)).all())


def test_who_waits_together_is_stored_in_one_commit(service: ServiceContext) -> None:
    commits: list[Connection] = []
    event.listen(service.database.engine, "commit", commits.append)
    rush = Rush(service.database, [taking(service, number) for number in range(TOGETHER)])
    assert rush.errors == []
    assert len(set(rush.found)) == TOGETHER
    assert raws(service.database) == Counter(letter(number) for number in range(TOGETHER))
    assert len(commits) == 1


def test_the_same_letter_of_several_senders_is_one(service: ServiceContext) -> None:
    rush = Rush(service.database, [taking(service, number % 3) for number in range(TOGETHER)])
    assert len(rush.found) == TOGETHER
    assert len(set(rush.found)) == 3
    assert raws(service.database) == Counter(letter(number) for number in range(3))


def test_hints_go_out_for_all(service: ServiceContext) -> None:
    hints: list[tuple[str, int]] = []
    service.database.publish = lambda name, row_id: hints.append((name, row_id))
    rush = Rush(service.database, [taking(service, number) for number in range(TOGETHER)])
    assert sorted(hints) == sorted(("read_letter", row_id) for row_id in rush.found)


def test_when_the_disk_is_full_nobody_is_told_that_he_is_stored(service: ServiceContext) -> None:
    limit_pages(service.database, 1)
    rush = Rush(service.database, [taking(service, number) for number in range(TOGETHER)])
    assert len(rush.errors) == TOGETHER
    assert rush.found == []
    assert raws(service.database) == Counter()
    limit_pages(service.database, 1_000_000)
    assert accept(service, letter(1), OURS, "") == accept(service, letter(1), OURS, "")


def limit_pages(database: Database, most: int) -> None:
    """The file may not grow above so many pages, nor above what it has."""
    with database.write() as session:
        session.execute(text(f"PRAGMA max_page_count = {most}"))


def test_one_that_cannot_be_stored_fails_those_with_him_and_none_after(
    service: ServiceContext,
) -> None:
    def fails(_session: Session) -> int:
        raise StorageError("no such thing")

    acts = [taking(service, 1), lambda: store_together(service.database, fails), taking(service, 2)]
    rush = Rush(service.database, acts)
    assert len(rush.errors) == 3
    assert raws(service.database) == Counter()
    assert waiting(service.database) == []
    accept(service, letter(1), OURS, "")
    assert raws(service.database) == Counter([letter(1)])
