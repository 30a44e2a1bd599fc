"""What players add to the dice, mixed in before the first turn is run (R12.10).

The secret's hash goes out with the welcome, so whoever made the secret did not know these words;
and no later roll or card follows from the secret alone. What was dealt at the start does.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import col, select

from pbem.database import Session
from pbem.games.contract.fairness import WORDS
from pbem.models import GAME, Game, Record
from pbem.service.snapshots import GameSnapshot, dice_of
from pbem.service.transaction import GameTx

MOST_WORDS = 200
"""Characters that one player adds."""


@dataclass(frozen=True, slots=True)
class MixSeedWords:
    """A game whose first turn is due, and to which players have sent words of their own."""

    snapshot: GameSnapshot


def takes_seed_words(session: Session, game: Game) -> bool:
    """Whether words are still mixed in: no turn has been run, whatever was undone since."""
    late = select(Record.seq).where(
        Record.game_id == game.id, col(Record.kind).in_(("turn", WORDS))
    )
    return game.kind == GAME and session.exec(late.limit(1)).first() is None


def seed_words_to_mix(session: Session, snapshot: GameSnapshot) -> MixSeedWords | None:
    """Whether there are words to be mixed in now."""
    has_words = any(seat.seed_words_sent for seat in snapshot.seats.values())
    return (
        MixSeedWords(snapshot) if has_words and takes_seed_words(session, snapshot.game) else None
    )


def mix_seed_words(tx: GameTx, mixing: MixSeedWords) -> None:
    """Mix the words in, and shuffle the deck by the new dice."""
    seats = {}
    for name in mixing.snapshot.seats:
        seat = tx.seat(name)
        seat.seed_words = seat.seed_words_sent
        tx.session.add(seat)
        seats[name] = seat
    snapshot = mixing.snapshot
    dice = dice_of(tx.game, seats)
    step = snapshot.ruleset.rules.reshuffle(snapshot.state, dice)
    words = {"words": {name: seat.seed_words for name, seat in seats.items()}}
    tx.put_record(WORDS, step.state, step.events, orders=words)
