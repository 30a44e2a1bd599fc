"""The finale's values: the game's own part, what is on record, and what players said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from pbem.database import Session
from pbem.documents.layout.cast import listed, person
from pbem.documents.layout.plain import proper_name
from pbem.documents.layout.player_texts import PlayerText
from pbem.games.contract.endings import Award, Finale, award, named
from pbem.games.contract.values import Rank
from pbem.mails.finale import (
    FinaleAward,
    FinaleContext,
    FinaleOrders,
    FinalePage,
    FinalePoint,
    FinalePromise,
    FinaleRank,
    FinaleTalk,
)
from pbem.models import NOBODY, Ending
from pbem.service.endings.chances import (
    Chances,
    PlayedOut,
    TurningPoint,
    played_out_in,
    turning_points,
)
from pbem.service.endings.gathering import SET_UP, GameRecord, TurnOrders, game_record, open_talk
from pbem.service.seats.observers import context_for_anybody
from pbem.service.snapshots import GameSnapshot

MOST_HEADLINES = 5
"""Turns that are told of a turning point."""
LEAST_TOLD = 0.1
"""A change of a chance that is told beside the largest."""


def load_finale(
    session: Session, snapshot: GameSnapshot, row: Ending, now: datetime
) -> FinaleContext:
    """The finale of a game from what is kept of it, with the talk that is open by now."""
    record = game_record(session, snapshot)
    context = context_for_anybody(snapshot, now, "UTC")
    ending = snapshot.ruleset.reporter.finale(snapshot.state, context, record.events)
    ratings = {seat: f"Rating: {was}, now {now}." for seat, (was, now) in row.ratings.items()}
    return finale_context(snapshot, record, ending, played_out_in(row.chances), ratings)


def finale_context(
    snapshot: GameSnapshot,
    record: GameRecord,
    ending: Finale,
    played: PlayedOut,
    ratings: dict[str, str] | None = None,
) -> FinaleContext:
    """All that the finale tells of a game that is over."""
    ranks = snapshot.ruleset.rules.ranking(snapshot.state)
    return FinaleContext(
        game=snapshot.game.name,
        winners=tuple(snapshot.status.winners),
        turns=len(record.turns),
        ranks=[_rank(snapshot, rank, ending, ratings or {}) for rank in ranks],
        points=[_point(point, record, ending) for point in turning_points(played)],
        looked_at=len(played.points),
        rounds=played.rounds,
        awards=[_award(one) for one in (*ending.awards, *_awards(snapshot, record.talk))],
        talk=_talk(snapshot, record),
        pages=list(_pages(record, ending)),
        standing=[
            FinaleOrders(name, tuple(seat.policies))
            for name, seat in snapshot.seats.items()
            if seat.policies
        ],
    )


def _rank(
    snapshot: GameSnapshot, rank: Rank, ending: Finale, ratings: dict[str, str]
) -> FinaleRank:
    opened = next((one for one in ending.seats if one.seat == rank.seat), None)
    return FinaleRank(
        place=rank.place,
        who=str(person(rank.seat, None)),
        player=_player(snapshot, rank.seat),
        is_winner=rank.seat in snapshot.status.winners,
        percent=round(100 * rank.nearness),
        wanted=opened.wanted if opened else "",
        hidden=opened.hidden if opened else (),
        rating=ratings.get(rank.seat, ""),
    )


def _player(snapshot: GameSnapshot, seat: str) -> str:
    """Who played a seat, where its name does not say it."""
    if snapshot.seats[seat].robot != NOBODY:
        return f"a {snapshot.seats[seat].robot} robot"
    name = proper_name(snapshot.players[seat].name, 30)
    return "" if name.casefold() == seat.casefold() else name


# --- turning points ---------------------------------------------------------------------


def _point(point: TurningPoint, record: GameRecord, ending: Finale) -> FinalePoint:
    turns = [turn for turn in record.turns if point.first <= turn <= point.last]
    headlines = tuple(
        f"Turn {turn}, {person(record.movers[turn], None)}: {ending.headlines[turn]}"
        for turn in turns
        if ending.headlines.get(turn)
    )
    is_one = point.first == point.last
    when = f"Turn {point.last}" if is_one else f"Turns {point.first} to {point.last}"
    return FinalePoint(when, _changes(point.was, point.now), headlines[-MOST_HEADLINES:])


def _changes(was: Chances, now: Chances) -> str:
    rows = [
        f"{person(seat, None)} went from {_percent(was[seat])} to {_percent(now[seat])} %"
        for seat in sorted(now, key=lambda seat: -abs(now[seat] - was[seat]))
        if abs(now[seat] - was[seat]) >= LEAST_TOLD
    ]
    return listed(rows)


def _percent(share: float) -> int:
    return round(100 * share)


# --- turn by turn -----------------------------------------------------------------------


def _pages(record: GameRecord, ending: Finale) -> Iterator[FinalePage]:
    """Every turn of which there is something to tell."""
    for turn in sorted({SET_UP, *record.turns, *record.events}):
        mover = record.movers.get(turn, "")
        title = f"Turn {turn}{', ' + str(person(mover, None)) if mover else ''}"
        orders = tuple(map(_filed, record.orders.get(turn, ())))
        headline = "" if turn == SET_UP else ending.headlines.get(turn, "")
        secrets = ending.secrets.get(turn, ())
        if orders or secrets or headline:
            title = title if turn != SET_UP else "Before the first turn"
            yield FinalePage(title, headline, orders, secrets)


def _filed(filed: TurnOrders) -> FinaleOrders:
    return FinaleOrders(str(person(filed.seat, None)), filed.lines, filed.is_answer)


# --- talk -------------------------------------------------------------------------------


def _talk(snapshot: GameSnapshot, record: GameRecord) -> FinaleTalk:
    whispers = open_talk(record.talk, snapshot.seats)
    private = [text for text in record.talk if text.to]
    promises = [text for text in record.talk if text.kind == "promise"]
    return FinaleTalk(
        promises=[
            FinalePromise(text, _after(snapshot, record, text), text.to is None or text in whispers)
            for text in promises
        ],
        diaries=[text for text in record.talk if text.kind == "diary"],
        whispers=[text for text in whispers if text.kind != "promise"],
        closed=len(private) - len(whispers),
    )


def _after(snapshot: GameSnapshot, record: GameRecord, promise: PlayerText) -> str:
    """What its writer did to whom he promised something, from that turn on."""
    others = [name for name in snapshot.seats if name != promise.seat]
    to = others if promise.to is None else list(promise.to)
    turns: dict[str, list[int]] = {name: [] for name in to}
    for turn, by, whom in _strikes(snapshot, record):
        if by == promise.seat and whom in turns and turn >= promise.turn:
            turns[whom].append(turn)
    broken = {name: numbers for name, numbers in turns.items() if numbers}
    who = person(promise.seat, None)
    if not broken:
        return f"{who} never went for {named(to)} after that."
    rows = [
        f"for {person(name, None)} in turn{'s' if len(set(numbers)) > 1 else ''} "
        f"{listed([str(turn) for turn in sorted(set(numbers))])}"
        for name, numbers in broken.items()
    ]
    return f"{who} went {listed(rows)} all the same."


def _strikes(snapshot: GameSnapshot, record: GameRecord) -> Iterator[tuple[int, str, str]]:
    """The turn of each deed that did another harm, who did it, and whom it hit."""
    struck = snapshot.ruleset.secrecy.struck
    for turn, events in record.events.items():
        before = record.before(turn) or snapshot.state
        for event in events:
            found = struck(event, before)
            if found is not None:
                yield turn, *found


# --- awards -----------------------------------------------------------------------------


def _award(one: Award) -> FinaleAward:
    return FinaleAward(one.title, named(one.seats), one.why)


def _awards(snapshot: GameSnapshot, talk: Sequence[PlayerText]) -> Iterator[Award]:
    """Titles for who wrote, who did not, and who came late."""
    people = [name for name, seat in snapshot.seats.items() if seat.robot == NOBODY]

    def counted(kind: str) -> dict[str, int]:
        return {name: sum(t.kind == kind and t.seat == name for t in talk) for name in people}

    words = {
        name: sum(len(t.text.split()) for t in talk if t.seat == name and t.kind == "say")
        for name in people
    }
    late = {name: snapshot.seats[name].late for name in people}
    yield from award("The Silver Tongue", words, "{} words to the others.", least=30)
    yield from award("The Perfect Gentleman", counted("promise"), "{} promises.", least=2)
    yield from award("The Secret Historian", counted("diary"), "{} pages of diary.", least=3)
    yield from award("Last Through the Door", late, "{} letters after a deadline.", least=2)
    silent = tuple(name for name in people if not words[name])
    if len(silent) == 1 and len(people) > 2:
        yield Award("The Sphinx", silent, "Not a word to anybody, from first to last.")
