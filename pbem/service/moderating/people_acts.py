"""The moderator and the players: who is out, who takes over, who may be away."""

from __future__ import annotations

from sqlmodel import select

from pbem.documents.layout.clock import instant
from pbem.grammar.commands.typed import SURE
from pbem.mails.seats import MAY_HAVE_SEEN
from pbem.models import FINISHED, RUNNING, Seat, key_of
from pbem.service.context import ServiceRefusal
from pbem.service.game_settings import is_anonymous, waits_for_release
from pbem.service.mailing.robot_seats import address_of, is_robots
from pbem.service.moderating.actors import contact_of
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles
from pbem.service.players.addresses import player_or_new, player_to_be
from pbem.service.seats.going_away import approve, refuse
from pbem.service.seats.leaving import leave
from pbem.service.seats.moderators import moderators_of
from pbem.service.seats.standby import candidates, may_be_offered, offer
from pbem.service.seats.takeover import hand_over


def _seat(context: CommandContext) -> Seat:
    """The seat of the command, locked."""
    return context.seat(context.command.seat)


@handles("EJECT")
def _eject(context: CommandContext) -> Applied | CommandRefused:
    """Take a seat out of the game as if it had resigned (R10.3)."""
    seat, command = _seat(context), context.command
    if context.game.phase == FINISHED:
        return CommandRefused("The game is over; there is nobody left to eject.")
    if not context.snapshot.is_in(seat.name):
        return CommandRefused(f"{seat.name} is out of the game already.")
    held = _held(context)
    if held is not None:
        return held
    ended = _ended(context, seat.name)
    if ended and command.text != SURE:
        return CommandRefused(
            f"That would end the game: {ended}, and the secret of the dice is opened. If you mean "
            f"it, write EJECT {seat.name} {SURE} BECAUSE {command.why}"
        )
    is_next = context.game.phase == RUNNING
    was_to_move = context.snapshot.status.mover == seat.name
    if not leave(context, seat, "ejected", command.why, contact_of(context)):
        return CommandRefused(f"{seat.name} cannot leave the game as it stands.")
    when = "at once" if is_next else "as soon as the game goes on"
    more = f" It was to move; the turn passes on {when}." if was_to_move else ""
    hint = " To let somebody else play a seat, use REPLACE instead."
    if ended:
        later = "" if is_next else f" {when}"
        if is_next and waits_for_release(context.game):
            later = " when its results are released"
        more, hint = f" That ends the game{later}: {ended}.", ""
    return Applied(
        f"{seat.name} is out of the game, as if by resigning (R10.3).{more}{hint}",
        f"{seat.name} has been taken out of the game (R10.3).{more}",
        notified=(seat.name,),
    )


def _ended(context: CommandContext, leaves: str) -> str:
    """How the game ends if a seat leaves it; "" where it goes on."""
    left = [name for name in context.snapshot.status.playing if name != leaves]
    if len(left) > 1:
        return ""
    return f"{left[0]} wins as the last one standing" if left else "nobody is left in it"


def _held(context: CommandContext) -> CommandRefused | None:
    """Why nobody comes and goes in a game whose turn is closed: what comes of it is settled."""
    game, command = context.game, context.command
    if game.closed_at is None or game.released == game.turn:
        return None
    return CommandRefused(
        f"Turn {game.turn} is closed and its results are held for you: RELEASE TURN {game.turn} "
        f"first, or EXTEND 24h, which takes orders for it again; then {command.verb}."
    )


@handles("REPLACE")
def _replace(context: CommandContext) -> Applied | CommandRefused:
    """Give a seat to another player, who need not be known yet."""
    seat, command, session = _seat(context), context.command, context.session
    email = command.value.strip().strip("<>").casefold()
    if not context.snapshot.is_in(seat.name) or context.game.phase == FINISHED:
        return CommandRefused(f"{seat.name} is out of the game; nobody can play it any more.")
    held = _held(context)
    if held is not None:
        return held
    robots = context.snapshot.ruleset.robots
    kinds = robots.kinds if robots is not None else ()
    if robots is not None and email in ("robot", "a robot"):
        email = robots.stand_in
    if email in kinds:
        return _replaced_by_robot(context, seat, email)
    player = player_to_be(session, email, command.text, context.now)
    if isinstance(player, ServiceRefusal):
        known = f" nor one of the robots {', '.join(kinds)}" if kinds else ""
        return CommandRefused(
            f"{command.value[:60]!r} is not a mail address{known}. For example: REPLACE "
            f"{seat.name} BY eve@example.org NAMED Eve"
        )
    others = session.exec(
        select(Seat.name).where(Seat.game_id == context.game.id, Seat.person_id == player.id)
    ).all()
    if others:
        return CommandRefused(
            f"{email} plays {others[0]} in this game already; nobody plays two seats."
        )
    before = context.snapshot.players[seat.name].name
    chairs = [one.id for _, one in moderators_of(session, key_of(context.game))]
    is_hidden = is_anonymous(context.game)
    seen = f" {MAY_HAVE_SEEN.format(player.name)}" if player.id in chairs else ""
    hand_over(context, seat, player, command.why)
    deadline_at = context.shown_deadline
    until = f" The deadline is {instant(deadline_at)}." if deadline_at else ""
    return Applied(
        f"{player.name} ({player.email}) plays {seat.name} in the place of {before} and has been "
        f"sent everything.{until}{seen}",
        f"Somebody else plays {seat.name} from now on."
        if is_hidden
        else f"{player.name} plays {seat.name} from now on.{seen}",
        notified=tuple(context.snapshot.seats),
    )


def _replaced_by_robot(context: CommandContext, seat: Seat, kind: str) -> Applied | CommandRefused:
    """A robot plays a seat from now on, until it is given to somebody."""
    if context.game.phase != RUNNING:
        return CommandRefused(f"A robot can play {seat.name} once the game runs: RESUME it first.")
    if seat.robot == kind:
        return CommandRefused(f"The robot {kind} plays {seat.name} already.")
    before = context.snapshot.players[seat.name].name
    robot = player_or_new(context.session, address_of(kind), f"{kind} robot", context.now)
    hand_over(context, seat, robot, context.command.why, kind)
    return Applied(
        f"The robot {kind} plays {seat.name} in the place of {before}. REPLACE {seat.name} BY "
        "address gives the seat to somebody again.",
        f"A robot plays {seat.name} from now on.",
        notified=tuple(context.snapshot.seats),
    )


@handles("OFFER")
def _offer(context: CommandContext) -> Applied | CommandRefused:
    """Offer a seat to standby players without waiting for more misses."""
    seat = _seat(context)
    if not context.snapshot.is_in(seat.name):
        return CommandRefused(f"{seat.name} is out of the game; nobody can play it any more.")
    held = _held(context)
    if held is not None:
        return held
    if not may_be_offered(context.game):
        return CommandRefused("No seat is offered in this game now: SET STANDBY on, and RESUME it.")
    if is_robots(seat):
        return CommandRefused(
            f"{seat.name} is a robot's. Give it to somebody: REPLACE {seat.name} BY ..."
        )
    if not offer(context, seat, "moderator"):
        return CommandRefused(f"The seat of {seat.name} is offered already.")
    if not candidates(context.session, context.game):
        said = f"The seat of {seat.name} is offered, but nobody is on the standby list yet."
        hint = (
            "STANDBY ADD address puts somebody on it, and asks him at once; REPLACE "
            f"{seat.name} BY address gives the seat to somebody."
        )
        return Applied(f"{said} {hint}", said, notified=(seat.name,))
    return Applied(
        f"The seat of {seat.name} is offered to standby players; its player keeps it by any "
        "letter.",
        f"The seat of {seat.name} is offered to standby players.",
        notified=(seat.name,),
    )


@handles("APPROVE")
def _approve(context: CommandContext) -> Applied | CommandRefused:
    """Agree to an absence beyond what nobody need agree to."""
    seat = _seat(context)
    row = approve(context, seat)
    if row is None:
        return CommandRefused(
            f"{seat.name} has not asked to be away, or has been answered already."
        )
    return Applied(
        f"{seat.name} is away from {instant(row.from_at)} to {instant(row.until_at)}; all players "
        "have been told."
    )


@handles("REFUSE")
def _refuse(context: CommandContext) -> Applied | CommandRefused:
    """Do not agree to an absence; its player alone is told."""
    seat = _seat(context)
    if refuse(context, seat, context.command.why) is None:
        return CommandRefused(
            f"{seat.name} has not asked to be away, or has been answered already."
        )
    return Applied(f"{seat.name} has been told that the clock does not wait.")
