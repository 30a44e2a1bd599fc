"""Hop 3: a due game goes one step on, once: a script is announced, or turns are played (R12.7)."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.database import Session, lock_game
from pbem.models import PAUSED, Game
from pbem.service.clocks import is_due
from pbem.service.desk import (
    MOST_RACES,
    MOST_TRIES,
    MOST_UNENDED,
    RETRY,
    Desk,
    Raced,
    WantsOwnProcess,
    log,
)
from pbem.service.fence import alone_with, hold_for_turn
from pbem.service.notices import note
from pbem.service.orders.expiry import settled
from pbem.service.shelf import load_shelf
from pbem.service.sweep import is_awaiting_letters
from pbem.service.turns.announcing import Notice, announce, notice_of
from pbem.service.turns.closing import Closing, close, closing_of, take_up_kept
from pbem.service.turns.keeping import Plan, keep_turns, plan_turns
from pbem.service.turns.lateness import Lateness, lateness_of, wait_in_grace
from pbem.service.turns.missed_turns import call_stand_ins
from pbem.service.turns.mixing import Mixing, mix, mixing_of

Step = Lateness | Mixing | Notice | Closing | Plan
_TOLD: dict[type[Step], str] = {
    Lateness: "waiting on",
    Mixing: "words mixed in",
    Notice: "announced",
    Closing: "closed",
    Plan: "turn",
}


def adjudicate(desk: Desk, game_id: int, *, in_own_process: bool = False) -> bool:
    """Take a game one step on if its deadline has passed; True if this call did it.

    A step is a script announced, a turn played or a whole round of them; each is one transaction.

    A failure is counted and tried again; after three the game is paused and others go on.
    Raises WantsOwnProcess unless it is told that it runs in one.
    """
    with alone_with(desk.database, "game", game_id) as is_alone:
        if not is_alone or not _count_attempt(desk, game_id, in_own_process):
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
        plan = next_step(session, game_id, now)
    with desk.database.write() as session:
        hold_for_turn(desk.database, session, game_id)
        game = lock_game(session, game_id)
        if game is None or not is_due(game, now):
            _end_try(session, game)
            return False
        if game.version != plan.shelf.version:
            return None
        if is_awaiting_letters(session, game, now, grace_of(desk)) or (
            not isinstance(plan, Lateness)
            and call_stand_ins(session, desk.settings.mail, game, now)
        ):
            game.claimed_until = None
            _end_try(session, game)
            return False
        game.unended = 0
        # Taken behind the fence: whatever is stored from here on came after the turn was run.
        _keep(desk, session, game, plan, desk.clock())
    log.info(_TOLD[type(plan)], game=game_id, turn=plan.shelf.state.turn.number)
    # Words are mixed into the dice for the turn that is due, which comes next.
    return None if isinstance(plan, Mixing) else True


def _end_try(session: Session, game: Game | None) -> None:
    """A try that found nothing to do has come to its end."""
    if game is not None:
        game.unended = max(0, game.unended - 1)
        session.add(game)


def _keep(desk: Desk, session: Session, game: Game, plan: Step, now: datetime) -> None:
    """Write what was worked out; the game has not changed meanwhile."""
    match plan:
        case Lateness():
            wait_in_grace(desk, session, game, plan, now)
        case Mixing():
            mix(session, game, plan, now)
        case Notice():
            announce(desk, session, game, plan, now)
        case Closing():
            close(desk, session, game, now)
        case Plan():
            was_closed = game.closed_at is not None
            keep_turns(desk, session, game, plan, now)
            if was_closed:
                take_up_kept(session, game, now)


def grace_of(desk: Desk) -> timedelta:
    """How long a turn waits for letters that came in time but are unread."""
    return timedelta(seconds=desk.settings.clock.grace_seconds)


def _count_attempt(desk: Desk, game_id: int, in_own_process: bool) -> bool:
    """Note that a try begins, so that one which dies with its process is known."""
    now = desk.clock()
    with desk.database.write() as session:
        game = lock_game(session, game_id)
        if game is None or not is_due(game, now):
            return False
        if game.attempts >= MOST_TRIES:
            _pause(session, game, now)
            return False
        if is_awaiting_letters(session, game, now, grace_of(desk)):
            game.claimed_until = None
            session.add(game)
            return False
        if in_own_process:
            return True
        game.unended += 1
        session.add(game)
    if game.unended > MOST_UNENDED:
        raise WantsOwnProcess(f"game {game_id}")
    return True


def _pause(session: Session, game: Game, now: datetime) -> None:
    game.phase, game.version = PAUSED, game.version + 1
    session.add(game)
    text = f"Turn {game.turn} failed three times and the game is paused. RESUME tries it again."
    key = f"paused:{game.id}:{game.version}"
    note(session, "paused", text, key=key, now=now, game_id=game.id)
    log.error("game paused", game=game.id)


def adjudication_failed(desk: Desk, game_id: int, trace: str) -> None:
    """Keep the traceback of a turn that raised; the third time the game is paused."""
    now = desk.clock()
    with desk.database.write() as session:
        game = lock_game(session, game_id)
        if game is None or not is_due(game, now):
            return
        game.error, game.claimed_until = trace, None
        game.attempts, game.unended = game.attempts + 1, max(0, game.unended - 1)
        game.next_try_at = now + RETRY[min(game.attempts, MOST_TRIES) - 1]
        session.add(game)
        if game.attempts >= MOST_TRIES:
            _pause(session, game, now)


def next_step(session: Session, game_id: int, now: datetime) -> Step:
    """What a game that is due does now.

    A missing script is waited for as long as the grace runs, and results wait for the moderator
    where he wants that.
    """
    shelf = load_shelf(session, game_id)
    late = lateness_of(session, shelf, now)
    if late is not None:
        return late
    mixing = mixing_of(session, shelf)
    if mixing is not None:
        return mixing
    closing = closing_of(shelf)
    if closing is not None:
        return notice_of(session, shelf) or closing
    return plan_step(session, game_id, now)


def plan_step(session: Session, game_id: int, now: datetime) -> Plan | Notice:
    """What comes next in a game that is due: an announcement (R12.2), or turns to be played."""
    shelf = load_shelf(session, game_id)
    notice = notice_of(session, shelf)
    if notice is not None:
        return notice
    shelf, ended = settled(shelf, shelf.game.due_at or now, with_policies=True)
    return plan_turns(session, shelf, ended)
