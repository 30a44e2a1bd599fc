"""Pages, feeds, webhooks, watchers, anonymous games: what a reader may not know changes no byte.

Two services play the same game of each kind with the same chance. In one of them bob holds other
cards, has other orders on file, writes other things down and, where the game is anonymous, is
somebody else: both services know the same two people, each with an address, a zone, quiet hours, a
rating, turns in time and games of his own, and differ in who of them plays. Everything that ann,
an observer and anybody at all can get is compared, and where ann moderates, the console.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from sqlmodel import col, select

from engine.core.values import changed
from engine.illuminati.cards import SPECIALS
from engine.illuminati.state import State
from pbem.clock import encode_clock
from pbem.database import Database, Session
from pbem.games.registry import ruleset
from pbem.grammar.preferences import QUIET
from pbem.models import (
    OPEN,
    STARTED,
    Attachment,
    Game,
    HookCall,
    Observer,
    OpenGame,
    OpenSeat,
    Outbox,
    Person,
    Rating,
    Standby,
    Webhook,
    key_of,
)
from pbem.service.arriving.intake import accept
from pbem.service.clocks import simple_clock
from pbem.service.context import ServiceContext
from pbem.service.players.addresses import new_player
from pbem.service.seats.moderators import add_moderator
from pbem.service.sending.hook_calls import request_for
from pbem.service.transaction import GameTx
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from tests.support.console_visits import visitor
from tests.support.moderating_letters import PASS
from tests.support.page_visits import HOME, Device, opened_by, with_pages
from tests.support.registered import database_in
from tests.support.service_rows import NOON, TURN, Hands, Table, letter_text, one_line, random_bytes

GAMES = ("illuminati", "inwo")
ANN, ZED = "ann@example.org", "zed@example.net"
DESK = "game@example.org"
SEAT = ("", "/history", "/board", "/log?q=turn", "/talk")
ANYBODY = (
    *("/", "/games.json", "/play", "/ratings", "/game/Fnord-7", "/game/Fnord-7/feed.atom"),
    *("/game/Fnord-7/turn", "/game/Fnord-7/turn?number=1", "/game/Fnord-7/turn?number=2"),
)
CHANGING = re.compile(r'name="(?:csrf|key)" value="[^"]*"|Device-\d+')
"""What is new each time."""


@dataclass(frozen=True, slots=True)
class Bob:
    """One of two who could sit there, and what he writes."""

    at: int
    name: str
    email: str
    zone: str
    quiet: str
    mu: float
    turns_in_time: tuple[bool, ...]
    away: str
    letter: str


BOBS = (
    Bob(
        *(0, "Bob Fitzroy", "bob@example.org", "America/Lima", "off", 31.0, (True,) * 20),
        *("AWAY FROM 24 Dec TO 27 Dec", "DIARY: trust cat\n\nSAY TO cat: one\n\nSTAND ASIDE"),
    ),
    Bob(
        *(1, "Zoe Quux", "zoe@quux.example", "Asia/Tokyo", "18:00-06:00", 19.0, (False,) * 30),
        *("AWAY FROM 2 Jan TO 9 Jan", "DIARY: no\n\nSAY TO cat: two\n\nGUARD ALL UNTIL 5"),
    ),
)


@dataclass(frozen=True, slots=True)
class Kind:
    """How a game is played: whether nobody may know who bob is, and whether ann moderates it."""

    is_anonymous: bool = False
    is_moderated: bool = False


def begun(database: Database, game: str, bob: Bob, kind: Kind) -> Table:
    """A game of three people that zed watches and that calls an address."""
    clock, seeds = Hands(), itertools.count(1)

    def fixed(many: int) -> bytes:
        return next(seeds).to_bytes(many, "big")

    settings = with_pages()
    mail = settings.mail.model_copy(update={"key": SecretStr("k" * 32)})
    service = ServiceContext(database, settings.model_copy(update={"mail": mail}), clock, fixed)
    cast = [Newcomer(seat, f"{seat}@example.org") for seat in ("ann", "bob", "cat")]
    if kind.is_anonymous:
        known_elsewhere(service, game)
        cast[1] = Newcomer("bob", bob.email, bob.zone)
    chosen = {"anonymous": True} if kind.is_anonymous else {}
    new = NewGame("Fnord-7", cast, random_bytes(seats=3), ruleset=game, settings=chosen)
    table = Table(service, clock, create_game(service, new))
    with database.write() as session:
        row = session.get_one(Game, table.game_id)
        person = Person(name="zed", email=ZED, created_at=clock())
        session.add(person)
        session.flush()
        if kind.is_anonymous:
            in_the_lobby(session, row, bob)
        if kind.is_moderated:
            add_moderator(GameTx(service, session, clock(), row), ANN, "")
        watcher = Observer(game_id=row.id, person_id=person.id, reported_seq=0, since_at=clock())
        hook = Webhook(
            game_id=row.id, shape="slack", url=HOME, secret="s", by="ann", created_at=clock()
        )
        session.add_all((watcher, hook))
    return table


def known_elsewhere(service: ServiceContext, game: str) -> None:
    """Both who could be bob, by all that is known of people: each stands by and has joined a game
    where all are named."""
    now = service.clock()
    with service.database.write() as session:
        two = [new_player(session, one.name, one.email, now, one.zone) for one in BOBS]
        named = open_game_row(game, "Named-1", two[0], now)
        session.add(named)
        session.flush()
        for one, person in zip(BOBS, two, strict=True):
            person.turns_in_time = one.turns_in_time
            person.preferences = QUIET.changed({}, one.quiet)
            rating = Rating(
                who=f"person:{person.id}",
                ruleset=game,
                mu=one.mu,
                sigma=2.0,
                games=9,
                rated_at=now,
                called=one.name[:3],
            )
            waits = Standby(person_id=key_of(person), since_at=now)
            session.add_all((person, rating, waits, joined(named, person, one.name[:3], now)))


def open_game_row(game: str, name: str, creator: Person, now: datetime) -> OpenGame:
    """A game that waits for players."""
    return OpenGame(
        name=name,
        ruleset=game,
        places=5,
        robot="greedy",
        secret="00",
        secret_hash="h",
        clock=encode_clock(simple_clock(TURN)),
        creator_id=key_of(creator),
        created_at=now,
    )


def joined(game: OpenGame, person: Person, name: str, now: datetime) -> OpenSeat:
    return OpenSeat(
        open_game_id=key_of(game), person_id=key_of(person), name=name, joined_at=now, seen_at=now
    )


def in_the_lobby(session: Session, played: Game, bob: Bob) -> None:
    """The game was offered, and another waits for players, where bob is as little known."""
    person = session.exec(select(Person).where(Person.email == bob.email)).one()
    for name, phase in ((played.name, STARTED), ("Quiz-1", OPEN)):
        game = open_game_row(played.ruleset, name, person, played.created_at)
        game.settings, game.phase = {"anonymous": True}, phase
        game.game_id = played.id if phase == STARTED else None
        session.add(game)
        session.flush()
        session.add(joined(game, person, "bob", played.created_at))


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
    """One of two Specials from far below is in bob's hand, the other where they were."""
    below = [card for card in state.deck[20:] if card in SPECIALS][:2]
    held, left = below[:: 1 - 2 * bob.at]
    own = state.seat("bob")
    seats = tuple(changed(s, hand=(*s.hand, held)) if s is own else s for s in state.seats)
    rest = [card for card in state.deck[20:] if card not in below]
    return changed(state, seats=seats, deck=(*state.deck[:20], left, *rest[:: 1 - 2 * bob.at]))


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


def story(table: Table, bob: Bob, kind: Kind) -> None:
    """Two turns of the table; bob writes in secret, and is told so himself."""
    sender = bob.email if kind.is_anonymous else "bob@example.org"
    table.write("ann", "SET JSON on")
    for _ in range(2):
        table.run_turn()
    secretly(table, bob)
    letters = (bob.letter, bob.away, "SAY TO ALL: fnord") if kind.is_anonymous else (bob.letter,)
    for letter in letters:
        table.write("bob", letter, sender=sender)
    for line in ("WHO", "STATUS", "HISTORY", "SAY TO bob: hello", "RESEND"):
        table.write("ann", line)
    table.run_turn()
    for line in ("GAMES", "MINE", "PROFILE"):
        raw = letter_text(ANN, DESK, line)
        table.read(accept(table.service, raw, DESK, ANN, PASS))


def surfaces(table: Table, kind: Kind, device: Device) -> Iterator[tuple[str, object]]:
    """All that ann, whose device it is, zed and anybody can get, each by its name."""
    for path in SEAT:
        yield f"seat {path}", CHANGING.sub("", device.get(device.at + path))
    yield "check", CHANGING.sub("", device.check("PASS\nSTATUS"))
    for path in ANYBODY:
        yield path, CHANGING.sub("", Device(table.service).get(path))
    feed = re.search(rf"{HOME}(/calendar/\S+\.ics)", one_line(table.write("ann", "FEED")))
    assert feed is not None, table.mails("ann")[-1].text
    yield "calendar", Device(table.service).get(feed[1])
    if kind.is_moderated:
        yield from consoles(table)
    with table.database.read() as session:
        yield "webhooks", called(session)
        for email in (ANN, ZED):
            yield from post_of(session, email)


def consoles(table: Table) -> Iterator[tuple[str, object]]:
    """What a moderator who plays sees at the console, and is answered."""
    ann = visitor(table)
    ann.enter(ANN)
    for path in ("", f"game/{table.game_id}", "help"):
        yield f"console {path}", ann.get_bare(f"/console/{path}")
        assert ann.code == 200, path
    for line in ("STATUS", "WHO", "LOG", "LETTERS", "STANDBY"):
        ann.do(table.game_id, form="line", line=line)
        yield f"console {line}", CHANGING.sub("", ann.page)


def called(session: Session) -> list[object]:
    """What the address outside gets, as it gets it."""
    rows = session.exec(
        select(Webhook, HookCall)
        .where(HookCall.webhook_id == Webhook.id)
        .order_by(col(HookCall.id))
    ).all()
    calls = [(request_for(hook, call, NOON), call.created_at) for hook, call in rows]
    return [*calls]


def post_of(session: Session, email: str) -> Iterator[tuple[str, object]]:
    """The mails to an address, and their files."""
    rows = session.exec(select(Outbox).where(Outbox.rcpt == email).order_by(col(Outbox.id))).all()
    yield email, [_mail(row) for row in rows]
    ids = [row.id for row in rows]
    files = select(Attachment).where(col(Attachment.outbox_id).in_(ids))
    found = session.exec(files.order_by(col(Attachment.outbox_id), col(Attachment.place))).all()
    yield f"files of {email}", [(row.name, row.content, row.view) for row in found]


def _mail(row: Outbox) -> tuple[object, ...]:
    return row.kind, row.subject, CHANGING.sub("", row.body), row.created_at


def told(folder: Path, game: str, bob: Bob, kind: Kind) -> tuple[Any, str]:
    """All surfaces, and what bob himself is shown."""
    folder.mkdir()
    with database_in(folder) as database:
        table = begun(database, game, bob, kind)
        story(table, bob, kind)
        own = opened_by(table, "bob", bob.email if kind.is_anonymous else "")
        his = own.get(own.at) + own.get(f"{own.at}/talk")
        return dict(surfaces(table, kind, opened_by(table, "ann"))), his


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "game"),
    [
        *itertools.product((Kind(), Kind(is_anonymous=True)), GAMES),
        (Kind(is_anonymous=True, is_moderated=True), "illuminati"),
    ],
    ids=["open-illuminati", "open-inwo", "anonymous-illuminati", "anonymous-inwo", "moderated"],
)
def test_what_a_reader_may_not_know_changes_no_byte_anywhere(
    kind: Kind, game: str, tmp_path: Path
) -> None:
    (one, his), (other, hers) = (told(tmp_path / str(bob.at), game, bob, kind) for bob in BOBS)
    assert [*one] == [*other]
    calls = one["webhooks"]
    # Nothing before an anonymous game is over.
    assert len(calls) == 0 if kind.is_anonymous else len(calls) > 2, calls
    assert one[ANN] and one[ZED]
    for name, text in one.items():
        assert text == other[name], name
    assert CHANGING.sub("", his) != CHANGING.sub("", hers), "bob is told what differs"
    if kind.is_anonymous and not kind.is_moderated:
        # A moderator may know who stands by.
        seen = repr(one)
        for bob in BOBS:
            assert not any(word in seen for word in (bob.name, bob.zone, bob.email)), bob.name
