"""Hop 3: a due game goes one step on, once: a script is announced, or turns are played (R12.7)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from pbem.database import Session, lock_game
from pbem.models import PAUSED, Game
from pbem.service.clocks import is_due
from pbem.service.context import (
    MOST_TRIES,
    ServiceContext,
    count_attempt,
    log,
    note_failure,
    until_done,
)
from pbem.service.locks import hold_for_turn, single_worker
from pbem.service.snapshots import load_game
from pbem.service.sweep import is_awaiting_letters
from pbem.service.transaction import GameTx
from pbem.service.turns.announcing import announce
from pbem.service.turns.committing import commit_turns
from pbem.service.turns.grace import ExtendForGrace, grace_needed, wait_in_grace
from pbem.service.turns.holding_results import (
    HoldResults,
    hold_results,
    release_held_letters,
    results_to_hold,
)
from pbem.service.turns.missed_turns import queue_substitutes
from pbem.service.turns.plans import Announcement, ResolveTurns, plan_step
from pbem.service.turns.seed_words import MixSeedWords, mix_seed_words, seed_words_to_mix

NextStep = ExtendForGrace | MixSeedWords | Announcement | HoldResults | ResolveTurns
_TOLD: dict[type[NextStep], str] = {
    ExtendForGrace: "waiting on",
    MixSeedWords: "words mixed in",
    Announcement: "announced",
    HoldResults: "closed",
    ResolveTurns: "turn",
}


def adjudicate(service: ServiceContext, game_id: int, *, in_own_process: bool = False) -> bool:
    """Take a game one step on if its deadline has passed; True if this call did it.

    A step is a script announced, a turn played or a whole round of them; each is one transaction.

    A failure is counted and tried again; after three the game is paused and others go on.
    Raises WantsOwnProcess unless it is told that it runs in one.
    """
    with single_worker(service.database, "game", game_id) as is_alone:
        if not is_alone or not count_attempt(
            service,
            lambda session: _due_game(service, session, game_id),
            lambda session, game: _pause(GameTx(service, session, service.clock(), game)),
            in_own_process=in_own_process,
        ):
            return False
        return until_done(partial(_try, service, game_id), f"game {game_id}")


def _try(service: ServiceContext, game_id: int) -> bool | None:
    """Work the turn out without a lock, keep it if the game has not changed; None if it has."""
    now = service.clock()
    with service.database.read() as session:
        plan = next_step(session, game_id, now)
    with service.database.write() as session:
        hold_for_turn(service.database, session, game_id)
        game = lock_game(session, game_id)
        if game is None or not is_due(game, now):
            _end_try(session, game)
            return False
        if game.version != plan.snapshot.version:
            return None
        if is_awaiting_letters(session, game, now, grace_of(service)) or (
            not isinstance(plan, ExtendForGrace)
            and queue_substitutes(GameTx(service, session, now, game))
        ):
            game.claimed_until = None
            _end_try(session, game)
            return False
        game.unended = 0
        # Taken behind the fence: whatever is stored from here on came after the turn was run.
        known = replace(plan.snapshot, game=game)
        _keep(GameTx(service, session, service.clock(), game, known), plan)
    log.info(_TOLD[type(plan)], game=game_id, turn=plan.snapshot.status.turn)
    # Words are mixed into the dice for the turn that is due, which comes next.
    return None if isinstance(plan, MixSeedWords) else True


def _end_try(session: Session, game: Game | None) -> None:
    """A try that found nothing to do has come to its end."""
    if game is not None:
        game.unended = max(0, game.unended - 1)
        session.add(game)


def _keep(tx: GameTx, plan: NextStep) -> None:
    """Write what was worked out; the game has not changed meanwhile."""
    match plan:
        case ExtendForGrace():
            wait_in_grace(tx, plan)
        case MixSeedWords():
            mix_seed_words(tx, plan)
        case Announcement():
            announce(tx, plan)
        case HoldResults():
            hold_results(tx)
        case ResolveTurns():
            was_closed = tx.game.closed_at is not None
            commit_turns(tx, plan)
            if was_closed:
                release_held_letters(tx.session, tx.game, tx.now)


def grace_of(service: ServiceContext) -> timedelta:
    """How long a turn waits for letters that came in time but are unread."""
    return timedelta(seconds=service.settings.clock.grace_seconds)


def _due_game(service: ServiceContext, session: Session, game_id: int) -> Game | None:
    """The game, locked, where a step can be tried now."""
    now = service.clock()
    game = lock_game(session, game_id)
    if game is None or not is_due(game, now):
        return None
    if game.attempts < MOST_TRIES and is_awaiting_letters(session, game, now, grace_of(service)):
        game.claimed_until = None
        session.add(game)
        return None
    return game


def _pause(tx: GameTx) -> None:
    game = tx.game
    game.phase = PAUSED
    tx.touch()
    text = f"Turn {game.turn} failed three times and the game is paused. RESUME tries it again."
    key = f"paused:{game.id}:{game.version}"
    tx.add_notice("paused", text, key)
    log.error("game paused", game=game.id)


def adjudication_failed(service: ServiceContext, game_id: int, trace: str) -> None:
    """Keep the traceback of a turn that raised; the third time the game is paused."""
    now = service.clock()
    with service.database.write() as session:
        game = lock_game(session, game_id)
        if game is None or not is_due(game, now):
            return
        game.claimed_until = None
        is_last = note_failure(game, trace, now)
        session.add(game)
        if is_last:
            _pause(GameTx(service, session, now, game))


def next_step(session: Session, game_id: int, now: datetime) -> NextStep:
    """What a game that is due does now.

    Missing orders are waited for as long as the grace runs, and results wait for the moderator
    where he wants that.
    """
    snapshot = load_game(session, game_id)
    late = grace_needed(session, snapshot, now)
    if late is not None:
        return late
    mixing = seed_words_to_mix(session, snapshot)
    if mixing is not None:
        return mixing
    plan = plan_step(session, snapshot, now)
    is_held = isinstance(plan, ResolveTurns) and results_to_hold(snapshot)
    return is_held or plan
