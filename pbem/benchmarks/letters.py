"""What the measuring of letters works on: a service in the middle of a game, and its letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlmodel import col, select

from engine.core.values import changed
from engine.illuminati.game import options
from engine.illuminati.state import GameOptions, State
from pbem.database import open_database
from pbem.games.illuminati.codec import encode_state
from pbem.games.illuminati.language import format_order, vocabulary_for
from pbem.games.illuminati.simulation import SEATS, PlayedStep, play_game
from pbem.mail.compose import Message
from pbem.migrations import migrate
from pbem.models import Game, Outbox
from pbem.service.context import ServiceContext
from pbem.service.sending.delivery import message_of
from pbem.service.turns.founding import Newcomer, create_game
from pbem.settings import Settings
from pbem.startup import keep_what_is_loaded

PLAYERS = 4
LETTERS_A_RUN = 60
LETTER_BYTES = 5_000
BEGAN_AT = datetime(2026, 11, 21, 12, tzinfo=UTC)
BETWEEN = timedelta(seconds=15)
"""Each seat writes once a minute, so that every letter is answered by itself."""
RawLetter = tuple[bytes, str, str]
"""(raw mail, recipient, envelope sender)."""


@dataclass(slots=True)
class ManualClock:
    """A clock that goes on by hand."""

    now: datetime = BEGAN_AT

    def __call__(self) -> datetime:
        return self.now


def middle(seed: str) -> State:
    """A table of four in the middle of a game, the one with most cards in play."""
    steps: list[PlayedStep] = []
    play_game(seed.encode(), PLAYERS, "greedy", steps.append)
    turns = [step.state for step in steps if step.what == "turn" and not step.state.winners]
    full = [state for state in turns if len(list(state.seats_in())) == PLAYERS]
    return max(full, key=lambda state: len(state.holdings))


@contextmanager
def context_at(
    path: Path, state: State
) -> Iterator[tuple[ServiceContext, ManualClock, Sequence[RawLetter]]]:
    """A service on a fresh file whose one game is at that state, and the letters to it."""
    settings = Settings.model_validate(
        {"database": {"url": f"sqlite:///{path}"}, "mail": {"address": "game@example.org"}}
    )
    database = open_database(settings)
    migrate(database)
    clock = ManualClock()
    service = ServiceContext(database, settings, clock)
    cast = [Newcomer(name, f"{name}@example.org", "Europe/Berlin") for name in SEATS[:PLAYERS]]
    chance = [bytes([1]) * 32, *(bytes([1, place] * 8) for place in range(1, PLAYERS + 1))]
    game_id = create_game(service, "Fnord-7", cast, chance, options=GameOptions(pace="policies"))
    with database.write() as session:
        game = session.exec(select(Game).where(Game.id == game_id)).one()
        game.state = encode_state(state)
        game.turn, game.to_move = state.turn.number, state.turn.seat
        game.version += 1
    clock.now += 2 * BETWEEN
    letters = _letters(service, state)
    keep_what_is_loaded()
    try:
        yield service, clock, letters
    finally:
        database.close()


def _letters(service: ServiceContext, state: State) -> list[RawLetter]:
    """(raw, recipient, sender) of replies to reports, each with orders, signature and quote."""
    with service.database.read() as session:
        reports = session.exec(select(Outbox).order_by(col(Outbox.id))).all()
    mails = {report.rcpt: message_of(service, report, None) for report in reports}
    letters = []
    for number in range(LETTERS_A_RUN):
        seat = SEATS[number % PLAYERS]
        report = mails[f"{seat}@example.org"]
        names = vocabulary_for(state, seat)
        own = changed(state, turn=changed(state.turn, seat=seat))
        orders = [format_order(option.order, names) for option in options(own, seat)[:4]]
        body = "\n".join(
            [
                "Dear referee,",
                "",
                *orders,
                f"OPPOSE {SEATS[(number + 1) % PLAYERS]} UNTIL 5 MAX {number % 7}",
                "",
                "-- ",
                f"{seat.capitalize()}, by phone",
                "",
                "On Mon, 23 Nov 2026 at 20:30, Illuminati by mail wrote:",
                *(f"> {line}" for line in report.text.splitlines()),
            ]
        )
        letters.append((_raw(report, number, body), report.reply_to, report.to))
    return letters


def _raw(report: Message, number: int, body: str) -> bytes:
    head = (
        f"From: {report.to}\nTo: {report.reply_to}\nSubject: Re: {report.subject}\n"
        f"In-Reply-To: {report.message_id}\nReferences: {report.message_id}\n"
        f"Message-ID: <{number}.bench@example.org>\nDate: Mon, 23 Nov 2026 20:31:00 +0100\n"
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
    )
    whole = (head + body).encode()[:LETTER_BYTES]
    return whole[: whole.rindex(b"\n") + 1].replace(b"\n", b"\r\n")
