"""A command is done: the game locked, its handler run, the act logged, everybody told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlmodel import col, select

from pbem.documents.layout.clock import in_zone
from pbem.documents.layout.mail_context import Mail
from pbem.grammar.commands import EXAMPLE_TURN, MODERATORS, Command, UnreadCommand, read_commands
from pbem.models import PAUSED, Act, key_of
from pbem.service.clocks import is_due
from pbem.service.context import ServiceContext, log
from pbem.service.moderating.act_notices import ActNews, news_of, notify_all
from pbem.service.moderating.actors import OPERATOR, refreshed, version_for, zone_of_actor
from pbem.service.moderating.admission import refusal_of, with_seat
from pbem.service.moderating.command_context import Actor, Applied, CommandContext, CommandRefused
from pbem.service.moderating.handlers import handler_of
from pbem.service.named_games import game_named
from pbem.service.transaction import GameTx, begin_game


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """What became of one line; `answer` has its times in the zone of who gave it.

    `command` is None where the line was none, and `is_ignored` where it does not look like one.
    `number` is the act's in the game's log, None where nothing was logged; `news` is what others
    are told of it. `is_outdated` where its giver had looked at an older state of the game.
    """

    line: str
    command: Command | None
    is_done: bool
    answer: str
    mails: tuple[Mail, ...] = ()
    is_ignored: bool = False
    number: int | None = None
    news: ActNews | None = None
    is_outdated: bool = False


def run_commands(
    service: ServiceContext,
    game_id: int,
    typed: str | Sequence[Command | UnreadCommand],
    actor: Actor,
    expected_version: int | None = None,
) -> tuple[CommandAnswer, ...]:
    """Do every command of a text in one transaction, and say what became of each.

    With `expected_version` nothing is done if the game is not as it was then.
    """
    reads = read_commands(typed) if isinstance(typed, str) else typed
    with begin_game(service, game_id, service.clock()) as tx:
        if tx is None:
            return _none_done(reads, f"There is no game {game_id}.")
        is_fenced = expected_version is not None
        if is_fenced and version_for(tx.session, tx.game, actor) != expected_version:
            return _none_done(reads, _meanwhile(tx), is_outdated=True)
        return run_commands_in(tx, reads, actor)


def _none_done(
    reads: Sequence[Command | UnreadCommand], why: str, *, is_outdated: bool = False
) -> tuple[CommandAnswer, ...]:
    """The lines up to the first command, which is not done, nor is any that follows."""
    answers: list[CommandAnswer] = []
    for read in reads:
        if not isinstance(read, UnreadCommand):
            return (*answers, CommandAnswer(read.line, read, False, why, is_outdated=is_outdated))
        answers.append(misread(read))
    return tuple(answers)


def run_commands_in(
    tx: GameTx,
    reads: Sequence[Command | UnreadCommand],
    actor: Actor,
    letter_id: int | None = None,
) -> tuple[CommandAnswer, ...]:
    """Do commands in a transaction that is open, and tell of them all in one mail to each
    reader."""
    answers = tuple(
        misread(read, tx.game.turn)
        if isinstance(read, UnreadCommand)
        else _run_one(tx, read, actor, letter_id)
        for read in reads
    )
    notify_all(tx, [one.news for one in answers if one.news])
    return answers


def for_turn(read: Command | UnreadCommand, turn: int | None) -> Command | UnreadCommand:
    """A command that moves a deadline, for the turn that its writer had before him."""
    if isinstance(read, UnreadCommand) or read.turn is not None:
        return read
    return replace(read, turn=turn) if MODERATORS[read.verb].is_for_turn else read


def misread(read: UnreadCommand, turn: int = 0) -> CommandAnswer:
    """What is said of a line that is not a command; examples name the open turn, if it is known."""
    problem = read.problem
    if turn:
        problem = problem.replace(EXAMPLE_TURN, f"TURN {turn}")
    return CommandAnswer(read.line, None, False, problem, is_ignored=read.is_ignored)


def _run_one(tx: GameTx, command: Command, actor: Actor, letter_id: int | None) -> CommandAnswer:
    fresh = refreshed(tx.session, tx.game, actor, tx.now)
    if fresh is None:
        return CommandAnswer(
            command.line, command, False, "You do not moderate this game any more."
        )
    zone = zone_of_actor(tx.game, fresh)
    named = with_seat(command, tx.reload())
    if isinstance(named, CommandRefused):
        return CommandAnswer(command.line, command, False, named.answer)
    context = CommandContext(
        *(tx.service, tx.session, tx.now, tx.game, tx.snapshot),
        command=named,
        actor=fresh,
        number=tx.next_act(),
        letter_id=letter_id,
    )
    result = refusal_of(context) or _run(context)
    if isinstance(result, CommandRefused):
        return CommandAnswer(command.line, named, False, in_zone(result.answer, zone))
    news = _keep(context, result) if result.is_act else None
    log.info("command", game=tx.id, verb=named.verb, by=fresh.name, act=result.is_act)
    answer = f"({named.assumed}.) {result.answer}" if named.assumed else result.answer
    act = context.number if result.is_act else None
    text = in_zone(answer, zone)
    return CommandAnswer(command.line, named, True, text, result.mails, number=act, news=news)


def _run(context: CommandContext) -> Applied | CommandRefused:
    """The handler's work in a savepoint, so that a refusal leaves nothing behind."""
    session, handler = context.session, handler_of(context.command.verb)
    if handler is None:
        return CommandRefused(f"{context.command.verb} cannot be done here yet.")
    version, hints = context.game.version, dict(session.hints)
    savepoint = session.begin_nested()
    result = handler(context)
    if isinstance(result, CommandRefused):
        savepoint.rollback()
        session.hints = hints
        return result
    if result.is_act and context.game.version == version:
        context.touch()
    session.add(context.game)
    savepoint.commit()
    return result


def _keep(context: CommandContext, done: Applied) -> ActNews:
    """Log the act, and let whatever is due by it happen; what is to be told of it."""
    command = context.command
    act = context.log_act(
        context.number,
        command.verb,
        done.said,
        by=context.actor.name,
        command=command.line,
        why=command.why,
        before=done.before,
        after=done.after,
        letter_id=context.letter_id,
    )
    if is_due(context.game, context.now):
        context.session.hint("adjudicate", context.id)
    return news_of(context, act, done)


def _meanwhile(tx: GameTx) -> str:
    """What has changed, as far as one sentence can say."""
    game = tx.game
    wanted = select(Act).where(Act.game_id == game.id).order_by(col(Act.number).desc()).limit(1)
    act = tx.session.exec(wanted).first()
    last = (
        f" The last act in its log is number {act.number}, {act.verb} by {act.by}." if act else ""
    )
    return (
        f"The game has changed meanwhile: turn {game.turn} is open, {game.to_move} to move.{last} "
        "Look again."
    )


class NotPaused(ValueError):
    """The game is not paused."""


def resume_game(service: ServiceContext, name: str) -> str | None:
    """Let a paused game go on; returns the traceback for which it had stopped by itself.

    Raises NoSuchGame or NotPaused.
    """
    with service.database.read() as session:
        game = game_named(session, name)
    if game.phase != PAUSED:
        raise NotPaused(f"{name} is not paused, it is {game.phase}")
    for done in run_commands(service, key_of(game), "RESUME", OPERATOR):
        if not done.is_done:
            raise NotPaused(done.answer)
    return game.error
