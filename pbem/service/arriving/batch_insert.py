"""Letters that come at the same moment share one commit, as far as the disk is what they wait for.

SQLite alone needs it: PostgreSQL joins the commits of its connections by itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from pbem.database import WAIT_SECONDS, Database, Session, StorageError

StoreInTransaction = Callable[[Session], int]
"""Stores one letter in a transaction and gives its id; must find a letter stored before."""


@dataclass(slots=True, eq=False)
class _Item:
    store: StoreInTransaction
    is_done: threading.Event = field(default_factory=threading.Event)
    letter_id: int | None = None
    error: BaseException | None = None


@dataclass(slots=True, eq=False)
class _Batch:
    guard: threading.Lock = field(default_factory=threading.Lock)
    items: list[_Item] = field(default_factory=list)

    def emptied(self) -> list[_Item]:
        with self.guard:
            taken, self.items = self.items, []
            return taken


_bags: WeakKeyDictionary[Database, _Batch] = WeakKeyDictionary()
_guard = threading.Lock()


def store_together(database: Database, store: StoreInTransaction) -> int:
    """Run `store` in a transaction with whatever else waits for one; its id after the commit.

    Raises StorageError or TimeoutError when the transaction failed, for all that were in it.
    """
    with _guard:
        bag = _bags.setdefault(database, _Batch())
    item = _Item(store)
    with bag.guard:
        bag.items.append(item)
    try:
        # Whoever is let in first takes all that wait; the others find their letter taken.
        _write(database, bag)
    except BaseException:
        with bag.guard:
            if item in bag.items:
                bag.items.remove(item)
        raise
    # Taken by another, who has let us in before he told us.
    if not item.is_done.wait(WAIT_SECONDS):
        raise TimeoutError("another letter's transaction did not end")
    if item.letter_id is None:
        raise StorageError("the letters that were stored together failed") from item.error
    return item.letter_id


def _write(database: Database, bag: _Batch) -> None:
    batch: list[_Item] = []
    try:
        with database.write() as session:
            batch = bag.emptied()
            found = [item.store(session) for item in batch]
        for item, letter_id in zip(batch, found, strict=True):
            item.letter_id = letter_id
    except BaseException as error:
        for item in batch:
            item.error = error
        raise
    finally:
        for item in batch:
            item.is_done.set()
