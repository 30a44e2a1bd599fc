"""Who sends nothing: a pass or a robot's turn, and after too many of them an offer (R12.7)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

from sqlmodel import select

from pbem.database import Session
from pbem.models import NEW, NOBODY, TUTORIAL, Game, Letter, Seat, Sheet, key_of
from pbem.service.absence import is_away
from pbem.service.arriving.intake import HINT_GRACE
from pbem.service.game_settings import is_anonymous
from pbem.service.mailing.robot_seats import PASSED, STAND_IN, address_of, is_robots
from pbem.service.players.reliability import note_turn
from pbem.service.seats.standby import close_offer, may_be_offered, offer
from pbem.service.snapshots import GameSnapshot, own_sheet
from pbem.service.transaction import GameTx
from pbem.service.waits import has_orders, missing_orders

BOT = "bot"
KEPT = 6
"""Own turns that are looked back on: missing IN_A_ROW or SO_MANY of them the seat is offered."""
IN_A_ROW, SO_MANY = 2, 3


def queue_substitutes(tx: GameTx) -> bool:
    """Have a robot write for those whose turn is due without a script and who have SET SILENCE
    bot; True while its letter is not read yet.

    Its letter counts as received when the turn was due, and is stored once a turn.
    """
    if tx.game.due_at is None or not _has_bots(tx.session, tx.game):
        return False
    is_waiting = False
    for name in missing_orders(tx.session, tx.snapshot, tx.snapshot.ask):
        seat = tx.snapshot.seats[name]
        if not is_robots(seat) and seat.silence == BOT:
            is_waiting |= _call(tx, seat, tx.game.due_at)
    return is_waiting


def _has_bots(session: Session, game: Game) -> bool:
    wanted = select(Seat.id).where(
        Seat.game_id == game.id, Seat.silence == BOT, Seat.robot == NOBODY
    )
    return session.exec(wanted.limit(1)).first() is not None


def _call(tx: GameTx, seat: Seat, due_at: datetime) -> bool:
    session, game, snapshot = tx.session, tx.game, tx.snapshot
    part = snapshot.part_of(seat.name)
    occasion = f"{game.id}:{game.timeline}:{snapshot.status.turn}:{part}:{seat.id}"
    digest = hashlib.sha256(f"stand-in:{occasion}".encode()).hexdigest()
    letter = session.exec(select(Letter).where(Letter.digest == digest)).first()
    if letter is None:
        letter = Letter(
            received_at=due_at,
            mail_from=address_of(STAND_IN),
            rcpt=tx.mail.address,
            raw=b"",
            digest=digest,
            accepted_by=PASSED,
            game_id=tx.id,
            seat_id=key_of(seat),
            next_try_at=tx.now + HINT_GRACE,
        )
        session.add(letter)
        session.flush()
        session.hint("read_letter", letter.id)
    return letter.state == NEW


def is_by_substitute(letter: Letter, seat: Seat) -> bool:
    """Whether a letter was written by a robot in the place of a person."""
    return letter.accepted_by == PASSED and not is_robots(seat)


def _is_by_stand_in(session: Session, seat: Seat, sheet: Sheet) -> bool:
    letter = session.get(Letter, sheet.letter_id)
    return letter is not None and is_by_substitute(letter, seat)


def count_turns(
    tx: GameTx, before: GameSnapshot, began: Sequence[str], due_at: datetime
) -> list[str]:
    """Keep which turns were missed, and offer the seats of those who missed too many.

    `before` is the game before the turns that were due, `began` the seats whose own they were.
    What the next report says of it.
    """
    sentences = []
    for name in began:
        if is_robots(before.seats[name]):
            continue
        seat = tx.seat(name)
        sheet = own_sheet(tx.session, seat, before.status.sheets[name]._replace(part=0))
        if sheet is not None and _is_by_stand_in(tx.session, seat, sheet):
            sentences.append(f"Nothing had come from {name}; POLICY BOT played the turn (R12.7).")
        is_missed = missed(tx.session, seat, sheet, due_at)
        counts = tx.game.kind != TUTORIAL and not is_anonymous(tx.game)
        if counts and is_missed is not None:
            note_turn(tx.session, seat, is_in_time=not is_missed)
        if is_missed and is_too_silent(seat.misses) and may_be_offered(tx.game):
            after = tx.reload()
            is_in = after.is_in(name) and not after.status.winners
            if is_in and offer(tx, seat, "missed"):
                sentences.append(f"The seat of {name} is offered to standby players (R12.7).")
    _close_offers_of_the_gone(tx, before)
    return sentences


def _close_offers_of_the_gone(tx: GameTx, before: GameSnapshot) -> None:
    """Nobody can take a seat that is out of the game by now, nor any once the game is over."""
    offered = [name for name, seat in before.seats.items() if seat.offered_at is not None]
    if not offered:
        return
    after = tx.reload()
    for name in offered:
        if after.status.is_over or not after.is_in(name):
            close_offer(tx, tx.seat(name), "gone")


def missed(session: Session, seat: Seat, sheet: Sheet | None, due_at: datetime) -> bool | None:
    """Whether a seat's turn was run without a script of its player's; keeps its last six.

    An absence that was announced is no miss: None.
    """
    is_own = sheet is not None and has_orders(sheet) and not _is_by_stand_in(session, seat, sheet)
    if not is_own and is_away(session, seat, due_at):
        return None
    seat.misses = [*seat.misses, not is_own][-KEPT:]
    session.add(seat)
    session.flush()
    return not is_own


def is_too_silent(misses: Sequence[bool]) -> bool:
    """Two misses in a row, or three of six (R12.7)."""
    last = list(misses[-KEPT:])
    return all(last[-IN_A_ROW:]) and len(last) >= IN_A_ROW or sum(last) >= SO_MANY
