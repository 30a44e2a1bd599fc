"""Robots that play by real mail, as in the demo: what each would write about a mail it got."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import col, select

from pbem.games.contract.ruleset import RobotSeat
from pbem.models import FINISHED, Outbox, Seat, Sheet
from pbem.service.context import ServiceContext
from pbem.service.mailing.outbox import ACKNOWLEDGEMENT
from pbem.service.mailing.robot_seats import dice_of_robot
from pbem.service.snapshots import load_game


@dataclass(frozen=True, slots=True)
class RobotsMail:
    """A mail as its reader takes it; `lines` are what he writes about it, none if he need not.

    `occasion` is what he is asked for; `is_covered` says that his last letter was taken whole.
    """

    kind: str
    turn: int
    winners: str
    occasion: str
    lines: tuple[str, ...]
    is_last: bool
    is_covered: bool

    @property
    def is_answer(self) -> bool:
        return self.kind == ACKNOWLEDGEMENT

    @property
    def name(self) -> str:
        """What to call it in the name of a file."""
        kinds = {ACKNOWLEDGEMENT: "answer", "turn": "last-report" if self.is_last else "report"}
        return f"{kinds.get(self.kind, self.kind)}-turn-{self.turn}"

    @property
    def reply(self) -> str:
        """What to call the letter about it."""
        return "answers" if self.occasion.startswith("answers:") else "orders"


def read_for_robot(
    service: ServiceContext, message_id: str, kind: str, done: str = ""
) -> RobotsMail:
    """Say what a robot of that kind would write about a mail to its seat.

    `done` is the occasion of its last letter: about that it writes again only where its READY
    was held back.
    """
    with service.database.read() as session:
        # What stands behind the first dot is the seat's address, which no row has.
        own = message_id.partition(".")[0] + "."
        mail = session.exec(select(Outbox).where(col(Outbox.message_id).startswith(own))).one()
        assert mail.game_id is not None, "a mail to a player is about his game"
        snapshot = load_game(session, mail.game_id)
        seat = session.exec(select(Seat).where(Seat.id == mail.seat_id)).one()
        newest = select(Sheet).where(Sheet.seat_id == seat.id).order_by(col(Sheet.id).desc())
        sheet = session.exec(newest.limit(1)).first()
    status, asks = snapshot.status, snapshot.status.asks
    is_due = snapshot.game.due_at is not None and snapshot.game.due_at <= service.clock()
    asked = next((ask for ask in asks if seat.name in ask.seats and not is_due), None)
    occasion, is_ready = asked.key if asked else "", sheet is not None and sheet.is_ready
    lines: tuple[str, ...] = ()
    robots = snapshot.ruleset.robots
    if asked is None or robots is None:
        pass
    elif mail.kind == ACKNOWLEDGEMENT and occasion == done and not is_ready:
        lines = ("READY",)
    elif mail.kind != ACKNOWLEDGEMENT and occasion != done:
        robot, dice = RobotSeat(seat.name, kind), dice_of_robot(snapshot, seat.name)
        lines = robots.letter(robot, snapshot.state, asks, dice)
    return RobotsMail(
        kind=mail.kind,
        turn=mail.turn or status.turn,
        winners=_winners(status.winners),
        occasion=occasion,
        lines=lines,
        is_last=snapshot.game.phase == FINISHED and mail.kind == "turn" and ":over:" in mail.key,
        is_covered=is_ready,
    )


def _winners(seats: Sequence[str]) -> str:
    if not seats:
        return ""
    return f"{' and '.join(seats)} {'wins' if len(seats) == 1 else 'win'}."
