"""What is looked up for a player who asks: rules, the table, the turns that were run, reports."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.mail_context import AttachedFile as FileOfMail
from pbem.documents.layout.mail_context import Mail
from pbem.games.contract.reports import Guest, PastTurn
from pbem.models import NOBODY, Attachment, Game, Outbox, Record, Turn, key_of
from pbem.prepared import Prepared
from pbem.service.game_settings import is_anonymous
from pbem.service.history.records import recorded
from pbem.service.preferences import zone_for
from pbem.service.snapshots import GameSnapshot


def guests_of(snapshot: GameSnapshot) -> dict[str, Guest]:
    """Who plays each seat; in an anonymous game its name is all that is told."""
    if is_anonymous(snapshot.game):
        return {name: Guest(name, "", _robot(snapshot, name)) for name in snapshot.players}
    return {
        name: Guest(player.name, zone_for(player), _robot(snapshot, name))
        for name, player in snapshot.players.items()
    }


def _robot(snapshot: GameSnapshot, seat: str) -> str:
    robot = snapshot.seats[seat].robot
    return "" if robot == NOBODY else robot


def past_events(session: Session, game: Game) -> tuple[Any, ...]:
    """Everything on record, in order."""
    return recorded(session, key_of(game), col(Record.seq) >= 0)


def past_turn(session: Session, snapshot: GameSnapshot, number: int) -> PastTurn[Any, Any] | None:
    """What was recorded from the opening of a turn to its end; None if it was not run."""
    game = snapshot.game
    end = _end_of(session, game, number)
    if end is None:
        return None
    start = _end_of(session, game, number - 1) or (end if number > 1 else 0)
    which = (col(Record.seq) >= start, col(Record.seq) <= end)
    events = recorded(session, key_of(game), *which)
    after = select(Turn.state).where(Turn.game_id == game.id, Turn.record_seq == end)
    state = snapshot.ruleset.codec.decode_state(session.exec(after).one())
    return PastTurn(number, events, state)


def has_run(session: Session, game: Game, number: int) -> bool:
    """Whether that turn, or a part of it, was played."""
    return _end_of(session, game, number) is not None


def _end_of(session: Session, game: Game, number: int) -> int | None:
    """The record that ended a turn, or its last part so far."""
    wanted = select(Turn.record_seq).where(
        Turn.game_id == game.id, Turn.number == number, Turn.undone == 0
    )
    return session.exec(wanted.order_by(col(Turn.record_seq).desc()).limit(1)).first()


# Built once, as every STATUS asks: to build it takes longer than to run it.
_LAST_OWN = (
    select(Turn.record_seq)
    .where(
        Turn.game_id == sa.bindparam("game"), Turn.seat == sa.bindparam("seat"), Turn.undone == 0
    )
    .order_by(col(Turn.record_seq).desc())
    .limit(1)
    .scalar_subquery()
)
_SINCE_OWN = Prepared(
    sa.select(col(Record.events))
    .where(
        col(Record.game_id) == sa.bindparam("game"),
        col(Record.undone) == 0,
        col(Record.seq) >= sa.func.coalesce(_LAST_OWN, 1),
    )
    .order_by(col(Record.seq))
)


def since_own_turn(session: Session, snapshot: GameSnapshot, seat: str) -> tuple[Any, ...]:
    """What has happened since the seat's last turn, as it may know it."""
    decode, seen_by = snapshot.ruleset.codec.decode_events, snapshot.ruleset.secrecy.seen
    whose = {"game": key_of(snapshot.game), "seat": seat}
    rows = _SINCE_OWN.rows(session.connection(), whose)
    every = (event for (text,) in rows for event in decode(text))
    seen = (seen_by(event, seat, snapshot.state) for event in every)
    return tuple(event for event in seen if event is not None)


def sent_again(session: Session, row: Outbox) -> Mail:
    """A mail that was sent before, the same to the letter, with its files."""
    files = session.exec(
        select(Attachment).where(Attachment.outbox_id == row.id).order_by(col(Attachment.place))
    ).all()
    again = (FileOfMail(file.name, file.type, file.content, file.cid, file.view) for file in files)
    return Mail(row.subject, row.body, row.kind, tuple(again))
