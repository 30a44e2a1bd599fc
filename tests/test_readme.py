"""The mails that the README shows are those the service writes; all else of it: test_docs.py."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from sqlmodel import select

from engine.illuminati.state import GameOptions
from pbem.database import Database
from pbem.models import Outbox
from pbem.service.arriving.intake import accept
from pbem.service.context import ServiceContext
from pbem.service.due.adjudication import adjudicate
from pbem.service.letters.reading import read_letter
from pbem.service.players.tokens import with_tokens
from pbem.service.snapshots import load_game
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from tests.support.places import ROOT

README = ROOT / "README.md"
Golden = Callable[[Path, str], None]

CAST = ("ann", "bob", "cat", "dee")
BEGAN_AT = datetime(2026, 11, 23, 19, 30, tzinfo=UTC)
LETTER = """\
From: Ann <ann@example.org>
To: Illuminati by mail <{address}>
Subject: Re: {subject}
In-Reply-To: {message_id}
Message-ID: <20261124.0815@example.org>

Dear referee,

atack Hollywood with UFOs spend 4
if 1 fails: attack Hollywood with UFOs spend 4
Ready

--\x20
Ann

On Mon, 23 Nov 2026 at 20:30, Illuminati by mail wrote:
> +----------------------------------------------------------------------+
> | FNORD-7, TURN 1                                                      |
"""
MADE = re.compile(r"(<!-- made by tests/test_readme.py: (\w+) -->\n```text\n).*?(\n```\n)", re.S)


def readme() -> str:
    return README.read_text(encoding="utf-8")


# --- one turn as it goes by mail -----------------------------------------------------------


@pytest.fixture
def turn_by_mail(sqlite_database: Database) -> dict[str, str]:
    """The letter, its answer and the next player's report, made by the service itself."""
    settings = Settings.model_validate({"mail": {"address": "game@example.org", "key": "0" * 32}})
    clock = [BEGAN_AT]
    service = ServiceContext(sqlite_database, settings, lambda: clock[0])
    secret, *tokens = [sha256(f"3{at}".encode()).digest() for at in range(5)]
    newcomers = [
        Newcomer(name, f"{name}@example.org", "Europe/Berlin", name=name.capitalize())
        for name in CAST
    ]
    chance = [secret, *(token[:16] for token in tokens)]
    options = GameOptions(pace="policies")
    game = create_game(service, NewGame("Fnord-7", newcomers, chance, options=options))
    first = with_tokens(service, mails_to(service, game, "ann")[0])
    letter = LETTER.format(
        address=first.reply_to, subject=first.subject, message_id=first.message_id
    )
    clock[0] = datetime(2026, 11, 24, 7, 15, 9, tzinfo=UTC)
    assert first.reply_to is not None
    raw = letter.replace("\n", "\r\n").encode()
    assert read_letter(service, accept(service, raw, first.reply_to, "ann@example.org"))
    assert adjudicate(service, game)
    answer = mails_to(service, game, "ann")[1]
    with service.database.read() as session:
        mover = load_game(session, game).state.turn.seat
    report = mails_to(service, game, mover)[-1]
    return {"letter": letter.rstrip(), "answer": whole(answer), "report": excerpt(whole(report))}


def mails_to(service: ServiceContext, game: int, name: str) -> list[Outbox]:
    with service.database.read() as session:
        seat = load_game(session, game).seats[name]
        rows = session.exec(
            select(Outbox).where(Outbox.seat_id == seat.id).order_by(Outbox.id)
        ).all()
        return sorted(rows, key=lambda row: row.id or 0)


def whole(mail: Outbox) -> str:
    return f"To: {mail.rcpt}\nSubject: {mail.subject}\n\n{mail.text.rstrip()}"


def excerpt(report: str) -> str:
    """The box, the turn that was run, and the first lines to send: what a player reads first."""
    box, _, rest = report.partition("== THE STORY")
    _, _, story = rest.partition("\n\n")
    run, _, rest = story.partition("\n* TURN 2")
    _, _, form = rest.partition("--- orders below this line ---")
    form = "\n".join(["--- orders below this line ---", *form.splitlines()[1:4]])
    return "\n\n".join([box.rstrip(), "[...]", run.strip(), "[...]", form, "[...]"])


def test_the_mails_shown_are_those_the_service_writes(
    turn_by_mail: dict[str, str], golden: Golden
) -> None:
    shown = [found[2] for found in MADE.finditer(readme())]
    assert shown == ["letter", "answer", "report"]
    golden(README, MADE.sub(lambda m: m[1] + turn_by_mail[m[2]] + m[3], readme()))
