"""Pages, feeds, webhooks, watchers, anonymous games: what a reader may not know changes no byte.

Two services play the same game of each kind with the same chance. In one of them bob holds other
cards, has other orders on file, writes other things down and, where the game is anonymous, is
somebody else. Everything that ann, an observer and anybody at all can get is compared.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from page_visits import HOME, Device, opened_by, with_pages
from registered import database_in
from service_rows import Hands, Table, one_line, random_bytes
from sqlmodel import col, select

from engine.core.values import changed
from engine.illuminati.state import State
from pbem.database import Database
from pbem.games.registry import ruleset
from pbem.models import Attachment, Game, HookCall, Observer, Outbox, Person, Webhook
from pbem.service.context import ServiceContext
from pbem.service.turns.founding import Newcomer, NewGame, create_game

GAMES = ("illuminati", "inwo")
ZED = "zed@example.net"
SEAT = ("", "/history", "/board", "/log?q=turn", "/talk")
ANYBODY = (
    *("/", "/games.json", "/play", "/ratings", "/game/Fnord-7", "/game/Fnord-7/feed.atom"),
    *("/game/Fnord-7/turn", "/game/Fnord-7/turn?number=1", "/game/Fnord-7/turn?number=2"),
)
_CHANGING = re.compile(r'name="(?:csrf|key)" value="[^"]*"|Device-\d+|calendar/\d+-\w+')
"""What is new each time, or made from a service's own key."""


@dataclass(frozen=True, slots=True)
class Bob:
    """One of two who could sit there."""

    at: int
    name: str
    zone: str
    letter: str


BOBS = (
    Bob(0, "Bob Fitzroy", "America/Lima", "DIARY: trust cat\n\nSAY TO cat: one\n\nSTAND ASIDE"),
    Bob(1, "Zoe Quux", "Asia/Tokyo", "DIARY: no\n\nSAY TO cat: two\n\nGUARD ALL UNTIL 5"),
)


def begun(database: Database, game: str, bob: Bob, settings: dict[str, Any]) -> Table:
    """A game of three people that zed watches and that calls an address."""
    clock, seeds = Hands(), itertools.count(1)

    def fixed(many: int) -> bytes:
        return next(seeds).to_bytes(many, "big")

    service = ServiceContext(database, with_pages(), clock, fixed)
    cast = [Newcomer(seat, f"{seat}@example.org") for seat in ("ann", "bob", "cat")]
    new = NewGame("Fnord-7", cast, random_bytes(seats=3), ruleset=game)
    table = Table(service, clock, create_game(service, new))
    with database.write() as session:
        row = session.get_one(Game, table.game_id)
        row.settings = settings
        person = Person(name="zed", email=ZED, created_at=clock())
        session.add_all((row, person))
        session.flush()
        watcher = Observer(game_id=row.id, person_id=person.id, reported_seq=0, since_at=clock())
        hook = Webhook(
            game_id=row.id, shape="slack", url=HOME, secret="s", by="ann", created_at=clock()
        )
        session.add_all((watcher, hook))
    return table


def secretly(table: Table, bob: Bob) -> None:
    """Bob holds another card, and what is to come lies in another order."""
    codec = ruleset(table.game().ruleset).codec
    state = codec.decode_state(table.game().state)
    other = illuminati_twin(state, bob) if isinstance(state, State) else inwo_twin(state, bob)
    with table.database.write() as session:
        row = session.get_one(Game, table.game_id)
        row.state = codec.encode_state(other)
        session.add(row)


def illuminati_twin(state: State, bob: Bob) -> State:
    hand = ("bribery", "slush-fund")[bob.at]
    seats = tuple(changed(s, hand=(hand,)) if s.name == "bob" else s for s in state.seats)
    deck = (*state.deck[:20], *state.deck[20:][:: 1 - 2 * bob.at])
    return changed(state, seats=seats, deck=deck)


def inwo_twin(state: Any, bob: Bob) -> Any:
    if not bob.at:
        return state
    own = state.seat("bob")
    plots = (*own.plots[:-1], own.plot_deck[-1])
    decks = {
        "plots": plots,
        "plot_deck": (*own.plot_deck[:-1], own.plots[-1]),
        "group_deck": own.group_deck[::-1],
    }
    return changed(state, seats=tuple(changed(s, **decks) if s is own else s for s in state.seats))


def story(table: Table, bob: Bob, *, is_anonymous: bool) -> None:
    """Two turns of the table; bob writes in secret, and is told so himself."""
    for _ in range(2):
        table.run_turn()
    secretly(table, bob)
    if is_anonymous:
        rename(table, bob)
    table.write("bob", bob.letter)
    for line in ("WHO", "STATUS", "HISTORY", "RESEND"):
        table.write("ann", line)


def rename(table: Table, bob: Bob) -> None:
    with table.database.write() as session:
        person = session.get_one(Person, table.seat("bob").person_id)
        person.name, person.zone = bob.name, bob.zone
        session.add(person)


def surfaces(table: Table) -> Iterator[tuple[str, object]]:
    """All that ann, zed and anybody can get, each by its name."""
    device = opened_by(table, "ann")
    for path in SEAT:
        yield f"seat {path}", _CHANGING.sub("", device.get(device.at + path))
    yield "check", _CHANGING.sub("", device.check("PASS\nSTATUS"))
    for path in ANYBODY:
        yield path, _CHANGING.sub("", Device(table.service).get(path))
    feed = re.search(rf"{HOME}(/calendar/\S+\.ics)", one_line(table.write("ann", "FEED")))
    assert feed is not None, table.mails("ann")[-1].text
    yield "calendar", Device(table.service).get(feed[1])
    with table.database.read() as session:
        calls = session.exec(select(HookCall).order_by(col(HookCall.id))).all()
        yield "webhooks", [(call.key, call.text, call.created_at) for call in calls]
        assert calls or table.game().settings.get("anonymous"), "it has been called"
        for email in ("ann@example.org", ZED):
            wanted = select(Outbox).where(Outbox.rcpt == email).order_by(col(Outbox.id))
            rows = session.exec(wanted).all()
            assert rows, email
            yield email, [_mail(row) for row in rows]
            ids = [row.id for row in rows]
            files = select(Attachment).where(col(Attachment.outbox_id).in_(ids))
            found = session.exec(
                files.order_by(col(Attachment.outbox_id), col(Attachment.place))
            ).all()
            yield f"files of {email}", [(row.name, row.content, row.view) for row in found]


def _mail(row: Outbox) -> tuple[object, ...]:
    return row.kind, row.subject, _CHANGING.sub("", row.body), row.created_at


def told(folder: Path, game: str, bob: Bob, settings: dict[str, Any]) -> tuple[Any, str]:
    """All surfaces, and what bob himself is shown."""
    folder.mkdir()
    with database_in(folder) as database:
        table = begun(database, game, bob, settings)
        story(table, bob, is_anonymous=bool(settings))
        own = opened_by(table, "bob")
        return dict(surfaces(table)), own.get(own.at) + own.get(f"{own.at}/talk")


@pytest.mark.long
@pytest.mark.parametrize("settings", [{}, {"anonymous": True}], ids=["open", "anonymous"])
@pytest.mark.parametrize("game", GAMES)
def test_what_a_reader_may_not_know_changes_no_byte_anywhere(
    game: str, settings: dict[str, Any], tmp_path: Path
) -> None:
    (one, his), (other, hers) = (told(tmp_path / str(bob.at), game, bob, settings) for bob in BOBS)
    assert [*one] == [*other]
    for name, text in one.items():
        assert text == other[name], name
    assert _CHANGING.sub("", his) != _CHANGING.sub("", hers), "bob is told what differs"
    if settings:
        seen = repr(one)
        assert not any(word in seen for word in ("Fitzroy", "America/Lima", "bob@example.org"))
