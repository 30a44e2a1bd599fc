"""Words with which a player settles what becomes of his seat: AWAY, DELEGATE, STAY and the like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.illuminati.orders import Resign
from pbem.database import Session
from pbem.language import Control
from pbem.models import FINISHED, RUNNING, TUTORIAL, Game, Letter, Player, Seat
from pbem.service.desk import Desk
from pbem.service.moderating.becoming import MODERATOR
from pbem.service.orders.answers import Work
from pbem.service.orders.case import Case
from pbem.service.orders.desktop import Replies
from pbem.service.players.addresses import is_first_of, player_at
from pbem.service.players.sitters import sitter_of
from pbem.service.seats.going_away import say_away
from pbem.service.seats.leaving import give_notice, stay
from pbem.service.seats.sitting import delegate
from pbem.service.seats.standby import ask_newcomer, withdraw
from pbem.service.seats.standby_rows import join
from pbem.service.seats.standby_rows import leave as leave_list
from pbem.service.shelf import Shelf
from pbem.service.turns.missed_turns import by_stand_in

SILENCE = "SILENCE"
"""The key of SET that is the seat's and not its player's."""
SEAT_WORDS = ("AWAY", "DELEGATE", "STAY", "STANDBY")
OWNERS_WORDS = ("AWAY", "DELEGATE", "STAY", "STANDBY", "SET", "TUTORIAL")
"""Words that nobody who sits in may say for a player."""


@dataclass(frozen=True, slots=True)
class Settling:
    """A seat's letter in an open transaction; game and seat are locked rows."""

    desk: Desk
    session: Session
    shelf: Shelf
    game: Game
    seat: Seat
    now: datetime

    @property
    def player(self) -> Player:
        return self.shelf.players[self.seat.name]


def settle(settling: Settling, words: Sequence[Control]) -> list[str]:
    """Do what the words say, in their order; a sentence for each."""
    said = []
    for word in words:
        said.append(_DO[word.word](settling, word))
        settling.session.flush()
    return said


def is_seat_word(word: Control) -> bool:
    """Whether a word is about the seat, not about a mail or a setting of its player's."""
    return word.word in SEAT_WORDS or (word.word == "SET" and word.argument == SILENCE)


def seat_settled(
    desk: Desk,
    session: Session,
    case: Case,
    work: Work,
    game: Game,
    seat: Seat,
    replies: Replies,
    now: datetime,
) -> list[str]:
    """What a letter does to its seat, a sentence for each; game and seat are locked rows."""
    if replies.seat_words or work.resigned or seat.offered_at is not None:
        session.flush()
    at = Settling(desk, session, case.shelf, game, seat, now)
    said = []
    if by_stand_in(case.letter, seat):
        said.append(
            "POLICY BOT wrote this letter, for nothing had come from you by the deadline (R12.7). "
            "If you would rather pass: SET SILENCE pass"
        )
    elif any(line.fate not in ("IGNORED", "ASK") for line in work.lines):
        said += come_back(desk, session, game, seat, case.letter, now)
    if work.resigned and case.shelf.game.kind != TUTORIAL:
        said.append(give_notice(desk, session, case.shelf, game, seat, now))
    return [*said, *settle(at, replies.seat_words)]


def come_back(
    desk: Desk, session: Session, game: Game, seat: Seat, letter: Letter, now: datetime
) -> list[str]:
    """Whoever writes while his seat is offered keeps it, unless he has resigned (R12.7).

    What a moderator writes in his name does not.
    """
    is_his = letter.passed != MODERATOR and not by_stand_in(letter, seat)
    is_offered = seat.offered_at is not None and seat.resigns_at is None
    if game.phase == FINISHED or not is_offered or not is_his:
        return []
    withdraw(desk, session, game, seat, now)
    return ["Welcome back: your seat is no longer offered to others."]


def as_written(
    session: Session, case: Case, work: Work, seat: Seat
) -> tuple[Work, tuple[str, ...]]:
    """A letter's work without what only the seat's player may do, and who wrote it if not he."""
    sender, at = case.mailed.from_addr, case.letter.received_at
    is_own = is_first_of(case.player, sender)
    sitter = None if is_own else sitter_writing(session, seat, sender, at)
    if sitter is None and case.letter.passed != MODERATOR:
        return work, ()
    player = case.player.name
    lines = tuple(
        replace(line, fate="REFUSED", note=f"Only {player} can resign.")
        if isinstance(line.order, Resign)
        else line
        for line in work.lines
    )
    words = tuple(line for line in work.words if not _is_owners(line.control))
    refused = [line.control.word for line in work.words if line.control and line not in words]
    said = [f"{sitter.name} wrote this letter, and sits in for {player}."] if sitter else []
    said += [f"{word}: only {player} can say that." for word in dict.fromkeys(refused)]
    return replace(work, lines=lines, words=words, resigned=False), tuple(said)


def _is_owners(word: Control | None) -> bool:
    return (
        word is not None
        and word.word in OWNERS_WORDS
        and (word.word != "SET" or bool(word.argument))
    )


def sitter_writing(session: Session, seat: Seat, sender: str, now: datetime) -> Player | None:
    """Who writes for a seat's player, where a letter is not his own."""
    sitter = sitter_of(session, seat.id, now)
    writer = player_at(session, sender) if sitter is not None else None
    if writer is None or sitter is None or writer.id == seat.player_id:
        return None
    return writer if writer.id == sitter.player_id else None


def _away(at: Settling, word: Control) -> str:
    if at.game.phase != RUNNING and word.argument != "OFF":
        return f"AWAY: the game is {at.game.phase}; no clock runs that could wait for you."
    return say_away(at.desk, at.session, at.shelf, at.game, at.seat, word, at.now)


def _delegate(at: Settling, word: Control) -> str:
    return delegate(at.desk, at.session, at.shelf, at.game, at.seat, word, at.now)


def _stay(at: Settling, _word: Control) -> str:
    return stay(at.desk, at.session, at.game, at.seat, at.now)


def _standby(at: Settling, word: Control) -> str:
    if word.argument == "OFF":
        if leave_list(at.session, at.player, None, at.now):
            return "STANDBY OFF: you are asked no more about seats that are left."
        return "STANDBY OFF: you were not on the standby list."
    join(at.session, at.player, None, at.now)
    ask_newcomer(at.desk, at.session, at.player, at.now)
    return (
        "STANDBY: when a seat is left in a game that you do not play, you are asked whether you "
        "take it. STANDBY OFF ends it."
    )


def _set(at: Settling, word: Control) -> str:
    at.seat.silence = word.value
    at.session.add(at.seat)
    if word.value == "bot":
        return (
            "SILENCE: where nothing comes from you by the deadline, POLICY BOT writes that turn's "
            "script from what your seat may know. The report says so (R12.7)."
        )
    return "SILENCE: where nothing comes from you by the deadline, your turn is a pass (R12.7)."


_DO: dict[str, Callable[[Settling, Control], str]] = {
    "AWAY": _away,
    "DELEGATE": _delegate,
    "STAY": _stay,
    "STANDBY": _standby,
    "SET": _set,
}
