"""What anybody may look up of a game: each of its turns, and when it is over all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.html.blocks import Block
from pbem.documents.html.reading import blocks_of
from pbem.documents.layout.mail_context import AttachedFile
from pbem.documents.layout.plain import plain_text
from pbem.mails.finale import FinaleContext, above_proof, finale_mail
from pbem.models import FINISHED, Ending, Game, Record, Turn, key_of
from pbem.service.context import ServiceContext
from pbem.service.endings.finale import load_finale
from pbem.service.endings.proofs import proof_of, verified
from pbem.service.endings.ratings import ListedRating, rating_lists
from pbem.service.history.records import recorded
from pbem.service.seats.observers import context_for_anybody
from pbem.service.seats.public_game import public_number
from pbem.service.snapshots import GameSnapshot, load_game

MOST_ENTRIES = 20
"""Turns in a feed, the newest."""


@dataclass(frozen=True, slots=True)
class PublicTurn:
    """A turn as anybody may know it; `first` and `last` are those that there are."""

    game: str
    number: int
    first: int
    last: int
    mover: str
    story: Sequence[Block]
    world: Sequence[Block]
    board: str
    board_alt: str


@dataclass(frozen=True, slots=True)
class _Played:
    """A turn that was played: the records it took, and the state it left."""

    number: int
    seat: str
    after: int
    upto: int
    at: datetime
    state: str


def _turns(session: Session, game: Game) -> list[_Played]:
    rows = session.exec(
        select(Turn).where(Turn.game_id == game.id, Turn.undone == 0).order_by(col(Turn.record_seq))
    ).all()
    found: dict[int, _Played] = {}
    ended = 1
    for row in rows:
        began = found[row.number].after if row.number in found else ended
        found[row.number] = _Played(
            row.number, row.seat, began, row.last_seq, row.resolved_at, row.state
        )
        ended = row.last_seq
    return list(found.values())


def public_turn(service: ServiceContext, name: str, number: int | None) -> PublicTurn | None:
    """A turn of a game that anybody may watch, without a number the last; None for every other."""
    with service.database.read() as session:
        known = public_number(session, name)
        if known is None:
            return None
        snapshot = load_game(session, known)
        turns = _turns(session, snapshot.game)
        wanted = [turn for turn in turns if number in (None, turn.number)]
        if not wanted:
            return None
        return _story_of_turn(session, snapshot, turns, wanted[-1], service.clock())


def _story_of_turn(
    session: Session,
    snapshot: GameSnapshot,
    turns: Sequence[_Played],
    turn: _Played,
    now: datetime,
) -> PublicTurn:
    reporter = snapshot.ruleset.reporter
    then = replace(snapshot, state=snapshot.ruleset.codec.decode_state(turn.state))
    context = replace(context_for_anybody(then, now, "UTC"), deadline_at=None)
    return PublicTurn(
        game=snapshot.game.name,
        number=turn.number,
        first=turns[0].number,
        last=turns[-1].number,
        mover=turn.seat,
        story=blocks_of(_story(session, snapshot, context, turn)),
        world=blocks_of(reporter.public_world(then.state, context)),
        board=reporter.board(reporter.view(then.state, "")),
        board_alt=reporter.picture_alt,
    )


def _story(session: Session, snapshot: GameSnapshot, context: Any, turn: _Played) -> str:
    """What happened in a turn, told from what has come out by now."""
    which = (col(Record.seq) > turn.after, col(Record.seq) <= turn.upto)
    events = recorded(session, key_of(snapshot.game), *which)
    return snapshot.ruleset.reporter.public_story(snapshot.state, context, events)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A turn in a feed: what anybody may know of it, as plain text."""

    number: int
    at: datetime
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class GameFeed:
    name: str
    updated_at: datetime
    entries: Sequence[FeedEntry]


def game_feed(service: ServiceContext, name: str) -> GameFeed | None:
    """The last turns of a game that anybody may watch, the newest first; None for every other."""
    with service.database.read() as session:
        known = public_number(session, name)
        if known is None:
            return None
        snapshot = load_game(session, known)
        turns = _turns(session, snapshot.game)[-MOST_ENTRIES:]
        context = context_for_anybody(snapshot, service.clock(), "UTC")
        entries = [
            FeedEntry(
                turn.number,
                turn.at,
                f"Turn {turn.number}{', ' + turn.seat if turn.seat else ''}",
                plain_text(_story(session, snapshot, context, turn)),
            )
            for turn in turns
        ]
    game = snapshot.game
    updated = max((turn.at for turn in turns), default=game.created_at)
    if game.phase == FINISHED and game.finished_at is not None:
        entries.append(_ended(snapshot, game.finished_at))
        updated = max(updated, game.finished_at)
    return GameFeed(game.name, updated, entries[::-1])


def _ended(snapshot: GameSnapshot, at: datetime) -> FeedEntry:
    winners = ", ".join(snapshot.status.winners)
    text = f"Won by {winners}." if winners else "Nobody has won."
    return FeedEntry(0, at, "The game is over", text)


# --- when it is over --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game that is over, with everything opened; `proof` is its file, `problems` what of it
    does not add up."""

    name: str
    story: Sequence[Block]
    secret_hash: str
    secret: str
    proof: AttachedFile
    problems: Sequence[str]


def opened_game(service: ServiceContext, name: str) -> OpenedGame | None:
    """The finale of a game that anybody may watch, without its players' own names."""
    with service.database.read() as session:
        known = public_number(session, name)
        snapshot = load_game(session, known) if known is not None else None
        if snapshot is None or snapshot.game.phase != FINISHED:
            return None
        game, proof = snapshot.game, proof_of(session, snapshot.game)
        wanted = select(Ending).where(Ending.game_id == game.id, col(Ending.mailed_at).is_not(None))
        row = session.exec(wanted.order_by(col(Ending.id).desc())).first()
        finale = load_finale(session, snapshot, row, service.clock()) if row else None
        body = finale_mail(_nameless(finale), "", proof).body if finale else ""
        problems = _problems(session, game)
    return OpenedGame(
        game.name, blocks_of(above_proof(body)), game.secret_hash, game.secret, proof, problems
    )


def _nameless(finale: FinaleContext) -> FinaleContext:
    return replace(finale, ranks=[replace(rank, player="") for rank in finale.ranks])


def ratings_page(service: ServiceContext) -> Mapping[str, Sequence[ListedRating]]:
    """The best of each game, by its title."""
    with service.database.read() as session:
        return rating_lists(session)


_KEPT: dict[tuple[str, int], tuple[str, ...]] = {}
_MOST_KEPT = 64


def _problems(session: Session, game: Game) -> tuple[str, ...]:
    """What does not add up, computed once a game: pages are asked for again and again."""
    key = (game.secret_hash, game.seq)
    if key not in _KEPT:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        _KEPT[key] = tuple(verified(session, game))
    return _KEPT[key]
