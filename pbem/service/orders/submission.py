"""A seat's letter with everything it is judged by, as read at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.database import Session
from pbem.documents.marks import below_box
from pbem.games.contract.orders import SeatFile
from pbem.mail.letter import OurNames, read_envelope, with_new_text, without_secrets
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mails.kinds import BY_ITSELF, COPY
from pbem.models import RUNNING, WEB, Letter, Outbox, Person, Record, Seat, Sheet, game_key
from pbem.service.context import ServiceContext
from pbem.service.history.runs import Run, RunRow, run_in, run_of
from pbem.service.history.timelines import timeline_end, timeline_in
from pbem.service.mailing.page_links import SentMail, as_sent
from pbem.service.mailing.robot_seats import letter_written_now
from pbem.service.orders.looked_up import MAIL, AnsweredRow, look_up, mail_answered
from pbem.service.orders.revisions import number_of
from pbem.service.players.tokens import own_tokens
from pbem.service.snapshots import GameRows, GameSnapshot, decoded, settled

BULLETIN = "bulletin"
"""What the keys of bulletins begin with: bulletin:GAME:TURN:PART:SEAT; GAME is its `game_key`."""
MOST_COMPARED = 8
"""Bulletins of a seat among which the first copy of one is looked for, the newest ones."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A letter of a seat with everything it is judged by, as read at one moment.

    `answers` are the newest sheets for the windows in which the seat is asked, by the keys of the
    asks; `ahead` those for turns to come, as SeatFile has them; `ended` tells of
    offers whose time was over when the letter came; `written` is the letter a robot has written
    just now; `had_secret` says that a seat's token was taken out of what is new in it; `twin` is a
    letter of the seat with the same Message-ID that has been read; `is_overtaken` says that the
    letter had failed and orders that the seat sent after it have been filed since.
    """

    letter: Letter
    mailed: Mailed
    snapshot: GameSnapshot
    seat: Seat
    player: Person
    sheet: Sheet | None
    last: Run | None
    answers_turn: int | None
    answers: Mapping[str, Sheet] = field(default_factory=dict)
    closed: Run | None = None
    ended: tuple[Any, ...] = ()
    written: bytes | None = None
    ahead: Mapping[int, Sheet] = field(default_factory=dict)
    had_secret: bool = False
    twin: int | None = None
    is_overtaken: bool = False

    @property
    def is_mover(self) -> bool:
        """Whether the seat's own turn is open, or a round that its script is for."""
        return self.snapshot.is_own_turn(self.seat.name)

    @property
    def windows(self) -> tuple[str, ...]:
        """The keys of what the seat is asked beside its own turn."""
        return tuple(ask.key for ask in self.snapshot.status.windows_of(self.seat.name))

    @property
    def is_answering(self) -> bool:
        """Whether the seat is asked anything beside its own turn."""
        return bool(self.windows)

    @property
    def must_wait(self) -> bool:
        """Whether the letter came after a deadline whose turn has not been run yet.

        No deadline runs in a game that is paused, but what was closed before stays so.
        """
        game = self.snapshot.game
        closes_at = game.closed_at or (game.due_at if game.phase == RUNNING else None)
        if closes_at is None:
            return False
        return self.letter.received_at > closes_at

    def is_late(self, *, has_script: bool) -> bool:
        """Whether a letter with script orders was written for a turn that has been run.

        What replies to a mail from before the seat's last turn is taken for the own turn that is
        open, except in a game of rounds, where all turns of a round are one.
        """
        if not has_script or self.last is None:
            return False
        number, due_at, resolved_at = self.last
        is_round = self.snapshot.is_shared
        answers_turn = self.answers_turn
        if (not self.is_mover or is_round) and answers_turn is not None and answers_turn <= number:
            return True
        return due_at is not None and due_at < self.letter.received_at <= resolved_at

    def filed(self) -> SeatFile:
        """What the seat has on file before this letter."""
        is_whole = not self.snapshot.part_of(self.seat.name)
        return SeatFile(
            script=_text(self.sheet),
            answers={ask: _text(self.answers.get(ask)) for ask in self.windows},
            ahead={own: sheet.text for own, sheet in self.ahead.items()},
            is_repeated=is_whole and not number_of(self.sheet),
        )


def _text(sheet: Sheet | None) -> str:
    return sheet.text if sheet else ""


_FIRST = (
    sa.select(*MAIL)
    .where(
        col(Outbox.seat_id) == sa.bindparam("seat"),
        col(Outbox.kind) == BULLETIN,
        col(Outbox.purpose) == BY_ITSELF,
        col(Outbox.id) < sa.bindparam("id"),
    )
    .order_by(col(Outbox.id).desc())
    .limit(MOST_COMPARED)
)


def load_submission(
    service: ServiceContext, session: Session, letter: Letter, mailed: Mailed, rows: GameRows
) -> Submission:
    """Take everything a letter of a seat is judged by from the tables; `mailed` is its envelope,
    `rows` are its game's."""
    snapshot, ended = settled(decoded(rows), letter.received_at)
    seat = next(seat for seat in snapshot.seats.values() if seat.id == letter.seat_id)
    written = letter_written_now(service, session, snapshot, seat, letter)
    if written is not None:
        mailed = read_envelope(written, mail_from=letter.mail_from)
    known = look_up(session, letter, snapshot, seat, mailed)
    answered: AnsweredRow | None = None
    if letter.transport == WEB:
        mailed = replace(mailed, text=mailed.body.strip("\n"))
    else:
        own = service.settings.mail
        answered = known.answered or mail_answered(session, seat, mailed)
        mailed = with_new_text(
            mailed,
            written or letter.raw,
            sent=_text_sent(service, session, answered),
            ours=OurNames(
                (own.address,), (own.name,), own_tokens(seat, letter.rcpt, mailed.tokens)
            ),
            has_order=snapshot.ruleset.language.has_order,
        )
    clean = without_secrets(mailed)
    on_file = known.on_file
    return Submission(
        letter=letter,
        mailed=clean,
        snapshot=snapshot,
        seat=seat,
        player=snapshot.players[seat.name],
        sheet=on_file.script,
        last=run_in(known.newest_own),
        answers_turn=answered.turn if answered else None,
        answers=on_file.answers,
        closed=_closed(session, letter, snapshot, answered, known.newest),
        ended=ended,
        written=written,
        had_secret=clean is not mailed,
        ahead=on_file.ahead,
        twin=known.twin,
        is_overtaken=_is_overtaken(session, letter),
    )


def _is_overtaken(session: Session, letter: Letter) -> bool:
    """Only a letter that has failed holds up none that its seat sent later."""
    if letter.error is None:
        return False
    filed = sa.exists().where(
        col(Sheet.seat_id) == letter.seat_id,
        col(Sheet.letter_id) == col(Letter.id),
        sa.tuple_(col(Letter.received_at), col(Letter.id)) > (letter.received_at, letter.id),
    )
    return bool(session.scalar(sa.select(filed)))


def _text_sent(service: ServiceContext, session: Session, row: AnsweredRow | None) -> str | None:
    if row is None:
        return None
    return as_sent(session, service.settings, SentMail(row.rcpt, row.message_id, row.body))


def bulletin_key(game: str, turn: int, part: int, seat: str) -> str:
    """What a seat's bulletin of a script is called in the outbox, where it exists once.

    `game` is as `game_key` has it.
    """
    return f"{BULLETIN}:{game}:{turn}:{part}:{seat}"


def _closed(
    session: Session,
    letter: Letter,
    snapshot: GameSnapshot,
    answered: AnsweredRow | None,
    last: RunRow | None,
) -> Run | None:
    """The window a letter was meant for, if that has closed.

    It replies to the bulletin of another script than the one now open, or it came after a
    window's deadline and before the script was run.
    """
    answered = _first_copy(session, answered)
    if answered is not None and _is_bulletin(answered):
        _, game, turn, part, _ = answered.key.split(":")
        timeline, status = timeline_in(game), snapshot.status
        script = (timeline, int(turn), int(part))
        if status.windows and (snapshot.game.timeline, status.turn, status.part) == script:
            return None
        found = run_of(session, letter.game_id, int(turn), int(part), timeline)
        ended_at = timeline_end(session, snapshot.game, timeline)
        return found or ((int(turn), ended_at, ended_at) if ended_at else None)
    if last is None or last.deadline_at is None:
        return None
    if not last.deadline_at < letter.received_at <= last.resolved_at:
        return None
    game = game_key(snapshot.game, last.timeline)
    keys = [bulletin_key(game, last.number, last.part, seat) for seat in snapshot.seats]
    was_announced = session.exec(select(Outbox.id).where(col(Outbox.key).in_(keys))).first()
    return None if was_announced is None else run_in(last)


def _is_bulletin(mail: AnsweredRow) -> bool:
    """Whether it is a bulletin itself and no copy."""
    return bool(mail.kind == BULLETIN and mail.purpose == BY_ITSELF)


def _first_copy(session: Session, mail: AnsweredRow | None) -> AnsweredRow | None:
    """The bulletin of which a mail is a copy, sent again or to a sitter; any other mail itself."""
    if mail is None or mail.kind not in (BULLETIN, COPY) or _is_bulletin(mail):
        return mail
    own = {"seat": mail.seat_id, "id": mail.id}
    below = below_box(mail.body)
    rows = map(AnsweredRow._make, session.connection().execute(_FIRST, own))
    return next((row for row in rows if below_box(row.body) == below), mail)


def last_report(session: Session, seat: Seat, turn: int | None = None) -> Outbox | None:
    """A seat's newest report, or the one it got when that turn began, of what counts."""
    wanted = reports_of(seat)
    if turn is not None:
        wanted = wanted.where(Outbox.turn == turn)
    return session.exec(wanted).first()


_LAST_BEFORE = (
    select(sa.func.max(col(Record.seq)))
    .where(Record.game_id == Outbox.game_id, col(Record.at) <= Outbox.created_at)
    .correlate(Outbox)
    .scalar_subquery()
)
_IS_OF_WHAT_IS_UNDONE = sa.exists().where(
    col(Record.game_id) == Outbox.game_id, col(Record.seq) == _LAST_BEFORE, col(Record.undone) != 0
)


def reports_of(seat: Seat) -> SelectOfScalar[Outbox]:
    """A seat's newest report; none that was written in turns which are undone now."""
    wanted = select(Outbox).where(
        Outbox.seat_id == seat.id, Outbox.kind == "turn", Outbox.purpose == BY_ITSELF
    )
    return wanted.where(~_IS_OF_WHAT_IS_UNDONE).order_by(col(Outbox.id).desc()).limit(1)
