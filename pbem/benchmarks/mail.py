"""How fast letters come in, are read and go out, each beside the bare limit of the same run."""

from __future__ import annotations

import email
import smtplib
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from aiosmtpd.smtp import SMTP

from pbem.benchmarks.harness import HOST, OURS, context_on, machine, new_postgresql, new_sqlite
from pbem.benchmarks.sample_letters import post
from pbem.database import Database
from pbem.games.contract.tools import Bars
from pbem.mail.compose import Message, message_id_for, render
from pbem.mail.letter import OurNames, read_letter
from pbem.service.arriving.intake import accept, knows
from pbem.service.context import ServiceContext
from pbem.settings import ListenerSettings, SmtpOutSettings
from pbem.transports.listener import Listener, SmtpSession
from pbem.transports.loop import LoopThread
from pbem.transports.smtp_out import Sent, SmtpSender

LETTERS = 200
ANN = "ann@example.org"

BARS: Bars = {
    "accept_share": ("at least", 0.33),
    "send_share": ("at least", 0.33),
}
"""What each figure must keep to: a third of the bare limit, where the limit does the same work.

To read is more than to parse, which is all that its limit does: how fast a letter must be read is
said by `pbem bench read`, for its whole way to a stored answer.
"""


def bench_mail(runs: int, postgresql_url: str = "") -> dict[str, Any]:
    """The best of several runs of each figure, in letters of 5 kB a second of the clock.

    accept: over SMTP on loopback, eight reused connections, each letter stored durably before its
    250; the limit is the same with a listener that stores nothing. read: from bytes to new text;
    the limit is the standard library's parser alone. send: our sender over one reused connection to
    a sink; the limit is smtplib alone. Accepting is measured on PostgreSQL too: on the empty
    database of the URL, else on a scratch server, where there is one.
    """
    letters = [_letter(number) for number in range(LETTERS)]
    found: dict[str, float] = {
        "accept_limit_per_s": _best(runs, lambda: _accept_into(lambda *_letter: None, letters)),
        "accept_per_s": _best(runs, lambda: _accept_sqlite(letters)),
        "store_per_s": _best(runs, lambda: _store_sqlite(letters)),
        "read_limit_per_s": _best(runs, lambda: _timed(_parsed, letters)),
        "read_per_s": _best(runs, lambda: _timed(_read, letters)),
        "send_limit_per_s": _best(runs, lambda: _sent(letters, _bare_sender)),
        "send_per_s": _best(runs, lambda: _sent(letters, _our_sender)),
    }
    with new_postgresql(postgresql_url) as database:
        if database is not None:
            other = database
            found["accept_postgresql_per_s"] = _best(
                runs, lambda: _accept_postgresql(other, letters)
            )
    return _rounded(found) | {
        "letters_in_run": LETTERS,
        "letter_bytes": len(letters[0]),
        **machine(runs),
    }


def _rounded(found: Mapping[str, float]) -> dict[str, Any]:
    shares = {
        f"{what}_share": found[f"{what}_per_s"] / found[f"{what}_limit_per_s"]
        for what in ("accept", "read", "send")
    }
    return {key: round(value, 1) for key, value in found.items()} | {
        key: round(value, 3) for key, value in shares.items()
    }


def _best(runs: int, act: Callable[[], float]) -> float:
    """Letters a second of the fastest run; `act` gives seconds."""
    return LETTERS / min(act() for _ in range(runs))


def _letter(number: int) -> bytes:
    """A letter as a player would write it below a quoted report."""
    quoted = "".join(
        f"> line {n} of the report, as it was sent, with some words\n" for n in range(75)
    )
    return render(
        Message(
            to=OURS,
            subject=f"Re: [Fnord-7] Turn {number}",
            text=f"ATTACK Hackers WITH CIA SPEND 4\nREADY\n\nOn Sat, the referee wrote:\n{quoted}",
            message_id=message_id_for(b"bench", f"bench:{number}", "example.net", "letter"),
            from_addr=ANN,
            date_at=datetime(2026, 11, 21, tzinfo=UTC),
        )
    )


def _timed(act: Callable[[bytes], object], letters: list[bytes]) -> float:
    began = time.perf_counter()
    for raw in letters:
        act(raw)
    return time.perf_counter() - began


def _parsed(raw: bytes) -> object:
    message = email.message_from_bytes(raw)
    return message.get_payload(decode=True)


def _read(raw: bytes) -> object:
    return read_letter(raw, mail_from=ANN, ours=OurNames((OURS,)))


StoreLetter = Callable[[bytes, str, str], object]


def _accept_into(store: StoreLetter, letters: list[bytes]) -> float:
    """Seconds until every letter was answered with 250, over a few connections at once."""

    def keep(raw: bytes, rcpt: str, mail_from: str) -> None:
        store(raw, rcpt, mail_from)

    listener = Listener(
        ListenerSettings(host=HOST, port=0), SmtpSession(keep, lambda rcpt: rcpt == OURS)
    )
    listener.start()
    try:
        return post(listener.port, [(raw, OURS, ANN) for raw in letters])
    finally:
        listener.stop()


def _accept_sqlite(letters: list[bytes]) -> float:
    with new_sqlite() as database:
        return _accept_by(context_on(database), letters)


def _accept_by(service: ServiceContext, letters: list[bytes]) -> float:
    assert knows(service, OURS)
    return _accept_into(lambda raw, rcpt, sender: accept(service, raw, rcpt, sender), letters)


def _store_sqlite(letters: list[bytes]) -> float:
    """Seconds of storing alone, without SMTP: where the rest of accepting goes."""
    with new_sqlite() as database:
        service = context_on(database)
        return _timed(lambda raw: accept(service, raw, OURS, ANN), letters)


def _accept_postgresql(database: Database, letters: list[bytes]) -> float:
    # Every run needs letters that are not there yet.
    fresh = [raw.replace(b"@example.net>", b".%d@example.net>" % time.time_ns()) for raw in letters]
    return _accept_by(context_on(database), fresh)


class _Sink:
    """Says 250 to everything, as little of a mail server as there can be."""

    async def handle_DATA(self, _server: object, _session: object, _envelope: object) -> str:
        """The hook of aiosmtpd."""
        return "250 OK"


def _sent(letters: list[bytes], send_all: Callable[[int, list[bytes]], float]) -> float:
    thread = LoopThread(HOST, 0, lambda loop: SMTP(_Sink(), hostname="sink", loop=loop))
    thread.start()
    try:
        return send_all(thread.port, letters)
    finally:
        thread.stop()


def _bare_sender(port: int, letters: list[bytes]) -> float:
    with smtplib.SMTP(HOST, port, timeout=60) as client:
        return _timed(lambda raw: client.sendmail(OURS, [ANN], raw), letters)


def _our_sender(port: int, letters: list[bytes]) -> float:
    with SmtpSender(SmtpOutSettings(host=HOST, port=port)) as sender:

        def send(raw: bytes) -> None:
            assert sender.send(OURS, ANN, raw) == Sent()

        return _timed(send, letters)
