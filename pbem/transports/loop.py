"""An asyncio SMTP server in a thread of its own."""

import asyncio
import logging
import threading
from collections.abc import Callable

_STOP_SECONDS = 5.0


class LoopThread:
    """Serves one listening socket from a background thread; port 0 takes any free one.

    `factory` makes the protocol of one connection and is called in the thread.
    """

    def __init__(
        self,
        host: str,
        port: int,
        factory: Callable[[asyncio.AbstractEventLoop], asyncio.BaseProtocol],
    ) -> None:
        self.host = host
        self.port = port
        self._factory = factory
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: asyncio.Server | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Listen, and return when connections are taken. Raises OSError if it cannot bind."""
        if self._thread is not None:
            raise RuntimeError("already started")
        # The library logs every command, and with it the secret of every seat address.
        logging.getLogger("mail.log").setLevel(logging.ERROR)
        loop = asyncio.new_event_loop()
        try:
            self._server = loop.run_until_complete(
                loop.create_server(lambda: self._factory(loop), self.host, self.port)
            )
        except OSError:
            loop.close()
            raise
        self.port = self._server.sockets[0].getsockname()[1]
        self._loop = loop
        self._thread = threading.Thread(target=loop.run_forever, name="smtp", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close the socket, break off running dialogues, and end the thread.

        A sender who did not get his 250 sends again.
        """
        if self._thread is None or self._loop is None or self._server is None:
            return
        asyncio.run_coroutine_threadsafe(_finish(self._server), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._thread = self._loop = self._server = None


async def _finish(server: asyncio.Server) -> None:
    server.close()
    dialogues = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in dialogues:
        task.cancel()
    if dialogues:
        await asyncio.wait(dialogues, timeout=_STOP_SECONDS)
