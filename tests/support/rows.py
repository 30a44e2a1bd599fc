"""Rows as tests need them: everything has a default, and times count from noon."""

from datetime import UTC, datetime, timedelta

from pbem.database import Session
from pbem.models import Game, Letter, Outbox, Seat, key_of
from pbem.service.players.addresses import new_player

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TOKENS = {name: (name[0] * 25) + "a" for name in ("ann", "bob", "cat", "dee")}


def after(seconds: float) -> datetime:
    """So many seconds after noon, or before it when negative."""
    return NOON + timedelta(seconds=seconds)


def add_game(session: Session, name: str = "fnord-7", **changes: object) -> int:
    """A running game whose deadline is noon; its id."""
    values: dict[str, object] = {
        "name": name,
        "ruleset": "illuminati",
        "wait": "script",
        "to_move": "ann",
        "deadline_at": NOON,
        "due_at": NOON,
        "clock": {"script": {"next": "72h"}, "answers": {"next": "18h"}},
        "secret": "5ec2e7",
        "secret_hash": "4a54",
        "created_at": after(-3600),
    }
    if "deadline_at" in changes:
        changes.setdefault("due_at", changes["deadline_at"])
    game = Game(**(values | changes))
    session.add(game)
    session.flush()
    return key_of(game)


def add_seat(session: Session, game_id: int, name: str, place: int) -> int:
    """A seat and its player; the seat's id."""
    player = new_player(session, name.title(), f"{name}@example.org", NOON)
    seat = Seat(
        game_id=game_id, person_id=key_of(player), name=name, place=place, token_hash=TOKENS[name]
    )
    session.add(seat)
    session.flush()
    return key_of(seat)


def add_letter(session: Session, digest: str = "d1", **changes: object) -> int:
    """An unread letter that came at noon and is due for the sweeper at once; its id."""
    values: dict[str, object] = {
        "received_at": NOON,
        "mail_from": "ann@example.org",
        "rcpt": "game@example.org",
        "raw": b"Subject: hello\r\n\r\npass\r\n",
        "digest": digest,
        "next_try_at": NOON,
    }
    letter = Letter(**(values | changes))
    session.add(letter)
    session.flush()
    return key_of(letter)


def add_mail(session: Session, key: str = "ack:1", **changes: object) -> int:
    """An unsent mail, due at noon; its id."""
    values: dict[str, object] = {
        "key": key,
        "kind": "ack",
        "rcpt": "ann@example.org",
        "subject": "Your orders",
        "message_id": f"<{key}@example.org>",
        "created_at": NOON,
        "next_try_at": NOON,
    }
    mail = Outbox(**(values | changes))
    session.add(mail)
    session.flush()
    return key_of(mail)
