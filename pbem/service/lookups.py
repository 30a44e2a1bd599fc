"""What is looked up for a player who asks: rules, the table, the turns that were run, reports."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, select

from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.events import Event
from engine.illuminati.game import seen
from engine.illuminati.state import State
from pbem.codec import decode_events, decode_view
from pbem.database import Session
from pbem.models import NOBODY, RUNNING, Attachment, Game, Outbox, Record, Turn, key_of
from pbem.reports import Mail
from pbem.reports.about import Attachment as FileOfMail
from pbem.reports.gathering import Guest
from pbem.reports.helping import RuleNote, RulesFound
from pbem.reports.past import PastTurn
from pbem.rulebook import Rule, rules, would_work
from pbem.service.shelf import Shelf, sheet_on_file
from pbem.service.waits import still_waited_for

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


def waited_for(session: Session, shelf: Shelf) -> list[str]:
    """The seats whose letter the game still waits for, whatever they hold (R12.3)."""
    if shelf.game.phase != RUNNING:
        return []
    if shelf.announced is not None:
        seats = list(shelf.seats.values())
        return still_waited_for(session, shelf.game, shelf.announced, shelf.state, seats)
    wanted = shelf.wanted or (shelf.state.turn.seat,)
    found = []
    for name in wanted:
        sheet = sheet_on_file(session, shelf.seats[name], shelf.state)
        if sheet is None or not sheet.is_ready:
            found.append(name)
    return found


def guests_of(shelf: Shelf) -> dict[str, Guest]:
    """Who plays each seat."""
    return {
        name: Guest(player.name, player.zone, _robot(shelf, name))
        for name, player in shelf.players.items()
    }


def _robot(shelf: Shelf, seat: str) -> str:
    robot = shelf.seats[seat].robot
    return "" if robot == NOBODY else robot


def past_turns(session: Session, game: Game, seat: str, state: State) -> list[PastTurn]:
    """Every turn that was run, oldest first, with its events as a seat may know them."""
    rows = session.exec(
        select(Turn.number, Turn.seat, Record.events)
        .where(Turn.game_id == game.id, Record.game_id == game.id, Record.seq == Turn.record_seq)
        .order_by(col(Turn.number), col(Turn.part))
    ).all()
    return [
        PastTurn(number, mover, shown(decode_events(events), seat, state))
        for number, mover, events in rows
    ]


def one_past_turn(
    session: Session, game: Game, seat: str, state: State, number: int
) -> list[PastTurn]:
    """What was recorded from the opening of a turn to its end; nothing if it was not run."""
    turns = past_turns(session, game, seat, state)
    if all(turn.number != number for turn in turns):
        return []
    found = [turn for turn in turns if turn.number in (number - 1, number)]
    if number == 1:
        first = select(Record.events).where(Record.game_id == game.id, Record.kind == "setup")
        opening = decode_events(session.exec(first).one())
        found.insert(0, PastTurn(0, "", shown(opening, seat, state)))
    return found


def shown(events: Sequence[Event], seat: str, state: State) -> tuple[Event, ...]:
    """Events as a seat may know them."""
    found = (seen(event, seat, state) for event in events)
    return tuple(event for event in found if event is not None)


def since_own_turn(session: Session, shelf: Shelf, seat: str) -> tuple[Event, ...]:
    """What has happened since the seat's last turn, as it may know it."""
    game_id = key_of(shelf.game)
    last = session.exec(
        select(Turn.record_seq)
        .where(Turn.game_id == game_id, Turn.seat == seat)
        .order_by(col(Turn.record_seq).desc())
        .limit(1)
    ).first()
    rows = session.exec(
        select(Record.events)
        .where(Record.game_id == game_id, col(Record.seq) >= (last or 1))
        .order_by(col(Record.seq))
    ).all()
    events = [event for row in rows for event in decode_events(row)]
    return shown(events, seat, shelf.state)


def sent_again(session: Session, row: Outbox) -> Mail:
    """A mail that was sent before, the same to the letter, with its files."""
    files = session.exec(
        select(Attachment).where(Attachment.outbox_id == row.id).order_by(col(Attachment.place))
    ).all()
    return Mail(row.subject, row.text, row.kind, tuple(_again(file) for file in files))


def _again(file: Attachment) -> FileOfMail:
    view = decode_view(file.view) if file.view else None
    return FileOfMail(file.name, file.type, file.content, file.cid, view)
