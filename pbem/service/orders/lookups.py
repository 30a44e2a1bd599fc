"""What is looked up for a player who asks: rules, the table, the turns that were run, reports."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import col, select

from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.events import Event
from engine.illuminati.game import seen
from engine.illuminati.state import State
from engine.illuminati.tellings import Told, told_before
from pbem.database import Session
from pbem.documents.layout.mail_context import AttachedFile as FileOfMail
from pbem.documents.layout.mail_context import Mail
from pbem.games.illuminati.codec import decode_state, decode_view
from pbem.games.illuminati.report.mails.helping import RuleNote, RulesFound
from pbem.games.illuminati.report.parts.gathering import Guest
from pbem.games.illuminati.rulebook import Rule, rules, would_work
from pbem.models import NOBODY, ROUND, RUNNING, Attachment, Game, Outbox, Record, Turn, key_of
from pbem.service.absence import away_seats, unready
from pbem.service.covering import still_waited_for
from pbem.service.history.records import recorded
from pbem.service.preferences import zone_for
from pbem.service.snapshots import GameSnapshot, sheet_on_file

MOST_RULES_OF_A_CARD = 6


def rules_found(word: str) -> RulesFound:
    """The rules a word or number finds; none for no word."""
    if not word:
        return RulesFound("", ())
    found = tuple(_note(rule) for rule in rules(word))
    return RulesFound(word, found, "" if found else would_work(word))


def _note(rule: Rule) -> RuleNote:
    return RuleNote(rule.number, rule.title, rule.text)


def chapters_of_rules() -> list[str]:
    """`R5 The need`, one for each chapter."""
    return list(dict.fromkeys(f"{rule.chapter} {rule.title}" for rule in rules()))


def rules_of_card(card: str) -> list[str]:
    """Numbers of the rules that name a card."""
    printed = CARDS.get(card) or SPECIALS[card]
    found = rules(printed.name.removeprefix("The "))
    return [rule.number for rule in found[:MOST_RULES_OF_A_CARD]]


def waited_for(session: Session, snapshot: GameSnapshot, at: datetime | None = None) -> list[str]:
    """The seats whose letter the game still waits for, whatever they hold (R12.3).

    With `at` a window does not wait for those who are away at that moment (R12.5), nor a round for
    those who have sent nothing and are away beyond its deadline.
    """
    if snapshot.game.phase != RUNNING:
        return []
    if snapshot.announced is not None:
        if snapshot.state.seat(snapshot.announced.seat).is_out:
            return []
        away = away_seats(session, key_of(snapshot.game), at) if at else ()
        return still_waited_for(session, snapshot, away=away)
    if at is not None and snapshot.game.wait == ROUND:
        return unready(session, snapshot, snapshot.state)
    wanted = snapshot.wanted or (snapshot.state.turn.seat,)
    found = []
    for name in wanted:
        if snapshot.state.seat(name).is_out:
            continue
        sheet = sheet_on_file(session, snapshot.seats[name], snapshot.state)
        if sheet is None or not sheet.is_ready:
            found.append(name)
    return found


def guests_of(snapshot: GameSnapshot) -> dict[str, Guest]:
    """Who plays each seat."""
    return {
        name: Guest(player.name, zone_for(player), _robot(snapshot, name))
        for name, player in snapshot.players.items()
    }


def _robot(snapshot: GameSnapshot, seat: str) -> str:
    robot = snapshot.seats[seat].robot
    return "" if robot == NOBODY else robot


def past_events(session: Session, game: Game, seat: str, state: State) -> tuple[Event, ...]:
    """Everything on record, in order, as a seat may know it."""
    return _recorded(session, game, seat, state, 0)


def one_past_turn(
    session: Session, game: Game, seat: str, state: State, number: int
) -> tuple[tuple[Event, ...], Told]:
    """What was recorded from the opening of a turn to its end, and the counts before it; nothing
    if it was not run."""
    end = _end_of(session, game, number)
    if end is None:
        return (), {}
    start = _end_of(session, game, number - 1) or (end if number > 1 else 0)
    which = (col(Record.seq) >= start, col(Record.seq) <= end)
    events = recorded(session, key_of(game), *which)
    after = select(Turn.state).where(Turn.game_id == game.id, Turn.record_seq == end)
    told = decode_state(session.exec(after).one()).happened
    return shown(events, seat, state), told_before(told, events)


def has_run(session: Session, game: Game, number: int) -> bool:
    """Whether that turn, or a part of it, was played."""
    return _end_of(session, game, number) is not None


def _end_of(session: Session, game: Game, number: int) -> int | None:
    """The record that ended a turn, or its last part so far."""
    wanted = select(Turn.record_seq).where(
        Turn.game_id == game.id, Turn.number == number, Turn.undone == 0
    )
    return session.exec(wanted.order_by(col(Turn.record_seq).desc()).limit(1)).first()


def _recorded(
    session: Session, game: Game, seat: str, state: State, first: int
) -> tuple[Event, ...]:
    """The events of the records from `first` on."""
    return shown(recorded(session, key_of(game), col(Record.seq) >= first), seat, state)


def shown(events: Sequence[Event], seat: str, state: State) -> tuple[Event, ...]:
    """Events as a seat may know them."""
    found = (seen(event, seat, state) for event in events)
    return tuple(event for event in found if event is not None)


def since_own_turn(session: Session, snapshot: GameSnapshot, seat: str) -> tuple[Event, ...]:
    """What has happened since the seat's last turn, as it may know it."""
    game_id = key_of(snapshot.game)
    last = session.exec(
        select(Turn.record_seq)
        .where(Turn.game_id == game_id, Turn.seat == seat, Turn.undone == 0)
        .order_by(col(Turn.record_seq).desc())
        .limit(1)
    ).first()
    return _recorded(session, snapshot.game, seat, snapshot.state, last or 1)


def sent_again(session: Session, row: Outbox) -> Mail:
    """A mail that was sent before, the same to the letter, with its files."""
    files = session.exec(
        select(Attachment).where(Attachment.outbox_id == row.id).order_by(col(Attachment.place))
    ).all()
    return Mail(row.subject, row.text, row.kind, tuple(_again(file) for file in files))


def _again(file: Attachment) -> FileOfMail:
    view = decode_view(file.view) if file.view else None
    return FileOfMail(file.name, file.type, file.content, file.cid, view)
