"""What a seat can look up on its page: reports, boards of old, charts, the log, the talk, cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.database import Session
from pbem.documents.html.blocks import Block
from pbem.documents.html.reading import blocks_of
from pbem.documents.layout.plain import plain_text
from pbem.documents.layout.player_texts import printed
from pbem.games.contract.pages import Choice, Threat
from pbem.mails.kinds import BY_ITSELF, KINDS
from pbem.models import Outbox, Turn
from pbem.service.context import ServiceContext
from pbem.service.orders.talk import talk_known
from pbem.service.pages.boards import drawn
from pbem.service.pages.sign_in import SeatVisitor
from pbem.service.snapshots import GameSnapshot, context_for, load_game

MOST_MAILS, MOST_TEXTS, MOST_HITS, MOST_POINTS = 200, 200, 100, 60
_TOLD = [kind.name for kind in KINDS.values() if kind.of_turn]
_CARD = re.compile(r'id="card-([^"]+)"')


@dataclass(frozen=True, slots=True)
class OldMail:
    """A mail of the seat, in the list of them or whole."""

    id: int
    turn: int
    subject: str
    at: datetime
    blocks: Sequence[Block] = ()


@dataclass(frozen=True, slots=True)
class OldBoard:
    """The board after a turn; `turns` are all that have one."""

    turn: int
    turns: tuple[int, ...]
    board: str
    alt: str


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A line of a mail in which something was found."""

    mail: OldMail
    line: str


@dataclass(frozen=True, slots=True)
class SaidText:
    """A text of a player: who says it to whom, in which turn, and its lines."""

    turn: int
    at: datetime
    lead: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChartedTurns:
    """What the charts show: turns, and by what is counted a number for each seat and turn."""

    turns: tuple[int, ...] = ()
    figures: Mapping[str, Mapping[str, tuple[int | None, ...]]] | None = None


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card of the board: its text, who could attack it, and with which lines its reader can."""

    card: str
    blocks: Sequence[Block]
    threats: Sequence[Threat]
    choices: Sequence[Choice]


def reports(service: ServiceContext, visitor: SeatVisitor) -> list[OldMail]:
    """The mails that told the seat of turns, the newest first."""
    wanted = _mails_of(visitor).order_by(col(Outbox.id).desc()).limit(MOST_MAILS)
    with service.database.read() as session:
        return [_old(row) for row in session.exec(wanted).all()]


def report(service: ServiceContext, visitor: SeatVisitor, number: int) -> OldMail | None:
    """One of them as it was; None where it is not the seat's."""
    with service.database.read() as session:
        row = session.exec(_mails_of(visitor).where(Outbox.id == number)).first()
        return _old(row, blocks_of(row.body)) if row is not None else None


def search(service: ServiceContext, visitor: SeatVisitor, words: str) -> list[SearchHit]:
    """The lines of these mails that hold some words, the newest first."""
    wanted = " ".join(words.split()).casefold()
    if not wanted:
        return []
    found: list[SearchHit] = []
    with service.database.read() as session:
        rows = session.exec(_mails_of(visitor).order_by(col(Outbox.id).desc())).all()
    for row in rows:
        lines = [" ".join(line.split()) for line in plain_text(row.body).split("\n")]
        found += [SearchHit(_old(row), line) for line in lines if wanted in line.casefold()]
        if len(found) >= MOST_HITS:
            break
    return found[:MOST_HITS]


def old_board(service: ServiceContext, visitor: SeatVisitor, number: int | None) -> OldBoard | None:
    """The board as the seat knew it after a turn, or the last one; None where there is none."""
    with service.database.read() as session:
        snapshot = load_game(session, visitor.game_id)
        turns = _turns(session, visitor)
        if not turns or (number is not None and number not in turns):
            return None
        state = snapshot.ruleset.codec.decode_state(
            _state_after(session, visitor, turns[-1] if number is None else number)
        )
    reporter = snapshot.ruleset.reporter
    board = drawn(snapshot.game.ruleset, reporter.view(state, visitor.seat))
    return OldBoard(turns[-1] if number is None else number, turns, board, reporter.picture_alt)


def charts(service: ServiceContext, visitor: SeatVisitor) -> ChartedTurns:
    """What anybody may count, turn by turn; of a long game some turns stand for all."""
    with service.database.read() as session:
        snapshot = load_game(session, visitor.game_id)
        turns = _turns(session, visitor)
        step = max(1, -(-len(turns) // MOST_POINTS))
        shown = tuple(sorted({*turns[::-step]}))
        texts = [_state_after(session, visitor, number) for number in shown]
    rules = snapshot.ruleset
    counted = [rules.page.figures(rules.codec.decode_state(text)) for text in texts]
    if not counted:
        return ChartedTurns()
    rows = {
        name: {
            seat: tuple(one.get(name, {}).get(seat) for one in counted) for seat in snapshot.seats
        }
        for name in counted[-1]
    }
    return ChartedTurns(shown, {name: row for name, row in rows.items() if _is_known(row)})


def _is_known(row: Mapping[str, Sequence[int | None]]) -> bool:
    """Whether anybody may know one of these numbers."""
    return any(number is not None for numbers in row.values() for number in numbers)


def talk(service: ServiceContext, visitor: SeatVisitor) -> list[SaidText]:
    """What has been said that the seat may read, the newest first."""
    with service.database.read() as session:
        snapshot = load_game(session, visitor.game_id)
        seat = snapshot.seats[visitor.seat]
        known = talk_known(session, snapshot.game, seat, MOST_TEXTS)
    texts = []
    for text, at in reversed(known):
        print_ = printed(text, visitor.seat)
        lines = tuple(line.removeprefix("| ") for line in print_.quote.split("\n"))
        texts.append(SaidText(text.turn, at, print_.lead, lines))
    return texts


def card_page(service: ServiceContext, visitor: SeatVisitor, card: str) -> CardPage | None:
    """All about a card of the seat's board; None where it has no such card."""
    now = service.clock()
    with service.database.read() as session:
        snapshot = load_game(session, visitor.game_id)
    seat, rules = visitor.seat, snapshot.ruleset
    board = drawn(snapshot.game.ruleset, rules.reporter.view(snapshot.state, seat))
    if card not in _CARD.findall(board):
        return None
    context = context_for(snapshot, seat, now, is_page=True)
    mail = rules.reporter.cards(snapshot.state, context, [card])
    return CardPage(
        card,
        blocks_of(mail.body),
        rules.page.threats(snapshot.state, seat, card),
        _card_choices(snapshot, seat, card),
    )


def _card_choices(snapshot: GameSnapshot, seat: str, card: str) -> list[Choice]:
    return [one for one in snapshot.ruleset.page.choices(snapshot.given, seat) if one.card == card]


def _mails_of(visitor: SeatVisitor) -> SelectOfScalar[Outbox]:
    return select(Outbox).where(
        Outbox.seat_id == visitor.seat_id,
        col(Outbox.kind).in_(_TOLD),
        Outbox.purpose == BY_ITSELF,
    )


def _old(row: Outbox, blocks: Sequence[Block] = ()) -> OldMail:
    return OldMail(row.id or 0, row.turn or 0, row.subject, row.created_at, blocks)


def _turns(session: Session, visitor: SeatVisitor) -> tuple[int, ...]:
    """The numbers of the turns that are over and count."""
    wanted = select(Turn.number).where(Turn.game_id == visitor.game_id, Turn.undone == 0)
    return tuple(sorted({*session.exec(wanted).all()}))


def _state_after(session: Session, visitor: SeatVisitor, number: int) -> str:
    """The state that the last part of a turn has left."""
    wanted = select(Turn.state).where(
        Turn.game_id == visitor.game_id, Turn.number == number, Turn.undone == 0
    )
    return session.exec(wanted.order_by(col(Turn.record_seq).desc()).limit(1)).one()
