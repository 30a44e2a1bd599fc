"""How fast reports are made: text, HTML and picture of a full table of six, in CPU time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.illuminati.events import Event
from engine.illuminati.game import options, seen, view
from engine.illuminati.options import Option
from engine.illuminati.orders import Order
from engine.illuminati.state import State
from engine.illuminati.view import View
from pbem.benchmarks.harness import best_ms, machine
from pbem.documents.html import Picture, to_html
from pbem.documents.layout.attachments import PICTURE_ALT, attachments_for
from pbem.documents.layout.mail_context import AttachedFile, Mail, MailContext
from pbem.games.illuminati.language import explain, format_order, vocabulary_for
from pbem.games.illuminati.report.mails.turn import turn_report
from pbem.games.illuminati.report.picture import picture, size_of
from pbem.games.illuminati.report.picture.ink import card_image
from pbem.games.illuminati.simulation import PlayedStep, play_game
from pbem.mail.compose import File, Message, message_id_for, render
from pbem.startup import keep_what_is_loaded

PLAYERS = 6
GAMES = 4
TOLD = PLAYERS
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)

BARS: dict[str, tuple[str, float]] = {
    "report_text_html_ms": ("under", 15),
    "report_png_ms": ("under", 250),
    "turn_mails_s": ("under", 2),
    "html_bytes": ("under", 90_000),
}
"""What each figure must keep to."""


@dataclass(frozen=True, slots=True)
class _ReportInput:
    """All that one seat's report is made from."""

    about: MailContext
    view: View
    events: tuple[Event, ...]
    options: tuple[Option, ...]
    state: State

    def mail(self) -> Mail:
        names = vocabulary_for(self.state, self.about.seat)

        def tell(order: Order) -> str:
            return format_order(order, names)

        return turn_report(
            self.about,
            self.view,
            self.events,
            self.options,
            [],
            tell=tell,
            explain=lambda code, facts: explain(code, facts, names),
        )


def bench_render(runs: int, seed: str) -> dict[str, Any]:
    """Best of several runs of each figure, for the fullest table of some games of six robots.

    `report_text_html_ms` is the mover's report as text and its HTML, his options already found;
    `report_png_ms` the picture in a process that has drawn none of its cards,
    `report_png_again_ms` one that has drawn all; `turn_mails_s` all mails of a turn, options,
    pictures and bytes included, nothing drawn before.
    """
    steps, at = _fullest(seed)
    told = [_told(steps, at, seat.name) for seat in steps[at].state.seats]
    mover = next(one for one in told if one.about.to_move == one.about.seat)
    text = mover.mail().text
    png = picture(mover.view)
    keep_what_is_loaded()
    fresh = card_image.cache_clear
    found = best_ms(
        runs,
        {
            "report_text_ms": mover.mail,
            "report_html_ms": lambda: to_html(text),
            "report_text_html_ms": lambda: to_html(mover.mail().text),
            "report_png_ms": lambda: picture(mover.view),
            "report_png_again_ms": lambda: picture(mover.view),
            "turn_mails_ms": lambda: _turn_mails(steps, at),
        },
        before={"report_png_ms": fresh, "turn_mails_ms": fresh},
    )
    found["turn_mails_s"] = found.pop("turn_mails_ms") / 1000
    rounded: dict[str, Any] = {key: round(value, 4) for key, value in found.items()}
    return rounded | {
        "text_bytes": len(text),
        "html_bytes": max(len(to_html(one.mail().text).encode()) for one in told),
        "png_bytes": len(png),
        "cards_drawn": len(steps[at].state.holdings) + len(steps[at].state.uncontrolled),
        **machine(runs),
    }


def _fullest(seed: str) -> tuple[list[PlayedStep], int]:
    """The steps of a game and the one after which most cards are in play, all six in it."""
    best: tuple[list[PlayedStep], int] = ([], 0)
    most = -1
    for number in range(GAMES):
        steps: list[PlayedStep] = []
        play_game(f"{seed}:{number}".encode(), PLAYERS, "greedy", steps.append)
        for at, step in enumerate(steps):
            is_on = not step.state.winners and len(list(step.state.seats_in())) == PLAYERS
            if is_on and step.what == "turn" and len(step.state.holdings) > most:
                best, most = (steps, at), len(step.state.holdings)
    return best


def _told(steps: Sequence[PlayedStep], at: int, seat: str) -> _ReportInput:
    state = steps[at].state
    shown = [
        seen(e, seat, state) for step in steps[max(0, at - TOLD) : at + 1] for e in step.events
    ]
    about = MailContext(
        game="Fnord-7",
        seat=seat,
        player=seat.capitalize(),
        zone="Europe/Berlin",
        turn=state.turn.number,
        to_move=state.turn.seat,
        deadline_at=NOW + timedelta(days=3),
        now=NOW,
        secret_hash="ab" * 32,
        rules_version="1",
        last_turn=state.turn.number - 1,
    )
    events = tuple(event for event in shown if event is not None)
    return _ReportInput(about, view(state, seat), events, tuple(options(state, seat)), state)


def _turn_mails(steps: Sequence[PlayedStep], at: int) -> list[bytes]:
    """Every mail of a turn as the bytes that would be sent."""
    mails = []
    for seat in steps[at].state.seats:
        told = _told(steps, at, seat.name)
        mail = told.mail()
        files = attachments_for(told.view, told.about)
        drawn = [replace(f, content=picture(f.view)) if f.view else f for f in files]
        mails.append(_as_bytes(mail, drawn))
    return mails


def _as_bytes(mail: Mail, files: Sequence[AttachedFile]) -> bytes:
    shown = Picture(files[0].cid or "", PICTURE_ALT, *size_of(files[0].content))
    return render(
        Message(
            to="ann@example.org",
            subject=mail.subject,
            text=mail.text,
            html=to_html(mail.text, subject=mail.subject, picture=shown),
            message_id=message_id_for(b"bench", "report", "example.org", "token"),
            from_addr="game@example.org",
            date_at=NOW,
            kind=mail.kind,
            files=tuple(File(f.name, f.type, f.content, f.cid) for f in files),
        )
    )
