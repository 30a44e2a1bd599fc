"""Words with which a player settles what becomes of his seat: AWAY, DELEGATE, STAY and the like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from pbem.database import Session
from pbem.games.contract.orders import JudgedLine
from pbem.grammar.commands.spec import Command
from pbem.grammar.preferences import PREFERENCES
from pbem.models import FINISHED, RUNNING, TUTORIAL, Letter, Person, Seat
from pbem.service.letters.held_texts import send_anyway
from pbem.service.letters.last_words import LAST_WORDS, say_last
from pbem.service.letters.unwanted_talk import TALK_WORDS, mute, report_talk
from pbem.service.moderating.becoming import MODERATOR
from pbem.service.orders.judging import Judged
from pbem.service.orders.sheet_context import Effects
from pbem.service.orders.submission import Submission
from pbem.service.players.addresses import is_first_of, player_at
from pbem.service.players.sitters import sitter_of
from pbem.service.seats.going_away import say_away
from pbem.service.seats.leaving import give_notice, stay
from pbem.service.seats.sitting import delegate
from pbem.service.seats.standby import ask_newcomer, withdraw
from pbem.service.seats.standby_rows import join
from pbem.service.seats.standby_rows import leave as leave_list
from pbem.service.seats.votes import vote
from pbem.service.transaction import GameTx
from pbem.service.turns.missed_turns import is_by_substitute
from pbem.service.turns.seed_words import MOST_WORDS, takes_seed_words
from pbem.service.waits import ALWAYS, NEVER, OWN
from pbem.service.word_results import WordResult, refused

WORDS = "WORDS"
SEAT_KEYS = tuple(row.name for row in PREFERENCES.values() if row.of_seat)
"""The keys of SET that are the seat's and not its player's."""
READY_UNLESS = "READY UNLESS ATTACKED"
SEAT_WORDS = (
    *("AWAY", "DELEGATE", "STAY", "STANDBY", "ASK", READY_UNLESS, "SEND", "VOTE"),
    *TALK_WORDS,
    *LAST_WORDS,
)
OWNERS_WORDS = (
    *("AWAY", "DELEGATE", "STAY", "STANDBY", "SET", "TUTORIAL", "SEND", "VOTE"),
    *TALK_WORDS,
    *LAST_WORDS,
)
"""Words that nobody who sits in may say for a player."""


@dataclass(slots=True)
class SeatTx(GameTx):
    """A seat's letter in an open transaction; the seat is a locked row."""

    row: Seat = field(kw_only=True)

    @property
    def player(self) -> Person:
        return self.snapshot.players[self.row.name]


def settle(tx: SeatTx, effects: Effects) -> None:
    """Do what the words about the seat say, in their order, and say of each what came of it."""
    for line in effects.seat_words:
        effects.tell(line, _DO[line.word.verb](tx, line.word))
        tx.session.flush()


def is_seat_word(word: Command) -> bool:
    """Whether a word is about the seat, not about a mail or a setting of its player's."""
    return word.verb in SEAT_WORDS or (word.verb == "SET" and word.key in SEAT_KEYS)


def seat_settled(tx: SeatTx, submission: Submission, judgement: Judged, effects: Effects) -> None:
    """Do what a letter does to its seat, and say so."""
    seat = tx.row
    if effects.seat_words or judgement.resigns or seat.offered_at is not None:
        tx.session.flush()
    say = effects.sentences
    if is_by_substitute(submission.letter, seat):
        say.append(
            "POLICY BOT wrote this letter, as nothing had come from you by the deadline (R12.7). "
            "If you would rather pass: SET SILENCE pass"
        )
    elif any(line.status not in ("IGNORED", "ASK") for line in judgement.lines):
        say += come_back(tx, submission.letter)
    if judgement.resigns and tx.game.kind != TUTORIAL:
        say.append(give_notice(tx, seat))
    settle(tx, effects)


def come_back(tx: SeatTx, letter: Letter) -> list[str]:
    """Whoever writes while his seat is offered keeps it, unless he has resigned (R12.7).

    What a moderator writes in his name does not.
    """
    seat = tx.row
    is_his = letter.accepted_by != MODERATOR and not is_by_substitute(letter, seat)
    is_offered = seat.offered_at is not None and seat.resigns_at is None
    if tx.game.phase == FINISHED or not is_offered or not is_his:
        return []
    withdraw(tx, seat)
    return ["Welcome back: your seat is no longer offered to others."]


def as_written(
    session: Session, submission: Submission, judgement: Judged, seat: Seat
) -> tuple[Judged, tuple[str, ...]]:
    """A letter's work without what only the seat's player may do, and who wrote it if not he."""
    sender, at = submission.mailed.from_addr, submission.letter.received_at
    is_own = is_first_of(submission.player, sender)
    sitter = None if is_own else sitter_writing(session, seat, sender, at)
    if sitter is None and submission.letter.accepted_by != MODERATOR:
        return judgement, ()
    player = submission.player.name
    lines = tuple(_owners(line, player) for line in judgement.lines)
    said = (f"{sitter.name} wrote this letter, and sits in for {player}.",) if sitter else ()
    return replace(judgement, lines=lines, resigns=False), said


def _owners(line: JudgedLine, player: str) -> JudgedLine:
    """The line, refused if nobody but the seat's player may say it."""
    if line.verb == "RESIGN":
        return replace(line, status="REFUSED", note=f"Only {player} can resign.")
    if line.command and _is_owners(line.command):
        note = f"{line.command.verb}: only {player} can say that."
        return replace(line, status="REFUSED", note=note, command=None)
    return line


def _is_owners(word: Command) -> bool:
    return word.verb in OWNERS_WORDS and (word.verb != "SET" or bool(word.key))


def sitter_writing(session: Session, seat: Seat, sender: str, now: datetime) -> Person | None:
    """Who writes for a seat's player, where a letter is not his own."""
    sitter = sitter_of(session, seat.id, now)
    writer = player_at(session, sender) if sitter is not None else None
    if writer is None or sitter is None or writer.id == seat.person_id:
        return None
    return writer if writer.id == sitter.person_id else None


def _away(at: SeatTx, word: Command) -> WordResult:
    if at.game.phase != RUNNING and word.key != "OFF":
        return refused(f"AWAY: the game is {at.game.phase}; no clock runs that could wait for you.")
    return say_away(at, at.row, word)


def _delegate(at: SeatTx, word: Command) -> WordResult:
    return delegate(at, at.row, word)


def _stay(at: SeatTx, _word: Command) -> WordResult:
    return WordResult(stay(at, at.row))


def _standby(at: SeatTx, word: Command) -> WordResult:
    if word.key == "OFF":
        if leave_list(at.session, at.player, None, at.now):
            return WordResult("STANDBY OFF: you are no longer asked about free seats.")
        return WordResult("STANDBY OFF: you were not on the standby list.")
    join(at.session, at.player, None, at.now)
    ask_newcomer(at, at.player)
    return WordResult(
        "STANDBY: when a seat is left in a game that you do not play, you are asked whether you "
        "take it. STANDBY OFF ends it."
    )


def _set_words(at: SeatTx, word: Command) -> WordResult:
    """The player's share of the dice, as long as no turn has been run (R12.10)."""
    if not takes_seed_words(at.session, at.game):
        over = "turn 1 has been run, so the dice are fixed"
        over = "a tutorial is dealt by hand" if at.game.kind == TUTORIAL else over
        return refused(f"SET WORDS: {over} (R12.10).")
    at.row.seed_words_sent = word.value[:MOST_WORDS]
    at.touch()
    at.session.add(at.row)
    return WordResult(
        f'WORDS: "{at.row.seed_words_sent}" is mixed into the dice and the deck when turn 1 '
        "is run. "
        "Nobody is shown it before the game is over; until turn 1 is run you may change it."
    )


def _set(at: SeatTx, word: Command) -> WordResult:
    if word.key == WORDS:
        return _set_words(at, word)
    at.row.silence = word.value
    at.session.add(at.row)
    if word.value == "bot":
        return WordResult(
            "SILENCE: where nothing comes from you by the deadline, POLICY BOT writes that turn's "
            "script from what your seat may know. The report says so (R12.7)."
        )
    return WordResult(
        "SILENCE: where nothing comes from you by the deadline, your turn is a pass (R12.7)."
    )


def _ask(at: SeatTx, word: Command) -> WordResult:
    at.row.asks = word.key.casefold()
    at.session.add(at.row)
    return WordResult(_ASKS[at.row.asks])


_ASKS = {
    ALWAYS: "ASK ME: you are asked about every attack, whatever your standing orders say (R12.3).",
    OWN: (
        "ASK ME OWN: you are asked when one of your own groups is attacked, and about any other "
        "attack that your standing orders do not cover (R12.3)."
    ),
    NEVER: (
        "ASK ME NEVER: where your standing orders cover an attack they answer it, even when it is "
        "on one of your own groups. Nobody waits for you then (R12.3)."
    ),
}


def _ready_unless(at: SeatTx, word: Command) -> WordResult:
    is_off = word.key == "OFF"
    at.row.ready_unless_attacked = 0 if is_off else 1
    if at.row.asks == ALWAYS and not is_off:
        at.row.asks = OWN
    at.session.add(at.row)
    if is_off:
        return WordResult(f"{READY_UNLESS} OFF: you are asked about every attack again.")
    return WordResult(
        f"{READY_UNLESS}: nobody waits for you while others attack others. When one of your own "
        f"groups is attacked you are asked. {READY_UNLESS} OFF ends it."
    )


def _send(at: SeatTx, word: Command) -> WordResult:
    return send_anyway(at, at.row, word)


def _mute(at: SeatTx, word: Command) -> WordResult:
    return mute(at, at.row, word.value, is_on=True)


def _unmute(at: SeatTx, word: Command) -> WordResult:
    return mute(at, at.row, word.value, is_on=False)


def _report(at: SeatTx, word: Command) -> WordResult:
    return report_talk(at, at.row, word)


def _vote(at: SeatTx, word: Command) -> WordResult:
    return vote(at, at.row, word)


def _last(at: SeatTx, word: Command) -> WordResult:
    return say_last(at, at.row, word)


_DO: dict[str, Callable[[SeatTx, Command], WordResult]] = {
    "AWAY": _away,
    "DELEGATE": _delegate,
    "STAY": _stay,
    "STANDBY": _standby,
    "SET": _set,
    "ASK": _ask,
    "SEND": _send,
    "MUTE": _mute,
    "UNMUTE": _unmute,
    "REPORT": _report,
    "VOTE": _vote,
    **dict.fromkeys(LAST_WORDS, _last),
    READY_UNLESS: _ready_unless,
}
