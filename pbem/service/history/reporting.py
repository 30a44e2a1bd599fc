"""The reports of a turn: one mail a seat, each made from what that seat may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from engine.illuminati.advice.advising import advised
from engine.illuminati.events import Event
from engine.illuminati.game import seen, view
from engine.illuminati.orders import Order
from engine.illuminati.state import State
from engine.illuminati.tellings import told_before
from engine.illuminati.view import View
from pbem.database import Session
from pbem.documents.layout.attachments import attachments_for
from pbem.documents.layout.mail_context import AttachedFile, Explain, FormatOrder, Mail, MailContext
from pbem.games.contract.reports import Issue, Length, as_length
from pbem.games.contract.values import Status
from pbem.games.illuminati.codec import plain_view
from pbem.games.illuminati.language import Vocabulary, explain, format_line, format_order
from pbem.games.illuminati.report.mails.turn import PLAIN, turn_report
from pbem.games.illuminati.report.parts.lengths import is_due, is_farewell
from pbem.grammar.preferences import CALENDAR, JSON, LEGEND, LENGTH, PICTURES
from pbem.models import BOTH, Person
from pbem.service.snapshots import GameSnapshot, about_for, lines_on_file, sheet_on_file


def order_formatter(names: Vocabulary) -> FormatOrder:
    """Orders in the words a player would type."""

    def tell(order: Order) -> str:
        return format_order(order, names)

    return tell


def explainer(names: Vocabulary) -> Explain:
    """Reasons in words that say what would have worked."""

    def tell(code: str, facts: Mapping[str, str | int]) -> str:
        return explain(code, facts, names)

    return tell


def report_for(
    snapshot: GameSnapshot,
    seat: str,
    state: State,
    events: Sequence[Event],
    now: datetime,
    deadline_at: datetime | None,
    orders_told: Sequence[str] = (),
    *,
    is_first: bool = False,
    wait: str | None = None,
    issue: Issue = PLAIN,
    length: Length | None = None,
    is_ended: bool = False,
) -> Mail | None:
    """The report of one seat after `events`, None where its player wants none now.

    `issue` is told as far as the seat may know it, at the length its player likes, or at the
    `length` he asks for. When the game is over the report opens the secret, also where it is
    ended without a winner.
    """
    names = snapshot.names_in(state, seat)
    is_over = is_ended or bool(state.winners)
    shown = shown_to(seat, events, state)
    about = about_for(
        snapshot,
        seat,
        now,
        status=snapshot.status_of(state),
        deadline_at=deadline_at,
        is_first=is_first,
        opened_secret=snapshot.game.secret if is_over else None,
        wait=snapshot.game.wait if wait is None else wait,
    )
    is_asked = length is not None
    legend = LEGEND.is_on(snapshot.players[seat].preferences)
    length = length or _length_for(snapshot, seat, state, shown)
    if not is_asked and not is_due(length, about, shown, is_over=is_over):
        return None
    known = view(state, seat)
    mail = turn_report(
        about,
        known,
        shown,
        () if issue.open_turn else advised(state, seat),
        list(orders_told),
        tell=order_formatter(names),
        explain=explainer(names),
        issue=replace(
            issue,
            length=length,
            legend=legend,
            since=shown_to(seat, issue.since, state),
            before=told_before(state.happened, events),
        ),
    )
    return replace(mail, attachments=_files(snapshot.players[seat], about, known))


def _length_for(snapshot: GameSnapshot, seat: str, state: State, shown: Sequence[Event]) -> Length:
    """How long a seat's report is. Who is out gets a farewell as he liked his reports, and from
    then on a digest, unless he asks for more."""
    liked = as_length(LENGTH.of(snapshot.players[seat].preferences))
    if not state.seat(seat).is_out or is_farewell(shown, seat):
        return liked
    asked = snapshot.seats[seat].length
    return as_length(asked) if asked != "-" else "digest"


def _files(player: Person, about: MailContext, known: View) -> tuple[AttachedFile, ...]:
    """What goes with a report, as its player likes it."""
    wishes = player.preferences
    return attachments_for(
        known,
        about,
        with_picture=player.format == BOTH and PICTURES.is_on(wishes),
        with_calendar=CALENDAR.is_on(wishes),
        plain=plain_view(known) if JSON.is_on(wishes) else None,
    )


def shown_to(seat: str, events: Sequence[Event], state: State) -> list[Event]:
    """The events as one seat may see them."""
    found = (seen(event, seat, state) for event in events)
    return [event for event in found if event is not None]


def format_script(lines: Sequence[object], names: Vocabulary) -> list[str]:
    """A script on file as canonical lines."""
    return [format_line(line, names) for line in lines]  # type: ignore[arg-type]


def on_file_for(session: Session, snapshot: GameSnapshot, status: Status) -> dict[str, list[str]]:
    """Every seat's script for its next turn, as its report shows it."""
    found = {}
    for name, seat in snapshot.seats.items():
        names = snapshot.names(name)
        found[name] = format_script(
            lines_on_file(sheet_on_file(session, seat, status), names), names
        )
    return found
