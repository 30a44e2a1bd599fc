"""The buttons of the operator's pages in the console: the service as a whole, and its people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pbem.database import Session
from pbem.models import Letter, Outbox
from pbem.service.context import ServiceContext, ServiceRefusal, log
from pbem.service.moderating.letter_list import drop_letters, retry_letters
from pbem.service.moderating.quarantine import RELEASED, NotReleased, release_letter
from pbem.service.players.refusals import accept_address, refuse_address, restore_person, suspend
from pbem.service.sending.outbox_list import drop_mails, flush_mails, retry_mails
from pbem.service.system.names import rename_game, rename_person
from pbem.service.system.page import is_operator, own_games


@dataclass(frozen=True, slots=True)
class Button:
    """One button: the kind of row it is for, "" for none, and what it does with its number."""

    row: Literal["letter", "mail", "address", ""]
    do: Callable[[ServiceContext, str], str | ServiceRefusal]


def press(
    service: ServiceContext, person_id: int, name: str, row: str
) -> str | ServiceRefusal | None:
    """Do what a button says with a row; None for who may not. What was done, or why not."""
    button = BUTTONS.get(name)
    with service.database.read() as session:
        if not is_operator(session, person_id):
            return None
        if button is None or _is_hidden(session, service, person_id, button, row):
            return ServiceRefusal("no-row", "There is no such row here.")
    outcome = button.do(service, row)
    if isinstance(outcome, str):
        log.info("system page used", player=person_id, button=name, row=row[:80])
    return outcome


def _is_hidden(
    session: Session, service: ServiceContext, person_id: int, button: Button, row: str
) -> bool:
    """Whether the row is none, or of a game that he plays in."""
    if button.row in ("", "address"):
        return False
    if not row.isascii() or not row.isdecimal() or len(row) > 9:
        return True
    number, own = int(row), own_games(session, person_id, service.clock())
    found = session.get(Letter, number) if button.row == "letter" else session.get(Outbox, number)
    return found is None or (found.game_id is not None and found.game_id in own)


def _each(
    do: Callable[[ServiceContext, int], int], done: str, gone: str
) -> Callable[[ServiceContext, str], str | ServiceRefusal]:
    """What does something with one row that may be gone; the sentences have {row}."""

    def press_it(service: ServiceContext, row: str) -> str | ServiceRefusal:
        if do(service, int(row)):
            return done.format(row=row)
        return ServiceRefusal("no-row", gone.format(row=row))

    return press_it


def _said(
    do: Callable[[ServiceContext, str], ServiceRefusal | None], done: str
) -> Callable[[ServiceContext, str], str | ServiceRefusal]:
    """What does something with an address; its sentence has {row}."""
    return lambda service, row: do(service, row) or done.format(row=row)


def _release_letter(service: ServiceContext, row: str) -> str | ServiceRefusal:
    try:
        return f"Letter {row}: {RELEASED[release_letter(service, int(row))]}"
    except NotReleased as why:
        return ServiceRefusal("no-row", f"Not done: {why}.")


def _flush(service: ServiceContext, _row: str) -> str | ServiceRefusal:
    """How many there were is not said: some may be of a game that he plays in."""
    flush_mails(service)
    return "Every mail that was tried in vain is sent now."


def _rename_person(service: ServiceContext, row: str) -> str | ServiceRefusal:
    called = rename_person(service, row)
    if isinstance(called, ServiceRefusal):
        return called
    return f"The person who has {row} is called {called} from now on."


def _rename_game(service: ServiceContext, row: str) -> str | ServiceRefusal:
    called = rename_game(service, row)
    if isinstance(called, ServiceRefusal):
        return called
    return f"{row} is called {called} from now on; who plays it is told."


_NOT_ASIDE = "Letter {row} is not set aside any more."
_NOT_WAITING = "Mail {row} does not wait any more, or is being sent now."
BUTTONS = {
    "retry-letter": Button(
        "letter",
        _each(retry_letters, "Letter {row} will be read again within a second.", _NOT_ASIDE),
    ),
    "drop-letter": Button(
        "letter",
        _each(drop_letters, "Letter {row} is dropped: it is kept, and not read again.", _NOT_ASIDE),
    ),
    "release-letter": Button("letter", _release_letter),
    "retry-mail": Button(
        "mail", _each(retry_mails, "Mail {row} will be sent within a second.", _NOT_WAITING)
    ),
    "drop-mail": Button(
        "mail", _each(drop_mails, "Mail {row} is dropped: nobody gets it.", _NOT_WAITING)
    ),
    "flush": Button("", _flush),
    "accept-address": Button(
        "address", _said(accept_address, "Letters from {row} are read again.")
    ),
    "refuse-address": Button(
        "address", _said(refuse_address, "Letters from {row} get no answer from now on.")
    ),
    "suspend-person": Button(
        "address",
        _said(suspend, "Letters of the player who has {row} have no effect and get no answer."),
    ),
    "restore-person": Button(
        "address", _said(restore_person, "Letters of the player who has {row} count again.")
    ),
    "rename-person": Button("address", _rename_person),
    "rename-game": Button("", _rename_game),
}
"""Every button of the pages."""
