"""Letters that name no seat: never orders, answered at most once a day an address."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import select

from pbem.database import Session
from pbem.mail.address import token_of
from pbem.mail.letter import read_letter as read_mail
from pbem.models import DONE, NEW, Letter, Outbox, Player
from pbem.reports import not_recognised
from pbem.reports.notices import Unknown
from pbem.service.desk import Desk, log
from pbem.service.mailing import Addressee, post


def answer_stranger(desk: Desk, letter: Letter, now: datetime) -> bool:
    """Close a letter without a seat; its sender is told what to do, if he is a person."""
    mailed = read_mail(
        letter.raw, mail_from=letter.mail_from, own_addresses=(desk.settings.mail.address,)
    )
    with desk.database.write() as session:
        wanted = select(Letter).where(Letter.id == letter.id).with_for_update()
        row = session.exec(wanted.execution_options(populate_existing=True)).one()
        if row.state != NEW:
            return False
        row.state, row.read_at = DONE, now
        row.note = _note(desk, session, row, mailed.is_machine, mailed.from_addr, now)
        session.add(row)
    log.info("letter of nobody", letter=letter.id, note=row.note)
    return True


def _note(
    desk: Desk,
    session: Session,
    letter: Letter,
    machine: str | None,
    sender: str,
    now: datetime,
) -> str:
    if machine:
        return f"not answered: {machine}"
    if not sender or letter.rcpt.partition("@")[0].casefold() == "postmaster":
        return "not answered: for the operator"
    key = f"stranger:{sender.casefold()[:200]}:{now:%Y-%m-%d}"
    if session.exec(select(Outbox).where(Outbox.key == key)).first():
        return "not answered: told once today"
    email = sender.casefold()
    player = session.exec(select(Player).where(Player.email == email)).first()
    mail = not_recognised(_why(letter, player))
    to = Addressee(sender, player.name if player else "")
    post(session, desk.settings.mail, to, mail, key=key, now=now)
    return "answered: no seat's address"


def _why(letter: Letter, player: Player | None) -> Unknown:
    if token_of(letter.rcpt):
        return "wrong-token"
    return "no-token" if player else "nobody"
