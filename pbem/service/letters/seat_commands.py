"""Words with which a player settles what becomes of his seat: AWAY, DELEGATE, STAY and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pbem.grammar.commands.spec import Command
from pbem.grammar.preferences import PREFERENCES
from pbem.models import RUNNING, TUTORIAL, Person, Seat
from pbem.service.letters.held_texts import send_anyway
from pbem.service.letters.last_words import LAST_WORDS, apply_last_word
from pbem.service.letters.unwanted_talk import TALK_WORDS, mute, report_talk
from pbem.service.seats.going_away import apply_away
from pbem.service.seats.leaving import stay
from pbem.service.seats.sitting import delegate
from pbem.service.seats.standby import answer_standby
from pbem.service.seats.votes import how_to_vote, stands_still, vote
from pbem.service.transaction import GameTx
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


@dataclass(slots=True)
class SeatTx(GameTx):
    """A seat's letter in an open transaction; the seat is a locked row."""

    row: Seat = field(kw_only=True)

    @property
    def player(self) -> Person:
        return self.snapshot.players[self.row.name]


def run_seat_word(tx: SeatTx, word: Command) -> WordResult:
    """Do what a word about the seat says, and say what came of it."""
    return _DO[word.verb](tx, word)


def is_seat_word(word: Command) -> bool:
    """Whether a word is about the seat, not about a mail or a setting of its player's."""
    return word.verb in SEAT_WORDS or (word.verb == "SET" and word.key in SEAT_KEYS)


def _away(at: SeatTx, word: Command) -> WordResult:
    if at.game.phase != RUNNING and word.key != "OFF":
        return refused(
            f"AWAY: the game is {at.game.phase}, so no clock is running that could wait for you."
        )
    return apply_away(at, at.row, word)


def _delegate(at: SeatTx, word: Command) -> WordResult:
    return delegate(at, at.row, word)


def _stay(at: SeatTx, _word: Command) -> WordResult:
    return WordResult(stay(at, at.row))


def _standby(at: SeatTx, word: Command) -> WordResult:
    return answer_standby(at, at.player, word)


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
        "Nobody sees it before the game is over. Until turn 1 is run you may change it."
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
        "on one of your own groups. Then nobody waits for you (R12.3)."
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
    return apply_last_word(at, at.row, word)


def pause_hint(tx: SeatTx) -> Iterator[str]:
    """What is said in every answer while the game stands still."""
    if stands_still(tx):
        yield "The game is paused: no turn is run. Your letter counts all the same."


def ballot_hint(tx: SeatTx, typed: Sequence[str]) -> Iterator[str]:
    """What is said of a yes or no without VOTE, while something is voted on."""
    yield from filter(None, [how_to_vote(tx, typed)])


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
