"""A thread that says now and then that its process runs."""

from pbem.background import Background
from pbem.database import Database, StorageError
from pbem.log import get_logger
from pbem.service.due.beats import EVERY, beat

log = get_logger(__name__)


class Beats(Background):
    """Signs of life of one part of the service, until it is stopped or its process ends."""

    def __init__(self, database: Database, part: str) -> None:
        super().__init__("beats")
        self._database = database
        self._part = part

    def run(self) -> None:
        """Beat at once, and then every EVERY; one that fails is only missed."""
        while True:
            try:
                beat(self._database, (self._part,), self._database.now())
            except (StorageError, OSError) as error:
                log.warning("no sign of life", error=str(error))
            if self._stopping.wait(EVERY.total_seconds()):
                return
