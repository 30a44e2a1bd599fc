"""Hop 3: a due game goes one step on, once: a script is announced, or turns are played (R12.7)."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.database import Session, lock_game
from pbem.models import PAUSED, RUNNING, Game
from pbem.service.announcing import Notice, announce, notice_of
from pbem.service.desk import MOST_RACES, MOST_TRIES, RETRY, Desk, Raced, log
from pbem.service.expiry import settled
from pbem.service.fence import alone_with, hold_for_turn
from pbem.service.shelf import load_shelf
from pbem.service.sweep import is_awaiting_letters
from pbem.service.turns import Plan, keep_turns, plan_turns


def adjudicate(desk: Desk, game_id: int) -> bool:
    """Take a game one step on if its deadline has passed; True if this call did it.

    A step is a script announced, a turn played or a whole round of them; each is one transaction.

    A failure is counted and tried again; after three the game is paused and others go on.
    """
    with alone_with(desk.database, "game", game_id) as is_alone:
        if not is_alone or not _count_attempt(desk, game_id):
            return False
        for _ in range(MOST_RACES):
            done = _try(desk, game_id)
            if done is not None:
                return done
    raise Raced(f"game {game_id} kept changing")


def _try(desk: Desk, game_id: int) -> bool | None:
    """Work the turn out without a lock, keep it if the game has not changed; None if it has."""
    now = desk.clock()
    with desk.database.read() as session:
        plan = plan_step(session, game_id, now)
    with desk.database.write() as session:
        hold_for_turn(desk.database, session, game_id)
        game = lock_game(session, game_id)
        if game is None or not _is_due(game, now):
            return False
        if game.version != plan.shelf.version:
            return None
        if is_awaiting_letters(session, game, now, grace_of(desk)):
            game.claimed_until, game.attempts = None, max(0, game.attempts - 1)
            session.add(game)
            return False
        # Taken behind the fence: whatever is stored from here on came after the turn was run.
        if isinstance(plan, Notice):
            announce(desk, session, game, plan, desk.clock())
        else:
            keep_turns(desk, session, game, plan, desk.clock())
    what = "announced" if isinstance(plan, Notice) else "turn"
    log.info(what, game=game_id, turn=plan.shelf.state.turn.number)
    return True


def grace_of(desk: Desk) -> timedelta:
    """How long a turn waits for letters that came in time but are unread."""
    return timedelta(seconds=desk.settings.clock.grace_seconds)


def _is_due(game: Game, now: datetime) -> bool:
    return game.phase == RUNNING and game.deadline_at is not None and game.deadline_at <= now


def _count_attempt(desk: Desk, game_id: int) -> bool:
    """Count the attempt before it is made, so that one that kills the process counts too."""
    now = desk.clock()
    with desk.database.write() as session:
        game = lock_game(session, game_id)
        if game is None or not _is_due(game, now):
            return False
        if game.attempts >= MOST_TRIES:
            _pause(session, game)
            return False
        if is_awaiting_letters(session, game, now, grace_of(desk)):
            game.claimed_until = None
            session.add(game)
            return False
        game.attempts += 1
        session.add(game)
    return True


def _pause(session: Session, game: Game) -> None:
    game.phase, game.version = PAUSED, game.version + 1
    game.error = game.error or "the turn was tried three times and never came to an end"
    session.add(game)
    log.error("game paused", game=game.id)


def adjudication_failed(desk: Desk, game_id: int, trace: str) -> None:
    """Keep the traceback of a turn that raised; the third time the game is paused."""
    now = desk.clock()
    with desk.database.write() as session:
        game = lock_game(session, game_id)
        if game is None or not _is_due(game, now):
            return
        game.error, game.claimed_until = trace, None
        game.next_try_at = now + RETRY[min(max(game.attempts, 1), MOST_TRIES) - 1]
        session.add(game)
        if game.attempts >= MOST_TRIES:
            _pause(session, game)


def plan_step(session: Session, game_id: int, now: datetime) -> Plan | Notice:
    """What comes next in a game that is due: an announcement (R12.2), or turns to be played."""
    shelf = load_shelf(session, game_id)
    notice = notice_of(session, shelf)
    if notice is not None:
        return notice
    shelf, ended = settled(shelf, shelf.game.deadline_at or now, with_policies=True)
    return plan_turns(session, shelf, ended)
