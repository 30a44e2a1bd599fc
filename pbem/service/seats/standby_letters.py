"""Letters of standby players: TAKE with its code, STANDBY and STANDBY OFF (R12.7)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlmodel import col, select

from pbem.database import Session, lock_game
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mail.letter import with_new_text
from pbem.mails.kinds import as_answer, as_question
from pbem.mails.seats import StandbyAnswer, standby_answer
from pbem.models import RUNNING, Game, Letter, Person, Seat, Standby
from pbem.service.codes import is_one_of
from pbem.service.context import ServiceContext, Transaction, begin, log
from pbem.service.mailing.outbox import lock_seat
from pbem.service.mailing.unread import close_unread
from pbem.service.players.addresses import player_at
from pbem.service.players.tokens import service_code
from pbem.service.seats.standby import ask_newcomer, notify_player, take_code
from pbem.service.seats.standby_rows import join, leave
from pbem.service.seats.takeover import hand_over
from pbem.service.transaction import on

# Anybody's letter is searched: what may stand before and behind must not reach beyond its line,
# else a megabyte of empty lines takes quadratic time.
_BEFORE, _BEHIND = r"^[ \t>*#]{0,40}", r"[^\w\n]{0,40}$"
_TAKE = re.compile(
    _BEFORE + r"TAKE\s{1,9}(?P<game>[A-Z][\w-]{0,23})\s{1,9}(?P<seat>[A-Z][\w-]{0,23})\s{1,9}"
    r"(?P<code>[A-Z2-7][A-Z2-7-]{6,15})" + _BEHIND,
    re.IGNORECASE | re.MULTILINE,
)
_STANDBY = re.compile(
    _BEFORE + r"STANDBY(?P<off>[ \t]{1,9}OFF)?(?:[ \t]{1,9}(?P<code>[A-Z2-7-]{8,12}))?" + _BEHIND,
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Request:
    """What a standby player wants: "take" with a game, a seat and a code, to "join" or "leave".

    `is_vouched` is whether a mail server of ours says that the letter is from his address.
    """

    what: Literal["take", "join", "leave"]
    player: Person
    is_vouched: bool
    game: str = ""
    seat: str = ""
    code: str = ""


def taking(session: Session, letter: Letter, mailed: Mailed, *, is_vouched: bool) -> Request | None:
    """What a letter takes, whatever address it was sent to; its writer is a registered player."""
    if "take" not in mailed.body.casefold() or not _TAKE.search(mailed.body):
        return None
    found = _TAKE.search(with_new_text(mailed, letter.raw).text)
    player = player_at(session, mailed.from_addr)
    if found is None or player is None:
        return None
    return Request("take", player, is_vouched, found["game"], found["seat"], found["code"])


def listing(
    letter: Letter, mailed: Mailed, player: Person | None, *, is_vouched: bool
) -> Request | None:
    """What a registered player's letter to nobody's seat wants of the standby list."""
    if player is None or not _STANDBY.search(mailed.body):
        return None
    found = _STANDBY.search(with_new_text(mailed, letter.raw).text)
    if found is None:
        return None
    what: Literal["join", "leave"] = "leave" if found["off"] else "join"
    return Request(what, player, is_vouched, code=found["code"] or "")


def answer_request(
    service: ServiceContext, letter: Letter, request: Request, now: datetime
) -> bool:
    """Do what a standby player wants and tell him; True if this call did it."""
    with begin(service, now) as tx:
        row = close_unread(tx.session, letter, "standby", now)
        if row is None:
            return False
        player = tx.session.get_one(Person, request.player.id)
        answer = _done(tx, request, player)
        row.note = f"standby: {answer or 'taken'}"
        if answer is not None:
            # What nobody has shown to be his does not count among the answers he is owed.
            is_owed = request.is_vouched or answer in ("joined", "left")
            code = list_code(tx, player, request.what) if answer in _ASKED else ""
            mail = standby_answer(answer, request.game, request.seat, code)
            reply = as_answer(mail) if is_owed else as_question(mail)
            notify_player(tx, player, reply, f"ack:{row.id}")
    log.info("standby letter", letter=letter.id, what=request.what)
    return True


_ASKED = ("join-asked", "leave-asked")


def list_code(tx: Transaction, player: Person, what: str) -> str:
    """What shows that a player himself wants to be put on the list, or taken off it."""
    rows = tx.session.exec(
        select(Standby).where(Standby.person_id == player.id).order_by(col(Standby.id))
    ).all()
    stamp = [(row.id, str(row.since_at), str(row.left_at)) for row in rows]
    return service_code(tx.session, tx.mail, "list", player.id, what, stamp)


def _done(tx: Transaction, request: Request, player: Person) -> StandbyAnswer | None:
    """What he is told; None where the mails of his new seat tell it."""
    if request.what == "take":
        return _take(tx, request, player)
    if not (request.is_vouched or is_one_of(request.code, [list_code(tx, player, request.what)])):
        return "leave-asked" if request.what == "leave" else "join-asked"
    if request.what == "leave":
        return "left" if leave(tx.session, player, None, tx.now) else "not-on-list"
    join(tx.session, player, None, tx.now)
    ask_newcomer(tx, player)
    return "joined"


def _take(tx: Transaction, request: Request, player: Person) -> StandbyAnswer | None:
    """The first who sends his code has the seat; the game's lock says who that is."""
    games = tx.session.exec(select(Game.id, Game.name).where(Game.phase == RUNNING)).all()
    named = [key for key, name in games if name.casefold() == request.game.casefold()]
    game = lock_game(tx.session, named[0]) if named and named[0] is not None else None
    if game is None:
        return "no-seat"
    seats = tx.session.exec(select(Seat).where(Seat.game_id == game.id)).all()
    found = [seat for seat in seats if seat.name.casefold() == request.seat.casefold()]
    if not found:
        return "no-seat"
    if player.id in [seat.person_id for seat in seats]:
        return "seated"
    seat = lock_seat(tx.session, found[0])
    if seat.offered_at is None or game.phase != RUNNING:
        return "too-late"
    if not is_one_of(request.code, [take_code(tx, seat, player)]):
        return "wrong-code"
    locked = on(tx, game)
    hand_over(locked, seat, player)
    text = f"{player.name} plays {seat.name} now."
    locked.add_notice("seat", text, f"seated:{seat.id}:{seat.token_number}")
    return None
