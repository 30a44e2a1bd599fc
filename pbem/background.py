"""Work that goes on in a thread of its own until it is told to stop."""

import threading


class Background:
    """Runs `run` in a daemon thread between `start` and `stop`; `run` may be called as well.

    `run` looks at `_stopping` and returns soon after it is set.
    """

    def __init__(self, name: str) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self.run, name=name, daemon=True)

    def run(self) -> None:
        """Work in this thread until `stop` is called from another."""
        raise NotImplementedError

    def start(self) -> None:
        """Work in a thread of its own."""
        self._thread.start()

    def stop(self, timeout: float = 10.0) -> None:
        """Let what is at hand be finished, for so many seconds at most, and return."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout)
