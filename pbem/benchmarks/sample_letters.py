"""Games in their middle, letters of 5 kB to them as players reply to reports, and their sending."""

from __future__ import annotations

import smtplib
import threading
import time
from collections.abc import Sequence
from typing import Any

from sqlmodel import col, select

from pbem.benchmarks.harness import HOST, found_game
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.tools import SampleGame
from pbem.mail.compose import Message
from pbem.models import Game, Outbox
from pbem.service.context import ServiceContext
from pbem.service.sending.messages import message_of

LETTER_BYTES = 5_000
CLIENTS = 8
RawLetter = tuple[bytes, str, str]
"""(raw mail, recipient, envelope sender)."""


def found_sample(
    service: ServiceContext,
    played: Ruleset[Any, Any],
    sample: SampleGame,
    name: str,
    domain: str = "example.org",
) -> int:
    """The id of a game at the sample's state, whose players write from the domain."""
    game_id = found_game(service, played, name, sample.seats, domain)
    with service.database.write() as session:
        game = session.exec(select(Game).where(Game.id == game_id)).one()
        game.state = sample.state
        game.turn, game.to_move = sample.turn, sample.mover
        game.version += 1
    return game_id


def sample_letters(service: ServiceContext, game_id: int, sample: SampleGame) -> list[RawLetter]:
    """Replies to the first reports of the game, each with orders, signature and quote."""
    with service.database.read() as session:
        ours = select(Outbox).where(Outbox.game_id == game_id).order_by(col(Outbox.id))
        reports = session.exec(ours).all()
    mails = {report.rcpt: message_of(service, report, None) for report in reports}
    by_seat = {address.partition("@")[0]: mail for address, mail in mails.items()}
    letters = []
    for number, (seat, orders) in enumerate(sample.letters):
        report = by_seat[seat]
        body = "\n".join(
            [
                "Dear referee,",
                "",
                *orders,
                "",
                "-- ",
                f"{seat.capitalize()}, by phone",
                "",
                "On Mon, 23 Nov 2026 at 20:30, Illuminati by mail wrote:",
                *(f"> {line}" for line in report.text.splitlines()),
            ]
        )
        raw = _raw(report, f"{game_id}.{number}", body)
        letters.append((raw, report.reply_to, report.to))
    return letters


def _raw(report: Message, number: str, body: str) -> bytes:
    head = (
        f"From: {report.to}\nTo: {report.reply_to}\nSubject: Re: {report.subject}\n"
        f"In-Reply-To: {report.message_id}\nReferences: {report.message_id}\n"
        f"Message-ID: <{number}.bench@example.org>\nDate: Mon, 23 Nov 2026 20:31:00 +0100\n"
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
    )
    whole = (head + body).encode()[:LETTER_BYTES]
    return whole[: whole.rindex(b"\n") + 1].replace(b"\n", b"\r\n")


def post(port: int, letters: Sequence[RawLetter]) -> float:
    """Seconds until every letter was answered with 250, over a few connections at once."""
    failures: list[Exception] = []

    def send(mine: Sequence[RawLetter]) -> None:
        try:
            with smtplib.SMTP(HOST, port, timeout=60) as client:
                for raw, rcpt, sender in mine:
                    client.sendmail(sender, [rcpt], raw)
        except (smtplib.SMTPException, OSError) as error:
            failures.append(error)

    threads = [threading.Thread(target=send, args=(letters[at::CLIENTS],)) for at in range(CLIENTS)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return time.perf_counter() - began
