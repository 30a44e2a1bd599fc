"""VOTE: what players decide among themselves is counted here; silence is a no."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.cast import listed
from pbem.grammar.commands.spec import Command
from pbem.grammar.commands.votes import (
    CANCEL,
    DRAW,
    END,
    EXTEND,
    MODERATOR,
    MOTIONS,
    NO,
    PAUSE,
    RESUME,
    VOTE_LIFE,
    YES,
    is_ballot,
)
from pbem.mails.votes import Ballots, VoteSummary, format_ballots, vote_asked, vote_failed
from pbem.models import CARRIED, FAILED, FINISHED, NOBODY, PAUSED, RUNNING, Game, Seat, Vote
from pbem.service.clocks import ring_at
from pbem.service.game_settings import game_settings_of
from pbem.service.players.addresses import address_of, player_at
from pbem.service.seats.moderator_rows import moderators_of
from pbem.service.transaction import GameTx
from pbem.service.word_results import WordResult, refused

OPEN = "open"
_FIRST_WORD = re.compile(r"\w+")


def vote(tx: GameTx, seat: Seat, word: Command) -> WordResult:
    """Ask the players for something, say yes or no to it, or list what is asked."""
    close_ended(tx)
    open_votes = _open_votes(tx.session, tx.game)
    if not word.key:
        return WordResult(_listed(tx, open_votes))
    if word.key not in MOTIONS:
        return _cast(tx, seat, word, open_votes)
    names = _names(tx, word)
    same = [one for one in open_votes if (one.what, list(one.names)) == (word.key, names)]
    if same:
        return _count(tx, seat, same[0], is_yes=True)
    why = _refusal(tx, seat, word.key, names)
    return refused(f"{why[0].upper()}{why[1:]}") if why else _begin(tx, seat, word.key, names)


def _names(tx: GameTx, word: Command) -> list[str]:
    """Who would moderate, or win a draw: those who are named, or all persons who play."""
    if word.key == MODERATOR:
        return [word.value]
    if word.key != DRAW:
        return []
    return word.value.split(", ") if word.value else voters(tx, DRAW)


def voters(tx: GameTx, what: str) -> list[str]:
    """The seats that may vote: persons in the game, or where none is left all who were in it."""
    persons = sorted(name for name, seat in tx.snapshot.seats.items() if seat.robot == NOBODY)
    return persons if what == END else [name for name in persons if tx.snapshot.is_in(name)]


def _refusal(tx: GameTx, seat: Seat, what: str, names: Sequence[str]) -> str:
    """Why that cannot be voted on now; "" where it can."""
    game = tx.game
    if game.phase == FINISHED:
        return "the game is over."
    if seat.name not in voters(tx, what):
        return "you are out of the game, and those who are in decide."
    if game.closed_at is not None:
        return f"turn {game.turn} is closed, and its results wait for the moderator."
    return _OF_MOTION[what](tx, names) if what in _OF_MOTION else ""


def _no_extension(tx: GameTx, _names: Sequence[str]) -> str:
    game = tx.game
    if game.phase != RUNNING or game.deadline_at is None:
        return "no deadline is running that could be extended."
    had = select(Vote.id).where(Vote.game_id == game.id, Vote.what == EXTEND)
    had = had.where(Vote.turn == game.turn, Vote.timeline == game.timeline, Vote.state == CARRIED)
    if tx.session.exec(had).first() is not None:
        return f"a vote has extended turn {game.turn} already, and it can do so only once a turn."
    return ""


def _no_pause(tx: GameTx, _names: Sequence[str]) -> str:
    return "" if tx.game.phase == RUNNING else "the game is paused already; VOTE RESUME goes on."


def _no_resume(tx: GameTx, _names: Sequence[str]) -> str:
    return "" if tx.game.phase == PAUSED else "the game is not paused."


def _no_draw(tx: GameTx, names: Sequence[str]) -> str:
    out = [name for name in names if not tx.snapshot.is_in(name)]
    if out:
        return f"only players who are still in the game can win, not {listed(out)}."
    if tx.snapshot.ruleset.rules.share(tx.snapshot.state, names) is None:
        return "the rules of this game do not let these players win together."
    return ""


def _no_end(tx: GameTx, _names: Sequence[str]) -> str:
    if voters(tx, CANCEL):
        return (
            f"VOTE END is for a game that only robots still play, and {listed(voters(tx, CANCEL))} "
            "still play this one. VOTE CANCEL asks them to end it."
        )
    return ""


def _no_moderator(tx: GameTx, names: Sequence[str]) -> str:
    """Why nobody of that name, or with that address, can moderate the game."""
    (name,) = names
    seat = tx.snapshot.seats.get(name)
    if seat is None and game_settings_of(tx.game).anonymous:
        return "this game keeps addresses secret, so name one of its players."
    if seat is not None and seat.robot != NOBODY:
        return f"a robot plays {name}, and robots cannot moderate."
    person = tx.snapshot.players[name] if seat is not None else player_at(tx.session, name)
    found = address_of(tx.session, person, name) if person is not None else None
    if seat is None and (found is None or found.proved_at is None):
        return (
            f"the address {name[:60]} has not been confirmed yet. Its owner writes PROFILE to "
            f"{tx.mail.address} and replies to the answer; then vote again."
        )
    rows = [row for row, _ in moderators_of(tx.session, tx.id)]
    is_there = any(person is not None and row.person_id == person.id for row in rows)
    return f"this game is moderated by {name} already." if is_there else ""


_OF_MOTION = {
    EXTEND: _no_extension,
    PAUSE: _no_pause,
    RESUME: _no_resume,
    DRAW: _no_draw,
    END: _no_end,
    MODERATOR: _no_moderator,
}


def _begin(tx: GameTx, seat: Seat, what: str, names: Sequence[str]) -> WordResult:
    """Put something to the vote, with a yes by who asks for it, and ask the others."""
    number = len(tx.session.exec(select(Vote.id).where(Vote.game_id == tx.id)).all()) + 1
    ends_at = tx.now + VOTE_LIFE
    if what == EXTEND and tx.game.deadline_at is not None:
        ends_at = tx.game.deadline_at
    row = Vote(
        game_id=tx.id,
        number=number,
        what=what,
        names=list(names),
        seat=seat.name,
        turn=tx.game.turn,
        timeline=tx.game.timeline,
        begun_at=tx.now,
        ends_at=ends_at,
    )
    tx.session.add(row)
    result = _count(tx, seat, row, is_yes=True)
    ring_at(tx.game, ends_at)
    tx.session.add(tx.game)
    if not has_carried(tx, row):
        _ask(tx, row, [name for name in voters(tx, what) if name != seat.name])
    return result


def _ask(tx: GameTx, row: Vote, names: Sequence[str]) -> None:
    summary = vote_summary(tx, row)
    for name in names:
        key = f"vote:{tx.id}:{row.number}:{name}"
        tx.notify_seat(name, lambda context: vote_asked(context, summary), key)


def _cast(tx: GameTx, seat: Seat, word: Command, open_votes: Sequence[Vote]) -> WordResult:
    """A yes or a no to one of the votes that are open."""
    meant = [
        one
        for one in open_votes
        if word.number in (None, one.number) and word.value in ("", one.what)
    ]
    begins = word.key == YES and word.value not in ("", DRAW, MODERATOR)
    if not meant and begins and not _refusal(tx, seat, word.value, ()):
        return _begin(tx, seat, word.value, ())
    if not meant:
        return refused(_listed(tx, open_votes))
    if len(meant) > 1:
        return refused(f"Add the number of the vote. {_listed(tx, open_votes)}")
    return _count(tx, seat, meant[0], is_yes=word.key == YES)


def _count(tx: GameTx, seat: Seat, row: Vote, *, is_yes: bool) -> WordResult:
    """Keep a ballot, which may be another than before; a vote that cannot win any more is over."""
    if seat.name not in voters(tx, row.what):
        return refused("You have no say in that vote.")
    row.ballots = {**row.ballots, seat.name: is_yes}
    tx.session.add(row)
    tx.session.flush()
    head = f"VOTE {row.number} ({MOTIONS[row.what].title}): your {'yes' if is_yes else 'no'} counts"
    if has_carried(tx, row):
        return WordResult(f"{head}, and that is enough: it is done at once.")
    if _is_lost(tx, row):
        _fail(tx, row)
        return WordResult(f"{head}, so the motion can no longer pass. Everybody is told.")
    return WordResult(f"{head}. {_needs(tx, row)}")


def _yes(tx: GameTx, row: Vote) -> list[str]:
    return [name for name in voters(tx, row.what) if row.ballots.get(name)]


def has_carried(tx: GameTx, row: Vote) -> bool:
    """Whether enough of those who may vote have said yes."""
    return bool(_yes(tx, row)) and len(_yes(tx, row)) >= _wanted(tx, row)


def _wanted(tx: GameTx, row: Vote) -> int:
    """How many have to say yes."""
    many = len(voters(tx, row.what))
    return many // 2 + 1 if MOTIONS[row.what].is_majority else many


def _is_lost(tx: GameTx, row: Vote) -> bool:
    may = [name for name in voters(tx, row.what) if row.ballots.get(name) is not False]
    return len(may) < _wanted(tx, row)


def _needs(tx: GameTx, row: Vote) -> str:
    more = _wanted(tx, row) - len(_yes(tx, row))
    return f"It needs {more} more yes{'' if more == 1 else ' votes'}; silence is a no."


def vote_summary(tx: GameTx, row: Vote) -> VoteSummary:
    """A vote as its mails tell it."""
    return VoteSummary(
        number=row.number,
        title=MOTIONS[row.what].title,
        asks=MOTIONS[row.what].asks.format(names=listed(list(row.names))),
        by=row.seat,
        needs=_wanted(tx, row),
        voters=len(voters(tx, row.what)),
        ends_at=row.ends_at,
        ballots=_ballots(tx, row),
    )


def how_voted(tx: GameTx, row: Vote) -> str:
    """Who has voted how, in a sentence without its full stop."""
    return format_ballots(_ballots(tx, row))


def _ballots(tx: GameTx, row: Vote) -> Ballots:
    votes: Mapping[str, list[str]] = {"yes": [], "no": [], "silent": []}
    for name in voters(tx, row.what):
        ballot = row.ballots.get(name)
        votes["silent" if ballot is None else "yes" if ballot else "no"].append(name)
    return tuple((word, tuple(names)) for word, names in votes.items())


def _fail(tx: GameTx, row: Vote) -> None:
    """The vote is lost; everybody who could vote is told how all have."""
    row.state = FAILED
    tx.session.add(row)
    summary = vote_summary(tx, row)
    for name in voters(tx, row.what):
        key = f"vote:{tx.id}:{row.number}:failed:{name}"
        tx.notify_seat(name, lambda context: vote_failed(context, summary), key)


def close_ended(tx: GameTx) -> None:
    """Votes that were open too long, or for a turn that is over, are lost."""
    for row in _open_votes(tx.session, tx.game):
        is_past = row.what == EXTEND and (row.turn, row.timeline) != (
            tx.game.turn,
            tx.game.timeline,
        )
        if row.ends_at <= tx.now or is_past or tx.game.phase == FINISHED:
            _fail(tx, row)


def next_vote_end(session: Session, game: Game) -> datetime | None:
    """When a vote ends by itself next."""
    return min((row.ends_at for row in _open_votes(session, game)), default=None)


def _open_votes(session: Session, game: Game) -> list[Vote]:
    wanted = select(Vote).where(Vote.game_id == game.id, Vote.state == OPEN)
    return list(session.exec(wanted.order_by(col(Vote.number))).all())


def carried(tx: GameTx) -> list[Vote]:
    """The votes that have been won, and that nothing has been done for yet."""
    return [row for row in _open_votes(tx.session, tx.game) if has_carried(tx, row)]


def stands_still(tx: GameTx) -> bool:
    """Whether a game is paused, and no vote lets it go on now."""
    return tx.game.phase == PAUSED and all(row.what != RESUME for row in carried(tx))


def how_to_vote(tx: GameTx, typed: Sequence[str]) -> str:
    """The lines that vote, for somebody who typed yes or no without VOTE while a vote is open."""
    words = (_FIRST_WORD.match(text) for text in typed)
    if not any(word and is_ballot(word[0]) for word in words):
        return ""
    found = _open_votes(tx.session, tx.game)
    ways = " or ".join(f"VOTE {way} {found[0].number}" for way in (YES, NO)) if found else ""
    return f"To vote, write it so: {ways}. {_listed(tx, found)}" if found else ""


def _listed(tx: GameTx, rows: Sequence[Vote]) -> str:
    if not rows:
        return "Nothing is being voted on now. VOTE EXTEND asks for more time, for example."
    texts = (f"{row.number}, {MOTIONS[row.what].title} ({how_voted(tx, row)})" for row in rows)
    return f"Open votes: {'; '.join(texts)}."
