"""The reports of a turn: one mail a seat, each made from what that seat may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.attachments import attachments_for
from pbem.documents.layout.mail_context import AttachedFile, Mail, MailContext
from pbem.games.contract.reports import Issue, as_length
from pbem.games.contract.values import Status
from pbem.games.registry import ruleset
from pbem.grammar.preferences import CALENDAR, JSON, LEGEND, LENGTH, PICTURES
from pbem.models import BOTH, Game, Record, Turn, key_of
from pbem.service.snapshots import GameSnapshot, sheet_on_file


def report_for(snapshot: GameSnapshot, context: MailContext, issue: Issue) -> Mail | None:
    """The report of one seat, None where its player wants none now.

    It has the length that its player likes, unless another is asked for. Where somebody has won, or
    a tutorial ends, it opens the secret.
    """
    if snapshot.status.winners or issue.teaching == "end":
        context = replace(context, opened_secret=snapshot.game.secret)
    mail = snapshot.ruleset.reporter.report(
        snapshot.given, context, _as_liked(snapshot, context, issue)
    )
    return mail and replace(mail, attachments=files_for(snapshot, context))


def _as_liked(snapshot: GameSnapshot, context: MailContext, issue: Issue) -> Issue:
    preferences, out = (
        snapshot.players[context.seat].preferences,
        snapshot.seats[context.seat].length,
    )
    issue = replace(issue, legend=LEGEND.is_on(preferences))
    if issue.is_asked:
        return issue
    return replace(
        issue,
        length=as_length(LENGTH.of(preferences)),
        length_out="digest" if out == "-" else as_length(out),
    )


def has_pictures(snapshot: GameSnapshot, seat: str) -> bool:
    """Whether a seat's reports show a picture."""
    player = snapshot.players[seat]
    is_wanted = player.format == BOTH and PICTURES.is_on(player.preferences)
    return is_wanted and bool(snapshot.ruleset.reporter.picture_alt)


def files_for(snapshot: GameSnapshot, context: MailContext) -> tuple[AttachedFile, ...]:
    """What goes with a report, as its player likes it."""
    preferences = snapshot.players[context.seat].preferences
    view = snapshot.ruleset.reporter.view(snapshot.state, context.seat)
    return attachments_for(
        context,
        view=view if has_pictures(snapshot, context.seat) else "",
        with_calendar=CALENDAR.is_on(preferences),
        plain=view if JSON.is_on(preferences) else "",
    )


def on_file_for(session: Session, snapshot: GameSnapshot, status: Status) -> dict[str, list[str]]:
    """Every seat's script for its next turn, as its report shows it."""
    found, language, given = {}, snapshot.ruleset.language, snapshot.given
    for name, seat in snapshot.seats.items():
        sheet = sheet_on_file(session, seat, status)
        text = sheet.text if sheet else ""
        found[name] = list(language.format_sheet(given, name, text))
    return found


SETUP = 1
"""The number of a game's first record, which the first report tells."""
RECENT = 3
"""Turns for each seat among which its own last one is looked for first: they have parts."""
CHARTED = 10
"""Turns in the chart of the standings."""


@dataclass(frozen=True, slots=True)
class PendingEvents:
    """One seat's events on record: those it has not been told, and those since it last acted."""

    new: tuple[Any, ...]
    since: tuple[Any, ...]


def pending_events(session: Session, snapshot: GameSnapshot) -> dict[str, PendingEvents]:
    """Every seat's; a seat that is out acts no more, so nothing counts since then."""
    game_id = key_of(snapshot.game)
    acted = _acted(session, snapshot)
    marks = {
        name: (
            seat.reported_seq,
            acted.get(name, SETUP) if _is_in(snapshot, name) else seat.reported_seq,
        )
        for name, seat in snapshot.seats.items()
    }
    first = min((min(mark) for mark in marks.values()), default=SETUP)
    rows = session.exec(
        select(Record.seq, Record.events)
        .where(Record.game_id == game_id, col(Record.seq) > first, Record.undone == 0)
        .order_by(col(Record.seq))
    ).all()
    decode = snapshot.ruleset.codec.decode_events
    records = [(seq, decode(events)) for seq, events in rows]

    def after(mark: int) -> tuple[Any, ...]:
        return tuple(event for seq, events in records if seq > mark for event in events)

    return {
        name: PendingEvents(after(reported), after(own)) for name, (reported, own) in marks.items()
    }


def _is_in(snapshot: GameSnapshot, seat: str) -> bool:
    return snapshot.is_in(seat)


def _acted(session: Session, snapshot: GameSnapshot) -> Mapping[str, int]:
    """The record of the own last turn of each seat that is in.

    The last turns tell of almost every seat; all turns of a game would be more with each.
    """
    turns = (
        select(Turn.seat, Turn.record_seq)
        .where(Turn.game_id == snapshot.game.id, Turn.undone == 0)
        .order_by(col(Turn.number).desc(), col(Turn.part).desc())
    )
    found: dict[str, int] = {}
    for name, seq in session.exec(turns.limit(RECENT * len(snapshot.seats))).all():
        found.setdefault(name, seq)
    for name in snapshot.seats:
        if name not in found and _is_in(snapshot, name):
            own = session.exec(turns.where(Turn.seat == name).limit(1)).first()
            found |= {name: own[1]} if own else {}
    return found


def last_counts(session: Session, game: Game, to: int | None = None) -> tuple[Any, ...]:
    """What the chart shows of each of the last turns, or those up to a record, oldest first."""
    wanted = select(Turn.number, Turn.state).where(Turn.game_id == game.id, Turn.undone == 0)
    if to is not None:
        wanted = wanted.where(col(Turn.record_seq) <= to)
    rows = session.exec(
        wanted.order_by(col(Turn.number).desc(), col(Turn.part).desc()).limit(CHARTED)
    ).all()
    rules = ruleset(game.ruleset)
    count, decode = rules.reporter.count, rules.codec.decode_state
    found = {number: count(number, decode(state)) for number, state in reversed(rows)}
    return tuple(found.values())
