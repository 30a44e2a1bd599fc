"""What a letter does to the clock: a wait ends early, goes on, or is over within its grace."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbem.documents.layout import clock
from pbem.games.contract.values import Ask
from pbem.models import Game
from pbem.service.clocks import end_ask, end_now, is_due, open_ask, sync_waits, wait_on
from pbem.service.open_waits import OpenWait
from pbem.service.orders.judging import Judged
from pbem.service.orders.sheet_context import Effects
from pbem.service.orders.submission import Submission
from pbem.service.preferences import zone_for
from pbem.service.snapshots import GameSnapshot
from pbem.service.time_banks import format_own_bank, has_banks
from pbem.service.transaction import GameTx
from pbem.service.turns.grace import count_late
from pbem.service.waits import awaited, has_orders, is_left, missing_orders, stop_banks

STANDING = ("ASK", "READY UNLESS ATTACKED")
"""Words after which the writer may no longer be waited for, though he files no orders."""


def end_wait_early(tx: GameTx, submission: Submission, effects: Effects, judgement: Judged) -> None:
    """Let the wait end early if nobody is waited for any more (R12.3), or go on if somebody is.

    A letter that files nothing leaves the clock alone, and standing orders take back no READY.
    What comes in the grace ends it, READY or not, and counts as late (R12.7).
    """
    has_word = any(line.word.verb in STANDING for line in effects.seat_words)
    standing = has_word or judgement.standing is not None
    has_script = effects.script is not None or effects.is_ready is not None
    has_filed = has_script or bool(effects.is_done)
    session, game, seat, now = tx.session, tx.game, submission.seat, tx.now
    if game.closed_at is not None or not (judgement.resigns or has_filed or standing):
        return
    after = replace(submission.snapshot, game=game, state=tx.snapshot.state)
    filed = effects if has_script and submission.is_mover and judgement.done is None else None
    sync_waits(game, after.status.asks, now)
    _stop_banks(tx, submission, effects, after)
    for ask in after.status.asks:
        wait = open_ask(game, ask.key)
        is_own = ask.on_silence == "miss" and len(ask.seats) == 1
        if wait is not None and wait.is_in_grace:
            _in_grace(tx, submission, effects, wait)
            if is_left(after) or not missing_orders(session, after, ask):
                end_now(game, ask.key, now)
        elif is_own and not (has_filed and seat.name in ask.seats):
            continue
        elif ask.waits_for_all and not _is_awaited(tx, after, ask, filed):
            end_ask(game, ask.key, now)
            _notify_when(submission, effects, game, now)
        else:
            wait_on(game, ask.key)
    if is_due(game, now):
        session.hint("adjudicate", game.id)


def _is_awaited(tx: GameTx, after: GameSnapshot, ask: Ask, filed: Effects | None) -> bool:
    """Whether anybody is waited for; a mover who is asked alone by what he has `filed` just now."""
    if filed is not None and len(ask.seats) == 1 and ask.on_silence == "miss" and not ask.sheet:
        return not filed.is_ready
    return bool(awaited(tx.session, after, ask, tx.now))


def _stop_banks(tx: GameTx, submission: Submission, effects: Effects, after: GameSnapshot) -> None:
    """READY stops the writer's time bank when the letter came; he is told how it stands."""
    if not has_banks(tx.game):
        return
    stop_banks(tx.session, after, min(submission.letter.received_at, tx.now))
    name = submission.seat.name
    if after.status.asks_own_turn(name) and (sentence := format_own_bank(tx.game, name, tx.now)):
        effects.sentences.append(sentence)


def _in_grace(tx: GameTx, submission: Submission, effects: Effects, wait: OpenWait) -> None:
    """Count a script that was missing at the deadline as late."""
    name, snapshot = submission.seat.name, submission.snapshot
    ask = next((ask for ask in snapshot.status.asks if ask.key == wait.key), None)
    had_none = not has_orders(submission.sheet)
    is_late = submission.letter.received_at > wait.deadline_at
    if (
        submission.is_mover
        and had_none
        and is_late
        and name not in missing_orders(tx.session, snapshot, ask)
    ):
        count_late(tx.seat(name), tx.game.turn)
        effects.sentences.append(
            "It came after the deadline but within the grace, so it counts as late."
        )


def _notify_when(submission: Submission, effects: Effects, game: Game, now: datetime) -> None:
    """A table may leave time to think again after the last order."""
    has_said = effects.is_ready or any(effects.is_done.values())
    if has_said and game.due_at is not None and now < game.due_at < (game.deadline_at or now):
        at = clock.full(game.due_at, zone_for(submission.player))
        effects.sentences.append(
            f"This table leaves time to think again: the game goes on {at}. WAIT, or new orders "
            "without READY, keep it to the deadline."
        )
