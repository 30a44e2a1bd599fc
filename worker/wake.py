"""Kombu's memory transport with a bell: a consumer sleeps until a message or an acknowledgement.

The original sleeps a second whenever there is nothing to deliver or its prefetch window is full.
"""

import threading
from queue import Empty, Queue
from typing import Any, ClassVar

from kombu.transport import TRANSPORT_ALIASES, memory
from kombu.transport.virtual.base import BrokerState


class Bell:
    """Counts its rings, so that one between looking and waiting is not missed."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.rings = 0

    def ring(self) -> None:
        """Wake everyone who waits."""
        with self._changed:
            self.rings += 1
            self._changed.notify_all()

    def wait(self, heard: int, timeout: float | None) -> bool:
        """Wait until it has rung more than `heard` times; False after `timeout` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: self.rings != heard, timeout)


SCHEME = "wake"
BELL = Bell()


class Channel(memory.Channel):
    """A channel that rings for what may let a consumer go on."""

    queues: ClassVar[dict[str, Queue[Any]]] = {}  # type: ignore[misc]

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        super()._put(queue, message, **kwargs)  # type: ignore[no-untyped-call]
        BELL.ring()

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        super().basic_ack(delivery_tag, multiple)  # type: ignore[no-untyped-call]
        BELL.ring()


def drop_messages() -> None:
    """Forget all messages; call when nobody consumes any more."""
    Channel.queues.clear()


class Transport(memory.Transport):
    """In-memory messages without polling."""

    Channel = Channel
    global_state = BrokerState()  # type: ignore[no-untyped-call]

    def drain_events(  # type: ignore[override]
        self, connection: object, timeout: float | None = None
    ) -> None:
        """Deliver one message.

        Raises TimeoutError when there is none after `timeout` seconds or the first ring, so that
        the consumer can look whether it is to stop.
        """
        heard = BELL.rings
        if self._has_delivered(timeout):
            return
        if not (BELL.wait(heard, timeout) and self._has_delivered(timeout)):
            raise TimeoutError

    def _has_delivered(self, timeout: float | None) -> bool:
        assert self.cycle is not None
        try:
            self.cycle.get(self._deliver, timeout=timeout)  # type: ignore[no-untyped-call]
        except Empty:
            return False
        return True


TRANSPORT_ALIASES[SCHEME] = "worker.wake:Transport"
