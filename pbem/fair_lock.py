"""A lock that is given in the order in which it was asked for."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class FairLock:
    """First come, first served; not reentrant, because a nested write would be a bug."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._queue: deque[threading.Lock] = deque()
        self._owner: int | None = None

    @contextmanager
    def held(self, timeout: float, *, urgent: bool = False) -> Iterator[None]:
        """Hold the lock for the block; who is urgent goes before all that wait.

        Raises TimeoutError when `timeout` seconds pass before our turn comes, RuntimeError when
        this thread holds it already.
        """
        self._acquire(timeout, urgent)
        try:
            yield
        finally:
            self._release()

    def _acquire(self, timeout: float, urgent: bool) -> None:
        me = threading.get_ident()
        with self._guard:
            if self._owner == me:
                raise RuntimeError("a transaction is open in this thread already")
            if self._owner is None:
                self._owner = me
                return
            ticket = threading.Lock()
            ticket.acquire()
            if urgent:
                self._queue.appendleft(ticket)
            else:
                self._queue.append(ticket)
        if not ticket.acquire(timeout=timeout):
            self._give_up(ticket, timeout)
        self._owner = me

    def _give_up(self, ticket: threading.Lock, timeout: float) -> None:
        with self._guard:
            if ticket in self._queue:
                self._queue.remove(ticket)
                raise TimeoutError(f"no turn to write within {timeout:g} s")
        # Served in the very moment we gave up: the lock is ours after all.

    def _release(self) -> None:
        with self._guard:
            if self._queue:
                # The owner stays set (to nobody's thread), so that no newcomer slips in between.
                self._owner = -1
                self._queue.popleft().release()
            else:
                self._owner = None
