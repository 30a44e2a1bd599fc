"""A moderator's commands for turns: run one, look ahead, let results go, write for a seat, end."""

from __future__ import annotations

from sqlmodel import col, select

from pbem.documents.layout.clock import instant
from pbem.games.contract.values import RulesetError
from pbem.models import FINISHED, PAUSED, Turn
from pbem.service.clocks import release_results, run_now
from pbem.service.game_settings import game_settings_of
from pbem.service.moderating.actors import zone_of_actor
from pbem.service.moderating.becoming import write_as
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles
from pbem.service.moderating.ending import end_game
from pbem.service.moderating.letter_acts import is_held, let_through
from pbem.service.turns.previews import preview_for, preview_of_seat

BLIND = (
    "That would show what is hidden, and you play in this game or it is a blind one. Another "
    "moderator can do it."
)
OVER = "The game is over."


@handles("PROCESS")
def process(context: CommandContext) -> Applied | CommandRefused:
    """`PROCESS TURN 12`: what its deadline would do is done now, and only while 12 is open."""
    game = context.game
    wrong = _not_open(context, "PROCESS")
    if wrong is not None:
        return wrong
    if game.phase == PAUSED:
        return CommandRefused(
            f"The game is paused: no turn is run. RESUME, then {context.command.line}."
        )
    if game.closed_at is not None:
        return CommandRefused(
            f"Turn {game.turn} is closed already and its results are held for you: PREVIEW shows "
            f"them, RELEASE TURN {game.turn} lets them go."
        )
    old = game.deadline_at
    run_now(game, context.now)
    context.session.flush()
    context.session.hint("adjudicate", game.id)
    whose = "answers to" if game.is_window else "scripts of" if game.is_round else "orders for"
    early = f", before its deadline, which was {instant(old)}" if old and old > context.now else ""
    said = f"The time for {whose} turn {game.turn} is over now{early}."
    answer = f"{said} What was sent in time is read first, then it goes on by itself."
    if game_settings_of(game).release:
        answer += f" The results are held for you until RELEASE TURN {game.turn}."
    before = {"due_at": old.isoformat() if old else None}
    return Applied(answer, said, before, {"due_at": context.now.isoformat()})


@handles("RELEASE")
def release(context: CommandContext) -> Applied | CommandRefused:
    """`RELEASE TURN 12`: the results that are held go out as they were previewed.

    A number alone may be that of a letter.
    """
    game, number = context.game, context.command.number
    if number is not None and is_held(context, number):
        if number != game.turn or game.closed_at is None:
            return let_through(context)
        return CommandRefused(
            f"Both the results of turn {number} and letter {number} are held. Write RELEASE TURN "
            f"{number} for the results, LET {number} for the letter."
        )
    wrong = _not_open(context, "RELEASE")
    if wrong is not None:
        return wrong
    if game.phase == PAUSED:
        return CommandRefused(f"The game is paused: RESUME, then {context.command.line}.")
    if game.closed_at is None:
        when = f" It closes {instant(game.deadline_at)}." if game.deadline_at else ""
        hint = "" if game_settings_of(game).release else " SET RELEASE on holds them for you."
        return CommandRefused(
            f"No results are held: turn {game.turn} is still open.{when}{hint} "
            f"PROCESS TURN {game.turn} closes it now."
        )
    if game.released == game.turn:
        return CommandRefused(f"Turn {game.turn} is released already; it is being run.")
    release_results(game)
    context.session.flush()
    context.session.hint("adjudicate", game.id)
    said = f"The results of turn {game.turn} are on their way."
    return Applied(said, said, None, {"released": game.turn})


def _not_open(context: CommandContext, verb: str) -> CommandRefused | None:
    """Why a command for a turn is not done: the game is over, or another turn is open."""
    game, turn = context.game, context.command.turn
    if game.phase == FINISHED:
        return CommandRefused(OVER)
    if turn == game.turn:
        return None
    now = f"Turn {game.turn} is open now, {game.to_move} to move"
    if turn is None:
        return CommandRefused(f"{now}. {verb} names its turn: {verb} TURN {game.turn}.")
    if turn > game.turn:
        return CommandRefused(
            f"{now}; turn {turn} has yet to come. Perhaps {verb} TURN {game.turn}?"
        )
    run = context.session.exec(
        select(Turn.resolved_at)
        .where(Turn.game_id == game.id, Turn.number == turn, Turn.undone == 0)
        .order_by(col(Turn.part).desc())
    ).first()
    when = f"turn {turn} was run {instant(run)}" if run else f"turn {turn} is over"
    return CommandRefused(f"{now}; {when}. If you mean the one now open: {verb} TURN {game.turn}.")


@handles("PREVIEW")
def preview(context: CommandContext) -> Applied | CommandRefused:
    """`PREVIEW`, `PREVIEW bob`: what would come of the open turn, by mail; nothing is changed."""
    if context.game.phase == FINISHED:
        return CommandRefused(OVER)
    if context.actor.is_blind:
        return CommandRefused(BLIND)
    session, snapshot, now, seat = (
        context.session,
        context.snapshot,
        context.now,
        context.command.seat,
    )
    zone = zone_of_actor(context.game, context.actor)
    with session.no_autoflush:
        if seat:
            mail = preview_of_seat(session, snapshot, seat, now, zone)
        else:
            mail = preview_for(session, snapshot, now, zone)
    what = f"what {seat} would read" if seat else f"all that would come of turn {context.game.turn}"
    answer = f"A mail of its own shows {what}. Nothing has changed."
    return Applied(answer, mails=(mail,), is_act=False)


@handles("ALLOW")
def allow(context: CommandContext) -> Applied | CommandRefused:
    """`ALLOW bob`: until the open turn ends bob's gifts may give the game away (R9.4)."""
    seat, snapshot = context.command.seat, context.snapshot
    edits = snapshot.ruleset.edits
    if edits is None or edits.allow is None:
        return CommandRefused(f"In a game of {snapshot.ruleset.title} there is nothing to allow.")
    try:
        step = edits.allow(snapshot.state, seat)
    except RulesetError as why:
        return CommandRefused(str(why))
    context.put_record(
        "act",
        step.state,
        step.events,
        seat=seat,
        orders=[context.command.line],
        letter_id=context.letter_id,
    )
    said = (
        f"Until turn {context.game.turn} ends {seat} may make a gift or a trade that by itself "
        "lets another win (R9.4). What was refused for it has to be sent again; what is on file "
        "stands."
    )
    return Applied(said, said, None, {"allowed": seat})


@handles("BECOME")
def become(context: CommandContext) -> Applied | CommandRefused:
    """`BECOME bob:` and lines: they are read as a letter of bob's, and bob is told who wrote it."""
    game, seat = context.game, context.command.seat
    if game.phase == FINISHED:
        return CommandRefused(OVER)
    if context.actor.is_blind:
        return CommandRefused(BLIND)
    if seat not in context.snapshot.status.playing:
        return CommandRefused(f"{seat} is out of the game and orders nothing any more.")
    if game.closed_at is not None:
        return CommandRefused(
            f"Orders for turn {game.turn} are closed. EXTEND 24h takes them again; or RELEASE TURN "
            f"{game.turn} first."
        )
    letter = write_as(context)
    said = f"The moderator has written orders for {seat}."
    copied = "; you get a copy" if context.actor.player is not None else ""
    answer = (
        f"The lines are read as a letter of {seat}'s, number {letter.id}. {seat} gets the answer "
        f"and is told that you wrote them{copied}."
    )
    return Applied(answer, said, None, {"letter": letter.id})


@handles("TERMINATE")
def terminate(context: CommandContext) -> Applied | CommandRefused:
    """`TERMINATE BECAUSE …`: the game ends without a winner, and its secret is opened."""
    if context.game.phase == FINISHED:
        return CommandRefused("The game is over already. ARCHIVE puts it away.")
    before = {"phase": context.game.phase, "turn": context.game.turn}
    end_game(context)
    said = (
        "The game is ended without a winner. Your last report comes in a mail of its own; it opens "
        "the secret of the dice."
    )
    name = context.game.name
    answer = f"{name} is ended. `pbem export {name}` writes it to a file; ARCHIVE puts it away."
    kept, seats = {"phase": FINISHED}, tuple(context.snapshot.seats)
    return Applied(answer, said, before, kept, notified=seats)


@handles("ARCHIVE")
def archive(context: CommandContext) -> Applied | CommandRefused:
    """`ARCHIVE`: a finished game is in no list any more; its letters are answered so."""
    game = context.game
    if game.phase != FINISHED:
        return CommandRefused(
            "Only a finished game can be put away. TERMINATE BECAUSE … would end it."
        )
    if game.archived_at is not None:
        return CommandRefused(f"{game.name} was put away {instant(game.archived_at)}.")
    game.archived_at = context.now
    said = "The game is put away. Letters to it no longer have any effect."
    answer = f"{game.name} is put away: `pbem games --all` still lists it, and `pbem export` works."
    return Applied(answer, said, None, {"archived_at": context.now.isoformat()})


@handles("UNARCHIVE")
def unarchive(context: CommandContext) -> Applied | CommandRefused:
    """`UNARCHIVE`: a game that was put away is in the lists again, and its letters are read."""
    game = context.game
    if game.archived_at is None:
        return CommandRefused(f"{game.name} is not put away.")
    before = {"archived_at": game.archived_at.isoformat()}
    game.archived_at = None
    said = "The game is back: letters to it are answered as before."
    return Applied(f"{game.name} is in the lists again.", said, before, {})
