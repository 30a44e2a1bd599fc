"""What a letter does to its seat: it comes back, it leaves, its words are carried out."""

from __future__ import annotations

from pbem.models import FINISHED, TUTORIAL, Letter
from pbem.service.letters.seat_commands import SeatTx, run_seat_word
from pbem.service.moderating.becoming import MODERATOR
from pbem.service.orders.judging import Judged
from pbem.service.orders.sheet_context import Effects
from pbem.service.orders.submission import Submission
from pbem.service.preferences import save_preferences
from pbem.service.seats.leaving import give_notice
from pbem.service.seats.standby import withdraw
from pbem.service.turns.missed_turns import is_by_substitute


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
        say += keep_offered_seat(tx, submission.letter)
    if judgement.resigns and tx.game.kind != TUTORIAL:
        say.append(give_notice(tx, seat))
    settle(tx, effects)


def preferences_kept(tx: SeatTx, submission: Submission, effects: Effects) -> list[str]:
    """Keep what was set; a sentence for each that was, and a note at the line of any other."""
    session, seat = tx.session, tx.row
    results = save_preferences(
        session, submission.player, [line.word for line in effects.preferences]
    )
    for line, one in zip(effects.preferences, results, strict=True):
        if not one.is_done:
            effects.add_result(line, one)
        elif line.word.key == "LENGTH" and seat.name not in submission.snapshot.status.playing:
            seat.length = line.word.value
            session.add(seat)
    return [one.text for one in results if one.is_done]


def keep_offered_seat(tx: SeatTx, letter: Letter) -> list[str]:
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


def settle(tx: SeatTx, effects: Effects) -> None:
    """Do what the words about the seat say, in their order, and say of each what came of it."""
    for line in effects.seat_words:
        effects.add_result(line, run_seat_word(tx, line.word))
        tx.session.flush()
