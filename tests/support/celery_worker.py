"""An app for `celery -A`: the product's, doing work a test can see."""

import os

from sqlmodel import select

from pbem.database import Database
from pbem.models import Letter, Outbox
from pbem.settings import Settings, load_settings
from worker.main import worker_app
from worker.use_cases import UseCases


def visible_work(_settings: Settings, database: Database) -> UseCases:
    """Reading marks the letter and hints at a mail; resolving fails; a mail notes its process."""

    def read_letter(letter_id: int) -> None:
        with database.write() as session:
            letter = session.exec(select(Letter).where(Letter.id == letter_id)).one()
            letter.state = "done"
            for mail in session.exec(select(Outbox).where(Outbox.state == "new")):
                session.hint("deliver", mail.id)

    def adjudicate(game_id: int) -> None:
        raise ValueError(f"game {game_id} cannot be resolved")

    def deliver(outbox_id: int) -> None:
        with database.write() as session:
            mail = session.exec(select(Outbox).where(Outbox.id == outbox_id)).one()
            mail.attempts += 1
            mail.error = str(os.getpid())

    def failed(name: str, row_id: int, traceback: str) -> None:
        with database.write() as session:
            letter = session.exec(select(Letter)).first()
            assert letter is not None
            letter.error = f"{name} {row_id}: {traceback}"

    return UseCases(read_letter, adjudicate, deliver, failed)


app = worker_app(load_settings(), visible_work)
