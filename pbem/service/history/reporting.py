"""The reports of a turn: one mail a seat, each made from what that seat may see."""

from __future__ import annotations

from dataclasses import replace

from pbem.database import Session
from pbem.documents.layout.attachments import attachments_for
from pbem.documents.layout.mail_context import AttachedFile, Mail, MailContext
from pbem.games.contract.reports import Issue, as_length
from pbem.games.contract.values import Status
from pbem.grammar.preferences import CALENDAR, JSON, LEGEND, LENGTH, PICTURES
from pbem.models import BOTH
from pbem.service.snapshots import GameSnapshot, sheet_on_file


def report_for(snapshot: GameSnapshot, about: MailContext, issue: Issue) -> Mail | None:
    """The report of one seat, None where its player wants none now.

    It has the length that its player likes, unless another is asked for. Where somebody has won it
    opens the secret.
    """
    if snapshot.status.winners:
        about = replace(about, opened_secret=snapshot.game.secret)
    mail = snapshot.ruleset.reporter.report(
        snapshot.given, about, _as_liked(snapshot, about, issue)
    )
    return mail and replace(mail, attachments=files_for(snapshot, about))


def _as_liked(snapshot: GameSnapshot, about: MailContext, issue: Issue) -> Issue:
    wishes, out = snapshot.players[about.seat].preferences, snapshot.seats[about.seat].length
    issue = replace(issue, legend=LEGEND.is_on(wishes))
    if issue.is_asked:
        return issue
    return replace(
        issue,
        length=as_length(LENGTH.of(wishes)),
        length_out="digest" if out == "-" else as_length(out),
    )


def has_pictures(snapshot: GameSnapshot, seat: str) -> bool:
    """Whether a seat's reports show a picture."""
    player = snapshot.players[seat]
    is_wanted = player.format == BOTH and PICTURES.is_on(player.preferences)
    return is_wanted and bool(snapshot.ruleset.reporter.picture_alt)


def files_for(snapshot: GameSnapshot, about: MailContext) -> tuple[AttachedFile, ...]:
    """What goes with a report, as its player likes it."""
    wishes = snapshot.players[about.seat].preferences
    view = snapshot.ruleset.reporter.view(snapshot.state, about.seat)
    return attachments_for(
        about,
        view=view if has_pictures(snapshot, about.seat) else "",
        with_calendar=CALENDAR.is_on(wishes),
        plain=view if JSON.is_on(wishes) else "",
    )


def on_file_for(session: Session, snapshot: GameSnapshot, status: Status) -> dict[str, list[str]]:
    """Every seat's script for its next turn, as its report shows it."""
    found, language, given = {}, snapshot.ruleset.language, snapshot.given
    for name, seat in snapshot.seats.items():
        sheet = sheet_on_file(session, seat, status)
        text = sheet.text if sheet else ""
        found[name] = list(language.format_sheet(given, name, text))
    return found
